"""The numbers that a server shows are those that `uno-records stats` counts beside it."""

from pathlib import Path
from unittest.mock import Mock

import pytest

from tests.server.harness import World
from tests.server.recorded import ask
from tests.server.test_numbers import told
from uno_protocol import messages as m
from uno_server.archive import board as boards
from uno_server.archive.board import HOUR, Board
from uno_server.journal import database

pytestmark = pytest.mark.fast


def test_it_counts_when_a_game_was_finished_or_an_hour_is_over(
    kept: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    now = [1_000_000.0]
    monkeypatch.setattr("time.time", lambda: now[0])
    board = Board(kept, pytest.fail, Mock(wait=Mock(side_effect=[False, True])))
    board._run()
    shown = board.shown()
    due = told(kept, capsys)
    assert shown.tonight == shown.month == []
    assert [one.name for one in shown.always] == [*due]
    ann = shown.always[0]
    assert (ann.games, ann.wins, ann.low, ann.high, ann.equal, ann.points, ann.biggest) == (1, 1, 20, 100, 25, 310, 18)
    assert shown.always[1].high == 80  # 79.3
    assert ann.presets == [m.PresetNumbers(preset="official", games=1, wins=1, equal=25)]
    assert "--public" in boards._TOOL
    monkeypatch.setattr(boards, "counted", again := Mock(return_value=m.Numbers(id=0)))
    board.look()
    assert board.shown() is shown
    now[0] += HOUR + 1
    board.look()
    ask(kept, "UPDATE games SET result = NULL WHERE tab = 2")
    board.look()
    ask(kept, *database.FORGOTTEN_ONE_MORE[:1], *database.FORGOTTEN_ONE_MORE[1])
    board.look()
    board.look()
    assert again.call_count == 3


def test_a_failure_is_told(kept: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    said: list[str] = []
    for ends in ('"no room is left"', "1"):
        monkeypatch.setattr(boards, "_TOOL", ("-c", f"raise SystemExit({ends})"))
        Board(kept, said.append).look()
    assert [one.partition(": ")[2] for one in said] == ["no room is left", "no reason is given"]
    Board(kept / "nowhere", said.append).look()
    assert said[2] == f"the numbers of players are not counted: no journal in {kept / 'nowhere'}"


def test_who_asks_gets_the_last_numbers() -> None:
    line = m.PlayerNumbers(name="Ann", games=3, wins=2)
    world = World()
    ann = world.person("Ann")
    assert ann.ask(m.AskNumbers) == m.Numbers(id=ann.last_id)
    world.hub._numbers = lambda: m.Numbers(id=0, always=[line])
    assert ann.ask(m.AskNumbers) == m.Numbers(id=ann.last_id, always=[line])
