"""The rules of one table: preset, changes, fingerprint, and every rule in words."""

from collections.abc import Iterator

from uno_client.core.model import Model
from uno_client.screens.around import Keys, frame_of, meanwhile
from uno_client.screens.page import Block, Heading, Paragraph, ReadPage
from uno_client.screens.rules_shown import ShownRules, rules_on_show
from uno_client.wording.options import option_text, preset_text
from uno_client.wording.sanitize import clean
from uno_engine.explain import explain
from uno_engine.language import _
from uno_engine.presets import DESCRIPTIONS
from uno_engine.rules import OWN_TEXT


def scene_of(model: Model, keys: Keys) -> ReadPage:
    """The page of the table where the player is, or of the one under the cursor."""
    shown = rules_on_show(model)
    if shown is None:
        blocks: tuple[Block, ...] = (Paragraph(_("There's no table here."), "quiet"),)
        return ReadPage(frame_of(model, keys, _("Rules"), "", meanwhile(model)), blocks)
    title, facts = _("Rules of {table}").format(table=shown.table), preset_text(shown.preset)
    blocks = (*_code(model), *rules_blocks(shown), *_seed(model))
    return ReadPage(frame_of(model, keys, title, facts, meanwhile(model)), blocks, model.reading.scroll)


def _code(model: Model) -> Iterator[Block]:
    if model.table is not None and not model.start.autostart:  # nobody joins a table of one's own
        yield Paragraph(_("Code: {code}").format(code=model.table.code), "quiet")


def _seed(model: Model) -> Iterator[Block]:
    if model.table is not None and model.seed is not None:
        yield Heading(_("The game that is over"))
        yield Paragraph(_("Every deal can be checked with its seed: {seed}").format(seed=clean(model.seed)), hang=2)


def rules_blocks(shown: ShownRules) -> Iterator[Block]:
    """All of it: what differs first, then every section."""
    short = shown.summary
    if shown.rules is None or short is None:
        words = _("This version doesn't know the {preset} rules.").format(preset=preset_text(shown.preset))
        yield Paragraph(words, "alarm")
        return
    said = _("Rules: {preset} · fingerprint {fingerprint}")
    yield Paragraph(said.format(preset=preset_text(short.preset), fingerprint=short.fingerprint), "strong", bold=True)
    if short.preset in DESCRIPTIONS:
        yield Paragraph(_(DESCRIPTIONS[short.preset]), "quiet")
    if short.differs:
        yield Heading(_("Changed from {preset}:").format(preset=preset_text(short.preset)))
    for each in short.differs:
        told = option_text(each.option, each.value)
        if each.option != OWN_TEXT:  # which is all that it means
            told += f". {each.means}"
        yield Paragraph(told, left=2, hang=2)
    for section in explain(shown.rules, shown.custom):
        yield Heading(section.title)
        yield from (Paragraph(sentence, left=2, hang=2) for sentence in section.lines)
