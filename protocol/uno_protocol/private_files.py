"""Private files, which only the user who runs us can read: hands, seeds, tokens and keys (FAULTS 40)."""

import errno
import os
import stat
import sys
import tempfile
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO

LOCK_SECONDS = 1.0
"""How long another process is waited for that has the same file locked."""


class NotOurs(OSError):
    """A folder or a file that others have a hand in. The text is one line: what is wrong, and what to do."""


def make_folder(path: Path) -> None:
    """Create a folder and its missing parents, accessible only to their owner. Raises OSError."""
    for missing in reversed([each for each in (path, *path.parents) if not each.exists()]):
        missing.mkdir(mode=0o700, exist_ok=True)


def make_private(path: Path) -> None:
    """Create an empty file that only its owner can access, if there is none; SQLite gives its own files the same mode.

    If that fails, the next attempt to open the file says why.
    """
    with suppress(OSError):
        os.close(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))


def write_private(file: Path, content: bytes) -> None:
    """Write or replace a file atomically; only its owner can ever read it. Raises OSError."""
    handle, fresh = tempfile.mkstemp(dir=file.parent, prefix=f"{file.name}.")  # which makes it 0600
    try:
        with os.fdopen(handle, "wb") as out:
            out.write(content)
            out.flush()
            os.fsync(out.fileno())
        Path(fresh).replace(file)
    except OSError:
        Path(fresh).unlink(missing_ok=True)
        raise


def open_private(path: Path) -> IO[bytes]:
    """A file to lock, created for its owner if there is none. Raises OSError."""
    return open(path, "a+b", opener=lambda name, flags: os.open(name, flags, 0o600))


def try_lock(file: IO[bytes]) -> bool:
    """Lock the file for this process; False if another holds it. Raises OSError where there are no locks."""
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


def wait_to_lock(file: IO[bytes]) -> bool:
    """Lock it as `try_lock` does, but wait up to LOCK_SECONDS for its holder."""
    latest = time.monotonic() + LOCK_SECONDS
    while not try_lock(file):
        if time.monotonic() >= latest:
            return False
        time.sleep(0.01)
    return True


@contextmanager
def writing(file: Path | None) -> Iterator[None]:
    """Hold the lock beside a file (`.lock`, created with its folder) while it is read and rewritten. None: no lock.

    Wait up to LOCK_SECONDS for its holder; where locks are impossible, go without.
    """
    lock: IO[bytes] | None = None
    if file is not None:
        with suppress(OSError):
            make_folder(file.parent)
            lock = open_private(file.with_suffix(".lock"))
            wait_to_lock(lock)
    try:
        yield
    finally:
        if lock is not None:
            lock.close()


def read_private(path: Path) -> tuple[bytes, list[str]]:
    """The content of a private file, and a line if others had access, which `own` takes away.

    It is checked after it is opened, so that nobody can replace it in between. Raises NotOurs and OSError.
    """
    with os.fdopen(_opened(path), "rb") as file:
        said = _seen_to(file.fileno(), path)
        return file.read(), said


def own(directory: Path, patterns: Iterable[str]) -> list[str]:
    """Make a folder, and its files with these names, private. Gives a line for each that wasn't.

    What others may do with them is forbidden from now on. The folder may be a link, a file may not. Raises NotOurs for
    what is a link or somebody else's, and OSError. On Windows, where the folder lies says who may do what.
    """
    said = _folder(directory)
    for path in sorted({path for pattern in patterns for path in directory.glob(pattern)}):
        if path.is_symlink():
            raise _link(path)
        said += _file(path)
    return said


if sys.platform == "win32":

    def _folder(_path: Path) -> list[str]:
        return []

    def _file(_path: Path) -> list[str]:
        return []

    def _opened(path: Path) -> int:
        if path.is_symlink():
            raise _link(path)
        return os.open(path, os.O_RDONLY | os.O_BINARY)

    def _seen_to(_handle: int, _path: Path) -> list[str]:
        return []

else:

    def _folder(path: Path) -> list[str]:
        handle = os.open(path, os.O_RDONLY | os.O_CLOEXEC | os.O_DIRECTORY)
        try:
            found = os.fstat(handle)
            open_to_all = found.st_mode & stat.S_ISVTX and found.st_mode & stat.S_IWOTH
            if open_to_all or found.st_uid not in (os.geteuid(), 0):
                raise NotOurs(f"{path} is not ours alone; choose a folder of your own")
            return _mended(handle, path, found, stat.S_IWGRP | stat.S_IWOTH, "write in")
        finally:
            os.close(handle)

    def _file(path: Path) -> list[str]:
        try:
            handle = _opened(path)
        except (FileNotFoundError, PermissionError):
            return []  # it was there a moment ago; whoever opens it next will say why
        try:
            return [] if stat.S_ISDIR(os.fstat(handle).st_mode) else _seen_to(handle, path)
        finally:
            os.close(handle)

    def _opened(path: Path) -> int:
        try:
            return os.open(path, os.O_RDONLY | os.O_CLOEXEC | os.O_NOFOLLOW | os.O_NONBLOCK)
        except OSError as fault:
            raise _link(path) if fault.errno == errno.ELOOP else fault from None

    def _seen_to(handle: int, path: Path) -> list[str]:
        found = os.fstat(handle)
        if not stat.S_ISREG(found.st_mode):
            raise NotOurs(f"{path} is not a file; move it away")
        if found.st_uid != os.geteuid():
            raise NotOurs(f"{path} belongs to somebody else; choose another folder, or make the file yours")
        return _mended(handle, path, found, 0o077, "read or write")

    def _mended(handle: int, path: Path, found: os.stat_result, too_much: int, what: str) -> list[str]:
        """Forbid others what is too much; a line that says so if they could do it."""
        if not found.st_mode & too_much:
            return []
        try:
            os.fchmod(handle, stat.S_IMODE(found.st_mode) & ~too_much)
        except PermissionError:
            raise NotOurs(f"others can {what} {path}; choose another folder, or forbid it") from None
        return [f"others could {what} {path}; now they cannot"]


def _link(path: Path) -> NotOurs:
    return NotOurs(f"{path} is a link, which is not followed: move the file itself there, or link the whole folder")
