"""What may stand in the log: one line, no secrets, nothing that a stranger could play with (FAULTS 35, 40)."""

from __future__ import annotations

import json
import logging
import sys
from collections.abc import Callable
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import PurePath
from typing import TextIO

log = logging.getLogger(__name__)

CASES = 1000
"""Cases and peers that are remembered, at most."""
LONGEST_FIELD = 200
"""Characters of a field in a line."""
OURS = ("server", "protocol", "engine")
"""The packages whose lines are known to be clean; those of libraries are cleaned."""

Field = str | int | float | bool | None


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
        if self.admits(case, address):
            text = plain(text)
            log.warning("%s %s: %s", address, case, text, extra=told(case, address=address, reason=text))

    def admits(self, case: str, peer: str) -> bool:
        """Whether none of the kind has just been written; it counts as written now."""
        now = self._clock()
        if now - self._last.get((case, peer), float("-inf")) < 1.0:
            return False
        if len(self._last) >= CASES:
            self._last.clear()
        self._last[case, peer] = now
        return True


# --- how a line is written -------------------------------------------------------------------------------------------


def told(event: str, **fields: Field) -> dict[str, object]:
    """`extra` of a record: what the line is about, for programs. Never a hand, a token, a password or what was said."""
    return {"event": event, "fields": fields}


def set_up(*, as_json: bool) -> None:
    """Let lines go to standard error: as text from warnings on, or everything as one JSON object a line."""
    handler = _Standard()
    handler.setFormatter(JsonLines() if as_json else PlainLines("%(asctime)s %(message)s", "%H:%M:%S"))
    logging.basicConfig(handlers=[handler], level=logging.INFO if as_json else logging.WARNING)


class Voice:
    """Tells whoever has started the server: in lines on standard error, or as part of the log where that is JSON."""

    def __init__(self, program: str, *, as_json: bool) -> None:
        self._program = program
        self._as_json = as_json

    def tell(self, event: str, text: str, **fields: Field) -> None:
        """Something good to know."""
        self._say(logging.INFO, event, text, "", fields)

    def warn(self, event: str, text: str, **fields: Field) -> None:
        """Something that is not as it should be."""
        self._say(logging.WARNING, event, text, f"{self._program}: ", fields)

    def fail(self, event: str, text: str, **fields: Field) -> None:
        """Why the server ends."""
        self._say(logging.ERROR, event, text, f"{self._program}: ", fields)

    def _say(self, level: int, event: str, text: str, before: str, fields: dict[str, Field]) -> None:
        if self._as_json:
            log.log(level, "%s", text, extra=told(event, **fields))
            return
        with suppress(OSError):  # nobody listens to what we print
            print(f"{before}{text}", file=sys.stderr, flush=True)


class _Standard(logging.StreamHandler[TextIO]):
    """Writes to what standard error is at that moment: the console (`server.console`) puts its own in the place."""

    def __init__(self) -> None:
        logging.Handler.__init__(self)

    @property
    def stream(self) -> TextIO:  # type: ignore[override]
        return sys.stderr

    def handleError(self, record: logging.LogRecord) -> None:  # noqa: N802  (its name in the library)
        """Nobody reads the log any more: that is no reason to stop, or to say more."""


class PlainLines(logging.Formatter):
    """Lines for people: never a traceback, and of libraries only what can be printed."""

    def format(self, record: logging.LogRecord) -> str:
        record.message = _text(record)
        record.asctime = self.formatTime(record, self.datefmt)
        return self.formatMessage(record)


class JsonLines(logging.Formatter):
    """Lines for programs: `time` (UTC), `level`, `event`, `text`, and the fields of the event. ASCII, one line each."""

    def format(self, record: logging.LogRecord) -> str:
        time = datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
        line = {"time": time, "level": record.levelname.lower(), "event": getattr(record, "event", "message")}
        fields = getattr(record, "fields", {})
        shown = {key: value[:LONGEST_FIELD] if isinstance(value, str) else value for key, value in fields.items()}
        return json.dumps({**line, "text": _text(record), **shown})


def _text(record: logging.LogRecord) -> str:
    said = record.getMessage()
    if record.name.partition(".")[0] not in OURS:
        said = plain(said)
    if record.exc_info and record.exc_info[1] is not None:
        said = f"{said} ({whereabouts(record.exc_info[1])})"
    return said
