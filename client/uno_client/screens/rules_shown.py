"""The rules of a table on show: which they are, in short, and in sentences with cards beside them."""

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from uno_client.core.model import Model
from uno_client.screens.pieces import PicturedRule
from uno_engine.cards import card
from uno_engine.explain import Summary, summary
from uno_engine.language import _
from uno_engine.options import differences, fingerprint, values_of, with_options
from uno_engine.presets import PRESETS
from uno_engine.rules import CALLS, CUSTOM, DEAL, DEFAULTS, DRAW_FOUR, GOAL, OWN, TABLE, TURN, RuleSet, RulesRefused
from uno_protocol.messages import Rules, TableLine
from uno_protocol.room import rules_of, with_text
from uno_protocol.wording.options import option_text, preset_text

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


def short_text(shown: ShownRules) -> str:
    """Preset and differences in one sentence."""
    short = shown.summary
    if short is None:
        return _("rules: {preset} (unknown to this version)").format(preset=preset_text(shown.preset))
    differs = ", ".join(option_text(each.option, each.value) for each in short.differs)
    said = _("rules: {preset}, but {differences}") if differs else _("rules: {preset}")
    return said.format(preset=preset_text(short.preset), differences=differs)


_CARDS: Mapping[str, str] = {
    "stacking": "R+2",
    "seven_zero": "Y7",
    "jump_in": "B5",
    "extra": "WS",
    "customizable_rule": "WC",
    "chains": "G3",
    "mercy": "R9",
    "draw_until_playable": "B0",
    "uno": "R1",
    "goal": "Y9",
    "wild_draw_four": "W+4",
    "hand_size": "G8",
}
"""The card beside the sentence about an option; those that change the most come first."""
_BY_PART = ((DEAL, "B2"), (TURN, "G4"), (DRAW_FOUR, "W+4"), (CALLS, "R1"), (CUSTOM, "WC"), (GOAL, "Y9"))
_OF_SECTION = {part.title: name for part, name in _BY_PART}
_ALWAYS = ("uno", "wild_draw_four", "goal")
"""Told of every table."""


def pictured(rules: RuleSet, name: str) -> tuple[PicturedRule, ...]:
    """What differs from the usual game, in sentences: first what is not as in the preset of that name."""
    changed = differences(rules, PRESETS[name]) if name in PRESETS else {}
    values = values_of(rules)
    return tuple(
        PicturedRule(
            card(_CARDS.get(option) or _OF_SECTION[TABLE[option].section]),
            TABLE[option].explain(values[option]),
            option_text(option, values[option]),
            option in changed,
        )
        for option in dict.fromkeys((*changed, *_told(rules), *_ALWAYS))
    )


def _told(rules: RuleSet) -> Iterator[str]:
    differs = differences(rules, DEFAULTS)
    yield from (option for option in _CARDS if option in differs)
    yield from (option for option in differs if option not in _CARDS)
