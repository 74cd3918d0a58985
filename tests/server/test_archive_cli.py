"""`uno-records` lists, prints and checks saved games, and reveals nothing that is still secret."""

import json
import sys
from collections.abc import Callable
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tests.server.recorded import JOURNALS, ask, copied
from tests.simulation.episode import World
from uno_engine.actions import Catch, Deal, Draw
from uno_engine.cards import card
from uno_engine.events import CardsDrawn, Event, RoundDealt, TurnMissed
from uno_protocol.kept import pack, unpack
from uno_protocol.room import GameSeed
from uno_protocol.wire import event_from_map
from uno_server.archive import cli
from uno_server.archive.opening import opened
from uno_server.archive.reader import Archive, check
from uno_server.journal import database
from uno_server.journal.bodies import read_head, read_moment, read_record, write_moment, write_record
from uno_server.journal.database import BodyRow, rows, to_write
from uno_server.journal.store import DiskJournal
from uno_server.table.event_log import Shown

pytestmark = pytest.mark.fast


def told(directory: Path, capsys: pytest.CaptureFixture[str], *argv: str, code: int = 0) -> str:
    """What the command says of a journal."""
    assert cli.run([*argv, "--data-dir", str(directory)], {}) == code
    return capsys.readouterr().out


def listed(directory: Path, capsys: pytest.CaptureFixture[str]) -> dict[str, Any]:
    return {table["name"]: table for table in json.loads(told(directory, capsys, "list", "--json"))}


def tidied(directory: Path) -> Path:
    """The journal after a server has moved its finished games to records."""
    journal = DiskJournal.open(directory)
    journal.tidy()
    journal.close(0.0)
    return directory


@pytest.fixture
def shown(kept: Path) -> Path:
    """The journal as if every table opened hands after a round."""
    for number, body in ask(kept, "SELECT number, body FROM games"):
        assert isinstance(number, int)
        assert isinstance(body, bytes)
        *head, room = unpack(body)
        put(kept, "games", number, pack((*head, pack(unpack(room) | {"show_hands": True}))))
    return kept


def test_tables_and_games_are_listed(kept: Path, capsys: pytest.CaptureFixture[str]) -> None:
    tables = listed(kept, capsys)
    states = {name: [game["state"] for game in table["games"]] for name, table in tables.items()}
    running = {key: ["running"] for key in ("away", "held", "placed", "voting", "passing", "between", "window")}
    over = {"finished": ["finished"], "changed": ["finished", "running"], "closed": ["left"], "ended": ["left"]}
    assert states == {**running, **over, "guarded": [], "waiting": []}
    (game,) = tables["finished"]["games"]
    assert [player["name"] for player in game["players"]] == ["Ann", "Abacus", "Bob", "Zoe"]
    assert [player["bot"] for player in game["players"]] == [None, "random", None, None]
    assert game["winners"] == ["Ann"]
    assert max(player["score"] for player in game["players"]) >= 150
    text = told(kept, capsys, "list")
    line = next(line for line in text.splitlines() if line.startswith(f"  {game['game']}  "))
    assert line.endswith(f"  finished  Ann, Abacus (random), Bob, Zoe  rounds {game['rounds']}, moves {game['moves']}  "
                         "winner Ann")  # fmt: skip
    assert "(quickplay hand_size=3" in text.partition("  changed  ")[2]  # the rules of its first game


def test_a_record_tells_what_its_entries_told(kept: Path, capsys: pytest.CaptureFixture[str]) -> None:
    asked = (["list", "--json"], ["list"], ["print", "2.1", "--json"], ["print", "6.1"], ["print", "7"], ["check"])
    before = [told(kept, capsys, *argv) for argv in asked]
    assert [told(tidied(kept), capsys, *argv) for argv in asked] == before
    with opened(kept) as connection:
        assert connection.execute("SELECT count(*) FROM games WHERE record IS NOT NULL").fetchone() == (4,)


@pytest.mark.parametrize("hands", ["shown", "kept"])
def test_a_seed_is_told_only_of_a_finished_game_whose_table_opened_hands(
    hands: str, request: pytest.FixtureRequest, capsys: pytest.CaptureFixture[str]
) -> None:
    directory: Path = request.getfixturevalue(hands)
    with opened(directory) as connection:
        games = [game for table in Archive(connection).tables.values() for game in table.games]
    asked = [["list"], *(["print", game.name] for game in games)]
    out = "".join(told(directory, capsys, *argv, *form) for argv in asked for form in ((), ("--json",)))
    assert len(games) == 12
    for game in games:
        assert (game.head.seed.hex() in out) is (game.finished and hands == "shown")


def test_a_finished_game_is_told_with_every_hand(shown: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code = listed(shown, capsys)["finished"]["code"]
    text = told(shown, capsys, "print", code)
    story = json.loads(told(shown, capsys, "print", code, "--json"))
    deals = [entry["event"] for moment in story["moments"] for entry in moment["entries"]]
    (first, *_) = [event for event in deals if event["k"] == "round_dealt"]
    assert f"Ann has {' '.join(first['hands'][0])}" in text
    assert f"draw pile, top first: {' '.join(reversed(first['stock']))}" in text
    assert text.count("draw pile, top first") >= story["rounds"]
    assert "wins the game" in text
    assert "Zoe joins the game" in text
    assert "Zoe" not in text[text.index("Round 1:") : text.index("Zoe sits down")]
    assert sum(len(moment["actions"]) for moment in story["moments"]) > story["moves"]


@pytest.mark.parametrize("name", ["voting", "passing", "between", "window", "placed", "closed", "finished"])
def test_of_another_game_only_what_anybody_may_see(kept: Path, capsys: pytest.CaptureFixture[str], name: str) -> None:
    code = listed(kept, capsys)[name]["code"]
    story = json.loads(told(kept, capsys, "print", code, "--json"))
    for moment in story["moments"]:
        assert "actions" not in moment
        for entry in moment["entries"]:
            event = event_from_map(entry["event"])
            assert not isinstance(event, Event) or event.seen_by(None) == event
            assert "position" not in entry["event"]
    text = told(kept, capsys, "print", code)
    assert "draw pile" not in text
    assert "Round 1:" in text or name in ("voting", "placed")


@pytest.mark.parametrize(
    ("sql", "found"),
    [
        ("UPDATE entries SET body = x'00' WHERE number = 60", "commit 60 is not what was written"),
        ("UPDATE entries SET body = CAST(body AS TEXT) WHERE number = 60", "commit 60 is not what was written"),
        ("DELETE FROM entries WHERE number = (SELECT last - 3 FROM games WHERE tab = 2)", "ZHDG: a commit is missing"),
        ("DELETE FROM entries WHERE number = (SELECT last FROM games WHERE tab = 2)", "ZHDG: a commit is missing"),
        ("DELETE FROM entries WHERE number = (SELECT number FROM games WHERE tab = 2)", "ZHDG: a commit is missing"),
        ("UPDATE games SET record = x'00' WHERE tab = 2", "game 2.1 at ZHDG: a record cannot be read"),
        ("UPDATE games SET body = x'00' WHERE number = 9", "the game of commit 9: it is not what was"),
        ("UPDATE games SET result = x'c0' WHERE tab = 2", "2.1 at ZHDG: what is listed of it is not what happened"),
        ("UPDATE tables SET body = x'00' WHERE number = 2", "table 2 (?): it is not what was written"),
        ("UPDATE sessions SET body = x'00' WHERE number = 2", "session 2 is not what was written"),
    ],
)
def test_damage_is_found(kept: Path, capsys: pytest.CaptureFixture[str], sql: str, found: str) -> None:
    ask(kept, sql)
    assert found in told(kept, capsys, "check", code=1)


def test_a_damaged_table_is_listed_and_its_game_printed(kept: Path, capsys: pytest.CaptureFixture[str]) -> None:
    ask(kept, "INSERT INTO ended VALUES (5, 1.0, 'lost', x'00', 0)")
    (table,) = [one for one in json.loads(told(kept, capsys, "list", "--json")) if one["table"] == 5]
    assert (table["code"], table["name"], table["damage"]) == ("?", None, "lost")
    assert [game["state"] for game in table["games"]] == ["left"]
    assert "; DAMAGED: lost" in told(kept, capsys, "list")
    assert "Ira plays" in told(kept, capsys, "print", "5")


def test_what_is_before_the_damage_is_printed(kept: Path, capsys: pytest.CaptureFixture[str]) -> None:
    whole = told(kept, capsys, "print", "5").splitlines()
    ask(kept, "UPDATE entries SET body = x'00' WHERE number = (SELECT max(number) - 2 FROM entries WHERE tab = 5)")
    assert cli.run(["print", "5", "--data-dir", str(kept)], {}) == 1
    out, err = capsys.readouterr()
    said = out.splitlines()
    assert "; DAMAGED: game 5.1: " in said[0]
    assert 10 < len(said) < len(whole)
    assert said[2:] == whole[2 : len(said)]
    assert err == "uno-records: the game is damaged: it is not what was written\n"


def test_a_damaged_result_opens_no_hand(kept: Path, capsys: pytest.CaptureFixture[str]) -> None:
    before = told(kept, capsys, "print", "5", "--json")
    ask(kept, "UPDATE games SET result = 0 WHERE tab = 5")
    assert json.loads(told(kept, capsys, "print", "5", "--json"))["moments"] == json.loads(before)["moments"]


def test_a_damaged_game_keeps_no_other_from_being_exported(shown: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = shown / "records"
    ask(shown, "UPDATE entries SET body = x'00' WHERE number = (SELECT number FROM games WHERE tab = 2)")
    assert cli.run(["export", "--all", "--to", str(folder), "--data-dir", str(shown)], {}) == 1
    out, err = capsys.readouterr()
    assert out.split() == [str(path) for path in folder.iterdir()] == [str(folder / "game-6.1.unorec")]
    assert err == "uno-records: game 2.1 is damaged: it is not what was written\n"


def test_records_in_files_of_any_name_are_checked_also_beside_one_that_is_missing(
    shown: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    told(shown, capsys, "export", "6.1", "--to", str(record := shown / "evening.txt"))
    assert told(shown, capsys, "check", str(record)).startswith(f"{record}: this record is true")
    names = ["check", str(missing := shown / "x.unorec"), str(record)]
    lines = told(shown, capsys, *names, code=1).splitlines()
    assert lines[0] == f"{missing}: cannot be read: No such file or directory"
    assert lines[1].startswith(f"{record}: this record is true")


def refused(capsys: pytest.CaptureFixture[str], *argv: str) -> str:
    """What is said of what cannot be done: one line."""
    assert cli.run(argv, {}) == 1
    out, err = capsys.readouterr()
    assert (out, err.count("\n")) == ("", 1)
    return err.removeprefix("uno-records: ").rstrip()


def test_what_cannot_be_read_is_told_in_one_line(kept: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (empty := kept / "empty").mkdir()
    assert refused(capsys, "list", "--data-dir", str(empty)) == f"no journal in {empty}"
    assert list(empty.iterdir()) == []
    (empty / database.FILE).write_bytes(b"no database at all, " * 100)
    assert refused(capsys, "--data-dir", str(empty), "list").startswith("cannot read ")
    old = JOURNALS / "v2"
    said = f"{old / 'journal.db'} is of version 0.3 or earlier: uno-journal 0.3.0 reads it"
    assert refused(capsys, "list", "--data-dir", str(old)) == said
    for game in ("1.99", "99.1", "1.", "BCDG", ""):
        assert refused(capsys, "print", game, "--data-dir", str(kept)) == f"no game '{game}'; see uno-records list"


@pytest.mark.parametrize(
    ("fault", "code", "said"),
    [
        (KeyboardInterrupt(), 130, ""),
        (BrokenPipeError(), 1, ""),
        (ValueError("a secret"), 1, "uno-records: failed: ValueError"),
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
    err = capsys.readouterr().err
    assert err.startswith(said)
    assert "secret" not in err
    assert err.count("\n") == (1 if said else 0)


@pytest.mark.parametrize(
    ("argv", "variables", "found"),
    [
        (["list", "--data-dir", "x", "--port", "7777"], {}, "give --data-dir or --port, not both"),
        (["list", "--port", "0"], {}, "port 0 has no directory of its own"),
        (["list"], {"UNO_PORT": "many"}, "UNO_PORT: a port is"),
        (["prune", "--older-than", "-1"], {}, "a number of days, not '-1'"),
        (["prune", "--older-than", "soon"], {}, "a number of days, not 'soon'"),
        (["prune"], {}, "--older-than"),
        ([], {}, "uno-records"),
    ],
)
def test_what_is_wrong_with_an_argument_is_named(
    argv: list[str], variables: dict[str, str], found: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as ended:
        cli.run(argv, variables)
    assert ended.value.code == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert line.startswith("uno-records")
    assert found in line


def test_the_directory_is_that_of_the_server(
    kept: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("platformdirs.user_data_path", lambda *_, **_named: kept)
    variables = {"UNO_DATA_DIR": str(kept)}
    assert cli.run(["check"], variables) == 0
    assert cli.run(["check", "--port", "65001"], variables) == 1
    assert "65001" in capsys.readouterr().err


@pytest.mark.parametrize("seed", ["77.5", "77.6", "77.8"])
def test_games_of_a_server_that_was_killed_again_and_again_can_be_played_again(seed: str) -> None:
    world = World(seed)
    with closing(world.disk) as disk:
        assert world.play().wrong is None
        with opened(disk.journal.directory) as connection:
            archive = Archive(connection)
            assert list(check(archive)) == []
    assert any(game.finished for game in archive.games)
    assert sum(game.told.moves for game in archive.games) > 10


def instead(kind: type, by: Callable[[Any], list[Any]]) -> Callable[[Any], list[Any]]:
    """A change that replaces everything of a kind."""
    return lambda all_: [new for one in all_ for new in (by(one) if isinstance(one, kind) else [one])]


def other_card(event: CardsDrawn) -> list[CardsDrawn]:
    first, *more = event.cards or ()
    return [replace(event, cards=(card("B7" if first == card("R5") else "R5"), *more))]


@pytest.mark.parametrize(
    ("actions_of", "events_of", "said"),
    [
        (list, lambda _: [], ": nothing is stored, where the rules give ballot_drawn"),
        (instead(Deal, lambda deal: [deal, Catch(0, 1)]), list, ": the rules refuse catch (nothing_to_catch)"),
        (instead(Draw, lambda _: []), list, ": cards_drawn is stored, where the rules give nothing"),
        (
            list,
            instead(RoundDealt, lambda _: [TurnMissed(0)]),
            ": turn_missed is stored, where the rules give round_dealt",
        ),
        (list, instead(CardsDrawn, other_card), ": cards_drawn is stored, where the rules give another"),
        (list, instead(GameSeed, lambda _: [GameSeed("ab" * 32)]), ": the published seed is not that of the game"),
    ],
)
def test_a_changed_record_is_found(
    actions_of: Callable[[Any], Any], events_of: Callable[[Any], Any], said: str, tmp_path: Path
) -> None:
    record = []
    with opened(tidied(copied(tmp_path))) as connection:
        (body,) = connection.execute("SELECT record FROM games WHERE tab = 2").fetchone()
    for commit, before, wall, first, actions, events in read_record(body):
        shown = [Shown("T", n, event) for n, event in enumerate(events_of(events), first)]
        record.append(BodyRow(commit, write_moment(before, wall, first, actions_of(actions), shown), 0))
    ask(tmp_path, "UPDATE games SET record = ? WHERE tab = 2", write_record(record))
    assert differences(tmp_path).endswith(said)


def test_a_changed_entry_and_a_changed_seed_are_found_though_their_sums_are_right(tmp_path: Path) -> None:
    with opened(copied(tmp_path)) as connection:
        (last,) = rows(connection, "entries WHERE number = (SELECT last FROM games WHERE tab = 2)")
        (game,) = rows(connection, "games WHERE tab = 2")
    moment = read_moment(*last[:2])
    put(tmp_path, "entries", last.number, write_moment(moment.before, moment.wall, moment.first, [], []))
    assert "what is listed of it is not what happened" in differences(tmp_path)
    put(tmp_path, "games", game.number, game.body.replace(read_head(game.body).seed, bytes(32)))
    assert ": ballot_drawn is stored, where the rules give another" in differences(tmp_path)


def put(directory: Path, table: str, number: int, body: bytes) -> None:
    """Another body, with the right sum."""
    _, (*_, sum_) = to_write(table, number, body)
    ask(directory, f"UPDATE {table} SET body = ?, sum = ? WHERE number = ?", body, sum_, number)


def differences(directory: Path) -> str:
    """The one that is found in a game."""
    with opened(directory) as connection:
        (found,) = [line for line in check(Archive(connection)) if line.startswith("game 2.1 ")]
    return found
