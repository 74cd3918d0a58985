"""Shadows: each table is what its stored commits make of it, and the four laws of the engine hold there.

A shadow is the table as an outsider folds it from the commits that are stored. It reads the server's tables only to
compare.
"""

import random
from copy import deepcopy
from typing import NamedTuple

from tests.simulation.wrong import Kind, Wrong, require
from uno_engine.cards import deck
from uno_engine.decisions import asked
from uno_engine.events import Event
from uno_engine.evolve import evolve
from uno_engine.laws import judged, worlds
from uno_engine.laws.reached import Reached
from uno_engine.laws.violation import Violation
from uno_engine.laws.witness import Witness, check_cards
from uno_engine.legal import legal_actions
from uno_engine.state import Phase, State, new_game
from uno_protocol import room as rm
from uno_server.core.outputs import Commit
from uno_server.journal.store import ALIVE
from uno_server.net.server import PULSE_SECONDS
from uno_server.table import transaction
from uno_server.table.access import Access
from uno_server.table.clock import Times
from uno_server.table.table import Table

WITNESSED = 1.0
"""At so many games all views are followed event by event."""
PRECISION = 0.01
"""Of a clock, in seconds, beside that of the pulse."""
LISTS, WORLDS = 0.25, 0.25
"""How often, after a batch, all lists of a table are tried, and two worlds are played."""

Places = dict[int, tuple[int | None, int, bool]]
"""The people at a table, by session: seat, the entry with which that began, whether the hand was dealt to them."""


class Given(NamedTuple):
    """A commit, and what its table was like besides its entries when the hub gave it."""

    commit: Commit
    table: int | None = None
    seed: bytes | None = None
    room: rm.Room | None = None
    """Of a table that begins."""
    times: Times = Times()
    access: Access = Access()
    places: Places = {}  # noqa: RUF012  (nobody changes it)


def taken(commit: Commit) -> Given:
    """The commit, as the hub gives it."""
    if (table := commit.table) is None:
        return Given(commit)
    seed = None if table.state is None else table.state.seed
    room = deepcopy(table.room) if commit.entries and commit.entries[0].n == 1 else None
    return Given(commit, table.number, seed, room, transaction.times(table), table.access, places_of(table))


def places_of(table: Table) -> Places:
    """The people at a table."""
    return {one.session: (one.seat, one.since, one.dealt) for one in table.members.values()}


class Shadow:
    """One table as its entries tell it, but for those of the commit with which it began."""

    def __init__(self, given: Given, choice: random.Random) -> None:
        assert given.room is not None
        self.room = given.room
        self.n = given.commit.entries[-1].n
        self.state: State | None = None
        self.times = given.times
        """What the table waited for after the last commit."""
        self._access, self._places = given.access, given.places
        self.games = self.actions = 0
        self._ended = False
        self._choice = choice
        self._witness: Witness | None = None
        self._whole: list[int] = []
        self._reached = Reached()

    @property
    def closed(self) -> bool:
        """True once the table is no more."""
        return self._ended

    def apply(self, given: Given) -> None:
        """Fold one stored commit."""
        commit = given.commit
        for logged in commit.entries:
            due = self.n + 1
            kind = Kind.DOUBLED if logged.n < due else Kind.LOST
            require(logged.n == due, kind, "entry", logged.n, "of table", given.table, "comes where", due, "is due")
            self.n = due
        self.times, self._access, self._places = given.times, given.access, given.places
        self._ended = commit.ended
        played: list[Event] = []
        for logged in commit.entries:
            if isinstance(logged.event, rm.RoomEvent):
                self._room_event(logged.event, given)
            else:
                played.append(logged.event)
        self._play(played)

    def _room_event(self, event: rm.RoomEvent, given: Given) -> None:
        self._judge(event, given)
        event.fold(self.room)
        match event:
            case rm.GameOpened(seated, chosen):
                if given.seed is None:
                    raise Wrong(Kind.LOST, f"with commit {given.commit.number} no game begins")
                rules = self.room.rules
                self.state = new_game(rules, seated, given.seed, chosen)
                self._whole = [card.order for card in deck(rules.decks, rules.extra)]
                self._witness = Witness(self.state) if self._choice.random() < WITNESSED else None
            case rm.GameCleared():
                self.state, self._witness = None, None
            case rm.PhaseChanged(rm.RoomPhase.FINISHED):
                self.games += 1
            case _:
                pass

    def _judge(self, event: rm.RoomEvent, given: Given) -> None:
        """What may happen in the room as it is."""
        room, where = self.room, f"at table {given.table}"
        match event:
            case rm.SeatFreed(seat):
                self._seat_is_given_up(seat, given)
            case rm.PhaseChanged(rm.RoomPhase.BETWEEN_ROUNDS, held) if room.phase is rm.RoomPhase.PAUSED:
                require(held or not room.held, Kind.DIVERGED, "the end of a round ends the pause", where)
            case _:
                pass

    def _seat_is_given_up(self, seat: int, given: Given) -> None:
        """A person's seat is held during a game, whatever becomes of the link (P-7.10)."""
        occupant = self.room.occupants[seat]
        at_rest = self.room.phase in (rm.RoomPhase.WAITING, rm.RoomPhase.FINISHED)
        held = occupant is not None and occupant.bot is None and not at_rest
        asked_for = bool(given.commit.sessions)
        require(asked_for or not held, Kind.LOST, "seat", seat, "of table", given.table, "is given up in mid-game")

    def _play(self, events: list[Event]) -> None:
        if not events:
            return
        self.actions += 1
        state = self.state
        if state is None:
            raise Wrong(Kind.LOST, f"{events[0].kind} happens in a game that was never opened")
        for event in events:
            evolve(state, event)
        try:
            if self._witness is not None:
                self._witness.see(events)
                self._witness.agree(state)
            check_cards(state, self._whole, events[-1])
            self._laws(state)
        except Violation as violation:
            raise Wrong(Kind.DIVERGED, str(violation)) from violation

    def _laws(self, state: State) -> None:
        if state.phase not in (Phase.PLAYING, Phase.VOTING):
            return
        for seat in asked(state.waiting_for):
            if not legal_actions(state, seat):
                raise Violation(f"law 4: nothing is listed for seat {seat}, which is asked {state.waiting_for}")
        if self._choice.random() < LISTS:
            judged.check_lists(self._choice, state)
        if self._choice.random() < WORLDS and worlds.can_part(state):
            worlds.check(self._choice, state, self._reached)

    def compare(self, table: Table) -> None:
        """Raise Wrong unless the server's table is this one."""
        where = f"table {table.room.code} after entry {self.n}"
        require(not table.frozen, Kind.FAILED, where, "is frozen")
        require(table.log.n == self.n, Kind.LOST, where, "has entries up to", table.log.n)
        require(table.room == self.room, Kind.DIVERGED, where, "has", table.room, "and its entries make", self.room)
        require(table.access == self._access, Kind.LOST, where, "lets in others than was stored")
        places = places_of(table)
        require(places == self._places, Kind.LOST, where, "has", places, "and stored was", self._places)
        state = None if table.game is None else table.game.state
        require(state == self.state, Kind.DIVERGED, where, "has a game that its entries do not make")


def left_on(times: Times, now: float) -> float | None:
    """Seconds left on a table's clock at that second of the server's time; None: it has no limit."""
    if times.left is None:
        return None
    return max(0.0, times.left - (0.0 if times.running_since is None else now - times.running_since))


def compare_times(times: Times, left: float | None, table: Table) -> None:
    """Raise Wrong unless a recovered table has what it was to wait for when the server's life ended.

    `left` on its clock, in seconds. How late it was then is known as precisely as the server gives signs of life.
    """
    found = transaction.times(table)
    where = f"table {table.room.code}"
    for name in ("of", "hold_until", "deserted_since", "time_outs"):
        there, due = getattr(found, name), getattr(times, name)
        require(there == due, Kind.DIVERGED, where, "has", name, there, "after a crash, not", due)
    require(found.running_since is None, Kind.DIVERGED, where, "has a clock that runs before anybody is back")
    if left is None or found.left is None:
        require(left is found.left, Kind.DIVERGED, where, "has", found.left, "seconds left, not", left)
        return
    right = left - PRECISION <= found.left <= left + PULSE_SECONDS + ALIVE + PRECISION
    require(right, Kind.DIVERGED, where, "has", found.left, "seconds left, not", left)
