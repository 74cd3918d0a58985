"""Signals: SIGTERM, SIGHUP and Ctrl-C end the client in good order, wherever it waits."""

import asyncio
import signal
from collections.abc import Callable, Coroutine, Iterator
from contextlib import contextmanager

from uno_client.exits import EXIT_INTERRUPTED, EXIT_SIGNAL

_ENDS: list[Callable[[int], object]] = []
"""What signals end, the innermost last."""


def _end(code: int) -> None:
    _ENDS[-1](code)


@contextmanager
def signals_end(end: Callable[[int], object]) -> Iterator[None]:
    """While this lasts, SIGTERM and SIGHUP end the program in good order, with that exit code (not on Windows).

    They may be nested: the innermost gets the signal, and within `until_signalled` the first Ctrl-C, too.
    """
    loop = asyncio.get_running_loop()
    _ENDS.append(end)
    caught = []
    for name in ("SIGTERM", "SIGHUP"):
        number = getattr(signal, name, None)
        try:
            if number is not None:
                loop.add_signal_handler(number, _end, EXIT_SIGNAL + number)
                caught.append(number)
        except (NotImplementedError, RuntimeError, ValueError):
            pass
    try:
        yield
    finally:
        _ENDS.remove(end)
        for number in () if _ENDS else caught:
            loop.remove_signal_handler(number)


async def until_signalled(running: Coroutine[None, None, int]) -> int:
    """The exit code of what runs, or of a signal that nothing within it took (`signals_end`): then it is cancelled."""
    task = asyncio.ensure_future(running)
    codes: list[int] = []

    def end(code: int) -> None:
        codes.append(code)
        task.cancel()

    try:
        with signals_end(end):
            try:
                return await asyncio.shield(task)
            except asyncio.CancelledError:
                if not task.done():  # Ctrl-C: asyncio.run has cancelled this, and not the task
                    _end(EXIT_INTERRUPTED)
                return await task
    except asyncio.CancelledError:
        if codes:
            return codes[0]
        raise
