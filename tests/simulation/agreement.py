"""Agreement: what a client has folded is what the server would show it now."""

from tests.peer import comparable, differences
from tests.simulation.program import Program
from tests.simulation.wrong import Kind, Wrong, require
from uno_engine.legal import legal_actions
from uno_engine.state import State, View
from uno_engine.view import view_for
from uno_protocol.fold import TableView
from uno_protocol.wire import listed_to_map
from uno_server.table.state import Member
from uno_server.table.table import Table

CLOCK_SECONDS = 0.4
"""So far may a client be off: a clock is told with the next batch, and stands while tables come from the disk."""


def compare(program: Program, picture: TableView, table: Table, member: Member, ahead: float) -> None:
    """Raise Wrong unless a client to which everything has been delivered knows what is there to know.

    `ahead`: seconds that the server's time is ahead of the client's.
    """
    where = f"{program.name} at table {table.room.code} after entry {table.log.n}"
    require(picture.n == table.log.n, Kind.LOST, where, "has seen entries up to", picture.n)
    require(picture.seat == member.seat, Kind.DIVERGED, where, "believes in seat", picture.seat, "not", member.seat)
    require(picture.room == table.room, Kind.DIVERGED, where, "sees", picture.room, "not", table.room)
    results = comparable(picture.result, table.result)
    require(results[0] == results[1], Kind.DIVERGED, where, "knows the result", results[0], "not", results[1])
    game = None if table.game is None else table.game.state
    shown = None if game is None else _shown(game, member)
    if picture.game != shown:
        raise Wrong(Kind.DIVERGED, f"{where} sees another game: {differences(picture.game, shown)}")
    if game is not None:
        _compare_lists(where, program, game, table, member)
        _compare_clocks(where, program, table, ahead)


def _shown(state: State, member: Member) -> View:
    """A9, P-8.6: the own hand is shown to whom it was dealt, not to who came later to the seat."""
    if member.seat is None or member.dealt:
        return view_for(state, member.seat)
    view = view_for(state, None)
    view.viewer = member.seat
    return view


def _compare_lists(where: str, program: Program, state: State, table: Table, member: Member) -> None:
    seat = member.seat
    person = None if seat is None else table.room.occupants[seat]
    away = person is not None and person.stand_in is not None  # P-9.4: then there is nothing to be done by oneself
    listed = [] if seat is None or away or not state.playing[seat] else legal_actions(state, seat)
    there = [listed_to_map(one) for one in listed]
    legal = program.legal
    told = (legal.decision, legal.actions) if legal is not None and legal.actions else None
    due = (state.decision, there) if there else None
    require(told == due, Kind.DIVERGED, where, "may do", due, "and was told", told)


def _compare_clocks(where: str, program: Program, table: Table, ahead: float) -> None:
    deadline, until = table.play.clock.deadline, program.until
    deadline = None if deadline is None else deadline - ahead
    if deadline is not None and until is not None and abs(deadline - until) <= CLOCK_SECONDS:
        return
    require(
        deadline is until, Kind.DIVERGED, where, "was told that the clock ends at", until, "and it ends at", deadline
    )
