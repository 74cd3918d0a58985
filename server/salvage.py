"""What can still be read of a damaged journal."""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, closing, contextmanager, suppress
from pathlib import Path

from server import leaves, wal
from server.pages import Pages
from server.private import make_private
from server.record import Damaged, extent

SUFFIXES = ("", "-wal", "-shm")
"""The files of an SQLite database."""


Row = Sequence[object]


def copy_readable(path: Path, into: sqlite3.Connection, sound: Mapping[str, Callable[[Row], bool]]) -> int:
    """Copy every row of these tables that can still be read, by hook or by crook; how many commits there were.

    Through SQLite with the log mended; as it is; and with the log mended and the first page of `into`. What of a table
    SQLite cannot reach is then looked for page by page. First the rows that `sound` says are what was written; what
    has been brought is not replaced. The files at `path` stay as they are. Raises sqlite3.Error for `into`, OSError.
    """
    found = None if wal.is_empty(path) else wal.log_of(path).read_bytes()
    log = None if found is None else wal.mended(found)
    unreachable = set(sound) - {"about"}  # whose rows have no sum to tell them by
    brought: set[int] = set()
    for only_sound in (True, False):
        for attempt in (_with_log_mended, _as_it_is, _with_first_page):
            with attempt(path, log, into) as readable, closing(_connect(readable)) as damaged:
                for name, judge in sound.items():
                    _copy(damaged, into, name, judge if only_sound else None)
                if only_sound and attempt is not _as_it_is:  # which may show how all was long ago
                    unreachable -= {name for name in unreachable if _is_whole(damaged, name)}
        if only_sound and unreachable:
            with path.open("rb") as file:
                missing = {name: judge for name, judge in sound.items() if name in unreachable}
                brought = _copy_from_pages(Pages(file, found), into, missing)
    _forget(into, brought & _pruned(into, tables_known="tables" not in unreachable))
    (kept,) = into.execute("SELECT count(*) FROM commits").fetchone()
    return int(kept)


def _is_whole(damaged: sqlite3.Connection, name: str) -> bool:
    """True if SQLite finds its way to all rows of a table."""
    with suppress(sqlite3.DatabaseError):
        return damaged.execute(f"PRAGMA quick_check({name})").fetchall() == [("ok",)]
    return False


def _connect(path: Path) -> sqlite3.Connection:
    connection = sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True, isolation_level=None)
    connection.text_factory = lambda text: text.decode(errors="replace")
    return connection


@contextmanager
def _as_it_is(path: Path, log: bytes | None, _into: sqlite3.Connection) -> Iterator[Path]:
    with ExitStack() as stack:
        # Beside an empty database SQLite removes the log, even if it only reads.
        yield path if path.stat().st_size else stack.enter_context(_copied(path, log))


@contextmanager
def _with_log_mended(path: Path, log: bytes | None, _into: sqlite3.Connection) -> Iterator[Path]:
    with _copied(path, log) as copy:
        yield copy


@contextmanager
def _with_first_page(path: Path, log: bytes | None, into: sqlite3.Connection) -> Iterator[Path]:
    """The first page of a journal says where everything is, and is the same in all but for counters."""
    with _copied(path, log) as copy:
        page = first_page(into)
        size = -(-copy.stat().st_size // len(page)) * len(page)
        with copy.open("r+b") as file:
            file.write(_with_size(page, max(size, len(page)) // len(page)))
            file.truncate(max(size, len(page)))
        yield copy


def first_page(connection: sqlite3.Connection) -> bytes:
    """The first page of the database that a connection has open, as it lies in its file."""
    (_, _, file) = connection.execute("PRAGMA database_list").fetchone()
    with Path(file).open("rb") as database:
        return database.read(wal.PAGE)


def _with_size(page: bytes, pages: int) -> bytes:
    """The header with that size in pages, a reader of write-ahead logs, and no free pages."""
    head = bytearray(page)
    head[18:20] = b"\2\2"
    head[28:32] = pages.to_bytes(4, "big")
    head[32:40] = bytes(8)
    head[92:96] = head[24:28]
    return bytes(head)


@contextmanager
def _copied(path: Path, log: bytes | None) -> Iterator[Path]:
    """A copy of a journal, with that log."""
    copy = path.with_name(path.name + ".copy")
    try:
        remove(copy)
        make_private(copy)
        shutil.copyfile(path, copy)
        if log is not None:
            make_private(wal.log_of(copy))
            wal.log_of(copy).write_bytes(log)
        yield copy
    finally:
        remove(copy)


def remove(path: Path) -> None:
    """Remove a database and what belongs to it. Raises OSError."""
    path.unlink(missing_ok=True)
    remove_log(path)


def remove_log(path: Path) -> None:
    """Remove what belongs to a database. Raises OSError."""
    for suffix in SUFFIXES[1:]:
        path.with_name(path.name + suffix).unlink(missing_ok=True)


def _copy(
    damaged: sqlite3.Connection, into: sqlite3.Connection, name: str, judge: Callable[[Row], bool] | None
) -> None:
    """From the front as far as it goes, then from the end: what lies between is lost."""
    columns = [row[1] for row in into.execute(f"PRAGMA table_info({name})")]
    listed, places = ", ".join(columns), ", ".join("?" * len(columns))
    for direction in ("ASC", "DESC"):
        into.execute("BEGIN")
        for row in _rows(damaged, f"SELECT {listed} FROM {name} ORDER BY {columns[0]} {direction}"):
            if judge is not None and not judge(row):
                continue
            with suppress(sqlite3.IntegrityError, OverflowError):  # there already, or nonsense
                into.execute(f"INSERT INTO {name} ({listed}) VALUES ({places})", row)
        into.execute("COMMIT")


def _rows(damaged: sqlite3.Connection, sql: str) -> Iterator[Row]:
    """The rows up to the first that cannot be read."""
    with suppress(sqlite3.DatabaseError):
        yield from damaged.execute(sql)


def _copy_from_pages(pages: Pages, into: sqlite3.Connection, sound: Mapping[str, Callable[[Row], bool]]) -> set[int]:
    """The sound rows of these tables in all leaf pages that are in use, if they are not there yet; which commits.

    What was deleted stays so: pages on the list of free ones are left out, an end is not taken back, nothing comes of
    a table that was pruned, nor a commit that was struck out and whose table then went on. If the list of free pages
    is damaged too, what lies there cannot be told from the rest: rows that were pruned may come back, as ended, where
    the file was not made smaller after that; and where a table had once gone back, what it had done before may stand
    behind what it did since, or in its place.
    """
    commits: set[int] = set()
    for name, judge in sound.items():
        brought = _bring(pages, into, name, judge)
        if name == "commits":
            gone = brought & _struck_out(into)
            _forget(into, gone)
            commits = brought - gone
    return commits


def _forget(into: sqlite3.Connection, commits: set[int]) -> None:
    into.execute("BEGIN")
    into.executemany("DELETE FROM commits WHERE number = ?", [(number,) for number in commits])
    into.execute("COMMIT")


def _bring(pages: Pages, into: sqlite3.Connection, name: str, judge: Callable[[Row], bool]) -> set[int]:
    """Copy the rows of one table from pages. Gives the numbers of those that were not there."""
    columns = into.execute(f"PRAGMA table_info({name})").fetchall()
    form = [leaves.Column(kind, bool(needed)) for _, _, kind, needed, _, _ in columns]
    names = [column[1] for column in columns]
    found: Iterable[Row] = (
        row
        for number in pages.numbers()
        for page in pages.versions(number)
        for row in leaves.rows(page, pages.newest, form)
        if judge(row)
    )
    if "ended" in names:
        ended = names.index("ended")
        found = sorted(found, key=lambda row: row[ended] is None)
    brought: set[int] = set()
    into.execute("BEGIN")
    for row in found:
        with suppress(sqlite3.IntegrityError, OverflowError):
            cursor = into.execute(f"INSERT INTO {name} VALUES ({', '.join('?' * len(names))})", row)
            brought.add(cursor.lastrowid or 0)
    into.execute("COMMIT")
    return brought


def _pruned(into: sqlite3.Connection, *, tables_known: bool) -> set[int]:
    """The commits whose table was pruned: nothing is left of it, or no more than its number."""
    kept = "tab NOT IN (SELECT number FROM tables WHERE length(room))"
    emptied = "tab IN (SELECT number FROM tables WHERE NOT length(room))"
    return {
        number for (number,) in into.execute(f"SELECT number FROM commits WHERE {kept if tables_known else emptied}")
    }


def _struck_out(into: sqlite3.Connection) -> set[int]:
    """The commits whose entries their table has once more, in a later commit: it went back behind them."""
    begun: dict[int, int] = {}
    found: set[int] = set()
    for number, table, body in into.execute("SELECT number, tab, body FROM commits WHERE tab ORDER BY number DESC"):
        with suppress(Damaged):
            span = extent(body)
            if span.entries and span.first >= begun.get(table, span.first + 1):
                found.add(number)
            elif span.entries:
                begun[table] = span.first
    return found
