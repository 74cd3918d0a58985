"""Salvage: a damaged journal is set aside, and its newest backup continues, with every row still readable in it."""

import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from datetime import datetime
from pathlib import Path
from typing import Any

from uno_protocol.private_files import make_private
from uno_protocol.text import clean
from uno_server.base.logs import plain
from uno_server.journal import backup
from uno_server.journal.database import (
    APPLICATION,
    FILE,
    IDENTITY,
    LAST,
    PAGE,
    SOUND,
    SUFFIXES,
    UNREADABLE,
    CannotOpen,
    alone,
    check,
    connect,
    free_name,
    has_log,
    in_words,
    is_damage,
    last_of,
    make,
    migrate,
    one_value,
    remove,
    version_of,
    with_suffix,
)
from uno_server.journal.records import Damaged, extent, read_commit, read_room

Holes = dict[str, set[int]]
"""The numbers of rows that could not be read, by the table."""


def prepare(directory: Path) -> list[str]:
    """Make sure that the directory has a sound journal of this version. Gives messages about it.

    It is looked at without a byte being changed, so that what is damaged can be set aside as it was found.
    Raises CannotOpen for what is not ours, or newer than we are, or cannot be written.
    """
    path = directory / FILE
    try:
        _finish(path)
        if path.exists() and not path.is_file():
            raise CannotOpen(f"{path} is not a file; move it away, or choose another --data-dir")
        messages = _look_over(path)
        with closing(connect(path)) as connection:
            migrate(connection, version_of(path, connection))
    except OSError as fault:
        raise CannotOpen(f"cannot use {path}: {in_words(fault)}; choose another --data-dir") from fault
    except sqlite3.Error as fault:
        raise CannotOpen(f"cannot use {path}: {in_words(fault)}") from fault
    return messages


def _look_over(path: Path) -> list[str]:
    there, last = path.exists(), last_of(path.parent)
    if not there or not path.stat().st_size:
        if has_log(path) or backup.newest(path, None):
            return rescue(path, "is empty" if there else "is missing")
        make_private(path)
        with closing(connect(path)) as connection:
            make(connection)
        lost = "was empty" if there else "is missing" if last is not None and last.number else ""
        return [f"{path} {lost}: starting a new journal"] if lost else []
    try:
        with closing(connect(path, read_only=True)) as connection:
            check(path, connection)
            identity = one_value(connection, IDENTITY)
            number = connection.execute("SELECT max(number) FROM commits").fetchone()[0] or 0
    except UNREADABLE as fault:
        if not is_damage(fault):
            raise
        return rescue(path)
    if alone(path, IDENTITY) not in (None, identity):
        return rescue(path)
    if last is not None and last.journal == identity and last.number > number:
        return rescue(path, "has lost its end")
    return []


def rescue(path: Path, how: str = "is damaged") -> list[str]:
    """Set a damaged journal aside, and put in its place what is left. Gives what there is to say.

    What is left: the newest sound backup, and whatever SQL can select of the damaged one. Every table goes on from the
    last commit before the first that it misses. Nobody may have the journal open. Raises CannotOpen if it cannot be
    done, or if nothing shows that this was a journal.
    """
    work = path.with_name(FILE + ".rescuing")
    try:
        remove(work)
        make_private(work)
        if has_log(path):
            make_private(path)  # else its log would be set aside alone
        last = last_of(path.parent)
        identity = alone(path, IDENTITY) or (last.journal if last is not None else None)
        number = last.number if last is not None and last.journal == identity else 0
        base = backup.newest(path, identity)
        if base is not None:
            shutil.copyfile(base, work)
        with closing(connect(work)) as into:
            if base is None:
                make(into)
            else:
                migrate(into, version_of(work, into))
            told = _fill(path, into, identity, number)
        work.rename(_done(path))
        aside = _finish(path)
    except CannotOpen:
        remove(work)
        raise
    except (OSError, sqlite3.Error) as fault:
        raise CannotOpen(f"{path} is damaged and cannot be set aside: {in_words(fault)}") from fault
    kept = "" if aside is None else f" and is kept as {aside}"
    since = "" if base is None else f"the backup of {_time(base.stat().st_mtime)} and "
    return [f"{path} {how}{kept}; games continue from {since}what can be read of it", *told]


def _finish(path: Path) -> Path | None:
    """Put what was rescued in the place of what was damaged. Gives the new name of that. Raises OSError.

    What was begun before a crash is brought to its end: the rescued journal has its second name only when it is whole.
    """
    if not _done(path).exists():
        return None
    aside = free_name(path, "damaged")
    for suffix in SUFFIXES:
        if with_suffix(path, suffix).exists():
            with_suffix(path, suffix).rename(with_suffix(aside, suffix))
    (path.parent / LAST).unlink(missing_ok=True)  # it is of the journal that was
    _done(path).rename(path)
    return aside if any(with_suffix(aside, suffix).exists() for suffix in SUFFIXES) else None


def _done(path: Path) -> Path:
    return path.with_name(FILE + ".rescued")


def _fill(path: Path, into: sqlite3.Connection, identity: str | None, last: int) -> list[str]:
    """Add what can be read of the journal at `path`, in one transaction. Gives what is lost, a line each."""
    backed_up = _highest(into, "number")
    first_page = _first_page(into)
    into.execute("BEGIN")
    before = into.total_changes
    holes: Holes = {}
    for page in (None, first_page):
        with _copied(path, identity, page) as damaged:
            holes = _merge(damaged, into, backed_up, last)
        if not any(holes.values()):
            break
    if not (into.total_changes > before or backed_up or _looks_like_ours(path)):
        raise CannotOpen(f"{path} is not a journal of uno-server; move it away, or choose another --data-dir")
    told = _mend(into, holes, last)
    into.execute("COMMIT")
    return told


@contextmanager
def _copied(path: Path, identity: str | None, first_page: bytes | None) -> Iterator[sqlite3.Connection]:
    """A look at a copy of the damaged journal and its log; with that first page, if one is given.

    The first page says where everything is, and is the same in every journal but for counters.
    """
    copy = path.with_name(path.name + ".copy")
    try:
        remove(copy)
        for suffix in ("", "-wal"):
            make_private(with_suffix(copy, suffix))
            with suppress(FileNotFoundError):
                shutil.copyfile(with_suffix(path, suffix), with_suffix(copy, suffix))
        if first_page is not None:
            with copy.open("r+b") as file:
                file.write(first_page)
        with closing(connect(copy, read_only=True)) as connection:
            another = [found for (found,) in _rows(connection, IDENTITY, []) if identity not in (None, found)]
        if another:
            remove(copy, ["-wal", "-shm"])
        with closing(connect(copy, read_only=True)) as connection:
            yield connection
    finally:
        remove(copy)


def _first_page(connection: sqlite3.Connection) -> bytes:
    """The first page of a sound journal, changed to fit a journal with a log, any number of pages and none free."""
    ((_, _, name),) = connection.execute("PRAGMA database_list").fetchall()
    with Path(name).open("rb") as file:
        page = bytearray(file.read(PAGE))
    page[18:20] = b"\2\2"
    page[24:40] = bytes(16)
    return bytes(page)


def _merge(damaged: sqlite3.Connection, into: sqlite3.Connection, backed_up: int, last: int) -> Holes:
    """Copy all sound rows that can be read. Those of the damaged journal count, unless it is older than the backup."""
    older = any(highest is None or highest < backed_up for (highest,) in _rows(damaged, _HIGHEST, []))
    how = "IGNORE" if older else "REPLACE"
    holes = {"commits": _copy(damaged, into, "commits", how, max(backed_up, last))}
    tops = {"tables": _highest(into, "tab"), "sessions": _highest(into, "session"), "pulse": 1, "about": 0}
    return holes | {name: _copy(damaged, into, name, how, top) for name, top in tops.items()}


_HIGHEST = "SELECT max(number) FROM commits"


def _highest(connection: sqlite3.Connection, column: str) -> int:
    return connection.execute(f"SELECT max({column}) FROM commits").fetchone()[0] or 0


def _copy(damaged: sqlite3.Connection, into: sqlite3.Connection, name: str, how: str, top: int) -> set[int]:
    """Copy the sound rows of a table, from both ends up to the hole, and by halves within. Gives what is not read.

    `top`: the highest number that a row there can have, if no higher one is met.
    """
    columns = [row[1] for row in into.execute(f"PRAGMA table_info({name})")]
    select = f"SELECT {', '.join(columns)} FROM {name}"
    insert = f"INSERT OR {how} INTO {name} ({', '.join(columns)}) VALUES ({', '.join('?' * len(columns))})"
    unread: set[int] = set()

    def take(sql: str, *values: int) -> tuple[object, bool]:
        """The key of the last sound row, and whether all could be read."""
        key: object = None
        faults: list[Exception] = []
        for row in _rows(damaged, f"{select} {sql}", faults, *values):
            if SOUND[name](row):
                key = row[0]
                with suppress(sqlite3.IntegrityError, OverflowError):  # nonsense
                    into.execute(insert, row)
            elif isinstance(row[0], int):
                unread.add(row[0])
        return key, not faults

    def halve(low: int, high: int) -> None:
        if low > high or take(f"WHERE {columns[0]} BETWEEN ? AND ? ORDER BY 1", low, high)[1]:
            return
        if low == high:
            unread.add(low)
            return
        middle = (low + high) // 2
        halve(low, middle)
        halve(middle + 1, high)

    low, whole = take("ORDER BY 1")
    if whole:
        return unread
    high, _ = take("ORDER BY 1 DESC")
    if name == "about":
        return {0}
    halve(low + 1 if isinstance(low, int) else 1, high - 1 if isinstance(high, int) else top)
    return unread


def _rows(damaged: sqlite3.Connection, sql: str, faults: list[Exception], *values: int) -> Iterator[Any]:
    """The rows up to the first that cannot be read."""
    try:
        yield from damaged.execute(sql, values)
    except UNREADABLE as fault:
        faults.append(fault)


def _looks_like_ours(path: Path) -> bool:
    """True for the stump of an SQLite file that is a journal, as far as can be seen."""
    with path.open("rb") as file:
        head = file.read(72)
    stump = len(head) < 72 and b"SQLite format 3\0".startswith(head[:16])
    return stump or (head.startswith(b"SQLite format 3\0") and head[68:] == APPLICATION.to_bytes(4, "big"))


def _mend(into: sqlite3.Connection, holes: Holes, last: int) -> list[str]:
    """Let every table end before the first commit that it misses. Gives what is lost, a line each."""
    for name in ("checkpoints", "answers", "games", "tail"):  # what remains of the commits is folded from its beginning
        into.execute(f"DELETE FROM {name}")
    for key, column, table in (("last_session", "session", "sessions"), ("last_table", "tab", "tables")):
        (number,) = into.execute(
            f"SELECT max(n) FROM (SELECT max({column}) AS n FROM commits UNION SELECT max(number) FROM {table}"
            " UNION SELECT CAST(value AS INTEGER) FROM about WHERE key = ?)",
            (key,),
        ).fetchone()  # though what had it may be lost, nothing gets it again
        into.execute("INSERT OR REPLACE INTO about (key, value) VALUES (?, ?)", (key, number or 0))
    there = {name: {row[0] for row in into.execute(f"SELECT number FROM {name}")} for name in _KEPT}
    lost = {name: holes[name] - there[name] for name in _KEPT}
    end = set(range(max(there["commits"], default=0) + 1, last + 1))
    lost["commits"] |= end
    orphans = "tab IS NOT NULL AND tab NOT IN (SELECT number FROM tables)"
    lost["tables"] |= {number for (number,) in into.execute(f"SELECT DISTINCT tab FROM commits WHERE {orphans}")}
    into.execute(f"DELETE FROM commits WHERE {orphans}")
    told = [f"{what}: {len(lost[name])}" for name, what in _KEPT.items() if lost[name]]
    told += [_BANS] if holes["about"] else []
    (wall,) = into.execute("SELECT max(wall) FROM commits").fetchone()
    told += [f"tables and logins since {'the beginning' if wall is None else _time(wall)} are lost"] if end else []
    for number, code, room, open_ in into.execute("SELECT number, code, room, ended IS NULL FROM tables").fetchall():
        cut = _cut(into, number)
        if not open_:
            continue
        (wall,) = into.execute("SELECT max(wall) FROM commits WHERE tab = ?", (number,)).fetchone()
        if wall is None:
            told.append(f"table {_name(code, room)} is lost")
            into.execute("DELETE FROM tables WHERE number = ?", (number,))
        elif _is_left(into, number):  # the row that says so is lost
            into.execute("UPDATE tables SET ended = ? WHERE number = ?", (wall, number))
        elif cut or lost["commits"]:
            told.append(f"table {_name(code, room)} is restored as of {_time(wall)}")
    return told or ["nothing is lost" if last else "it is unknown how much is lost"]


_KEPT = {
    "commits": "moves and other changes lost",
    "tables": "tables lost, as the record of their opening is gone",
    "sessions": "logins lost; those players must log in again",
}
_BANS = "the list of bans may be out of date; check it with bans"


def _cut(into: sqlite3.Connection, table: int) -> bool:
    """Strike out what a table did behind the first entry that it misses; true if there was any such thing.

    Where it has entries twice, it once went back and did others in their place: these count.
    """
    kept: list[tuple[int, int, int]] = []
    """Number of a commit, its first entry, and the entry that comes after it."""
    rows = into.execute("SELECT number, body FROM commits WHERE tab = ? ORDER BY number", (table,)).fetchall()
    n = 1
    gone: list[int] = []
    for at, (number, body) in enumerate(rows):
        try:
            first, entries, _ = extent(body)
        except Damaged:
            first, entries = 0, 1
        if entries and first < n:
            again = next((at for at, one in enumerate(kept) if one[1] >= first), len(kept))
            gone += [one[0] for one in kept[again:]]
            del kept[again:]
            n = kept[-1][2] if kept else 1
        if entries and first != n:
            gone += [number for number, _ in rows[at:]]
            break
        n += entries
        kept.append((number, first or n, n))
    into.executemany("DELETE FROM commits WHERE number = ?", [(number,) for number in gone])
    return bool(gone)


def _is_left(into: sqlite3.Connection, table: int) -> bool:
    """True if nobody is at a table any more by its last commits."""
    for (body,) in into.execute("SELECT body FROM commits WHERE tab = ? ORDER BY number DESC", (table,)):
        with suppress(Damaged):
            if (places := read_commit(body, of_room=True).places) is not None:
                return not places
    return False


def _name(code: str, room: bytes) -> str:
    try:
        return f"{code} ({clean(read_room(room).name)})"
    except Damaged:
        return plain(code)


def _time(wall: float) -> str:
    return datetime.fromtimestamp(wall).astimezone().strftime("%Y-%m-%d %H:%M:%S")
