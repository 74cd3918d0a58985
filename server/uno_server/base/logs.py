"""Log lines: one line each, without secrets or anything that a stranger could misuse (FAULTS 35, 40)."""

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
"""The most cases and peers that are remembered."""
LONGEST_FIELD = 200
"""The longest field of a line, in characters."""
OURS = ("uno_server", "uno_protocol", "uno_engine")
"""The packages whose lines are known to be clean; lines of libraries get cleaned."""

Field = str | int | float | bool | None


def whereabouts(fault: BaseException) -> str:
    """An exception as a line: its type and where it was raised; not its text, which may name cards."""
    at = fault.__traceback__
    while at is not None and at.tb_next is not None:
        at = at.tb_next
    place = "" if at is None else f" at {PurePath(at.tb_frame.f_code.co_filename).name}:{at.tb_lineno}"
    return type(fault).__name__ + place


def plain(text: str) -> str:
    """Text from outside, as one short printable line."""
    return "".join(letter if " " <= letter <= "~" else "?" for letter in text[:200])


class LogLimiter:
    """At most one line for each case and peer in a second, or in what a case asks for."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._last: dict[tuple[str, str], float] = {}

    def warning(self, case: str, address: str, text: str) -> None:
        """Write the line, unless one like it was just written."""
        if self.admits(case, address):
            text = plain(text)
            log.warning("%s %s: %s", address, case, text, extra=told(case, address=address, reason=text))

    def admits(self, case: str, peer: str, seconds: float = 1.0) -> bool:
        """Whether no such line was written in the last `seconds`; it counts as written now."""
        now = self._clock()
        if now - self._last.get((case, peer), float("-inf")) < seconds:
            return False
        if len(self._last) >= CASES:
            self._last.clear()
        self._last[case, peer] = now
        return True


def told(event: str, **fields: Field) -> dict[str, object]:
    """The `extra` of a record: what the line is about, for programs. Never a hand, a token, a password or chat."""
    return {"event": event, "fields": fields}


def set_up(*, as_json: bool) -> None:
    """Send the log to standard error: warnings and worse as text, or everything as one JSON object per line."""
    handler = _Standard()
    handler.setFormatter(JsonLines() if as_json else PlainLines("%(asctime)s %(message)s", "%H:%M:%S"))
    logging.basicConfig(handlers=[handler], level=logging.INFO if as_json else logging.WARNING)


class AdminVoice:
    """Messages for the administrator: lines on standard error, or part of the log where that is JSON."""

    def __init__(self, program: str, *, as_json: bool) -> None:
        self._program = program
        self._as_json = as_json

    def tell(self, event: str, text: str, **fields: Field) -> None:
        """Something worth knowing."""
        self._say(logging.INFO, event, text, "", fields)

    def warn(self, event: str, text: str, **fields: Field) -> None:
        """Something that is wrong."""
        self._say(logging.WARNING, event, text, f"{self._program}: ", fields)

    def fail(self, event: str, text: str, **fields: Field) -> None:
        """Why the server stops."""
        self._say(logging.ERROR, event, text, f"{self._program}: ", fields)

    def _say(self, level: int, event: str, text: str, before: str, fields: dict[str, Field]) -> None:
        if self._as_json:
            log.log(level, "%s", text, extra=told(event, **fields))
            return
        with suppress(OSError):  # nobody listens to what we print
            print(f"{before}{text}", file=sys.stderr, flush=True)


class _Standard(logging.StreamHandler[TextIO]):
    """Writes to the current standard error, which the console (`uno_server.net.console`) replaces with its own."""

    def __init__(self) -> None:
        logging.Handler.__init__(self)

    @property
    def stream(self) -> TextIO:  # type: ignore[override]
        return sys.stderr

    def handleError(self, record: logging.LogRecord) -> None:  # noqa: N802  (its name in the library)
        """If nobody reads the log any more, carry on silently."""


class PlainLines(logging.Formatter):
    """Lines for people: never a traceback, and only printable text of libraries."""

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
