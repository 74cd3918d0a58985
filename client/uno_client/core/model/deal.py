"""What the client knows of its table's deals: its own bytes, what was seen of the game, and how the check went."""

from __future__ import annotations

from enum import Enum

from msgspec import Struct

from uno_engine.dealt import Seen
from uno_engine.language import N_, _
from uno_engine.state import View
from uno_protocol.room import DealMixed


class DealVerdict(Enum):
    """How the check of a game's deal went; the value says it. All but the first four are faults of the server."""

    CHECKED = N_("Deal checked: nobody chose or changed the cards.")
    NO_BYTES = N_("Deal checked, but your client offered no bytes.")
    CLOSED = N_("Deal not checked: this table keeps hands closed.")
    RULES = N_("Deal not checked: this program doesn't know all rules of this table.")
    UNOPENED = N_("The server didn't open what it had committed itself to.")
    SECRET = N_("The server opened another secret than the one that it had committed itself to.")
    LATE = N_("The server committed itself to its cards only when you were ready.")
    LIST = N_("The server's list of bytes isn't what the players offered.")
    DROPPED = N_("The server left out the bytes of your client.")
    CHANGED = N_("The server changed bytes that were announced.")
    SEED = N_("The cards were dealt from another seed than the one that the bytes make.")
    CARDS = N_("Round {n} is wrong: cards that you saw don't follow from the seed.")

    __hash__ = object.__hash__


_HARMLESS = (DealVerdict.CHECKED, DealVerdict.NO_BYTES, DealVerdict.CLOSED, DealVerdict.RULES)


class Checked(Struct, frozen=True):
    """The outcome of a check."""

    verdict: DealVerdict
    round: int = 0

    @property
    def bad(self) -> bool:
        """Whether something didn't fit."""
        return self.verdict not in _HARMLESS

    @property
    def text(self) -> str:
        """The outcome in words; loud if something didn't fit."""
        said = _(self.verdict.value).format(n=self.round)
        return said if not self.bad else _("The deal was NOT honest! {why}").format(why=said)


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
    """How many there were: no two have the same bytes, whatever the server says."""
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
