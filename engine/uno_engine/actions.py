"""The actions of a game: those of its players, and the few that the table sends."""

from dataclasses import dataclass

from uno_engine.cards import Card, Colour
from uno_engine.decisions import Kinded
from uno_engine.rules import Seat


@dataclass(slots=True)
class Play(Kinded, kind="play"):
    """Play cards from the hand (one, or a chain), with the colour of each wild, and call UNO with it.

    Not frozen, as every move makes one; nobody changes it.
    """

    seat: Seat
    cards: tuple[Card, ...]
    """From the player's hand; more than one only if the rules allow chains or doubles."""
    colours: tuple[Colour | None, ...] = ()
    """As long as `cards`, or empty: the colour of each wild."""
    target: Seat | None = None
    """The player chosen (`choose_player`), if the card needs one; otherwise ignored."""
    uno: bool = False
    """Call UNO with the play."""


@dataclass(frozen=True, slots=True)
class Draw(Kinded, kind="draw"):
    """Draw instead of playing (O2)."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Keep(Kinded, kind="keep"):
    """Keep the card just drawn (O3)."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Pass(Kinded, kind="pass"):
    """Pass, because there is nothing to draw and nothing allowed to play (A3)."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Name(Kinded, kind="name"):
    """Name the colour of a wild that was played without one (A5)."""

    seat: Seat
    colour: Colour


@dataclass(frozen=True, slots=True)
class Choose(Kinded, kind="choose"):
    """Choose another player (C10, H3, section 5)."""

    seat: Seat
    target: Seat


@dataclass(frozen=True, slots=True)
class Cast(Kinded, kind="vote"):
    """Vote for a rule of the ballot (C12)."""

    seat: Seat
    rule: str


@dataclass(frozen=True, slots=True)
class Give(Kinded, kind="give"):
    """Choose the card to pass on (section 5)."""

    seat: Seat
    card: Card


@dataclass(frozen=True, slots=True)
class Retain(Kinded, kind="retain"):
    """Choose the card of the named colour to keep (section 5)."""

    seat: Seat
    card: Card


@dataclass(frozen=True, slots=True)
class Accept(Kinded, kind="accept"):
    """Accept a penalty (O5, S4)."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Challenge(Kinded, kind="challenge"):
    """Challenge a Wild Draw Four (O5)."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Done(Kinded, kind="done"):
    """Confirm that the host's own rule has been read and carried out (N12)."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class CallUno(Kinded, kind="uno"):
    """Call UNO as an action of its own (U1)."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Catch(Kinded, kind="catch"):
    """Catch `target`, who has one card and has not called (O6, U1)."""

    seat: Seat
    target: Seat


@dataclass(frozen=True, slots=True)
class TimedOut(Kinded, kind="timed_out"):
    """The seat's time has run out: the game answers by A11. Sent by the table."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Left(Kinded, kind="left"):
    """The seat's player leaves for good (A10). Sent by the table."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Join(Kinded, kind="joined"):
    """A newcomer fills an empty seat between rounds (A6). Sent by the table."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Deal(Kinded, kind="deal"):
    """Deal the next round (A6, section 3). Sent by the table."""


PlayerAction = (
    Play | Draw | Keep | Pass | Name | Choose | Cast | Give | Retain | Accept | Challenge | Done | CallUno | Catch
)
TableAction = TimedOut | Left | Join | Deal
Action = PlayerAction | TableAction


@dataclass(frozen=True, slots=True)
class CanPlay(Kinded, kind="play"):
    """What is listed for a card that may be played: the card, and the questions (decision kinds) that it will ask.

    The player who chooses it completes it to a `Play`; the play or a later action answers its questions.
    """

    seat: Seat
    card: Card
    asks: tuple[str, ...] = ()


Listed = (
    CanPlay | Draw | Keep | Pass | Name | Choose | Cast | Give | Retain | Accept | Challenge | Done | CallUno | Catch
)
"""The actions that `legal_actions` lists: every `PlayerAction`, with `CanPlay` in place of `Play`."""
