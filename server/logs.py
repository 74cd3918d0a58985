"""What may stand in the log: one line, no secrets, nothing that a stranger could play with (FAULTS 35, 40)."""

from __future__ import annotations

import logging
from collections.abc import Callable
from pathlib import PurePath

log = logging.getLogger(__name__)

CASES = 1000
"""Cases and peers that are remembered, at most."""


def whereabouts(fault: BaseException) -> str:
    """An exception as a line: its type and where it was raised; not its text, which may name cards."""
    at = fault.__traceback__
    while at is not None and at.tb_next is not None:
        at = at.tb_next
    place = "" if at is None else f" at {PurePath(at.tb_frame.f_code.co_filename).name}:{at.tb_lineno}"
    return type(fault).__name__ + place


def plain(text: str) -> str:
    """Text that came from outside, as one short printable line."""
    return "".join(letter if " " <= letter <= "~" else "?" for letter in text[:200])


class LogLimiter:
    """At most one line for a case and a peer within a second."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._last: dict[tuple[str, str], float] = {}

    def warning(self, case: str, address: str, text: str) -> None:
        """Write the line, unless one of its kind has just been written."""
        now = self._clock()
        if now - self._last.get((case, address), float("-inf")) >= 1.0:
            if len(self._last) >= CASES:
                self._last.clear()
            self._last[case, address] = now
            log.warning("%s %s: %s", address, case, plain(text))
