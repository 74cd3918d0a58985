"""What is read over the screen: the help with keys, cards and rules, and the rules of one table."""

from collections.abc import Iterator

from uno_client.core import chat
from uno_client.core.legal_moves import penalties
from uno_client.core.model import Model
from uno_client.screens.around import Keys, frame_of, meanwhile
from uno_client.screens.page import Paragraph, ReadPage, heading
from uno_client.screens.rules_shown import ShownRules, rules_on_show
from uno_client.wording.sanitize import clean
from uno_engine.cards import SYMBOLS, WILDS, Rank, deck, rank_word
from uno_engine.explain import explain
from uno_engine.language import N_, _
from uno_engine.options import value_word
from uno_engine.presets import DESCRIPTIONS
from uno_engine.rules import OWN_TEXT, RuleSet
from uno_protocol.labels import worded
from uno_protocol.wording.options import option_text, preset_text

_CLAUSES = N_("A2:, O4: and so on before a reason are clauses of the rule book; engine/RULES.md has the full text.")
_LETTERS = N_("In your hand, S is Skip, R Reverse, D Draw Two; of the special cards, C is Wild and F Wild Draw Four.")
_MOUSE = N_("Mouse: click a card, an answer, a line or a key below. To select text, hold Shift.")
_MORE = N_("Next page: every key, the cards, and the rules.")


def help_of(model: Model, keys: Keys) -> ReadPage:
    """One screen of keys, then how cards are written, every key of every place, and the rules of the table."""
    frame = frame_of(model, keys, _("Help"), "", meanwhile(model))
    return ReadPage(frame, tuple(_blocks(model, keys)), model.reading.scroll, keys.groups, _(_MORE))


def _blocks(model: Model, keys: Keys) -> Iterator[Paragraph]:
    """The text behind the keys. Cards that the table has no use for are left out."""
    shown = rules_on_show(model)
    yield Paragraph(_cards(shown.rules if shown is not None else None))
    if model.spelled:
        yield Paragraph(_(_LETTERS))
    if model.rules is not None:
        costs = ", ".join(f"{what} {cards}" for what, cards in penalties(model.rules))
        said = _("Penalties in cards: {costs}.").format(costs=costs)
        yield Paragraph(said if costs else _("This table has no penalties in cards."))
    yield from (Paragraph(_(_MOUSE)), Paragraph(_(_CLAUSES)))
    if chat.mutes(model):
        yield Paragraph(chat.told_mutes(model))
    for place in keys.places:
        yield heading(place.title)
        yield from (Paragraph(does, keys=keys) for keys, _short, does in place.keys)
    if shown is not None:
        yield heading(worded("rules_of", table=shown.table))
        yield from rules_blocks(shown)


def _cards(rules: RuleSet | None) -> str:
    """How cards are written; with rules, only those of their deck."""
    used = set(Rank) if rules is None else {card.rank for card in deck(rules.decks, rules.extra)}
    fourth = _("yellow or orange") if rules is None else value_word(rules.fourth_colour.value)
    return _("Cards: R● red, Y▲ {fourth}, G■ green, B◆ blue; {signs}.").format(
        fourth=fourth, signs=", ".join(f"{rank.value} {rank_word(rank)}" for rank in (*SYMBOLS, *WILDS) if rank in used)
    )


def rules_of(model: Model, keys: Keys) -> ReadPage:
    """The page of the table where the player is, or of the one under the cursor."""
    shown = rules_on_show(model)
    if shown is None:
        blocks: tuple[Paragraph, ...] = (Paragraph(_("There's no table here."), "quiet"),)
        return ReadPage(frame_of(model, keys, worded("rules"), "", meanwhile(model)), blocks)
    title, facts = worded("rules_of", table=shown.table), preset_text(shown.preset)
    code = [] if model.table is None or model.start.autostart else [_("Code: {code}").format(code=model.table.code)]
    blocks = (*(Paragraph(each, "quiet") for each in code), *rules_blocks(shown), *_seed(model))
    return ReadPage(frame_of(model, keys, title, facts, meanwhile(model)), blocks, model.reading.scroll)


def _seed(model: Model) -> Iterator[Paragraph]:
    if model.table is not None and model.seed is not None:
        yield heading(_("The game that is over"))
        yield Paragraph(_("Every deal can be checked with its seed: {seed}").format(seed=clean(model.seed)), hang=2)


def rules_blocks(shown: ShownRules) -> Iterator[Paragraph]:
    """All of it: what differs first, then every section."""
    short = shown.summary
    if shown.rules is None or short is None:
        words = _("This version doesn't know the {preset} rules.").format(preset=preset_text(shown.preset))
        yield Paragraph(words, "alarm")
        return
    said = worded("rules_line_told")
    yield Paragraph(said.format(preset=preset_text(short.preset), fingerprint=short.fingerprint), "strong", bold=True)
    if short.preset in DESCRIPTIONS:
        yield Paragraph(_(DESCRIPTIONS[short.preset]), "quiet")
    if short.differs:
        yield heading(worded("rules_changed", preset=preset_text(short.preset)))
    for each in short.differs:
        told = option_text(each.option, each.value)
        if each.option != OWN_TEXT:  # which is all that it means
            told += f". {each.means}"
        yield Paragraph(told, left=2, hang=2)
    for section in explain(shown.rules, shown.custom):
        yield heading(section.title)
        yield from (Paragraph(sentence, left=2, hang=2) for sentence in section.lines)
