"""How long a test waits for a thing before it calls it a hang. A slow machine must never get there."""

import asyncio
import os
from collections.abc import Callable

HANG = float(os.environ.get("UNO_HANG", "540"))
"""Seconds; less than pytest's own `timeout`, so that a test can still say what it waited for."""


async def until(true: Callable[[], object], seconds: float = 10.0) -> None:
    """Wait until it is so, for that long on the loop's clock. Raises TimeoutError."""
    async with asyncio.timeout(seconds):
        while not true():  # noqa: ASYNC110 - nothing tells of it
            await asyncio.sleep(0.01)
