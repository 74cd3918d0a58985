"""A journal is private and holds no token, and messages about a recovery name no card (FAULTS 40, 43)."""

import base64
import hashlib
import os
import random
from pathlib import Path
from typing import Any

import pytest

from tests.fuzzing.inputs import mutated
from tests.killed import abandon
from tests.server.crashing import Crashing
from tests.server.harness import Person, playing
from tests.server.recorded import ask
from tests.server.test_secrets import clean
from uno_protocol import messages as m
from uno_server.journal import bodies, database, recovery
from uno_server.journal.bodies import read_moment
from uno_server.journal.database import Damaged
from uno_server.journal.store import DiskJournal
from uno_server.table.table import Table

POSIX = pytest.mark.skipif(os.name != "posix", reason="there are no modes of files")


def mode(path: Path) -> int:
    return path.stat().st_mode & 0o777


def files(directory: Path) -> dict[str, int]:
    return {path.name: mode(path) for path in directory.iterdir()}


@pytest.fixture
def free_umask() -> object:
    """The most open of habits, so that what is private was made so."""
    before = os.umask(0)
    yield None
    os.umask(before)


def played(directory: Path, moves: int = 12) -> tuple[Crashing, list[Person]]:
    world = Crashing(directory)
    people = playing(world, "ann bob", seats=3, bots=["normal"], bot_pause=1.0)
    for _ in range(moves):
        if not any(person.move() for person in people):
            world.wait(1.0)
    return world, people


@POSIX
def test_what_was_laid_there_before_is_made_private_with_a_word(tmp_path: Path) -> None:
    (tmp_path / database.FILE).touch()
    (tmp_path / database.FILE).chmod(0o666)
    (tmp_path / f"{database.FILE}.backup-1").touch()
    (tmp_path / "notes.txt").touch()
    (tmp_path / "notes.txt").chmod(0o644)
    tmp_path.chmod(0o777)
    journal = DiskJournal.open(tmp_path)
    abandon(journal)
    assert journal.messages[:2] == [
        f"others could write in {tmp_path}; now they cannot",
        f"others could read or write {tmp_path / database.FILE}; now they cannot",
    ]
    found = files(tmp_path)
    assert found.pop("notes.txt") == 0o644
    assert set(found.values()) == {0o600}
    assert mode(tmp_path) & 0o022 == 0
    again = DiskJournal.open(tmp_path)
    abandon(again)
    assert again.messages == []


@POSIX
@pytest.mark.parametrize("name", [database.FILE, database.LAST, database.LOCK, f"{database.FILE}-wal", "server.key"])
@pytest.mark.parametrize("there", [True, False])
def test_a_link_is_refused_and_what_it_leads_to_stays_as_it_is(tmp_path: Path, name: str, *, there: bool) -> None:
    aim, directory = tmp_path / "aim", tmp_path / "data"
    directory.mkdir()
    if there:
        aim.write_text("precious")
    (directory / name).symlink_to(aim)
    with pytest.raises(database.CannotOpen, match=f"{name} is a link"):
        DiskJournal.open(directory)
    assert aim.exists() == there
    assert not there or aim.read_text() == "precious"


@POSIX
def test_a_folder_in_which_everybody_can_write_is_refused_and_a_link_to_one_of_ours_is_not(tmp_path: Path) -> None:
    shared, own = tmp_path / "shared", tmp_path / "own"
    shared.mkdir()
    shared.chmod(0o1777)
    with pytest.raises(database.CannotOpen, match="is not ours alone"):
        DiskJournal.open(shared)
    (tmp_path / "real").mkdir()
    own.symlink_to(tmp_path / "real")
    abandon(DiskJournal.open(own))


@POSIX
@pytest.mark.usefixtures("free_umask")
def test_a_journal_is_for_its_owner_alone(tmp_path: Path) -> None:
    directory = tmp_path / "data" / "7777"
    world, _ = played(directory)
    world.journal.back_up()
    assert mode(directory) == 0o700
    found = files(directory)
    assert {f"{database.FILE}{end}" for end in ("", "-wal", "-shm", ".backup-1")} | {"journal.lock"} <= set(found)
    assert set(found.values()) == {0o600}
    world.journal.connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    world.crash(meanwhile=lambda: (directory / database.FILE).write_bytes(b"nonsense" * 512))
    abandon(world.journal)
    found = files(directory)
    assert any("damaged" in name for name in found)
    assert set(found.values()) == {0o600}


def test_no_token_is_in_any_byte_of_the_journal(tmp_path: Path) -> None:  # P-5, FAULTS 40
    world, people = played(tmp_path)
    eve = world.person("eve")
    eve.ask(m.SpectateTable, table="T")
    eve.drop()
    eve.resume()
    people[0].drop()
    people[0].resume()
    people = [*people, eve]
    stored = {path.name: path.read_bytes() for path in tmp_path.iterdir() if not path.name.endswith("-shm")}
    assert stored[f"{database.FILE}-wal"]
    world.crash(*people)
    world.journal.close(world.now)
    stored["afterwards"] = (tmp_path / database.FILE).read_bytes()
    for person in people:
        raw = base64.urlsafe_b64decode(person.token)
        digest = hashlib.sha256(person.token.encode()).digest()
        for bytes_ in stored.values():
            assert not any(form in bytes_ for form in (person.token.encode(), raw, raw.hex().encode()))
        assert digest in stored["afterwards"]


def recovered_clean(world: Crashing, people: list[Person]) -> bool:
    """Crash; True if what is said then, and what the journal keeps of it, may be in a log."""
    world.crash(*people)
    kept = [str(why) for (why,) in ask(world.directory, "SELECT aside FROM ended WHERE aside IS NOT NULL")]
    told = [line.replace(str(world.directory), "") for line in world.told]
    assert told
    return all(clean(line, world, *people) for line in (*told, *kept))


def test_a_fault_at_a_recovery_sets_the_table_aside_and_names_no_card(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:  # FAULTS 40, 43, 44
    def broken(*what: Any) -> Table:
        raise RuntimeError(f"{bodies.read_table(*what).state!r}")

    monkeypatch.setattr(recovery, "read_table", broken)
    world, people = played(tmp_path)
    assert recovered_clean(world, people)
    assert "set aside, as it cannot be restored: RuntimeError at " in world.told[0]
    abandon(world.journal)


def test_no_nonsense_in_a_commit_brings_a_card_into_what_is_said(tmp_path: Path) -> None:  # FAULTS 43
    world, _ = played(tmp_path, 30)
    stored = [row.written() for row in database.rows(world.journal.connection, "entries")]
    abandon(world.journal)
    choice = random.Random(5)
    said = set[str]()
    for body in stored * 20:
        try:
            read_moment(1, mutated(choice, body))
        except Damaged as fault:
            said.add(str(fault))
    assert len(said) > 5
    assert [text for text in said if not clean(text, world)] == []


@pytest.mark.parametrize(
    "sql",
    [
        "UPDATE tables SET sum = sum + 1",
        "UPDATE tables SET body = substr(body, 1, 20)",
        "UPDATE sessions SET sum = 0 WHERE number = 2",
        "UPDATE now SET sum = 0",
    ],
)
def test_what_is_said_of_damage_names_no_card_and_no_secret(tmp_path: Path, sql: str) -> None:
    world, people = played(tmp_path, 20)
    ask(tmp_path, sql)
    assert recovered_clean(world, people)
    abandon(world.journal)
