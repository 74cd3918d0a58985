"""How the suite bears a server that limits what comes from one address: it waits, goes case by case, and says so.

Such limits are a server's own (P-10.4), and no fault of it. What a case waits for is only what sets its scene: where it
is about a limit it sees what comes.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable

from protocol.conformance.judging import Skipped

FACTOR = 2
"""So many times as long as an answer may take, somebody waits among others,"""
FACTOR_ALONE = 15
"""and so many times where no other case is tried meanwhile."""


class Crowded(Skipped):
    """A limit of the server's own has not let a case go on."""


class Patience:
    """What all cases of a run know of such limits."""

    def __init__(self, tell: Callable[[str], None] = lambda _line: None) -> None:
        """`tell` is given one line, as soon as there is something to wait for."""
        self._tell = tell
        self._lock = threading.Lock()
        self.tight = False
        """Whether the server has refused something by a limit of its own."""
        self.given_up = threading.Event()
        """Nobody waits any more for what comes of the run."""
        self.alone = threading.Lock()
        """Held by the one case that is tried, once it is tight."""

    def meet(self, what: str) -> None:
        """The server has refused something so."""
        with self._lock:
            first, self.tight = not self.tight, True
        if first:
            self._tell(
                f"the server limits what comes from one address or session ({what}, P-10.4): cases wait and are tried "
                "one by one from now on; raise those limits at the server for this, as for connections and logins, or "
                "try some cases alone (--only)"
            )


class Wait:
    """How long one thing has been waited for."""

    def __init__(self, patience: Patience, seconds: float) -> None:
        """`seconds`: how long all of it may take."""
        self._patience = patience
        self._until = time.monotonic() + seconds

    def once_more(self, what: str, seconds: object) -> None:
        """Wait as long as the server has said, or a while. Raises Crowded if that is too long."""
        self._patience.meet(what)
        pause = max(0.2, float(seconds)) if isinstance(seconds, int | float) else 0.5
        if time.monotonic() + pause > self._until or self._patience.given_up.wait(pause):
            raise Crowded(f"a limit of the server's own stands in the way: {what} (P-10.4)")
