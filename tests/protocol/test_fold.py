"""A client that folds entries sees what the server would show it, for every seat and a spectator (law 2 over bytes).

So does a stranger's client that was written from PROTOCOL.md alone (`uno_protocol.conformance.picture`).
"""

import random
from collections import Counter
from collections.abc import Iterable
from dataclasses import replace
from itertools import product
from typing import Any

import msgpack
import pytest

from tests.golden import golden
from uno_engine import actions as act
from uno_engine import events as ev
from uno_engine.cards import cards
from uno_engine.customizable import RULES
from uno_engine.decide import advance
from uno_engine.decisions import DECISIONS
from uno_engine.evolve import evolve
from uno_engine.laws.any_move import AnyMove
from uno_engine.options import fingerprint, with_options
from uno_engine.presets import PRESETS, preset
from uno_engine.state import Phase, State, new_game
from uno_engine.view import view_for
from uno_protocol import messages as m
from uno_protocol import room as rooms
from uno_protocol.codec import decode_server, encode
from uno_protocol.conformance.picture import GAME, ROOM, Picture
from uno_protocol.fold import TableView
from uno_protocol.result import RoundLog, RoundResult
from uno_protocol.wire import WireFault, event_from_map, event_to_map, room_to_map, told_rules, view_to_map

pytestmark = pytest.mark.fast

CODE = "KXWM"


class Table:
    """A table on the server's side: the room, the state, and the log as each viewer receives it."""

    def __init__(
        self, people: int, seed: int, preset: str = "official", own_text: str | None = None, **options: str
    ) -> None:
        occupants: list[rooms.Occupant | None] = [rooms.Occupant(f"P{seat}") for seat in range(people)]
        self.room = rooms.Room(CODE, "Friday", preset, options, 0, occupants, 0, own_text=own_text)
        self.state: State | None = None
        self.seed = seed.to_bytes(32, "big")
        self.n = 0
        self.kinds: Counter[str] = Counter()
        """How often each event, decision and reason was told."""
        self.viewers: list[int | None] = [None, *range(people)]
        self.clients = {viewer: self.snapshot(viewer) for viewer in self.viewers}
        self.strangers = {viewer: Picture(self.plain_snapshot(viewer)) for viewer in self.viewers}

    def snapshot(self, viewer: int | None) -> TableView:
        received = decode_server(self.encoded_snapshot(viewer))
        assert isinstance(received, m.Snapshot)
        return TableView.from_snapshot(received)

    def encoded_snapshot(self, viewer: int | None) -> bytes:
        game = None if self.state is None else view_to_map(view_for(self.state, viewer))
        return encode(m.Snapshot(table=CODE, n=self.n, room=room_to_map(self.room), game=game, seat=viewer))

    def plain_snapshot(self, viewer: int | None) -> dict[str, Any]:
        plain: dict[str, Any] = msgpack.unpackb(self.encoded_snapshot(viewer))
        return plain

    def tell(self, event: ev.Event | rooms.RoomEvent) -> None:
        self.n += 1
        self.kinds[event.kind] += 1
        if isinstance(event, ev.Asked):
            self.kinds[event.decision.kind] += 1
        for viewer, client in self.clients.items():
            if isinstance(event, rooms.SeatsMoved) and viewer in (event.seat, event.to):
                self.clients[viewer] = self.snapshot(viewer)  # P-7.21: whoever is moved gets a snapshot
                self.strangers[viewer] = Picture(self.plain_snapshot(viewer))
                continue
            shown = event.seen_by(viewer) if isinstance(event, ev.Event) else event
            sent = encode(m.Entry(table=CODE, n=self.n, event=event_to_map(shown)))
            received = decode_server(sent)
            assert isinstance(received, m.Entry)
            assert client.apply(received) == shown
            self.strangers[viewer].take_in(msgpack.unpackb(sent))

    def open_game(self) -> None:
        event = rooms.GameOpened(tuple(occupant is not None for occupant in self.room.occupants))
        self.state = new_game(self.room.rules, event.seated, self.seed)
        self.tell(event)
        self.act(act.Deal())

    def act(self, action: act.Action) -> None:
        assert self.state is not None
        for event in advance(self.state, action):
            self.tell(event)

    def happen(self, event: ev.Event | rooms.RoomEvent) -> None:
        """It happens, and is told."""
        if isinstance(event, ev.Event):
            assert self.state is not None
            evolve(self.state, event)
        else:
            event.fold(self.room)
        self.tell(event)

    def check(self) -> None:
        for viewer, client in self.clients.items():
            assert client.room == self.room
            assert client.n == self.n
            assert client.game == (None if self.state is None else view_for(self.state, viewer))
            assert uncounted(client.result) == uncounted(self.clients[None].result)
            if self.state is not None and self.state.phase is Phase.PLAYING and client.log.counts:
                assert client.log.counts == self.state.counts

    def check_strangers(self) -> None:
        for viewer, stranger in self.strangers.items():
            fresh = Picture(self.plain_snapshot(viewer))
            assert (stranger.n, stranger.room) == (fresh.n, fresh.room)
            assert stranger.game == fresh.game


def uncounted(result: RoundResult | None) -> RoundResult | None:
    """The result as somebody knows it who came in the middle of the round."""
    return None if result is None else replace(result, counts=None)


def play_round(table: Table, choose: random.Random) -> Iterable[None]:
    """Play until the round is over; yields after every action."""
    assert table.state is not None
    moves = AnyMove(choose, table.state.seats)
    moves.styles = ["anything"] * table.state.seats
    while table.state.phase in (Phase.PLAYING, Phase.VOTING):
        table.act(moves.next(table.state, {}))
        yield


HOUSE = {"extra": "1,1,3", "seven_zero": "yes", "jump_in": "yes", "stacking": "any"}
TABLES: dict[str, dict[str, str]] = {
    **{name: {"preset": name} for name in PRESETS},
    "points": {"preset": "official", "goal": "points"},
    "until_last": {"preset": "classic113", "goal": "until_last"},
    "house": {"preset": "official", "draw_until_playable": "yes", **HOUSE},
    "chains until last": {"preset": "quickplay", "goal": "until_last"},
    "deflect": {"preset": "official", "stacking": "any_colour", "deflect": "yes", "last_card": "number"},
    "doubles": {"preset": "official", "doubles": "same", "stacking": "same", "goal": "low_points"},
    "twins": {"preset": "official", "doubles": "twins", "seven_zero": "zeros", "uno_after_swap": "owed"},
    "mercy": {"preset": "no_mercy", "mercy": "16", "goal": "until_last", "seven_zero": "sevens"},
    "own": {"preset": "skyrus", "extra": "0,0,4", "customizable_rule": "own", "own_text": "Everybody sings."},
    **{
        rule: {"preset": "skyrus", "extra": "0,0,4", "customizable_rule": rule, "challenge_reveal": "everyone"}
        for rule in RULES
    },
}


def play_game(table: Table, choose: random.Random, rounds: int = 3) -> int:
    """Play up to so many rounds, and hold every viewer's picture against a snapshot; how many actions it took."""
    table.check()
    table.open_game()
    actions = 0
    for _ in range(rounds):
        assert table.state is not None
        for _ in play_round(table, choose):
            actions += 1
            if actions == 5:  # as whoever comes in the middle
                table.clients |= {viewer: table.snapshot(viewer) for viewer in table.clients if viewer in (None, 0)}
            table.check()
            if actions % 5 == 0:
                table.check_strangers()
        table.check_strangers()
        if table.state.phase is Phase.OVER:
            break
        table.act(act.Deal())
    return actions


@pytest.mark.parametrize(("people", "rules"), [*product((2, 4), TABLES), (10, "classic113")])
def test_folding_entries_gives_what_a_snapshot_would(people: int, rules: str) -> None:
    table = Table(people, 1, **TABLES[rules])
    assert play_game(table, random.Random(f"{people} {rules}"), rounds=2) > 1


def test_those_games_tell_every_event_and_ask_every_question() -> None:
    told: Counter[str] = Counter()
    for rules, options in TABLES.items():
        for seed in range(3):
            table = Table(4, seed, **options)
            table.clients, table.strangers = {}, {}
            play_game(table, random.Random(f"{seed} {rules}"))
            told += table.kinds
    assert {*ev.EVENTS, *DECISIONS} - {event.kind for event in RARE} - set(told) == set()


RARE: tuple[ev.Event, ...] = (ev.Passed(1), ev.PlayerLost(2, (), 12), ev.PlayerLeft(1, ()), ev.PlayerJoined(1))


def test_what_seldom_happens_is_folded_too() -> None:
    table = Table(3, 1, goal="points")
    table.open_game()
    events: list[ev.Event | rooms.RoomEvent] = [*RARE, rooms.GameCleared()]
    for event in events:
        table.happen(event)
        if isinstance(event, rooms.GameCleared):
            table.state = None
        table.check()
        table.check_strangers()


def test_the_stranger_knows_every_event() -> None:
    changing = {kind for kind, event in rooms.ROOM_EVENTS.items() if event.fold is not rooms.RoomEvent.fold}
    assert set(ev.EVENTS) == GAME
    assert changing <= ROOM <= set(rooms.ROOM_EVENTS)


def table_changed(preset_: str, options: dict[str, str], own_text: str | None = None) -> rooms.TableChanged:
    """Other rules, as the host has changed them."""
    rules = with_options(preset(preset_), options | ({"own_text": own_text} if own_text else {}))
    return rooms.TableChanged(
        preset_, options, rules=told_rules(rules), fingerprint=fingerprint(rules), own_text=own_text
    )


_STORY: tuple[rooms.RoomEvent, ...] = (
    rooms.SeatFreed(1),
    rooms.SeatTaken(1, "Ada", "normal"),
    rooms.ReadyChanged(0, True),
    rooms.PresenceChanged(2, False),
    rooms.HostChanged(2),
    rooms.WatcherCame("Eve"),
    rooms.WatcherCame("Uma"),
    rooms.WatcherLeft("Eve"),
    rooms.WatcherCame("TV 7", screen=True),
    rooms.WatcherCame("TV 8", screen=True),
    rooms.WatcherCame("TV 9", screen=True),
    rooms.WatcherLeft("TV 8"),
    rooms.ReadyChanged(0, True),
    rooms.SeatsMoved(2, 0),
    rooms.SeatFreed(1, "kicked"),
    rooms.SeatsMoved(0, 1),
    rooms.SeatsMoved(0, 2),
    rooms.SeatsMoved(2, 0),
    rooms.StandInChanged(1, "normal"),
    rooms.ReadyChanged(2, True, share="0c" * 32),
    rooms.TimeGiven(1, 60),
    rooms.TableChanged(turn_seconds=0),
    rooms.TableChanged(password=True, listed=False, locked=True, watching=False, show_hands=True),
    rooms.TableChanged(password=False, locked=False),
    table_changed("classic113", {"goal": "until_last"}),
    table_changed("skyrus", {"customizable_rule": "own"}, "Everybody sings."),
    table_changed("classic113", {}, ""),
    rooms.TableChanged(pace="calm"),
    rooms.TableChanged(programs=False),
    rooms.TableChanged(programs=True),
    rooms.TableChanged(seats=5),
    rooms.TableChanged(seats=3),
    rooms.MuteChanged("Uma", True),
    rooms.MuteChanged("P2", True),
    rooms.MuteChanged("Uma", False),
    *(rooms.Said("Uma", f"line {number}") for number in range(21)),
    rooms.Said("P0", "hello", 2),
    rooms.Reacted("P0", "nice", 2),
    rooms.PhaseChanged(rooms.RoomPhase.PLAYING),
    rooms.StandInChanged(1),
    rooms.PhaseChanged(rooms.RoomPhase.PAUSED, held=True),
    rooms.PhaseChanged(rooms.RoomPhase.PLAYING),
    rooms.HandsShown((cards("R5"), None, ())),
    rooms.PhaseChanged(rooms.RoomPhase.BETWEEN_ROUNDS, held=True),
    rooms.DealMixed((1, 2, 1), (None, None, "0e" * 16), (0,)),
    rooms.GameSeed("ab" * 32),
    rooms.GameCleared(),
    rooms.PhaseChanged(rooms.RoomPhase.WAITING),
)
_TOLD_ELSEWHERE = {*(event.kind for event in _STORY), rooms.GameOpened.kind, rooms.GamePlaced.kind}
_NEW = [event_from_map(row["message"]["event"]) for row in golden("events") if row["kind"] not in _TOLD_ELSEWHERE]
ROOM_STORY = (*_STORY, *(event for event in _NEW if isinstance(event, rooms.RoomEvent)))
"""Events of a room with three seats, at the table of `Table(3, 1)`; a new kind of event as its golden bytes have it."""


def test_the_events_of_a_room_fold_as_on_the_server() -> None:
    table = Table(3, 1)
    for event in ROOM_STORY:
        table.happen(event)
        table.check()
        table.check_strangers()
    room = table.clients[None].room
    assert (room.watchers, room.screens, room.host, room.muted) == (["Uma"], ["TV 7", "TV 9"], 1, ["P2"])
    assert room.remarks == [
        *(rooms.Remark("Uma", f"line {number}") for number in range(2, 21)),
        rooms.Remark("P0", "hello", 2),
    ]


@pytest.mark.parametrize(
    "event",
    [
        rooms.ReadyChanged(1, True),
        rooms.PresenceChanged(1, False),
        rooms.StandInChanged(1, "normal"),
        rooms.TimeGiven(1, 60),
    ],
)
def test_what_is_told_of_an_empty_seat_is_counted_and_changes_nothing(event: rooms.RoomEvent) -> None:
    table = Table(3, 1)
    table.tell(rooms.SeatFreed(1))
    for client in table.clients.values():
        before = room_to_map(client.room)
        client.apply(entry(table.n + 1, event_to_map(event)))
        assert (client.n, room_to_map(client.room)) == (table.n + 1, before)
        assert client.room.occupants[1] is None


def entry(n: int, event: dict[str, Any], table: str = CODE) -> m.Entry:
    return m.Entry(table=table, n=n, event=event)


def test_an_event_of_an_unknown_kind_is_counted_and_changes_nothing() -> None:
    client = Table(2, 1).clients[0]
    assert client.apply(entry(1, {"k": "comet", "tail": 9})) is None
    assert client.n == 1


CAME = {"k": "watcher_came", "name": "Eve"}


@pytest.mark.parametrize(
    ("sent", "fault"),
    [
        (entry(0, CAME), "is 0, expected 1"),
        (entry(2, CAME), "is 2, expected 1"),
        (entry(1, CAME, table="QRTZ"), "another table"),
    ],
)
def test_an_entry_that_is_not_the_next_one_is_a_fault(sent: m.Entry, fault: str) -> None:
    client = Table(2, 1).clients[0]
    with pytest.raises(WireFault, match=fault):
        client.apply(sent)
    assert client.n == 0


@pytest.mark.parametrize(
    "event",
    [
        {"k": "passed", "seat": 7},
        {"k": "table_changed", "seats": 4},
        {"k": "cards_played", "seat": 0, "cards": ["WC"]},
        {"k": "round_dealt", "round": 1, "dealer": 0, "starter": 0, "counts": [7], "stock_count": 9},
        {"k": "round_dealt", "round": 1, "dealer": 5, "starter": 0, "counts": [7, 7], "stock_count": 9},
        {"k": "asked", "decision": {"k": "take_turn", "seat": 5}},
        {"k": "round_ended", "winners": [0], "blocked": False, "gains": [1]},
        {"k": "game_opened", "seated": [True]},
        {"k": "cards_drawn", "seat": 0, "count": 1, "reason": "turn", "cards": []},
        {"k": "hands_moved", "reason": "swap", "counts": [None, None, 4], "hands": []},
        {"k": "hands_moved", "reason": "swap", "counts": [4], "hands": [None, None, ["R5"]]},
        {"k": "cards_passed", "to": [None, None, 0], "cards": []},
        {"k": "cards_passed", "to": [1], "cards": ["WC"]},
        {"k": "cards_passed", "to": [1], "cards": [None, "R5"], "opened": [7]},
        {"k": "colour_discarded", "seat": 0, "cards": ["WC"]},
        {"k": "asked", "decision": {"k": "pass_card", "seats": [5]}},
        {"k": "round_ended", "winners": [0], "blocked": False, "gains": [0, 0], "ranks": [[0], [5]]},
    ],
    ids=repr,
)
def test_an_event_that_contradicts_what_was_told_is_a_fault(event: dict[str, Any]) -> None:
    """FAULTS 38."""
    table = Table(2, 3)
    table.open_game()
    client = table.clients[0]
    with pytest.raises(WireFault):
        client.apply(entry(table.n + 1, event))


def test_a_history_that_contradicts_itself_is_a_fault() -> None:
    """FAULTS 38."""
    dealt = {"k": "round_dealt", "round": 1, "dealer": 0, "starter": 0, "counts": [7], "stock_count": 9}
    drawn = {"k": "cards_drawn", "seat": 1, "count": 1, "reason": "turn"}
    past = [m.PastEntry(n=n, event=event) for n, event in enumerate((dealt, drawn), 1)]
    with pytest.raises(WireFault, match="contradict each other"):
        Table(2, 3).clients[0].recall(m.RoundHistory(id=1, entries=past))


def test_what_was_done_before_a_position_was_placed_is_not_counted_after_it() -> None:
    log = RoundLog()
    log.take([ev.RoundDealt(1, 0, 1, (7, 7), 90, None, None), rooms.GamePlaced((True, True), "")])
    assert log.so_far() is None


@pytest.mark.parametrize("change", [{"seat": 2}, {"seat": 1}, {"game": {"seats": 3}}, {"room": {}}])
def test_a_snapshot_that_contradicts_itself_is_a_fault(change: dict[str, Any]) -> None:
    """FAULTS 38."""
    table = Table(2, 3)
    table.open_game()
    good = table.plain_snapshot(0)
    del good["t"]
    assert TableView.from_snapshot(m.Snapshot(**good)).seat == 0
    with pytest.raises(WireFault):
        TableView.from_snapshot(m.Snapshot(**{**good, **change}))
