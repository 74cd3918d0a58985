"""Private files: the journal's belong to its owner alone, as they hold hands and seeds of running games (FAULTS 40)."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path


def make_private(path: Path) -> None:
    """Create an empty file for its owner alone, if there is none; what SQLite puts beside it gets the same mode.

    If that fails, whoever opens the file next will say why.
    """
    with suppress(OSError):
        os.close(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))


def write_private(path: Path, content: bytes) -> None:
    """Write a new file for its owner alone, whole or not at all. Raises OSError, also if there is one already."""
    unfinished = path.with_name(f"{path.name}.new")
    unfinished.unlink(missing_ok=True)
    with os.fdopen(os.open(unfinished, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())
    unfinished.rename(path)
