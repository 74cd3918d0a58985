"""The help: one screen of keys, then how cards are written, every key of every place, and the rules of the table."""

from collections.abc import Iterator

from uno_client.core import chat
from uno_client.core.legal_moves import penalties
from uno_client.core.model import Model
from uno_client.screens.around import Keys, frame_of, meanwhile
from uno_client.screens.page import Block, Heading, KeyRows, Paragraph, ReadPage
from uno_client.screens.rules_page import rules_blocks
from uno_client.screens.rules_shown import rules_on_show
from uno_engine.cards import SYMBOLS, WILDS, Rank, deck, rank_word
from uno_engine.language import N_, _
from uno_engine.options import value_word
from uno_engine.rules import RuleSet

_CLAUSES = N_("A2:, O4: and so on before a reason are clauses of the rule book; engine/RULES.md has the full text.")
_LETTERS = N_("In your hand, S is Skip, R Reverse, D Draw Two; of the special cards, C is Wild and F Wild Draw Four.")
_MOUSE = N_("Mouse: click a card, an answer, a line or a key below. To select text, hold Shift.")
_MORE = N_("Next page: every key, the cards, and the rules.")


def scene_of(model: Model, keys: Keys) -> ReadPage:
    """The help."""
    frame = frame_of(model, keys, _("Help"), "", meanwhile(model))
    return ReadPage(frame, tuple(_blocks(model, keys)), model.reading.scroll, keys.groups, _(_MORE))


def _blocks(model: Model, keys: Keys) -> Iterator[Block]:
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
        yield from (Heading(place.title), KeyRows(place.keys))
    if shown is not None:
        yield Heading(_("Rules of {table}").format(table=shown.table))
        yield from rules_blocks(shown)


def _cards(rules: RuleSet | None) -> str:
    """How cards are written; with rules, only those of their deck."""
    used = set(Rank) if rules is None else {card.rank for card in deck(rules.decks, rules.extra)}
    fourth = _("yellow or orange") if rules is None else value_word(rules.fourth_colour.value)
    return _("Cards: R● red, Y▲ {fourth}, G■ green, B◆ blue; {signs}.").format(
        fourth=fourth, signs=", ".join(f"{rank.value} {rank_word(rank)}" for rank in (*SYMBOLS, *WILDS) if rank in used)
    )
