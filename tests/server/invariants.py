"""What is true of a server after each thing that happens there, whatever it was?"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TypeVar

from engine.actions import Joined, Left
from engine.decisions import asked
from engine.rules import deck_size
from engine.state import Phase
from protocol import room as rm
from protocol.room import REMARKS_KEPT, RoomPhase
from server import limits, names, seats
from server.hold import Held
from server.hub import Hub
from server.lobby import Lobby
from server.machines import LinkState
from server.members import NEVER
from server.outputs import Commit
from server.table import Table
from tests.server.harness import World
from tests.server.player import Player
from tests.simulation.agreement import compare

T = TypeVar("T")


def check(world: World, players: Iterable[Player]) -> None:
    """Raise AssertionError, or Wrong, unless everything holds."""
    hub = world.hub
    check_links(hub)
    check_sessions(hub)
    check_timers(hub, world.now)
    check_lists(hub.lobby)
    for table in hub.lobby:
        check_seats(table)
        check_talk(table)
        check_phase(table)
        check_clock(table)
        check_game(table)
    for player in players:
        check_answers(player)
        check_picture(player)


# --- who is where ------------------------------------------------------------------------------------------------


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
    """A session is at one table, and the table knows of it; what it has not been answered is held there."""
    at_tables = [(number, table.room.code) for table in hub.lobby for number in table.members]
    _all_different([number for number, _ in at_tables])
    assert dict(at_tables) == {one.number: one.table for one in hub.sessions if one.table is not None}
    for table in hub.lobby:
        for number, member in table.members.items():
            assert member.connected == (hub.sessions[number].peer is not None)
    held = {(one.session, one.request.id) for table in hub.lobby for one in _held(table)}
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
    assert sorted(room.watchers) == sorted(member.name for member in members if member.seat is None)
    _all_different([one.name for one in room.occupants if one is not None])
    assert people, "a table without people is there"
    assert room.host in people, "a table has no host"
    for member in members:
        assert names.skeleton(member.name) not in table.door.banned_names
        assert not member.address or member.address not in table.door.banned_addresses
        assert member.since >= 0
        if member.seat is not None:
            assert seats.occupant(room, member.seat).connected == member.connected
    for one in room.occupants:
        assert one is None or one.bot is None or (one.ready, one.stand_in, one.connected) == (True, None, True)


def check_lists(lobby: Lobby) -> None:
    """Every table that is listed is in the list once, others are not, and no list tells more than there is."""
    listed: list[str] = []
    more = True
    while more:
        page, more = lobby.page(listed[-1] if listed else "")
        listed += [line.code for line in page]
    assert listed == sorted(table.room.code for table in lobby if table.room.listed)
    assert all(lobby[table.room.code] is table and lobby.find(table.room.name) is table for table in lobby)


# --- what a table is ---------------------------------------------------------------------------------------------


def check_talk(table: Table) -> None:
    """What was said is bounded, and whoever is muted is named once."""
    assert len(table.room.remarks) <= REMARKS_KEPT
    assert len(table.room.muted) <= limits.MUTED
    _all_different(table.room.muted)


def check_phase(table: Table) -> None:
    """A table in the lobby is not closed and not frozen; it plays while somebody is there, and with a game alone."""
    room, game = table.room, table.game
    assert not table.closed
    assert not table.frozen
    assert table.log.fresh == []
    assert table.facts == []
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


def check_game(table: Table) -> None:
    """The cards are all there, and who plays has a seat."""
    if table.game is None:
        return
    state = table.game.state
    if state.phase is not Phase.PLAYING:
        return
    assert sum(state.counts) + len(state.stock) + len(state.discard) == deck_size(state.rules)
    assert all(table.room.occupants[seat] is not None for seat, seated in enumerate(state.seated) if seated)
    assert all(state.seated[seat] for seat in asked(state.waiting_for))


def check_rebuilt(table: Table) -> None:
    """What the log makes is what the table is."""
    assert table.log.rebuilt() == (table.room, None if table.game is None else table.game.state)


# --- what is waited for ------------------------------------------------------------------------------------------


def check_timers(hub: Hub, now: float) -> None:
    """No timer is without a purpose: of a table, and of the hub's; and none is forgotten or overdue."""
    watched = []
    for table in hub.lobby:
        assert table.deadline == min(purposes(table), default=NEVER)
        if table.deadline == NEVER:
            continue
        assert table.watched is not None
        assert table.watched <= table.deadline
        watched.append(table.watched)
        assert (table.watched, table.number, table) in hub._due
    assert hub.next_deadline() == min(watched, default=None) or not watched
    next_one = hub.next_deadline()
    assert next_one is None or any(next_one == table.watched for table in hub.lobby)


def purposes(table: Table) -> Iterator[float]:
    """When each thing is due that a table waits for."""
    deserted = seats.deserted(table.room)
    for member in table.members.values():
        if not member.connected:
            yield member.place_lapses(table.room, table.limits)
            if not deserted:
                yield member.host_lapses(table.room, table.limits)
    if table.deserted_since is not None:
        yield table.deserted_since + table.limits.deserted_seconds
    if table.expected.sessions:
        yield table.expected.until
    game = table.game
    if game is None:
        assert table.clock.deadline is None
        assert table.bots.deadline == NEVER
        return
    if game.hold is not None:
        assert game.state.window is not None, "requests are held, and no window is open"
        standing = game.hold.deadline is None
        assert standing is (table.room.phase is RoomPhase.PAUSED), "the grace stands in a pause, and only then"
        if game.hold.deadline is not None:
            yield game.hold.deadline
    assert not game.released, "what was held is not taken"
    yield table.bots.deadline
    if table.clock.deadline is not None:
        yield table.clock.deadline


def check_clock(table: Table) -> None:
    """The clock runs while a person is asked, or the next deal or game is to come, and at no other time.

    Computer players make plans while a round is played alone.
    """
    room, game = table.room, table.game
    still = room.held or room.phase is RoomPhase.PAUSED or seats.deserted(room) or bool(table.expected.sessions)
    runs = table.clock.deadline is not None
    plans = table.bots.deadline != NEVER
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


# --- what people know --------------------------------------------------------------------------------------------


def check_answers(player: Player) -> None:
    """Whoever has asked and has a link has the answer, or the table holds the request."""
    if player.link is not None and player.token and player.session is not None:
        assert player.open <= player.session.unanswered


def check_picture(player: Player) -> None:
    """What somebody has folded is what the server would show now."""
    session = player.session
    if player.link is None or session is None or not player.token:
        return
    if session.table is None:
        assert player.table is None, "somebody believes to be at a table"
        return
    assert player.table is not None
    table = player.world.hub.lobby[session.table]
    compare(player.name, player.table, player.told, table, table.members[session.number], 0.0)


# --- what was stored ---------------------------------------------------------------------------------------------


class Ledger:
    """What the commits of a world tell, as they come: nothing twice, and nothing moves while a table stands still."""

    def __init__(self) -> None:
        self._read = 0
        self._asked: set[tuple[int, int]] = set()
        self._phases: dict[int, tuple[RoomPhase, bool]] = {}
        self.phases: set[RoomPhase] = set()

    def read(self, commits: list[Commit]) -> None:
        """Look at the commits that are new."""
        for commit in commits[self._read :]:
            self._read += 1
            assert commit.number == self._read, "a commit is missing"
            self._note_request(commit)
            if commit.table is not None:
                self._note_table(commit.table, commit)

    def _note_request(self, commit: Commit) -> None:
        if commit.session is None or commit.request is None:
            return
        request = (commit.session, commit.request)
        assert request not in self._asked, f"applied twice: {commit}"
        self._asked.add(request)

    def _note_table(self, number: int, commit: Commit) -> None:
        phase, held = self._phases.get(number, (RoomPhase.WAITING, False))
        stood = phase is RoomPhase.PAUSED or held
        for entry in commit.entries:
            if isinstance(entry.event, rm.PhaseChanged):
                on = entry.event.phase is RoomPhase.BETWEEN_ROUNDS and phase is RoomPhase.PAUSED
                assert entry.event.held or not (held and on), "the end of a round ends the pause of the host"
                phase, held = entry.event.phase, entry.event.held
        self._phases[number] = (phase, held)
        self.phases.add(phase)
        if stood and (phase is RoomPhase.PAUSED or held):
            assert all(isinstance(action, Left | Joined) for action in commit.actions), "a card moves in a pause"


def _all_different(several: list[T]) -> None:
    assert len(several) == len(set(several)), several
