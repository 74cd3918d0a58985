"""Forgetting a player: replaces a name by *Player N* everywhere in a journal, except at open tables."""

import re
import sqlite3
import zlib
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

from uno_engine.rules import LONGEST_SENTENCE, OWN_TEXT
from uno_engine.scenario.notation import seat_names
from uno_protocol.kept import pack, unpack
from uno_protocol.text import clean
from uno_server.archive.opening import opened
from uno_server.archive.prune import settle
from uno_server.base import names
from uno_server.journal import database, repair, upkeep
from uno_server.journal.database import CannotOpen, Statement, rows

_LISTS = ("watchers", "muted", "gone", "screens", "names")
"""Keys of lists of names, in rooms, events and results."""
_PLAYER = re.compile(r"Player[ _](\d+)")
_PARTS = re.compile(r"(\n|; )")
"""Between two lines of a position."""


def forget(directory: Path, name: str) -> str:
    """Replace a name by *Player N*, which nobody else has, and return that; a server may run meanwhile.

    Records still check, as the rules don't depend on names. Backups are renewed, and a server counts its numbers again.
    Raises CannotOpen, also while the name has a session or is known at an open table.
    """
    new = _free(directory, name)
    path = directory / database.FILE
    try:
        with closing(upkeep.connected(path)) as writing:
            while upkeep.one_by_one(writing, _changes(directory, _Renaming(name, new))):
                pass  # again: entries may have moved to a record
            upkeep.carry_out(writing, [database.FORGOTTEN_ONE_MORE])
            settle(directory, writing)
        repair.renew(path)
    except (sqlite3.Error, OSError) as fault:
        raise CannotOpen(f"cannot write {path}: {database.in_words(fault)}") from fault
    return new


def _free(directory: Path, name: str) -> str:
    """The new name. Raises CannotOpen if the old one can't be forgotten."""
    there = _Renaming(name, name)
    with opened(directory) as connection:
        for row in rows(connection, "sessions"):
            if row.sound and unpack(row.body)[0] == name:
                raise CannotOpen(f"{clean(name)!a} has a session; type `forget {clean(name)}` at the server first")
        for row in rows(connection, "tables"):
            if row.sound and there.changed(there.table, row.body) is not None:
                raise CannotOpen(f"{clean(name)!a} is known at table {row.number}; forget the name after it has closed")
    found = sum(1 for _ in _changes(directory, there))  # after all of them, `seen` has the other names
    if not name or not found:  # where nobody has left a seat, `gone` is empty
        raise CannotOpen(f"there is no {clean(name)!a} in {directory}")
    taken = [int(player[1]) for one in there.seen if (player := _PLAYER.fullmatch(one))]
    return f"Player {max(taken, default=0) + 1}"


class _Renaming:
    """Gives bodies with another name. Its methods raise ValueError, TypeError, LookupError for what is no such body."""

    def __init__(self, old: str, new: str) -> None:
        self._old, self._new = old, new
        self._in_position, self._looks = (*seat_names([old]), *seat_names([new])), names.looks(old)
        self._found = 0
        self.seen: set[str] = set()
        """The names that were there."""

    def changed(self, change: Callable[[bytes], bytes], body: bytes) -> bytes | None:
        """The body that a method gives; None if the name is not in it, or it is damaged."""
        before = self._found
        try:
            made = change(body)
        except (ValueError, TypeError, LookupError, zlib.error):
            return None
        return made if self._found > before else None

    def head(self, body: bytes) -> bytes:
        """How a game began."""
        *head, position, room = unpack(body)
        return pack((*head, self._position(position), self._room(room)))

    def moment(self, body: bytes) -> bytes:
        """A commit's entries."""
        *before, events = unpack(body)
        return pack((*before, self._any(events)))

    def record(self, body: bytes) -> bytes:
        """A finished game."""
        return zlib.compress(pack([(number, self.moment(one)) for number, one in unpack(zlib.decompress(body))]))

    def result(self, body: bytes) -> bytes:
        """How a game went."""
        names, *more = unpack(body)
        return pack((self._names(names), *more))

    def summary(self, body: bytes) -> bytes:
        """The summary of a game."""
        *game, players = unpack(body)
        return pack((*game, [(seat, self._name(name), *more) for seat, name, *more in players]))

    def table(self, body: bytes) -> bytes:
        """A table as it is, or was at its end."""
        room, n, notes, pace, secret, access, opener, members, *more = unpack(body)
        notes[5] = self._names(notes[5])
        members = [(session, self._name(name), *rest) for session, name, *rest in members]
        there = self._access(access)
        return pack((self._room(room), n, notes, pace, secret, there, opener, members, *self._any(more)))

    def _access(self, access: list[Any]) -> tuple[Any, ...]:
        """Without a ban of the name: it is stored as what it looks like."""
        salt, digest, banned, addresses, *position = access
        left = [one for one in banned if names.skeleton(one) not in self._looks]
        self._found += len(banned) - len(left)
        return salt, digest, left, addresses, *map(self._position, position)

    def _room(self, packed: bytes) -> bytes:
        room = unpack(packed)
        return pack(self._any(room) | {"name": self._text(room["name"])})

    def _any(self, value: Any) -> Any:
        if isinstance(value, list):
            return [self._any(one) for one in value]
        if isinstance(value, dict):
            return {key: self._value(key, one) for key, one in value.items()}
        return value

    def _value(self, key: object, value: Any) -> Any:
        if key == "name":
            return self._name(value)
        if key in _LISTS and isinstance(value, list):
            return self._names(value)
        if key == "position" and value is not None:
            return self._position(value)
        if key == OWN_TEXT and value is not None:
            return self._text(value)[:LONGEST_SENTENCE].rstrip()
        return self._text(value) if key == "text" else self._any(value)

    def _names(self, some: list[Any]) -> list[Any]:
        return [self._name(one) for one in some]

    def _name(self, name: Any) -> Any:
        self.seen.add(name or "")
        if name != self._old:
            return name
        self._found += 1
        return self._new

    def _position(self, position: str) -> str:
        """A position names its seats by one word each."""
        parts = _PARTS.split(position)
        self.seen.update(found[0] for found in _PLAYER.finditer(position))
        return "".join(self._text(one, *(() if one.startswith("own:") else self._in_position)) for one in parts)

    def _text(self, text: str, old: str = "", new: str = "") -> str:
        """A text in which people may be named; in a position by other words, `old` and `new`."""
        old, new = old or self._old, new or self._new
        there = re.compile(rf"(?<!\w)(?:{re.escape(new)}|({re.escape(old)}))(?!\w)")  # the new may hold the old
        self._found += sum(found[1] is not None for found in there.finditer(text))
        return there.sub(lambda _: new, text)


def _changes(directory: Path, renaming: _Renaming) -> Iterator[Statement]:
    """Statements that rename, none if the name is nowhere. Damaged rows stay as they are: nobody can read them."""
    whole = {"games": renaming.head, "entries": renaming.moment, "ended": renaming.table, "numbers": renaming.summary}
    with opened(directory) as connection:
        if not database.has_numbers(connection):
            del whole["numbers"]
        for table, change in whole.items():
            yield from _of_rows(connection, table, renaming, change)
        for column, change in (("result", renaming.result), ("record", renaming.record)):
            for number, body in connection.execute(f"SELECT number, {column} FROM games WHERE {column} IS NOT NULL"):
                if (made := renaming.changed(change, body)) is not None:
                    yield f"UPDATE games SET {column} = ? WHERE number = ? AND {column} = ?", (made, number, body)


def _of_rows(
    connection: sqlite3.Connection, table: str, renaming: _Renaming, change: Callable[[bytes], bytes]
) -> Iterator[Statement]:
    for row in rows(connection, table):
        if row.sound and (made := renaming.changed(change, row.body)) is not None:
            _, (_, body, sum_) = database.to_write(table, row.number, made)
            sql = f"UPDATE {table} SET body = ?, sum = ? WHERE number = ? AND sum = ?"
            yield sql, (body, sum_, row.number, row.sum)
