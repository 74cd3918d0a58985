"""What the client knows of its table's deals: its own bytes, what was seen of the game, and how the check went."""

from __future__ import annotations

from enum import Enum, auto

from msgspec import Struct

from uno_engine.dealt import Seen
from uno_engine.state import View
from uno_protocol.room import DealMixed


class DealVerdict(Enum):
    """How the check of a game's deal went; `uno_client.core.deal_text` says it."""

    CHECKED = auto()
    NO_BYTES = auto()
    """The client offered none."""
    OTHERS = auto()
    """Bytes of other players are missing."""
    LOST = auto()
    """The client's own bytes are missing, and the server hasn't said that it had them."""
    PARTLY = auto()
    """The client saw only a part of the game; that part fits."""
    MISSED = auto()
    """The end of the game was not seen, and so no seed."""
    RULES = auto()
    """The table has rules that this program doesn't know."""
    UNBOUND = auto()
    """The server had committed itself to nothing."""
    CLOSED = auto()
    UNOPENED = auto()
    SECRET = auto()
    LATE = auto()
    LIST = auto()
    DROPPED = auto()
    CHANGED = auto()
    HIDDEN = auto()
    SEED = auto()
    CARDS = auto()

    __hash__ = object.__hash__


class Checked(Struct, frozen=True):
    """The outcome of a check."""

    verdict: DealVerdict
    round: int = 0
    unsaid: bool = False
    """The game was over without a word about its seed."""

    @property
    def bad(self) -> bool:
        """Whether the server is at fault: something didn't fit."""
        return self.verdict.value > DealVerdict.CLOSED.value


Trail = tuple[Seen, "Trail"] | None
"""What was seen of a round, the last first."""


class RoundSeen(Struct, frozen=True):
    """What was seen of a round from its deal on."""

    before: View
    number: int
    trail: Trail = None


class Offer(Struct, frozen=True):
    """Bytes that the player has offered for one game; for no other they are the player's own."""

    hash: str
    share: bytes
    commitment: str
    """What the server was bound to then."""
    seat: int
    spent: bool = False
    """Whether a list had them already: they have been opened, so that the server knows them."""


class GameSeen(Struct, frozen=True):
    """What was seen of the deal of a game."""

    commitment: str | None
    seat: int | None
    late: bool = False
    """The commitment came when the player was ready already."""
    listed: tuple[str | None, ...] = ()
    as_offered: bool = True
    """Whether the list is what was offered."""
    kinds: tuple[int, ...] = ()
    own: bytes | None = None
    """The player's bytes, if their hash is listed."""
    gave: bool = False
    """Whether bytes were offered from the player's seat, perhaps by an earlier client."""
    open_hands: bool = True
    """Whether the table showed hands when the game began: it opens the seed then."""
    mixed: DealMixed | None = None
    joined: bool = False
    """Whether the game began before its table was seen, or while the connection was lost."""
    taken: bool = False
    """Whether the server has said that it has the player's bytes."""
    gap: bool = False
    """Whether something of the game was not seen, so that its events, and `shuffles`, are the server's word only."""
    rounds: tuple[RoundSeen, ...] = ()
    whole: bool = False
    """Whether the last of the rounds is still seen without a gap."""
    events: int = 0


class DealPart(Struct, frozen=True):
    """The player's part in the deals of the table."""

    luck: bytes = b""
    """The client's own random bytes, from which all that it offers follows; empty: it offers none."""
    offered: tuple[Offer, ...] = ()
    """The last bytes that were offered."""
    offers: int = 0
    """The number of offers so far: it goes into the bytes, so no two offers are alike, whatever the server says."""
    found: str | None = None
    """The hash that the player's seat had when it was first seen: an earlier client has offered it."""
    asked: str | None = None
    """The hash that went with a `ready` which has brought nothing yet."""
    late: bool = False
    """A commitment came while the player was ready."""
    stripped: bool = False
    """The player was made ready without the hash that was offered."""
    game: GameSeen | None = None
    checked: Checked | None = None
    """The outcome for the last game, until the next one."""
