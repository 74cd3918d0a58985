"""What is seen: each screen is a function of the model and the size of the terminal."""

from __future__ import annotations

from client.model import Confirm, Model
from client.places import Place, place_of
from client.screens import ballot, connect, create, help_screen, reasons, result, rules_page, table, tables, waiting
from client.themes import COLOUR_STYLES, ORANGE_STYLE
from client.widgets import SMALLEST, Lines, Size, clip, text
from client.words import voice_of
from engine.cards import Colour

_SCREENS = {
    Place.HELP: help_screen.render,
    Place.RULES: rules_page.render,
    Place.REASONS: reasons.render,
    Place.CONNECT: connect.render,
    Place.TABLES: tables.render,
    Place.CREATE: create.render,
    Place.WAITING: waiting.render,
    Place.VOTE: ballot.render,
    Place.RESULT: result.render,
}


def render(model: Model, size: Size) -> Lines:
    """The screen for the model: `size.rows` lines of `size.columns` columns."""
    if size.columns < SMALLEST.columns or size.rows < SMALLEST.rows:
        words = f"The terminal is too small: {SMALLEST.columns} by {SMALLEST.rows} is needed."
        return [clip(text(words), size.columns)] if size.rows else []
    under = model.but(question=None) if isinstance(model.question, Confirm) else model
    lines = _SCREENS.get(place_of(under), table.render)(model, size)
    return _orange(lines) if voice_of(model.table).orange else lines


def _orange(lines: Lines) -> Lines:
    """The same lines at a table where the fourth colour is orange."""
    yellow = COLOUR_STYLES[Colour.YELLOW]
    return [[(style.replace(yellow, ORANGE_STYLE), part) for style, part in line] for line in lines]
