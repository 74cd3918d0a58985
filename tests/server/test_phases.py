"""A table enters the phases that the table of phases has, and no others."""

import pytest

from tests.server.scenes import SCENES, scene_of
from uno_protocol.room import RoomPhase
from uno_server.base.states import PHASES, IllegalTurn, Turn, next_phase


def test_every_phase_has_a_row_and_every_turn_is_somewhere() -> None:
    assert set(PHASES) == set(RoomPhase)
    assert {turn for row in PHASES.values() for turn in row} == set(Turn)


def test_every_phase_but_the_last_can_be_closed_and_nothing_follows_that() -> None:
    for phase, row in PHASES.items():
        assert (Turn.CLOSED in row) == (phase is not RoomPhase.CLOSED)
    assert not PHASES[RoomPhase.CLOSED]


@pytest.mark.parametrize("turn", Turn)
@pytest.mark.parametrize("name", SCENES)
def test_a_table_takes_the_turns_of_its_phase_and_refuses_all_others(name: str, turn: Turn) -> None:
    scene = scene_of(name)
    table, before = scene.table, scene.picture()
    noted = table.log.n
    phase = table.room.phase
    if (following := PHASES[phase].get(turn)) is not None:
        table.enter(turn)
        assert table.room.phase is following
        assert table.log.n == noted + 1
        return
    with pytest.raises(IllegalTurn, match=f"{turn.name} in {phase.name}"):
        table.enter(turn)
    with pytest.raises(IllegalTurn):
        next_phase(phase, turn)
    assert (table.room.phase, table.log.n, table.log.fresh) == (phase, noted, [])
    assert scene.picture() == before
