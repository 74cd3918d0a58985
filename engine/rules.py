"""What can be varied at a table, and which combinations make sense (rule book, section 2)."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields, replace
from enum import Enum
from typing import Any, NamedTuple

MOST_SEATS = 10


class Starter(Enum):
    """A6: who plays first."""

    LEFT_OF_DEALER = "left_of_dealer"
    RANDOM = "random"
    CHOSEN = "chosen"


class FirstCard(Enum):
    """Section 3: who carries out the first card."""

    STARTER = "starter"
    DEALER = "dealer"


class FirstReverse(Enum):
    """B3: what a Reverse as first card does."""

    DEALER_STARTS = "dealer_starts"
    TURNS_ONLY = "turns_only"


class DrawnCard(Enum):
    """Whether a drawn card that fits may or must be played."""

    MAY_PLAY = "may_play"
    MUST_PLAY = "must_play"


class WildDrawFour(Enum):
    """Whether the condition of a Wild Draw Four can be bluffed, is enforced, or does not exist."""

    BLUFF = "bluff"
    ENFORCED = "enforced"
    FREE = "free"


class WildDrawFourNeeds(Enum):
    """The condition of a Wild Draw Four (O4, C8)."""

    NO_COLOUR_MATCH = "no_colour_match"
    NO_ALTERNATIVE = "no_alternative"


class ChallengeReveal(Enum):
    """Who is shown the challenged hand."""

    CHALLENGER = "challenger"
    EVERYONE = "everyone"


class Stacking(Enum):
    """Which penalties may be passed on (S4, H1)."""

    OFF = "off"
    SAME = "same"
    ANY = "any"


class Uno(Enum):
    """How UNO is announced."""

    CALL = "call"
    AUTOMATIC = "automatic"
    RANDOM_FORGET = "random_forget"
    OFF = "off"


class CaughtBy(Enum):
    """Who finds a forgotten UNO."""

    OPPONENT = "opponent"
    REFEREE = "referee"


class FourthColour(Enum):
    """What the fourth colour is called; a label only."""

    YELLOW = "yellow"
    ORANGE = "orange"


class Goal(Enum):
    """What wins the game (C15 to C17)."""

    POINTS = "points"
    SINGLE_ROUND = "single_round"
    UNTIL_LAST = "until_last"


class Players(NamedTuple):
    """Least and most players of a table."""

    least: int
    most: int


class Extra(NamedTuple):
    """How many Swap Hands, Shuffle Hands and Customizable cards one deck has."""

    swap: int
    shuffle: int
    customizable: int


VOTE = "vote"
"""The value of `customizable_rule` under which the players vote (C12)."""


@dataclass(frozen=True, slots=True)
class RuleSet:
    """One value for every option of section 2, in the order of its table. The defaults are `official`."""

    players: Players = Players(2, MOST_SEATS)
    decks: int = 1
    hand_size: int = 7
    extra: Extra = Extra(0, 0, 0)
    fourth_colour: FourthColour = FourthColour.YELLOW
    starter: Starter = Starter.LEFT_OF_DEALER
    first_card: FirstCard = FirstCard.STARTER
    first_reverse: FirstReverse = FirstReverse.DEALER_STARTS
    drawn_card: DrawnCard = DrawnCard.MAY_PLAY
    draw_until_playable: bool = False
    voluntary_draw: bool = True
    wild_draw_four: WildDrawFour = WildDrawFour.BLUFF
    wild_draw_four_needs: WildDrawFourNeeds = WildDrawFourNeeds.NO_COLOUR_MATCH
    challenge_reveal: ChallengeReveal = ChallengeReveal.CHALLENGER
    draw_two_on_wild_draw_four: bool = True
    stacking: Stacking = Stacking.OFF
    chains: bool = False
    uno: Uno = Uno.CALL
    uno_caught_by: CaughtBy = CaughtBy.OPPONENT
    uno_penalty: int = 2
    false_uno_penalty: int = 4
    out_of_turn_penalty: int = 2
    forget_chance: float = 0.1
    uno_grace: float = 1.5
    customizable_rule: str = VOTE
    goal: Goal = Goal.SINGLE_ROUND
    target: int = 500
    seven_zero: bool = False
    jump_in: bool = False


DEFAULTS = RuleSet()
OPTIONS = tuple(field.name for field in fields(RuleSet))
"""The options in the order of the rule book."""


class RulesRefused(ValueError):
    """A rule set that makes no sense: the option at fault, a stable code and what to do about it."""

    def __init__(self, option: str, code: str, reason: str) -> None:
        super().__init__(f"{option}: {reason}")
        self.option = option
        self.code = code
        self.reason = reason


# --- values as text ---------------------------------------------------------------------------------------------


def _whole(least: int, most: int) -> Callable[[str], int]:
    def read(text: str) -> int:
        if not (text.isascii() and text.isdigit()) or not least <= int(text) <= most:
            raise ValueError(f"takes a whole number from {least} to {most}, not {text!r}")
        return int(text)

    return read


def _decimal(least: float, most: float) -> Callable[[str], float]:
    def read(text: str) -> float:
        try:
            value = float(text)
        except ValueError:
            value = float("nan")
        if not least <= value <= most:
            raise ValueError(f"takes a number from {least:g} to {most:g}, not {text!r}")
        return value

    return read


def _choice(kind: type[Enum]) -> Callable[[str], Enum]:
    def read(text: str) -> Enum:
        try:
            return kind(text)
        except ValueError:
            names = ", ".join(str(member.value) for member in kind)
            raise ValueError(f"takes one of {names}, not {text!r}") from None

    return read


def _yes_no(text: str) -> bool:
    if text not in ("yes", "no"):
        raise ValueError(f"takes yes or no, not {text!r}")
    return text == "yes"


def _players(text: str) -> Players:
    least, dash, most = text.partition("-")
    if not dash:
        most = least
    if not (least.isascii() and least.isdigit() and most.isascii() and most.isdigit()):
        raise ValueError(f"takes a least and a most number of players such as 2-6, not {text!r}")
    return Players(int(least), int(most))


def _extra(text: str) -> Extra:
    parts = text.split(",")
    if len(parts) != 3 or not all(part.isascii() and part.isdigit() and int(part) <= 4 for part in parts):
        raise ValueError(
            f"takes three numbers from 0 to 4 such as 1,0,3 (swap hands, shuffle hands, customizable), not {text!r}"
        )
    return Extra(*map(int, parts))


def _name(text: str) -> str:
    if not text or not text.isascii() or not text.replace("_", "").isalnum():
        raise ValueError(f"takes vote or the name of a rule, not {text!r}")
    return text


READERS: Mapping[str, Callable[[str], object]] = {
    "players": _players,
    "decks": _whole(1, 2),
    "hand_size": _whole(1, 15),
    "extra": _extra,
    "fourth_colour": _choice(FourthColour),
    "starter": _choice(Starter),
    "first_card": _choice(FirstCard),
    "first_reverse": _choice(FirstReverse),
    "drawn_card": _choice(DrawnCard),
    "draw_until_playable": _yes_no,
    "voluntary_draw": _yes_no,
    "wild_draw_four": _choice(WildDrawFour),
    "wild_draw_four_needs": _choice(WildDrawFourNeeds),
    "challenge_reveal": _choice(ChallengeReveal),
    "draw_two_on_wild_draw_four": _yes_no,
    "stacking": _choice(Stacking),
    "chains": _yes_no,
    "uno": _choice(Uno),
    "uno_caught_by": _choice(CaughtBy),
    "uno_penalty": _whole(0, 6),
    "false_uno_penalty": _whole(0, 6),
    "out_of_turn_penalty": _whole(0, 6),
    "forget_chance": _decimal(0, 1),
    "uno_grace": _decimal(0, 10),
    "customizable_rule": _name,
    "goal": _choice(Goal),
    "target": _whole(1, 5000),
    "seven_zero": _yes_no,
    "jump_in": _yes_no,
}
"""How the value of each option is read from text; a reader raises ValueError with what it takes."""


def write_value(value: object) -> str:
    """The text of an option's value: what `READERS` reads back."""
    match value:
        case bool():
            return "yes" if value else "no"
        case Enum():
            return str(value.value)
        case Players(least, most):
            return f"{least}-{most}"
        case Extra():
            return ",".join(map(str, value))
        case float():
            return f"{value:g}"
        case _:
            return str(value)


def with_options(rules: RuleSet, options: Mapping[str, str]) -> RuleSet:
    """`rules` with some options set from text, checked as a whole.

    Raises RulesRefused for an unknown option, a value that it does not take, or a combination that makes no sense.
    """
    changes: dict[str, Any] = {}
    for option, text in options.items():
        reader = READERS.get(option)
        if reader is None:
            raise RulesRefused(option, "unknown_option", f"there is no such option; there are {', '.join(OPTIONS)}")
        try:
            changes[option] = reader(text)
        except ValueError as fault:
            raise RulesRefused(option, "bad_value", str(fault)) from None
    rules = replace(rules, **changes)
    check(rules)
    return rules


def deck_size(rules: RuleSet) -> int:
    """How many cards a game under these rules has (A1)."""
    return (108 + sum(rules.extra)) * rules.decks


class Clash(NamedTuple):
    """One way in which options do not go together: the option to name, the test, the reason."""

    option: str
    clashes: Callable[[RuleSet], bool]
    reason: str


CLASHES = (
    Clash(
        "players",
        lambda r: not 2 <= r.players.least <= r.players.most <= MOST_SEATS,
        f"the least and the most number of players lie between 2 and {MOST_SEATS}, the least first",
    ),
    Clash(
        "hand_size",
        lambda r: deck_size(r) - r.players.most * r.hand_size < 5,
        "after dealing to the most players fewer than 5 cards are left; take fewer cards, fewer players or two decks",
    ),
    Clash("chains", lambda r: r.chains and r.stacking is not Stacking.OFF, "does not go with stacking"),
    Clash("chains", lambda r: r.chains and r.seven_zero, "does not go with seven_zero"),
    Clash("chains", lambda r: r.chains and r.jump_in, "does not go with jump_in"),
    Clash("chains", lambda r: r.chains and any(r.extra), "does not go with extra cards"),
    Clash(
        "stacking",
        lambda r: r.stacking is Stacking.ANY and not r.draw_two_on_wild_draw_four,
        "any does not go with draw_two_on_wild_draw_four=no",
    ),
    Clash(
        "first_card",
        lambda r: r.first_card is FirstCard.DEALER and r.first_reverse is FirstReverse.TURNS_ONLY,
        "dealer does not go with first_reverse=turns_only",
    ),
    Clash(
        "uno",
        lambda r: r.uno is Uno.RANDOM_FORGET and r.uno_caught_by is CaughtBy.OPPONENT,
        "random_forget does not go with uno_caught_by=opponent",
    ),
)


def check(rules: RuleSet) -> None:
    """Raise RulesRefused, with the option and the reason, if the options do not go together (section 2)."""
    for clash in CLASHES:
        if clash.clashes(rules):
            raise RulesRefused(clash.option, "does_not_combine", clash.reason)


# Which options another option makes meaningless: they are ignored and count with their default.
_MEANINGLESS: Mapping[str, Callable[[RuleSet], bool]] = {
    "wild_draw_four_needs": lambda r: r.wild_draw_four is WildDrawFour.FREE,
    "challenge_reveal": lambda r: r.wild_draw_four is not WildDrawFour.BLUFF,
    "uno_caught_by": lambda r: r.uno in (Uno.AUTOMATIC, Uno.OFF),
    "forget_chance": lambda r: r.uno is not Uno.RANDOM_FORGET,
    "uno_grace": lambda r: r.uno is not Uno.CALL,
    "customizable_rule": lambda r: not r.extra.customizable,
    "target": lambda r: r.goal is not Goal.POINTS,
}


def options_of(rules: RuleSet) -> dict[str, str]:
    """Every option with its value as text, in order; meaningless ones at their stored value."""
    return {
        option: write_value(getattr(DEFAULTS if _MEANINGLESS.get(option, _never)(rules) else rules, option))
        for option in OPTIONS
    }


def _never(_rules: RuleSet) -> bool:
    return False


def differences(rules: RuleSet, base: RuleSet) -> dict[str, str]:
    """The options in which `rules` differ from `base`, with the value of `rules` as text."""
    ours, theirs = options_of(rules), options_of(base)
    return {option: text for option, text in ours.items() if text != theirs[option]}


def fingerprint(rules: RuleSet) -> str:
    """Eight hex digits that are the same for the same rules on every machine (section 2, last paragraph)."""
    lines = "".join(f"{option}={text}\n" for option, text in options_of(rules).items())
    return hashlib.sha256(lines.encode()).hexdigest()[:8]
