"""Private files: written whole or not at all, read by their owner alone, locked by one process at a time."""

from __future__ import annotations

import os
import sys
import tempfile
from pathlib import Path
from typing import IO


def write_private(file: Path, text: str) -> None:
    """Replace the file at once; nobody but its owner can read it, not even for a moment (mkstemp makes it 0600).

    Raises OSError.
    """
    handle, fresh = tempfile.mkstemp(dir=file.parent, prefix=file.stem)
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as out:
            out.write(text)
        Path(fresh).replace(file)
    except OSError:
        Path(fresh).unlink(missing_ok=True)
        raise


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
