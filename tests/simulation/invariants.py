"""Invariants: what is true of a hub after each thing that happens there, whatever it was."""

from collections.abc import Iterator
from typing import TypeVar

from uno_engine.decisions import asked
from uno_engine.state import Phase
from uno_protocol.messages import TableLine
from uno_protocol.room import RoomPhase
from uno_server.base import names
from uno_server.base.rate_limit import place_of
from uno_server.base.states import LinkState
from uno_server.core.hub import Hub
from uno_server.core.lobby import Lobby, line
from uno_server.table import seats
from uno_server.table.hold import Held
from uno_server.table.state import NEVER
from uno_server.table.table import Table

T = TypeVar("T")


def check(hub: Hub) -> None:
    """Raise AssertionError unless everything holds."""
    check_links(hub)
    check_sessions(hub)
    check_timers(hub)
    check_list(hub.lobby)
    for table in hub.lobby:
        check_seats(table)
        check_phase(table)
        check_clock(table)
        if not hub._commits % 20:  # it takes its time
            check_rebuilt(table)


def check_links(hub: Hub) -> None:
    """A connection in a session speaks for it, and it alone."""
    for link in hub._peers.values():
        if link.state is LinkState.IN_SESSION:
            assert link.session is not None
            assert link.session.peer == link.number
        elif link.state is not LinkState.CLOSING:
            assert link.session is None
    speaking = [session.peer for session in hub.sessions if session.peer is not None]
    assert set(speaking) <= hub._peers.keys()
    _all_different(speaking)


def check_sessions(hub: Hub) -> None:
    """A session is at one table, and the table knows of it; what it has not been answered is held there, or read."""
    at_tables = [(number, table.room.code) for table in hub.lobby for number in table.members]
    _all_different([number for number, _ in at_tables])
    assert dict(at_tables) == {one.number: one.table for one in hub.sessions if one.table is not None}
    for table in hub.lobby:
        for number, member in table.members.items():
            assert table.connected(member) == (hub.sessions[number].peer is not None)
    held = {(one.session, one.request.id) for table in hub.lobby for one in _held(table)}
    held |= {(number, request) for number, request in hub._fetching.items() if number in hub.sessions}
    assert held == {(one.number, request) for one in hub.sessions for request in one.unanswered}


def _held(table: Table) -> Iterator[Held]:
    if table.game is not None:
        yield from table.game.released
        if table.game.hold is not None:
            yield from table.game.hold.held


def check_seats(table: Table) -> None:
    """Every seat is one person's or a computer player's, the host is a person, and nobody is there who is banned."""
    room, members = table.room, list(table.members.values())
    people = {seat: one.name for seat, one in enumerate(room.occupants) if one is not None and one.bot is None}
    seated = [(member.seat, member.name) for member in members if member.seat is not None]
    _all_different([seat for seat, _ in seated])
    assert dict(seated) == people
    assert sorted([*room.watchers, *(room.screens or ())]) == sorted(
        member.name for member in members if member.seat is None
    )
    _all_different([one.name for one in room.occupants if one is not None])
    assert people, "a table without people is there"
    assert room.host in people, "a table has no host"
    for member in members:
        assert names.looks(member.name).isdisjoint(table.access.banned_names)
        assert {member.address, place_of(member.address)}.isdisjoint(table.access.banned_addresses)
        assert member.since >= 0
    for one in room.occupants:
        assert one is None or one.bot is None or (one.ready, one.stand_in, one.connected) == (True, None, True)


def check_list(lobby: Lobby) -> None:
    """The list of tables has each listed table once, as it is now, and no other."""
    listed: list[TableLine] = []
    more = True
    while more:
        page = lobby.page(listed[-1].code if listed else "")
        listed += page.tables
        more = page.more
    assert listed == [line(lobby[code]) for code in sorted(table.room.code for table in lobby if table.room.listed)]


def check_phase(table: Table) -> None:
    """A table in the lobby is not closed and not frozen; it plays while somebody is there, and with a game alone."""
    room, game = table.room, table.game
    assert not table.closed
    assert not table.frozen
    assert table.log.fresh == []
    deserted = seats.deserted(room)
    assert (table.deserted_since is not None) == deserted
    assert not (deserted and room.phase is RoomPhase.PLAYING)
    assert not room.held or room.phase in (RoomPhase.PAUSED, RoomPhase.BETWEEN_ROUNDS)
    assert room.phase is not RoomPhase.PAUSED or room.held or deserted
    state = None if game is None else game.state
    phases: dict[RoomPhase, set[Phase | None]] = {
        RoomPhase.WAITING: {None, Phase.OVER},
        RoomPhase.PLAYING: {Phase.PLAYING, Phase.VOTING},
        RoomPhase.PAUSED: {Phase.PLAYING, Phase.VOTING},
        RoomPhase.BETWEEN_ROUNDS: {Phase.BETWEEN_ROUNDS},
        RoomPhase.FINISHED: {Phase.OVER},
    }
    at = None if state is None else state.phase
    assert at in phases[room.phase], (room.phase, at)


def check_rebuilt(table: Table) -> None:
    """What the log makes is what the table is."""
    assert table.log.rebuilt() == (table.room, None if table.game is None else table.game.state)


def check_timers(hub: Hub) -> None:
    """No timer is without a purpose: of a table, and of the hub's; and none is forgotten or overdue."""
    watched = []
    for table in hub.lobby:
        deadline = min(purposes(table), default=NEVER)
        assert table.deadline == deadline
        if deadline == NEVER:
            assert table.watched == NEVER
            continue
        assert table.watched <= deadline
        watched.append(table.watched)
        assert (table.watched, table.number, table) in hub._due
    assert hub.next_deadline() == min(watched, default=None)


def purposes(table: Table) -> Iterator[float]:
    """When each thing is due that a table waits for."""
    deserted = seats.deserted(table.room)
    for member in table.members.values():
        if not table.connected(member):
            yield table.place_lapses(member)
            if not deserted:
                yield table.host_lapses(member)
    if table.deserted_since is not None:
        yield table.desertion_ends()
    if table.expected.sessions:
        yield table.expected.until
    game = table.game
    if game is None:
        assert table.play.clock.deadline is None
        assert table.play.bots.deadline == NEVER
        return
    if game.hold is not None:
        assert game.state.window is not None, "requests are held, and no window is open"
        standing = game.hold.deadline is None
        assert standing is (table.room.phase is RoomPhase.PAUSED), "the grace stands in a pause, and only then"
        if game.hold.deadline is not None:
            yield game.hold.deadline
    assert not game.released, "what was held is not taken"
    yield table.play.bots.deadline
    if table.play.clock.deadline is not None:
        yield table.play.clock.deadline


def check_clock(table: Table) -> None:
    """The clock runs while a person is asked, or the next deal or game is to come, and at no other time.

    Computer players make plans while a round is played alone.
    """
    room, game = table.room, table.game
    still = room.held or room.phase is RoomPhase.PAUSED or seats.deserted(room) or bool(table.expected.sessions)
    runs = table.play.clock.deadline is not None
    plans = table.play.bots.deadline != NEVER
    if still or game is None or game.hold is not None:
        assert not runs, "a clock runs though nothing goes on"
        assert not plans
        return
    computers = seats.played_by_computers(room)
    assert not plans or (room.phase is RoomPhase.PLAYING and computers)
    match room.phase:
        case RoomPhase.PLAYING:
            people = [seat for seat in asked(game.state.waiting_for) if seat not in computers]
            assert runs == bool(people and room.turn_seconds), "the clock runs for nobody, or stands for somebody"
        case RoomPhase.BETWEEN_ROUNDS:
            assert runs == (sum(game.state.seated) >= table.rules.players.least)
        case RoomPhase.WAITING:
            least = table.rules.players.least
            assert runs == (seats.somebody_wants_more(room, least) and seats.there(room) >= least)
        case _:
            assert not runs


def _all_different(several: list[T]) -> None:
    assert len(several) == len(set(several)), several
