"""The screens: each is a function of the model, the size of the terminal and a palette."""

from collections.abc import Callable, Mapping

from uno_client.core.model import Model
from uno_client.core.model.parts import Scope
from uno_client.core.model.question import Pending, YesNo
from uno_client.core.navigation import at_the_game, place_of
from uno_client.core.replay import shown
from uno_client.core.standing import being_dealt, on_turn
from uno_client.drawing.cells import Line
from uno_client.drawing.grid import Canvas
from uno_client.drawing.palette import Palette
from uno_client.drawing.texts import wrap
from uno_client.fullscreen import help_keys
from uno_client.fullscreen.keys import (
    Binding,
    capital,
    clickable_key,
    keys_of,
    letters_now,
    menu_items,
    rank,
    works_now,
)
from uno_client.messages import Key, Typed
from uno_client.screens import (
    connect,
    create,
    door,
    end,
    joining,
    lobby,
    menu,
    numbers,
    opening,
    page,
    pages,
    settings,
    waiting,
)
from uno_client.screens.around import Keys
from uno_client.screens.frame import SMALLEST, Hint, KeyLine, Size
from uno_client.screens.table.asked import time_left
from uno_client.screens.table.of_model import scene_of
from uno_client.screens.table.scene import TableScene, TimeLeft
from uno_client.screens.table.show import callout_rows, show
from uno_client.structs import replace
from uno_engine.language import _

Drawing = Callable[[Canvas, Model, Keys], None]
PAGES: Mapping[Scope, Callable[[Model, Keys], page.ReadPage]] = {
    Scope.HELP: pages.help_of,
    Scope.RULES: pages.rules_of,
    Scope.NUMBERS: numbers.numbers_of,
}
"""What is read line by line."""
_DRAWN: Mapping[Scope, Drawing] = {
    Scope.QR: joining.show_code,
    Scope.MOVING: joining.show_moving,
    Scope.OPENING: opening.show,
    Scope.VOTE: opening.show_vote,
    Scope.DOOR: door.show,
    Scope.HOSTED: door.show_hosted,
    Scope.SETTINGS: settings.show,
    Scope.CONNECT: connect.show,
    Scope.CREATE: create.show,
    Scope.CHANGE: create.show,
    Scope.TRUST: connect.show_doubt,
    Scope.MENU: menu.show,
    Scope.SOMEBODY: menu.show_people,
    Scope.WAITING: waiting.show,
    Scope.TABLES: lobby.show,
}


Painter = Callable[[TableScene, TimeLeft | None, int, int, Palette], Canvas]
"""Draws the table, perhaps with what moves on it."""
LINES = Size(30, 8)
"""The smallest terminal in which there is a table."""


def still(scene: TableScene, clock: TimeLeft | None, columns: int, rows: int, palette: Palette) -> Canvas:
    """The table at rest."""
    return show(scene, clock, columns, rows, palette).canvas


def draw(model: Model, size: Size, palette: Palette, paint: Painter = still, feast: float = 1) -> Canvas:
    """The screen for the model; `feast` is how much of a victory is there (0 to 1)."""
    model = shown(model)
    dealt, place = being_dealt(_under(model)), _place(model)
    least = LINES if not dealt and _is_table(place) else SMALLEST
    if size.columns < least.columns or size.rows < least.rows:
        return _too_small(model, size, palette)
    keys, canvas = keys_now(model), Canvas(size.columns, size.rows, palette.roles.ground, palette=palette)
    if dealt:
        opening.show_dealing(canvas, model, keys)
    elif place is Scope.RESULT:
        end.show(canvas, model, keys, feast)
    elif place in PAGES:
        page.show(canvas, PAGES[place](model, keys))
    elif place in _DRAWN:
        _DRAWN[place](canvas, model, keys)
    else:
        clock = None if model.replay is not None else time_left(model)
        return paint(scene_of(model, keys), clock, size.columns, size.rows, palette)
    return canvas


def _too_small(model: Model, size: Size, palette: Palette) -> Canvas:
    words = _("Too small: {columns} by {rows}. UNO needs {least_columns} by {least_rows}.").format(
        columns=size.columns, rows=size.rows, least_columns=SMALLEST.columns, least_rows=SMALLEST.rows
    )
    words = f"{words} {_('Your turn!')}" if on_turn(model) else words
    canvas = Canvas(size.columns, size.rows, palette.roles.ground, palette=palette)
    for at, line in enumerate(wrap(words, size.columns)[: size.rows]):
        canvas.put(0, at, line, palette.roles.text)
    return canvas


def shows_table(model: Model) -> bool:
    """Whether what is drawn is the table in play."""
    return _is_table(_place(model)) and not being_dealt(_under(model))


def _is_table(place: Scope) -> bool:
    return place not in (*_DRAWN, *PAGES, Scope.RESULT)


def shows_victory(model: Model) -> bool:
    """Whether what is drawn is a round that you, or those whom you watch, have won."""
    over = end.over_of(model)
    return _place(model) is Scope.RESULT and over is not None and bool(over.shout)


def _under(model: Model) -> Model:
    """The model without a question that is asked over a screen."""
    below = isinstance(model.question, YesNo) or (isinstance(model.question, Pending) and model.question.field)
    return replace(model, question=None) if below else model


def _place(model: Model) -> Scope:
    place = place_of(_under(model))
    return at_the_game(_under(model)) if place is Scope.AWAY else place


def keys_now(model: Model) -> Keys:
    """The keys that work now, and what the keys of all actions are called."""
    place = place_of(model)
    letters = (_hint(each, model)._replace(key=each.shown.upper()) for each in letters_now(model))
    lines = menu_items(model) if place is Scope.MENU else ()
    menu = (KeyLine(each.shown_now, capital(each.label_now(model)), capital(each.help_now())) for each in lines)
    told = (help_keys.groups(model), help_keys.places(model)) if place is Scope.HELP else ((), ())
    hints = tuple(_hint(each, model) for each in works_now(model))
    return Keys(hints, keys_of(model), tuple(menu), tuple(letters), *told)


def _hint(binding: Binding, model: Model) -> Hint:
    key = clickable_key(binding)
    press = None if key is None else Typed(key) if len(key) == 1 else Key(key)
    return Hint(binding.shown_now, binding.label_now(model), rank(binding), press)


_AS_LETTERS = str.maketrans("↑↓←→▸▾◂‹›●○■▲◆✓…·–─│•⌫“”★×»", "^v<>>v<<>*o#^*x.---|*<''*x>")
"""What stands for a sign in terminals that show only ASCII: as wide as the sign."""


def in_ascii(lines: list[Line]) -> list[Line]:
    """The lines with such signs instead."""
    return [[(style, part.translate(_AS_LETTERS)) for style, part in line] for line in lines]


def settled(model: Model, size: Size) -> Model:
    """The model before a key: scrolled as far as a page is on the screen, and knowing how much of it is seen."""
    place = place_of(model)
    if place is Scope.REASONS:
        taken, room = callout_rows(scene_of(model, keys_now(model)), size.columns, size.rows)
        seen = room if taken > room else 0
    elif (page_of := PAGES.get(place)) is not None:
        read = page_of(shown(model), keys_now(model))
        room = seen = page.room_of(read, size.columns, size.rows)
        taken = len(page.laid(read, size.columns, room))
    else:
        return model
    scroll = min(model.reading.scroll, max(0, taken - room))
    return replace(model, reading=replace(model.reading, scroll=scroll, rows=seen))
