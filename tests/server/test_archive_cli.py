"""Does `uno-journal` list, tell and check what is kept, and tell nothing that is still secret?"""

from __future__ import annotations

import json
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from engine.cards import canonical_order
from engine.events import CardsDrawn, Event
from protocol import messages as m
from protocol.wire import event_from_map
from server import archive_cli, schema
from server.archive import Archive, opened
from server.facts import Fact, GameBegun, PlacesChanged
from server.journal import DiskJournal
from server.log import Shown
from server.outputs import Commit
from server.record import read_commit, write_commit
from tests.server.recorded import JOURNALS, Stored, gather
from tests.server.test_old_journals import copied

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture
def kept(tmp_path: Path) -> Path:
    """A copy of the journal that is recorded of today's version."""
    return copied(JOURNALS / f"v{schema.VERSION}", tmp_path)


def told(directory: Path, capsys: pytest.CaptureFixture[str], *argv: str, code: int = 0) -> str:
    """What the command says of a journal."""
    assert archive_cli.run([*argv, "--data-dir", str(directory)], {}) == code
    return capsys.readouterr().out


def listed(directory: Path, capsys: pytest.CaptureFixture[str]) -> dict[str, Any]:
    return {table["name"]: table for table in json.loads(told(directory, capsys, "list", "--json"))}


def change(directory: Path, sql: str, *values: object) -> None:
    with closing(sqlite3.connect(directory / schema.FILE, isolation_level=None)) as connection:
        assert connection.execute(sql, values).rowcount


# --- list and print ------------------------------------------------------------------------------------------------


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
    assert "Zoe" not in text[text.index("round 1:") : text.index("Zoe sits down")]
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
                assert event.forms().public == event
                seen += 1
    assert seen
    assert "draw pile" not in text
    assert "round 1:" in text or name == "voting"


def test_every_event_has_its_words(kept: Path) -> None:
    from engine.events import EVENTS
    from protocol.room import ROOM_EVENTS
    from server.retell import _WORDS

    assert set(_WORDS) == {*EVENTS.values(), *ROOM_EVENTS.values()}


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


# --- check ---------------------------------------------------------------------------------------------------------


def test_what_is_as_it_was_checks(kept: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert told(kept, capsys, "check").startswith("checked: games 15, moves ")
    assert told(kept, capsys, "check", "2.1").startswith("checked: games 1, moves ")


def changed_draw(kept: Path) -> tuple[int, str]:
    """Somebody has drawn another card than the seed gives, and all checksums are right; the entry, and the card."""
    with opened(kept) as connection:
        rows = connection.execute(
            "SELECT number, wall, clock, session, request, tab, answer, body FROM commits"
        ).fetchall()
    for number, wall, clock, session, request, tab, answer, body in rows:
        told = read_commit(body)
        entries = [Shown("T", *logged) for logged in told.entries]
        for at, logged in enumerate(told.entries):
            event = logged.event
            if isinstance(event, CardsDrawn) and event.cards is not None and event.seat == 0:
                other = next(card for card in canonical_cards() if card is not event.cards[0])
                wrong = CardsDrawn(event.seat, event.count, event.reason, (other, *event.cards[1:]), event.opened)
                entries[at] = Shown("T", logged.n, wrong)
                facts: tuple[Fact, ...] = () if told.seed is None else (GameBegun(told.seed),)
                facts += () if told.places is None else (PlacesChanged(told.places),)
                commit = Commit(number, clock, session, request, None, tab, tuple(told.actions), tuple(entries), facts)
                new = write_commit(commit)
                sum_ = schema.checksum((number, wall, clock, tab, session, request), answer or b"", new)
                change(kept, "UPDATE commits SET body = ?, sum = ? WHERE number = ?", new, sum_, number)
                return logged.n, other.name
    raise AssertionError("nobody draws")


def canonical_cards() -> list[Any]:
    from engine.cards import cards

    return sorted(cards("R5 B7"), key=canonical_order)


def test_an_event_that_does_not_follow_from_seed_and_actions_is_found(
    kept: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    entry, card = changed_draw(kept)
    out = told(kept, capsys, "check", code=1)
    assert f"entry {entry}: cards_drawn is otherwise by the rules: cards" in out
    assert f" {card}" not in out
    assert out.endswith("differences 1\n")


def test_an_action_that_was_not_the_one_is_found(kept: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with opened(kept) as connection:
        rows = connection.execute(
            "SELECT number, wall, clock, tab, session, request, answer, body FROM commits"
        ).fetchall()
    for number, wall, clock, tab, session, request, answer, body in rows:
        told_ = read_commit(body)
        if told_.actions and told_.actions[0].kind == "draw":
            entries = tuple(Shown("T", *logged) for logged in told_.entries)
            new = write_commit(Commit(number, clock, session, request, None, tab, (), entries))
            sum_ = schema.checksum((number, wall, clock, tab, session, request), answer or b"", new)
            change(kept, "UPDATE commits SET body = ?, sum = ? WHERE number = ?", new, sum_, number)
            break
    assert "follows from nothing that was asked" in told(kept, capsys, "check", code=1)


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


# --- what goes wrong -----------------------------------------------------------------------------------------------


def run(*argv: str, **variables: str) -> tuple[int, str, str]:
    command = [sys.executable, "-P", "-m", "server.archive_cli", *argv]
    environment = {"PYTHONPATH": str(ROOT), **variables}
    done = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=20, check=False)
    return done.returncode, done.stdout, done.stderr


def test_what_cannot_be_done_is_told_in_one_line(tmp_path: Path, kept: Path) -> None:
    empty = tmp_path / "empty"
    empty.mkdir()
    assert run("list", "--data-dir", str(empty)) == (1, "", f"uno-journal: there is no journal in {empty}\n")
    assert list(empty.iterdir()) == []
    (empty / schema.FILE).write_bytes(b"no database at all, " * 100)
    code, out, err = run("--data-dir", str(empty), "list")
    assert (code, out, err.count("\n")) == (1, "", 1)
    code, out, err = run("print", "99.1", "--data-dir", str(kept))
    assert (code, out, err) == (1, "", "uno-journal: there is no game '99.1'; see uno-journal list\n")


def test_a_journal_without_games_says_so(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    DiskJournal.open(tmp_path).abandon()
    assert told(tmp_path, capsys, "list") == "no games are kept here\n"


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
    monkeypatch.setattr(archive_cli, "run", failing)
    assert archive_cli.main() == code
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
    assert archive_cli.main() == 0
    assert capsys.readouterr().out.startswith("would remove: tables ")


@pytest.mark.parametrize(
    ("argv", "variables", "found"),
    [
        (["list", "--data-dir", "x", "--port", "7777"], {}, "--data-dir and --port both say where"),
        (["list", "--port", "0"], {}, "port 0 has no place of its own"),
        (["list"], {"UNO_PORT": "many"}, "UNO_PORT: "),
        (["prune", "--older-than", "-1"], {}, "a number of days, not '-1'"),
        (["prune", "--older-than", "soon"], {}, "a number of days, not 'soon'"),
    ],
)
def test_what_is_wrong_with_an_argument_is_named(
    argv: list[str], variables: dict[str, str], found: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as ended:
        archive_cli.run(argv, variables)
    assert ended.value.code == 2
    assert found in capsys.readouterr().err


def test_a_game_that_a_table_never_had_is_named(kept: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert archive_cli.run(["print", "1.99", "--data-dir", str(kept)], {}) == 1
    assert capsys.readouterr().err == "uno-journal: there is no game '1.99'; see uno-journal list\n"


def test_what_is_not_understood_is_code_2_and_one_line(tmp_path: Path) -> None:
    for argv in (
        (),
        ("prune",),
        ("prune", "--older-than", "x"),
        ("list", "--port", "0"),
        ("list", "--port", "7777", "--data-dir", str(tmp_path)),
    ):
        code, out, err = run(*argv)
        assert (code, out, err.count("\n")) == (2, "", 1), argv
        assert err.startswith("uno-journal")


def test_the_directory_is_that_of_the_server(kept: Path) -> None:
    assert run("check", UNO_DATA_DIR=str(kept))[0] == 0
    code, _, err = run("check", "--port", "65001", UNO_DATA_DIR=str(kept), HOME=str(kept))
    assert code == 1
    assert "65001" in err
