"""The hub: the whole server without its sockets. Peers, sessions and tables; messages in, outputs out.

Every input takes the time (seconds of a clock that never goes back) and returns outputs (`uno_server.core.outputs`), to
be carried out in order. Nothing here waits, reads a clock or touches a socket.
"""

import logging
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from heapq import heappop, heappush
from math import ceil
from typing import Literal

import msgspec
import segno  # noqa: F401  (`rows` would load it within a request)
from msgspec.structs import replace

from uno_engine.refused import Refused
from uno_protocol import messages as m
from uno_protocol.catalogues import of_tag
from uno_protocol.codec import CodecFault
from uno_protocol.qr import rows
from uno_protocol.versions import Spoken, check_rules
from uno_protocol.wire import WireFault
from uno_server.base import limits
from uno_server.base.limits import Limits
from uno_server.base.logs import whereabouts
from uno_server.base.rate_limit import addresses_in, counted_as
from uno_server.base.refusal import Refusal, error_from_rules, no_record, no_seat
from uno_server.base.secrets import Entropy
from uno_server.base.states import NO_SESSION, LinkState, Ruling, answered
from uno_server.core.admission import Admission
from uno_server.core.audit import Audit
from uno_server.core.chat import ChatKeeper
from uno_server.core.coming import Coming, Said
from uno_server.core.dispatch import Entrance, Work, at_table, check_allowed, check_rate, play_at, wanted_record
from uno_server.core.lobby import Lobby
from uno_server.core.outputs import Close, Commit, Deliver, Fetch, Output, WantedRecord, WantedSeat
from uno_server.core.sessions import Session, Sessions
from uno_server.core.wording import Wording, put_in_words
from uno_server.table import restart, transaction
from uno_server.table.broadcast import Mail
from uno_server.table.event_log import Shown
from uno_server.table.state import NEVER, SeatClaim, SeatGiven
from uno_server.table.table import Table, read_rules
from uno_server.table.thinking import AtOnce, Thinker
from uno_server.table.transaction import OURS, Change

log = logging.getLogger(__name__)


@dataclass(slots=True)
class Peer:
    """One connection."""

    number: int
    address: str
    state: LinkState = LinkState.NEW
    session: Session | None = None
    faults: int = 0
    wrong_passwords: int = 0
    encrypted: bool = False
    version: int = m.VERSION
    """The version of the protocol, once the peer was greeted."""
    claim: str | None = None
    """Code of the table where it asks for a seat."""

    @property
    def closing(self) -> bool:
        """Whether goodbye was said."""
        return self.state is LinkState.CLOSING


class Hub:
    """The server's one authority. Call it from one thread only."""

    def __init__(
        self,
        *,
        name: str,
        entropy: Entropy,
        program: str = "uno-server",
        id: str | None = None,
        commits: int = 0,
        limits: Limits = Limits(),  # noqa: B008  (a frozen value)
        password: str | None = None,
        test_deals: bool = False,
        fingerprint: str | None = None,
        web: bool = False,
        thinker: Thinker = AtOnce(),  # noqa: B008  (it has no state)
        numbers: Callable[[], m.Numbers] | None = None,
        spoken: Spoken = m.SPOKEN,
    ) -> None:
        """`fingerprint`: that of the server's key, if connections may be encrypted (P-20).

        `web`: browsers are welcome (P-17). `thinker`: finds the moves of the computer players of level `expert`.
        `numbers`: gives the last numbers of players, if they are counted (P-7.37). `spoken`: the versions of the
        protocol.
        """
        self.name = name
        self.spoken = spoken
        self.fingerprint = fingerprint
        self._web = web
        self._numbers = numbers
        self.limits = limits
        self.admission = Admission(password, limits)
        self.audit = Audit(lambda: self._now)
        self._program = program
        self.id = id or entropy(8).hex()
        """The server id of `welcome` and of announcements (P-4, P-15)."""
        self._peers: dict[int, Peer] = {}
        self._addresses: Counter[str] = Counter()
        self.entropy = entropy
        self.sessions = Sessions(entropy, limits)
        self.thinker = thinker
        self.lobby = Lobby(entropy, limits, thinker, lambda table: self._at_table(table, self._now, table.close))
        self.lobby.test_deals = test_deals
        self._chat = ChatKeeper(limits)
        self._languages: dict[int, str] = {}
        """In which language peers want words, if they do (P-4.9)."""
        self._commits = commits
        """The number of the last commit."""
        self._outputs: list[Output] = []
        self._fetching: dict[int, int] = {}
        """By session, its request for a page of a record that is being read."""
        self._now = 0.0
        self._stopping = False
        self._coming: Coming | None = None
        self._due: list[tuple[float, int, Table]] = []
        """Deadlines of tables, a heap; stale ones are skipped."""

    def begin(self, now: float) -> list[Output]:
        """Start, or continue from a journal: all links of the last run are lost."""
        self._now = now
        for table in list(self.lobby):
            self._at_table(table, now, partial(restart.after_restart, table, self.sessions.by_number, now))
        return self._done()

    def put_back(self, table: Table) -> None:
        """Take a table in from the journal, before `begin`."""
        self.lobby.put(table)
        for number in table.members:
            if number in self.sessions:
                self.sessions[number].table = table.room.code

    def expect_tables(self) -> None:
        """Tables load from the journal after `begin`; requests that need more than has loaded wait."""
        self._coming = Coming(self.sessions)

    def arrived(self, table: Table, now: float) -> list[Output]:
        """A table has come from the journal."""
        assert self._coming is not None
        self._now = now
        self.put_back(table)
        self._coming.let_in(list(table.members))
        self._at_table(table, now, partial(restart.after_restart, table, self.sessions.by_number, now))
        return self._done()

    def all_arrived(self) -> bool:
        """No more tables will come. Whether somebody still waits: then call it again after `next_waiting`."""
        assert self._coming is not None
        if not self._coming.let_all_in():
            self._coming = None
        return self._coming is not None

    def next_waiting(self, now: float) -> tuple[int, Said] | None:
        """Of what peers have said while tables came, the next that need wait no more; None if there is nothing.

        It is for `go_on_with`, before anything else of that peer.
        """
        return None if self._coming is None else self._coming.next(self._session_of, now)

    def go_on_with(self, peer: int, said: Said, now: float) -> list[Output]:
        """Handle what has waited."""
        return self.fault(peer, said, now) if isinstance(said, CodecFault) else self.handle(peer, said, now)

    def _session_of(self, peer: int) -> Session | None:
        link = self._peers.get(peer)
        return None if link is None else link.session

    def connected(self, peer: int, address: str, now: float) -> list[Output]:
        """A new connection. It is closed if there are too many."""
        self._now = now
        self._peers[peer] = Peer(peer, address)
        most, place = self.limits.connections_per_address, counted_as(address)
        self._addresses.update({address, place})
        crowd = self._addresses[address] > most or self._addresses[place] > most * addresses_in(place)
        crowd = crowd and not self.admission.spares(address)
        if crowd or len(self._peers) > self.limits.connections or not self.admission.admits_connection(address, now):
            self._bye(self._peers[peer], "too_many_connections", come_back=True, after=3.0)
        return self._done()

    def asks_for_files(self, peer: int, now: float) -> None:
        """A connection turns out to be no player's: it counts no more, until it is `connected` again (P-17.10)."""
        link = self._peers.get(peer)
        if link is not None:
            if not link.closing:
                self.admission.no_connection(link.address, now)
            self.gone(peer, now)

    def encrypted(self, peer: int) -> None:
        """A connection is encrypted from now on."""
        if (link := self._peers.get(peer)) is not None:
            link.encrypted = True

    def is_encrypted(self, session: Session) -> bool:
        """Whether the session's connection is."""
        return session.peer is not None and self._peers[session.peer].encrypted

    def handle(self, peer: int, message: m.ClientMessage, now: float) -> list[Output]:
        """A message of a peer."""
        self._now = now
        link = self._peers.get(peer)
        if link is None or (self._coming is not None and self._coming.holds(peer, link.session, message, now)):
            return []
        row = answered(link.state, type(message))
        if row.refused is not None:
            self._refuse_message(link, message, row)
        elif isinstance(message, m.Request):
            if link.session is None:
                self._list_for_a_stranger(link, message)
            else:
                self._numbered(link, link.session, message, now)
        elif self._greeting(link, message, now) and row.to is not None:
            link.state = row.to
            self._withdraw(link, now)
        return self._done()

    def _refuse_message(self, link: Peer, message: m.ClientMessage, row: Ruling) -> None:
        if row.closes:
            self._refuse_link(link, row.refused or "", row.text)
        elif row.refused:
            id = message.id if isinstance(message, m.Request) else None
            self._send(link, m.Error(code=row.refused, id=id, text=row.text))

    def _list_for_a_stranger(self, link: Peer, request: m.Request) -> None:
        """The list of tables for somebody who may log in without a password, and hasn't yet (P-5.1)."""
        assert isinstance(request, m.ListTables)  # the only request without a session (`LINKS`)
        if self.admission.password_needed or self.admission.is_banned("", link.address):
            self._refuse_message(link, request, NO_SESSION)
        else:
            self._send(link, replace(self.lobby.page(request.after), id=request.id))

    def _greeting(self, link: Peer, message: m.Greeting, now: float) -> bool:
        """Carry out a message without an id. Whether it succeeded."""
        match message:
            case m.Hello():
                return self._hello(link, message)
            case m.Login():
                return self._login(link, message, now)
            case m.Resume():
                return self._resume(link, message, now)
            case m.MoveHere():
                return self._move_here(link, message, now)
            case m.ClaimSeat():
                return self._claim_seat(link, message, now)
            case m.Ping(nonce):
                self._send(link, m.Pong(nonce))
                return True
            case _:
                return True  # a pong

    def fault(self, peer: int, fault: CodecFault, now: float) -> list[Output]:
        """A body that is no message. The tenth closes the connection, some faults immediately (FAULTS 8 to 16)."""
        link = self._peers.get(peer)
        if link is None or link.closing:
            return []
        if self._coming is not None and self._coming.holds(peer, link.session, fault, now):
            return []
        link.faults += 1
        if link.state is LinkState.NEW and not fault.closes and not (fault.field or "").startswith(_FIELDS_OF_HELLO):
            self._refuse_link(link, "not_greeted", "the first message must be hello")
            return self._done()
        self._send(link, m.Error(code=fault.code, id=fault.id, field=fault.field, text=fault.text))
        if fault.closes or link.faults >= limits.SCHEMA_FAULTS:
            self._bye(link, fault.code, come_back=False)
        return self._done()

    def break_off(self, peer: int, code: str, text: str, *, come_back: bool) -> list[Output]:
        """The shell gives up a connection (`bad_frame`, `read_timeout`, `silent`, ...): tell the peer why."""
        link = self._peers.get(peer)
        if link is None or link.closing:
            return self._done()
        if not come_back:
            self._send(link, m.Error(code=code, text=text))
        self._bye(link, code, come_back=come_back, text=text)
        return self._done()

    def gone(self, peer: int, now: float) -> list[Output]:
        """A connection was lost. The seat is held."""
        self._now = now
        link = self._peers.pop(peer, None)
        self._languages.pop(peer, None)
        if self._coming is not None:
            self._coming.forget(peer)
        if link is not None:
            self._addresses.subtract(places := {link.address, counted_as(link.address)})
            for place in places:
                if not self._addresses[place]:
                    del self._addresses[place]
            if not self._stopping:
                self._withdraw(link, now)
        if link is not None and link.session is not None and not self._stopping:
            self.audit.went(link.session.name, link.address)
            self._disconnected(link.session, now)
        return self._done()

    def tick(self, now: float) -> list[Output]:
        """Do one due thing at each table."""
        self._now = now
        tables = []
        while self._due and self._due[0][0] <= now:
            watched, _, table = heappop(self._due)
            if watched == table.watched:
                table.watched = NEVER
                if table.deadline <= now:
                    tables.append(table)
                else:
                    self._watch(table, table.deadline)
        for table in tables:
            self._step(table, now)
        return self._done()

    def next_deadline(self) -> float | None:
        """When to call `tick` next; None: not before the next message."""
        while self._due and self._due[0][0] != self._due[0][2].watched:
            heappop(self._due)
        return self._due[0][0] if self._due else None

    def _watch(self, table: Table, deadline: float) -> None:
        """Make `tick` look at the table at its deadline, or before."""
        table.deadline = deadline
        if deadline == NEVER:
            table.watched = NEVER
        elif deadline < table.watched:
            table.watched = deadline
            heappush(self._due, (deadline, table.number, table))

    def stop(self, now: float) -> list[Output]:
        """The server stops: tell everybody to come back. Links lost from now on still count as connected."""
        self._stopping = True
        for link in self._peers.values():
            if not link.closing:
                self._bye(link, "server_stopping", come_back=True, after=1.0)
        return self._done()

    def kick(self, session: Session, code: str, now: float) -> list[Output]:
        """Free a session's seat as if it left, and close its connection with `kicked` or `banned` (P-5.12)."""
        self._now = now
        self.audit.kicked(session.name, self.address_of(session), code)
        if session.table is not None:
            table = self.lobby[session.table]
            self._at_table(table, now, lambda: table.leave(session.number, now, code))
        if session.peer is not None and not (link := self._peers[session.peer]).closing:
            match code:
                case "banned":
                    self._bye(link, "banned", come_back=False, text=_BANNED)
                case _:
                    self._bye(link, "kicked", come_back=False, text="the administrator kicked you from this server")
        return self._done()

    def kick_banned(self, now: float) -> list[Output]:
        """End every connection under a name or from an address that is banned, logged in or not (P-5.12)."""
        self._now = now
        outputs: list[Output] = []
        for link in [each for each in self._peers.values() if not each.closing]:
            session = link.session
            if not self.admission.is_banned("" if session is None else session.name, link.address):
                continue
            if session is None:
                self._bye(link, "banned", come_back=False, text=_BANNED)
            else:
                outputs += self.kick(session, "banned", now)
        return [*outputs, *self._done()]

    def forget(self, session: Session, now: float) -> list[Output]:
        """End a session: kick it, and give its name free. Its table keeps it if that fails (FAULTS 44)."""
        outputs = self.kick(session, "kicked", now)
        if session.table is None:
            if session.peer is not None:
                self._peers[session.peer].session = None
                session.peer = None
            self.sessions.forget(session)
            self._commit()
        return [*outputs, *self._done()]

    def keep_bans(self, now: float) -> list[Output]:
        """Store the current bans."""
        self._now = now
        self._commit(bans=self.admission.bans.text())
        return self._done()

    def announce(self, text: str) -> list[Output]:
        """Send a message to everyone logged in (P-5.13)."""
        logged_in = [link.number for link in self._peers.values() if link.session is not None and not link.closing]
        self._outputs.append(Deliver(logged_in, (m.Announcement(text=text),)))
        return self._done()

    def last_address(self, session: Session) -> str | None:
        """Where the session is connected from, or was last, as far as its table knows."""
        if (address := self.address_of(session)) is not None or session.table is None:
            return address
        member = self.lobby[session.table].members.get(session.number)
        return None if member is None else member.address or None

    def address_of(self, session: Session) -> str | None:
        """Where the session is connected from; None while it is not."""
        return None if session.peer is None else self._peers[session.peer].address

    @property
    def busy(self) -> bool:
        """True while there are connections or tables, so time matters."""
        return bool(self._peers) or len(self.lobby) > 0

    def greeted_in(self, peer: int) -> int | None:
        """The version of the protocol in which a peer got its `welcome`; None before."""
        link = self._peers.get(peer)
        return None if link is None or link.state is LinkState.NEW else link.version

    def is_inside(self, peer: int) -> bool:
        """True once a peer has logged in or resumed its session."""
        link = self._peers.get(peer)
        return link is not None and link.session is not None

    def _hello(self, link: Peer, hello: m.Hello) -> bool:
        chosen = self.spoken.choice(hello.versions)
        if chosen is None:
            span: dict[str, str | int] = {"lowest": self.spoken.lowest, "highest": self.spoken.newest}
            newer = hello.versions[1] < self.spoken.lowest
            text = "this server is newer: update your program" if newer else "this server is older: update it"
            self._send(link, m.Error(code="unsupported_version", args=span, text=text))
            self._bye(link, "unsupported_version", come_back=False)
            return False
        link.version = chosen
        words = of_tag(hello.words) if hello.words else ""
        self._send(link, self._welcome(chosen, words))
        if words:
            self._languages[link.number] = words
        return True

    def _welcome(self, version: int, words: str) -> m.Welcome:
        offered = {
            "records": True,
            "numbers": self._numbers is not None,
            "scenario": self.lobby.test_deals,
            "tls": self.fingerprint is not None,
            "web": self._web,
        }
        settings = self.limits
        return m.Welcome(
            version=version,
            server_id=self.id,
            name=self.name,
            program=self._program,
            password=self.admission.password_needed,
            capabilities=[name for name, is_offered in offered.items() if is_offered],
            limits={
                "max_frame": settings.frame_bytes,
                "max_frame_before_hello": settings.frame_bytes_before_hello,
                "server_max_frame": limits.FRAME_FROM_SERVER,
                "name_length": settings.name_length,
                "table_name_length": limits.TABLE_NAME_LENGTH,
                "requests_burst": settings.messages_at_once,
                "requests_per_second": settings.messages_per_second,
                "changes_burst": settings.changes_at_once,
                "changes_per_second": settings.changes_per_second,
                "answers_kept": limits.ANSWERS_KEPT,
                "entries_kept": limits.ENTRIES_KEPT,
                "tables_per_page": limits.TABLES_PER_PAGE,
                "chat_length": settings.chat_length,
            },
            timeouts={name: getattr(settings, f"{name}_seconds") for name in _TIMEOUTS},
            words=words,
            training=settings.training,
        )

    def _login(self, link: Peer, login: m.Login, now: float) -> bool:
        if self._turned_away(link, "" if login.screen else login.name):
            return False
        try:
            self.admission.check_password(login.password, link.address, now)
            self.admission.check_login(link.address, now)
            session, token = self.sessions.open(
                None if login.screen else login.name, now, login.face, program=login.program
            )
        except Refusal as refusal:
            error = refusal.error(None)
            if refusal.code == "name_taken" and (wait := self._claim_wait(login.name, now)) is not None:
                error = replace(error, args={"claim": wait})
            self._send(link, error)
            self._count_wrong(link, refusal)
            return False
        self.admission.logged_in(link.address, now)
        self.audit.logged_in(session.name, link.address)
        session.peer, link.session = link.number, session
        self._commit(session)
        self._send(link, m.LoggedIn(name=session.name, token=token))
        return True

    def _count_wrong(self, link: Peer, refusal: Refusal) -> None:
        link.wrong_passwords += refusal.code == "wrong_password"
        if link.wrong_passwords >= limits.WRONG_PASSWORDS:
            self._bye(link, "wrong_password", come_back=False)

    def _turned_away(self, link: Peer, name: str) -> bool:
        """Whether the name or the address is banned; if so, refuse the connection."""
        banned = self.admission.is_banned(name, link.address)
        if banned:
            self._refuse_link(link, "banned", _BANNED)
        return banned

    def _resume(self, link: Peer, resume: m.Resume, now: float) -> bool:
        session = self.sessions.by_token(resume.token, now)
        if session is None and (why := self.sessions.why_void(resume.token)):
            self._refuse_link(link, "bad_token", _MOVED if why == "moved" else _GIVEN, reason=why)
            return False
        if session is None:
            self._refuse_link(link, "bad_token", "unknown or expired token")
            return False
        if self._turned_away(link, session.name):
            return False
        table = None if session.table is None else self.lobby[session.table]
        here = table is not None and resume.table == session.table
        seen = resume.seen if here else None
        if table is not None and seen is not None and seen > table.log.n:
            args: dict[str, str | int] = {"n": table.log.n}
            self._send(link, m.Error(code="bad_seq", field="seen", args=args, text="no entry has that number yet"))
            return False
        return self._come_in(link, session, table, seen, now)

    def _move_here(self, link: Peer, request: m.MoveHere, now: float) -> bool:
        if self._turned_away(link, request.name):
            return False
        try:
            self.admission.check_code(link.address, now)
        except Refusal as refusal:
            self._send(link, refusal.error(None))
            return False
        session = self.sessions.by_code(request.name, request.code, now)
        if session is None:
            self._send(link, m.Error(code="bad_code", field="code", text="wrong or expired code"))
            return False
        return self._move(link, session, "moved", now)

    def _move(self, link: Peer, session: Session, why: Literal["moved", "claimed"], now: float) -> bool:
        """Let a session go on with this connection and another token. Whether it succeeded."""
        table = None if session.table is None else self.lobby[session.table]
        return self._come_in(link, session, table, None, now, why)

    def _offer(self, session: Session, address: str, request: m.MoveDevice, now: float) -> m.MoveCode:
        """Digits for another device, and their QR code if one is wanted."""
        digits, drawn = self.sessions.offer(session, now), list[str]()
        if request.link and self.admission.may_draw(address, now):
            drawn = rows(request.link + digits)
        return m.MoveCode(id=request.id, code=digits, seconds=self.limits.code_seconds, qr=drawn)

    def _claim_wait(self, name: str, now: float) -> int | None:
        """Whole seconds until the seat of that name may be asked for; None: it cannot be."""
        session = self.sessions.named(name)
        if session is None or session.table is None:
            return None
        table = self.lobby[session.table]
        wait = table.claim_wait(table.members[session.number], now)
        return None if wait is None else max(0, ceil(wait))

    def _claim_seat(self, link: Peer, request: m.ClaimSeat, now: float) -> bool:
        if self._turned_away(link, request.name):
            return False
        try:
            self.admission.check_claim(link.address, now)
            self.admission.check_password(request.password, link.address, now)
            if link.claim is not None:
                raise Refusal("limit", args={"seconds": 1}, text="you're already asking for a seat")
            session = self.sessions.named(request.name)
            if session is None or session.table is None:
                raise no_seat()
            table = self.lobby[session.table]
            table.check_claim(session.number, link.address, now)
            self.admission.check_again(link.address, session.number, now)
        except Refusal as refusal:
            self._send(link, refusal.error(None))
            self._count_wrong(link, refusal)
            return False
        self.admission.claimed(link.address, now)
        self.audit.claimed(session.name, link.address, table.room.code)
        change = self._settled(table, now, partial(table.ask_for, session.number, link.number, link.address, now))
        if change is None or table.claim is None:
            self._send(link, m.Error(code="internal", text=OURS))
            return False
        link.claim = table.room.code
        by: Literal["host", "players", "administrator"] = "administrator"
        if table.claim.deciders:
            by = "players" if table.claim.least > 1 else "host"
        self._send(link, m.ClaimPending(by=by, seconds=self.limits.claim_seconds))
        self._publish(table, change, now)
        return False

    def allow_claim(self, session: Session, now: float) -> list[Output] | None:
        """The administrator gives a player's seat to whoever asks for it (P-5.17). None if nobody does."""
        self._now = now
        table = None if session.table is None else self.lobby[session.table]
        if table is None or table.claim is None or table.claim.session != session.number:
            return None
        self._at_table(table, now, lambda: table.end_claim("administrator"))
        return self._done()

    def _withdraw(self, link: Peer, now: float) -> None:
        """A connection asks for no seat any more."""
        code, link.claim = link.claim, None
        table = None if code is None else self.lobby.find(code)
        if table is not None and table.claim is not None and table.claim.peer == link.number:
            self._at_table(table, now, lambda: table.end_claim("withdrawn"))

    def _decided(self, claim: SeatClaim, outcome: str, now: float) -> None:
        """Tell the one who asks for a seat what has become of it."""
        if outcome in ("refused", "expired", "withdrawn"):
            self.admission.in_vain(claim.address, claim.session, now)
        link = self._peers.get(claim.peer)
        if link is None or link.claim is None:
            return
        link.claim = None
        if link.closing:
            return
        if outcome not in ("allowed", "administrator"):
            self._send(link, m.Error(code="claim_refused", args={"reason": outcome}, text=_CLAIMED[outcome]))
            return
        session = self.sessions[claim.session]
        if session.table is not None:
            session.given = SeatGiven(self.lobby[session.table].number, self._commits + 1)
        if self._move(link, session, "claimed", now):
            link.state = LinkState.IN_SESSION

    def _come_in(
        self,
        link: Peer,
        session: Session,
        table: Table | None,
        seen: int | None,
        now: float,
        why: Literal["moved", "claimed"] | None = None,
    ) -> bool:
        """Let a session go on with this connection, at a table of which entry `seen` is known. Whether it succeeded.

        `why`: it goes on with another token.
        """
        before = None if session.peer is None else self._peers[session.peer]
        if before is not None:
            before.session = None
            if not before.closing:
                if why is None:
                    self._bye(before, "taken_over", come_back=False)
                else:
                    self._bye(before, "moved", come_back=False, text=_MOVED)
        token = None if why is None else self.sessions.renew(session, why)
        if before is None or token is not None or not session.taken_up:
            self._commit(session)
        session.peer, link.session, session.last_used, session.taken_up = None, session, now, True
        session.not_repeated = session.unanswered
        self.audit.came_back(session.name, link.address)
        resumed = m.Resumed(name=session.name, last_id=session.last_id, table=session.table, token=token)
        if table is None:
            session.peer = link.number
            self._send(link, resumed)
            return True
        back = partial(table.link_back, session.number, link.address, seen, now)
        change = self._settled(table, now, back)
        session.peer = link.number  # only now: nothing new may overtake what was missed
        if change is None:
            if token is not None:  # the one before is void
                self._send(link, resumed)
            self._bye(link, "internal", come_back=True, after=1.0, text=OURS)
            return False
        self._publish(table, change, now, first=(((session.number,), (resumed,)),))
        return True

    def _disconnected(self, session: Session, now: float) -> None:
        session.peer = None
        session.last_used = now
        self.sessions.parted(session)
        self._commit(session)
        if session.table is not None:
            table = self.lobby[session.table]
            self._at_table(table, now, lambda: table.link_lost(session.number, now))

    def _numbered(self, link: Peer, session: Session, request: m.Request, now: float) -> None:
        session.last_used = now
        if request.id > session.last_id:
            session.last_id = request.id
            if not session.taken_up:  # P-5.4: from now on the name is held, after a restart too
                session.taken_up = True
                self._commit(session)
            self._carry_out(link, session, request, now)
        elif request.id in session.not_repeated:  # it was held, and its one answer has come or will (P-6.4)
            session.not_repeated -= {request.id}
        elif request.id in session.answers:
            self._send(link, session.answers[request.id])
        elif request.id not in session.unanswered:  # else it is held (U3): its one answer will come
            error = m.Error(
                code="old_id", id=request.id, args={"last_id": session.last_id}, text="that request id is too old"
            )
            self._send(link, error)

    def _carry_out(self, link: Peer, session: Session, request: m.Request, now: float) -> None:
        """Carry out a request, at its table if it is for one."""
        id = request.id
        here = None if session.table is None else self.lobby[session.table]
        try:
            check_allowed(session, here, request)
            match request:
                case m.Move() if here is not None:
                    self._ask(here, session, request, partial(play_at, here, session.number, request, now), now)
                case m.ListTables() | m.TableRules() | m.LobbyTalk() | m.AskNumbers():
                    self._tell(link, session, request, now)
                case m.Logout():
                    self._log_out(link, session, here, id, now)
                case m.MoveDevice():
                    check_rate(self.admission, session, request, now)
                    self._answer(session, self._offer(session, link.address, request, now))
                case m.Chat(to="lobby"):
                    self._say_in_lobby(session, request, now)
                case m.Chat() | m.React():
                    self._say_at_table(session, here, request, now)
                case m.FetchRecord():
                    check_rate(self.admission, session, request, now)
                    self._fetch(link, here, session, request)
                case m.CreateTable() | m.JoinTable() | m.SpectateTable():
                    table, work = self._entrance(link, session, now).enter(request)
                    self._ask(table, session, request, work, now)
                case _:
                    if isinstance(request, m.ChangeTable):
                        read_rules(partial(check_rules, link.version, request.preset, request.options), "")
                    check_rate(self.admission, session, request, now)
                    assert here is not None  # `check_allowed` has seen to it
                    self._ask(here, session, request, partial(at_table, here, session.number, request, now), now)
        except Refusal as refusal:
            self.audit.refused(session.name, refusal)
            self._answer(session, refusal.error(id))

    def _entrance(self, link: Peer, session: Session, now: float) -> Entrance:
        return Entrance(self.lobby, self.admission, session, link.address, link.version, now)

    def _tell(
        self,
        link: Peer,
        session: Session,
        request: m.ListTables | m.TableRules | m.LobbyTalk | m.AskNumbers,
        now: float,
    ) -> None:
        """Answer a question about the server, which changes nothing. Raises Refusal."""
        match request:
            case m.ListTables(after=after):
                page = self.lobby.page(after)
                self._answer(session, replace(page, id=request.id), kept=page)
            case m.TableRules():
                self._answer(session, self._entrance(link, session, now).rules_of(request))
            case m.LobbyTalk():
                self._answer(session, self._chat.lately(request))
            case m.AskNumbers():
                shown = m.Numbers(id=request.id) if self._numbers is None else self._numbers()
                self._answer(session, replace(shown, id=request.id))

    def _fetch(self, link: Peer, table: Table | None, session: Session, request: m.FetchRecord) -> None:
        """Let a record be read, of which a session asks for a page (P-8.10). Raises Refusal."""
        wanted: WantedRecord | WantedSeat
        if session.number in self._fetching:
            raise Refusal("limit", args={"seconds": 1}, text="you are already fetching a record")
        if request.back is not None:
            wanted = WantedSeat(session.number, request.back, session.given)
        elif table is not None:
            wanted = wanted_record(table, session, last=request.last)
        else:
            raise Refusal("not_at_table", text="you are not at a table")
        session.unanswered |= {request.id}
        self._fetching[session.number] = request.id
        self._outputs.append(Fetch(session.number, request.id, request.at, wanted, counted_as(link.address)))

    def fetched(self, fetch: Fetch, lines: Sequence[str] | None, now: float) -> list[Output]:
        """A record was read: its lines, None if it can't be had."""
        self._now = now
        self._fetching.pop(fetch.session, None)
        session = self.sessions.by_number.get(fetch.session)
        if session is None or fetch.request not in session.unanswered:
            return []
        if lines is None:
            self._answer(session, no_record().error(fetch.request))
        else:
            self._answer(session, _page(fetch, lines))
        return self._done()

    def _log_out(self, link: Peer, session: Session, table: Table | None, request: int, now: float) -> None:
        """End a session at its player's wish, and the connection with it (P-5.19). Raises Refusal `internal`."""
        if table is not None:
            self._at_table(table, now, lambda: table.leave(session.number, now))
            if session.table is not None:
                raise Refusal("internal", text=OURS)
        self.audit.logged_out(session.name, link.address)
        self.sessions.forget(session)
        self._commit()
        self._send(link, m.Ok(id=request))
        link.session = session.peer = None
        self._bye(link, "logged_out", come_back=False, text="you logged out")

    def _say_in_lobby(self, session: Session, request: m.Chat, now: float) -> None:
        """Chat to everyone who isn't at a table. Raises Refusal."""
        told = (self._chat.in_lobby(session, request.text, now),)
        answer = m.Ok(id=request.id)
        # The journal keeps not the words, but that they were said, so a repeat says them never twice (P-6).
        self._commit(session)
        self._answer(session, answer, stored=True)
        here = (link for link in self._peers.values() if link.session is not None and link.session.table is None)
        self._outputs.append(Deliver([link.number for link in here if not link.closing], told))

    def _say_at_table(self, session: Session, table: Table | None, request: m.Chat | m.React, now: float) -> None:
        """Chat to everyone at the table. Raises Refusal."""
        if table is None:
            raise Refusal("not_at_table", text="you are not at a table")
        who = table.members[session.number]
        self._ask(table, session, request, lambda: self._chat.at_table(table, who, request, now), now)

    def _ask(self, table: Table, session: Session, request: m.Request, work: Work, now: float) -> None:
        """Carry out a request at a table, answer it, and tell everyone there what changed."""
        answer: m.ServerMessage | None
        change: Change | None = None
        try:
            if table.frozen and not isinstance(request, m.LeaveTable):
                raise Refusal("internal", text="this table is broken; leave it and open another")
            answer = work()
            change = transaction.settle(table, now)
            self.audit.asked(session.name, table, request)
        except Refused as refused:
            answer = error_from_rules(refused, request.id)
        except Refusal as refusal:
            self.audit.refused(session.name, refusal)
            answer = refusal.error(request.id)
        except WireFault as fault:
            answer = m.Error(code="bad_schema", id=request.id, field=fault.path, text=fault.text)
        except Exception as fault:  # noqa: BLE001  (the edge of a table: its faults stay inside)
            change = self._failed(table, fault, now)
            answer = Refusal("internal", text=OURS).error(request.id)
        if answer is None:
            session.unanswered |= {request.id}
        elif isinstance(answer, m.Joined):
            session.table = answer.table
        if change is not None:
            self._publish(table, change, now, session, answer)
        elif answer is not None:
            self._answer(session, answer)

    def _at_table(self, table: Table, now: float, work: Callable[[], None]) -> None:
        """Do some work at a table that no request asked for."""
        if (change := self._settled(table, now, work)) is not None:
            self._publish(table, change, now)

    def _settled(self, table: Table, now: float, work: Callable[[], None]) -> Change | None:
        """The change after some work at a table; None if it failed and the table was rolled back."""
        try:
            work()
            return transaction.settle(table, now)
        except Exception as fault:  # noqa: BLE001  (the edge of a table: its faults stay inside)
            self._publish(table, self._failed(table, fault, now), now)
            return None

    def _step(self, table: Table, now: float) -> None:
        """Let the table do the first thing that is due."""
        session = request = None
        answer: m.ServerMessage | None = None
        try:
            step = table.step(now)
            change = transaction.settle(table, now)
        except Exception as fault:  # noqa: BLE001  (the edge of a table: its faults stay inside)
            self._publish(table, self._failed(table, fault, now), now)
            return
        if step is not None and step.held is not None:
            session, request = self.sessions[step.held.session], step.held.request.id
            match step.refused:
                case None:
                    answer = m.Ok(id=request)
                case Refused() as refused:
                    answer = error_from_rules(refused, request)
                case Refusal() as refusal:
                    answer = refusal.error(request)
        self._publish(table, change, now, session, answer)

    def _publish(
        self,
        table: Table,
        change: Change,
        now: float,
        session: Session | None = None,
        answer: m.ServerMessage | None = None,
        first: Mail = (),
    ) -> None:
        """Put out a transaction of a table: the commit, the answer, then `first` and the mail of the change."""
        if change.stored:
            self._commit(*([] if session is None else [session]), table=table, change=change)
        self.audit.happened(table.room, change)
        if session is not None and answer is not None:
            self._answer(session, answer, stored=change.stored)
        self._deliver(table, [*first, *change.mail], change.entries)
        for held, refusal in change.refused:
            self._answer(self.sessions[held.session], refusal.error(held.request.id))
        for number in change.left:
            self.sessions.left_table(number)
        if change.ended:
            self.lobby.remove(table)
        self._watch(table, change.deadline)
        for claim, outcome in change.claims:
            self._decided(claim, outcome, now)
        if change.hurried:  # released requests go before anything else (U3)
            self._step(table, now)

    def _failed(self, table: Table, fault: Exception, now: float) -> Change:
        """A fault of our own: roll the table back; other tables notice nothing (FAULTS 44)."""
        log.error("table %s rolled back to entry %d: %s", table.room.code, table.log.n, whereabouts(fault))
        try:
            return transaction.restore(table, now)
        except Exception as second:  # noqa: BLE001  (a table that cannot be rolled back is given up, alone)
            log.error("table %s is lost: %s", table.room.code, whereabouts(second))
            change = transaction.give_up(table)
            for number in change.left:
                if (peer := self.sessions[number].peer) is not None:
                    self._bye(self._peers[peer], "internal", come_back=True, after=1.0, text="the table was lost")
            return change

    def _done(self) -> list[Output]:
        outputs, self._outputs = self._outputs, []
        return outputs

    def _commit(
        self,
        *sessions: Session,
        table: Table | None = None,
        change: Change = Change(),  # noqa: B008  (a frozen value)
        bans: str | None = None,
    ) -> None:
        self._commits += 1
        gone = tuple(self.sessions.take_ended())
        told = change.entries, change.actions, change.ended
        self._outputs.append(Commit(self._commits, self._now, table, *told, sessions, gone, bans))

    def _send(self, link: Peer, message: m.ServerMessage | m.Ping | m.Pong) -> None:
        self._outputs.append(Deliver((link.number,), (self._worded(link.number, link.session, message),)))

    def _worded(
        self, peer: int, session: Session | None, message: m.ServerMessage | m.Ping | m.Pong
    ) -> m.ServerMessage | m.Ping | m.Pong:
        """A message for one peer, in words if it wants them."""
        language = self._languages.get(peer)
        if language is None:
            return message
        table = None if session is None or session.table is None else self.lobby[session.table]
        return put_in_words(message, language, table, None if session is None else session.number)

    def _deliver(self, table: Table, mail: Mail, entries: Sequence[Shown]) -> None:
        by_number, languages = self.sessions.by_number, self._languages
        wording = Wording(table, [shown.public for shown in entries], languages) if languages else None
        for numbers, messages in mail:
            peers: list[int] = []
            for number in numbers:
                if (peer := by_number[number].peer) is not None:
                    peers.append(peer)  # noqa: PERF401  (a comprehension is one call more)
            if not peers:
                continue
            if wording is None or languages.keys().isdisjoint(peers):
                self._outputs.append(Deliver(peers, messages))
            else:
                whole = len(peers) == len(numbers)
                there = numbers if whole else [number for number in numbers if by_number[number].peer is not None]
                self._outputs += wording.letter(there, peers, messages)
        if wording is not None:
            wording.end()

    def _answer(
        self, session: Session, answer: m.ServerMessage, *, kept: m.ServerMessage | None = None, stored: bool = False
    ) -> None:
        """Send an answer, and keep it for a repeat: itself, or `kept`, which is the same but for its id.

        `stored`: also in the journal, as the request has changed something.
        """
        request = answer.id  # type: ignore[attr-defined]  # every answer to a request has one
        session.remember(request, kept or answer, stored=stored)
        if session.peer is not None:
            self._outputs.append(Deliver((session.peer,), (self._worded(session.peer, session, answer),)))

    def _refuse_link(self, link: Peer, code: str, text: str, **args: str | int) -> None:
        self._send(link, m.Error(code=code, args=args, text=text))
        self._bye(link, code, come_back=False)

    def _bye(self, link: Peer, code: str, *, come_back: bool, after: float = 0, text: str = "") -> None:
        link.state = LinkState.CLOSING
        self._send(link, m.Bye(code=code, come_back=come_back, after=after, text=text))
        self._outputs.append(Close(link.number))
        if not self._stopping:
            self._withdraw(link, self._now)


def _page(fetch: Fetch, lines: Sequence[str]) -> m.RecordPage:
    """As many lines of a record as go into a frame."""
    _, _, digest = msgspec.json.decode(lines[-1])
    page, left = list[str](), limits.RECORD_BYTES
    for line in lines[fetch.at :]:
        left -= len(line.encode())
        if page and left < 0:
            break
        page.append(line)
    return m.RecordPage(id=fetch.request, at=fetch.at, of=len(lines), digest=digest, lines=page)


_MOVED = "you're playing on another device now"
_GIVEN = "your seat was given to somebody who asked for it: the table allowed it"
_CLAIMED = {
    "refused": "those at the table did not give you the seat",
    "expired": "nobody at the table answered",
    "back": "that player is back",
    "gone": "that seat is no longer that player's",
    "withdrawn": "you no longer ask for that seat",
}
_BANNED = "the administrator banned you from this server"
_FIELDS_OF_HELLO = tuple(name for name in m.Hello.__struct_fields__)
_TIMEOUTS = (
    *("hello", "read", "ping", "silence", "flood", "unsent", "next_deal", "rematch", "start_anyway", "host_away"),
    *("watcher_away", "code", "claim_after", "claim", "open_share"),
)
