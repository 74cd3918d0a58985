"""Play: the games of one table: how they begin, how they are played, what they wait for, when they end."""

from collections.abc import Collection
from typing import NamedTuple

from msgspec import Struct

from uno_engine import actions as act
from uno_engine.bots.reactions import PACES
from uno_engine.decisions import asked
from uno_engine.refused import Refused
from uno_engine.state import Phase, State, new_game
from uno_protocol import messages as m
from uno_protocol import room as rm
from uno_protocol.result import result_after
from uno_protocol.room import RoomPhase
from uno_server.base.limits import TIME_OUTS_IN_A_ROW
from uno_server.base.refusal import Refusal
from uno_server.base.states import IN_ROUND, Turn
from uno_server.table import game as games
from uno_server.table import positions, seats
from uno_server.table.bots import ASKED, BotsAtTable
from uno_server.table.clock import TableClock
from uno_server.table.dealing import Dealing
from uno_server.table.game import GameAtTable
from uno_server.table.hold import Held
from uno_server.table.state import NEVER, TableState
from uno_server.table.tally import none_yet, tally_after

# Asked for at every move, and a member of an enum is slow to look up before Python 3.12.
_PLAYING, _PAUSED = RoomPhase.PLAYING, RoomPhase.PAUSED
_OVER, _BETWEEN_ROUNDS = Phase.OVER, Phase.BETWEEN_ROUNDS


class TableStep(NamedTuple):
    """Something that the table did by itself, and the held request that it answers, if any."""

    held: Held | None = None
    refused: Refused | Refusal | None = None


class Awaited(Struct, frozen=True):
    """The purpose of a clock; `waits_for` None: none."""

    waits_for: object = None
    seconds: float | None = None
    """The time for it; None: no limit."""
    stands: bool = False
    """Whether the clock is stopped, also for computer players and stand-ins."""


class TableGames:
    """The games of a table, one after another, each with as many rounds as its goal takes."""

    def __init__(self, table: TableState, bots: BotsAtTable) -> None:
        self._table = table
        self.game: GameAtTable | None = None
        self.games = 0
        """How many games began since the server started."""
        self.bots = bots
        self._reacted_to: GameAtTable | None = None
        """The game that the computer players play."""
        self.clock = TableClock()
        self.dropped: list[Held] = []
        """Held requests of a game that is gone."""
        self.taking: Held | None = None
        """The held request that is being taken."""
        self.put_away: GameAtTable | None = None
        """The game that is gone, until that is settled."""

    @property
    def after_game(self) -> bool:
        """True while the table waits for a rematch: the same people, rules and seats."""
        return self.game is not None and self._table.room.phase is RoomPhase.WAITING and not self._table.frozen

    @property
    def least(self) -> int:
        """How many players a game needs; a position needs all of them."""
        table = self._table
        return len(table.room.occupants) if table.access.position else table.rules.players.least

    def begin(self, chosen: int | None, now: float) -> None:
        """Start a game with everyone seated; `chosen` as in A6, None for the host's seat."""
        table = self._table
        self.games += 1
        if table.access.position:
            self._place(now)
            return
        if chosen is None:
            chosen = table.room.host
        seated = tuple(occupant is not None for occupant in table.room.occupants)
        shares = tuple(None if occupant is None else occupant.share for occupant in table.room.occupants)
        dealing = table.dealing or Dealing.drawn(table.entropy)  # a table from an older journal is bound to none
        self._take_up(new_game(table.rules, seated, dealing.secret, chosen))
        for member in table.members.values():
            member.dealt = False
        if table.dealing is None or not any(shares):
            table.happen(rm.GameOpened(seated, chosen))
            table.dealing = table.dealing and dealing._replace(seed=dealing.secret)
            self.deal(now)
        else:
            table.dealing = dealing.listed(table.room)
            table.happen(rm.GameOpened(seated, chosen, shares))
            table.enter(Turn.SHUFFLED)

    def _take_up(self, state: State) -> None:
        table = self._table
        self.game = GameAtTable(state, table.log.note_all, without_grace=table.limits.training)

    def _place(self, now: float) -> None:
        """Start a game at the position of the table; everybody gets a snapshot."""
        table = self._table
        state = positions.state_at(table.access.position, table.rules)
        self._take_up(state)
        table.happen(rm.GamePlaced(tuple(state.seated), table.access.position))
        table.log.begin_round(state)
        table.enter(Turn.DEALT)
        for member in table.members.values():
            member.since, member.told, member.dealt = -1, None, member.seat is not None
        self.follow(now)

    @property
    def shuffling(self) -> bool:
        """True while players open their bytes for the first deal (P-7.35)."""
        return self._table.room.shares is not None

    def close_list(self, now: float) -> None:
        """Mix the bytes that were opened into the seed, and deal. Whoever left meanwhile leaves after the deal."""
        table, dealing, shares = self._table, self._table.dealing, self._table.room.shares
        assert self.game is not None
        assert dealing is not None
        assert shares is not None
        table.dealing = dealing.mixed()
        self.game.state.seed = table.dealing.seed
        table.happen(dealing.told(shares))
        self.deal(now, dealing.gone)

    @property
    def can_deal(self) -> bool:
        """True if there are enough players for another round, and the host has not paused the game."""
        table = self._table
        return (
            self.game is not None
            and not table.room.held
            and not self.shuffling
            and sum(self.game.state.seated) >= table.rules.players.least
        )

    def deal(self, now: float, gone: Collection[int] = ()) -> None:
        """Deal the next round; the players of the seats in `gone` have left."""
        assert self.game is not None
        table = self._table
        table.enter(Turn.DEALT)
        self._carry_out(act.Deal(), now)
        for seat in gone:
            if self.game.state.phase is not Phase.OVER:
                self._carry_out(act.Left(seat), now)
        for member in table.members.values():
            if member.seat is not None and self.game.state.playing[member.seat]:
                member.dealt = True
        self.follow(now)
        if seats.deserted(table.room) and table.room.phase is RoomPhase.PLAYING:
            table.enter(Turn.DESERTED)

    def ask(self, session: int, request: m.Move, now: float) -> bool:
        """A request of play: True if it was done, False if it is held (U3). Raises WireFault, Refused, Refusal."""
        table = self._table
        game, seat = self._seat_in_game(session)
        seats.check_back(table.room, seat)
        done = game.ask(session, seat, request, now)
        if done:
            table.members[session].time_outs = 0
            self.follow(now)
        return done

    def answer(self, session: int, request: m.Continuations | m.WhyNot) -> m.Follow | m.Reasons:
        """Answer a question about the game, immediately even while requests are held. Changes nothing."""
        game, seat = self._seat_in_game(session)
        if isinstance(request, m.WhyNot):
            return games.reasons(game.state, seat, request)
        return games.continuations(game.state, seat, request)

    def _seat_in_game(self, session: int) -> tuple[GameAtTable, int]:
        """The game and the session's seat. Raises Refusal `no_game`."""
        seat = self._table.members[session].seat
        if self.game is None or seat is None:
            raise Refusal("no_game", text="no game has started")
        return self.game, seat

    def join(self, seat: int, now: float) -> None:
        """A6: a player who sits down between rounds plays in the next one; during a round, after its end."""
        if self.game is not None and self._table.room.phase is RoomPhase.BETWEEN_ROUNDS and not self.shuffling:
            self._carry_out(act.Join(seat), now)

    def leave(self, seat: int, now: float) -> None:
        """A10: the player there leaves the game; the seat is not free yet."""
        game = self.game
        if game is None or game.state.phase is Phase.OVER or not game.state.seated[seat] or self._table.frozen:
            return
        if self.shuffling:
            assert self._table.dealing is not None
            self._table.dealing = self._table.dealing.without(seat)
            return
        self._carry_out(act.Left(seat), now)
        self.follow(now)

    def follow(self, now: float) -> None:
        """Make the table's phase follow the game's."""
        assert self.game is not None
        table, state = self._table, self.game.state
        if state.phase is _OVER and table.room.phase is not RoomPhase.FINISHED:
            self._end_round(state)
            table.happen(self._opened_seed(state, tally_after(table.room, state, self.game.feats)))
            table.enter(Turn.GAME_OVER)
            table.bind()
        elif state.phase is _BETWEEN_ROUNDS and table.room.phase in IN_ROUND:
            self._end_round(state)
            table.enter(Turn.ROUND_OVER)
            for seat, occupant in enumerate(table.room.occupants):
                if occupant is not None and not state.seated[seat]:
                    self._carry_out(act.Join(seat), now)

    def _opened_seed(self, state: State, tally: tuple[rm.TallyLine, ...]) -> rm.GameSeed:
        """The seed of the game that is over and the secret behind it, for all, unless hands stay closed (P-7.36)."""
        if not self._table.room.show_hands:
            return rm.GameSeed("", tally)
        dealing = self._table.dealing
        return rm.GameSeed(state.seed.hex(), tally, dealing and dealing.secret.hex())

    def _end_round(self, state: State) -> None:
        """Show all hands after a round, if the table does that (P-7.19), and note the result (P-8.9)."""
        table, room = self._table, self._table.room
        if room.show_hands and room.phase is not RoomPhase.BETWEEN_ROUNDS:
            hands = zip(state.hands, state.seated, strict=True)
            table.happen(rm.HandsShown(tuple(tuple(hand) if seated else None for hand, seated in hands)))
        counted = table.log.counted()
        for event in table.log.fresh:
            table.result = result_after(event, table.result, counted, room, state)

    def _carry_out(self, action: act.TableAction, now: float) -> None:
        """An action of the table itself; the rules never refuse a correct one."""
        assert self.game is not None
        try:
            self.game.carry_out(action, now)
        except Refused as refused:
            raise RuntimeError(f"{action} was refused: {refused}") from refused

    def drop(self) -> None:
        """Remove the game; its held requests will not be taken."""
        if self.game is not None:
            self.dropped += self.game.give_back()
            self.put_away = self.game
            for member in self._table.members.values():
                member.told = None  # the last list is no longer valid
        self.game = None
        self.bots.rest()

    def give_up_taking(self) -> list[Held]:
        """The request that was being taken when a step failed, if any; it will not be tried again."""
        taken, self.taking = self.taking, None
        return [] if taken is None else [taken]

    def give_back(self) -> list[Held]:
        """Return and forget all held requests."""
        dropped, self.dropped = self.dropped, []
        return dropped if self.game is None else [*dropped, *self.game.give_back()]

    def restore(self, state: State | None) -> None:
        """After a fault of our own: restore the game as of the last settled entry; None: there was none."""
        self.game = self.put_away or self.game
        if self.game is not None and state is not None:
            self.game.state = state
            self.game.feats = self._table.times_kept.feats or none_yet(state)
            self.game.actions.clear()
            self.game.memories.clear()
            self.game.end_hold()
            if self._table.dealing is not None and self._table.dealing.seed:
                state.seed = self._table.dealing.seed  # the entries don't tell it
        elif state is None:
            self.game = None
        self.bots.rest()

    @property
    def hurried(self) -> bool:
        """True while released requests must be taken before anything else."""
        return self.game is not None and bool(self.game.released)

    def step(self, now: float) -> TableStep | None:
        """Do the first thing of the game that is due; None if nothing is."""
        game = self.game
        if game is None:
            return None
        grace = None if game.hold is None else game.hold.deadline
        if grace is not None and grace <= now:
            game.end_hold()
        if game.released:
            return self._take_released(game, now)
        if self.time_is_over(now):
            return self._time_over(game, now)
        if self.bots.deadline <= now:
            return self._bot_moves(game, now)
        return None

    def time_is_over(self, now: float) -> bool:
        """True if the clock has run out."""
        deadline = self.clock.deadline
        return deadline is not None and deadline <= now

    def _take_released(self, game: GameAtTable, now: float) -> TableStep:
        """Take the first request that a hold has released."""
        self.taking = held = game.released.popleft()
        member = self._table.members.get(held.session)
        try:
            if member is None or member.seat != held.action.seat:
                raise Refusal("not_at_table", text="you have left the table")
            game.take(held, now)
        except (Refused, Refusal) as refused:
            return TableStep(held, refused)
        member.time_outs = 0
        self.follow(now)
        return TableStep(held)

    def _time_over(self, game: GameAtTable, now: float) -> TableStep:
        """The clock has run out: for a person, or for the pause before a deal."""
        table = self._table
        if table.room.phase is RoomPhase.BETWEEN_ROUNDS:
            (self.close_list if self.shuffling else self.deal)(now)
            return TableStep()
        # If several are asked, each step answers for one of them; their time is up too.
        people = (seat for seat in asked(game.state.waiting_for) if seats.occupant(table.room, seat).plays)
        seat = next(people)  # the clock runs for people only
        self._carry_out(act.TimedOut(seat), now)
        member = next(member for member in table.members.values() if member.seat == seat)
        member.time_outs += 1
        if member.time_outs >= TIME_OUTS_IN_A_ROW:
            table.sit_in(seat)
        self.follow(now)
        return TableStep()

    def _bot_moves(self, game: GameAtTable, now: float) -> TableStep | None:
        """Let the computer player whose turn comes first act, or wait for another occasion."""
        seat, kind = key = self.bots.next()
        level = seats.played_by_computers(self._table.room)[seat]
        action = self.bots.choose(game.state, key, game.memories)
        if action is None:
            if kind is not ASKED:
                return TableStep()
            raise RuntimeError(f"the computer player of level {level} does not answer {game.state.waiting_for}")
        try:
            game.carry_out(action, now)
        except Refused as refused:
            raise RuntimeError(f"the computer player of level {level} chose {action.kind}: {refused}") from refused
        self.follow(now)
        return TableStep()

    def arrange(self, now: float, *, still: bool) -> None:
        """Wind the clock and plan the computer players' moves; `still` while nothing happens at the table."""
        game, phase = self.game, self._table.room.phase
        still = still or phase is _PAUSED or self._table.room.held or (game is not None and game.stands_still)
        if game is not None and game.hold is not None:
            (game.hold.stand if phase is _PAUSED else game.hold.run)(now)
        awaited = self.awaited()
        self.clock.wind(awaited.waits_for, awaited.seconds)
        if still or awaited.stands:
            self.clock.stand(now)
        else:
            self.clock.run(now)
        if game is None or still or phase is not _PLAYING:
            self.bots.rest()
        else:
            levels = self._table.bot_levels
            if levels is None:
                levels = self._table.bot_levels = seats.played_by_computers(self._table.room)
            if levels or game.memories:
                game.remember_for(levels)
            if game is not self._reacted_to:
                self._reacted_to = game
                self.bots.begin(self._table.log.n)  # which only grows, after a restart of the server too
            pace = PACES.get(self._table.room.pace or "", self.bots.pace)
            self.bots.pace = 0.0 if self._table.limits.training else pace
            self.bots.plan(game.state, levels, game.memories, now)

    def awaited(self) -> Awaited:
        """The purpose of the clock."""
        game, room = self.game, self._table.room
        if game is None or self._table.frozen:
            return Awaited()
        state = game.state
        if room.phase not in IN_ROUND:
            return self._awaited_between(room.phase, state)
        of_people, stands, more = False, True, 0
        for seat in asked(state.waiting_for):
            player = room.occupants[seat]
            assert player is not None
            of_people = of_people or player.bot is None
            if player.plays:
                stands, more = False, max(more, player.extra_seconds)
        limit = room.turn_seconds + more if of_people and room.turn_seconds else None
        return Awaited(("turn", self.games, state.decision, of_people), limit, stands)

    def _awaited_between(self, phase: RoomPhase, state: State) -> Awaited:
        """The purpose of the clock while no round is played."""
        if self.shuffling:
            return Awaited(("shares", self.games), self._table.limits.open_share_seconds)
        if phase is RoomPhase.BETWEEN_ROUNDS:
            seconds = self._table.limits.next_deal_seconds if self.can_deal else None
            return Awaited(("deal", self.games, state.round), seconds)
        return self._rematch_awaited() if phase is RoomPhase.WAITING else Awaited()

    def _rematch_awaited(self) -> Awaited:
        """The rematch; its clock is stopped while there are too few players."""
        room, least = self._table.room, self.least
        if not seats.somebody_wants_more(room, least):
            return Awaited()
        return Awaited(("rematch", self.games), self._table.limits.rematch_seconds, seats.there(room) < least)

    def deadline(self, now: float) -> float:
        """When to call `step` next; NEVER if nothing will be due."""
        game = self.game
        if game is None:
            return NEVER
        due = [self.bots.deadline]
        if game.hold is not None and (grace := game.hold.deadline) is not None:
            due.append(grace)
        if game.released:
            due.append(now)
        if (deadline := self.clock.deadline) is not None:
            due.append(deadline)
        return min(due)
