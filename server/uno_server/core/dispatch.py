"""Dispatch: which request does what, on the way into a table and at it (P-7, P-9)."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any

from uno_protocol import messages as m
from uno_protocol.asked import Where
from uno_protocol.versions import check_rules
from uno_server.base.refusal import Refusal, no_record, no_such_table
from uno_server.base.states import refused_at
from uno_server.core.admission import Admission
from uno_server.core.lobby import Lobby, is_code
from uno_server.core.outputs import WantedRecord, wanted_of
from uno_server.core.sessions import Session
from uno_server.table.access import check_access
from uno_server.table.broadcast import history
from uno_server.table.state import Member
from uno_server.table.table import Table, read_rules

Work = Callable[[], m.ServerMessage | None]
"""Carries out a request at a table. Returns the answer, or None while the table holds it (U3)."""

Entering = m.CreateTable | m.JoinTable | m.SpectateTable


def where_is(session: Session, table: Table | None) -> Where:
    """Where a session is; `table` is its table."""
    if table is None:
        return Where.LOBBY
    seat = table.members[session.number].seat
    return Where.WATCHING if seat is None else Where.HOST if seat == table.room.host else Where.SEATED


def check_allowed(session: Session, table: Table | None, request: m.Request) -> None:
    """Raise Refusal unless the request may be asked where the session is; `table` is its table."""
    if session.screen and not request.asked.screen:
        raise Refusal("not_seated", text="a screen can only watch")
    code = refused_at(type(request), where_is(session, table), None if table is None else table.room.phase)
    if code is not None:
        args: dict[str, str | int] = {} if table is None else {"table": table.room.code}
        raise Refusal(code, args=args if code == "already_at_table" else {}, text=_WHY[code])


_WHY = {
    "already_at_table": "you are at a table; leave it first",
    "not_at_table": "you are not at a table",
    "not_seated": "spectators cannot do that; take a seat first",
    "not_host": "only the host can do that",
    "game_running": "not while a game is running",
    "no_game": "no game is running",
    "paused": "the game is paused",
}


@dataclass(frozen=True, slots=True)
class Entrance:
    """A session that asks about tables, or enters them, at some time from some address."""

    lobby: Lobby
    admission: Admission
    session: Session
    address: str
    version: int
    """Of the protocol, on the session's connection."""
    now: float

    def enter(self, request: Entering) -> tuple[Table, Work]:
        """The table to enter, opened if necessary, and the work of entering it. Raises Refusal."""
        new: m.NewTable | None
        if isinstance(request, m.CreateTable):
            if is_code(request.name):
                self._check_try()
                if self.lobby.find(request.name) is None:
                    self._wrong_try()
            table, new, note = self._open(request.name, request.new, "name"), request.new, None
        else:
            table, new, note = self._find_or_open(request)
        number, id = self.session.number, request.id

        def sit() -> m.Joined:
            face, program = self.session.face, self.session.program
            seat = table.sit(number, self.session.name, self.address, self.now, face, program=program)
            for level in new.bots if new is not None else ():
                table.seat_bot(level)
            return m.Joined(id=id, table=table.room.code, seat=seat, note=note)

        def watch() -> m.Joined:
            table.watch(number, self.session.name, self.address, screen=self.session.screen)
            return m.Joined(id=id, table=table.room.code)

        return table, watch if isinstance(request, m.SpectateTable) else sit

    def rules_of(self, request: m.TableRules) -> m.Rules:
        """The answer to `table_rules`. Raises Refusal."""
        found = self._look_up(request.table, tries=True)
        if found is None:
            raise no_such_table()
        return self.lobby.rules(found, request.id)

    def _open(self, name: str, new: m.NewTable, field: str) -> Table:
        """Open a table and count it (P-10.4); `field` of the request has its name.

        P-7.17: a refusal tells whether a table with that name or code exists, so it counts as a try; a name of the form
        of a code was counted before. Raises Refusal, also for spectators of another table (P-7.2).
        """
        self._check_free(None)
        self.admission.check_opening(self.session.number, self.now)
        opener = "" if self.admission.spares(self.address) else self.address
        try:
            read_rules(partial(check_rules, self.version, new.preset, new.options), "new.")
            table = self.lobby.open(name, new, field, opener)
        except Refusal:
            if not is_code(name):
                self._check_try()
            raise
        self.admission.opened(self.session.number, self.now)
        return table

    def _find_or_open(self, request: m.JoinTable | m.SpectateTable) -> tuple[Table, m.NewTable | None, str | None]:
        """The table, its options if it is new, and a note on what was ignored. Raises Refusal."""
        new = None if isinstance(request, m.SpectateTable) else request.new
        found = self._look_up(request.table, tries=new is None or is_code(request.table))
        if found is not None:
            self._check_entry(found, request)
            return found, None, None if new is None else "table_exists"
        if new is None:
            raise no_such_table()
        return self._open(request.table, new, "table"), new, None

    def _look_up(self, text: str, *, tries: bool) -> Table | None:
        """The table with that name or code. P-7.17: a try at a code counts, right or wrong. Raises Refusal `limit`.

        `tries`: whether a text that finds nothing counts; otherwise it names a table to open, and cannot be a code.
        """
        found = self.lobby.find_for(text, self.session.table)
        hidden = found is not None and not found.room.listed and found.room.code != self.session.table
        if hidden or (found is None and tries):
            self._check_try()
            if found is None:
                self._wrong_try()
        return found

    def _check_try(self) -> None:
        self.admission.check_try(self.session.number, self.address, self.now)

    def _wrong_try(self) -> None:
        self.admission.wrong_try(self.address, self.now)

    def _check_entry(self, table: Table, request: m.JoinTable | m.SpectateTable) -> None:
        """Raise Refusal if the session may not enter; a spectator may take a seat at the same table."""
        self._check_free(table)
        to_watch = isinstance(request, m.SpectateTable)
        name, program = self.session.name, self.session.program
        check_access(table.access, table.room, name, self.address, to_watch=to_watch, program=program)
        self.admission.check_entering(self.session.number, self.now)
        if self.session.table is not None or not table.access.digest:
            return
        if table.room.listed:  # else it was counted with the code
            self._check_try()
        if not table.access.opens(request.password):
            self._wrong_try()
            text = "wrong table password" if request.password else "this table requires a password"
            raise Refusal("wrong_password", field="password", text=text)

    def _check_free(self, table: Table | None) -> None:
        """Raise Refusal `already_at_table` if the session is at another table."""
        at = self.session.table
        if at is not None and (table is None or at != table.room.code):
            raise Refusal("already_at_table", args={"table": at}, text=_WHY["already_at_table"])


def play_at(table: Table, session: int, request: m.Move, now: float) -> m.Ok | None:
    """Carry out a request of play; None if it is held. Raises Refusal, Refused or WireFault."""
    return m.Ok(id=request.id) if table.play.ask(session, request, now) else None


def check_rate(admission: Admission, session: Session, request: m.Request, now: float) -> None:
    """Count a request at a table that is neither play nor chat, if it is `limited` (FAULTS 33). Raises Refusal `limit`.

    Leaving is never refused, nor what leaves no entry, so that it costs nobody else anything.
    """
    if request.asked.limited:
        admission.check_change(session.number, now)


def wanted_record(table: Table, session: Session, *, last: bool) -> WantedRecord:
    """The record that a member of a table may have of the running game, or of the last one (P-8.10). Raises Refusal."""
    game = table.notes.to_fetch(last=last)
    if game is None or not game.until:
        raise no_record()
    return wanted_of(table.number, game, session.number, session.given)


def at_table(table: Table, session: int, request: m.Request, now: float) -> m.ServerMessage:
    """Carry out an allowed request other than one of play. Raises Refusal, Refused or WireFault."""
    answer = _AT_TABLE[type(request)](table, table.members[session], request, now)
    return m.Ok(id=request.id) if answer is None else answer


_AT_TABLE: Mapping[type[m.Request], Callable[[Table, Member, Any, float], m.ServerMessage | None]] = {
    m.LeaveTable: lambda table, who, _request, now: table.leave(who.session, now),
    m.AddBot: lambda table, _who, request, now: table.add_bot(request.level, now),
    m.RemoveBot: lambda table, _who, request, now: table.remove_bot(request.seat, now),
    m.Ready: lambda table, who, request, now: table.ready(who.seated, request.ready, request.share, now),
    m.OpenShare: lambda table, who, request, now: table.open_share(who.seated, request.share, now),
    m.Start: lambda table, _who, request, now: table.start(request, now),
    m.ChangeTable: lambda table, _who, request, _now: table.change(request),
    m.MoveSeat: lambda table, _who, request, _now: table.move_seat(request.seat, request.to),
    m.Kick: lambda table, who, request, now: table.kick(who.session, request, now),
    m.HandOver: lambda table, _who, request, _now: table.hand_over(request.seat),
    m.Pause: lambda table, _who, request, _now: table.pause(request.paused),
    m.EndGame: lambda table, _who, _request, _now: table.end_game(),
    m.CloseTable: lambda table, _who, _request, _now: table.close(),
    m.Mute: lambda table, _who, request, _now: table.mute(request.name, request.muted),
    m.Away: lambda table, who, request, now: table.away(who.seated, request.away, now),
    m.GiveTime: lambda table, who, request, _now: table.give_time(who, request),
    m.AnswerClaim: lambda table, who, request, _now: table.answer_claim(
        who, request.seat, request.allow, request.number
    ),
    m.Continuations: lambda table, who, request, _now: table.play.answer(who.session, request),
    m.WhyNot: lambda table, who, request, _now: table.play.answer(who.session, request),
    m.History: lambda table, who, request, _now: history(table, who, request),
}
"""The method for each request that `check_allowed` has passed; None is answered `ok`."""
