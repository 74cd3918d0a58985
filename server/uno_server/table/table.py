"""A table: what players and the host do there, and what it does by itself (P-7)."""

from collections.abc import Callable, Collection, Mapping
from math import ceil
from typing import TypeVar

from uno_engine.cards import Card
from uno_engine.levels import SEARCHES
from uno_engine.mixing import share_hash
from uno_engine.options import fingerprint
from uno_engine.presets import within_bounds
from uno_engine.rules import LONGEST_SENTENCE, OWN_TEXT, RuleSet, RulesRefused, Starter
from uno_engine.state import State
from uno_engine.view import drawn_by
from uno_protocol import messages as m
from uno_protocol import room as rm
from uno_protocol.faces import ROBOT, face_for
from uno_protocol.interfaces import loopback
from uno_protocol.room import Room, RoomPhase
from uno_protocol.wire import told_rules
from uno_server.base import limits, names
from uno_server.base.rate_limit import counted_as, place_to_ban
from uno_server.base.refusal import Refusal, no_seat
from uno_server.base.secrets import Entropy
from uno_server.base.states import AT_REST, IN_ROUND, Turn
from uno_server.table import seats
from uno_server.table.access import SALT_BYTES, check_banned
from uno_server.table.bots import BotsAtTable
from uno_server.table.game import GameAtTable
from uno_server.table.play import TableGames, TableStep
from uno_server.table.state import CLOSED, NEVER, Member, SeatClaim, TableState, check_experts


class Table(TableState):
    """One table. Methods named after requests carry them out or raise Refusal, with nothing changed."""

    def __init__(self, number: int, room: Room, bot_pause: float, bot_secret: bytes, entropy: Entropy) -> None:
        super().__init__(number, room, entropy)
        self.play = TableGames(self, BotsAtTable(bot_pause, bot_secret))

    @property
    def game(self) -> GameAtTable | None:
        """The current game; None before the first one, and after one was cleared away."""
        return self.play.game

    @property
    def state(self) -> State | None:
        """The state of the game; None without one."""
        return None if self.play.game is None else self.play.game.state

    def drawn_by(self, session: int) -> Card | None:
        """The card that a member has just drawn, if its view of the game has one."""
        state, member = self.state, self.members[session]
        return drawn_by(state, member.seat) if state is not None and member.dealt else None

    @property
    def decision(self) -> int:
        """The number of the decision that the game waits for; 0 without a game."""
        return 0 if self.play.game is None else self.play.game.state.decision

    @property
    def _held_seats(self) -> Collection[int]:
        """Seats that are free again after the deal (P-7.35)."""
        return () if self.dealing is None else self.dealing.gone

    def sit(
        self, session: int, name: str, address: str, now: float, face: int | None = None, *, program: bool = False
    ) -> int:
        """Take the lowest free seat, with the wished face if it's free (P-5.15); a spectator stops watching.

        `program`: its moves are chosen by none of us, but by no person either (P-5.18).

        Raises Refusal `table_full`.
        """
        seat = seats.free_seat(self.room, self._held_seats)
        if session in self.members:
            self._remove_watcher(session, "left")
        found = ROBOT if program else face_for(name, face, seats.faces(self.room))
        self.happen(rm.SeatTaken(seat, name, face=found, program=program or None))
        self.arrived_at = now
        self.members[session] = Member(session, name, seat, since=-1, address=address)
        if self.room.host is None:
            self.happen(rm.HostChanged(seat))
        self.play.join(seat, now)
        self._check_presence(now)
        return seat

    def watch(self, session: int, name: str, address: str, *, screen: bool = False) -> None:
        """Watch the table. Raises Refusal `limit`."""
        if len(self.room.watchers) + len(self.room.screens or ()) >= self.limits.watchers:
            raise Refusal("limit", text="the table cannot take more spectators")
        self.members[session] = Member(session, name, None, since=-1, address=address)
        self.happen(rm.WatcherCame(name, screen))

    def leave(self, session: int, now: float, reason: str = "left") -> None:
        """Leave for good (A10), or stop watching; `reason` as in `seat_freed`. Perhaps nobody else was waited for."""
        self.depart(session, now, reason)
        if not self.closed:
            self._go_on_if_nobody_is_waited_for(now)

    def depart(self, session: int, now: float, reason: str) -> None:
        """Leave, where what comes next is decided by somebody else."""
        seat = self.members[session].seat
        if seat is None:
            self._remove_watcher(session, reason)
            return
        self.end_claim("gone", seat)
        self.play.leave(seat, now)
        self.happen(rm.SeatFreed(seat, reason))
        del self.members[session]
        self.expected.came(session)
        self.gone.append(session)
        if self.room.host == seat:
            self._pass_host_on()
        self._check_presence(now)
        self._look_at_claim()

    def link_lost(self, session: int, now: float) -> None:
        """A member was disconnected; the seat is held."""
        member = self.members[session]
        member.away_since, member.left_at = now, self.log.n
        self.forget()
        if member.seat is not None:
            self.happen(rm.PresenceChanged(member.seat, connected=False))
            self._check_presence(now)
            self._look_at_claim()

    def link_back(self, session: int, address: str, seen: int | None, now: float) -> None:
        """A member is connected again, from that address, and has seen entry `seen`."""
        member = self.members[session]
        self.expected.came(session)
        member.address = address
        self.back[session] = seen
        self.forget()
        if member.seat is not None and not self.connected(member):
            self.end_claim("back", member.seat)
            self.happen(rm.PresenceChanged(member.seat, connected=True))
            self._check_presence(now)

    def claim_wait(self, member: Member, now: float) -> float | None:
        """Seconds until somebody may ask for that member's seat, 0 or less: now; None: never, as things are."""
        if member.seat is None or self.connected(member):
            return None
        return member.away_since + self.limits.claim_after_seconds - now

    def check_claim(self, session: int, address: str, now: float) -> None:
        """Raise Refusal unless somebody from there may ask for that member's seat."""
        member = self.members[session]
        wait = self.claim_wait(member, now)
        if member.seat is None:
            raise no_seat()
        check_banned(self.access, member.name, address)
        if wait is None or wait > 0:
            args: dict[str, str | int] = {} if wait is None else {"seconds": ceil(wait)}
            text = "that player is connected" if wait is None else "that player was here a moment ago"
            raise Refusal("still_here", args=args, text=text)
        if self.claim is not None:
            seconds = max(1, ceil(self.claim.until - now))
            raise Refusal("limit", args={"seconds": seconds}, text="somebody else is asking for a seat there")

    def ask_for(self, session: int, peer: int, address: str, now: float) -> None:
        """Somebody asks for that member's seat; `check_claim` has let them."""
        seat = self.members[session].seated
        deciders, least = self._deciders(seat, address), 2 if seat == self.room.host else 1
        if len(deciders) < least:
            deciders = frozenset()
        self.claim = SeatClaim(peer, address, session, now + self.limits.claim_seconds, deciders, least)
        self.happen(rm.ClaimMade(seat, self.log.n + 1))

    def _deciders(self, seat: int, address: str) -> frozenset[int]:
        """Who can decide whether somebody from there gets that seat: nobody who is connected from there, too.

        It is the host; for the host's own seat, all others. Where all come from the server's own machine, its
        addresses tell nothing, and the host decides.
        """
        there = [self.members[number] for number in self.present()]
        people = {seat for seat, one in enumerate(self.room.occupants) if one is not None and not one.program}
        there = [one for one in there if one.seat in people]
        others = [one for one in there if counted_as(one.address) != counted_as(address)]
        if seat != self.room.host:
            own = [one for one in there if loopback(address) and loopback(one.address)]
            others = [one for one in (*others, *own) if one.seat == self.room.host]
        return frozenset(one.session for one in others)

    def _look_at_claim(self) -> None:
        """Allow the claim if all who have a say and are still connected have allowed it, and are enough."""
        if self.claim is not None:
            left = self.claim.deciders & self.present()
            if len(left) >= self.claim.least and left <= self.claim.allowed:
                self.end_claim("allowed")

    def answer_claim(self, who: Member, seat: int, allow: bool, number: int | None) -> None:
        """Somebody says whether the claim of that number to that seat is true. Raises Refusal `no_claim`, `no_say`."""
        if self.claim is None or self.room.claim != seat or number not in (None, self.room.claim_number):
            raise Refusal("no_claim", text="nobody asks for that seat")
        if who.session not in self.claim.deciders:
            raise Refusal("no_say", text="you have no say in that")
        if not allow:
            self.end_claim("refused")
            return
        self.claim = self.claim._replace(allowed=self.claim.allowed | {who.session})
        self._look_at_claim()

    def _remove_watcher(self, session: int, reason: str) -> None:
        name = self.members.pop(session).name
        self.expected.came(session)
        self.gone.append(session)
        self.happen(rm.WatcherLeft(name, reason))

    def _pass_host_on(self) -> None:
        """The player seated longest becomes host, connected players first."""
        seated = [(not self.connected(one), one.seat) for one in self.members.values() if one.seat is not None]
        # `min` keeps the first of equals.
        self.happen(rm.HostChanged(min(seated, key=lambda pair: pair[0])[1] if seated else None))

    def _check_presence(self, now: float) -> None:
        """Close a table without people, pause one without connected people, resume one when they are back."""
        phase = self.room.phase
        if not any(seats.people(self.room)):
            self.close()
        elif not seats.deserted(self.room):
            self.deserted_since = None
            if phase is RoomPhase.PAUSED and not self.room.held:
                self.enter(Turn.RESUMED)
        elif self.deserted_since is None:
            self.deserted_since = now
            if phase is RoomPhase.PLAYING:
                self.enter(Turn.DESERTED)

    def add_bot(self, level: str, now: float) -> None:
        """The host adds a computer player. Raises Refusal `table_full`, `limit`."""
        check_experts(self.experts, int(level in SEARCHES), self.limits.expert_seats, "level")
        self.play.join(self.seat_bot(level), now)

    def seat_bot(self, level: str) -> int:
        """Seat a computer player in the lowest free seat, and return the seat. Raises Refusal `table_full`."""
        free = seats.free_seat(self.room, self._held_seats)
        self.happen(rm.SeatTaken(free, seats.bot_name(self.room), level, ROBOT))
        if level in SEARCHES:
            self.experts.add(self)
        return free

    def remove_bot(self, seat: int, now: float) -> None:
        """The host removes a computer player. Raises Refusal `not_a_bot`."""
        seats.check_bot(self.room, seat)
        self.play.leave(seat, now)
        self.happen(rm.SeatFreed(seat))

    def ready(self, seat: int, ready: bool, share: str | None, now: float) -> None:
        """A person is ready, or no longer; with a stand-in, the person is back (P-7.23). Raises Refusal.

        `share`: the hash of the player's bytes for the deal, which counts while a table that is bound waits (P-7.34).
        """
        if ready and seats.occupant(self.room, seat).stand_in is not None:
            self.away(seat, False, now)
        elif self.room.phase in IN_ROUND:
            raise Refusal("game_running", text="not while a round is being played")
        seats.check_back(self.room, seat)
        if self.room.phase is RoomPhase.FINISHED and ready:
            self.enter(Turn.AGAIN)
        if self.room.phase in IN_ROUND or seats.occupant(self.room, seat).ready == ready:
            return
        offered = ready and self.room.phase is RoomPhase.WAITING and self.dealing is not None
        self.happen(rm.ReadyChanged(seat, ready, share=share if offered else None))
        self._go_on_if_nobody_is_waited_for(now)

    def open_share(self, seat: int, share: str, now: float) -> None:
        """A player opens the bytes whose hash is in the list (P-7.35). Raises Refusal `bad_share`."""
        opened, listed = bytes.fromhex(share), self.room.shares
        if self.dealing is None or listed is None or listed[seat] != share_hash(seat, opened).hex():
            raise Refusal("bad_share", field="share", text="these are not your listed bytes, or the list is closed")
        self.dealing = self.dealing.with_share(seat, opened)
        self.forget()
        self._go_on_if_nobody_is_waited_for(now)

    def _withdraw(self, why: str, *seated: int) -> None:
        """Take the ready marks of the people in these seats back (P-7.7)."""
        for seat in seated:
            person = self.room.occupants[seat]
            if person is not None and person.ready and person.bot is person.stand_in is None:
                self.happen(rm.ReadyChanged(seat, ready=False, why=why))

    def _go_on_if_nobody_is_waited_for(self, now: float) -> None:
        """Deal the next round, or start the rematch, immediately if all are ready; or all bytes for a deal are open."""
        if self.room.shares is not None:
            assert self.dealing is not None
            if not self.room.held and self.dealing.complete(self.room.shares):
                self.play.close_list(now)
            return
        if not seats.all_ready(self.room):
            return
        if self.room.phase is RoomPhase.BETWEEN_ROUNDS and self.play.can_deal:
            self.play.deal(now)
        elif self.play.after_game and seats.somebody_wants_more(self.room, self.play.least):
            self._begin(None, now)

    def _begin(self, chosen: int | None, now: float) -> None:
        """Start a game, without those who are missing."""
        absent = seats.missing(self.room)
        for member in [member for member in self.members.values() if member.seat in absent]:
            self.depart(member.session, now, "absent")
        self.play.begin(chosen, now)

    def away(self, seat: int, away: bool, now: float) -> None:
        """Let a computer player play for that seat, or its person play again (P-7.23)."""
        if away:
            self.sit_in(seat)
            self._go_on_if_nobody_is_waited_for(now)
        elif seats.occupant(self.room, seat).stand_in is not None:
            next(member for member in self.members.values() if member.seat == seat).time_outs = 0
            self.happen(rm.StandInChanged(seat, None))

    def give_time(self, who: Member, request: m.GiveTime) -> None:
        """Give a seat more time (P-7.24). Raises Refusal `no_such_seat`, `empty_seat`, `not_a_person`, `not_host`."""
        seat = request.seat
        person = seats.at(self.room, "seat", seat)
        if person is None:
            raise seats.empty_seat("seat", seat)
        if who.seat not in (seat, self.room.host):
            raise Refusal("not_host", text="only the host can give other players time")
        if person.bot is not None:
            raise Refusal("not_a_person", field="seat", args={"seat": seat}, text="a computer player needs no time")
        if person.extra_seconds != request.seconds:
            self.happen(rm.TimeGiven(seat, request.seconds))

    def start(self, request: m.Start, now: float) -> None:
        """The host starts the game (P-7.9), perhaps without those who are not ready (P-7.32).

        Raises Refusal `too_few_players`, `not_ready`, `empty_seat`.
        """
        wait = ceil(max(0.0, self.arrived_at + self.limits.start_anyway_seconds - now))
        late = seats.late(self.room) if request.anyway and not wait else []
        seats.check_start(self.room, self.play.least, late, wait)
        chosen = request.chosen
        if self.rules.starter is not Starter.CHOSEN:
            chosen = None  # P-7.13: it is ignored
        elif chosen is not None:
            seats.check_taken(self.room, chosen, late)
        for seat in late:
            if seat == self.room.host:
                self.happen(rm.ReadyChanged(seat, ready=True))
            else:
                self.sit_in(seat)
        self._begin(chosen, now)

    def change(self, request: m.ChangeTable) -> None:
        """Change rules, seats or access. Raises Refusal `game_running`, `rules_refused`, `seats_taken`."""
        if request.show_hands is not None and self.room.phase not in AT_REST:
            text = "whether hands are shown cannot change during a game"
            raise Refusal("game_running", field="show_hands", text=text)
        event = rm.TableChanged(
            request.preset,
            {} if request.preset is not None and request.options is None else request.options,
            request.seats,
            request.turn_seconds,
            None if request.password is None else bool(request.password),
            request.listed,
            request.locked,
            request.watching,
            request.show_hands,
            pace=request.pace,
            programs=request.programs,
        )
        plays_otherwise = [name for name in (*_OF_RULES, "seats") if getattr(request, name) is not None]
        if plays_otherwise:
            self._check_change(request, event, plays_otherwise)
            self._clear_game()
        if request.password is not None:
            self.set_password(request.password)
        before = self.room.copy()
        self.happen(event)
        for why, part in _WITHDRAW.items():
            if part(before) != part(self.room):
                self._withdraw(why, *range(len(self.room.occupants)))

    def _check_change(self, request: m.ChangeTable, event: rm.TableChanged, fields: list[str]) -> None:
        """Complete the event of a change of rules or seats. Raises Refusal."""
        room, field = self.room, fields[0]
        if room.phase not in AT_REST:
            raise Refusal("game_running", field=field, text="rules and seats cannot change during a game")
        if request.seats is not None and any(one is not None for one in room.occupants[request.seats :]):
            args: dict[str, str | int] = {"seats": request.seats}
            raise Refusal("seats_taken", field="seats", args=args, text="somebody sits in a seat that you would remove")
        if room.test:
            args = {"option": "position", "reason": "bad_value"}
            text = "the position of this table fixes its rules and seats"
            raise Refusal("rules_refused", field=field, args=args, text=text)
        if fields != ["seats"]:
            self._complete(event, request.own_text)
        changed = room.copy()
        event.fold(changed)
        checked_rules(changed, "")

    def _complete(self, event: rm.TableChanged, own_text: str | None) -> None:
        """Write into the event which rules are in force after it. Raises Refusal."""
        room = self.room
        options = room.options if event.options is None else event.options
        if own_text is not None:
            own_text = clean_sentence(own_text, "")
        elif event.preset is None:
            own_text = room.own_text
        rules = read_rules(lambda: rm.rules_of(event.preset or room.preset, options, own_text), "")
        event.rules, event.fingerprint = told_rules(rules), fingerprint(rules)
        if (own_text := rm.own_text_of(rules)) != (room.own_text or ""):
            event.own_text = own_text

    def _clear_game(self) -> None:
        """Clear the finished game away, as seats or rules change."""
        if self.play.game is not None:
            self.happen(rm.GameCleared())
            self.play.drop()
        if self.room.phase is RoomPhase.FINISHED:
            self.enter(Turn.AGAIN)

    def set_password(self, password: str) -> None:
        """Ask everyone who enters for that password; empty: no password."""
        self.set_access(self.access.with_password(password, self.entropy(SALT_BYTES)))

    def move_seat(self, seat: int, to: int) -> None:
        """Move a player to another seat, or swap two. Raises Refusal `empty_seat`, `no_such_seat`."""
        who = seats.at(self.room, "seat", seat)
        seats.at(self.room, "to", to)
        if who is None:
            raise seats.empty_seat("seat", seat)
        if seat == to:
            return
        self._clear_game()
        self.end_claim("gone", seat, to)
        self.happen(rm.SeatsMoved(seat, to))
        for member in self.members.values():
            if member.seat in (seat, to):
                member.sits_anew(to if member.seat == seat else seat)
        self._withdraw("moved", seat, to)

    def kick(self, host: int, request: m.Kick, now: float) -> None:
        """Kick somebody, or ban them from the table; `host` is the host's session. Raises Refusal `no_such_player`."""
        member = self.find(request.name)
        if member.session == host:
            raise Refusal("no_such_player", field="name", text="you cannot kick yourself; leave the table instead")
        reason = "banned" if request.ban else "kicked"
        if request.ban:  # an address that another member shares is not banned
            others = [one.address for one in self.members.values() if one is not member]
            spared = member.address in others or loopback(member.address)
            self.set_access(self.access.ban(member.name, "" if spared else place_to_ban(member.address, others)))
        text = "the host banned you from this table" if request.ban else "the host removed you from the table"
        self.kicked.append((member.session, m.PutOut(table=self.room.code, code=reason, text=text)))
        self.leave(member.session, now, reason)

    def hand_over(self, seat: int) -> None:
        """Make somebody else host. Raises Refusal `not_a_person`."""
        people = [one.seat for one in self.members.values() if one.seat is not None]
        if seat not in people or not seats.occupant(self.room, seat).connected:
            text = "only a connected player can be the host"
            raise Refusal("not_a_person", field="seat", args={"seat": seat}, text=text)
        if seat != self.room.host:
            self.happen(rm.HostChanged(seat))

    def pause(self, paused: bool) -> None:
        """Pause the game, or resume it."""
        if paused and not self.room.held:
            self.enter(Turn.HELD, held=True)
        elif self.room.held and not paused:
            self.enter(Turn.RESUMED)

    def end_game(self) -> None:
        """End the game without a result."""
        self.happen(rm.GameCleared())
        self.play.drop()
        self.enter(Turn.ENDED)
        self.bind()

    def mute(self, name: str, muted: bool) -> None:
        """Silence somebody at this table, or end that. Raises Refusal `no_such_player`, `limit`."""
        if not muted:
            if name in self.room.muted:
                self.happen(rm.MuteChanged(name, muted=False))
            return
        found = self.find(name).name
        if len(self.room.muted) >= limits.MUTED:
            raise Refusal("limit", field="name", text="too many players are silenced at this table")
        if found not in self.room.muted:
            self.happen(rm.MuteChanged(found, muted=True))

    def step(self, now: float) -> TableStep | None:
        """Do the first thing that is due; None if nothing is."""
        if not self.frozen:
            if self.play.after_game and self.play.time_is_over(now):
                self._begin(None, now)
                return TableStep()
            if (step := self.play.step(now)) is not None:
                return step
        return self._tidy(now)

    def desertion_ends(self) -> float:
        """When the table closes because nobody seated is connected; NEVER while somebody is."""
        if self.deserted_since is None:
            return NEVER
        unplayed = self.room.phase is RoomPhase.WAITING and self.play.game is None and not self.room.tally
        limits = self.limits
        return self.deserted_since + (limits.unplayed_minutes * 60 if unplayed else limits.deserted_seconds)

    def _tidy(self, now: float) -> TableStep | None:
        """When time is up: close a deserted table, replace a disconnected host, free a disconnected member's place."""
        if now >= self.desertion_ends():
            self.close()
            return TableStep()
        if self.room.claim is not None and (self.claim is None or self.claim.until <= now):
            self.end_claim("withdrawn" if self.claim is None else "expired")
            return TableStep()
        for member in self.members.values():
            if self.place_lapses(member) <= now:
                self.leave(member.session, now, "absent")
                return TableStep()
            if not seats.deserted(self.room) and self.host_lapses(member) <= now:
                self._pass_host_on()
                return TableStep()
        return None

    def arrange(self, now: float) -> float:
        """Wind the clock and plan the computer players' moves. Returns when to call `step` next.

        NEVER if nothing will be due.
        """
        expected = self.expected
        if expected.sessions and now >= expected.until:
            expected.sessions.clear()
        deserted = seats.deserted(self.room)
        closed = self.room.phase is CLOSED
        self.play.arrange(now, still=self.frozen or closed or deserted or bool(expected.sessions))
        if closed:
            return NEVER
        due = [NEVER if self.frozen else self.play.deadline(now)]
        if len(present := self.present()) < len(self.members):
            for member in self.members.values():
                if member.session not in present:
                    due.append(self.place_lapses(member))
                    if not deserted:
                        due.append(self.host_lapses(member))
        due.append(self.desertion_ends())
        if self.room.claim is not None:
            due.append(now if self.claim is None else self.claim.until)
        if expected.sessions:
            due.append(expected.until)
        return min(due)


def checked_rules(room: Room, where: str) -> RuleSet:
    """The rules of a room, if they are valid for its number of seats. Raises Refusal `rules_refused`.

    `where` is put before field names (`new.`, or nothing).
    """
    rules = read_rules(lambda: within_bounds(room.preset, room.rules), where)
    least, most = rules.players
    if not least <= len(room.occupants) <= most:
        text = f"these rules are for {least} to {most} players"
        args = {"option": "players", "reason": "seats"}
        raise Refusal("rules_refused", field=f"{where}seats", args=args, text=text)
    return rules


Read = TypeVar("Read")
_OF_RULES = ("preset", "options", OWN_TEXT)
_WITHDRAW: Mapping[str, Callable[[Room], object]] = {
    "rules": lambda room: (room.preset, room.options, room.own_text),
    "turn_seconds": lambda room: room.turn_seconds,
    "seats": lambda room: len(room.occupants),
    "show_hands": lambda room: room.show_hands,
}
"""The parts of a room whose change takes everybody's ready mark away, by what is told of it (P-7.7)."""


def clean_sentence(text: str, where: str) -> str:
    """The host's own rule as it will be shown; empty for none. Raises Refusal `rules_refused`."""
    try:
        return names.clean(text, LONGEST_SENTENCE) if text.strip() else ""
    except names.NameRejected as fault:
        args: dict[str, str | int] = {"option": OWN_TEXT, "reason": "bad_value"}
        raise Refusal("rules_refused", field=f"{where}{OWN_TEXT}", args=args, text=str(fault)) from None


def read_rules(read: Callable[[], Read], where: str) -> Read:
    """The result of `read`. Raises Refusal `rules_refused` where it raises RulesRefused."""
    try:
        return read()
    except RulesRefused as fault:
        field = f"{where}options.{fault.option}"
        if fault.code == "unknown_preset":
            field = f"{where}preset"
        elif fault.option == OWN_TEXT and fault.code != "unknown_option":
            field = f"{where}{OWN_TEXT}"
        args = {"option": fault.option, "reason": fault.code}
        raise Refusal("rules_refused", field=field, args=args, text=str(fault)) from None
