"""The screens: each is a function of the model and the size of the terminal."""

from dataclasses import replace

from uno_client.core.model import Model
from uno_client.core.model.question import Pending, YesNo
from uno_client.core.navigation import Scope, at_the_game, place_of
from uno_client.core.standing import being_dealt
from uno_client.fullscreen.screens import (
    ballot,
    connect,
    create,
    front_door,
    help_screen,
    menu,
    opening,
    qr,
    reasons,
    result,
    rules_page,
    table,
    tables,
    trust,
    waiting,
)
from uno_client.fullscreen.screens.frame import page_room
from uno_client.fullscreen.themes import COLOUR_STYLES, ORANGE_STYLE
from uno_client.fullscreen.widgets import SMALLEST, Lines, Size, clip, wrap
from uno_client.wording.words import voice_of
from uno_engine.cards import Colour
from uno_engine.language import _

_SCREENS = {
    Scope.HELP: help_screen.render,
    Scope.RULES: rules_page.render,
    Scope.REASONS: reasons.render,
    Scope.QR: qr.render,
    Scope.DOOR: front_door.render,
    Scope.SETTINGS: front_door.render_settings,
    Scope.HOSTED: front_door.render_hosted,
    Scope.CONNECT: connect.render,
    Scope.TRUST: trust.render,
    Scope.TABLES: tables.render,
    Scope.CREATE: create.render,
    Scope.CHANGE: create.render,
    Scope.MENU: menu.render,
    Scope.SOMEBODY: menu.render_people,
    Scope.WAITING: waiting.render,
    Scope.OPENING: opening.render,
    Scope.VOTE: ballot.render,
    Scope.RESULT: result.render,
}


def render(model: Model, size: Size) -> Lines:
    """The screen for the model: `size.rows` lines of `size.columns` columns."""
    if size.columns < SMALLEST.columns or size.rows < SMALLEST.rows:
        words = _("Too small: {columns} by {rows}. UNO needs {least_columns} by {least_rows}.").format(
            columns=size.columns, rows=size.rows, least_columns=SMALLEST.columns, least_rows=SMALLEST.rows
        )
        return [clip(line, size.columns) for line in wrap(words, size.columns, indent="")[: size.rows]]
    below = isinstance(model.question, YesNo) or (isinstance(model.question, Pending) and model.question.field)
    under = replace(model, question=None) if below else model
    if being_dealt(under):
        return opening.render_dealing(model, size)
    place = place_of(under)
    lines = _SCREENS.get(at_the_game(under) if place is Scope.AWAY else place, table.render)(model, size)
    return _orange(lines) if voice_of(model.table).orange else lines


_PAGES = {
    Scope.HELP: help_screen.help_lines,
    Scope.RULES: rules_page.page_lines,
    Scope.REASONS: reasons.reason_lines,
}


def settled(model: Model, size: Size) -> Model:
    """The model before a key: scrolled as far as a page is on the screen, and knowing how much of it is seen."""
    lines_of = _PAGES.get(place_of(model))
    if lines_of is None:
        return model
    room = page_room(model, size)
    most = max(0, len(lines_of(model, size.columns)) - room)
    return replace(model, reading=replace(model.reading, scroll=min(model.reading.scroll, most), rows=room))


def _orange(lines: Lines) -> Lines:
    """The lines with yellow shown as orange, for tables where that is the fourth colour."""
    yellow = COLOUR_STYLES[Colour.YELLOW]
    return [[(style.replace(yellow, ORANGE_STYLE), part) for style, part in line] for line in lines]
