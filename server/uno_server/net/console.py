"""The console: a status line and commands (`admin.py`) for the administrator at a terminal.

A shell: lines are read by prompt_toolkit in the server's own loop, and what is written meanwhile goes above them.
"""

from __future__ import annotations

import asyncio
import os
import sys
from collections.abc import Callable
from contextlib import suppress
from typing import TYPE_CHECKING

from uno_protocol.qr import shows_blocks
from uno_protocol.text import clean
from uno_server.base.logs import whereabouts
from uno_server.core.admin import (
    CancelStop,
    ForHub,
    Qr,
    ShowKey,
    StopServer,
    in_words,
    parse,
    status,
    tell_all,
    warning,
    warnings,
)
from uno_server.net.guests import Guests

if TYPE_CHECKING:
    from prompt_toolkit import PromptSession

    from uno_server.net.server import Server

REDRAW_SECONDS = 1.0
"""Between two checks whether the status line has changed."""
ENDS_IN_A_ROW = 3
"""After this many ends of input with nothing typed between, the terminal counts as gone."""


def possible() -> bool:
    """Whether this program runs at a terminal, in the foreground."""
    if not (sys.stdin and sys.stdin.isatty() and sys.stderr and sys.stderr.isatty()):
        return False
    return _in_front(sys.stdin.fileno())


if sys.platform == "win32":

    def _in_front(_terminal: int) -> bool:
        """Windows has no background jobs."""
        return True

else:

    def _in_front(terminal: int) -> bool:
        """Whether this program may read: in the background, reading would suspend it."""
        try:
            return os.tcgetpgrp(terminal) == os.getpgrp()
        except OSError:  # the terminal of nobody's session, which knows neither
            return True


class Console:
    """Takes commands until the server stops. `place`: how others join, for the status line.

    `introducing`: makes the lines that say by what players know this server again. `guests`: how phones find it.
    """

    def __init__(
        self,
        server: Server,
        place: str,
        stop: Callable[[], None],
        introducing: asyncio.Future[tuple[str, ...]],
        guests: Guests,
    ) -> None:
        self._introducing = introducing
        self._guests = guests
        self._server = server
        self._place = place
        self._stop = stop
        self.countdown = StopPlan(self._announce, stop)
        self._status = ""
        self._prompt: PromptSession[str] | None = None

    async def run(self) -> None:
        """Read and carry out commands until the server stops or the terminal is gone. Leaves the terminal as it was."""
        from prompt_toolkit import PromptSession
        from prompt_toolkit.input import create_input
        from prompt_toolkit.output import create_output
        from prompt_toolkit.patch_stdout import patch_stdout
        from prompt_toolkit.styles import Style

        self._look()
        self._prompt = PromptSession(
            "> ",
            bottom_toolbar=lambda: self._status,
            style=Style.from_dict({"bottom-toolbar": "noreverse bold"}),
            input=create_input(sys.stdin),
            output=create_output(sys.stderr),
        )
        redrawing = asyncio.create_task(self._redraw())
        try:
            with patch_stdout():
                await self._read(self._prompt)
        finally:
            self.countdown.cancel()
            redrawing.cancel()
            await asyncio.gather(redrawing, return_exceptions=True)

    async def _read(self, prompt: PromptSession[str]) -> None:
        from prompt_toolkit import print_formatted_text
        from prompt_toolkit.formatted_text import ANSI

        ends = 0
        while ends < ENDS_IN_A_ROW:
            try:
                line = await prompt.prompt_async(set_exception_handler=False, handle_sigint=False)
            except KeyboardInterrupt:
                self._stop()
                return
            except EOFError:
                ends += 1
                print("type stop to stop the server", file=sys.stderr)
                continue
            ends = 0
            print_formatted_text(ANSI("\n".join(self.obey(line))), output=prompt.output)

    def obey(self, line: str) -> tuple[str, ...]:
        """Carry out a typed line. Returns the lines to show."""
        command = parse(line)
        try:
            match command:
                case StopServer(0):
                    self._stop()
                    return ("stopping the server",)
                case StopServer(seconds):
                    self.countdown.begin(seconds)
                    return (f"the server stops in {in_words(seconds)}; to cancel, type stop cancel",)
                case ShowKey():
                    return self._introducing.result() if self._introducing.done() else ("try again in a moment",)
                case Qr(table, number):
                    return self._code(table, number)
                case CancelStop():
                    if not self.countdown.cancel():
                        return ("no stop was planned",)
                    self._announce("Stop cancelled: the server keeps running.")
                    return ("stop cancelled",)
                case _:
                    return self._server.administer(command)
        except Exception as fault:  # noqa: BLE001  (the edge of the console: the games go on)
            return (f"internal error: {whereabouts(fault)}",)

    def _code(self, named: str, number: int) -> tuple[str, ...]:
        hub = self._server.hub
        table = hub.lobby.find(named) if named else None
        if named and table is None:
            return (f"there is no table {clean(named, 64)}; tables lists them",)
        code = "" if table is None else table.room.code
        people = filter(None, map(hub.address_of, hub.sessions))
        colours = not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"
        return self._guests.code(code, number, people, drawn=shows_blocks(sys.stderr.encoding), colours=colours)

    def _announce(self, text: str) -> None:
        self._server.administer(ForHub(tell_all, text))

    async def _redraw(self) -> None:
        """Redraw the status line whenever it changes."""
        while True:
            await asyncio.sleep(REDRAW_SECONDS)
            if self._look() and self._prompt is not None:
                self._prompt.app.invalidate()

    def _look(self) -> bool:
        """Make the status line. Returns whether it has changed."""
        line = f" {status(self._server.hub, self._place, self.countdown.left())} · help "
        changed, self._status = line != self._status, line
        return changed


class StopPlan:
    """A planned stop: players are warned immediately, and again shortly before (`admin.WARNINGS`)."""

    def __init__(self, announce: Callable[[str], None], stop: Callable[[], None]) -> None:
        self._announce = announce
        self._stop = stop
        self._loop = asyncio.get_running_loop()
        self._timers: list[asyncio.TimerHandle] = []
        self._at: float | None = None

    def begin(self, seconds: int) -> None:
        """Stop in this many seconds; this replaces an earlier plan."""
        self.cancel()
        self._at = self._loop.time() + seconds
        self._announce(warning(seconds))
        for before in warnings(seconds)[1:]:
            self._timers.append(self._loop.call_at(self._at - before, self._announce, warning(before)))
        self._timers.append(self._loop.call_at(self._at, self._stop))

    def cancel(self) -> bool:
        """Cancel the stop. False if none was planned."""
        near, self._at = self._at is not None, None
        for timer in self._timers:
            timer.cancel()
        self._timers.clear()
        return near

    def left(self) -> float | None:
        """Seconds until the stop; None if none is planned."""
        return None if self._at is None else max(0.0, self._at - self._loop.time())


async def run(
    server: Server,
    place: str,
    stop: Callable[[], None],
    introducing: asyncio.Future[tuple[str, ...]],
    guests: Guests,
) -> None:
    """A console, whose faults do not end the server."""
    try:
        await Console(server, place, stop, introducing, guests).run()
    except Exception as fault:  # noqa: BLE001  (the edge of the console: the games go on)
        with suppress(OSError):
            print(f"the console failed ({whereabouts(fault)}); the server keeps running", file=sys.stderr)
