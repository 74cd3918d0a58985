"""The rules of one table: preset, changes, fingerprint, and every rule in words."""

from typing import NamedTuple

from uno_client.core.model import Model
from uno_client.fullscreen.screens.frame import page
from uno_client.fullscreen.widgets import Lines, Size, rule, text, wrap
from uno_client.wording.options import option_text, preset_text
from uno_client.wording.sanitize import clean
from uno_engine.explain import Summary, explain, summary
from uno_engine.language import _
from uno_engine.options import fingerprint, with_options
from uno_engine.presets import DESCRIPTIONS, PRESETS
from uno_engine.rules import DEFAULTS, OWN, OWN_TEXT, RuleSet, RulesRefused
from uno_protocol.messages import Rules, TableLine
from uno_protocol.room import rules_of, with_text

UNTOLD = "…"
"""The host's own rule at a table of the list, until the server has sent it."""


class ShownRules(NamedTuple):
    """Which rules a table has. `rules` None: this program does not know them."""

    table: str
    preset: str
    rules: RuleSet | None
    custom: str | None = None
    fingerprint: str = ""
    """The server's fingerprint of the rules, which is used while the host's custom rule is UNTOLD."""

    @property
    def summary(self) -> Summary | None:
        """Preset, differences and fingerprint; None if the rules are not known."""
        if self.rules is None:
            return None
        if self.preset not in PRESETS:  # what a newer server calls it
            return Summary(self.preset, (), fingerprint(self.rules))
        short = summary(self.rules, self.preset)
        return short._replace(fingerprint=self.fingerprint) if self.rules.own_text == UNTOLD else short


def rules_on_show(model: Model) -> ShownRules | None:
    """The rules of the table where the player is, else of the one under the cursor; None if there is none."""
    if model.table is not None:
        room, game = model.table.room, model.game
        return ShownRules(room.name, room.preset, model.rules, game.custom if game else None)
    if model.lobby.tables and model.row < len(model.lobby.tables):
        line = model.lobby.tables[model.row]
        return ShownRules(line.name, line.preset, _rules_of(line, model.lobby.told_rules), fingerprint=line.fingerprint)
    return None


def _rules_of(line: TableLine, told: Rules | None) -> RuleSet | None:
    """Preset and options of a table in the list, or its complete rules from the server; None if neither is known."""
    told = told if told is not None and told.table == line.code else None
    own_text = "" if told is None else told.own_text
    try:
        own = line.options.get("customizable_rule") == OWN
        return rules_of(line.preset, line.options, (own_text or UNTOLD) if own else None)
    except RulesRefused:
        pass
    try:
        return None if told is None else with_options(DEFAULTS, with_text(told.rules, own_text))
    except RulesRefused:
        return None


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


def short_lines(shown: ShownRules, columns: int, most: int) -> Lines:
    """Preset and differences, in at most this many lines."""
    short = shown.summary
    if short is None:
        return wrap(
            _("rules: {preset} (unknown to this version)").format(preset=preset_text(shown.preset)),
            columns - 1,
            "class:fault",
            margin=" ",
        )[:most]
    differs = ", ".join(option_text(each.option, each.value) for each in short.differs)
    said = _("rules: {preset}, but {differences}") if differs else _("rules: {preset}")
    said = said.format(preset=preset_text(short.preset), differences=differs)
    lines = wrap(said, columns - 1, "class:info", indent="", margin=" ")
    if len(lines) > most:
        lines = [*lines[: most - 1], text(" " + _("… and more: i shows them all"), "class:info")]
    return lines
