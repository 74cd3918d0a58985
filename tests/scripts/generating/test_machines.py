"""The drawings of the state machines are those that the server uses."""

from types import ModuleType

from uno_protocol import messages as m
from uno_protocol.asked import Where
from uno_protocol.room import RoomPhase
from uno_server.base.states import LinkState, Turn


def test_every_state_and_every_request_is_drawn(script: ModuleType) -> None:
    drawn = script.drawn()
    for state in (*LinkState, *Where, *RoomPhase):
        assert f"as {state.name}\n" in drawn
    for turn in Turn:
        assert f"| {turn.value} |" in drawn
    for kind in m.REQUESTS.values():
        assert script._NAMES[kind] in drawn
