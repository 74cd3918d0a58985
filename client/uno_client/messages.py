"""Messages of the client: what reaches its core, and what the core asks of its shells.

The contract of a link (net/link.py): it greets, logs in or resumes, answers pings, comes back after a loss, and
hands on every other message of the server as it is, `welcome`, `logged_in`, `resumed` and `bye` included. It numbers
nothing and keeps no requests: after `resumed` the core sends again what has no answer. For `resume` it asks
`Model.position` for the table and the last entry seen. A shell feeds `Tick` before every other input, so that the
core knows the time.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from msgspec import Struct

from uno_client.address import Address
from uno_client.trust import Doubt, Trust
from uno_client.wording.front_door import Item
from uno_client.wording.trust import NOT_AS_KNOWN
from uno_engine.actions import PlayerAction
from uno_engine.language import _, ngettext
from uno_protocol.messages import SPOKEN, Request, ServerMessage

if TYPE_CHECKING:
    from uno_engine.rules import RuleSet
    from uno_protocol.records.file import GameRecord


class Tick(Struct, frozen=True):
    """Time goes by: `now` in seconds of a clock that never goes back."""

    now: float


class Connecting(Struct, frozen=True):
    """The link is trying (again) to reach the server at `address`."""

    address: str


class LinkUp(Struct, frozen=True):
    """The connection is open and trusted, and the login under way. Without encryption the key is empty.

    `exposed`: others on the network can read along. `unseen`: nobody was there to compare the words of a first visit.
    `stored`: the next client of this user will know the server, too.
    """

    fingerprint: str = ""
    words: tuple[str, ...] = ()
    exposed: bool = False
    unseen: bool = False
    stored: bool = True


class LinkDown(Struct, frozen=True):
    """The connection is lost or could not be made.

    `retry_in` is in seconds; None means that the link gives up, and `code` is the exit code that goes with it.
    `wants_password`: it gives up because the server wants a password, and none or a wrong one was given.
    `wrong_password`: one was given. `no_name`: why the name that was asked for cannot be had.
    `doubt`: it gives up because the server may be an impostor; it sent nothing secret without the player's consent.
    """

    reason: str
    retry_in: float | None = None
    code: int = 69
    wants_password: bool = False
    doubt: Doubt | None = None
    wrong_password: bool = False
    no_name: str = ""
    claimable: bool = False
    """The name is that of a player who is gone, whose seat may be asked for (P-5.17)."""


ServerKey = tuple[str, int, str]
"""What tells servers apart: id, port, and the fingerprint of the key (P-15.8)."""


class Found(Struct, frozen=True):
    """One server, with every text safe to show. A count is None if unknown."""

    id: str
    name: str
    host: str
    port: int
    addresses: tuple[str, ...]
    players: int | None = None
    tables: int | None = None
    open_tables: int | None = None
    free_seats: int | None = None
    password: bool = False
    versions: tuple[int, int] | None = None
    fingerprint: str = ""
    """Of the key that it says it has: a hint."""
    answers: bool | None = None
    """Whether it answers with its id and key; None: not known yet."""
    verdict: Trust | None = None
    """What is not as it is with the server that is known by that id (OTHER_KEY, DOWNGRADED), if anything."""

    @property
    def key(self) -> ServerKey:
        return self.id, self.port, self.fingerprint

    @property
    def address(self) -> Address:
        return Address(self.host, self.port)

    @property
    def speaks_ours(self) -> bool:
        """Whether it speaks the version of this program, as far as is known."""
        return self.versions is None or SPOKEN.choice(self.versions) is not None

    @property
    def foreign(self) -> str:
        """Why a server of another version is not joined, in a sentence."""
        if self.versions is not None and self.versions[1] < SPOKEN.lowest:
            return _("{name} runs an older version: its host needs to update.").format(name=self.name)
        return _("{name} runs a newer version: update this program.").format(name=self.name)

    def row(self) -> dict[str, Any]:
        shown = ("name", "host", "port", "players", "tables", "password", "id", "versions", "open_tables", "free_seats")
        return {
            **{key: getattr(self, key) for key in shown},
            "answers": self.answers is True,
            "addresses": list(self.addresses),
            "key": self.fingerprint or None,
            "doubt": None if self.verdict is None else self.verdict.name.lower(),
        }

    @property
    def described(self) -> str:
        doubt = "" if self.verdict is None else _(NOT_AS_KNOWN[self.verdict])
        if self.answers is False:
            return _("{doubt}, no answer").format(doubt=doubt) if doubt else _("no answer")
        parts = [
            doubt,
            _counted(self.players, ngettext("{n} player", "{n} players", self.players or 0), _("no players")),
            _counted(
                self.open_tables,
                ngettext("{n} open table", "{n} open tables", self.open_tables or 0),
                _("no open tables"),
            ),
            _counted(
                self.free_seats, ngettext("{n} free seat", "{n} free seats", self.free_seats or 0), _("no free seats")
            ),
            _("password needed") if self.password else "",
            "" if self.speaks_ours else _("other version"),
        ]
        return ", ".join(part for part in parts if part) or _("no details")


def _counted(count: int | None, some: str, none: str) -> str:
    return "" if count is None else some.format(n=count) if count else none


class Discovered(Struct, frozen=True):
    """The servers that are known on the network now; `trouble`: why discovery is unavailable, empty if it works."""

    found: tuple[Found, ...]
    trouble: str = ""


class Key(Struct, frozen=True):
    """A key without a character: `left`, `enter`, `escape`, `f1`, `c-c`, … (the names of fullscreen/keys.py)."""

    name: str


class Typed(Struct, frozen=True):
    """Characters typed or pasted."""

    text: str


class Pointed(Struct, frozen=True):
    """A click on a card, a line, a field or an answer: the one at that place, as the cursor counts there."""

    at: int


class Taught(Struct, frozen=True):
    """The beat of the lesson that is due (behind the last one: it is over); None while others play."""

    beat: int | None


class RecordChecked(Struct, frozen=True):
    """The verdict on the record that is shown, in a sentence; `false`: it isn't true."""

    text: str
    false: bool = False


class Fetched(Struct, frozen=True):
    """The server's record of the last finished game; None: it can't be shown."""

    record: GameRecord | None


class Opinion(Struct, frozen=True):
    """The move that `expert` would have made for a seat, and the one that was made, each with its worth.

    The worth is None where nothing was to be chosen, or nobody knows what was done.
    """

    seat: int
    move: PlayerAction
    rules: RuleSet
    others: int
    """How many played against that seat."""
    worth: float | None = None
    made: PlayerAction | None = None
    worth_made: float | None = None


class Considered(Struct, frozen=True):
    """The opinion of `expert` on place `at` of the game that is shown again; None: nobody had to decide there."""

    at: int
    opinion: Opinion | None


class Act(Struct, frozen=True):
    """The player wants this action at the table, with every question about it settled."""

    action: PlayerAction


class Ask(Struct, frozen=True):
    """Send a request that is no play (its id is set then); `openly`: a password in it may go without encryption."""

    request: Request
    openly: bool = False


class Stop(Struct, frozen=True):
    """The player wants to end the program, with that exit code."""

    code: int = 0


class HostEnded(Struct, frozen=True):
    """The player's own server, on which they play, has ended. `why`: why it couldn't be started again."""

    why: str = ""


class StartHost(Struct, frozen=True):
    """The player wants their own server to run again."""


class TakeBack(Struct, frozen=True):
    """The player says that the name that is taken is theirs, and wants the seat back."""


class Invite(Struct, frozen=True):
    """The player wants the QR code by which phones join; of several addresses that one, counted from 1."""

    number: int = 1


class Invited(Struct, frozen=True):
    """Where phones find the page of the server, such as `http://192.168.1.5:7777/`; none: `why`, in a sentence."""

    pages: tuple[str, ...] = ()
    why: str = ""


class Saved(Struct, frozen=True):
    """A record is in the file of that name; with `why`, it is not."""

    path: str
    why: str = ""


Pressed = Key | Typed | Pointed
OfLink = Connecting | LinkUp | LinkDown
Shown = (
    Discovered
    | Taught
    | RecordChecked
    | Fetched
    | Considered
    | HostEnded
    | StartHost
    | TakeBack
    | Invite
    | Invited
    | Saved
)
Input = ServerMessage | Tick | OfLink | Pressed | Shown | Act | Ask | Stop


class Send(Struct, frozen=True):
    """Send this request; if there is no link it is dropped (it is sent again after the next resume)."""

    request: Request


class Connect(Struct, frozen=True):
    """Connect to `address` under `name` (empty: one that the shell finds), with the server's password."""

    address: Address
    name: str
    password: str = ""

    __repr__ = object.__repr__  # the password is told to nobody


class GoOn(Struct, frozen=True):
    """Connect as before: the player has accepted the key with that fingerprint, or that the password goes openly.

    `claims`: the player asks for the seat of that name.
    """

    accepted: str = ""
    openly: bool = False
    claims: bool = False


class SaveRecord(Struct, frozen=True):
    """Write the record of a game into a new file, and feed `Saved`."""

    path: str
    data: bytes


class ReadRecord(Struct, frozen=True):
    """Read the record of the last finished game, and feed `Fetched`; and `RecordChecked` if it turns out false."""

    data: bytes


class Resync(Struct, frozen=True):
    """The server contradicts itself: reconnect and resume with `seen` null, for a snapshot."""


class Quit(Struct, frozen=True):
    """End with this exit code; `text`, if any, is the one line to say."""

    code: int
    text: str = ""


class PlayOn(Struct, frozen=True):
    """Let the player play alone from that position, and then come back here."""

    position: str


class Bell(Struct, frozen=True):
    """Ring the terminal's bell: it is the player's turn."""


class Go(Struct, frozen=True):
    """The player has chosen that line of the front door; HOST also means: start their own server again."""

    entry: Item


class Remember(Struct, frozen=True):
    """Keep these settings in the player's file; None: as if nothing was said."""

    changes: Mapping[str, str | bool | Mapping[str, str] | None]


class Copy(Struct, frozen=True):
    """Put this text where the player's system pastes from, if the terminal can."""

    text: str


class Speak(Struct, frozen=True):
    """Speak the language of that setting from now on (`auto`: that of the system)."""

    language: str


class Consider(Struct, frozen=True):
    """Find out what `expert` would have done after `at` events; `Considered` is to follow. `eyes`: as for `opinion`."""

    record: GameRecord
    at: int
    eyes: int | None


class FindPages(Struct, frozen=True):
    """Find out where phones reach the page of the server at that address; `Invited` is to follow."""

    address: str


Command = (
    Send
    | Connect
    | GoOn
    | SaveRecord
    | ReadRecord
    | Resync
    | Quit
    | PlayOn
    | Bell
    | Go
    | Remember
    | Copy
    | Speak
    | FindPages
    | Consider
)
