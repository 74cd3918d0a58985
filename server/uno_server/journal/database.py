"""The files of a journal: where they are, who may use them, what is in them, and whether they are sound."""

import sqlite3
import time
import zlib
from collections.abc import Iterator
from contextlib import closing, suppress
from pathlib import Path
from typing import Any, NamedTuple

from uno_protocol.kept import pack, unpack
from uno_protocol.private_files import make_private

FILE = "journal.sqlite"
OLD = "journal.db"
"""What versions up to 0.3 wrote. It is never changed."""
LOCK = "journal.lock"
LAST = "journal.last"
"""The commit up to which everything is stored, outside of SQLite's log, whose end SQLite may lose silently."""
VERSION, APPLICATION = 3, 0x554E4F4A
"""The version of the format, and what marks an SQLite file as a journal of this program ("UNOJ")."""
WRITING, READING, ALONE = "rwc", "ro", "ro&immutable=1"
"""How to connect; ALONE reads the database without its log, and leaves no file beside it."""

NUMBERS = """
    CREATE TABLE IF NOT EXISTS numbers (
        number INTEGER PRIMARY KEY, ended REAL NOT NULL, body BLOB NOT NULL, sum INTEGER NOT NULL
    )
"""
"""What statistics read (`uno_server/archive/summaries.py`). It is made with its first row."""
HELD = """
    CREATE TABLE IF NOT EXISTS held (
        session INTEGER, game INTEGER, body BLOB NOT NULL, sum INTEGER NOT NULL, PRIMARY KEY (session, game)
    ) WITHOUT ROWID
"""
"""The table of players by game (P-8.10). A server makes it at its start if it is missing."""
TABLES = f"""
    {HELD};
    CREATE TABLE about (key TEXT PRIMARY KEY, value) WITHOUT ROWID;
    CREATE TABLE now (number INTEGER PRIMARY KEY CHECK (number = 1), body BLOB NOT NULL, sum INTEGER NOT NULL);
    CREATE TABLE tables (number INTEGER PRIMARY KEY, body BLOB NOT NULL, sum INTEGER NOT NULL);
    CREATE TABLE ended (number INTEGER PRIMARY KEY, at REAL, aside TEXT, body BLOB, sum INTEGER);
    CREATE TABLE sessions (number INTEGER PRIMARY KEY, body BLOB NOT NULL, sum INTEGER NOT NULL);
    CREATE TABLE entries (number INTEGER PRIMARY KEY, tab INTEGER NOT NULL, body BLOB NOT NULL, sum INTEGER NOT NULL);
    CREATE TABLE games (
        number INTEGER PRIMARY KEY, tab INTEGER NOT NULL, ended REAL, last INTEGER, body BLOB NOT NULL,
        sum INTEGER NOT NULL, result BLOB, record BLOB
    );
    CREATE VIEW known AS SELECT number, NULL AS at, NULL AS aside, body, sum FROM tables UNION ALL SELECT * FROM ended;
    CREATE TRIGGER leaves AFTER INSERT ON ended BEGIN DELETE FROM tables WHERE number = NEW.number; END;
"""
IDENTITY, SERVER_ID, BANS, BOOT, FORGOTTEN = "journal", "server_id", "bans", "boot", "forgotten"
"""Notes in `about`: the journal's identity, which its backups share; P-4; who is banned, as JSON; see `booted`; how
many names were forgotten."""
NOTE = "INSERT OR REPLACE INTO about (key, value) VALUES (?, ?)"
Statement = tuple[str, tuple[object, ...]]
FORGOTTEN_ONE_MORE: Statement = (
    "INSERT INTO about (key, value) VALUES (?, 1) ON CONFLICT (key) DO UPDATE SET value = value + 1",
    (FORGOTTEN,),
)
"""Notes that another name was forgotten."""


class CannotOpen(Exception):
    """The journal cannot be used. The text is one line that says why and what to do."""


class InUse(CannotOpen):
    """A server uses it."""


class Damaged(Exception):
    """A row is not what was written. The text is what cannot be read; no value of it."""


def in_words(fault: Exception) -> str:
    """The fault that SQLite or the system reports, and what to do about it."""
    text = (fault.strerror or str(fault)).lower() if isinstance(fault, OSError) else str(fault)
    if "full" in text or "no space" in text:
        return "the disk is full; free some space"
    if "I/O" in text:
        return f"the disk refuses it ({text}); check whether it is full or broken"
    if any(words in text for words in ("readonly", "read-only", "unable to open", "not a directory", "denied")):
        return "it cannot be written to; choose another --data-dir, or --ephemeral to save nothing"
    return text


def is_damage(fault: Exception) -> bool:
    """Whether it is about what a file holds, not about what can be done with it."""
    if (code := getattr(fault, "sqlite_errorcode", None)) is None:
        return type(fault) in (sqlite3.DatabaseError, UnicodeDecodeError)
    return code & 0xFF in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_ERROR)


def lock(directory: Path) -> sqlite3.Connection:
    """Keep other servers out of the directory for as long as the connection lives. Raises CannotOpen, InUse.

    The lock is SQLite's own on a file beside the journal: it works alike on every system, and ends with the process.
    """
    make_private(directory / LOCK)
    connection = connect(directory / LOCK)
    try:
        connection.execute("PRAGMA busy_timeout = 0")
        connection.execute("BEGIN EXCLUSIVE")
    except sqlite3.Error as fault:
        connection.close()
        if "locked" in str(fault):
            raise InUse(f"another uno-server uses {directory}; stop it, or choose another --data-dir") from fault
        raise CannotOpen(f"cannot write in {directory}: {in_words(fault)}") from fault
    return connection


def connect(path: Path, mode: str = WRITING) -> sqlite3.Connection:
    """A connection that begins no transactions of its own. Raises sqlite3.Error."""
    where = f"{path.absolute().as_uri()}?mode={mode}"
    connection = sqlite3.connect(where, uri=True, isolation_level=None, check_same_thread=False, timeout=5)
    # Bytes that damage has made text of are read, and found by their sum.
    connection.text_factory = lambda text: text.decode(errors="replace")
    return connection


def pragma(connection: sqlite3.Connection, name: str) -> Any:
    """The value of a pragma. Raises sqlite3.Error."""
    return connection.execute(f"PRAGMA {name}").fetchone()[0]


def files_of(path: Path) -> list[Path]:
    """The files of an SQLite database: itself, and what belongs to it."""
    return [path, *(path.with_name(path.name + suffix) for suffix in ("-wal", "-shm"))]


def fresh(path: Path) -> Path:
    """The same path, where there is now a new, empty and private file for a database. Raises OSError."""
    for file in files_of(path):
        file.unlink(missing_ok=True)
    make_private(path)
    return path


def booted() -> str:
    """The system's name for its latest start; if it has none, roughly when that was, in calendar time (seconds)."""
    with suppress(OSError):
        return Path("/proc/sys/kernel/random/boot_id").read_text(encoding="ascii").strip()
    return str(time.time() - time.monotonic())


def has_rebooted(connection: sqlite3.Connection) -> bool:
    """Whether the system has started again since a server used the journal that was not stopped.

    Raises sqlite3.Error.
    """
    was, now = about(connection, BOOT), booted()
    try:
        return was is not None and abs(float(was) - float(now)) > 60  # clocks are set, but seldom by so much
    except ValueError:
        return was != now


def make(path: Path, wall: float) -> None:
    """An empty journal with an identity of its own. Raises sqlite3.Error, OSError."""
    with closing(connect(fresh(path))) as connection:
        connection.executescript(
            f"BEGIN; {TABLES} PRAGMA application_id = {APPLICATION}; PRAGMA user_version = {VERSION};"
            f"INSERT INTO about (key, value) VALUES ('{IDENTITY}', lower(hex(randomblob(8)))); COMMIT;"
        )
        connection.execute(*Now(wall=wall).to_write())


def check(path: Path, connection: sqlite3.Connection) -> None:
    """Raises CannotOpen for what is not ours or is newer, sqlite3.DatabaseError for what is damaged."""
    check_version(path, connection)
    if (verdict := pragma(connection, "quick_check(1)")) != "ok":
        raise sqlite3.DatabaseError(f"malformed: {verdict}")
    now_of(connection)


def check_version(path: Path, connection: sqlite3.Connection) -> None:
    """Raises CannotOpen for what is not ours, or newer; sqlite3.DatabaseError."""
    version, application = (pragma(connection, name) for name in ("user_version", "application_id"))
    tables = {name for (name,) in connection.execute("SELECT name FROM sqlite_schema")}
    if application != APPLICATION and not tables.issuperset(("about", "now", "tables", "sessions", "entries", "games")):
        raise CannotOpen(f"{path} is not a journal of uno-server; choose another --data-dir")
    if application != APPLICATION or not VERSION <= version < VERSION + 4:  # from 3, one flipped bit leads no nearer
        raise sqlite3.DatabaseError("the header is damaged")
    if version > VERSION:
        text = f"was written by a newer uno-server (journal version {version}, this one reads up to {VERSION})"
        raise CannotOpen(f"{path} {text}; start that one, or choose another --data-dir")


def last_line(journal: str, number: int) -> bytes:
    """What `LAST` holds: the journal's identity, the last commit that is stored, and a sum; always equally long."""
    text = f"{journal} {number:019d}"
    return f"{text} {zlib.crc32(text.encode()):08x}".encode()


def last_of(directory: Path) -> tuple[str | None, int]:
    """The journal and the commit that `LAST` names; (None, 0) if it is missing or unreadable."""
    with suppress(OSError, ValueError):
        line = (directory / LAST).read_bytes()
        journal, number, _ = line.decode().split(" ")
        if line == last_line(journal, int(number)):
            return journal, int(number)
    return None, 0


def is_sound(number: int, body: object, sum_: int) -> bool:
    """Whether a row is what was written. A bit that has flipped may have made anything of a column."""
    return isinstance(body, bytes) and sum_ == sum_of(number, body)


def sum_of(number: int, body: bytes) -> int:
    """The sum that is stored beside a body."""
    return zlib.crc32(body, number & 0xFFFFFFFF)


class BodyRow(NamedTuple):
    """A row of any table but `about`: a body, and a sum that shows whether it has changed."""

    number: int
    body: bytes
    sum: int

    @property
    def sound(self) -> bool:
        """It is what was written."""
        return is_sound(*self)

    def written(self) -> bytes:
        """The body. Raises Damaged if it is not what was written."""
        if not self.sound:
            raise Damaged("it is not what was written")
        return self.body


def rows(connection: sqlite3.Connection, of: str) -> Iterator[BodyRow]:
    """The rows of a table, or of some of them, in order. Raises sqlite3.Error."""
    return map(BodyRow._make, connection.execute(f"SELECT number, body, sum FROM {of} ORDER BY number"))


def to_write(table: str, number: int, body: bytes, tab: int | None = None) -> Statement:
    """Writes or replaces a row; `tab`: the table that it is of, in `entries` and `games`."""
    sum_ = zlib.crc32(body, number & 0xFFFFFFFF)  # `sum_of`: a call less for each row of each move
    if tab is None:
        return f"INSERT OR REPLACE INTO {table} (number, body, sum) VALUES (?, ?, ?)", (number, body, sum_)
    return f"INSERT INTO {table} (number, body, sum, tab) VALUES (?, ?, ?, ?)", (number, body, sum_, tab)


def about(connection: sqlite3.Connection, key: str) -> str | None:
    """The note under that key. Raises sqlite3.Error."""
    found = connection.execute("SELECT value FROM about WHERE key = ?", (key,)).fetchone()
    return None if found is None else str(found[0])


def has_numbers(connection: sqlite3.Connection) -> bool:
    """Whether there is the table `numbers`. Raises sqlite3.Error."""
    return connection.execute("SELECT 1 FROM sqlite_schema WHERE name = 'numbers'").fetchone() is not None


class Now(NamedTuple):
    """How far a journal is: the last commit, the server's time, and the highest numbers that were given."""

    number: int = 0
    clock: float = 0.0  # seconds of the server's time at the last sign of life
    wall: float = 0.0  # the same in calendar time
    session: int = 0
    table: int = 0

    def to_write(self) -> Statement:
        """Stores it."""
        return to_write("now", 1, pack(self))


def now_of(connection: sqlite3.Connection) -> Now:
    """How far it is. Raises sqlite3.DatabaseError if that is not what was written."""
    for row in rows(connection, "now"):
        if row.sound:
            return Now(*unpack(row.body))
    raise sqlite3.DatabaseError("how far it is can't be read")
