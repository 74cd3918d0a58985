"""Where a client keeps the secret of its session, so that a later start goes on with it.

One small file per server and player, readable by its owner alone, with a lock file beside it that is held while
somebody plays under that name: so two people can play on one machine. The system lets go of the lock if the process
dies. Where nothing can be stored (a read-only home), the game goes on without.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path
from typing import IO

from protocol.private_files import own

APPLICATION = "uno-lan"
KEPT_SECONDS = 90 * 24 * 3600.0
"""A token that was used longer ago than this is removed: it lapses a day after its last use (P-5.5)."""


@dataclass(slots=True)
class Claim:
    """The right to play under a name on a server, until `release`. `token` is None if no session is known."""

    token: str | None
    _file: Path | None
    _lock: IO[bytes] | None

    def keep(self, token: str) -> None:
        """Remember the token, also for a later start."""
        self.token = token
        if self._file is not None:
            with contextlib.suppress(OSError):
                _write_private(self._file, json.dumps({"token": token}))

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


class Shelf:
    """The folder of the tokens. None: they are kept nowhere."""

    def __init__(self, folder: Path | None) -> None:
        self.folder = folder

    @classmethod
    def for_run(cls, *, solo: bool) -> Shelf:
        """The user's shelf; but a private server ends with its client, so its tokens are worth keeping nowhere."""
        return cls(None) if solo else cls.of_user()

    @classmethod
    def of_user(cls) -> Shelf:
        """The shelf in the user's state directory, or in the folder that the variable UNO_STATE_DIR names."""
        folder = os.environ.get("UNO_STATE_DIR")
        if folder:
            return cls(Path(folder) / "sessions")
        from platformdirs import user_state_path

        return cls(user_state_path(APPLICATION, appauthor=False) / "sessions")

    def claim(self, server_id: str, name: str) -> Claim | None:
        """Claim a name on a server; None if somebody on this machine plays under it right now."""
        if self.folder is None:
            return Claim(None, None, None)
        stem = hashlib.sha256(f"{server_id}\0{name}".encode()).hexdigest()[:32]
        file = self.folder / f"{stem}.json"
        try:
            self.folder.mkdir(parents=True, exist_ok=True, mode=0o700)
            own(self.folder, ("*",))
            _forget_old(self.folder)
            lock = (self.folder / f"{stem}.lock").open("a+b")
        except OSError:
            return Claim(None, None, None)
        try:
            if not _try_lock(lock):
                lock.close()
                return None
        except OSError:  # a file system without locks
            lock.close()
            return Claim(_read(file), file, None)
        with contextlib.suppress(OSError):
            os.utime(file)  # it is in use
        return Claim(_read(file), file, lock)


def _forget_old(folder: Path) -> None:
    """Remove the tokens that were used so long ago that no server knows them, or that went with a server's end."""
    oldest = time.time() - KEPT_SECONDS
    for file in folder.glob("*.json"):
        with contextlib.suppress(OSError):
            if file.stat().st_mtime < oldest and (locked := _old_lock(file.with_suffix(".lock"))) is not None:
                with locked:
                    file.unlink()
                    file.with_suffix(".lock").unlink(missing_ok=True)


def _old_lock(file: Path) -> IO[bytes] | None:
    """The lock of a token, held; None if somebody plays with it. Raises OSError."""
    lock = file.open("a+b")
    if _try_lock(lock):
        return lock
    lock.close()
    return None


def _read(file: Path) -> str | None:
    try:
        content = json.loads(file.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return None
    token = content.get("token") if isinstance(content, dict) else None
    return token if isinstance(token, str) and 1 <= len(token) <= 64 else None


def _write_private(file: Path, text: str) -> None:
    """Replaces the file at once; nobody but its owner can read it, not even for a moment (mkstemp makes it 0600)."""
    handle, fresh = tempfile.mkstemp(dir=file.parent, prefix=file.stem)
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as out:
            out.write(text)
        Path(fresh).replace(file)
    except OSError:
        Path(fresh).unlink(missing_ok=True)
        raise


def _try_lock(file: IO[bytes]) -> bool:
    """Locks the file for this process; False if another holds it. Raises OSError where there are no locks."""
    if sys.platform == "win32":
        import msvcrt

        file.seek(0)
        try:
            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
        except PermissionError:
            return False
    else:
        import fcntl

        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
    return True
