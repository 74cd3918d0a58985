"""Typing kept from the screen: for passwords, on terminals that can (not on Windows)."""

import sys
from typing import Any, Self


class Echo:
    """What is typed is shown, or not. As a context manager it leaves the terminal as it found it."""

    def __init__(self) -> None:
        self._before: Any = None
        """The terminal's settings while nothing is shown, else None."""

    def hide(self) -> bool:
        """Show nothing of what is typed from now on; whether that works here."""
        if self._before is None:
            self._before = _hide()
        return self._before is not None

    def show(self) -> None:
        """Show what is typed again."""
        before, self._before = self._before, None
        if before is not None:
            _restore(before)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_fault: object) -> None:
        self.show()


if sys.platform == "win32":

    def _hide() -> Any:
        return None

    def _restore(_before: Any) -> None:
        """Nothing was hidden."""

else:
    _LOCAL = 3
    """Where the list of a terminal's settings has the flags that say what is shown."""

    def _hide() -> Any:
        import termios

        try:
            fd = sys.stdin.fileno()
            before = termios.tcgetattr(fd)
            after = termios.tcgetattr(fd)
            after[_LOCAL] = after[_LOCAL] & ~termios.ECHO | termios.ECHONL
            termios.tcsetattr(fd, termios.TCSADRAIN, after)
        except (OSError, ValueError, AttributeError, termios.error):  # no terminal, or there is no input at all
            return None
        return before

    def _restore(before: Any) -> None:
        import termios

        try:
            termios.tcsetattr(sys.stdin.fileno(), termios.TCSADRAIN, before)
        except (OSError, ValueError, AttributeError, termios.error):  # the terminal has gone
            return
