"""Stop and continue: after SIGSTOP or Ctrl-Z other programs may have used the terminal."""

import asyncio
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager

from prompt_toolkit.application import Application

if sys.platform == "win32":

    @contextmanager
    def goes_on(_app: Application[None]) -> Iterator[None]:
        """Nothing stops a program here."""
        yield

else:

    @contextmanager
    def goes_on(app: Application[None]) -> Iterator[None]:
        """During this, SIGCONT makes the terminal raw again and redraws everything."""
        loop = asyncio.get_running_loop()
        try:
            loop.add_signal_handler(signal.SIGCONT, _again, app)
        except (RuntimeError, ValueError):  # not the main thread
            yield
            return
        try:
            yield
        finally:
            loop.remove_signal_handler(signal.SIGCONT)

    def _again(app: Application[None]) -> None:
        import termios

        if not app.is_running:
            return
        try:
            # Never left: the one around the whole application gives the terminal back as it was at first.
            app.input.raw_mode().__enter__()
        except termios.error:  # in the background, with no shell that could bring it to the front
            return
        # The screen may hold anything, and the cursor may be anywhere.
        app.renderer.reset(leave_alternate_screen=False)
        app.output.erase_screen()
        app.output.cursor_goto(0, 0)
        app.output.flush()
        app.invalidate()
