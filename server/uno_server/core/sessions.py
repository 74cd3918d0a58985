"""Sessions: the names on this server, their secret tokens, and the answers they were given (P-5, P-6)."""

import base64
import hashlib
import hmac
from array import array
from collections import OrderedDict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from heapq import heappop, heappush
from itertools import islice
from typing import Literal

from msgspec.structs import replace

from uno_protocol.messages import Error, Ok, RecordPage, RoundHistory, ServerMessage
from uno_server.base import names
from uno_server.base.limits import ANSWERS_KEPT, CODE_TRIES, SESSION_SECONDS, Limits
from uno_server.base.refusal import Refusal
from uno_server.base.secrets import Entropy
from uno_server.table.state import SeatGiven

TOKEN_BYTES = 24
REFUSALS = 256
"""Different refusals that are kept once for all who got them; others are kept for each."""
LOOKED_AT = 16
"""Sessions that a login looks at, at most, to forget those that have lapsed: more than one, so that it keeps up."""


class Answers(Mapping[int, ServerMessage]):
    """The last answers to somebody, by request id, the oldest first (FAULTS 22, 27).

    They are kept small: a plain `ok`, a history or a page of a record as nothing at all, the same refusal once for all,
    and any other value can be kept for many too, whatever its id is.
    """

    __slots__ = ("ids", "kept", "stored")

    def __init__(self) -> None:
        self.ids = array("q")
        self.kept: list[ServerMessage | None] = []
        self.stored = bytearray()
        """For each, whether the journal has it."""

    def keep(self, request: int, answer: ServerMessage | None, *, stored: bool) -> None:
        """Keep the answer to a request, None for a plain `ok`; its id is created again."""
        self.ids.append(request)
        self.stored.append(stored)
        if type(answer) in (RoundHistory, RecordPage) or (type(answer) is Ok and answer.note is None):
            answer = None  # P-8.8, P-8.11: these may be too long to keep
        elif type(answer) is Error:
            answer = _refusal(answer.code, answer.field, answer.clause, tuple(answer.args.items()), answer.text)
        self.kept.append(answer)
        if len(self.ids) > ANSWERS_KEPT:
            del self.ids[0], self.kept[0], self.stored[0]

    def __contains__(self, request: object) -> bool:
        return request in self.ids

    def __getitem__(self, request: int) -> ServerMessage:
        if request not in self.ids:
            raise KeyError(request)
        kept = self.kept[self.ids.index(request)]
        return Ok(id=request) if kept is None else replace(kept, id=request)

    def __iter__(self) -> Iterator[int]:
        return iter(self.ids)

    def __len__(self) -> int:
        return len(self.ids)


@lru_cache(maxsize=REFUSALS)
def _refusal(
    code: str, field: str | None, clause: str | None, args: tuple[tuple[str, str | int], ...], text: str
) -> Error:
    """A refusal without an id: one value, as often as it is asked for."""
    return Error(code=code, field=field, clause=clause, args=dict(args), text=text)


@dataclass(slots=True)
class DeviceCode:
    """Digits with which another device continues a session, once (P-5.16). They are in memory only."""

    digits: str = field(repr=False)
    until: float
    tries: int = CODE_TRIES
    """How many wrong ones it takes to void them."""


@dataclass(slots=True)
class Session:
    """One name on this server. `peer` is its current connection, None while there is none."""

    number: int
    digest: bytes = field(repr=False)
    """SHA-256 of the token; the token itself is stored nowhere (FAULTS 40)."""
    name: str
    last_used: float
    """Seconds of the server's time; may be negative."""
    peer: int | None = None
    table: str | None = None
    """Code of the table where the session sits or watches."""
    last_id: int = 0
    done: int = 0
    """The last request that has changed something, with its answer in the journal."""
    face: int | None = None
    """The face that the player wishes for."""
    taken_up: bool = False
    """Somebody certainly has the token: the session was resumed, or has made a request."""
    answers: Answers = field(default_factory=Answers, repr=False)
    unanswered: frozenset[int] = frozenset()
    """Requests that the table holds (U3)."""
    not_repeated: frozenset[int] = frozenset()
    """Requests that were held when the session last resumed, and that the client has not repeated since."""
    before: bytes = field(default=b"", repr=False)
    """The digest of the token before, which is void; empty: there was none."""
    replaced: str = ""
    """Why that is void: the player has `moved` to another device, or the seat was `claimed`."""
    screen: bool = False
    """It only watches (P-5.14)."""
    program: bool = False
    """Its client has said that no person chooses the moves (P-5.18)."""
    given: SeatGiven | None = None
    """Whether somebody else has had it, whose games at other tables are not this player's (P-5.17)."""
    code: DeviceCode | None = None
    """The digits for another device; None: there are none, or they are void."""

    def remember(self, request: int, answer: ServerMessage, *, stored: bool = False) -> None:
        """Keep the answer for a repetition of the request; `stored`: also after a restart."""
        if request in self.unanswered:
            self.unanswered -= {request}
        self.answers.keep(request, answer, stored=stored)
        if stored:
            self.done = max(self.done, request)


class Sessions:
    """All sessions of the server."""

    def __init__(self, entropy: Entropy, limits: Limits) -> None:
        self._entropy = entropy
        self._limits = limits
        self._by_digest: dict[bytes, Session] = {}
        self._by_look: dict[str, tuple[Session, ...]] = {}
        """Several only if a journal of an earlier version had them."""
        self.by_number: dict[int, Session] = {}
        """For reading only."""
        self._unclaimed: list[int] = []
        """Sessions that lost their connection before they asked for anything: a heap; those that came back too."""
        self._away: OrderedDict[int, None] = OrderedDict()
        """Sessions that lost connection or table and had not the other, the first first; those that came back too."""
        self._numbers = 0
        self._ended: list[int] = []
        self._by_before: dict[bytes, Session] = {}

    def __iter__(self) -> Iterator[Session]:
        return iter(self.by_number.values())

    def __len__(self) -> int:
        return len(self.by_number)

    def __contains__(self, number: int) -> bool:
        return number in self.by_number

    def __getitem__(self, number: int) -> Session:
        return self.by_number[number]

    def open(
        self, name: str | None, now: float, face: int | None = None, *, program: bool = False
    ) -> tuple[Session, str]:
        """Open a session. Returns it and its token. Raises Refusal `name_rejected`, `name_taken` or `limit`.

        `name` None: a screen, which gets a name that nobody has.
        """
        screen = name is None
        try:
            name = self._name_of_screen() if name is None else names.clean(name, self._limits.name_length)
        except names.NameRejected as fault:
            raise Refusal("name_rejected", field="name", args={"reason": fault.reason}, text=str(fault)) from None
        self._lapse(now)
        for holder in self.like(name):
            if _never_used(holder) or lapsed(holder, now):
                self.forget(holder)
        holders = self.like(name)
        if any(holder.name == name for holder in holders):
            raise Refusal("name_taken", field="name", text="that name is taken")
        if holders or not names.looks(name).isdisjoint(names.RESERVED):
            reason = {"reason": "confusable"}
            raise Refusal("name_rejected", field="name", args=reason, text="that name looks too much like another one")
        if len(self) >= self._limits.sessions and not self._make_room():
            raise Refusal("limit", text="the server is full")
        token = self._token()
        self._numbers += 1
        session = Session(self._numbers, _digest(token), name, now, screen=screen, face=face, program=program)
        self._put(session)
        return session, token

    def _name_of_screen(self) -> str:
        """The next session's number makes it a name that no other screen had; if a player has it, a random number."""
        number = self._numbers + 1
        while self.like(name := f"TV {number}"):
            number = int.from_bytes(self._entropy(3))
        return name

    def _token(self) -> str:
        return base64.urlsafe_b64encode(self._entropy(TOKEN_BYTES)).decode()

    def renew(self, session: Session, why: Literal["moved", "claimed"]) -> str:
        """Give a session another token: the one before is void, and so are its digits."""
        del self._by_digest[session.digest]
        self._by_before.pop(session.before, None)
        session.before, session.replaced = session.digest, why
        self._by_before[session.before] = session
        token = self._token()
        session.digest, session.code = _digest(token), None
        self._by_digest[session.digest] = session
        return token

    def why_void(self, token: str) -> str | None:
        """Why the token of a session was replaced; None if it is not the last one that was."""
        session = self._by_before.get(_digest(token))
        return None if session is None else session.replaced

    def offer(self, session: Session, now: float) -> str:
        """Six digits with which another device continues the session; earlier ones are void."""
        digits = f"{int.from_bytes(self._entropy(8), 'big') % 10**6:06}"
        session.code = DeviceCode(digits, now + self._limits.code_seconds)
        return digits

    def named(self, name: str) -> Session | None:
        """The session of just that name, as a login would make it."""
        name = _cleaned(name, self._limits.name_length)
        return next((one for one in self.like(name) if one.name == name), None)

    def by_code(self, name: str, digits: str, now: float) -> Session | None:
        """The session of that name, if these are its digits; None alike for all else.

        The third wrong try voids them.
        """
        session = self.named(name)
        code = None if session is None else session.code
        if session is None or code is None or now >= code.until:
            return None
        if hmac.compare_digest(code.digits.encode(), digits.encode("utf-8", "surrogatepass")):
            return session
        code.tries -= 1
        if not code.tries:
            session.code = None
        return None

    def recover(self, sessions: Iterable[Session], last_number: int) -> None:
        """Take over the sessions from the journal; new ones get numbers above `last_number`."""
        self._numbers = last_number
        for session in sessions:
            self._put(session)
        for session in sorted(self, key=lambda session: session.last_used):
            self.parted(session)

    def parted(self, session: Session) -> None:
        """A session has lost its connection, or its table without having one."""
        self._away[session.number] = None
        self._away.move_to_end(session.number)
        if _never_used(session):
            heappush(self._unclaimed, session.number)
            if len(self._unclaimed) > 2 * len(self):  # most of them have ended
                self._unclaimed = sorted(number for number in self._unclaimed if number in self.by_number)

    def left_table(self, number: int) -> None:
        """A session is at no table any more, if it still is."""
        session = self.by_number.get(number)
        if session is not None:
            session.table = None
            if session.peer is None:
                self.parted(session)

    def _make_room(self) -> bool:
        """Forget a session that has neither connection nor table (P-5.4). False if there is none.

        The oldest of those that never asked for anything goes first, then the one that has been so for the longest.
        """
        while self._unclaimed:
            oldest = self.by_number.get(heappop(self._unclaimed))
            if oldest is not None and _never_used(oldest):
                self.forget(oldest)
                return True
        while self._away:
            number, _ = self._away.popitem(last=False)
            if _is_idle(session := self.by_number[number]):
                self.forget(session)
                return True
        return False

    def _put(self, session: Session) -> None:
        self._by_digest[session.digest] = self.by_number[session.number] = session
        if session.before:
            self._by_before[session.before] = session
        for look in names.looks(session.name):
            self._by_look[look] = (*self._by_look.get(look, ()), session)

    def like(self, name: str) -> list[Session]:
        """The sessions whose names look like that one."""
        found = {each.number: each for look in names.looks(name) for each in self._by_look.get(look, ())}
        return list(found.values())

    def by_token(self, token: str, now: float) -> Session | None:
        """The session of a token; None alike for wrong, cut and lapsed ones (FAULTS 24)."""
        digest = _digest(token)
        session = self._by_digest.get(digest)
        if session is None or not hmac.compare_digest(session.digest, digest) or lapsed(session, now):
            return None
        return session

    def take_ended(self) -> list[int]:
        """The sessions that were forgotten since the last call."""
        ended, self._ended = self._ended, []
        return ended

    def _lapse(self, now: float) -> None:
        """Forget sessions whose tokens have lapsed: a few at a time, so that nobody waits for it."""
        for number in list(islice(self._away, LOOKED_AT)):
            session = self.by_number[number]
            if lapsed(session, now):
                self.forget(session)
            elif not _is_idle(session):  # it comes in again when it is
                del self._away[number]
            else:
                break

    def forget(self, session: Session) -> None:
        """End a session: its token is void, its name free. It is at no table."""
        del self._by_digest[session.digest]
        self._by_before.pop(session.before, None)
        for look in names.looks(session.name):
            others = tuple(each for each in self._by_look[look] if each is not session)
            if others:
                self._by_look[look] = others
            else:
                del self._by_look[look]
        del self.by_number[session.number]
        self._away.pop(session.number, None)
        self._ended.append(session.number)


def lapsed(session: Session, now: float) -> bool:
    """True 24 hours after the last use, but never while connected or at a table."""
    return _is_idle(session) and now - session.last_used > SESSION_SECONDS


def _is_idle(session: Session) -> bool:
    """True without a connection and a table: nobody but its player would miss it."""
    return session.peer is None and session.table is None


def _never_used(session: Session) -> bool:
    """True if perhaps nobody has the token: the link was lost at the login, and nothing came since (FAULTS 27).

    The name is free for the next login; until then the token stays valid.
    """
    return session.peer is None and not session.last_id and not session.taken_up


def _cleaned(name: str, most: int) -> str:
    """The name as a login would make it, of so many characters; empty if it would reject it."""
    try:
        return names.clean(name, most)
    except names.NameRejected:
        return ""


def _digest(token: str) -> bytes:
    return hashlib.sha256(token.encode("utf-8", "surrogatepass")).digest()
