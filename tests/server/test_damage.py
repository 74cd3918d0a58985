"""Is what is sound of a damaged journal kept, and the rest set aside under a name that is told (FAULTS 43, 44)?"""

from __future__ import annotations

import random
import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from server import schema, wal
from server.journal import DiskJournal
from server.schema import CannotOpen
from tests.server.damaged import FILE, LOG, Session, check, come_back, play_to_the_end

Damage = Callable[[Path], object]


@pytest.fixture(scope="module")
def sessions(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Session]:
    """The same session three times: all of it in the log, half of it, all of it in the database."""
    kept = {
        "log": Session(tmp_path_factory.mktemp("log")),
        "both": Session(tmp_path_factory.mktemp("both"), checkpoint_at=40),
        "file": Session(tmp_path_factory.mktemp("file")),
    }
    journal = DiskJournal.open(kept["file"].live)
    journal.wall = lambda: 1_000_100.0
    journal.close(1000.0)
    return kept


PLACES = [("log", FILE), ("log", LOG), ("both", FILE), ("both", LOG), ("file", FILE)]


def flipped(name: str, at: int, bit: int) -> Damage:
    def damage(directory: Path) -> None:
        body = bytearray((directory / name).read_bytes())
        body[at] ^= 1 << bit
        (directory / name).write_bytes(body)

    return damage


def overwritten(name: str, at: int, new: bytes) -> Damage:
    def damage(directory: Path) -> None:
        with (directory / name).open("r+b") as file:
            file.seek(at)
            file.write(new)

    return damage


def cut(name: str, size: int) -> Damage:
    def damage(directory: Path) -> None:
        with (directory / name).open("r+b") as file:
            file.truncate(size)

    return damage


def with_more(name: str, more: bytes) -> Damage:
    def damage(directory: Path) -> None:
        with (directory / name).open("ab") as file:
            file.write(more)

    return damage


def size_of(session: Session, name: str) -> int:
    return (session.live / name).stat().st_size


def flips(session: Session, directory: Path, name: str, count: int) -> None:
    """So many bits, one at a time; the header of the file among them more often than its size would have it."""
    choice = random.Random(f"{name} {count}")
    for turn in range(count):
        end = size_of(session, name) if turn % 3 else 100
        at, bit = choice.randrange(end), choice.randrange(8)
        try:
            check(session, directory, flipped(name, at, bit))
        except (AssertionError, CannotOpen) as fault:
            if name == FILE and 60 <= at < 64 and "newer uno-server" in str(fault):
                continue  # a version that we do not know: nobody can tell it from a fault
            raise AssertionError(f"bit {bit} of byte {at} of {name}: {fault}") from fault


@pytest.mark.parametrize(("kept", "name"), PLACES)
def test_a_bit_has_flipped(sessions: dict[str, Session], tmp_path: Path, kept: str, name: str) -> None:
    flips(sessions[kept], tmp_path / "x", name, 10)


@pytest.mark.slow
@pytest.mark.parametrize(("kept", "name"), PLACES)
def test_any_bit_may_flip(sessions: dict[str, Session], tmp_path: Path, kept: str, name: str) -> None:
    flips(sessions[kept], tmp_path / "x", name, 60)


@pytest.mark.parametrize(("kept", "name"), PLACES)
def test_the_file_is_cut_off(sessions: dict[str, Session], tmp_path: Path, kept: str, name: str) -> None:
    """A log that is cut off looks like one that a kill has left: its last moves were perhaps never acknowledged."""
    session = sessions[kept]
    whole = size_of(session, name)
    for size in (0, 1, 31, 33, 72, 100, 4097, whole // 3, whole // 2 // 4096 * 4096, whole - 1):
        check(session, tmp_path / "x", cut(name, size), silent=name == LOG)


def test_the_file_is_cut_off_before_the_log_has_grown(sessions: dict[str, Session], tmp_path: Path) -> None:
    """The log is gone, and the database says that there was one."""
    outcome = check(sessions["log"], tmp_path / "x", lambda directory: (directory / LOG).unlink())
    assert outcome.messages == [f"{tmp_path / 'x' / LOG} is missing or empty: what was stored last is lost"]


@pytest.mark.parametrize(("kept", "name"), PLACES)
def test_a_page_is_zeroed(sessions: dict[str, Session], tmp_path: Path, kept: str, name: str) -> None:
    session = sessions[kept]
    size = wal.PAGE if name == FILE else wal.PAGE + wal.FRAME_HEADER
    begins = 0 if name == FILE else wal.HEADER
    last = (size_of(session, name) - begins) // size - 1
    for page in sorted({0, 1, 2, last // 2, last - 1, last}):
        check(session, tmp_path / "x", overwritten(name, begins + page * size, bytes(size)))


@pytest.mark.parametrize(("kept", "name"), PLACES)
def test_the_header_is_destroyed_and_nothing_else_is_lost(
    sessions: dict[str, Session], tmp_path: Path, kept: str, name: str
) -> None:
    outcome = check(
        sessions[kept], tmp_path / "x", overwritten(name, 0, bytes(32 if name == LOG else 100)), complete=True
    )
    assert name == LOG or kept == "log" or outcome.messages


@pytest.mark.parametrize(("kept", "name"), PLACES)
def test_more_lies_at_the_end(sessions: dict[str, Session], tmp_path: Path, kept: str, name: str) -> None:
    session = sessions[kept]
    body = (session.live / name).read_bytes()
    noise = random.Random(5).randbytes(10_000)
    for more in (b"\0", noise[:100], noise[:4096], noise, body[-100:], body[-4096:], body[-4120 * 3 :]):
        check(session, tmp_path / "x", with_more(name, more), complete=True)


def test_a_flipped_bit_in_the_log_costs_one_table_its_moves_since(sessions: dict[str, Session], tmp_path: Path) -> None:
    """The bit is in the last page of a commit in the middle: SQLite alone would forget all that came later."""
    session = sessions["log"]
    middle = wal.HEADER + 120 * (wal.PAGE + wal.FRAME_HEADER)
    outcome = check(session, tmp_path / "x", flipped(LOG, middle - 1, 3))
    assert "was damaged" in outcome.messages[0]
    ends = {number: moment.n for number, moment in session.truth.last.items()}
    assert sum(table.log.n == ends[table.number] for table in outcome.tables) >= 1


@pytest.mark.parametrize("kept", ["both", "file"])
def test_the_log_is_that_of_another_journal(sessions: dict[str, Session], tmp_path: Path, kept: str) -> None:
    other = sessions["log"].live / LOG
    directory = tmp_path / "x"
    outcome = check(sessions[kept], directory, lambda there: shutil.copyfile(other, there / LOG))
    assert outcome.messages
    if kept == "file":
        assert {table.log.n for table in outcome.tables} == {m.n for m in sessions[kept].truth.last.values()}


def test_a_log_without_its_database_is_enough_if_all_is_in_it(sessions: dict[str, Session], tmp_path: Path) -> None:
    outcome = check(sessions["log"], tmp_path / "x", lambda directory: (directory / FILE).unlink(), complete=True)
    assert "was damaged" in outcome.messages[0]


@pytest.mark.slow
def test_what_has_come_back_can_be_played_to_its_end(sessions: dict[str, Session], tmp_path: Path) -> None:
    choice = random.Random(9)
    for kept, name in PLACES:
        at = choice.randrange(size_of(sessions[kept], name))
        check(sessions[kept], tmp_path / "x", overwritten(name, at, choice.randbytes(200)))
        play_to_the_end(sessions[kept], tmp_path / "x")


# --- rows that SQLite takes for sound ------------------------------------------------------------------------------


def changed(sql: str) -> Damage:
    def damage(directory: Path) -> None:
        with closing(sqlite3.connect(directory / FILE)) as connection:
            connection.execute(sql)
            connection.commit()

    return damage


@pytest.mark.parametrize(
    "change",
    [
        "SET body = substr(body, 1, 20) || x'00' || substr(body, 22)",
        "SET body = 'text'",
        "SET body = 7",
        "SET answer = x'c1'",
        "SET clock = 1e300",
        "SET sum = 'none'",
        "SET tab = 99",
        "SET number = 100000",
    ],
)
def test_a_damaged_commit_costs_its_table_what_came_after(
    sessions: dict[str, Session], tmp_path: Path, change: str
) -> None:
    session = sessions["file"]
    where = "(SELECT max(number) - 20 FROM commits)"
    with closing(sqlite3.connect(session.live / FILE)) as connection:
        (table,) = connection.execute(f"SELECT tab FROM commits WHERE number = {where}").fetchone()
    outcome = check(session, tmp_path / "x", changed(f"UPDATE commits {change} WHERE number = {where}"))
    for one in outcome.tables:
        assert (one.log.n == session.truth.last[one.number].n) == (one.number != table)
    assert any("goes back by" in message for message in outcome.messages)


@pytest.mark.parametrize("change", ["room = x'80'", "room = 'x'", "bot_pause = -1e300", "first = 150", "ended = 0"])
def test_a_damaged_table_is_set_aside_alone(sessions: dict[str, Session], tmp_path: Path, change: str) -> None:
    outcome = check(sessions["file"], tmp_path / "x", changed(f"UPDATE tables SET {change} WHERE number = 3"))
    whole = change == "ended = 0"  # no end at all, and seen to be none
    assert [table.number for table in outcome.tables] == ([1, 3] if whole else [1])
    assert whole or "is set aside" in outcome.messages[0]


@pytest.mark.parametrize("change", ["name = 'Ann'", "digest = 5", "digest = x'00'", "name = CAST(x'ff' AS TEXT)"])
def test_a_damaged_session_is_lost_alone(sessions: dict[str, Session], tmp_path: Path, change: str) -> None:
    session, directory = sessions["file"], tmp_path / "x"
    outcome = check(session, directory, changed(f"UPDATE sessions SET {change} WHERE number = 1"), complete=True)
    (message,) = outcome.messages
    assert message.startswith("session 1 is damaged and lost")


@pytest.mark.parametrize("change", ["clock = 1e300", "wall = -5", "clock = 'x'", "sum = 0"])
def test_a_damaged_sign_of_life_is_passed_over(sessions: dict[str, Session], tmp_path: Path, change: str) -> None:
    check(sessions["file"], tmp_path / "x", changed(f"UPDATE pulse SET {change}"), complete=True)


def test_a_file_that_turns_out_to_be_damaged_in_the_middle_of_reading_is_rescued(
    sessions: dict[str, Session], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    session, directory = sessions["file"], tmp_path / "x"
    monkeypatch.setattr(schema, "_check", lambda *_: None)
    where = size_of(session, FILE) // 2 // wal.PAGE * wal.PAGE
    outcome = check(session, directory, overwritten(FILE, where, bytes(wal.PAGE)))
    assert "was damaged" in outcome.messages[0]


# --- what is not ours, or newer ------------------------------------------------------------------------------------


def refusal(directory: Path) -> str:
    with pytest.raises(CannotOpen) as caught:
        come_back(directory)
    assert "\n" not in str(caught.value)
    return str(caught.value)


@pytest.mark.parametrize("body", [b"Dear diary\n", b"\0" * 8192, b"x" * 100_000])
def test_a_file_that_was_never_a_journal_is_left_alone(tmp_path: Path, body: bytes) -> None:
    (tmp_path / FILE).write_bytes(body)
    assert "is not a journal of uno-server" in refusal(tmp_path)
    assert (tmp_path / FILE).read_bytes() == body
    assert {path.name for path in tmp_path.iterdir()} == {FILE, schema.LOCK}


def test_a_database_of_another_program_is_left_alone(tmp_path: Path) -> None:
    with closing(sqlite3.connect(tmp_path / FILE)) as connection:
        connection.execute("CREATE TABLE bookmarks (url TEXT)")
    before = (tmp_path / FILE).read_bytes()
    assert "is not a journal of uno-server" in refusal(tmp_path)
    assert (tmp_path / FILE).read_bytes() == before


def test_a_directory_in_its_place_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / FILE).mkdir()
    assert "is not a file" in refusal(tmp_path)


def test_an_empty_file_is_taken_for_a_journal_that_has_just_begun(tmp_path: Path) -> None:
    (tmp_path / FILE).touch()
    assert come_back(tmp_path).messages == [f"{tmp_path / FILE} was empty: a new journal is begun"]
    assert come_back(tmp_path).messages == []


def test_a_newer_journal_is_left_to_the_newer_program(sessions: dict[str, Session], tmp_path: Path) -> None:
    directory = sessions["file"].copy(tmp_path / "x")
    changed("PRAGMA user_version = 9")(directory)
    before = (directory / FILE).read_bytes()
    assert "was written by a newer uno-server (journal version 9" in refusal(directory)
    assert (directory / FILE).read_bytes() == before


# --- what a rescue leaves behind -----------------------------------------------------------------------------------


def test_what_is_set_aside_is_what_was_found_byte_for_byte(sessions: dict[str, Session], tmp_path: Path) -> None:
    directory = sessions["both"].copy(tmp_path / "x")
    overwritten(FILE, 0, bytes(100))(directory)
    found = {name: (directory / name).read_bytes() for name in (FILE, LOG)}
    outcome = come_back(directory)
    (aside,) = outcome.told_names(directory)
    assert aside.read_bytes() == found[FILE]
    assert wal.log_of(aside).read_bytes() == found[LOG]


def test_a_rescue_that_was_broken_off_is_brought_to_its_end(
    sessions: dict[str, Session], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    session, directory = sessions["file"], sessions["file"].copy(tmp_path / "x")
    overwritten(FILE, 0, bytes(100))(directory)

    class KilledError(Exception):
        pass

    finish = schema._finish_rescue

    def die(path: Path) -> Path | None:
        if path.with_name(FILE + ".rescued").exists():
            raise KilledError
        return finish(path)

    with monkeypatch.context() as patch:
        patch.setattr(schema, "_finish_rescue", die)
        with pytest.raises(KilledError):
            DiskJournal.open(directory)
    outcome = come_back(directory)
    assert {table.log.n for table in outcome.tables} == {moment.n for moment in session.truth.last.values()}
    assert [path.name for path in directory.glob("*.damaged-*")]


def test_two_faults_in_one_second_have_two_names(sessions: dict[str, Session], tmp_path: Path) -> None:
    session = sessions["file"]

    def both(directory: Path) -> None:
        changed("UPDATE sessions SET digest = 5 WHERE number = 1")(directory)
        overwritten(FILE, 0, bytes(100))(directory)

    outcome = check(session, tmp_path / "x", both, complete=True)
    assert len(set(outcome.told_names(tmp_path / "x"))) == 2
