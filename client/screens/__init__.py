"""What is seen: each screen is a function of the model and the size of the terminal."""

from __future__ import annotations

from client.keys import Place, place_of
from client.model import Model
from client.screens import connect, create, help_screen, result, table, tables, waiting
from client.widgets import SMALLEST, Lines, Size, clip, text

_SCREENS = {
    Place.HELP: help_screen.render,
    Place.CONNECT: connect.render,
    Place.TABLES: tables.render,
    Place.CREATE: create.render,
    Place.WAITING: waiting.render,
    Place.RESULT: result.render,
}


def render(model: Model, size: Size) -> Lines:
    """The screen for the model: `size.rows` lines of `size.columns` columns."""
    if size.columns < SMALLEST.columns or size.rows < SMALLEST.rows:
        words = f"The terminal is too small: {SMALLEST.columns} by {SMALLEST.rows} is needed."
        return [clip(text(words), size.columns)] if size.rows else []
    under = model.but(question=None) if place_of(model) is Place.CONFIRM else model
    return _SCREENS.get(place_of(under), table.render)(model, size)
