"""The log of a table, newest line last."""

from uno_client.core.model import Model
from uno_client.fullscreen.widgets import Lines, text, wrap
from uno_client.screens.told import told_lines
from uno_client.wording.chat import MARK, log_text
from uno_engine.language import _


def log_lines(model: Model, columns: int, rows: int, margin: str = "") -> Lines:
    """The last `rows` lines of the log, wrapped to `columns`, or older ones if it is scrolled back."""
    lines = [line for wrapped in _entries(model, columns, rows, margin) for line in wrapped]
    if model.reading.scroll and lines:
        lines[-1] = text(margin + _("… PgDn: newer lines"), "class:info")
    return lines[-rows:] if rows > 0 else []


def _entries(model: Model, columns: int, rows: int, margin: str) -> list[Lines]:
    """The entries that the last `rows` lines tell, each with its lines."""
    told = told_lines(model)
    end = max(1, len(told) - model.reading.scroll) if told else 0
    entries: list[Lines] = []
    taken = 0
    for _at, line in reversed(told[:end]):
        remark = log_text(line.event, model.seat)
        wrapped = wrap(line.text, columns, "", margin=margin) if remark is None else chat_rows(remark, columns, margin)
        entries.insert(0, wrapped)
        taken += len(wrapped)
        if taken >= rows:
            break
    return entries


def chat_rows(remark: str, columns: int, margin: str = "") -> Lines:
    """What somebody said, each of its rows marked, so that none can be taken for an event."""
    return wrap(remark, columns, "class:chat", indent=f"{MARK}   ", margin=margin)
