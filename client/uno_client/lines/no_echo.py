"""Typing kept from the screen: for passwords, on terminals that can (not on Windows)."""

import subprocess
import sys
from typing import Self


class Echo:
    """What is typed is shown, or not. As a context manager it leaves the terminal as it found it."""

    def __init__(self) -> None:
        self._before = ""
        """The terminal's settings while nothing is shown, else empty."""

    def hide(self) -> bool:
        """Show nothing of what is typed from now on; whether that works here."""
        if not self._before:
            self._before = _stty("-g")
            _stty("-echo", "echonl")
        return bool(self._before)

    def show(self) -> None:
        """Show what is typed again."""
        before, self._before = self._before, ""
        if before:
            _stty(before)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_fault: object) -> None:
        self.show()


def _stty(*wanted: str) -> str:
    """What `stty` says; empty if it says nothing, or there is no terminal or no such program."""
    try:
        done = subprocess.run(("stty", *wanted), stdin=sys.stdin, capture_output=True, check=True, text=True)
    except (OSError, ValueError, AttributeError, subprocess.CalledProcessError):
        return ""
    return done.stdout.strip()
