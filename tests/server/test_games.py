"""What a list of saved games tells is what the engine makes of the same events."""

import pytest

from uno_engine import events as ev
from uno_engine.evolve import evolve
from uno_engine.state import new_game
from uno_protocol import room as rm
from uno_server.journal.games import Counted


@pytest.mark.parametrize("goal", ["points", "low_points"])
def test_the_scores_of_a_list_are_those_of_the_game(goal: str) -> None:
    occupants = [rm.Occupant(name) for name in ("ann", "bob", "cem")]
    room = rm.Room("KXWM", "Kitchen", "official", {"goal": goal}, 30, [*occupants[:2], None])
    state = new_game(room.rules, (True, True, False), bytes(32))
    counted = Counted(room)
    counted.take([rm.GameOpened((True, True, False))], [], bytes(32), 0.0)
    game = counted.game
    assert game is not None
    told: list[ev.Event] = [
        ev.RoundEnded((0,), False, (7, 30, 0), ()),
        ev.PlayerJoined(2),
        ev.RoundEnded((2,), False, (5, 1, 20), ()),
        ev.PlayerLeft(1, None),
    ]
    for event in told:
        if isinstance(event, ev.PlayerJoined):
            counted.take([rm.SeatTaken(2, "cem")], [], None, 1.0)
        counted.take([event], [], None, 1.0)
        evolve(state, event)
        assert game.scores == state.scores
    assert game.scores == ([12, 0, 50] if goal == "low_points" else [12, 0, 20])
    assert game.names == ["ann", "bob", "cem"]
