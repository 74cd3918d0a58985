"""The actions of a game: those of its players, and the few that the table sends."""

from dataclasses import dataclass
from typing import ClassVar

from uno_engine.cards import Card, Colour
from uno_engine.rules import Seat


@dataclass(slots=True)
class Play:
    """Play cards from the hand (one, or a chain), with the colour of each wild, and call UNO with it.

    Not frozen, as every move makes one; nobody changes it.
    `colours` is empty or as long as `cards`, None where no colour is named. `target` answers `choose_player`.
    """

    kind: ClassVar[str] = "play"
    seat: Seat
    cards: tuple[Card, ...]
    colours: tuple[Colour | None, ...] = ()
    target: Seat | None = None
    uno: bool = False


@dataclass(frozen=True, slots=True)
class Draw:
    """Draw instead of playing (O2)."""

    kind: ClassVar[str] = "draw"
    seat: Seat


@dataclass(frozen=True, slots=True)
class Keep:
    """Keep the card just drawn (O3)."""

    kind: ClassVar[str] = "keep"
    seat: Seat


@dataclass(frozen=True, slots=True)
class Pass:
    """Pass, because there is nothing to draw and nothing allowed to play (A3)."""

    kind: ClassVar[str] = "pass"
    seat: Seat


@dataclass(frozen=True, slots=True)
class Name:
    """Name the colour of a wild that was played without one (A5)."""

    kind: ClassVar[str] = "name"
    seat: Seat
    colour: Colour


@dataclass(frozen=True, slots=True)
class Choose:
    """Choose another player (C10, H3, section 5)."""

    kind: ClassVar[str] = "choose"
    seat: Seat
    target: Seat


@dataclass(frozen=True, slots=True)
class Cast:
    """Vote for a rule of the ballot (C12)."""

    kind: ClassVar[str] = "vote"
    seat: Seat
    rule: str


@dataclass(frozen=True, slots=True)
class Give:
    """Choose the card to pass on (section 5)."""

    kind: ClassVar[str] = "give"
    seat: Seat
    card: Card


@dataclass(frozen=True, slots=True)
class Retain:
    """Choose the card of the named colour to keep (section 5)."""

    kind: ClassVar[str] = "retain"
    seat: Seat
    card: Card


@dataclass(frozen=True, slots=True)
class Accept:
    """Accept a penalty (O5, S4)."""

    kind: ClassVar[str] = "accept"
    seat: Seat


@dataclass(frozen=True, slots=True)
class Challenge:
    """Challenge a Wild Draw Four (O5)."""

    kind: ClassVar[str] = "challenge"
    seat: Seat


@dataclass(frozen=True, slots=True)
class Done:
    """Confirm that the host's own rule has been read and carried out (N12)."""

    kind: ClassVar[str] = "done"
    seat: Seat


@dataclass(frozen=True, slots=True)
class CallUno:
    """Call UNO as an action of its own (U1)."""

    kind: ClassVar[str] = "uno"
    seat: Seat


@dataclass(frozen=True, slots=True)
class Catch:
    """Catch `target`, who has one card and has not called (O6, U1)."""

    kind: ClassVar[str] = "catch"
    seat: Seat
    target: Seat


@dataclass(frozen=True, slots=True)
class TimedOut:
    """The seat's time has run out: the game answers by A11. Sent by the table."""

    kind: ClassVar[str] = "timed_out"
    seat: Seat


@dataclass(frozen=True, slots=True)
class Left:
    """The seat's player leaves for good (A10). Sent by the table."""

    kind: ClassVar[str] = "left"
    seat: Seat


@dataclass(frozen=True, slots=True)
class Join:
    """A newcomer fills an empty seat between rounds (A6). Sent by the table."""

    kind: ClassVar[str] = "joined"
    seat: Seat


@dataclass(frozen=True, slots=True)
class Deal:
    """Deal the next round (A6, section 3). Sent by the table."""

    kind: ClassVar[str] = "deal"


PlayerAction = (
    Play | Draw | Keep | Pass | Name | Choose | Cast | Give | Retain | Accept | Challenge | Done | CallUno | Catch
)
TableAction = TimedOut | Left | Join | Deal
Action = PlayerAction | TableAction


@dataclass(frozen=True, slots=True)
class CanPlay:
    """What is listed for a card that may be played: the card, and the questions (decision kinds) that it will ask.

    The player who chooses it completes it to a `Play`; the play or a later action answers its questions.
    """

    kind: ClassVar[str] = "play"
    seat: Seat
    card: Card
    asks: tuple[str, ...] = ()


Listed = (
    CanPlay | Draw | Keep | Pass | Name | Choose | Cast | Give | Retain | Accept | Challenge | Done | CallUno | Catch
)
"""What `legal_actions` lists: everything of a `PlayerAction`, with `CanPlay` in place of `Play`."""
