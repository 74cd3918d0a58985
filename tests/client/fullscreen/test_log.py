"""The log beside the table: its newest line is seen, and what stands there stays there for a while."""

from itertools import pairwise

import pytest

from tests.client.fake import at_table, seen
from uno_client.core.model import LogLine, Model
from uno_client.fullscreen.screens.log import LEAPS, log_lines, steady_log
from uno_engine.cards import card
from uno_engine.decisions import TakeTurn
from uno_protocol import room as rm
from uno_protocol.room import RoomPhase

ROWS = 12


def told(count: int) -> Model:
    """A model after so many entries, of which a few take two lines."""
    lines = tuple(LogLine(None, f"Entry {at}." + " and more of it" * (at % 5 == 0)) for at in range(count))
    return Model(log=lines[-300:], told=count)


def words(model: Model, rows: int = ROWS) -> list[str]:
    return ["".join(part for _, part in line).strip() for line in steady_log(model, 24, rows)]


@pytest.mark.parametrize("rows", [4, 9, 12, 30])
def test_the_newest_entry_is_always_seen_and_a_full_log_keeps_a_third_of_its_lines(rows: int) -> None:
    for count in range(1, 400):
        shown = words(told(count), rows)
        assert len(shown) <= rows
        assert [line for line in shown if "Entry" in line][-1].startswith(f"Entry {count - 1}.")
        assert len(shown) >= min(count, rows // 3)


def test_most_entries_move_nothing() -> None:
    screens = [words(told(count)) for count in range(100, 100 + 4 * LEAPS[0] + 1)]
    stood = [after[: len(before)] == before for before, after in pairwise(screens)]
    assert stood.count(False) <= 4


def test_a_log_that_is_scrolled_back_is_as_elsewhere() -> None:
    model = told(50).but(scroll=10)
    assert steady_log(model, 24, ROWS) == log_lines(model, 24, ROWS)
    assert words(told(50), 0) == []


def test_the_log_tells_play_and_nothing_else() -> None:
    game = at_table("R5 B7", "G1 G2", asked=TakeTurn(1))
    shown = (rm.ReadyChanged(1, True), rm.GameSeed("ab" * 32), rm.HandsShown(((card("R5"),), None)))
    game.happen(*shown)
    said = seen(game)
    assert [words for words in ("ready", "seed", "The hands were", "fingerprint") if words in said] == []
    game.press("i")
    assert "fingerprint" in seen(game)
    game.press("escape")
    game.happen(rm.GameCleared(), rm.PhaseChanged(RoomPhase.WAITING), rm.ReadyChanged(1, True))
    assert "bob is ready." in seen(game), "in the waiting room it is what is waited for"
