"""A server's log (`--log-json`): its address, how others join it, and its players."""

import json
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from msgspec import Struct

from uno_client.structs import replace

MOST_AT_ONCE = 4_000_000
"""Bytes read at a time; the next read continues from there."""


class Told(Struct, frozen=True):
    """What the server's log says: how others join it, and its players."""

    addresses: tuple[str, ...] = ()
    link: str = ""
    words: str = ""
    people: frozenset[str] = frozenset()
    place: str = ""
    """Where it listens."""
    failed: str = ""
    """Why it cannot."""
    port_taken: bool = False
    """Because another program has the port."""
    page: str = ""
    """Where browsers find its page."""
    unreached: bool = False
    """Nobody from another machine has reached it for minutes."""


@dataclass(slots=True)
class ServerLog:
    """A log that grows: each look reads what has come since the last one."""

    file: Path
    _told: Told = field(default=Told(), init=False)
    _complaint: str = field(default="", init=False)
    """What was printed last, beside the log's own lines."""
    _read: int = field(default=0, init=False)
    """Bytes."""

    def told(self) -> Told:
        """What it says now. A log that has become shorter is another server's."""
        try:
            with self.file.open("rb") as log:
                if log.seek(0, 2) < self._read:
                    self._told, self._complaint, self._read = Told(), "", 0
                log.seek(self._read)
                new = log.read(MOST_AT_ONCE)
        except OSError:
            return Told()
        whole = new[: new.rfind(b"\n") + 1]
        self._read += len(whole)
        for line in whole.decode("utf-8", "replace").splitlines():
            self._take(line)
        return replace(self._told, failed=self._told.failed or self._complaint)

    def _take(self, line: str) -> None:
        """A line of the log is a map; one that is printed says where the server listens, or why it does not."""
        _before, listening, place = line.partition("listening on ")
        try:
            self._told = _with(self._told, json.loads(line))
        except ValueError:
            if listening:
                self._told = replace(self._told, place=place)
            else:
                self._complaint = line.removeprefix("uno-server: ")


def _with(told: Told, said: Any) -> Told:
    match said:
        case {"event": "listening", "address": str(address)}:
            return replace(told, addresses=(*told.addresses, address))
        case {"event": "identity", "link": str(link)}:
            return replace(told, link=link)
        case {"event": "identity", "words": str(words)}:
            return replace(told, words=words)
        case {"event": "page", "address": str(page)}:
            return replace(told, page=page)
        case {"event": "nobody_came"}:
            return replace(told, unreached=True)
        case {"event": "somebody_came"}:
            return replace(told, unreached=False)
        case {"event": "logged_in" | "came_back", "name": str(name)}:
            return replace(told, people=told.people | {name})
        case {"event": "went" | "kicked" | "banned", "name": str(name)}:
            return replace(told, people=told.people - {name})
        case {"event": "cannot_listen" | "cannot_store", "text": str(text)}:
            return replace(told, failed=text, port_taken=said.get("port_taken") is True)
        case _:
            return told
