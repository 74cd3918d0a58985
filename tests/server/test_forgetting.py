"""Forgetting a player leaves the name nowhere in a journal, and every record as true as it was."""

import json
import sqlite3
import zlib
from contextlib import closing
from pathlib import Path
from unittest.mock import Mock

import pytest

from tests.killed import abandon
from tests.server.crashing import Crashing
from tests.server.harness import play_out, start
from tests.server.recorded import WALL, ask
from tests.server.test_archive_cli import put, tidied, told
from uno_protocol import messages as m
from uno_protocol.kept import pack, unpack
from uno_protocol.records.checking import RecordVerdict
from uno_protocol.records.checking import check as check_record
from uno_server.archive import cli
from uno_server.archive.opening import opened
from uno_server.archive.reader import Archive
from uno_server.journal import upkeep
from uno_server.journal.recording import whole_record
from uno_server.journal.store import DiskJournal

pytestmark = pytest.mark.fast

OWN_RULE = {"customizable_rule": "own", "extra": "1,1,4", "goal": "points", "target": "60"}


@pytest.fixture
def over(kept: Path) -> Path:
    """The journal with a record of what is finished, after all tables have ended; nobody has a session any more."""
    tidied(kept)
    ask(kept, "INSERT INTO ended SELECT number, ?, NULL, body, sum FROM tables", WALL)
    ask(kept, "DELETE FROM sessions")
    return kept


def in_files(directory: Path, name: str) -> bool:
    """Whether the name is anywhere in the files of the journal and its backups, as it is."""
    return any(name.encode() in path.read_bytes() for path in directory.iterdir())


def in_records(directory: Path, name: str) -> bool:
    """Whether the name is in a record, which is compressed."""
    records = ask(directory, "SELECT record FROM games WHERE record IS NOT NULL")
    return any(name.encode() in zlib.decompress(body) for (body,) in records if isinstance(body, bytes))


@pytest.mark.parametrize("running", [False, True], ids=["no server", "beside a server"])
def test_a_forgotten_name_is_nowhere_and_all_checks_as_before(
    over: Path, capsys: pytest.CaptureFixture[str], running: bool
) -> None:
    journal = DiskJournal.open(over)
    journal.back_up()
    if not running:
        journal.close(0.0)
    (*_, before) = json.loads(told(over, capsys, "stats", "--json"))["periods"]
    for number, name in enumerate(
        ("Ann", "Lou", "Flo", "Hope", "Gil", "Abe"), 1
    ):  # some only spoke, watched or were banned
        assert in_files(over, name)
        assert told(over, capsys, "forget", name) == f"{name} is Player {number} now\n"
        assert running or not in_files(over, name)
        assert not in_records(over, name)
        assert name not in told(over, capsys, "list", "--json")
    assert told(over, capsys, "check") == "checked: games 12, moves 371; differences 0\n"
    (*_, after) = json.loads(told(over, capsys, "stats", "--json"))["periods"]
    new = {"Ann": "Player 1", "Lou": "Player 2"}
    due = {new.get(one["name"], one["name"]): {**one, "name": ""} for one in before["players"]}
    assert {one["name"]: {**one, "name": ""} for one in after["players"]} == due
    with opened(over) as connection:
        archive = Archive(connection)
        game = archive.find("2.1")
        record = whole_record("2.1", game.head, archive.moments(game))
    assert check_record(record).verdict is RecordVerdict.TRUE
    assert b"Player 1" in record
    if running:
        abandon(journal)


def everything(directory: Path) -> bytes:
    """All bytes of all files there, and what is compressed in the journal and its backups, in lower case."""
    found = [path.read_bytes() for path in directory.iterdir()]
    for file in ("journal.sqlite", "journal.sqlite.backup-1"):
        with closing(sqlite3.connect(directory / file)) as connection:
            records = connection.execute("SELECT record FROM games WHERE record IS NOT NULL").fetchall()
        found += [zlib.decompress(record) for (record,) in records]
    return b" ".join(found).lower()


def test_wherever_a_name_may_be_it_goes(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    name, position = (
        "Ben Havn",
        "rules: official\nseats: b Ben_Havn\nhand Ben_Havn: B1\nhand b: R5\ndiscard: R9",
    )
    world = Crashing(tmp_path, test_deals=True)
    people = [world.person(one) for one in ("Bob", name)]
    for one in people:
        one.join("one", options=OWN_RULE, own_text="Sing.", show_hands=True)
    people[0].ask(m.ChangeTable, own_text=f"{name} sings. {'la ' * 60}"[:200])
    people[1].ask(m.Chat, text=f"I am {name}, one of the Ben Havns")
    start(people)
    play_out(world, people)
    for one in people:
        one.ask(m.LeaveTable)
        one.join(f"{name}'s", position=position, show_hands=True)
    start(people)
    play_out(world, people)
    people[0].ask(m.Kick, name=name, ban=True)
    people[0].ask(m.LeaveTable)
    people[1].table = None
    people[1].ask(m.Logout)
    world.journal.tidy()
    world.journal.back_up()
    world.journal.close(world.now)
    (tmp_path / "journal.sqlite.damaged-1").write_bytes(b"")
    told(tmp_path, capsys, "stats")
    for there in (b"ben havn", b"ben_havn", b"benhavn", b"ben havns"):
        assert there in everything(tmp_path)
    assert told(tmp_path, capsys, "forget", name).splitlines() == [
        f"{name} is Player 1 now",
        f"{tmp_path / 'journal.sqlite.damaged-1'} is not changed: delete it, if the name may be in it",
    ]
    left = everything(tmp_path)
    assert left.count(b"havn") == left.count(b"one of the ben havns") > 0
    assert told(tmp_path, capsys, "check").endswith("differences 0\n")
    for game in ("1.1", "2.1"):
        told(tmp_path, capsys, "export", game, "--to", str(tmp_path / "out.unorec"))
        assert check_record((tmp_path / "out.unorec").read_bytes()).verdict is RecordVerdict.TRUE


def test_a_name_in_texts_goes_and_longer_ones_stay(over: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for number, body in ask(over, "SELECT number, body FROM games"):
        assert isinstance(number, int)
        assert isinstance(body, bytes)
        *head, room = unpack(body)
        changed = {"name": "Player's, Players' and Player 1's", "watchers": ["Player 4", "Player", "Player!"]}
        put(over, "games", number, pack((*head, pack(unpack(room) | changed))))
    assert told(over, capsys, "forget", "Player") == "Player is Player 5 now\n"
    with opened(over) as connection:
        room = Archive(connection).find("2.1").head.room
    assert room.name == "Player 5's, Players' and Player 5 1's"
    assert room.watchers == ["Player 4", "Player 5", "Player!"]


def test_nobody_has_an_empty_name(over: Path, capsys: pytest.CaptureFixture[str]) -> None:
    number, body = ask(over, "SELECT number, body FROM games WHERE tab = 2")[0]
    assert isinstance(number, int)
    assert isinstance(body, bytes)
    *head, room = unpack(body)
    put(over, "games", number, pack((*head, pack(unpack(room) | {"gone": ["", "", "", "Zoe"]}))))  # only Zoe left
    assert cli.run(["forget", "", "--data-dir", str(over)], {}) == 1
    assert f"there is no '' in {over}" in capsys.readouterr().err


def test_who_may_be_needed_is_not_forgotten(
    kept: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def refused(name: str) -> str:
        assert cli.run(["forget", name, "--data-dir", str(kept)], {}) == 1
        return capsys.readouterr().err

    assert "'Ann' has a session; type `forget Ann` at the server first" in refused("Ann")
    ask(kept, "DELETE FROM sessions")
    assert "'Ann' is known at table 2; forget the name after it has closed" in refused("Ann")
    assert f"there is no 'Eve' in {kept}" in refused("Eve")
    ask(kept, "UPDATE games SET result = x'c0' WHERE tab = 2")
    with monkeypatch.context() as patch:
        patch.setattr(upkeep, "connected", Mock(side_effect=sqlite3.OperationalError("readonly")))
        assert f"cannot write {kept / 'journal.sqlite'}: it cannot be written to" in refused("Cem")
    assert told(kept, capsys, "forget", "Cem") == "Cem is Player 1 now\n"  # of a table that has ended
    assert ask(kept, "SELECT result FROM games WHERE tab = 2") == [(b"\xc0",)]  # what is damaged stays
