"""The screens: each is a function of the model, the size of the terminal and a palette."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import TypeVar

from uno_client.core.model import Model
from uno_client.core.model.question import Pending, YesNo
from uno_client.core.navigation import Scope, at_the_game, place_of
from uno_client.core.standing import being_dealt, on_turn
from uno_client.drawing.grid import Canvas
from uno_client.drawing.palette import Palette
from uno_client.fullscreen.keys import Binding, clickable_key, keys_of, letters_now, menu_items, rank, works_now
from uno_client.fullscreen.screens import (
    ballot,
    help_screen,
    opening,
    qr,
    rules_page,
)
from uno_client.fullscreen.screens.frame import page_room
from uno_client.fullscreen.themes import COLOUR_STYLES, ORANGE_STYLE
from uno_client.fullscreen.widgets import SMALLEST, Lines, Size, clip, wrap
from uno_client.messages import Key, Typed
from uno_client.screens import hosted, trust
from uno_client.screens.around import Keys
from uno_client.screens.connect import of_model as connect
from uno_client.screens.connect import show as connect_show
from uno_client.screens.create import of_model as create
from uno_client.screens.create import show as create_show
from uno_client.screens.door import of_model as door
from uno_client.screens.door import show as door_show
from uno_client.screens.end import of_model as end
from uno_client.screens.end import show as end_show
from uno_client.screens.frame import Hint, KeyedChoice
from uno_client.screens.lobby import of_model as lobby
from uno_client.screens.lobby import show as lobby_show
from uno_client.screens.menu import of_model as menu
from uno_client.screens.menu import show as menu_show
from uno_client.screens.settings import of_model as settings
from uno_client.screens.settings import show as settings_show
from uno_client.screens.table.of_model import clocks_of, scene_of
from uno_client.screens.table.scene import Clocks, TableScene
from uno_client.screens.table.show import callout_rows, show
from uno_client.screens.waiting import of_model as waiting
from uno_client.screens.waiting import show as waiting_show
from uno_client.wording.words import voice_of
from uno_engine.cards import Colour
from uno_engine.language import _

_SCREENS = {
    Scope.HELP: help_screen.render,
    Scope.RULES: rules_page.render,
    Scope.QR: qr.render,
    Scope.OPENING: opening.render,
    Scope.VOTE: ballot.render,
}


Scene = TypeVar("Scene")
Drawing = Callable[[Model, Keys, int, int, Palette], Canvas]


def _drawing(scene_of: Callable[[Model, Keys], Scene], show: Callable[[Scene, int, int, Palette], Canvas]) -> Drawing:
    """What shows the scene of a model."""
    return lambda model, keys, columns, rows, palette: show(scene_of(model, keys), columns, rows, palette)


_DRAWN: Mapping[Scope, Drawing] = {
    Scope.DOOR: _drawing(door.scene_of, door_show.show),
    Scope.HOSTED: _drawing(hosted.scene_of, hosted.show),
    Scope.SETTINGS: _drawing(settings.scene_of, settings_show.show),
    Scope.CONNECT: _drawing(connect.scene_of, connect_show.show),
    Scope.CREATE: _drawing(create.scene_of, create_show.show),
    Scope.CHANGE: _drawing(create.scene_of, create_show.show),
    Scope.TRUST: _drawing(trust.scene_of, trust.show),
    Scope.MENU: _drawing(menu.scene_of, menu_show.show),
    Scope.SOMEBODY: _drawing(menu.people_of, menu_show.show),
    Scope.WAITING: _drawing(waiting.scene_of, waiting_show.show),
    Scope.TABLES: _drawing(lobby.scene_of, lobby_show.show),
    Scope.RESULT: _drawing(end.scene_of, end_show.show),
}


Painter = Callable[[TableScene, Clocks, int, int, Palette], Canvas]
"""Draws the table, perhaps with what moves on it."""
LINES = Size(30, 8)
"""The smallest terminal in which there is a table."""


def still(scene: TableScene, clocks: Clocks, columns: int, rows: int, palette: Palette) -> Canvas:
    """The table at rest."""
    return show(scene, clocks, columns, rows, palette).canvas


def render(model: Model, size: Size, palette: Palette) -> Lines:
    """The screen for the model: `size.rows` lines of `size.columns` columns."""
    return lines_of(draw(model, size, palette))


def lines_of(drawn: Canvas | Lines) -> Lines:
    """What is drawn, as lines."""
    return drawn.lines() if isinstance(drawn, Canvas) else drawn


def draw(model: Model, size: Size, palette: Palette, paint: Painter = still) -> Canvas | Lines:
    """The screen for the model, as a canvas where it is drawn on one."""
    least = LINES if shows_table(model) else SMALLEST
    if size.columns < least.columns or size.rows < least.rows:
        words = _("Too small: {columns} by {rows}. UNO needs {least_columns} by {least_rows}.").format(
            columns=size.columns, rows=size.rows, least_columns=SMALLEST.columns, least_rows=SMALLEST.rows
        )
        words = f"{words} {_('Your turn!')}" if on_turn(model) else words
        return [clip(line, size.columns) for line in wrap(words, size.columns, indent="")[: size.rows]]
    if being_dealt(_under(model)):
        return opening.render_dealing(model, size)
    place = _place(model)
    if (drawn := _DRAWN.get(place)) is not None:
        return drawn(model, keys_now(model), size.columns, size.rows, palette)
    if place is Scope.REASONS:
        model = settled(model, size)
    if (lines := _SCREENS.get(place)) is None:
        return paint(scene_of(model, keys_now(model)), clocks_of(model), size.columns, size.rows, palette)
    return _orange(lines(model, size)) if voice_of(model.table).orange else lines(model, size)


def shows_table(model: Model) -> bool:
    """Whether what is drawn is the table in play."""
    place = _place(model)
    return place not in _DRAWN and place not in _SCREENS and not being_dealt(_under(model))


def _under(model: Model) -> Model:
    """The model without a question that is asked over a screen."""
    below = isinstance(model.question, YesNo) or (isinstance(model.question, Pending) and model.question.field)
    return replace(model, question=None) if below else model


def _place(model: Model) -> Scope:
    place = place_of(_under(model))
    return at_the_game(_under(model)) if place is Scope.AWAY else place


def keys_now(model: Model) -> Keys:
    """The keys that work now, and what the keys of all actions are called."""
    letters = (_hint(each, model)._replace(key=each.shown.upper()) for each in letters_now(model))
    lines = menu_items(model) if place_of(model) is Scope.MENU else ()
    menu = (KeyedChoice(each.shown_now, _sentence(each.label_now(model)), _sentence(each.help_now())) for each in lines)
    return Keys(tuple(_hint(each, model) for each in works_now(model)), keys_of(model), tuple(menu), tuple(letters))


def _sentence(words: str) -> str:
    return f"{words[:1].upper()}{words[1:]}"


def _hint(binding: Binding, model: Model) -> Hint:
    return Hint(binding.shown_now, binding.label_now(model), rank(binding), _press(binding))


def _press(binding: Binding) -> Key | Typed | None:
    key = clickable_key(binding)
    return None if key is None else Typed(key) if len(key) == 1 else Key(key)


_AS_LETTERS = str.maketrans("↑↓←→▸▾◂‹›●○■▲◆✓…·–─│•⌫“”★×»", "^v<>>v<<>*o#^*x.---|*<''*x>")
"""What stands for a sign in terminals that show only ASCII: as wide as the sign."""


def in_ascii(lines: Lines) -> Lines:
    """The lines with such signs instead."""
    return [[(style, part.translate(_AS_LETTERS)) for style, part in line] for line in lines]


_PAGES = {
    Scope.HELP: help_screen.help_lines,
    Scope.RULES: rules_page.page_lines,
}


def settled(model: Model, size: Size) -> Model:
    """The model before a key: scrolled as far as a page is on the screen, and knowing how much of it is seen."""
    lines_of = _PAGES.get(place_of(model))
    if place_of(model) is Scope.REASONS:
        taken, room = callout_rows(scene_of(model, keys_now(model)), size.columns, size.rows)
    elif lines_of is not None:
        taken, room = len(lines_of(model, size.columns)), page_room(model, size)
    else:
        return model
    most = max(0, taken - room)
    seen = 0 if lines_of is None and not most else room
    reading = replace(model.reading, scroll=min(model.reading.scroll, most), rows=seen)
    return replace(model, reading=reading)


def _orange(lines: Lines) -> Lines:
    """The lines with yellow shown as orange, for tables where that is the fourth colour."""
    yellow = COLOUR_STYLES[Colour.YELLOW]
    return [[(style.replace(yellow, ORANGE_STYLE), part) for style, part in line] for line in lines]
