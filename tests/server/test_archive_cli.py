"""`uno-journal` lists, prints and checks saved games, and reveals nothing that is still secret."""

import json
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tests.patience import HANG
from tests.server.recorded import JOURNALS, Stored, gather
from tests.server.test_old_journals import copied
from uno_engine.cards import card
from uno_engine.events import CardsDrawn, Event
from uno_protocol import messages as m
from uno_protocol.wire import event_from_map
from uno_server.archive import cli
from uno_server.archive.reader import Archive, opened
from uno_server.core.outputs import Commit
from uno_server.journal import database
from uno_server.journal.records import Kept, read_commit, write_commit
from uno_server.journal.store import DiskJournal
from uno_server.table.event_log import Logged, Shown
from uno_server.table.facts import Fact, GameBegun, PlacesChanged

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture
def kept(tmp_path: Path) -> Path:
    """A copy of the journal that is recorded of today's version."""
    return copied(JOURNALS / f"v{database.VERSION}", tmp_path)


def told(directory: Path, capsys: pytest.CaptureFixture[str], *argv: str, code: int = 0) -> str:
    """What the command says of a journal."""
    assert cli.run([*argv, "--data-dir", str(directory)], {}) == code
    return capsys.readouterr().out


def listed(directory: Path, capsys: pytest.CaptureFixture[str]) -> dict[str, Any]:
    return {table["name"]: table for table in json.loads(told(directory, capsys, "list", "--json"))}


def change(directory: Path, sql: str, *values: object) -> None:
    with closing(sqlite3.connect(directory / database.FILE, isolation_level=None)) as connection:
        assert connection.execute(sql, values).rowcount


def test_tables_and_games_are_listed(kept: Path, capsys: pytest.CaptureFixture[str]) -> None:
    tables = listed(kept, capsys)
    assert {name: [game["state"] for game in table["games"]] for name, table in tables.items()} == {
        "closed": ["left"],
        "finished": ["finished"],
        "away": ["running"],
        "guarded": [],
        "held": ["running"],
        "changed": ["finished", "running"],
        "ended": ["left"],
        "again": ["finished"],
        "placed": ["running"],
        "voting": ["running"],
        "passing": ["running"],
        "stacking": ["running"],
        "left": ["running"],
        "waiting": [],
        "between": ["running"],
        "window": ["running"],
    }
    (game,) = tables["finished"]["games"]
    assert [player["name"] for player in game["players"]][:1] == ["Ann"]
    assert game["winners"]
    assert max(player["score"] for player in game["players"]) >= 150
    assert game["rounds"] > 1
    text = told(kept, capsys, "list")
    assert f"seed {game['seed']}" in text
    assert f"moves {game['moves']}" in text


def test_names_are_shown_as_clients_show_them() -> None:  # 0.2 took others too
    table = {"table": 1, "code": "BCDF", "name": "Bo\ufe0f\u3164", "preset": "official", "options": {}, "opened": 0.0}
    table |= {"ended": None, "damage": ""}
    assert "  Bo  (official)" in cli._table_line(table)
    players = [{"name": "Cy\ufe0f", "bot": None}, {"name": "\u202eDee", "bot": None}]
    game = {"game": "1.1", "began": 0.0, "state": "finished", "players": players, "preset": "official", "options": {}}
    game |= {"rounds": 1, "moves": 9, "winners": ["Cy\ufe0f"], "seed": "00"}
    said = cli._game_line(game, table)
    assert "  Cy, Dee  " in said
    assert "winner Cy\n" in said


def test_the_seed_of_a_game_that_is_not_finished_is_not_told(kept: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with opened(kept) as connection:
        archive = Archive(connection)
        for _ in archive.walk():
            pass
    out = told(kept, capsys, "list") + told(kept, capsys, "list", "--json")
    seeds = {game.seed.hex(): game.finished for table in archive.tables.values() for game in table.games}
    for number, table in archive.tables.items():
        if table.games:
            out += told(kept, capsys, "print", str(number)) + told(kept, capsys, "print", f"{number}.1", "--json")
    assert len(seeds) == 15
    assert {seed: seed in out for seed in seeds} == {seed: when is not None for seed, when in seeds.items()}


def test_a_finished_game_is_told_with_every_hand(kept: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code = listed(kept, capsys)["finished"]["code"]
    text = told(kept, capsys, "print", code)
    story = json.loads(told(kept, capsys, "print", code, "--json"))
    deals = [entry["event"] for moment in story["moments"] for entry in moment["entries"]]
    (first, *_) = [event for event in deals if event["k"] == "round_dealt"]
    assert f"Ann has {' '.join(first['hands'][0])}" in text
    assert f"draw pile, top first: {' '.join(reversed(first['stock']))}" in text
    assert text.count("draw pile, top first") >= story["rounds"]
    assert "wins the game" in text
    assert "Zoe joins the game" in text
    assert "Zoe" not in text[text.index("Round 1:") : text.index("Zoe sits down")]
    assert sum(len(moment["actions"]) for moment in story["moments"]) > story["moves"]


@pytest.mark.parametrize("name", ["voting", "passing", "stacking", "between", "window", "closed"])
def test_of_another_game_only_what_anybody_may_see(kept: Path, capsys: pytest.CaptureFixture[str], name: str) -> None:
    code = listed(kept, capsys)[name]["code"]
    story = json.loads(told(kept, capsys, "print", code, "--json"))
    text = told(kept, capsys, "print", code)
    seen = 0
    for moment in story["moments"]:
        assert "actions" not in moment
        for entry in moment["entries"]:
            event = event_from_map(entry["event"])
            if isinstance(event, Event):
                assert event.seen_by(None) == event
                seen += 1
    assert seen
    assert "draw pile" not in text
    assert "Round 1:" in text or name == "voting"


def test_it_reads_while_a_server_writes(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    world = Stored(tmp_path)
    world.go_on()
    ann, bob = gather(world, "T", "ann bob")
    assert list(listed(tmp_path, capsys)) == ["T"]
    for one in (ann, bob):
        one.ask(m.Ready)
    ann.ask(m.Start)
    assert listed(tmp_path, capsys)["T"]["games"][0]["state"] == "running"
    world.journal.abandon()
    assert listed(tmp_path, capsys)["T"]["games"][0]["state"] == "running"


def test_what_is_as_it_was_checks(kept: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert told(kept, capsys, "check").startswith("checked: games 15, moves ")
    assert told(kept, capsys, "check", "2.1").startswith("checked: games 1, moves ")


def rewritten(kept: Path, change_of: Callable[[Kept], Kept | None]) -> None:
    """The first commit of which that gives another is that one, and all checksums are right."""
    with opened(kept) as connection:
        rows = connection.execute(
            "SELECT number, wall, clock, session, request, tab, answer, body FROM commits"
        ).fetchall()
    for number, wall, clock, session, request, tab, answer, body in rows:
        told = change_of(read_commit(body))
        if told is not None:
            facts: tuple[Fact, ...] = () if told.seed is None else (GameBegun(told.seed),)
            facts += () if told.places is None else (PlacesChanged(told.places),)
            entries = tuple(Shown("T", *logged) for logged in told.entries)
            new = write_commit(Commit(number, clock, session, request, None, tab, tuple(told.actions), entries, facts))
            sum_ = database.checksum((number, wall, clock, tab, session, request), answer or b"", new)
            change(kept, "UPDATE commits SET body = ?, sum = ? WHERE number = ?", new, sum_, number)
            return
    raise AssertionError("there is no such commit")


def test_an_event_that_does_not_follow_from_seed_and_actions_is_found(
    kept: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    changed: list[tuple[int, str]] = []

    def another_card(told: Kept) -> Kept | None:
        for at, (n, event) in enumerate(told.entries):
            if isinstance(event, CardsDrawn) and event.cards is not None and event.seat == 0:
                other = next(one for one in (card("R5"), card("B7")) if one is not event.cards[0])
                wrong = replace(event, cards=(other, *event.cards[1:]))
                changed.append((n, other.name))
                return told._replace(entries=[*told.entries[:at], Logged(n, wrong), *told.entries[at + 1 :]])
        return None

    rewritten(kept, another_card)
    ((entry, name),) = changed
    out = told(kept, capsys, "check", code=1)
    assert f"entry {entry}: cards_drawn differs from the rules in: cards" in out
    assert f" {name}" not in out
    assert out.endswith("differences 1\n")


def test_an_action_that_was_not_the_one_is_found(kept: Path, capsys: pytest.CaptureFixture[str]) -> None:
    def nothing_asked(told: Kept) -> Kept | None:
        return told._replace(actions=[]) if told.actions and told.actions[0].kind == "draw" else None

    rewritten(kept, nothing_asked)
    assert "follows from no action" in told(kept, capsys, "check", code=1)


@pytest.mark.parametrize(
    ("sql", "found"),
    [
        ("UPDATE commits SET body = x'00' WHERE number = 60", "commit 60: is not what was written"),
        ("UPDATE commits SET body = CAST(body AS TEXT) WHERE number = 60", "commit 60: is not what was written"),
        ("DELETE FROM commits WHERE number = (SELECT max(number) - 3 FROM commits WHERE tab = 2)", "is missing"),
        ("UPDATE tables SET bot_secret = x'00' WHERE number = 3", "what it was opened with"),
        ("UPDATE sessions SET name = 'Eve' WHERE number = 2", "session 2 is not what was written"),
        ("DELETE FROM tables WHERE number = 4", "of a table that is not there"),
    ],
)
def test_damage_is_found(kept: Path, capsys: pytest.CaptureFixture[str], sql: str, found: str) -> None:
    change(kept, sql)
    assert found in told(kept, capsys, "check", code=1)


def run(*argv: str, **variables: str) -> tuple[int, str, str]:
    command = [sys.executable, "-P", "-m", "uno_server.archive.cli", *argv]
    environment = {"PYTHONPATH": str(ROOT), **variables}
    done = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=HANG, check=False)
    return done.returncode, done.stdout, done.stderr


@pytest.mark.fast
def test_what_cannot_be_done_is_told_in_one_line(tmp_path: Path) -> None:
    empty = tmp_path / "empty"
    empty.mkdir()
    assert run("list", "--data-dir", str(empty)) == (1, "", f"uno-journal: no journal in {empty}\n")
    assert list(empty.iterdir()) == []
    (empty / database.FILE).write_bytes(b"no database at all, " * 100)
    code, out, err = run("--data-dir", str(empty), "list")
    assert (code, out, err.count("\n")) == (1, "", 1)


@pytest.mark.parametrize("game", ["1.99", "99.1"])
def test_a_game_that_there_is_not_is_named(kept: Path, capsys: pytest.CaptureFixture[str], game: str) -> None:
    assert cli.run(["print", game, "--data-dir", str(kept)], {}) == 1
    assert capsys.readouterr().err == f"uno-journal: no game '{game}'; see uno-journal list\n"


def test_a_journal_without_games_says_so(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    DiskJournal.open(tmp_path).abandon()
    assert told(tmp_path, capsys, "list") == "no games are saved here\n"


@pytest.mark.parametrize(
    ("fault", "code", "said"),
    [
        (KeyboardInterrupt(), 130, ""),
        (BrokenPipeError(), 1, ""),
        (ValueError("a secret"), 1, "uno-journal: failed: ValueError"),
    ],
    ids=repr,
)
def test_no_fault_reaches_whoever_typed_the_command(
    fault: BaseException, code: int, said: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def failing(*_: object) -> int:
        raise fault

    out = sys.stdout
    monkeypatch.setattr(cli, "run", failing)
    assert cli.main() == code
    monkeypatch.setattr(sys, "stdout", out)
    told_ = capsys.readouterr().err
    assert told_.startswith(said)
    assert "secret" not in told_
    assert told_.count("\n") == (1 if said else 0)


def test_what_is_typed_is_carried_out(
    kept: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", ["uno-journal", "prune", "--older-than", "1", "--dry-run"])
    monkeypatch.setenv("UNO_DATA_DIR", str(kept))
    assert cli.main() == 0
    assert capsys.readouterr().out.startswith("would remove: tables ")


@pytest.mark.parametrize(
    ("argv", "variables", "found"),
    [
        (["list", "--data-dir", "x", "--port", "7777"], {}, "give --data-dir or --port, not both"),
        (["list", "--port", "0"], {}, "port 0 has no directory of its own"),
        (["list"], {"UNO_PORT": "many"}, "UNO_PORT: "),
        (["prune", "--older-than", "-1"], {}, "a number of days, not '-1'"),
        (["prune", "--older-than", "soon"], {}, "a number of days, not 'soon'"),
        (["prune"], {}, "--older-than"),
        ([], {}, "uno-journal"),
    ],
)
def test_what_is_wrong_with_an_argument_is_named(
    argv: list[str], variables: dict[str, str], found: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as ended:
        cli.run(argv, variables)
    assert ended.value.code == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert line.startswith("uno-journal")
    assert found in line


@pytest.mark.fast
def test_the_directory_is_that_of_the_server(kept: Path) -> None:
    assert run("check", UNO_DATA_DIR=str(kept))[0] == 0
    code, _, err = run("check", "--port", "65001", UNO_DATA_DIR=str(kept), HOME=str(kept))
    assert code == 1
    assert "65001" in err
