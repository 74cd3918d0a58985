"""The end of a round as it is shown."""

from msgspec import Struct

from uno_client.screens.frame import Frame
from uno_client.screens.pieces import SaidLine
from uno_engine.cards import Card


class Standing(Struct, frozen=True):
    """A line of the ranking. `cards`: how many the player held over the round, turn by turn; empty: unknown."""

    place: str
    name: str
    cards: tuple[int, ...] = ()
    left: tuple[Card, ...] | None = None
    """What was left in the hand; None: it is not shown."""
    count: str = ""
    """How many that are, in words."""
    gained: str = ""
    total: str = ""
    worth: str = ""
    """What the place is for, in words: points, or cards left."""
    own: bool = False
    won: bool = False
    gone: bool = False
    ready: bool | None = None
    """For the next round; None where nobody waits for that."""


class Titles(Struct, frozen=True):
    """What the columns of the ranking are called; those without a title are left out."""

    cards: str = ""
    left: str = ""
    gained: str = ""
    total: str = ""


class EndScene(Struct, frozen=True):
    """Who won, and how. `shout`, in block letters, makes it a victory; without one it is somebody else's."""

    frame: Frame
    title: str
    how: str = ""
    """With which card and how many points it was won: the rest of the title's sentence."""
    shout: str = ""
    card: Card | None = None
    held: tuple[Card, ...] = ()
    """What the player had left."""
    holding: str = ""
    """The words above it."""
    own: tuple[SaidLine, ...] = ()
    """What the end means for the player."""
    facts: tuple[tuple[str, str], ...] = ()
    """What decided the round: each has a title and what is told."""
    titles: Titles = Titles()
    standings: tuple[Standing, ...] = ()
    tally: tuple[SaidLine, ...] = ()
    log: tuple[SaidLine, ...] = ()
