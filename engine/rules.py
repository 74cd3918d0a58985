"""What a table can vary, and which combinations make sense (rule book, section 2)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, fields
from enum import Enum
from typing import Annotated, NamedTuple

from engine.language import _

MOST_SEATS = 10
Seat = Annotated[int, range(MOST_SEATS)]
"""A seat of the table. Fields of this type, alone or within others, are written and checked as seats."""
Direction = Annotated[int, range(-1, 2, 2)]
"""1 is clockwise (ascending seats), -1 counter-clockwise."""


class Starter(Enum):
    """A6: who plays first."""

    LEFT_OF_DEALER = "left_of_dealer"
    RANDOM = "random"
    CHOSEN = "chosen"


class FirstCard(Enum):
    """Section 3: who carries out the first card, or that it is a number (N3)."""

    STARTER = "starter"
    DEALER = "dealer"
    NUMBER = "number"


class FirstReverse(Enum):
    """B3: what a Reverse as first card does."""

    DEALER_STARTS = "dealer_starts"
    TURNS_ONLY = "turns_only"


class DrawnCard(Enum):
    """Whether you may or must play a drawn card that is allowed."""

    MAY_PLAY = "may_play"
    MUST_PLAY = "must_play"


class WildDrawFour(Enum):
    """Whether you can bluff with a Wild Draw Four, its condition is enforced, or it has none."""

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
    """Which penalties you can pass on (S4, H1, N1)."""

    OFF = "off"
    SAME = "same"
    ANY = "any"
    UP = "up"
    ANY_COLOUR = "any_colour"


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
    """What the fourth colour is called: only a label."""

    YELLOW = "yellow"
    ORANGE = "orange"


class Goal(Enum):
    """What wins the game (C15 to C17, N5)."""

    POINTS = "points"
    SINGLE_ROUND = "single_round"
    UNTIL_LAST = "until_last"
    LOW_POINTS = "low_points"

    @property
    def by_points(self) -> bool:
        """Whether rounds are played until somebody has enough points."""
        return self in (Goal.POINTS, Goal.LOW_POINTS)


class SevenZero(Enum):
    """Which of sevens and zeros move hands (H3, N6)."""

    NO = "no"
    YES = "yes"
    SEVENS = "sevens"
    ZEROS = "zeros"


class LastCard(Enum):
    """What the last card of a hand may be (N4)."""

    ANY = "any"
    NUMBER = "number"


class Doubles(Enum):
    """Which cards you can play together (N7)."""

    NO = "no"
    TWINS = "twins"
    SAME = "same"


class UnoAfterSwap(Enum):
    """Who says UNO when your own play moves hands (U2, N10)."""

    ANNOUNCED = "announced"
    OWED = "owed"


class ChainActions(Enum):
    """What may follow an action card in a chain (N13)."""

    ALL_LAST = "all_last"
    SEVERAL_LAST = "several_last"


class Players(NamedTuple):
    """The fewest and the most players of a table."""

    least: int
    most: int


class Extra(NamedTuple):
    """How many Swap Hands, Shuffle Hands and Customizable cards one deck has."""

    swap: int
    shuffle: int
    customizable: int


VOTE = "vote"
"""The value of `customizable_rule` under which the players vote (C12)."""
OWN = "own"
"""The value of `customizable_rule` under which the host's own sentence counts (N12)."""
LEAST_MERCY, MOST_MERCY = 16, 40
"""Cards that put a player out of the round (N8)."""


@dataclass(frozen=True, slots=True)
class RuleSet:
    """One value for every option of section 2, in the order of its table. The defaults are `official`.

    A new option comes last.
    """

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
    seven_zero: SevenZero = SevenZero.NO
    jump_in: bool = False
    deflect: bool = False
    last_card: LastCard = LastCard.ANY
    doubles: Doubles = Doubles.NO
    mercy: int = 0
    uno_after_swap: UnoAfterSwap = UnoAfterSwap.ANNOUNCED
    chain_actions: ChainActions = ChainActions.ALL_LAST
    own_text: str = ""

    @property
    def several(self) -> bool:
        """Whether several cards can be laid at once: a chain (Q1), or a double (N7)."""
        return self.chains or self.doubles is not Doubles.NO


DEFAULTS = RuleSet()
OPTIONS = tuple(field.name for field in fields(RuleSet))
"""The options in the order of the rule book."""


class RulesRefused(ValueError):
    """A rule set that makes no sense: the option at fault, a stable code, and the reason."""

    def __init__(self, option: str, code: str, reason: str) -> None:
        super().__init__(f"{option}: {reason}")
        self.option = option
        self.code = code
        self.reason = reason


def deck_size(rules: RuleSet) -> int:
    """How many cards a game under these rules has (A1)."""
    return (108 + sum(rules.extra)) * rules.decks


class Clash(NamedTuple):
    """One way in which options clash: the option to name, the test, the reason."""

    option: str
    clashes: Callable[[RuleSet], bool]
    reason: str


CLASHES = (
    Clash(
        "players",
        lambda r: not 2 <= r.players.least <= r.players.most <= MOST_SEATS,
        f"takes the fewest and the most players, both from 2 to {MOST_SEATS}, the fewest first",
    ),
    Clash(
        "hand_size",
        lambda r: deck_size(r) - r.players.most * r.hand_size < 5,
        "leaves fewer than 5 cards at a full table; deal fewer cards, allow fewer players or take two decks",
    ),
    Clash("chains", lambda r: r.chains and r.stacking is not Stacking.OFF, "does not go with stacking"),
    Clash("chains", lambda r: r.chains and r.seven_zero is not SevenZero.NO, "does not go with seven_zero"),
    Clash("chains", lambda r: r.chains and r.jump_in, "does not go with jump_in"),
    Clash("chains", lambda r: r.chains and any(r.extra), "does not go with extra cards"),
    Clash("chains", lambda r: r.chains and r.doubles is not Doubles.NO, "does not go with playing doubles"),
    Clash(
        "stacking",
        lambda r: r.stacking is Stacking.ANY and not r.draw_two_on_wild_draw_four,
        "any does not go with draw_two_on_wild_draw_four=no",
    ),
    Clash(
        "stacking",
        lambda r: r.stacking is Stacking.ANY_COLOUR and not r.draw_two_on_wild_draw_four,
        "this value needs Draw Twos to be allowed on a Wild Draw Four",
    ),
    Clash(
        "customizable_rule",
        lambda r: r.customizable_rule == OWN and not r.own_text,
        "write the host's own rule first",
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
    """Raise RulesRefused, with the option and the reason, if options clash (section 2)."""
    for clash in CLASHES:
        if clash.clashes(rules):
            raise RulesRefused(clash.option, "does_not_combine", _(clash.reason))
