"""The log of a table, newest line last."""

from __future__ import annotations

from client.model import Model
from client.widgets import Lines, text, wrap


def log_lines(model: Model, columns: int, rows: int, margin: str = "") -> Lines:
    """The last `rows` lines of the log, wrapped to `columns`, or older ones if it is scrolled back."""
    told = [line.text for line in model.log if line.text]
    end = max(1, len(told) - model.scroll) if told else 0
    lines: Lines = []
    for sentence in reversed(told[:end]):
        style = "" if not lines and not model.scroll else "class:quiet"
        lines[:0] = wrap(sentence, columns, style, margin=margin)
        if len(lines) >= rows:
            break
    if model.scroll and lines:
        lines[-1] = text(f"{margin}… PgDn: newer lines", "class:info")
    return lines[-rows:] if rows > 0 else []
