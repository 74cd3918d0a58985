"""What reaches the client's core, and what the core asks of its shells: inputs and commands as values.

The contract of a link (client/link.py): it greets, logs in or resumes, answers pings, comes back after a loss, and
hands on every other message of the server as it is, `welcome`, `logged_in`, `resumed` and `bye` included. It numbers
nothing and keeps no requests: after `resumed` the core sends again what has no answer. For `resume` it asks
`Model.position` for the table and the last entry seen. A shell feeds `Tick` before every other input, so that the
core knows the time.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from client.found import Found
from engine.actions import PlayerAction
from protocol.messages import Request, ServerMessage


@dataclass(frozen=True, slots=True)
class Tick:
    """Time goes by: `now` in seconds of a clock that never goes back."""

    now: float


@dataclass(frozen=True, slots=True)
class Connecting:
    """The link is trying (again) to reach the server at `address`."""

    address: str


@dataclass(frozen=True, slots=True)
class LinkUp:
    """The connection stands; greeting and login are under way."""


@dataclass(frozen=True, slots=True)
class LinkDown:
    """The connection is lost or could not be made.

    `retry_in` is in seconds; None means that the link gives up, and `code` is the exit code that goes with it.
    `wants_password`: it gives up because the server wants a password, and none or a wrong one was given.
    """

    reason: str
    retry_in: float | None = None
    code: int = 69
    wants_password: bool = False


@dataclass(frozen=True, slots=True)
class Discovered:
    """The servers that are known on the network now; `trouble`: why none can be found, empty if all is well."""

    found: tuple[Found, ...]
    trouble: str = ""


@dataclass(frozen=True, slots=True)
class Key:
    """A key without a character: `left`, `enter`, `escape`, `f1`, `c-c`, … (the names of client/keys.py)."""

    name: str


@dataclass(frozen=True, slots=True)
class Typed:
    """Characters typed or pasted."""

    text: str


@dataclass(frozen=True, slots=True)
class Act:
    """The player wants this action at the table, with every question about it settled."""

    action: PlayerAction


@dataclass(frozen=True, slots=True)
class Ask:
    """Send a request that is no play; its id is set on the way."""

    request: Request


@dataclass(frozen=True, slots=True)
class Stop:
    """The player wants to end the program, with that exit code."""

    code: int = 0


Input = ServerMessage | Tick | Connecting | LinkUp | LinkDown | Discovered | Key | Typed | Act | Ask | Stop


@dataclass(frozen=True, slots=True)
class Send:
    """Send this request; if there is no link it is dropped (it is sent again after the next resume)."""

    request: Request


@dataclass(frozen=True, slots=True)
class Connect:
    """Connect to `address` (as typed) under `name` (empty: one that the shell finds), with the server's password."""

    address: str
    name: str
    password: str = field(default="", repr=False)


@dataclass(frozen=True, slots=True)
class Resync:
    """What the server says does not fit together: connect anew and resume with `seen` null, for a snapshot."""


@dataclass(frozen=True, slots=True)
class Quit:
    """End with this exit code; `text`, if any, is the one line to say."""

    code: int
    text: str = ""


@dataclass(frozen=True, slots=True)
class Bell:
    """Ring the terminal's bell: it is the player's turn."""


Command = Send | Connect | Resync | Quit | Bell
