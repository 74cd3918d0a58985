"""The form for a new table."""

from __future__ import annotations

from client.model import Model
from client.screens.connect import form_lines
from client.screens.frame import bar, framed
from client.widgets import Lines, Size


def render(model: Model, size: Size) -> Lines:
    """The screen as lines; where there is no room, the blank lines between fields go."""
    lines = form_lines(model.form, size.columns)
    if len(lines) + 5 > size.rows:
        lines = [line for line in lines if line]
    return framed(model, size, bar("A new table", model.server, size.columns), [[], *lines], [])
