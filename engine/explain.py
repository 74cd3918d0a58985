"""The help of a table: its rules in sentences, made from the very tables that the game is played by.

`explain` is the whole help, `summary` what a player wants to know before joining.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import NamedTuple

from engine.cards import POINTS, Rank, deck
from engine.customizable import RULES, Effect, drawable
from engine.effects import COLOUR, PLAYER, effects_under
from engine.options import MEANINGLESS, TABLE, differences, fingerprint, options_of
from engine.presets import preset
from engine.rules import VOTE, Goal, RuleSet, Stacking, Uno, WildDrawFour


class Section(NamedTuple):
    """One part of the help: a heading and sentences."""

    title: str
    lines: tuple[str, ...]


class Difference(NamedTuple):
    """One option in which a table differs from its preset."""

    title: str
    value: str
    means: str
    """What the value means for play, in one sentence."""


class Summary(NamedTuple):
    """What a table plays, in short."""

    preset: str
    differs: tuple[Difference, ...]
    fingerprint: str

    @property
    def line(self) -> str:
        """All of it in one line: `official · Stacking penalties: any · 1a2b3c4d`."""
        return " · ".join((self.preset, *(f"{title}: {value}" for title, value, _ in self.differs), self.fingerprint))


RANK_TITLES: Mapping[Rank, str] = {
    Rank.SKIP: "Skip",
    Rank.REVERSE: "Reverse",
    Rank.DRAW_TWO: "Draw Two",
    Rank.WILD: "Wild",
    Rank.WILD_DRAW_FOUR: "Wild Draw Four",
    Rank.SWAP_HANDS: "Swap Hands",
    Rank.SHUFFLE_HANDS: "Shuffle Hands",
    Rank.CUSTOMIZABLE: "Customizable",
}
"""The names of all cards that are not numbers."""

_OPTIONS: Mapping[str, tuple[str, ...]] = {
    "The deal": ("players", "decks", "hand_size", "extra", "fourth_colour", "starter", "first_card", "first_reverse"),
    "Your turn": (
        *("drawn_card", "draw_until_playable", "voluntary_draw", "chains", "stacking", "draw_two_on_wild_draw_four"),
        *("seven_zero", "jump_in", "out_of_turn_penalty"),
    ),
    "The Wild Draw Four": ("wild_draw_four", "wild_draw_four_needs", "challenge_reveal"),
    "UNO": ("uno", "uno_caught_by", "uno_penalty", "false_uno_penalty", "forget_chance", "uno_grace"),
    "The Customizable cards": ("customizable_rule",),
    "The goal": ("goal", "target"),
}
"""Every option, under the section that explains it."""

_GOES_WITHOUT_SAYING = {
    *(("decks", "1"), ("extra", "0,0,0"), ("fourth_colour", "yellow"), ("draw_until_playable", "no")),
    *(("chains", "no"), ("stacking", "off"), ("seven_zero", "no"), ("jump_in", "no")),
}
"""Values that a reader takes for granted: the help leaves their sentences out."""


def _no_catching(rules: RuleSet) -> bool:
    return rules.uno is not Uno.CALL or not rules.uno_penalty


_SAYS_NOTHING: Mapping[str, Callable[[RuleSet], bool]] = {
    **MEANINGLESS,
    "draw_two_on_wild_draw_four": lambda r: r.stacking is Stacking.ANY,
    "uno_caught_by": _no_catching,
    "uno_grace": _no_catching,
    "uno_penalty": lambda r: r.uno in (Uno.AUTOMATIC, Uno.OFF),
    "false_uno_penalty": lambda r: r.uno is not Uno.CALL,
}
"""When an option is left out: it is meaningless, or another option says it already."""


def explain(rules: RuleSet, custom: str | None = None) -> tuple[Section, ...]:
    """The rules of a table, in sections of sentences; empty sections are left out.

    `custom` is the rule of the Customizable cards, once it is known (`Game.custom`).
    """
    if custom is None and rules.customizable_rule != VOTE:
        custom = rules.customizable_rule
    told = {title: list(_told(rules, names)) for title, names in _OPTIONS.items()}
    told["The Customizable cards"] += _catalogue(rules, custom)
    told["The goal"] += _points(rules)
    told["Your turn"].insert(0, _TURN)
    sections = (Section("What each card does", tuple(_cards(rules, custom))), *_as_sections(told))
    return tuple(section for section in sections if section.lines)


_UNKNOWN = "This program does not know its rule."
_TURN = (
    "On your turn, play a card that matches the colour in play or the number or symbol of the top card, play a wild, "
    "or draw."
)


def _as_sections(told: Mapping[str, list[str]]) -> Iterator[Section]:
    for title, lines in told.items():
        yield Section(title, tuple(lines))


def _told(rules: RuleSet, names: tuple[str, ...]) -> Iterator[str]:
    """The sentence of each of these options, if it has something to say."""
    values = options_of(rules)
    for name in names:
        says_nothing = _SAYS_NOTHING.get(name)
        silent = (name, values[name]) in _GOES_WITHOUT_SAYING
        if not silent and not (says_nothing and says_nothing(rules)):
            yield TABLE[name].explain(values[name])


# --- cards -------------------------------------------------------------------------------------------------------


def _cards(rules: RuleSet, custom: str | None) -> Iterator[str]:
    """One line for every kind of card in the deck that does something, then those on last cards."""
    effects = effects_under(rules, custom)
    used = {face.rank: effects[face.order] for face in deck(rules.decks, rules.extra)}
    acting = {rank: effect for rank, effect in used.items() if effect.acts or effect.asks}
    for rank, effect in acting.items():
        yield f"{_title(rank)}: {' '.join(_does(rank, effect, rules, custom))}"
    yield "All other cards do nothing special."
    plain = [_title(rank) for rank, effect in acting.items() if effect.special or rank is Rank.CUSTOMIZABLE]
    if plain:
        yield f"As your last card these do nothing special: {', '.join(plain)}."
    yield "If your last card is a penalty, it is still drawn, and nobody can challenge it."


def _title(rank: Rank) -> str:
    return RANK_TITLES.get(rank, rank.value)


def _does(rank: Rank, effect: Effect, rules: RuleSet, custom: str | None) -> Iterator[str]:
    """What a card does, sentence by sentence."""
    if COLOUR in effect.asks:
        yield "You name the colour."
    if rank is Rank.CUSTOMIZABLE:
        known = RULES.get(custom or "")
        yield known.text if known else _UNKNOWN if custom else "The players vote for its rule before the first deal."
        return
    for applies, sentence in _SENTENCES:
        if applies(effect):
            yield sentence
    if effect.draw:
        passed_on = ", or passes them on" if rules.stacking is not Stacking.OFF else ""
        yield f"The next player draws {effect.draw} cards and misses the turn{passed_on}."
    if effect.challenge and rules.wild_draw_four is WildDrawFour.BLUFF:
        yield "The next player may challenge it."


_SENTENCES: tuple[tuple[Callable[[Effect], object], str], ...] = (
    (lambda e: e.swap and PLAYER in e.asks, "You swap all your cards with a player of your choice."),
    (lambda e: e.rotate, "All hands move on to the next player in the direction of play."),
    (lambda e: e.shuffle, "All hands are mixed and dealt again, beginning with the player after you."),
    (lambda e: e.reverse, "Play changes direction; with two players left it works as a Skip."),
    (lambda e: e.skip == 1, "The next player misses the turn."),
)
"""What the fields of a card's row mean. Rules of Customizable cards bring their own sentence."""


# --- the rest ----------------------------------------------------------------------------------------------------


def _catalogue(rules: RuleSet, custom: str | None) -> Iterator[str]:
    """The rule in force, with what it shows; or those that a vote can offer."""
    if not rules.extra.customizable:
        return
    if custom is not None and custom not in RULES:
        yield f"{custom}: {_UNKNOWN}"
        return
    if custom is not None:
        rule = RULES[custom]
        yield f"{rule.title}: {rule.text}"
        yield f"It shows {rule.shows}."
        return
    yield "The vote offers three of these:"
    for name in drawable(rules.players.least, rules.decks):
        yield f"{RULES[name].title}: {RULES[name].text}"


def _points(rules: RuleSet) -> Iterator[str]:
    """What cards are worth, where the goal is points (A7)."""
    if rules.goal is Goal.POINTS:
        yield f"Numbers are worth their number; {_worth(rules)}."


def _worth(rules: RuleSet) -> str:
    used = {face.rank for face in deck(rules.decks, rules.extra)}
    return ", ".join(f"{title} {POINTS[rank]}" for rank, title in RANK_TITLES.items() if rank in used)


def summary(rules: RuleSet, preset_name: str) -> Summary:
    """A table's preset, how it differs from that, and the fingerprint of its rules.

    Raises RulesRefused if there is no such preset.
    """
    differs = tuple(
        Difference(TABLE[name].title, value, TABLE[name].explain(value))
        for name, value in differences(rules, preset(preset_name)).items()
    )
    return Summary(preset_name, differs, fingerprint(rules))
