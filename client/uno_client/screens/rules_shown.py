"""The rules of a table on show: which they are, in short, and in a few words each with cards beside them."""

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from uno_client.core.model import Model
from uno_client.screens.pieces import PicturedRule
from uno_engine.cards import card, cards
from uno_engine.explain import Summary, summary
from uno_engine.language import N_, _
from uno_engine.options import differences, fingerprint, values_of, with_options
from uno_engine.presets import PRESETS
from uno_engine.rules import DEFAULTS, OWN, RuleSet, RulesRefused
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
    "hand_size": "GR",
}
"""The card beside the words about an option; those that change the most come first."""
_WORDS: Mapping[tuple[str, str], str] = {
    ("stacking", "same"): N_("Penalties add up: +2 on +2, +4 on +4."),
    ("stacking", "any"): N_("Penalties add up: any +2 or +4."),
    ("stacking", "up"): N_("Penalties add up: the same or higher."),
    ("seven_zero", "yes"): N_("7s swap hands, 0s move them on."),
    ("seven_zero", "sevens"): N_("7s swap hands."),
    ("seven_zero", "zeros"): N_("0s move all hands on."),
    ("jump_in", "yes"): N_("Jump in with an identical card."),
    ("chains", "yes"): N_("Play several cards in one turn."),
    ("draw_until_playable", "yes"): N_("Draw until one fits."),
    ("uno", "call"): N_("Call UNO before your last card."),
    ("uno", "automatic"): N_("The game calls UNO for you."),
    ("wild_draw_four", "bluff"): N_("Bluff with a Wild Draw Four."),
    ("wild_draw_four", "enforced"): N_("No bluffing with a Wild Draw Four."),
    ("wild_draw_four", "free"): N_("A Wild Draw Four always fits."),
    ("goal", "single_round"): N_("The first to go out wins."),
}
"""What a value of an option means, where its name says less."""
_OTHERS = cards("B2 G4 R6 Y3 B8 G9 R3 Y5 B4 G2 R8 Y6 B7 G5 R2 Y8 B3 G7 R5 Y4 B9 G6 R7 Y2 B6 G1 R4 Y0 G0 R0 B1 Y1")
"""For options without a card of their own: no card is beside two."""
_ALWAYS = ("uno", "wild_draw_four", "goal")
"""Told of every table."""


def pictured(rules: RuleSet, name: str, but: str = "") -> Iterator[PicturedRule]:
    """What one must know to play: first what is not as in the preset of that name, then what changes a game most.

    `but`: an option that is told of elsewhere.
    """
    changed = differences(rules, PRESETS[name]) if name in PRESETS else {}
    differs, values, others = differences(rules, DEFAULTS), values_of(rules), iter(_OTHERS)
    for option in dict.fromkeys((*changed, *(each for each in _CARDS if each in differs), *_ALWAYS)):
        if option == but:
            continue
        words = _WORDS.get((option, values[option]))
        text = _(words) if words else option_text(option, values[option])
        yield PicturedRule(card(_CARDS[option]) if option in _CARDS else next(others), text, option in changed)
