"""Who has a name on this server: sessions, their secret tokens, and the answers they were given (P-5, P-6)."""

from __future__ import annotations

import base64
import hashlib
import hmac
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field

from protocol.messages import ServerMessage
from server import names
from server.limits import ANSWERS_KEPT, SESSION_SECONDS, Limits
from server.refusal import Refusal

TOKEN_BYTES = 24
LAPSE_SECONDS = 60.0
"""Between two looks at all sessions for those that have lapsed."""

Entropy = Callable[[int], bytes]
"""So many unpredictable bytes."""


@dataclass(slots=True)
class Session:
    """One name on this server. `peer` is the connection that speaks for it now, None while there is none."""

    number: int
    digest: bytes = field(repr=False)
    """SHA-256 of the token; the token itself is kept nowhere (FAULTS 40)."""
    name: str
    last_used: float
    """Seconds of the server's time; it may lie before its beginning."""
    peer: int | None = None
    table: str | None = None
    """Code of the table where the session sits or watches."""
    last_id: int = 0
    taken_up: bool = False
    """Somebody is known to hold its token: it has been resumed, or has asked for something."""
    answers: dict[int, ServerMessage] = field(default_factory=dict, repr=False)
    """The last answers by request id (FAULTS 22, 27)."""
    unanswered: set[int] = field(default_factory=set)
    """Requests that the table holds (U3)."""

    def remember(self, request: int, answer: ServerMessage) -> None:
        """Keep the answer for a repetition of the request."""
        self.unanswered.discard(request)
        self.answers[request] = answer
        while len(self.answers) > ANSWERS_KEPT:
            del self.answers[next(iter(self.answers))]  # the oldest


class Sessions:
    """All sessions of the server."""

    def __init__(self, entropy: Entropy, limits: Limits) -> None:
        self._entropy = entropy
        self._limits = limits
        self._by_digest: dict[bytes, Session] = {}
        self._by_look: dict[str, Session] = {}
        self.by_number: dict[int, Session] = {}
        """To be read alone."""
        self._numbers = 0
        self._lapsed_at = float("-inf")
        self._ended: list[int] = []

    def __iter__(self) -> Iterator[Session]:
        return iter(self.by_number.values())

    def __len__(self) -> int:
        return len(self.by_number)

    def __contains__(self, number: int) -> bool:
        return number in self.by_number

    def __getitem__(self, number: int) -> Session:
        return self.by_number[number]

    def open(self, name: str, now: float) -> tuple[Session, str]:
        """Begin a session; gives it and its token. Raises Refusal `name_rejected`, `name_taken` or `limit`."""
        try:
            name = names.clean(name, self._limits.name_length)
        except names.NameRejected as fault:
            raise Refusal("name_rejected", field="name", args={"reason": fault.reason}, text=str(fault)) from None
        look = names.skeleton(name)
        if now - self._lapsed_at >= LAPSE_SECONDS:
            self._lapsed_at = now
            self.lapse(now)
        holder = self._by_look.get(look)
        if holder is not None and (_never_used(holder) or lapsed(holder, now)):
            self._forget(holder)
            holder = None
        if holder is not None and holder.name == name:
            raise Refusal("name_taken", field="name", text="somebody plays under that name already")
        if holder is not None or look in RESERVED:
            reason = {"reason": "confusable"}
            raise Refusal("name_rejected", field="name", args=reason, text="that name looks like one in use")
        if len(self) >= self._limits.sessions:
            raise Refusal("limit", text="the server has as many players as it can take")
        token = base64.urlsafe_b64encode(self._entropy(TOKEN_BYTES)).decode()
        self._numbers += 1
        session = Session(self._numbers, _digest(token), name, now)
        self._put(session)
        return session, token

    def recover(self, sessions: Iterable[Session], last_number: int) -> None:
        """Take up the sessions that the journal has kept; new ones have numbers above `last_number`."""
        self._numbers = last_number
        for session in sessions:
            self._put(session)

    def _put(self, session: Session) -> None:
        look = names.skeleton(session.name)
        self._by_digest[session.digest] = self._by_look[look] = self.by_number[session.number] = session

    def by_token(self, token: str, now: float) -> Session | None:
        """The session of a token, or None, without a difference between wrong, cut and lapsed (FAULTS 24)."""
        digest = _digest(token)
        session = self._by_digest.get(digest)
        if session is None or not hmac.compare_digest(session.digest, digest) or lapsed(session, now):
            return None
        return session

    def take_ended(self) -> list[int]:
        """The sessions that were forgotten since this was last asked."""
        ended, self._ended = self._ended, []
        return ended

    def lapse(self, now: float) -> None:
        """Forget the sessions whose tokens have lapsed."""
        for session in [session for session in self if lapsed(session, now)]:
            self._forget(session)

    def _forget(self, session: Session) -> None:
        del self._by_digest[session.digest]
        del self._by_look[names.skeleton(session.name)]
        del self.by_number[session.number]
        self._ended.append(session.number)


def lapsed(session: Session, now: float) -> bool:
    """True 24 hours after the last use, but never while connected or at a table."""
    return session.peer is None and session.table is None and now - session.last_used > SESSION_SECONDS


def _never_used(session: Session) -> bool:
    """True if perhaps nobody holds the token: the link was lost at the login, and nothing has come since (FAULTS 27).

    Whoever logs in under the name may have it; until then the token is good.
    """
    return session.peer is None and not session.last_id and not session.taken_up


def _digest(token: str) -> bytes:
    return hashlib.sha256(token.encode("utf-8", "surrogatepass")).digest()


BOT_NAMES = ("Abacus", "Bitsy", "Cogwheel", "Dynamo", "Echo", "Flux", "Gizmo", "Hexa", "Ion", "Jolt")
"""What computer players are called; one for each seat of the largest table."""

RESERVED = frozenset(names.skeleton(name) for name in BOT_NAMES)
"""How those names look: no person may be taken for a computer player."""
