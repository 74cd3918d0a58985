"""What can be asked of a game: a player's own actions, and the few that whoever runs the table sends."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from engine.cards import Card, Colour


@dataclass(slots=True)
class Play:
    """Lay cards of the hand (one, or a chain), with the colour of each wild, and call UNO with it.

    Not frozen, as every move makes one; nobody changes it.
    `colours` is empty or as long as `cards`, None where no colour is named. `target` answers `choose_player`.
    """

    kind: ClassVar[str] = "play"
    seat: int
    cards: tuple[Card, ...]
    colours: tuple[Colour | None, ...] = ()
    target: int | None = None
    uno: bool = False


@dataclass(frozen=True, slots=True)
class Draw:
    """Draw instead of playing (O2)."""

    kind: ClassVar[str] = "draw"
    seat: int


@dataclass(frozen=True, slots=True)
class Keep:
    """Keep the card just drawn (O3)."""

    kind: ClassVar[str] = "keep"
    seat: int


@dataclass(frozen=True, slots=True)
class Pass:
    """Pass, because there is nothing to draw and nothing allowed to play (A3)."""

    kind: ClassVar[str] = "pass"
    seat: int


@dataclass(frozen=True, slots=True)
class Name:
    """Name the colour of a wild that was laid without one (A5)."""

    kind: ClassVar[str] = "name"
    seat: int
    colour: Colour


@dataclass(frozen=True, slots=True)
class Choose:
    """Choose another player (C10, H3, section 5)."""

    kind: ClassVar[str] = "choose"
    seat: int
    target: int


@dataclass(frozen=True, slots=True)
class Cast:
    """Vote for a rule of the ballot (C12)."""

    kind: ClassVar[str] = "vote"
    seat: int
    rule: str


@dataclass(frozen=True, slots=True)
class Give:
    """Choose the card that is passed on (section 5)."""

    kind: ClassVar[str] = "give"
    seat: int
    card: Card


@dataclass(frozen=True, slots=True)
class Retain:
    """Choose the card of the named colour that is kept (section 5)."""

    kind: ClassVar[str] = "retain"
    seat: int
    card: Card


@dataclass(frozen=True, slots=True)
class Accept:
    """Accept a penalty (O5, S4)."""

    kind: ClassVar[str] = "accept"
    seat: int


@dataclass(frozen=True, slots=True)
class Challenge:
    """Challenge a Wild Draw Four (O5)."""

    kind: ClassVar[str] = "challenge"
    seat: int


@dataclass(frozen=True, slots=True)
class CallUno:
    """Call UNO as an action of its own (U1)."""

    kind: ClassVar[str] = "uno"
    seat: int


@dataclass(frozen=True, slots=True)
class Catch:
    """Catch `target` with one card and no call (O6, U1)."""

    kind: ClassVar[str] = "catch"
    seat: int
    target: int


@dataclass(frozen=True, slots=True)
class TimedOut:
    """The seat's time is over: the default of A11 is taken. Sent by the table."""

    kind: ClassVar[str] = "timed_out"
    seat: int


@dataclass(frozen=True, slots=True)
class Left:
    """The seat's player leaves for good (A10). Sent by the table."""

    kind: ClassVar[str] = "left"
    seat: int


@dataclass(frozen=True, slots=True)
class Joined:
    """A newcomer fills an empty seat between rounds (A6). Sent by the table."""

    kind: ClassVar[str] = "joined"
    seat: int


@dataclass(frozen=True, slots=True)
class Deal:
    """Deal the next round (A6, section 3). Sent by the table."""

    kind: ClassVar[str] = "deal"


PlayerAction = Play | Draw | Keep | Pass | Name | Choose | Cast | Give | Retain | Accept | Challenge | CallUno | Catch
TableAction = TimedOut | Left | Joined | Deal
Action = PlayerAction | TableAction


@dataclass(frozen=True, slots=True)
class CanPlay:
    """What is listed for a card that may be laid: the card, and the questions (decision kinds) that it will ask.

    It is completed to a `Play` by whoever chooses it; questions may be answered with the play or afterwards.
    """

    kind: ClassVar[str] = "play"
    seat: int
    card: Card
    asks: tuple[str, ...] = ()


Listed = CanPlay | Draw | Keep | Pass | Name | Choose | Cast | Give | Retain | Accept | Challenge | CallUno | Catch
"""What `legal_actions` lists: everything of a `PlayerAction`, with `CanPlay` in the place of `Play`."""
