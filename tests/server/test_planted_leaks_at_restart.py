"""Leaks at a restart and in what `uno-journal` prints are found: each kind is planted, and must be noticed."""

import logging
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tests.server.any_session import AnySession
from tests.server.test_killed_twins import GRACE, compare_tool
from tests.server.test_planted_leaks import wilds
from tests.server.twins import Told
from uno_engine.laws.violation import Violation
from uno_protocol.wire import WireFault
from uno_server.archive import commands
from uno_server.table import restart
from uno_server.table.table import Table

SESSIONS = 8

Plant = Callable[[pytest.MonkeyPatch], None]


def after_restart(patch: pytest.MonkeyPatch, leak: Callable[[Table], None]) -> None:
    """Have this done with every table that goes on after a restart and is in mid-game."""
    original = restart.after_restart

    def leaking(table: Table, *known: Any) -> None:
        original(table, *known)
        if table.game is not None:
            leak(table)

    patch.setattr(restart, "after_restart", leaking)


def the_wait_for_all_depends_on_hands(patch: pytest.MonkeyPatch) -> None:
    def leak(table: Table) -> None:
        table.expected.until += wilds(table.state) if table.state else 0

    after_restart(patch, leak)


def the_log_names_a_hand(patch: pytest.MonkeyPatch) -> None:
    def leak(table: Table) -> None:
        assert table.state is not None
        logging.getLogger("uno_server.journal.recovery").info("going on with %s", table.state.hands)

    after_restart(patch, leak)


def the_rest_of_a_hold_depends_on_hands(patch: pytest.MonkeyPatch) -> None:
    def leak(table: Table) -> None:
        if table.game is not None and table.game.hold is not None:
            table.game.hold.until += wilds(table.game.state)

    after_restart(patch, leak)


def the_tool_tells_all(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(commands, "_seen", lambda event, _: event)


def the_tool_tells_the_seed(patch: pytest.MonkeyPatch) -> None:
    game_map = commands._game_map
    patch.setattr(commands, "_game_map", lambda game: game_map(replace(game, finished=True)))


RESTARTS: tuple[Plant, ...] = (
    the_wait_for_all_depends_on_hands,
    the_log_names_a_hand,
    the_rest_of_a_hold_depends_on_hands,
)
TELLINGS: tuple[Plant, ...] = (the_tool_tells_all, the_tool_tells_the_seed)


@pytest.mark.fast
@pytest.mark.parametrize("plant", RESTARTS)
def test_each_leak_at_a_restart_is_noticed(plant: Plant, tmp_path: Path) -> None:
    assert any(noticed(plant, number, tmp_path / str(number)) for number in range(SESSIONS))


def noticed(plant: Plant, number: int, directory: Path) -> bool:
    with pytest.MonkeyPatch.context() as patch:
        plant(patch)
        try:
            session = AnySession(patch, 700 + number, viewer=number % 2, people=4, options=GRACE, directory=directory)
            for _ in range(3):
                for _ in range(10):
                    if session.phase not in ("finished", "closed"):
                        session.forget_to_call()
                session.twins.part()
                session.kill()
            session.run(0)
        except (Told, Violation, WireFault):  # the last is a client that was told what contradicts its own hand
            return True
    return False


@pytest.mark.parametrize("plant", TELLINGS)
def test_each_leak_of_the_tool_is_noticed(
    plant: Plant, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    plant(monkeypatch)
    session = AnySession(monkeypatch, 520, viewer=None, bots=1, directory=tmp_path)
    with pytest.raises(Told):
        compare_tool(session, capsys)


@pytest.mark.fast
def test_without_a_leak_nothing_is_noticed(tmp_path: Path) -> None:
    assert not any(noticed(lambda _: None, number, tmp_path / str(number)) for number in range(SESSIONS))
