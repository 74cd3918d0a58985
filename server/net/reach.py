"""Whether anybody from another machine has ever reached this server: if not for minutes, its host is told once."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from protocol.interfaces import here
from server.base.rate_limit import loopback

WAIT_SECONDS = 180.0
"""After the first connection."""


class Reach:
    """Hears from where each connection comes. `tell` is called at most once, if none was from another machine."""

    def __init__(self, tell: Callable[[], None]) -> None:
        self._tell = tell
        self._timer: asyncio.TimerHandle | None = None
        self._reached = False

    def came(self, address: str) -> None:
        """A connection was made from there."""
        if self._reached:
            return
        if self._timer is None:
            self._timer = asyncio.get_running_loop().call_later(WAIT_SECONDS, self._tell)
        if not loopback(address) and not _ours(address):
            self._reached = True
            self._timer.cancel()


def _ours(address: str) -> bool:
    try:
        return any(spot.address == address.partition("%")[0] for spot in here())
    except OSError:  # then it is not known, and nobody is to be alarmed
        return False
