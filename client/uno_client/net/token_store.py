"""The client's session tokens on disk, so that a later start continues the session.

One small file per server and player, readable by its owner alone, with a lock file beside it that is held while
somebody plays under that name: so two people can play on one machine. The system lets go of the lock if the process
dies. Where nothing can be stored (a read-only home), the game goes on without.

A token is found by its issuer: a key, or the address and id of a server without encryption.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import time
from pathlib import Path
from typing import IO, Annotated

import msgspec
from msgspec import Meta, Struct

from uno_client.net.known_servers import KnownServers, own_state
from uno_engine.language import _
from uno_protocol.private_files import make_folder, open_private, try_lock, write_private

APPLICATION = "uno-lan"
KEPT_SECONDS = 90 * 24 * 3600.0
"""A token that was used longer ago than this is removed: it lapses a day after its last use (P-5.5)."""


class Claim(Struct):
    """The right to play under a name on a server, until `release`. `token` is None if no session is known."""

    token: str | None
    _file: Path | None
    _lock: IO[bytes] | None

    def keep(self, token: str) -> None:
        """Remember the token, also for a later start."""
        self.token = token
        if self._file is not None:
            with contextlib.suppress(OSError):
                write_private(self._file, msgspec.json.encode({"token": token}))

    def forget(self) -> None:
        """The token is no good any more."""
        self.token = None
        if self._file is not None:
            with contextlib.suppress(OSError):
                self._file.unlink(missing_ok=True)

    def release(self) -> None:
        """Let others on this machine play under the name. May be called twice."""
        if self._lock is not None:
            self._lock.close()
            self._lock = None


class TokenStore:
    """The folder of the tokens, and what is known of servers. None: they are kept nowhere."""

    def __init__(self, folder: Path | None, known: KnownServers | None = None) -> None:
        self.folder = folder
        self.known = known or KnownServers(None)

    @classmethod
    def for_run(cls, *, solo: bool) -> TokenStore:
        """The user's store; but a private server ends with its client, so its tokens are worth keeping nowhere."""
        return cls(None) if solo else cls.of_user()

    @classmethod
    def of_user(cls) -> TokenStore:
        """The store in the user's state directory, or in the folder that the variable UNO_STATE_DIR names."""
        folder = state_folder()
        return cls(folder / "sessions", KnownServers(folder / "known" / "servers.json"))

    def look_after(self) -> list[str]:
        """Make tokens and known servers private. Gives a line for each that wasn't, or isn't used."""
        said = self.known.look_after()
        if self.folder is None or not self.folder.exists():
            return said
        try:
            return [*said, *own_state(self.folder)]
        except OSError as fault:
            return [*said, _("{reason}; your place at a table is not kept").format(reason=fault)]

    def claim(self, issuer: str, name: str) -> Claim | None:
        """Claim a name on a server; None if somebody on this machine plays under it right now."""
        if self.folder is None:
            return Claim(None, None, None)
        stem = "by-" + hashlib.sha256(f"{issuer}\0{name}".encode()).hexdigest()[:32]
        file = self.folder / f"{stem}.json"
        try:
            make_folder(self.folder)
            own_state(self.folder)
            _forget_old(self.folder)
            lock = open_private(self.folder / f"{stem}.lock")
        except OSError:
            return Claim(None, None, None)
        try:
            if not try_lock(lock):
                lock.close()
                return None
        except OSError:  # a file system without locks
            lock.close()
            return Claim(_read(file), file, None)
        with contextlib.suppress(OSError):
            os.utime(file)  # it is in use
        return Claim(_read(file), file, lock)


def state_folder() -> Path:
    """The user's state directory, or the folder that the variable UNO_STATE_DIR names."""
    folder = os.environ.get("UNO_STATE_DIR")
    if folder:
        return Path(folder)
    from platformdirs import user_state_path

    return user_state_path(APPLICATION, appauthor=False)


def _forget_old(folder: Path) -> None:
    """Remove the tokens that were used so long ago that no server knows them, or that went with a server's end."""
    oldest = time.time() - KEPT_SECONDS
    for file in folder.glob("*.json"):
        with contextlib.suppress(OSError):
            if file.stat().st_mtime < oldest:
                with open_private(file.with_suffix(".lock")) as lock:
                    if try_lock(lock):  # nobody plays with it
                        file.unlink()
                        file.with_suffix(".lock").unlink(missing_ok=True)


def _read(file: Path) -> str | None:
    try:
        return msgspec.json.decode(file.read_bytes(), type=_Kept).token
    except (OSError, ValueError):
        return None


class _Kept(Struct):
    token: Annotated[str, Meta(min_length=1, max_length=64)]
