"""One table's life: who sits there, when the game starts and goes on, and what everyone there is told.

waiting -> playing <-> paused -> between_rounds -> playing ... -> finished -> waiting; any -> closed.
"""

from __future__ import annotations

from collections.abc import Container
from copy import deepcopy

from engine import actions as act
from engine.state import State
from protocol import messages as m
from protocol import room as rm
from protocol.room import RoomPhase
from server import due, limits, rounds, seats
from server.away import TimeOuts
from server.bots_at_table import BotsAtTable
from server.clock import TableClock
from server.facts import DoorChanged, Fact, Place, PlacesChanged, TableOpened, Times
from server.game import GameAtTable
from server.hold import Held, Hold
from server.log import Shown, TableLog
from server.machines import Turn, next_phase
from server.members import NEVER, UNKNOWN, Expected, Member
from server.refusal import Refusal
from server.session import Entropy
from server.table_door import SALT_BYTES, TableDoor
from server.telling import ClockTelling, clock_message, legal_news, snapshot

Mail = list[tuple[int, tuple[m.ServerMessage, ...]]]
"""Messages in order, with the number of the session that they are for."""


class Table:
    """One table. Methods named after requests carry them out or raise Refusal, Refused or FieldFault.

    They leave notes in the log; `settle` makes them final and says who is to be told what. `step` does one thing that
    is due by `deadline`. Times are seconds of the hub's clock. Sessions are known by number.
    """

    def __init__(self, number: int, room: rm.Room, pause_factor: float, bot_secret: bytes, entropy: Entropy) -> None:
        self.number = number
        self.room = room
        self.rules = room.rules
        self.members: dict[int, Member] = {}
        """By session, in the order in which they came."""
        self.log = TableLog(room)
        self.game: GameAtTable | None = None
        self.clock = TableClock()
        self.limits = limits.Limits()
        """What the server permits; set by the lobby."""
        self.frozen = False
        """Our own faults have come too often: nothing but leaving is left to do here."""
        self.deadline = NEVER
        self.watched: float | None = None
        """The deadline that the hub looks out for."""
        self.facts: list[Fact] = [TableOpened(number, deepcopy(room), pause_factor, bot_secret)]
        """What the next commit tells besides the entries."""
        self.taking: Held | None = None
        """The request that was held and is being taken."""
        self.gone: list[int] = []
        """Sessions that are no longer at the table, for the hub to take notice of."""
        self.put_out: list[tuple[int, m.PutOut]] = []
        """Sessions that are to be told that they are at the table no more."""
        self.dropped: list[Held] = []
        """Requests that were held for a game that is no more."""
        self.door = self._door_settled = TableDoor()
        self.put_away: GameAtTable | None = None
        """The game that is no more, until that is settled."""
        self.entropy = entropy
        self.bots = BotsAtTable(pause_factor, bot_secret)
        self.bot_seats: list[int] | None = None
        """Where computer players sit; None: to be seen."""
        self._faults = 0
        self._clock_telling = ClockTelling()
        self.deserted_since: float | None = None
        self.games = 0
        self._places: tuple[Place, ...] = ()
        """As last told to the journal."""
        self.expected = Expected()
        self._members_settled: list[tuple[Member, int | None, int, bool]] = []
        """Who was at the table after the last entry: seat, `since`, `dealt`."""
        self.time_outs = TimeOuts()
        self.times_kept = Times()
        """As last told to the journal."""

    # --- coming and going ----------------------------------------------------------------------------------------

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

    def go_on(self) -> None:
        """After a pause, where it was."""
        self.enter(Turn.RESUMED)

    def close(self) -> None:
        """The end of the table."""
        if not self.closed:
            self.enter(Turn.CLOSED)

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

    @property
    def closed(self) -> bool:
        return self.room.phase is RoomPhase.CLOSED

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

    # --- telling ---------------------------------------------------------------------------------------------------

    def settle(self, now: float) -> tuple[tuple[Shown, ...], Mail]:
        """Make what was noted final. Gives the new entries in full, and what the members are to be told, in order."""
        due.arrange(self, now)
        clock = self._clock_telling.news(self.clock, self.room, self._decision, now)
        code = self.room.code
        fresh = self.log.fresh
        entries = tuple([Shown(code, n, event) for n, event in enumerate(fresh, self.log.n - len(fresh) + 1)])
        for_all = (*[entry.public for entry in entries], *clock)
        secret = [entry.private for entry in entries if entry.private]
        state, n = self._state, self.log.n
        mail: Mail = [(session, (told,)) for session, told in self.put_out]
        self.put_out.clear()
        for member in self.members.values():
            if member.since < 0:
                member.since = self.log.n
                mail += self._snapshot(member, now)
            elif member.connected:
                own = for_all
                if secret and any(member.seat in private for private in secret):
                    own = (*[entry.to(member.seat) for entry in entries], *clock)
                if own:
                    mail.append((member.session, own))
                if entries and (news := legal_news(self.room, n, state, member)) is not None:
                    mail.append((member.session, (news,)))
        of_room = [entry.event for entry in entries if isinstance(entry.event, rm.RoomEvent)]
        if of_room:
            self._note_places()
            self._note_members()
        self.log.settle()
        self._clock_telling.settle()
        self._door_settled, self.put_away = self.door, None
        if entries:
            self._faults = 0
            begun = any(isinstance(event, rm.GameOpened | rm.GamePlaced) for event in of_room)
            self.log.rebase(self.room, state, now=begun)
        return entries, mail

    def catch_up(self, session: int, seen: int | None, now: float) -> Mail:
        """What a member who is back has missed since entry `seen`: exactly that, or a snapshot."""
        member = self.members[session]
        lost = seen is not None and member.left_at is not None and seen > member.left_at
        member.connected, member.told, member.left_at = True, None, None
        self.deadline = due.next_deadline(self, now, deserted=seats.deserted(self.room))
        missed = None if seen is None or lost else self.log.missed(seen, member.since)
        if missed is None:
            return self._snapshot(member, now)
        replay = tuple([Shown(self.room.code, *logged).to(member.seat) for logged in missed])
        return [*([(session, replay)] if replay else []), *self._now(member, now)]

    def _snapshot(self, member: Member, now: float) -> Mail:
        shot = snapshot(self.room, self.log.n, self._state, member)
        return [(member.session, (shot,)), *self._now(member, now)]

    def _now(self, member: Member, now: float) -> Mail:
        """What is not in the log: the member's legal actions and the clock, whatever was told before."""
        if self.game is None:
            return []
        news = legal_news(self.room, self.log.n, self._state, member, always=True)
        clock = clock_message(self.clock, self.room, self._decision, now)
        return [(member.session, (clock,) if news is None else (news, clock))]

    def restore(self, now: float) -> None:
        """After a fault of our own: back to the last settled entry."""
        self.log.drop()
        self.bot_seats = None
        self.facts.clear()
        self.put_out.clear()
        self.time_outs = TimeOuts(self.times_kept.time_outs)
        self.room, state = self.log.rebuilt()
        self.rules = self.room.rules
        self.door = self._door_settled
        self.game = self.put_away or self.game
        if self.game is not None and state is not None:
            self.game.state = state
            self.game.actions.clear()
            self.game.end_hold()
        elif state is None:
            self.game = None
        self._restore_members()
        self._faults += 1
        self.frozen = self._faults >= limits.FAULTS_IN_A_ROW
        self.bots.rest()
        due.arrange(self, now)

    def _note_members(self) -> None:
        self._members_settled = [(one, one.seat, one.since, one.dealt) for one in self.members.values()]

    def _restore_members(self) -> None:
        """Whoever came after the last settled entry is gone; everyone else is back where the room has them.

        But who leaves a frozen table has left: nothing there may keep anybody.
        """
        came = self.members
        self.members = {}
        for member, seat, since, dealt in self._members_settled:
            if self.frozen and member.session not in came:
                continue
            member.seat, member.since, member.dealt, member.told = seat, since, dealt, UNKNOWN
            self.members[member.session] = member
        self.gone += [session for session in came if session not in self.members]

    @property
    def _state(self) -> State | None:
        return None if self.game is None else self.game.state

    @property
    def _decision(self) -> int:
        return 0 if self.game is None else self.game.state.decision

    # --- what the journal keeps ------------------------------------------------------------------------------------

    def _note_places(self) -> None:
        # By the room, which knows of a link that is back before the member has caught up; watchers have no entries.
        places = tuple(
            Place(
                one.session,
                one.name,
                one.seat,
                one.since,
                one.dealt,
                one.connected if one.seat is None else seats.occupant(self.room, one.seat).connected,
                one.away_since,
                one.left_at,
            )
            for one in self.members.values()
        )
        if places != self._places:
            self._places = places
            self.facts.append(PlacesChanged(places))

    def take_facts(self) -> tuple[Fact, ...]:
        """What has to be kept besides the entries that were settled last."""
        facts, self.facts = tuple(self.facts), []
        return facts

    def take_actions(self) -> tuple[act.Action, ...]:
        """What the game was asked for since the last commit."""
        if self.game is None:
            return ()
        actions, self.game.actions = tuple(self.game.actions), []
        return actions

    @property
    def times(self) -> Times:
        """What the table waits for."""
        hold = None if self.game is None else self.game.hold
        until, left = (None, None) if hold is None else (hold.until, hold.left)
        return Times(*self.clock.kept, until, self.deserted_since, self.time_outs.kept, left)

    def recover(self, places: tuple[Place, ...], door: TableDoor, times: Times, now: float) -> None:
        """Take up what the journal has kept; log, room and game are there already. `after_restart` then goes on."""
        self.times_kept = times
        self.facts.clear()
        self._places = places
        self.door = self._door_settled = door
        game = self.game
        self.members = {
            one.session: Member(*one[:4], one.connected, one.away_since, one.dealt, left_at=one.left_at)
            for one in places
        }
        self._note_members()
        self.rules = self.room.rules
        if game is not None and times.hold_until is not None:
            game.hold = Hold(times.hold_until, left=times.hold_left)
        self.deserted_since = times.deserted_since
        self.time_outs = TimeOuts(times.time_outs)
        left = times.left
        if left is not None and times.running_since is not None:
            left = max(0.0, left - (now - times.running_since))
        self.clock.set_back(due.awaited(self).waits_for, times.of, left)

    def after_restart(self, known: Container[int], now: float) -> None:
        """Every link is lost; the clocks wait until all are back, but not for ever.

        Whose session is not `known` any more cannot come back, and leaves.
        """
        for session in [session for session in self.members if session not in known]:
            self.leave(session, now)
        cut = sorted(member.session for member in self.members.values() if member.connected)
        # Who was lost a moment ago may still be on the way back, from the restart before perhaps.
        coming = (one for one in self.members.values() if now - one.away_since < limits.RETURN_SECONDS)
        back = {*cut, *(member.session for member in coming if not member.connected)}
        self.expected = Expected(back, now + limits.RETURN_SECONDS)
        kept = self.log.n
        for session in cut:
            self.link_lost(session, now)
            self.members[session].left_at = kept
        for member in self.members.values():
            if member.seat is None:  # when a watcher was lost, or came back, is not stored
                member.away_since = now

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
