"""A damaged journal: what is sound is kept, the rest is set aside under a name that is told (FAULTS 43, 44)."""

import random
import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from tests.server.crashing import Crashing
from tests.server.damaged import LOG, Session, check, come_back, play_to_the_end
from uno_server.journal import backup, salvage
from uno_server.journal.database import FILE, LAST, LOCK, PAGE, CannotOpen, Last, last_of, make
from uno_server.journal.store import DiskJournal

pytestmark = pytest.mark.fast

Damage = Callable[[Path], object]
FRAME = PAGE + 24
"""Bytes of a page in the log, behind a header of 32 bytes."""

KINDS: dict[str, dict[str, int | bool]] = {
    "log": {},
    "both": {"checkpoint_at": 24},
    "file": {"closed": True},
    "log and backup": {"backup_at": 18},
    "both and backup": {"checkpoint_at": 24, "backup_at": 18},
    "file and backup": {"closed": True, "backup_at": 18},
    "file with checkpoints": {"closed": True, "tail": 25},
}
"""One session, stored wholly in the log, half of it, or wholly in the database; without a backup and with one."""


@pytest.fixture(scope="module")
def sessions(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Session]:
    return {kept: Session(tmp_path_factory.mktemp("session"), **how) for kept, how in KINDS.items()}  # type: ignore[arg-type]


PLACES = [(kept, name) for kept in KINDS for name in (FILE, LOG) if not (kept.startswith("file") and name == LOG)]


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


def removed(*names: str) -> Damage:
    def damage(directory: Path) -> None:
        for name in names:
            (directory / name).unlink()

    return damage


def size_of(session: Session, name: str) -> int:
    return (session.live / name).stat().st_size


def pages(session: Session, name: str, every: int = 1) -> list[tuple[int, int]]:
    """Where each page begins, and its length; in the log with its header. Of the log only every so manieth."""
    end = size_of(session, name)
    if name == FILE:
        return [(at, PAGE) for at in range(0, end, PAGE)]
    return [(at, FRAME) for at in range(32, end - FRAME + 1, FRAME)][::every]


def each(session: Session, directory: Path, damages: dict[str, Damage]) -> None:
    """Try each damage alone."""
    for what, damage in damages.items():
        try:
            check(session, directory, damage)
        except (AssertionError, CannotOpen) as fault:
            if what.startswith("header bit") and "newer uno-server" in str(fault):
                continue  # a version that we do not know: nobody can tell it from a fault
            raise AssertionError(f"{what}: {fault}") from fault


def zeroed(session: Session, name: str, every: int) -> dict[str, Damage]:
    return {f"page at {at} zeroed": overwritten(name, at, bytes(size)) for at, size in pages(session, name, every)}


def with_a_flip(session: Session, name: str, every: int) -> dict[str, Damage]:
    """A bit in each page, and in the header of the file more of them."""
    choice = random.Random(name)
    flips = {
        f"bit in page at {start}": flipped(name, start + choice.randrange(size), choice.randrange(8))
        for start, size in pages(session, name, every)
    }
    if name == FILE:
        flips |= {f"header bit in byte {at}": flipped(name, at, choice.randrange(8)) for at in range(0, 100, every)}
    return flips


def cut_off(session: Session, name: str, every: int) -> dict[str, Damage]:
    """At the boundary of each page, and near some of them."""
    end = size_of(session, name)
    ends = {
        0,
        1,
        31,
        33,
        72,
        100,
        end - 1,
        *(at + more for at, _ in pages(session, name, every) for more in ((0,) if name == FILE else (0, 24))),
    }
    return {f"cut off at {at}": cut(name, at) for at in sorted(ends)}


@pytest.mark.parametrize(
    "every", [25, pytest.param(8, marks=pytest.mark.slow), pytest.param(1, marks=pytest.mark.soak)]
)
@pytest.mark.parametrize("how", [zeroed, with_a_flip, cut_off])
@pytest.mark.parametrize(("kept", "name"), PLACES)
def test_any_page_may_be_damaged(
    sessions: dict[str, Session],
    tmp_path: Path,
    kept: str,
    name: str,
    how: Callable[..., dict[str, Damage]],
    every: int,
) -> None:
    each(sessions[kept], tmp_path / "x", how(sessions[kept], name, every))


@pytest.mark.parametrize("kept", [kept for kept in KINDS if "backup" in kept])
def test_with_a_backup_no_table_goes_back_behind_it(sessions: dict[str, Session], tmp_path: Path, kept: str) -> None:
    session, directory = sessions[kept], tmp_path / "x"
    copied = tmp_path / "then"
    copied.mkdir()
    shutil.copyfile(session.live / f"{FILE}.backup-1", copied / FILE)
    then = {table.number: table.log.n for table in come_back(copied).tables}
    assert then.keys() == {1, 2, 3}
    for at, size in pages(session, FILE):
        outcome = check(session, directory, overwritten(FILE, at, bytes(size)))
        now = {table.number: table.log.n for table in outcome.tables}
        assert all(now[number] >= then[number] for number in (1, 3))


@pytest.mark.parametrize("kept", list(KINDS))
def test_without_its_header_nothing_else_is_lost(sessions: dict[str, Session], tmp_path: Path, kept: str) -> None:
    outcome = check(sessions[kept], tmp_path / "x", overwritten(FILE, 0, bytes(100)), complete=True)
    assert outcome.messages[1:] == ["nothing is lost"]
    check(sessions[kept], tmp_path / "x", overwritten(FILE, 0, bytes(PAGE)), complete=True)


def test_rows_on_both_sides_of_a_hole_are_kept(sessions: dict[str, Session], tmp_path: Path) -> None:
    """Two leaves of the commits are gone: all commits but theirs are there before tables are cut off."""
    session = sessions["file"]
    directory = session.copy(tmp_path / "x")
    with closing(sqlite3.connect(directory / FILE)) as connection:
        (root,) = connection.execute("SELECT rootpage FROM sqlite_schema WHERE name = 'commits'").fetchone()
        numbers = {number for (number,) in connection.execute("SELECT number FROM commits")}
    first, second = (
        at for at in range(root * PAGE, size_of(session, FILE), PAGE) if at // PAGE in (root + 1, root + 5)
    )
    overwritten(FILE, first, bytes(PAGE))(directory)
    overwritten(FILE, second, bytes(PAGE))(directory)
    with closing(sqlite3.connect(":memory:")) as into, closing(sqlite3.connect(directory / FILE)) as damaged:
        make(into)
        unread = salvage._copy(damaged, into, "commits", "REPLACE", 300)
        found = {number for (number,) in into.execute("SELECT number FROM commits")}
    assert numbers - found == unread & numbers
    assert 0 < len(unread) < 60
    assert min(unread) > min(found)
    assert any(min(unread) < number < max(unread) for number in found)
    assert max(found) > max(unread)


@pytest.mark.parametrize(("kept", "name"), PLACES)
def test_more_lies_at_the_end(sessions: dict[str, Session], tmp_path: Path, kept: str, name: str) -> None:
    session = sessions[kept]
    body = (session.live / name).read_bytes()
    noise = random.Random(5).randbytes(10_000)

    def with_more(more: bytes) -> Damage:
        return lambda directory: (directory / name).write_bytes(body + more)

    for more in (b"\0", noise[:100], noise[:4096], noise, body[-100:], body[-4096:], body[-4120 * 3 :]):
        check(session, tmp_path / "x", with_more(more), complete=True)


@pytest.mark.parametrize("kept", ["log", "both", "log and backup", "both and backup"])
def test_a_log_that_is_missing_is_missed(sessions: dict[str, Session], tmp_path: Path, kept: str) -> None:
    outcome = check(sessions[kept], tmp_path / "x", removed(LOG))
    assert "has lost its end" in outcome.messages[0]
    assert "moves and other changes lost: " in outcome.messages[1]


def test_the_index_of_the_log_is_not_needed(sessions: dict[str, Session], tmp_path: Path) -> None:
    session = sessions["both"]
    for body in (None, b"", bytes(32768), b"nonsense" * 4096):
        directory = session.copy(tmp_path / "x")
        if body is not None:
            (directory / f"{FILE}-shm").write_bytes(body)
        assert come_back(directory).messages == []


def test_a_log_without_its_database_is_enough_if_all_is_in_it(sessions: dict[str, Session], tmp_path: Path) -> None:
    outcome = check(sessions["log"], tmp_path / "x", removed(FILE), complete=True)
    assert "is missing" in outcome.messages[0]


@pytest.mark.parametrize("kept", ["both and backup", "file and backup"])
def test_without_the_database_its_backup_goes_on(sessions: dict[str, Session], tmp_path: Path, kept: str) -> None:
    outcome = check(sessions[kept], tmp_path / "x", removed(FILE))
    assert "is missing" in outcome.messages[0]
    assert "games continue from the backup of" in outcome.messages[0]
    assert {1, 3} <= {table.number for table in outcome.tables}


def test_a_journal_that_is_gone_is_missed(sessions: dict[str, Session], tmp_path: Path) -> None:
    outcome = check(sessions["log"], tmp_path / "x", removed(FILE, LOG))
    assert outcome.messages == [f"{tmp_path / 'x' / FILE} is missing: starting a new journal"]


@pytest.mark.parametrize("kept", ["both", "file"])
def test_the_log_is_that_of_another_journal(sessions: dict[str, Session], tmp_path: Path, kept: str) -> None:
    other = sessions["log"].live / LOG
    outcome = check(sessions[kept], tmp_path / "x", lambda there: shutil.copyfile(other, there / LOG))
    assert "is damaged" in outcome.messages[0]
    if kept == "file":
        assert {table.log.n for table in outcome.tables} == {m.n for m in sessions[kept].truth.last.values()}


def test_nothing_of_another_journals_log_is_taken(sessions: dict[str, Session], tmp_path: Path) -> None:
    world = Crashing(tmp_path / "other")
    world.person("zed")
    world.journal.abandon()
    directory = sessions["file"].copy(tmp_path / "x")
    shutil.copyfile(tmp_path / "other" / LOG, directory / LOG)
    assert come_back(directory).messages[1:] == ["nothing is lost"]
    with closing(sqlite3.connect(directory / FILE)) as connection:
        names = {name for (name,) in connection.execute("SELECT name FROM sessions")}
    assert names == set(sessions["file"].people)


def test_logins_are_kept_where_no_table_was_opened(tmp_path: Path) -> None:
    world = Crashing(tmp_path)
    world.person("zed")
    world.journal.close(world.now)
    overwritten(FILE, 0, bytes(100))(tmp_path)
    assert come_back(tmp_path).messages[1:] == ["nothing is lost"]
    with closing(sqlite3.connect(tmp_path / FILE)) as connection:
        assert connection.execute("SELECT count(*) FROM commits").fetchone() == (len(world.commits),)


def test_a_backup_of_another_journal_is_not_used(sessions: dict[str, Session], tmp_path: Path) -> None:
    def damage(directory: Path) -> None:
        shutil.copyfile(sessions["both and backup"].live / f"{FILE}.backup-1", directory / f"{FILE}.backup-1")
        overwritten(FILE, 3 * PAGE, bytes(PAGE))(directory)

    outcome = check(sessions["file"], tmp_path / "x", damage)
    assert "games continue from what can be read" in outcome.messages[0]


def test_of_two_backups_the_newest_sound_one_goes_on(sessions: dict[str, Session], tmp_path: Path) -> None:
    newer, older = backup.copies(tmp_path / "x" / FILE)

    def damage(directory: Path) -> None:
        shutil.copyfile(newer, older)
        overwritten(newer.name, 3 * PAGE, b"nonsense" * 512)(directory)
        removed(FILE)(directory)

    outcome = check(sessions["file and backup"], tmp_path / "x", damage)
    assert "games continue from the backup of" in outcome.messages[0]
    assert len(outcome.tables) == 3


def test_the_note_tells_up_to_where_all_is_stored(sessions: dict[str, Session]) -> None:
    for session in sessions.values():
        found = last_of(session.live)
        assert found is not None
        assert found.number == session.commits


@pytest.mark.parametrize(
    "body", [b"", b"nonsense", b"\xff" * 45, b"1 2 3", Last("another journal", 10**6).line(), Last("x", 5).line()[:-1]]
)
def test_a_note_that_is_damaged_or_of_another_journal_means_nothing(
    sessions: dict[str, Session], tmp_path: Path, body: bytes
) -> None:
    outcome = check(
        sessions["both"], tmp_path / "x", lambda directory: (directory / LAST).write_bytes(body), complete=True
    )
    assert outcome.messages == []


def test_a_note_with_another_number_than_was_written_means_nothing(tmp_path: Path) -> None:
    line = Last("x", 5).line()
    for body, found in ((line, Last("x", 5)), (line.replace(b"5 ", b"6 ", 1), None)):
        (tmp_path / LAST).write_bytes(body)
        assert last_of(tmp_path) == found


def test_a_journal_that_has_no_note_yet_is_read_as_before(sessions: dict[str, Session], tmp_path: Path) -> None:
    for kept in ("log", "both", "file"):
        assert check(sessions[kept], tmp_path / "x", removed(LAST), complete=True).messages == []
        check(
            sessions[kept],
            tmp_path / "x",
            lambda there: (removed(LAST)(there), overwritten(FILE, 0, bytes(100))(there)),
        )


@pytest.mark.slow
def test_what_has_come_back_can_be_played_to_its_end(sessions: dict[str, Session], tmp_path: Path) -> None:
    choice = random.Random(9)
    for kept, name in PLACES:
        at = choice.randrange(size_of(sessions[kept], name))
        check(sessions[kept], tmp_path / "x", overwritten(name, at, choice.randbytes(200)))
        play_to_the_end(sessions[kept], tmp_path / "x")


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
    assert any("lost its last" in message for message in outcome.messages)


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
    monkeypatch.setattr(salvage, "check", lambda *_: None)
    where = size_of(session, FILE) // 2 // PAGE * PAGE
    outcome = check(session, directory, overwritten(FILE, where, bytes(PAGE)))
    assert "is damaged" in outcome.messages[0]


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
    assert {path.name for path in tmp_path.iterdir()} == {FILE, LOCK}


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
    assert come_back(tmp_path).messages == [f"{tmp_path / FILE} was empty: starting a new journal"]
    assert come_back(tmp_path).messages == []


def test_a_newer_journal_is_left_to_the_newer_program(sessions: dict[str, Session], tmp_path: Path) -> None:
    directory = sessions["file"].copy(tmp_path / "x")
    changed("PRAGMA user_version = 9")(directory)
    before = (directory / FILE).read_bytes()
    assert "was written by a newer uno-server (journal version 9" in refusal(directory)
    assert (directory / FILE).read_bytes() == before


def test_what_is_set_aside_is_what_was_found_byte_for_byte(sessions: dict[str, Session], tmp_path: Path) -> None:
    directory = sessions["both"].copy(tmp_path / "x")
    overwritten(FILE, 0, bytes(100))(directory)
    found = {name: (directory / name).read_bytes() for name in (FILE, LOG)}
    outcome = come_back(directory)
    (aside,) = outcome.told_names(directory)
    assert aside.read_bytes() == found[FILE]
    assert aside.with_name(aside.name + "-wal").read_bytes() == found[LOG]


class KilledError(BaseException):
    """The process ends here."""


def killed_at_each_step(monkeypatch: pytest.MonkeyPatch, begin: Callable[[], object], after: Callable[[], None]) -> int:
    """End a work before each of its steps in the file system, look after it, and begin it anew. Gives how many."""
    left = 0

    def counted(real: Callable[..., object]) -> Callable[..., object]:
        def step(*args: object, **kwargs: object) -> object:
            nonlocal left
            left -= 1
            if left < 0:
                raise KilledError
            return real(*args, **kwargs)

        return step

    for steps in range(1000):
        left = steps
        with monkeypatch.context() as patch:
            for owner, name in ((Path, "rename"), (Path, "replace"), (shutil, "copyfile")):
                patch.setattr(owner, name, counted(getattr(owner, name)))
            for module in (salvage, backup):
                patch.setattr(module, "connect", counted(module.connect))
                patch.setattr(module, "make_private", counted(module.make_private))
            try:
                begin()
            except KilledError:
                pass
            else:
                return steps
        after()
    raise AssertionError("it never ends")


def test_a_rescue_may_be_killed_at_any_step(
    sessions: dict[str, Session], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    session, directory = sessions["both and backup"], tmp_path / "x"

    def damage(directory: Path) -> None:
        session.copy(directory)
        overwritten(FILE, 0, bytes(100))(directory)

    def come_back_whole() -> None:
        outcome = come_back(directory)
        assert {table.number: table.log.n for table in outcome.tables} == {
            number: moment.n for number, moment in session.truth.last.items()
        }
        asides = {path.name.removesuffix("-wal") for path in directory.glob("*.damaged-*")}
        assert len(asides) in (1, 2)  # the log may have a name of its own
        assert {path.name for path in directory.iterdir() if path.name.startswith(f"{FILE}.resc")} == set()
        assert come_back(directory).messages == []
        damage(directory)

    damage(directory)
    assert killed_at_each_step(monkeypatch, lambda: DiskJournal.open(directory).abandon(), come_back_whole) > 10


def test_a_backup_may_be_killed_at_any_step(
    sessions: dict[str, Session], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    session = sessions["both and backup"]
    directory = session.copy(tmp_path / "x")
    journal = DiskJournal.open(directory)

    def a_sound_one_is_there() -> None:
        found = backup.newest(directory / FILE, None)
        assert found is not None
        with closing(sqlite3.connect(found)) as connection:
            assert connection.execute("SELECT count(*) FROM commits").fetchone()[0] > 50

    assert killed_at_each_step(monkeypatch, journal.back_up, a_sound_one_is_there) > 4
    journal.abandon()
    names = {path.name for path in directory.glob("*backup*")}
    assert names == {path.name for path in backup.copies(directory / FILE)}


def test_two_rescues_in_one_second_have_two_names(sessions: dict[str, Session], tmp_path: Path) -> None:
    directory = sessions["file"].copy(tmp_path / "x")
    named = []
    for _ in range(2):
        overwritten(FILE, 0, bytes(100))(directory)
        named += come_back(directory).told_names(directory)
    assert len(set(named)) == 2
