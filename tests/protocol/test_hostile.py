"""A client survives whatever a server tells about a table: a WireFault, never another exception, never an endless loop.

FAULTS 35 to 38; P-13.4.
"""

import copy
import random
from contextlib import suppress
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.fuzzing.inputs import golden, mutated
from tests.protocol.anything import EVERY_EVENT
from tests.protocol.test_fold import Table, entry
from uno_protocol import messages as m
from uno_protocol import room as rooms
from uno_protocol.codec import CodecFault, decode_server
from uno_protocol.fold import TableView
from uno_protocol.shapes import LONGEST_TEXT
from uno_protocol.wire import WireFault, event_to_map, room_from_map, room_to_map


def in_game() -> Table:
    """Three people in mid-round, and somebody who watches."""
    table = Table(3, 5)
    table.happen(rooms.WatcherCame("Eve"))
    table.open_game()
    return table


def at_rest() -> Table:
    """Three people and a free seat before a game; seat 0 is the host."""
    table = Table(4, 5)
    table.happen(rooms.SeatFreed(3))
    return table


IN_GAME, AT_REST = in_game(), at_rest()


@pytest.mark.parametrize(
    "event",
    [
        {"k": "watcher_left", "name": "Nobody", "reason": "left"},
        {"k": "watcher_came", "name": "Eve"},
        {"k": "mute_changed", "name": "Eve", "muted": False},
        {"k": "mute_changed", "name": "Uma", "muted": True},  # a second time
        {"k": "seats_moved", "seat": 2, "to": 0},  # whoever is moved gets a snapshot and no entry
        {"k": "seats_moved", "seat": 0, "to": 2},
        {"k": "seats_moved", "seat": 1, "to": 4},
        {"k": "stand_in_changed", "seat": 4, "level": "normal"},
        {"k": "time_given", "seat": 1, "seconds": 1.5},
        {"k": "claim_made", "seat": 3},  # it is free
        {"k": "table_changed", "seats": 0},
        {"k": "table_changed", "seats": 1},
        {"k": "table_changed", "seats": 11},
        {"k": "table_changed", "seats": True},
        {"k": "table_changed", "seats": 2},
        {"k": "table_changed", "preset": "martian"},
        {"k": "table_changed", "options": {"colour": "mauve"}},
        {"k": "table_changed", "options": {"colour": "mauve"}, "rules": {"stacking": "any", "chains": "yes"}},
        {"k": "table_changed", "options": ["goal"]},
        {"k": "said", "name": "Eve", "text": "hi", "seat": 4},
        {"k": "said", "name": "Eve", "text": "x" * 1025},
        {"k": "hands_shown", "hands": [["R5"]]},
        {"k": "hands_shown", "hands": [["R5"], None, None, None, []]},
        {"k": "passed", "seat": 0},  # before a game
    ],
    ids=repr,
)
def test_an_event_before_a_game_that_cannot_be_is_a_fault(event: dict[str, Any]) -> None:
    table = at_rest()
    table.happen(rooms.WatcherCame("Eve"))
    table.happen(rooms.MuteChanged("Uma", True))
    with pytest.raises(WireFault):
        table.clients[0].apply(entry(table.n + 1, event))


@pytest.mark.parametrize(
    "events",
    [
        [rooms.Said("Eve", f"line {n}") for n in range(3000)],
        [rooms.Reacted("Eve", "nice") for _ in range(3000)],
        [rooms.WatcherCame(f"Eve {n}") for n in range(3000)],
        [rooms.MuteChanged(f"Eve {n}", True) for n in range(3000)],
    ],
    ids=lambda events: events[0].kind,
)
def test_a_flood_is_bounded(events: list[rooms.RoomEvent]) -> None:
    """FAULTS 33, 38: as many as an array may hold, and not one more."""
    client = copy.deepcopy(AT_REST.clients[None])
    told = client.n
    with suppress(WireFault):
        for event in events:
            client.apply(entry(client.n + 1, event_to_map(event)))
    room = client.room
    assert client.n > told + rooms.REMARKS_KEPT
    assert len(room.remarks) <= rooms.REMARKS_KEPT
    assert max(len(room.watchers), len(room.muted)) <= rooms.MOST_NAMES == 1024


def test_a_snapshot_keeps_no_more_remarks_than_the_log_does() -> None:
    room = at_rest().room
    room.remarks = [rooms.Remark("Eve", f"line {n}") for n in range(300)]
    kept = room_from_map(room_to_map(room)).remarks
    assert kept == [rooms.Remark("Eve", f"line {n}") for n in range(280, 300)]


def test_a_text_is_as_long_as_any_text_may_be_and_no_longer() -> None:
    room = room_to_map(AT_REST.room)
    assert room_from_map({**room, "watchers": ["x" * LONGEST_TEXT]}).watchers == ["x" * 1024]
    with pytest.raises(WireFault) as caught:
        room_from_map({**room, "watchers": ["x" * (LONGEST_TEXT + 1)]})
    assert caught.value.path == "watchers[0]"


@pytest.mark.fast
@given(st.lists(EVERY_EVENT, max_size=12), st.sampled_from((None, 0, 1)), st.booleans())
@settings(max_examples=150, deadline=None)
def test_any_events_in_any_order_are_taken_in_or_a_fault(events: list[Any], viewer: int | None, playing: bool) -> None:
    client = copy.deepcopy((IN_GAME if playing else AT_REST).clients[viewer])
    for event in events:
        before, kept = client, copy.deepcopy(client)
        client = apart(client)
        try:
            client.apply(entry(client.n + 1, event_to_map(event)))
        except WireFault:
            client = before
        assert before == kept, "what a client keeps beside is changed with it"
        assert 0 < len(client.room.occupants) <= 10
        assert client.game is None or client.game.seats == len(client.room.occupants)
        _ = client.rules


def apart(table: TableView) -> TableView:
    """A copy as a client makes it that wants to go back to what it had: lists are shared."""
    room = replace(table.room, occupants=[one and replace(one) for one in table.room.occupants])
    return replace(table, room=room, game=table.game and table.game.copy())


@pytest.mark.fast
def test_5000_bent_snapshots_and_entries_are_taken_in_or_a_fault() -> None:
    """Golden ones with other values in them."""
    dice = random.Random(38)
    bodies = [body for body in golden("server") if b"entry" in body[:12] or b"snapshot" in body[:12]]
    faults = 0
    for _ in range(5000):
        table = dice.choice((IN_GAME, AT_REST))
        client = apart(table.clients[0])
        try:
            match decode_server(mutated(dice, dice.choice(bodies), values=1.0)):
                case m.Snapshot() as snapshot:
                    client = TableView.from_snapshot(snapshot)
                case m.Entry(event=event):
                    client.apply(entry(client.n + 1, event))
        except (CodecFault, WireFault):
            faults += 1
        else:
            assert 0 < len(client.room.occupants) <= 10
            _ = client.rules
    assert 1000 < faults < 4500
