"""A server tells the same in two worlds when it is killed and restarted (P-13.1, FAULTS 39, 42, 43).

The journals differ in everything that is hidden; what is sent after the restart, when, and what is logged must not.
Nor must what `uno-journal` tells of a running game.
"""

from pathlib import Path

import pytest

from tests.server.any_session import WATCHER, AnySession
from tests.server.killed_twins import KilledTwins
from tests.server.test_secrets import clean
from tests.server.twins import LEFT, WORLDS, Told
from uno_engine.presets import PRESETS
from uno_server.archive import cli
from uno_server.table import event_log

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


def go_on(session: AnySession, steps: int) -> None:
    for _ in range(steps):
        if session.phase not in ("finished", "closed"):
            session.step()


@pytest.mark.parametrize("case", EVERYTHING)
def test_a_restart_tells_nobody_what_is_hidden(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, case: str) -> None:
    preset, _, viewer = case.partition(" seen by ")
    session = killed(monkeypatch, 300 + EVERYTHING.index(case), tmp_path, viewer, preset=preset, bots=1)
    twins = session.twins
    assert isinstance(twins, KilledTwins)
    for _ in range(4):
        go_on(session, STEPS // 4)
        if session.phase == "playing":
            twins.part()
        session.kill()
    session.run(0)
    assert twins.kills_when_parted > 1
    for at in WORLDS:
        people = [pair[at] for pair in twins.people.values()]
        assert all(clean(line, twins.worlds[at], *people) for line in twins.log.lines[at])


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
    assert windows > 40
    assert held > 15
    assert at_kills > 2


@pytest.mark.parametrize("sql", DAMAGE)
def test_damage_tells_nobody_what_is_hidden(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, sql: str) -> None:
    session = killed(monkeypatch, 351 + 2 * DAMAGE.index(sql), tmp_path, "0", bots=1)
    twins = session.twins
    assert isinstance(twins, KilledTwins)
    go_on(session, STEPS // 2)
    session.kill(sql)
    go_on(session, STEPS // 2)
    session.kill()
    session.run(0)
    assert twins.kills_when_parted
    for at in WORLDS:
        people = [pair[at] for pair in twins.people.values()]
        assert all(clean(line, twins.worlds[at], *people) for line in twins.log.lines[at])


def test_who_missed_more_than_is_kept_has_the_same_snapshot(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:  # P-5, FAULTS 26
    monkeypatch.setattr(event_log, "ENTRIES_KEPT", 25)
    for number in range(20):
        with monkeypatch.context() as patch:
            options = {"goal": "points", "target": "1000"}
            session = killed(patch, 380 + number, tmp_path / str(number), "1", bots=1, options=options)
            go_on(session, 90)
            table = session.twins.worlds[LEFT].hub.lobby.find("T")
            if table is None or table.log.n <= 95:
                continue  # all have left, or the game is over
            session.kill()
            before = session.twins.snapshots
            session.run(0)  # from every number
            assert session.twins.snapshots - before >= 40
            return
    raise AssertionError("no game is long enough")


def test_the_tool_tells_the_same_of_two_running_games(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:  # FAULTS 39, 40
    for number, preset in enumerate(PRESETS):
        with monkeypatch.context() as patch:
            session = killed(patch, 360 + number, tmp_path / preset, WATCHER, preset=preset, bots=1)
            compare_tool(session, capsys)


def compare_tool(session: AnySession, capsys: pytest.CaptureFixture[str]) -> None:
    """Play, and compare what `uno-journal` says of both journals. Raises Told."""
    twins = session.twins
    assert isinstance(twins, KilledTwins)
    for _ in range(4):
        go_on(session, STEPS // 4)
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
