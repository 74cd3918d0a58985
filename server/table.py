"""What is a table, and who comes and goes there?

waiting -> playing <-> paused -> between_rounds -> playing ... -> finished -> waiting; any -> closed.

Functions with a `table` say the rest: how it is played (`rounds`), what it does by itself (`due`), who is told what
(`telling`), when that is final (`settling`), what is stored (`keeping`), what a host may do (`hosting`).
"""

from __future__ import annotations

from copy import deepcopy

from engine.state import State
from protocol import messages as m
from protocol import room as rm
from protocol.room import RoomPhase
from server import limits, rounds, seats
from server.away import TimeOuts
from server.bots_at_table import BotsAtTable
from server.clock import TableClock
from server.facts import DoorChanged, Fact, Place, TableOpened, Times
from server.game import GameAtTable
from server.hold import Held
from server.log import TableLog
from server.machines import Turn, next_phase
from server.members import NEVER, Expected, Member
from server.refusal import Refusal
from server.session import Entropy
from server.settling import Settled
from server.table_door import SALT_BYTES, TableDoor
from server.telling import ClockTelling


class Table:
    """One table. Methods named after requests carry them out or raise Refusal.

    What happens leaves notes in the log, which `settling.settle` makes final. Times are seconds of the hub's clock.
    Sessions are known by number.
    """

    def __init__(self, number: int, room: rm.Room, pause_factor: float, bot_secret: bytes, entropy: Entropy) -> None:
        self.number = number
        self.room = room
        self.rules = room.rules
        self.members: dict[int, Member] = {}
        """By session, in the order in which they came."""
        self.door = TableDoor()
        self.log = TableLog(room)
        self.settled = Settled()
        self.limits = limits.Limits()
        """What the server permits; set by the lobby."""
        self.frozen = False
        """Our own faults have come too often: nothing but leaving is left to do here."""
        self.entropy = entropy

        self.game: GameAtTable | None = None
        self.games = 0
        """How many have begun since the server has."""
        self.bots = BotsAtTable(pause_factor, bot_secret)
        self.bot_seats: list[int] | None = None
        """Where computer players sit; None: to be seen."""
        self.time_outs = TimeOuts()
        self.dropped: list[Held] = []
        """Requests that were held for a game that is no more."""

        self.clock = TableClock()
        self.deserted_since: float | None = None
        """Since when nobody is connected who sits here."""
        self.expected = Expected()
        self.deadline = NEVER
        self.watched: float | None = None
        """The deadline that the hub looks out for."""
        self.taking: Held | None = None
        """The request that was held and is being taken."""

        self.clock_telling = ClockTelling()
        self.put_out: list[tuple[int, m.PutOut]] = []
        """Sessions that are to be told that they are at the table no more."""
        self.gone: list[int] = []
        """Sessions that are no longer at the table, for the hub to take notice of."""

        self.facts: list[Fact] = [TableOpened(number, deepcopy(room), pause_factor, bot_secret)]
        """What the next commit tells besides the entries."""
        self.places_kept: tuple[Place, ...] = ()
        """As last told to the journal."""
        self.times_kept = Times()
        """As last told to the journal."""

    @property
    def closed(self) -> bool:
        return self.room.phase is RoomPhase.CLOSED

    @property
    def state(self) -> State | None:
        """Of the game; None without one."""
        return None if self.game is None else self.game.state

    @property
    def decision(self) -> int:
        """The number of the decision that the game waits for; 0 without a game."""
        return 0 if self.game is None else self.game.state.decision

    def happen(self, event: rm.RoomEvent) -> None:
        """Something other than play happens at the table."""
        rm.fold(self.room, event)
        self.log.note(event)
        self.bot_seats = None
        match event:
            case rm.TableChanged():
                self.rules = self.room.rules
            case rm.SeatFreed(seat=seat):
                self.time_outs.forget(seat)
            case rm.SeatsMoved(seat=seat, to=to):
                self.time_outs.swap(seat, to)
            case _:
                pass

    def enter(self, turn: Turn, *, held: bool = False) -> None:
        """The phase that follows. Raises IllegalTurn, with nothing changed."""
        self.happen(rm.PhaseChanged(next_phase(self.room.phase, turn), held))

    def go_on(self) -> None:
        """After a pause, where it was."""
        self.enter(Turn.RESUMED)

    def close(self) -> None:
        """The end of the table."""
        if not self.closed:
            self.enter(Turn.CLOSED)

    def sit(self, session: int, name: str, address: str, now: float) -> int:
        """Take the lowest free seat; who watches stops watching. Raises Refusal `table_full`."""
        seat = seats.free_seat(self.room)
        if session in self.members:
            self._remove_watcher(session, "left")
        self.happen(rm.SeatTaken(seat, name))
        self.members[session] = Member(session, name, seat, since=-1, address=address)
        if self.room.host is None:
            self.happen(rm.HostChanged(seat))
        rounds.join(self, seat, now)
        self._look_round(now)
        return seat

    def watch(self, session: int, name: str, address: str) -> None:
        """Watch the table. Raises Refusal `limit`."""
        if len(self.room.watchers) >= self.limits.watchers:
            raise Refusal("limit", text="as many people watch as the table can take")
        self.members[session] = Member(session, name, None, since=-1, address=address)
        self.happen(rm.WatcherCame(name))

    def leave(self, session: int, now: float, reason: str = "left") -> None:
        """Leave for good (A10), or stop watching; `reason` as in `seat_freed`."""
        seat = self.members[session].seat
        if seat is None:
            self._remove_watcher(session, reason)
            return
        rounds.leave(self, seat, now)
        self.happen(rm.SeatFreed(seat, reason))
        del self.members[session]
        self.expected.came(session)
        self.gone.append(session)
        if self.room.host == seat:
            self.pass_host_on()
        self._look_round(now)

    def link_lost(self, session: int, now: float) -> None:
        """The connection of a member is gone; the seat is held."""
        member = self.members[session]
        member.connected, member.away_since, member.left_at = False, now, self.log.n
        member.told = None
        if member.seat is not None:
            self.happen(rm.PresenceChanged(member.seat, connected=False))
            self._look_round(now)

    def link_back(self, session: int, address: str, now: float) -> None:
        """The member is connected again, from there. `catch_up` then tells what was missed."""
        self.expected.came(session)
        self.members[session].address = address
        seat = self.members[session].seat
        if seat is not None and not seats.occupant(self.room, seat).connected:
            self.happen(rm.PresenceChanged(seat, connected=True))
            self._look_round(now)

    def _remove_watcher(self, session: int, reason: str) -> None:
        name = self.members.pop(session).name
        self.expected.came(session)
        self.gone.append(session)
        self.happen(rm.WatcherLeft(name, reason))

    def pass_host_on(self) -> None:
        """Whoever has been seated longest is the host now, of those who are connected if there are any."""
        seated = [(not member.connected, member.seat) for member in self.members.values() if member.seat is not None]
        # `min` keeps the first of equals.
        self.happen(rm.HostChanged(min(seated, key=lambda pair: pair[0])[1] if seated else None))

    def _look_round(self, now: float) -> None:
        """See who is still here: a table without people closes, one without connected people pauses."""
        phase = self.room.phase
        if not any(seats.people(self.room)):
            self.close()
        elif not seats.deserted(self.room):
            self.deserted_since = None
            if phase is RoomPhase.PAUSED and not self.room.held:
                self.go_on()
        elif self.deserted_since is None:
            self.deserted_since = now
            if phase is RoomPhase.PLAYING:
                self.enter(Turn.DESERTED)

    def add_bot(self, level: str, now: float) -> None:
        """The host adds a computer player. Raises Refusal `table_full`."""
        rounds.join(self, self.seat_bot(level), now)

    def seat_bot(self, level: str) -> int:
        """Seat a computer player in the lowest free seat; which it is. Raises Refusal `table_full`."""
        free = seats.free_seat(self.room)
        self.happen(rm.SeatTaken(free, seats.bot_name(self.room), level))
        return free

    def remove_bot(self, which: int, now: float) -> None:
        """The host removes a computer player. Raises Refusal `not_a_bot`."""
        seats.check_bot(self.room, which)
        rounds.leave(self, which, now)
        self.happen(rm.SeatFreed(which))

    def set_password(self, password: str) -> None:
        """Ask everyone who comes in for that; empty: for nothing."""
        self._set_door(self.door.with_password(password, self.entropy(SALT_BYTES)))

    def begin_at(self, position: str) -> None:
        """Let every game begin there."""
        self._set_door(self.door._replace(position=position))

    def ban(self, name: str, address: str) -> None:
        """Let somebody in no more, by name, and by address unless that is empty."""
        self._set_door(self.door.ban(name, address))

    def _set_door(self, door: TableDoor) -> None:
        self.door = door
        self.facts.append(DoorChanged(door))
