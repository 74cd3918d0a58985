"""Are the sound rows of a journal found page by page where SQLite finds no way to them, and no others (FAULTS 43)?"""

from __future__ import annotations

import random
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest

from server import leaves, schema, wal
from server.journal import DiskJournal
from server.leaves import Column
from server.pages import Pages
from tests.server.damaged import FILE, LOG, Session, check, come_back, play_to_the_end

COMMITS_ROOT = 6


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


def ask(directory: Path, sql: str) -> list[tuple[object, ...]]:
    with closing(sqlite3.connect(directory / FILE, isolation_level=None)) as connection:
        return connection.execute(sql).fetchall()


def destroyed(*pages: int, noise: bytes = b"") -> Callable[[Path], None]:
    """Overwrite these pages wherever they are, in the file and in every frame of the log."""
    with_what = noise or bytes(wal.PAGE)

    def damage(directory: Path) -> None:
        body = bytearray((directory / FILE).read_bytes())
        for page in pages:
            if page * wal.PAGE <= len(body):
                body[(page - 1) * wal.PAGE : page * wal.PAGE] = with_what
        (directory / FILE).write_bytes(body)
        if not (directory / LOG).exists():
            return
        log = bytearray((directory / LOG).read_bytes())
        for at in range(wal.HEADER, len(log) - wal.PAGE, wal.PAGE + wal.FRAME_HEADER):
            if int.from_bytes(log[at : at + 4], "big") in pages:
                log[at + wal.FRAME_HEADER : at + wal.FRAME_HEADER + wal.PAGE] = with_what
        (directory / LOG).write_bytes(log)

    return damage


def test_the_root_of_the_commits_is_no_leaf(sessions: dict[str, Session], tmp_path: Path) -> None:
    directory = sessions["file"].copy(tmp_path / "x")
    assert ask(directory, "SELECT rootpage FROM sqlite_schema WHERE name = 'commits'") == [(COMMITS_ROOT,)]
    assert (directory / FILE).read_bytes()[(COMMITS_ROOT - 1) * wal.PAGE] == 5
    assert sessions["file"].commits > 200


@pytest.mark.parametrize("noise", [b"", random.Random(3).randbytes(wal.PAGE)], ids=["zeros", "noise"])
@pytest.mark.parametrize("kept", ["log", "both", "file"])
def test_without_the_root_of_the_commits_all_of_them_are_there(
    sessions: dict[str, Session], tmp_path: Path, kept: str, noise: bytes
) -> None:
    session, directory = sessions[kept], tmp_path / "x"
    everything = ask(session.copy(directory), "SELECT * FROM commits")
    outcome = check(session, directory, destroyed(COMMITS_ROOT, noise=noise), complete=True)
    assert f"{len(everything)} commits could be read" in outcome.messages[0]
    assert ask(directory, "SELECT * FROM commits") == everything
    if not noise:
        play_to_the_end(session, directory)


@pytest.mark.parametrize("kept", ["both", "file"])
def test_without_the_header_the_first_page_and_the_root_of_the_commits_all_of_them_are_there(
    sessions: dict[str, Session], tmp_path: Path, kept: str
) -> None:
    session, directory = sessions[kept], tmp_path / "x"
    everything = ask(session.copy(directory), "SELECT * FROM commits")
    check(session, directory, destroyed(1, COMMITS_ROOT), complete=True)
    assert ask(directory, "SELECT * FROM commits") == everything
    play_to_the_end(session, directory)


def test_of_a_destroyed_leaf_only_its_own_commits_are_lost(sessions: dict[str, Session], tmp_path: Path) -> None:
    session, directory = sessions["file"], session_copy(sessions, tmp_path)
    (pages,) = ask(directory, "PRAGMA page_count")
    before = numbers(directory)
    last = int(str(pages[0]))
    lost = {row[0] for row in rows_of(directory, last)}
    assert 0 < len(lost) < 40
    destroyed(COMMITS_ROOT, last)(directory)
    schema.prepare(directory)
    assert numbers(directory) == before - lost
    check(session, directory, destroyed(COMMITS_ROOT, last))


def test_rows_that_were_deleted_do_not_come_back(sessions: dict[str, Session], tmp_path: Path) -> None:
    """Their pages are free, and still hold them."""
    directory = session_copy(sessions, tmp_path)
    with closing(sqlite3.connect(directory / FILE, isolation_level=None)) as connection:
        connection.execute("PRAGMA secure_delete = OFF")
        connection.execute("DELETE FROM commits WHERE number > 60")
    kept = numbers(directory)
    (free,) = ask(directory, "PRAGMA freelist_count")
    assert int(str(free[0])) > 3
    destroyed(COMMITS_ROOT)(directory)
    assert {row[0] for page in range(2, 17) for row in rows_of(directory, page)} > kept
    schema.prepare(directory)
    assert numbers(directory) == kept


def test_commits_of_a_table_that_was_pruned_do_not_come_back(sessions: dict[str, Session], tmp_path: Path) -> None:
    """Nor if their pages seem to be in use."""
    directory = session_copy(sessions, tmp_path)
    others = {row[0] for row in ask(directory, "SELECT number FROM commits WHERE tab IS NOT 2")}
    assert others < numbers(directory)
    ask(directory, "DELETE FROM tables WHERE number = 2")
    ask(directory, "PRAGMA wal_checkpoint(TRUNCATE)")
    destroyed(COMMITS_ROOT)(directory)
    schema.prepare(directory)
    assert numbers(directory) == others


def test_commits_that_were_struck_out_do_not_come_back_once_their_table_has_gone_on(
    sessions: dict[str, Session], tmp_path: Path
) -> None:
    """The same entries stand in a later commit, as after a table went back behind a damaged one."""
    directory = session_copy(sessions, tmp_path)
    moves = "SELECT number, wall, clock, session, request, answer, body FROM commits WHERE tab = 1 ORDER BY number"
    *_, old, _ = ask(directory, moves)
    _, wall_, clock, session, request, answer, body = old
    assert isinstance(wall_, float)
    assert isinstance(clock, float)
    assert isinstance(session, int)
    assert isinstance(request, int)
    assert isinstance(body, bytes)
    assert answer is None or isinstance(answer, bytes)
    sum_ = schema.checksum((999, wall_, clock, 1, session, request), answer or b"", body)
    with closing(sqlite3.connect(directory / FILE, isolation_level=None)) as connection:
        again = (999, wall_, clock, 1, session, request, answer, body, sum_)
        connection.execute("INSERT INTO commits VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)", again)
    before = numbers(directory)
    destroyed(COMMITS_ROOT)(directory)
    schema.prepare(directory)
    since = {
        row[0] for row in ask(sessions["file"].live, f"SELECT number FROM commits WHERE tab = 1 AND number >= {old[0]}")
    }
    assert numbers(directory) == before - since
    assert len(since) == 2


def test_an_end_is_not_taken_back(sessions: dict[str, Session], tmp_path: Path) -> None:
    """An old copy of the page, from before the table ended, lies in front of the page itself."""
    directory = session_copy(sessions, tmp_path)
    (root,) = ask(directory, "SELECT rootpage FROM sqlite_schema WHERE name = 'tables'")
    body = bytearray((directory / FILE).read_bytes())
    page = int(str(root[0])) - 1
    now = body[page * wal.PAGE : (page + 1) * wal.PAGE]
    ask(directory, "UPDATE tables SET ended = NULL")
    ask(directory, "PRAGMA wal_checkpoint(TRUNCATE)")
    older = (directory / FILE).read_bytes()[page * wal.PAGE : (page + 1) * wal.PAGE]
    body[page * wal.PAGE : (page + 1) * wal.PAGE] = bytes(wal.PAGE)
    (directory / FILE).write_bytes(body + older + now)
    schema.prepare(directory)
    assert ask(directory, "SELECT number FROM tables WHERE ended IS NULL ORDER BY number") == [(1,), (3,)]


def test_pages_of_nonsense_never_raise(sessions: dict[str, Session], tmp_path: Path) -> None:
    """A leaf page with some of its bytes changed, and noise that claims to be a leaf page."""
    choice = random.Random(11)
    directory = session_copy(sessions, tmp_path)
    form = form_of(directory, "commits")
    sound = page_of(directory, COMMITS_ROOT + 1)
    found = 0
    for turn in range(400):
        page = bytearray(sound if turn % 2 else choice.randbytes(wal.PAGE))
        page[0] = leaves.LEAF
        for _ in range(choice.randrange(40)):
            page[choice.randrange(1, 200 if turn % 4 == 1 else wal.PAGE)] = choice.randrange(256)
        body = bytes(page[: choice.choice([0, 1, 5, 9, 100, 4095, 4096, 4096])])
        found += sum(1 for _ in leaves.rows(body, lambda _, body=body: body, form))  # type: ignore[misc]
        leaves.free(leaves.MAGIC + body, lambda _, body=body: body, choice.randrange(1 << 32))  # type: ignore[misc]
    assert found > 100


def test_a_file_of_nonsense_is_refused_or_rescued_in_words(sessions: dict[str, Session], tmp_path: Path) -> None:
    choice = random.Random(12)
    for _ in range(3):
        noise = b"".join(bytes([leaves.LEAF]) + choice.randbytes(wal.PAGE - 1) for _ in range(16))
        directory = session_copy(sessions, tmp_path)
        header = (directory / FILE).read_bytes()[:100]
        (directory / FILE).write_bytes(noise)
        with pytest.raises(schema.CannotOpen, match="is not a journal"):
            come_back(directory)
        (directory / FILE).write_bytes(header + noise[100:])
        assert " 0 commits could be read" in come_back(directory).messages[0]


def test_long_rows_go_on_in_other_pages_and_every_kind_of_value_is_read(tmp_path: Path) -> None:
    path = tmp_path / "any.db"
    texts = [None, "", "é" * 50, "x" * 4061, "y" * 5000, "z" * 70_000]
    numbers = [None, 0, 1, -1, 127, -129, 1 << 20, -(1 << 30), 1 << 45, -(1 << 62), (1 << 63) - 1]
    for size in (512, 4096, 65536):
        path.unlink(missing_ok=True)
        with closing(sqlite3.connect(path, isolation_level=None)) as connection:
            connection.execute(f"PRAGMA page_size = {size}")
            connection.execute("CREATE TABLE t (n INTEGER PRIMARY KEY, a INTEGER, b REAL, c TEXT, d BLOB NOT NULL)")
            for at, number in enumerate(numbers):
                text = texts[at % len(texts)]
                row = (at - 3, number, float(at) / 2, text, (text or "").encode())
                connection.execute("INSERT INTO t VALUES (?, ?, ?, ?, ?)", row)
            expected = connection.execute("SELECT * FROM t").fetchall()
        form = [Column(kind, kind == "BLOB") for kind in ("INTEGER", "INTEGER", "REAL", "TEXT", "BLOB")]
        with path.open("rb") as file:
            pages = Pages(file, None)
            assert pages.size == size
            found = [tuple(row) for n in pages.numbers() for row in leaves.rows(pages.newest(n), pages.newest, form)]
        assert sorted(found) == expected
        assert all(isinstance(row[2], float) for row in found)


def test_a_chain_of_pages_that_bites_its_tail_ends() -> None:
    form = [Column("INTEGER", needed=False), Column("BLOB", needed=True)]
    for size, expected in ((500_000, 500_000), (leaves.LONGEST, None)):
        header = b"\x06\x00" + varint(12 + 2 * size)
        cell = varint(len(header) + size) + b"\x07" + header
        page = bytearray(wal.PAGE)
        page[0], page[4], page[9] = leaves.LEAF, 1, 100
        page[100 : 100 + len(cell)] = cell
        found = list(leaves.rows(bytes(page), lambda _, body=bytes(page): body, form))  # type: ignore[misc]
        assert [(number, len(blob)) for number, blob in found if isinstance(blob, bytes)] == (
            [] if expected is None else [(7, expected)]
        )


def varint(number: int) -> bytes:
    """Of four digits."""
    return bytes([number >> 21 | 0x80, number >> 14 & 0x7F | 0x80, number >> 7 & 0x7F | 0x80, number & 0x7F])


def session_copy(sessions: dict[str, Session], tmp_path: Path) -> Path:
    return sessions["file"].copy(tmp_path / "x")


def numbers(directory: Path) -> set[object]:
    return {number for (number,) in ask(directory, "SELECT number FROM commits")}


def page_of(directory: Path, page: int) -> bytes:
    return (directory / FILE).read_bytes()[(page - 1) * wal.PAGE : page * wal.PAGE]


def form_of(directory: Path, name: str) -> list[Column]:
    with closing(sqlite3.connect(":memory:")) as connection:
        schema_ = connection.executescript(schema.TABLES).execute(f"PRAGMA table_info({name})")
        return [Column(kind, bool(needed)) for _, _, kind, needed, _, _ in schema_]


def rows_of(directory: Path, page: int) -> Iterator[list[leaves.Value]]:
    return leaves.rows(page_of(directory, page), lambda n: page_of(directory, n), form_of(directory, "commits"))
