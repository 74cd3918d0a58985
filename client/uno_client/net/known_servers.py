"""Known servers: a private file with the key, the id and the addresses of every server that was visited.

It is read before every connection, for another client of the user may have written it. Where nothing can be stored,
what this client has seen is known as long as it runs.
"""

import contextlib
import time
from dataclasses import replace
from functools import reduce
from pathlib import Path

import msgspec

from uno_client.trust import KnownServer
from uno_engine.language import _
from uno_protocol.private_files import own, write_private, writing

VERSION = 1
MOST_SERVERS = 1000
"""When there are more, the ones not seen for longest are dropped."""
MOST_ADDRESSES = 12


def own_state(folder: Path) -> list[str]:
    """Make a folder, everything in it, and the user's state folder around it private (`own`)."""
    said = own(folder.parent, ())
    return [*said, *own(folder, ("*",))] if folder.exists() else said


class Unreadable(Exception):
    """The file exists and can't be understood, so no server can be recognised. The message is one line."""


class KnownServers:
    """The content of the file; None: only in memory."""

    def __init__(self, file: Path | None) -> None:
        self.file = file
        self.uncompared = set[str]()
        """Keys that were remembered though nobody compared the words: this client gives them no password."""
        self._servers: tuple[KnownServer, ...] = ()
        self.stored = file is not None
        """What is known is in the file."""

    def look_after(self) -> list[str]:
        """Make the folder private. Gives a line for each file that wasn't; `all` says what prevents it."""
        with contextlib.suppress(OSError):
            return [] if self.file is None else own_state(self.file.parent)
        return []

    def all(self) -> tuple[KnownServer, ...]:
        """Every known server, the latest first. Raises Unreadable."""
        if self.file is not None and self.stored:
            try:
                own_state(self.file.parent)
                self._servers = _parsed(self.file.read_bytes())
            except (FileNotFoundError, NotADirectoryError):
                pass  # there is none yet, or it cannot be written
            except (OSError, ValueError) as fault:
                said = _("cannot use {file}, which says which servers are known: {reason}")
                raise Unreadable(said.format(file=self.file, reason=fault)) from None
        return self._servers

    def saw(self, fingerprint: str, address: str, server_id: str, name: str, words: tuple[str, ...] = ()) -> None:
        """Remember a server that answered at an address, which from now on is that of no other. Raises Unreadable.

        Without a fingerprint it is one without encryption, which its address tells from others.
        """
        with writing(self.file):
            servers = self.all()
            old = next((each for each in servers if each.fingerprint == fingerprint and fingerprint), KnownServer(""))
            addresses = (address, *(each for each in old.addresses if each != address))[:MOST_ADDRESSES]
            new = KnownServer(fingerprint, server_id, name, addresses, words or old.words, round(time.time(), 1))
            rest = [_without(each, address) for each in servers if each is not old]
            self._keep((new, *(each for each in rest if each.fingerprint or each.addresses))[:MOST_SERVERS])

    def forget(self, which: str) -> tuple[tuple[KnownServer, ...], bool]:
        """Forget which server is at that address (with or without the usual port), else the servers of that name.

        A name is an id or a fingerprint, too. Gives those servers, and whether it is an address: then their keys stay
        known, also if that was their only one. Raises Unreadable, also where the file cannot be written.
        """
        wanted = which.strip().casefold()
        with writing(self.file):
            servers = self.all()
            meant = (wanted, f"{wanted}:7777")
            places = {each for server in servers for each in server.addresses if each.casefold() in meant}
            names = {each for each in servers if not places and wanted in _names_of(each)}
            gone = tuple(each for each in servers if each in names or not places.isdisjoint(each.addresses))
            rest = (reduce(_without, places, each) for each in servers if each not in names)
            if gone:
                self._keep(tuple(each for each in rest if each.fingerprint or each.addresses or not places))
                if self.file is not None and not self.stored and self.file.exists():
                    raise Unreadable(_("cannot write {file}: nothing was forgotten").format(file=self.file))
        return gone, bool(places)

    def _keep(self, servers: tuple[KnownServer, ...]) -> None:
        self._servers = servers
        if self.file is not None:
            told = msgspec.json.encode({"version": VERSION, "servers": servers})
            try:
                write_private(self.file, msgspec.json.format(told, indent=1))
                self.stored = True
            except OSError:
                self.stored = False


def _without(server: KnownServer, address: str) -> KnownServer:
    return replace(server, addresses=tuple(each for each in server.addresses if each != address))


def _names_of(server: KnownServer) -> set[str]:
    """Everything but an address by which the user may call it."""
    return {each.casefold() for each in (server.name, server.fingerprint, server.server_id) if each}


class _File(msgspec.Struct):
    version: int
    servers: msgspec.Raw


def _parsed(text: bytes) -> tuple[KnownServer, ...]:
    told = msgspec.json.decode(text, type=_File)
    if told.version != VERSION:
        raise ValueError(_("it is of another version of this program"))
    return msgspec.json.decode(told.servers, type=tuple[KnownServer, ...])
