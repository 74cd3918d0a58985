"""The log of a table, newest line last."""

from uno_client.core import chat
from uno_client.core.model import Model
from uno_client.core.model.table import LogLine
from uno_client.core.plays import gathered
from uno_client.fullscreen.widgets import Lines, text, wrap
from uno_client.wording.chat import MARK, log_text
from uno_client.wording.words import voice_of
from uno_engine.language import _
from uno_protocol.room import GameSeed, HandsShown, ReadyChanged, RoomPhase

LEAPS = (6, 3, 2, 1)
"""Entries dropped when the log is full: the most that leave half of its lines."""


def log_lines(model: Model, columns: int, rows: int, margin: str = "") -> Lines:
    """The last `rows` lines of the log, wrapped to `columns`, or older ones if it is scrolled back."""
    lines = [line for _, wrapped in _entries(model, columns, rows, margin) for line in wrapped]
    if model.reading.scroll and lines:
        lines[-1] = text(margin + _("… PgDn: newer lines"), "class:info")
    return lines[-rows:] if rows > 0 else []


def steady_log(model: Model, columns: int, rows: int, margin: str = "") -> Lines:
    """The lines of `log_lines`, filled from the top; a full log drops several entries together, and the rest stay.

    A log that moves with every entry is redrawn with every entry: most of the bytes of a game.
    """
    if model.reading.scroll:
        return log_lines(model, columns, rows, margin)
    entries = _entries(model, columns, rows, margin)
    leap = next((leap for leap in LEAPS if leap <= rows // 2), 1)
    taken = sum(len(wrapped) for _number, wrapped in entries)
    full = taken >= rows
    while full and len(entries) > 1 and (taken > rows or entries[0][0] % leap):
        taken -= len(entries.pop(0)[1])
    return [line for _number, wrapped in entries for line in wrapped][-rows:] if rows > 0 else []


def _entries(model: Model, columns: int, rows: int, margin: str) -> list[tuple[int, Lines]]:
    """The entries that the last `rows` lines tell, each with its number and its lines."""
    shown = [line for line in model.play.log if line.text and not _beside(model, line)]
    shown = gathered([line for line in shown if not chat.unheard(model, line.event)], voice_of(model.table))
    told = list(enumerate(shown, model.play.told - len(model.play.log)))
    end = max(1, len(told) - model.reading.scroll) if told else 0
    entries: list[tuple[int, Lines]] = []
    taken = 0
    for at, line in reversed(told[:end]):
        remark = log_text(line.event, model.seat)
        wrapped = wrap(line.text, columns, "", margin=margin) if remark is None else chat_rows(remark, columns, margin)
        entries.insert(0, (at, wrapped))
        taken += len(wrapped)
        if taken >= rows:
            break
    return entries


def chat_rows(remark: str, columns: int, margin: str = "") -> Lines:
    """What somebody said, each of its rows marked, so that none can be taken for an event."""
    return wrap(remark, columns, "class:chat", indent=f"{MARK}   ", margin=margin)


def _beside(model: Model, line: LogLine) -> bool:
    """Whether a line isn't about play, and is shown elsewhere: the seed on the page of the rules, hands in the result.

    The waiting room shows who is ready; later the result does.
    """
    if isinstance(line.event, ReadyChanged):
        return model.phase is not RoomPhase.WAITING or model.start.autostart
    return isinstance(line.event, (GameSeed, HandsShown))
