"""The rules of one table: preset, changes, fingerprint, and every rule in words."""

from uno_client.core.model import Model
from uno_client.fullscreen.screens.frame import page
from uno_client.fullscreen.widgets import Lines, Size, rule, text, wrap
from uno_client.screens.rules_shown import ShownRules, rules_on_show
from uno_client.wording.options import option_text, preset_text
from uno_client.wording.sanitize import clean
from uno_engine.explain import explain
from uno_engine.language import _
from uno_engine.presets import DESCRIPTIONS
from uno_engine.rules import OWN_TEXT


def render(model: Model, size: Size) -> Lines:
    """The screen as lines."""
    shown, lines = rules_on_show(model), page_lines(model, size.columns)
    if shown is None:
        return page(model, size, _("Rules"), "", lines)
    return page(model, size, _("Rules of {table}").format(table=shown.table), preset_text(shown.preset), lines)


def page_lines(model: Model, columns: int) -> Lines:
    """The text of the page."""
    shown = rules_on_show(model)
    if shown is None:
        return [[], text("  " + _("There's no table here."), "class:quiet")]
    lines = rules_lines(shown, columns)
    if model.table is not None and not model.start.autostart:  # nobody joins a table of one's own
        lines.insert(1, text("  " + _("Code: {code}").format(code=model.table.code), "class:quiet"))
    if model.table is not None and model.seed is not None:
        words = _("Every deal can be checked with its seed: {seed}").format(seed=clean(model.seed))
        lines += [[], rule(columns, _("The game that is over")), *wrap(words, columns - 2, margin="  ")]
    return lines


def rules_lines(shown: ShownRules, columns: int) -> Lines:
    """All of it: what differs first, then every section."""
    short = shown.summary
    if shown.rules is None or short is None:
        words = _("This version doesn't know the {preset} rules.").format(preset=preset_text(shown.preset))
        return [[], *wrap(words, columns - 2, "class:fault", indent="", margin="  ")]
    lines: Lines = [[]]
    lines += wrap(
        _("Rules: {preset} · fingerprint {fingerprint}").format(
            preset=preset_text(short.preset), fingerprint=short.fingerprint
        ),
        columns - 2,
        "class:strong",
        margin="  ",
    )
    if short.preset in DESCRIPTIONS:
        lines += wrap(_(DESCRIPTIONS[short.preset]), columns - 2, "class:quiet", margin="  ")
    if short.differs:
        lines += [[], text("  " + _("Changed from {preset}:").format(preset=preset_text(short.preset)), "class:label")]
    for each in short.differs:
        said = option_text(each.option, each.value)
        if each.option != OWN_TEXT:  # which is all that it means
            said += f". {each.means}"
        lines += wrap(said, columns - 2, "", indent="    ", margin="  ")
    for section in explain(shown.rules, shown.custom):
        lines += [[], rule(columns, section.title)]
        for sentence in section.lines:
            lines += wrap(sentence, columns - 2, "", indent="  ", margin="  ")
    return lines
