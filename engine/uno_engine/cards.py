"""The cards, and how each is written (rule book A1, A7; the notation of scenario files)."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import Enum
from functools import cache
from operator import attrgetter
from typing import Self

from uno_engine.language import N_, _


class Colour(Enum):
    """The four colours; the value is the letter of the notation. `Y` is orange where a table calls it so."""

    RED = "R"
    YELLOW = "Y"
    GREEN = "G"
    BLUE = "B"

    __hash__ = object.__hash__  # in C: tables are looked up by colour at every turn

    def __repr__(self) -> str:
        return self.name


class Rank(Enum):
    """Number or symbol of a card; the value is its part of the notation."""

    ZERO = "0"
    ONE = "1"
    TWO = "2"
    THREE = "3"
    FOUR = "4"
    FIVE = "5"
    SIX = "6"
    SEVEN = "7"
    EIGHT = "8"
    NINE = "9"
    SKIP = "S"
    REVERSE = "R"
    DRAW_TWO = "+2"
    WILD = "W"
    WILD_DRAW_FOUR = "W+4"
    SWAP_HANDS = "WS"
    SHUFFLE_HANDS = "WX"
    CUSTOMIZABLE = "WC"

    def __repr__(self) -> str:
        return self.name


NUMBERS = tuple(rank for rank in Rank if rank.value.isdigit())
SYMBOLS = (Rank.SKIP, Rank.REVERSE, Rank.DRAW_TWO)
WILDS = (Rank.WILD, Rank.WILD_DRAW_FOUR, Rank.SWAP_HANDS, Rank.SHUFFLE_HANDS, Rank.CUSTOMIZABLE)
EXTRAS = (Rank.SWAP_HANDS, Rank.SHUFFLE_HANDS, Rank.CUSTOMIZABLE)

# A7: what a card left in a loser's hand is worth.
POINTS = (
    {rank: int(rank.value) for rank in NUMBERS}
    | dict.fromkeys(SYMBOLS, 20)
    | {Rank.WILD: 50, Rank.WILD_DRAW_FOUR: 50}
    | dict.fromkeys(EXTRAS, 40)
)

RANK_WORDS: Mapping[Rank, str] = {
    Rank.SKIP: N_("Skip"),
    Rank.REVERSE: N_("Reverse"),
    Rank.DRAW_TWO: N_("Draw Two"),
    Rank.WILD: N_("Wild"),
    Rank.WILD_DRAW_FOUR: N_("Wild Draw Four"),
    Rank.SWAP_HANDS: N_("Swap Hands"),
    Rank.SHUFFLE_HANDS: N_("Shuffle Hands"),
    Rank.CUSTOMIZABLE: N_("Customizable"),
}
"""The names of all cards that are not numbers."""


def rank_word(rank: Rank) -> str:
    """The name of a number or symbol."""
    return _(RANK_WORDS[rank]) if rank in RANK_WORDS else rank.value


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Card:
    """One face. Faces are interned: `card("R5") is card("R5")`, so identity is equality.

    `order` is the canonical order (A11): R Y G B, within a colour 0-9, S, R, +2; then W, W+4, WS, WX, WC.
    """

    colour: Colour | None
    rank: Rank
    order: int
    points: int
    name: str

    @property
    def wild(self) -> bool:
        """True for a card without a colour of its own."""
        return self.colour is None

    def __repr__(self) -> str:
        return self.name

    def __copy__(self) -> Self:
        return self

    def __deepcopy__(self, memo: object) -> Self:
        return self

    def __reduce__(self) -> tuple[object, tuple[str]]:
        return card, (self.name,)


def _faces() -> tuple[Card, ...]:
    kinds: list[tuple[Colour | None, Rank]] = [(colour, rank) for colour in Colour for rank in (*NUMBERS, *SYMBOLS)]
    kinds += [(None, rank) for rank in WILDS]
    return tuple(
        Card(colour, rank, order, POINTS[rank], (colour.value if colour else "") + rank.value)
        for order, (colour, rank) in enumerate(kinds)
    )


FACES = _faces()
"""Every face in canonical order."""

_BY_NAME = {face.name: face for face in FACES}

canonical_order = attrgetter("order")
"""Sort key for hands."""


def card(name: str) -> Card:
    """The face written `name`, such as `R5`, `YS`, `W+4`.

    Raises ValueError if there is no such card.
    """
    try:
        return _BY_NAME[name]
    except KeyError:
        raise ValueError(f"no card is written {name!r} (R5, YS, GR, B+2, W, W+4, WS, WX, WC are)") from None


def cards(names: str) -> tuple[Card, ...]:
    """The faces of a blank-separated list, in the order written. Raises ValueError as `card` does."""
    return tuple(card(name) for name in names.split())


@cache
def deck(decks: int = 1, extra: tuple[int, int, int] = (0, 0, 0)) -> tuple[Card, ...]:
    """All cards of a game in canonical order (A1).

    `extra` counts Swap Hands, Shuffle Hands and Customizable in one deck; `decks` multiplies the whole.
    """
    copies = dict.fromkeys(Rank, 2) | {Rank.ZERO: 1, Rank.WILD: 4, Rank.WILD_DRAW_FOUR: 4}
    copies |= dict(zip(EXTRAS, extra, strict=True))
    return tuple(face for face in FACES for _ in range(copies[face.rank] * decks))


def points(hand: Iterable[Card]) -> int:
    """The points of a hand (A7)."""
    return sum(face.points for face in hand)
