"""What is seen: each screen is a function of the model and the size of the terminal."""

from __future__ import annotations

from client.core.model import Confirm, Model, TypeIn
from client.core.navigation import Place, at_the_game, place_of
from client.fullscreen.screens import (
    ballot,
    connect,
    create,
    help_screen,
    menu,
    reasons,
    result,
    rules_page,
    table,
    tables,
    trust,
    waiting,
)
from client.fullscreen.themes import COLOUR_STYLES, ORANGE_STYLE
from client.fullscreen.widgets import SMALLEST, Lines, Size, clip, text
from client.wording.words import voice_of
from engine.cards import Colour

_SCREENS = {
    Place.HELP: help_screen.render,
    Place.RULES: rules_page.render,
    Place.REASONS: reasons.render,
    Place.CONNECT: connect.render,
    Place.TRUST: trust.render,
    Place.TABLES: tables.render,
    Place.CREATE: create.render,
    Place.CHANGE: create.render,
    Place.MENU: menu.render,
    Place.SOMEBODY: menu.render_people,
    Place.WAITING: waiting.render,
    Place.VOTE: ballot.render,
    Place.RESULT: result.render,
}


def render(model: Model, size: Size) -> Lines:
    """The screen for the model: `size.rows` lines of `size.columns` columns."""
    if size.columns < SMALLEST.columns or size.rows < SMALLEST.rows:
        words = f"The terminal is too small: you need at least {SMALLEST.columns} by {SMALLEST.rows}."
        return [clip(text(words), size.columns)] if size.rows else []
    under = model.but(question=None) if isinstance(model.question, (Confirm, TypeIn)) else model
    place = place_of(under)
    lines = _SCREENS.get(at_the_game(under) if place is Place.AWAY else place, table.render)(model, size)
    return _orange(lines) if voice_of(model.table).orange else lines


def _orange(lines: Lines) -> Lines:
    """The same lines at a table where the fourth colour is orange."""
    yellow = COLOUR_STYLES[Colour.YELLOW]
    return [[(style.replace(yellow, ORANGE_STYLE), part) for style, part in line] for line in lines]
