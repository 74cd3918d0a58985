"""Whether anybody from another machine has ever reached this server: if not for minutes, its host is told once."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from protocol.interfaces import here, loopback

WAIT_SECONDS = 180.0
"""After the server has begun to listen."""


class Reach:
    """Hears from where each connection comes. `tell` is called at most once, if none was from another machine."""

    def __init__(self, tell: Callable[[], None]) -> None:
        """The time begins now."""
        self._timer = asyncio.get_running_loop().call_later(WAIT_SECONDS, tell)
        self._ours = _ours()

    def came(self, address: str) -> None:
        """A connection was made from there."""
        if not loopback(address) and address.partition("%")[0] not in self._ours:
            self._timer.cancel()


def _ours() -> frozenset[str]:
    try:
        return frozenset(spot.address for spot in here())
    except OSError:  # then they are not known, and nobody is to be alarmed
        return frozenset()
