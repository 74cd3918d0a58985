"""Patience with servers that limit one address: the suite waits, runs cases one by one, and says so.

A server may have such limits (P-10.4). A case waits only while it sets up; if it is about a limit, it sees the refusal.
"""

import threading
from collections.abc import Callable

from uno_protocol.conformance.verdicts import Skipped
from uno_protocol.conformance.world import REAL, World

FACTOR = 2
"""How long a case waits, as a multiple of the time for an answer, while others run."""
FACTOR_ALONE = 15
"""The limit while no other case runs."""


class Crowded(Skipped):
    """One of the server's own limits stops a case."""


class Patience:
    """The limits known to all cases of a run."""

    def __init__(self, tell: Callable[[str], None] = lambda _line: None) -> None:
        """`tell` gets one line, the first time there is something to wait for."""
        self._tell = tell
        self._lock = threading.Lock()
        self.tight = False
        """Whether one of the server's own limits has refused something."""
        self.given_up = threading.Event()
        """Set when nobody waits for the run any more."""
        self.alone = threading.Lock()
        """Held by the one case that runs, once it is tight."""

    def meet(self, what: str) -> None:
        """Note that a limit has refused something."""
        with self._lock:
            first, self.tight = not self.tight, True
        if first:
            self._tell(
                f"the server limits what one address or session may do ({what}, P-10.4): from now on, cases wait and "
                "run one by one; to go faster, raise the server's limits for connections and logins, or run fewer "
                "cases (--only)"
            )


class Wait:
    """The wait for one thing."""

    def __init__(self, patience: Patience, seconds: float, world: World = REAL) -> None:
        """`seconds`: how long the whole wait may take."""
        self._patience = patience
        self._world = world
        self._until = world.now() + seconds

    def once_more(self, what: str, seconds: object) -> None:
        """Wait as long as the server says, or a while. Raises Crowded if that is too long."""
        self._patience.meet(what)
        pause = max(0.2, float(seconds)) if isinstance(seconds, int | float) else 0.5
        within = self._world.now() + pause <= self._until
        if within:
            self._world.sleep(pause, self._patience.given_up)
        if not within or self._patience.given_up.is_set():
            raise Crowded(f"one of the server's own limits is in the way: {what} (P-10.4)")
