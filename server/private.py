"""Who may use a file of the journal? Its owner alone: it holds the hands and seeds of running games (FAULTS 40)."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path


def make_private(path: Path) -> None:
    """Make an empty file that its owner alone may use, if there is none: what SQLite puts beside it is so, too.

    Where that cannot be done, whatever comes next will say why.
    """
    with suppress(OSError):
        os.close(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))
