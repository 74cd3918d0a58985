"""The log of a table, newest line last."""

from __future__ import annotations

from client.core import chat
from client.core.model import Line, Model
from client.fullscreen.widgets import Lines, text, wrap
from client.wording.chat import MARK, log_text
from engine.events import CardsDrawn, CardsPlayed, DrawnKept, Passed
from protocol.room import GameSeed


def log_lines(model: Model, columns: int, rows: int, margin: str = "") -> Lines:
    """The last `rows` lines of the log, wrapped to `columns`, or older ones if it is scrolled back."""
    told = [line for line in model.log if line.text and not _beside(line) and not chat.unheard(model, line.event)]
    end = max(1, len(told) - model.scroll) if told else 0
    lines: Lines = []
    new = not model.scroll
    for line in reversed(told[:end]):
        new = new and not _own(line, model.seat)
        fresh = new or (not lines and not model.scroll)
        remark = log_text(line.event, model.seat)
        if remark is None:
            lines[:0] = wrap(line.text, columns, "" if fresh else "class:quiet", margin=margin)
        else:
            lines[:0] = chat_rows(remark, columns, margin)
        if len(lines) >= rows:
            break
    if model.scroll and lines:
        lines[-1] = text(f"{margin}… PgDn: newer lines", "class:info")
    return lines[-rows:] if rows > 0 else []


def chat_rows(remark: str, columns: int, margin: str = "") -> Lines:
    """What somebody said, each of its rows marked, so that none can be taken for an event."""
    return wrap(remark, columns, "class:chat", indent=f"{MARK}   ", margin=margin)


def _beside(line: Line) -> bool:
    """Whether a line is not about play: the page of the rules has the seed."""
    return isinstance(line.event, GameSeed)


def _own(line: Line, seat: int | None) -> bool:
    """Whether the line tells what the player did: what came after it is news."""
    return isinstance(line.event, (CardsPlayed, CardsDrawn, DrawnKept, Passed)) and line.event.seat == seat
