"""What does a table do by itself, one thing at a time, and when is the next due?"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from engine import actions as act
from engine.decisions import asked
from engine.refused import Refused
from protocol.room import RoomPhase
from server import away, rounds, seats
from server.game import GameAtTable
from server.hold import Held
from server.members import NEVER
from server.refusal import Refusal

if TYPE_CHECKING:
    from server.table import Table


class Step(NamedTuple):
    """Something that the table did by itself, and the held request that it settled, if any."""

    held: Held | None = None
    refused: Refused | Refusal | None = None


class Awaited(NamedTuple):
    """What a clock is for; nothing, without a name for it."""

    waits_for: object = None
    seconds: float | None = None
    """What that may take; None: no limit."""
    stands: bool = False
    """Whether the time stands: computer players have theirs, and those who sit in for people."""


def hurried(table: Table) -> bool:
    """True while requests that were held are to be taken before anything else."""
    return table.game is not None and bool(table.game.released)


def step(table: Table, now: float) -> Step | None:
    """Do the first thing that is due; None if nothing is."""
    game = table.game
    if game is not None and not table.frozen:
        grace = None if game.hold is None else game.hold.deadline
        if grace is not None and grace <= now:
            game.end_hold()
        if game.released:
            return _take_released(table, game, now)
        deadline = table.clock.deadline
        if deadline is not None and deadline <= now:
            return _time_over(table, game, now)
        if table.bots.deadline <= now:
            return _bot_moves(table, game, now)
    return _tidy(table, now)


def interrupted(table: Table) -> Held | None:
    """The request that was being taken when a step failed: it will not be tried again."""
    held, table.taking = table.taking, None
    return held


def _take_released(table: Table, game: GameAtTable, now: float) -> Step:
    """Take the first request that a hold has let go."""
    table.taking = held = game.released.popleft()
    member = table.members.get(held.session)
    try:
        if member is None or member.seat != held.action.seat:
            raise Refusal("not_at_table", text="you have left the table")
        game.take(held, now)
    except (Refused, Refusal) as refused:
        return Step(held, refused)
    table.time_outs.forget(held.action.seat)
    rounds.follow(table, now)
    return Step(held)


def _time_over(table: Table, game: GameAtTable, now: float) -> Step:
    """The clock has run out: of a seat's person, of the pause before a deal, or before another game."""
    if table.room.phase is RoomPhase.BETWEEN_ROUNDS:
        rounds.deal(table, now)
        return Step()
    if rounds.after_game(table):
        rounds.begin(table, None, now)
        return Step()
    # A question to several is answered for one of them a step; the clock of the others is over as well.
    people = (seat for seat in asked(game.state.waiting_for) if seats.occupant(table.room, seat).plays)
    seat = next(people)  # the clock runs for people alone
    rounds.carry_out(table, act.TimedOut(seat), now)
    away.time_is_out(table, seat)
    rounds.follow(table, now)
    return Step()


def _bot_moves(table: Table, game: GameAtTable, now: float) -> Step | None:
    """The computer player whose time comes first looks at the game, and acts or waits for another occasion."""
    seat = table.bots.next_seat()
    player = seats.occupant(table.room, seat)
    level = player.bot or player.stand_in
    assert level is not None
    action = table.bots.choose(game.state, seat, level)
    if action is None:
        if seat not in asked(game.state.waiting_for):
            return Step()
        raise RuntimeError(f"the computer player of level {level} does not answer {game.state.waiting_for}")
    try:
        game.carry_out(action, now)
    except Refused as refused:
        raise RuntimeError(f"the computer player of level {level} chose {action.kind}: {refused}") from refused
    rounds.follow(table, now)
    return Step()


def _tidy(table: Table, now: float) -> Step | None:
    """Give up what has been waited for long enough: a deserted table, a lost host, an idle seat."""
    if table.deserted_since is not None and now >= table.deserted_since + table.limits.deserted_seconds:
        table.close()
        return Step()
    for member in table.members.values():
        if member.place_lapses(table.room, table.limits) <= now:
            table.leave(member.session, now, "absent")
            return Step()
        if not seats.deserted(table.room) and member.host_lapses(table.room, table.limits) <= now:
            table.pass_host_on()
            return Step()
    return None


def arrange(table: Table, now: float) -> None:
    """Wind the clock, let the computer players make their plans, and work out when something is due again."""
    game = table.game
    expected = table.expected
    if expected.sessions and now >= expected.until:
        expected.sessions.clear()
    deserted, phase = seats.deserted(table.room), table.room.phase
    still = table.frozen or table.closed or deserted or bool(expected.sessions)
    still = still or phase is RoomPhase.PAUSED or table.room.held
    still = still or (game is not None and game.stands_still)
    if game is not None and game.hold is not None:
        (game.hold.stand if phase is RoomPhase.PAUSED else game.hold.run)(now)
    waits_for, seconds, stands = awaited(table)
    table.clock.wind(waits_for, seconds)
    if still or stands:
        table.clock.stand(now)
    else:
        table.clock.run(now)
    if game is None or still or phase is not RoomPhase.PLAYING:
        table.bots.rest()
    else:
        if table.bot_seats is None:
            table.bot_seats = seats.played_by_computers(table.room)
        table.bots.plan(game.state, table.bot_seats, now)
    table.deadline = next_deadline(table, now, deserted=deserted)


def awaited(table: Table) -> Awaited:
    """What the clock is for."""
    game, room = table.game, table.room
    if game is None or table.frozen or room.phase in (RoomPhase.FINISHED, RoomPhase.CLOSED):
        return Awaited()
    if room.phase is RoomPhase.WAITING:
        return _rematch_awaited(table)
    state = game.state
    if room.phase is RoomPhase.BETWEEN_ROUNDS:
        return Awaited(
            ("deal", table.games, state.round), table.limits.next_deal_seconds if rounds.can_deal(table) else None
        )
    of_people, stands, more = False, True, 0
    for seat in asked(state.waiting_for):
        player = seats.occupant(room, seat)
        of_people = of_people or player.bot is None
        if player.plays:
            stands, more = False, max(more, player.extra_seconds)
    seconds = room.turn_seconds + more if of_people and room.turn_seconds else None
    return Awaited(("turn", table.games, state.decision, of_people), seconds, stands)


def _rematch_awaited(table: Table) -> Awaited:
    """The next game, after one that is over; the clock stands while too few are there."""
    least = rounds.least(table)
    if not seats.somebody_wants_more(table.room, least):
        return Awaited()
    return Awaited(("rematch", table.games), table.limits.rematch_seconds, seats.there(table.room) < least)


def next_deadline(table: Table, now: float, *, deserted: bool) -> float:
    """When there may be something to do by `step`, or for `arrange`; NEVER if nothing is waited for."""
    if table.closed:
        return NEVER
    due = [NEVER]
    for member in table.members.values():
        if not member.connected:
            due.append(member.place_lapses(table.room, table.limits))
            if not deserted:
                due.append(member.host_lapses(table.room, table.limits))
    if table.deserted_since is not None:
        due.append(table.deserted_since + table.limits.deserted_seconds)
    if table.expected.sessions:
        due.append(table.expected.until)
    game = table.game
    if game is not None and not table.frozen:
        due.append(table.bots.deadline)
        if game.hold is not None and (grace := game.hold.deadline) is not None:
            due.append(grace)
        if game.released:
            due.append(now)
        if (deadline := table.clock.deadline) is not None:
            due.append(deadline)
    return min(due)
