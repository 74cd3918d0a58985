"""A table enters the phases that the table of phases has, and no others."""

import pytest

from tests.server.harness import gathered
from uno_protocol.room import RoomPhase
from uno_server.base.states import PHASES, IllegalTurn, Turn


def test_every_phase_has_a_row_and_every_turn_is_somewhere() -> None:
    assert set(PHASES) == set(RoomPhase)
    assert {turn for row in PHASES.values() for turn in row} == set(Turn)


def test_every_phase_but_the_last_can_be_closed_and_nothing_follows_that() -> None:
    for phase, row in PHASES.items():
        assert (Turn.CLOSED in row) == (phase is not RoomPhase.CLOSED)
    assert not PHASES[RoomPhase.CLOSED]


@pytest.mark.parametrize("phase", RoomPhase)
@pytest.mark.parametrize("turn", Turn)
def test_a_table_takes_the_turns_of_its_phase_and_refuses_all_others(phase: RoomPhase, turn: Turn) -> None:
    table = gathered()[0].table()
    table.room.phase, noted = phase, table.log.n
    if (following := PHASES[phase].get(turn)) is None:
        with pytest.raises(IllegalTurn, match=f"{turn.name} in {phase.name}"):
            table.enter(turn)
    else:
        table.enter(turn)
    assert (table.room.phase, table.log.n) == ((phase, noted) if following is None else (following, noted + 1))
