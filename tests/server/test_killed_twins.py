"""A server tells the same in two worlds when it is killed and restarted (P-13.1, FAULTS 39, 42, 43).

The journals differ in everything that is hidden; what is sent after the restart, when, and what is logged must not.
Nor must what `uno-records` tells of a running game. That such leaks are found is proved by planting them.
"""

import logging
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.server.any_session import WATCHER, AnySession
from tests.server.killed_twins import KilledTwins
from tests.server.test_planted_leaks import noticed, wilds
from tests.server.test_secrets import clean
from tests.server.twins import LEFT, WORLDS, Told
from uno_engine.presets import PRESETS
from uno_server.archive import cli, commands
from uno_server.table import restart
from uno_server.table.game import GameAtTable
from uno_server.table.table import Table

pytestmark = pytest.mark.fast

STEPS = 45
EVERYTHING = [f"{preset} seen by {viewer}" for preset in PRESETS for viewer in ("1", WATCHER)]
GRACE = {"hand_size": "2", "uno_grace": "3.0"}
DAMAGE = (
    "UPDATE entries SET sum = sum + 1 WHERE number = (SELECT max(number) - 3 FROM entries)",
    "DELETE FROM entries WHERE number = (SELECT max(number) - 4 FROM entries)",
    "UPDATE entries SET body = substr(body, 1, 9) WHERE number = (SELECT max(number) - 2 FROM entries)",
)


def killed(patch: pytest.MonkeyPatch, number: int, directory: Path, viewer: str, **more: object) -> AnySession:
    seat = None if viewer == WATCHER else int(viewer)
    return AnySession(patch, number, viewer=seat, directory=directory, **more)  # type: ignore[arg-type]


def ended(session: AnySession) -> KilledTwins:
    """The worlds once it is over, whose logs must name no card."""
    session.run(0)
    twins = session.twins
    assert isinstance(twins, KilledTwins)
    for at in WORLDS:
        people = [pair[at] for pair in twins.people.values()]
        assert all(clean(line, twins.worlds[at], *people) for line in twins.log.lines[at])
    return twins


@pytest.mark.parametrize("case", EVERYTHING)
def test_a_restart_tells_nobody_what_is_hidden(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, case: str) -> None:
    preset, _, viewer = case.partition(" seen by ")
    session = killed(monkeypatch, 300 + EVERYTHING.index(case), tmp_path, viewer, preset=preset, bots=1)
    for _ in range(4):
        session.go_on(STEPS // 4)
        if session.phase == "playing":
            session.twins.part()
        session.kill()
    assert ended(session).kills_when_parted > 1


@pytest.mark.parametrize("viewer", ["0", "2", WATCHER])
def test_windows_and_what_they_hold_back_show_in_nothing(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, viewer: str
) -> None:  # U3, P-9.7
    windows = held = at_kills = 0
    for number in range(4):
        with monkeypatch.context() as patch:
            session = killed(patch, 330 + number, tmp_path / str(number), viewer, people=4, options=GRACE)
            twins = session.twins
            for _ in range(STEPS):
                if session.phase in ("finished", "closed"):
                    break
                (session.forget_to_call if session.choice.random() < 0.8 else session.step)()
                if twins.holding() and session.choice.random() < 0.2:
                    at_kills += 1
                    session.kill()
            session.run(0)
            windows, held = windows + twins.windows, held + twins.held
    assert windows > 30
    assert held > 15
    assert at_kills > 2


@pytest.mark.parametrize("sql", DAMAGE)
def test_damage_tells_nobody_what_is_hidden(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, sql: str) -> None:
    session = killed(monkeypatch, 351 + 2 * DAMAGE.index(sql), tmp_path, "0", bots=1)
    session.go_on(STEPS // 2)
    session.kill(sql)
    session.go_on(STEPS // 2)
    session.kill()
    assert ended(session).kills_when_parted


def test_the_tool_tells_the_same_of_two_running_games(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:  # FAULTS 39, 40
    for number, preset in enumerate(PRESETS):
        with monkeypatch.context() as patch:
            session = killed(patch, 360 + number, tmp_path / preset, WATCHER, preset=preset, bots=1)
            compare_tool(session, capsys)


def compare_tool(session: AnySession, capsys: pytest.CaptureFixture[str]) -> None:
    """Play, and compare what `uno-records` says of both journals. Raises Told."""
    twins = session.twins
    assert isinstance(twins, KilledTwins)
    for _ in range(2):
        session.go_on(STEPS // 2)
        if session.phase in ("finished", "closed"):
            break
        for command in (["list"], ["list", "--json"], ["print", "1"], ["print", "1.1", "--json"]):
            said = []
            for directory in twins.directories:
                assert cli.run([*command, "--data-dir", str(directory)], {}) == 0
                said.append(capsys.readouterr().out)
            assert said[LEFT]
            twins.outputs_alike(*said)
            if session.phase != "finished" and twins.there(LEFT).seed.hex() in said[LEFT]:
                raise Told("the seed of a running game is told")


SESSIONS = 10


def the_wait_for_all_depends_on_hands(table: Table, game: GameAtTable) -> None:
    table.expected.until += wilds(game.state)


def the_log_names_a_hand(_: Table, game: GameAtTable) -> None:
    logging.getLogger("uno_server.journal.recovery").info("going on with %s", game.state.hands)


def the_rest_of_a_hold_depends_on_hands(_: Table, game: GameAtTable) -> None:
    if game.hold is not None:
        game.hold.until += wilds(game.state)


def the_tool_tells_all(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(commands, "_seen", lambda event, _: event)


def the_tool_tells_the_seed(patch: pytest.MonkeyPatch) -> None:
    game_map = commands._game_map
    patch.setattr(commands, "_game_map", lambda game: {**game_map(game), "seed": game.head.seed.hex()})


@pytest.mark.parametrize(
    "leak", [the_wait_for_all_depends_on_hands, the_log_names_a_hand, the_rest_of_a_hold_depends_on_hands]
)
def test_each_leak_at_a_restart_is_noticed(
    leak: Callable[[Table, GameAtTable], None], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    original = restart.after_restart

    def leaking(table: Table, *known: Any) -> None:
        original(table, *known)
        if table.game is not None:
            leak(table, table.game)

    def session(patch: pytest.MonkeyPatch, number: int) -> None:
        one = killed(patch, 715 + number, tmp_path / str(number), str(number % 2), people=4, options=GRACE)
        for _ in range(3):
            for _ in range(10):
                if one.phase not in ("finished", "closed"):
                    one.forget_to_call()
            one.twins.part()
            one.kill()
        one.run(0)

    monkeypatch.setattr(restart, "after_restart", leaking)
    assert any(noticed(session, number) for number in range(SESSIONS))


@pytest.mark.parametrize("plant", [the_tool_tells_all, the_tool_tells_the_seed])
def test_each_leak_of_the_tool_is_noticed(
    plant: Callable[[pytest.MonkeyPatch], None],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    plant(monkeypatch)
    session = AnySession(monkeypatch, 520, viewer=None, bots=1, directory=tmp_path)
    with pytest.raises(Told):
        compare_tool(session, capsys)
