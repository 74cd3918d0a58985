"""The whole server without its sockets: peers, sessions, tables; what comes in, and what is to be done about it.

Every method takes the time (seconds of a clock that never goes back) and gives outputs, in the order in which they
are to be carried out (`server.outputs`). Nothing here waits, reads a clock or touches a socket.
"""

from __future__ import annotations

import logging
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from heapq import heappop, heappush

from engine.refused import Refused
from protocol import messages as m
from protocol.codec import CodecFault
from protocol.wire import FieldFault
from server import due, keeping, limits, rounds, settling, telling
from server.diary import Diary
from server.door import Door, loopback
from server.facts import BansChanged, Fact, SessionEnded, SessionOpened, SessionParted, SessionResumed, TableEnded
from server.greeting import welcome
from server.limits import Limits
from server.lobby import Lobby
from server.log import Shown
from server.logs import whereabouts
from server.machines import Answered, LinkState, answered
from server.members import NEVER
from server.outputs import Close, Commit, Output, Send
from server.refusal import Refusal, error_from_rules
from server.requests import Work, at_table, check_allowed, check_pace, play_at, rules_of, way_in
from server.session import Entropy, Session, Sessions
from server.table import Table
from server.talk import Talk
from server.telling import Mail

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

    @property
    def closing(self) -> bool:
        """Whether it has been told goodbye."""
        return self.state is LinkState.CLOSING


class Hub:
    """The server's one authority. Not to be entered by two at once."""

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
    ) -> None:
        self.name = name
        self.limits = limits
        self.door = Door(password, limits)
        self.diary = Diary(lambda: self._now)
        self._program = program
        self.id = id or entropy(8).hex()
        """As in `welcome` and what is announced (P-4, P-15)."""
        self._peers: dict[int, Peer] = {}
        self._addresses: Counter[str] = Counter()
        self.sessions = Sessions(entropy, limits)
        self.lobby = Lobby(entropy, limits)
        self.lobby.test_deals = test_deals
        self._talk = Talk(limits)
        self._commits = commits
        """Number of the last commit."""
        self._outputs: list[Output] = []
        self._now = 0.0
        self._stopping = False
        self._due: list[tuple[float, int, Table]] = []
        """Deadlines of tables, a heap; those that are no longer true are passed over."""

    # --- inputs ----------------------------------------------------------------------------------------------------

    def begin(self, now: float) -> list[Output]:
        """Go on with what a journal has kept: every link of before is lost."""
        self._now = now
        known = frozenset(session.number for session in self.sessions)
        for table in list(self.lobby):
            self._at_table(table, now, partial(keeping.after_restart, table, known, now))
        return self._done()

    def connected(self, peer: int, address: str, now: float) -> list[Output]:
        """A new connection. It is turned away if there are too many."""
        self._now = now
        self._peers[peer] = Peer(peer, address)
        self._addresses[address] += 1
        crowd = self._addresses[address] > self.limits.connections_per_address and not loopback(address)
        if crowd or len(self._peers) > self.limits.connections or not self.door.knock(address, now):
            self._bye(self._peers[peer], "too_many_connections", come_back=True, after=3.0)
        return self._done()

    def handle(self, peer: int, message: m.ClientMessage, now: float) -> list[Output]:
        """A message of a peer."""
        self._now = now
        link = self._peers.get(peer)
        if link is None:
            return []
        row = answered(link.state, type(message))
        if row.refused is not None:
            self._refuse_message(link, message, row)
        elif isinstance(message, m.Request):
            assert link.session is not None
            self._numbered(link, link.session, message, now)
        elif self._greeting(link, message, now) and row.to is not None:
            link.state = row.to
        return self._done()

    def _refuse_message(self, link: Peer, message: m.ClientMessage, row: Answered) -> None:
        if row.closes:
            self._refuse_link(link, row.refused or "", row.text)
        elif row.refused:
            id = message.id if isinstance(message, m.Request) else None
            self._send(link, m.Error(code=row.refused, id=id, text=row.text))

    def _greeting(self, link: Peer, message: m.Greeting, now: float) -> bool:
        """Carry out what has no id. Whether it succeeded."""
        match message:
            case m.Hello():
                return self._hello(link, message)
            case m.Login():
                return self._login(link, message, now)
            case m.Resume():
                return self._resume(link, message, now)
            case m.Ping(nonce):
                self._send(link, m.Pong(nonce))
                return True
            case _:
                return True  # a pong has been heard

    def fault(self, peer: int, fault: CodecFault, now: float) -> list[Output]:
        """A body that is no message. The tenth of a connection closes it, some at once (FAULTS 8 to 16)."""
        link = self._peers.get(peer)
        if link is None or link.closing:
            return []
        link.faults += 1
        if link.state is LinkState.NEW and not fault.closes and not (fault.field or "").startswith(_FIELDS_OF_HELLO):
            self._refuse_link(link, "not_greeted", "the first message of a connection is hello")
            return self._done()
        self._send(link, m.Error(code=fault.code, id=fault.id, field=fault.field, text=fault.text))
        if fault.closes or link.faults >= limits.SCHEMA_FAULTS:
            self._bye(link, fault.code, come_back=False)
        return self._done()

    def break_off(self, peer: int, code: str, text: str, *, come_back: bool) -> list[Output]:
        """The shell gives a connection up (`bad_frame`, `read_timeout`, `silent`, ...): the peer is told why."""
        link = self._peers.get(peer)
        if link is None or link.closing:
            return self._done()
        if not come_back:
            self._send(link, m.Error(code=code, text=text))
        self._bye(link, code, come_back=come_back, text=text)
        return self._done()

    def gone(self, peer: int, now: float) -> list[Output]:
        """The connection is no more. The seat is held."""
        self._now = now
        link = self._peers.pop(peer, None)
        if link is not None:
            self._addresses[link.address] -= 1
            if not self._addresses[link.address]:
                del self._addresses[link.address]
        if link is not None and link.session is not None and not self._stopping:
            self.diary.went(link.session.name, link.address)
            self._part(link.session, now)
        return self._done()

    def tick(self, now: float) -> list[Output]:
        """One thing that is due at each table."""
        self._now = now
        tables = []
        while self._due and self._due[0][0] <= now:
            deadline, _, table = heappop(self._due)
            if deadline == table.watched:
                table.watched = None
                if table.deadline <= now:
                    tables.append(table)
                else:
                    self._watch(table)
        for table in tables:
            self._step(table, now)
            self._hurry(table, now)
        return self._done()

    def next_deadline(self) -> float | None:
        """When `tick` may have something to do; None: not before something comes in."""
        while self._due and self._due[0][0] != self._due[0][2].watched:
            heappop(self._due)
        return self._due[0][0] if self._due else None

    def _watch(self, table: Table) -> None:
        """See to it that `tick` comes to the table when its deadline has come, or before."""
        deadline = None if table.deadline == NEVER or table.closed else table.deadline
        if deadline is None or table.watched is None or deadline < table.watched:
            table.watched = deadline
            if deadline is not None:
                heappush(self._due, (deadline, table.number, table))

    def stop(self, now: float) -> list[Output]:
        """The server ends: everybody is told, and may come back. The links that are lost now count as there."""
        self._stopping = True
        for link in self._peers.values():
            if not link.closing:
                self._bye(link, "server_stopping", come_back=True, after=1.0)
        return self._done()

    # --- administration (`server.admin`) ----------------------------------------------------------------------------

    def send_away(self, session: Session, code: str, now: float) -> list[Output]:
        """Free a session's seat as if it had left, and close its connection with `kicked` or `banned` (P-5.12)."""
        self._now = now
        self.diary.sent_away(session.name, self.address_of(session), code)
        if session.table is not None:
            table = self.lobby[session.table]
            self._at_table(table, now, lambda: table.leave(session.number, now, code))
        if session.peer is not None and not (link := self._peers[session.peer]).closing:
            match code:
                case "banned":
                    self._bye(link, "banned", come_back=False, text="whoever runs this server has banned you")
                case _:
                    self._bye(link, "kicked", come_back=False, text="whoever runs this server has sent you away")
        return self._done()

    def keep_bans(self, now: float) -> list[Output]:
        """Have the bans of the door stored, as they stand now."""
        self._now = now
        self._commit(None, facts=(BansChanged(self.door.bans.text()),))
        return self._done()

    def announce(self, text: str) -> list[Output]:
        """Tell everybody who has logged in (P-5.13)."""
        told = (m.Announcement(text=text),)
        for link in self._peers.values():
            if link.session is not None and not link.closing:
                self._outputs.append(Send(link.number, told))
        return self._done()

    def last_address(self, session: Session) -> str | None:
        """Where the session is connected from, or where it was last, as far as its table knows."""
        if (address := self.address_of(session)) is not None or session.table is None:
            return address
        member = self.lobby[session.table].members.get(session.number)
        return None if member is None else member.address or None

    def address_of(self, session: Session) -> str | None:
        """Where the session is connected from; None while it is not."""
        return None if session.peer is None else self._peers[session.peer].address

    @property
    def busy(self) -> bool:
        """True while anybody or anything is here whose time passes."""
        return bool(self._peers) or len(self.lobby) > 0

    def greeted(self, peer: int) -> bool:
        """True once a peer has been welcomed."""
        link = self._peers.get(peer)
        return link is not None and link.state is not LinkState.NEW

    # --- greeting --------------------------------------------------------------------------------------------------

    def _hello(self, link: Peer, hello: m.Hello) -> bool:
        lowest, highest = hello.versions
        if not lowest <= m.VERSION <= highest:
            span: dict[str, str | int] = {"lowest": m.VERSION, "highest": m.VERSION}
            self._send(link, m.Error(code="unsupported_version", args=span, text="another version is spoken here"))
            self._bye(link, "unsupported_version", come_back=False)
            return False
        self._send(link, self._welcome())
        return True

    # --- sessions --------------------------------------------------------------------------------------------------

    def _welcome(self) -> m.Welcome:
        return welcome(
            self.id,
            self.name,
            self._program,
            self.limits,
            password=self.door.password_needed,
            capabilities=["scenario"] if self.lobby.test_deals else [],
        )

    def _login(self, link: Peer, login: m.Login, now: float) -> bool:
        if self._turned_away(link, login.name):
            return False
        try:
            self.door.check_password(login.password, link.address, now)
            self.door.check_login(link.address, now)
            session, token = self.sessions.open(login.name, now)
        except Refusal as refusal:
            self._send(link, refusal.error(None))
            self._count_wrong(link, refusal)
            return False
        self.door.logged_in(link.address, now)
        self.diary.logged_in(session.name, link.address)
        session.peer, link.session = link.number, session
        ended = tuple(SessionEnded(number) for number in self.sessions.take_ended())
        self._commit(session, facts=(*ended, SessionOpened(session.number, session.name, session.digest)))
        self._send(link, m.LoggedIn(name=session.name, token=token))
        return True

    def _count_wrong(self, link: Peer, refusal: Refusal) -> None:
        link.wrong_passwords += refusal.code == "wrong_password"
        if link.wrong_passwords >= limits.WRONG_PASSWORDS:
            self._bye(link, "wrong_password", come_back=False)

    def _turned_away(self, link: Peer, name: str) -> bool:
        """Whether somebody is banned, and has been told so."""
        banned = self.door.is_banned(name, link.address)
        if banned:
            self._refuse_link(link, "banned", "whoever runs this server has banned you from it")
        return banned

    def _resume(self, link: Peer, resume: m.Resume, now: float) -> bool:
        session = self.sessions.by_token(resume.token, now)
        if session is None:
            self._refuse_link(link, "bad_token", "that token is not good here")
            return False
        if self._turned_away(link, session.name):
            return False
        table = None if session.table is None else self.lobby[session.table]
        here = table is not None and resume.table == session.table
        seen = resume.seen if here else None
        if table is not None and seen is not None and seen > table.log.n:
            args: dict[str, str | int] = {"n": table.log.n}
            self._send(link, m.Error(code="bad_seq", field="seen", args=args, text="that has not happened yet"))
            return False
        if session.peer is not None:
            old = self._peers[session.peer]
            old.session = None
            if not old.closing:
                self._bye(old, "taken_over", come_back=False)
        if session.peer is None or not session.taken_up:
            self._commit(session, facts=(SessionResumed(session.number),))
        session.peer, link.session, session.last_used, session.taken_up = link.number, session, now, True
        self.diary.came_back(session.name, link.address)
        resumed = m.Resumed(name=session.name, last_id=session.last_id, table=session.table)
        if table is None:
            self._send(link, resumed)
            return True
        return self._come_back(link, session, table, resumed, seen, now)

    def _come_back(
        self, link: Peer, session: Session, table: Table, resumed: m.Resumed, seen: int | None, now: float
    ) -> bool:
        member = table.members[session.number]
        if member.connected:  # until caught up, nothing new is sent past the replay
            member.connected, member.away_since = False, now
        if not self._at_table(table, now, lambda: table.link_back(session.number, link.address, now)):
            self._bye(link, "internal", come_back=True, after=1.0, text=_OURS)
            return False
        self._send(link, resumed)
        self._deliver(telling.catch_up(table, session.number, seen, now))
        self._watch(table)  # a place that is taken again lapses no more
        return True

    def _part(self, session: Session, now: float) -> None:
        session.peer = None
        session.last_used = now
        self._commit(session, facts=(SessionParted(session.number),))
        if session.table is not None:
            table = self.lobby[session.table]
            self._at_table(table, now, lambda: table.link_lost(session.number, now))

    # --- requests --------------------------------------------------------------------------------------------------

    def _numbered(self, link: Peer, session: Session, request: m.Request, now: float) -> None:
        session.last_used = now
        if request.id in session.answers:
            self._send(link, session.answers[request.id])
        elif request.id in session.unanswered:
            pass  # held (U3): the one answer is still to come
        elif request.id <= session.last_id:
            error = m.Error(code="old_id", id=request.id, args={"last_id": session.last_id}, text="that id is too old")
            self._send(link, error)
        else:
            session.last_id = request.id
            if not session.taken_up:  # P-5.4: from now on the name is held, also by a server that is started again
                session.taken_up = True
                self._commit(session, facts=(SessionResumed(session.number),))
            self._carry_out(link, session, request, now)

    def _carry_out(self, link: Peer, session: Session, request: m.Request, now: float) -> None:
        """Find the table that a request is for, and have it carried out there."""
        id = request.id
        try:
            check_allowed(self.lobby, session, request)
            match request:
                case m.PlayRequest() if not isinstance(request, m.Continuations):
                    table = self.lobby[session.table or ""]
                    self._ask(table, session, request, lambda: play_at(table, session.number, request, now), now)
                case m.ListTables(after=after):
                    tables, more = self.lobby.page(after)
                    self._answer(session, m.Tables(id=id, tables=tables, more=more))
                case m.TableRules():
                    self._answer(session, rules_of(self.lobby, self.door, session, request, link.address, now))
                case m.LobbyTalk():
                    self._answer(session, self._talk.lately(request))
                case m.Chat(to="lobby"):
                    self._say_in_lobby(session, request, now)
                case m.Chat() | m.React():
                    self._say_at_table(session, request, now)
                case m.CreateTable() | m.JoinTable() | m.SpectateTable():
                    table, work = way_in(self.lobby, self.door, session, request, link.address, now)
                    self._ask(table, session, request, work, now)
                case _:
                    check_pace(self.door, session, request, now)
                    table = self.lobby[session.table or ""]
                    self._ask(table, session, request, lambda: at_table(table, session.number, request, now), now)
        except Refusal as refusal:
            self._answer(session, refusal.error(id))

    def _say_in_lobby(self, session: Session, request: m.Chat, now: float) -> None:
        """Everyone who is at no table hears it. Raises Refusal."""
        told = (self._talk.in_lobby(session, request.text, now),)  # one value for all: it is encoded once
        answer = m.Ok(id=request.id)
        # What is stored is not the words, but that they were said: never twice, after a restart either (P-6).
        self._commit(session, request.id, answer)
        self._answer(session, answer)
        for link in self._peers.values():
            if link.session is not None and link.session.table is None and not link.closing:
                self._outputs.append(Send(link.number, told))

    def _say_at_table(self, session: Session, request: m.Chat | m.React, now: float) -> None:
        """Everyone at the table hears it. Raises Refusal."""
        if session.table is None:
            raise Refusal("not_at_table", text="you are at no table")
        table = self.lobby[session.table]
        who = table.members[session.number]
        self._ask(table, session, request, lambda: self._talk.at_table(table, who, request, now), now)

    def _ask(self, table: Table, session: Session, request: m.Request, work: Work, now: float) -> None:
        """Have a request carried out at a table, answer it, and tell everyone there what came of it."""
        answer: m.ServerMessage | None
        try:
            if table.frozen and not isinstance(request, m.LeaveTable):
                raise Refusal("internal", text="this table has failed; leave it and open another")
            answer = work()
            entries, mail = settling.settle(table, now)
            self.diary.asked(session.name, table, request)
        except Refused as refused:
            answer, entries, mail = error_from_rules(refused, request.id), (), []
        except Refusal as refusal:
            answer, entries, mail = refusal.error(request.id), (), []
        except FieldFault as fault:
            answer = m.Error(code="bad_schema", id=request.id, field=fault.path, text=fault.text)
            entries, mail = (), []
        except Exception as fault:  # noqa: BLE001  (the edge of a table: its faults stay inside)
            self._failed(table, fault, now)
            answer, entries, mail = Refusal("internal", text=_OURS).error(request.id), (), []
        if answer is None:
            session.unanswered.add(request.id)
        if session.number in table.members:
            session.table = table.room.code
        self._publish(table, session, request.id, answer, entries, mail)
        self._hurry(table, now)

    # --- tables ----------------------------------------------------------------------------------------------------

    def _at_table(self, table: Table, now: float, work: Callable[[], None]) -> bool:
        """Something happens at a table that nobody asked for with a request. False if it failed."""
        try:
            work()
            entries, mail = settling.settle(table, now)
        except Exception as fault:  # noqa: BLE001  (the edge of a table: its faults stay inside)
            self._failed(table, fault, now)
            return False
        self._publish(table, None, None, None, entries, mail)
        self._hurry(table, now)
        return True

    def _hurry(self, table: Table, now: float) -> None:
        """What a hold has let go is taken before anything else comes in (U3)."""
        while due.hurried(table) and not table.frozen and not table.closed:
            self._step(table, now)

    def _step(self, table: Table, now: float) -> None:
        session = request = None
        answer: m.ServerMessage | None = None
        try:
            step = due.step(table, now)
            entries, mail = settling.settle(table, now)
        except Exception as fault:  # noqa: BLE001  (the edge of a table: its faults stay inside)
            if (held := due.interrupted(table)) is not None:
                self._answer(self.sessions[held.session], Refusal("internal", text=_OURS).error(held.request.id))
            self._failed(table, fault, now)
            return
        due.interrupted(table)  # it was not
        if step is not None and step.held is not None:
            session, request = self.sessions[step.held.session], step.held.request.id
            match step.refused:
                case None:
                    answer = m.Ok(id=request)
                case Refused() as refused:
                    answer = error_from_rules(refused, request)
                case Refusal() as refusal:
                    answer = refusal.error(request)
        self._publish(table, session, request, answer, entries, mail)

    def _publish(
        self,
        table: Table,
        session: Session | None,
        request: int | None,
        answer: m.ServerMessage | None,
        entries: tuple[Shown, ...],
        mail: Mail,
    ) -> None:
        """One transaction of a table: the commit, then the answer, then what everyone is told."""
        if entries:
            facts = keeping.take_facts(table)
            if table.closed:
                facts += (TableEnded(table.number),)
            self._commit(session, request, answer, table, entries, facts)
            self.diary.happened(table, facts, entries)
        elif keeping.times(table) != table.times_kept:
            self._commit(None, table=table)  # a clock has begun to run, or to stand, without an entry
        if session is not None and answer is not None:
            self._answer(session, answer)
        self._deliver(mail)
        self._free_gone(table)
        if table.dropped:
            self._answer_held(table, Refusal("no_game", text="the game was ended"))
        if table.closed:
            self._answer_held(table, Refusal("not_at_table", text="the table is closed"))
            for number in table.members:
                self._free(number)
            self.lobby.remove(table)
        self._watch(table)

    def _free_gone(self, table: Table) -> None:
        """Take notice of who has left the table; who has come back to it at once has not."""
        for number in table.gone:
            if number not in table.members:
                self._free(number)
        table.gone.clear()

    def _free(self, number: int) -> None:
        """The session is at no table any more."""
        if number in self.sessions:
            self.sessions[number].table = None

    def _answer_held(self, table: Table, refusal: Refusal) -> None:
        """What the table holds will never be taken: every request has its one answer all the same."""
        for held in rounds.give_back(table):
            self._answer(self.sessions[held.session], refusal.error(held.request.id))

    def _failed(self, table: Table, fault: Exception, now: float) -> None:
        """A fault of our own: the table goes back to where it was, the others notice nothing (FAULTS 44)."""
        log.error("table %s is put back to entry %d: %s", table.room.code, table.log.n, whereabouts(fault))
        try:
            settling.restore(table, now)
        except Exception as second:  # noqa: BLE001  (what cannot be put back is given up, alone)
            log.error("table %s is lost: %s", table.room.code, whereabouts(second))
            self._give_up(table)
            return
        if table.frozen:
            self._answer_held(table, Refusal("internal", text=_OURS))
        self._free_gone(table)
        if table.members:
            self._watch(table)
        else:
            self._remove(table)

    def _give_up(self, table: Table) -> None:
        self._answer_held(table, Refusal("internal", text=_OURS))
        for number in (*table.members, *table.gone):
            session = self.sessions[number]
            session.table = None
            if session.peer is not None:
                self._bye(self._peers[session.peer], "internal", come_back=True, after=1.0, text="the table is lost")
        self._remove(table)

    def _remove(self, table: Table) -> None:
        """A table ends otherwise than by an entry of its own."""
        table.deadline = NEVER
        self._watch(table)
        self.lobby.remove(table)
        self._commit(None, table=table, facts=(ended := (TableEnded(table.number),)))
        self.diary.happened(table, ended, ())

    # --- outputs ---------------------------------------------------------------------------------------------------

    def _done(self) -> list[Output]:
        outputs, self._outputs = self._outputs, []
        return outputs

    def _commit(
        self,
        session: Session | None,
        request: int | None = None,
        answer: m.ServerMessage | None = None,
        table: Table | None = None,
        entries: tuple[Shown, ...] = (),
        facts: tuple[Fact, ...] = (),
    ) -> None:
        self._commits += 1
        who = None if session is None else session.number
        if table is None:
            commit = Commit(self._commits, self._now, who, request, answer, facts=facts)
        else:
            actions = keeping.take_actions(table)
            table.times_kept = times = keeping.times(table)
            commit = Commit(
                self._commits, self._now, who, request, answer, table.number, actions, entries, facts, times
            )
        self._outputs.append(commit)

    def _send(self, link: Peer, message: m.ServerMessage | m.Pong) -> None:
        self._outputs.append(Send(link.number, (message,)))

    def _deliver(self, mail: Mail) -> None:
        by_number = self.sessions.by_number
        for number, messages in mail:
            if (peer := by_number[number].peer) is not None:
                self._outputs.append(Send(peer, messages))

    def _answer(self, session: Session, answer: m.ServerMessage) -> None:
        request = answer.id  # type: ignore[attr-defined]  # every answer to a request has one
        session.remember(request, answer)
        if session.peer is not None:
            self._outputs.append(Send(session.peer, (answer,)))

    def _refuse_link(self, link: Peer, code: str, text: str) -> None:
        self._send(link, m.Error(code=code, text=text))
        self._bye(link, code, come_back=False)

    def _bye(self, link: Peer, code: str, *, come_back: bool, after: float = 0, text: str = "") -> None:
        link.state = LinkState.CLOSING
        self._send(link, m.Bye(code=code, come_back=come_back, after=after, text=text))
        self._outputs.append(Close(link.number))


_FIELDS_OF_HELLO = tuple(name for name in m.Hello.__struct_fields__)
_OURS = "the server has made a mistake; nothing has changed"
