"""The screens: each is a function of the model, the size of the terminal and a palette."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import TypeVar

from uno_client.core.model import Model
from uno_client.core.model.question import TypeIn, YesNo
from uno_client.core.navigation import Scope, at_the_game, place_of
from uno_client.core.standing import being_dealt, on_turn
from uno_client.drawing.grid import Canvas
from uno_client.drawing.palette import Palette
from uno_client.fullscreen import help_keys
from uno_client.fullscreen.keys import Binding, clickable_key, keys_of, menu_items, rank, works_now
from uno_client.fullscreen.screens import table
from uno_client.fullscreen.themes import COLOUR_STYLES, ORANGE_STYLE
from uno_client.fullscreen.widgets import SMALLEST, Lines, Size, clip, wrap
from uno_client.messages import Key, Typed
from uno_client.screens import ballot, help_page, hosted, opening, page, qr_page, reasons, rules_page, trust
from uno_client.screens.around import Keys, frame_of
from uno_client.screens.connect import of_model as connect
from uno_client.screens.connect import show as connect_show
from uno_client.screens.create import of_model as create
from uno_client.screens.create import show as create_show
from uno_client.screens.door import of_model as door
from uno_client.screens.door import show as door_show
from uno_client.screens.end import of_model as end
from uno_client.screens.end import show as end_show
from uno_client.screens.frame import Choice, Hint, draw_keys, draw_popup, framed
from uno_client.screens.lobby import of_model as lobby
from uno_client.screens.lobby import show as lobby_show
from uno_client.screens.menu import of_model as menu
from uno_client.screens.menu import show as menu_show
from uno_client.screens.settings import of_model as settings
from uno_client.screens.settings import show as settings_show
from uno_client.screens.waiting import of_model as waiting
from uno_client.screens.waiting import show as waiting_show
from uno_client.wording.words import voice_of
from uno_engine.cards import Colour
from uno_engine.language import _

Scene = TypeVar("Scene")
Drawing = Callable[[Model, Keys, int, int, Palette], Canvas]


def _drawing(scene_of: Callable[[Model, Keys], Scene], show: Callable[[Scene, int, int, Palette], Canvas]) -> Drawing:
    """What shows the scene of a model."""
    return lambda model, keys, columns, rows, palette: show(scene_of(model, keys), columns, rows, palette)


PAGES: Mapping[Scope, Callable[[Model, Keys], page.Page]] = {
    Scope.HELP: help_page.scene_of,
    Scope.RULES: rules_page.scene_of,
    Scope.REASONS: reasons.scene_of,
}
"""What is read line by line."""
_DRAWN: Mapping[Scope, Drawing] = {
    **{place: _drawing(scene_of, page.show) for place, scene_of in PAGES.items()},
    Scope.QR: _drawing(qr_page.scene_of, qr_page.show),
    Scope.OPENING: _drawing(opening.scene_of, opening.show),
    Scope.VOTE: _drawing(ballot.scene_of, ballot.show),
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


def render(model: Model, size: Size, palette: Palette) -> Lines:
    """The screen for the model: `size.rows` lines of `size.columns` columns."""
    return lines_of(draw(model, size, palette))


def lines_of(drawn: Canvas | Lines) -> Lines:
    """What is drawn, as lines."""
    return drawn.lines() if isinstance(drawn, Canvas) else drawn


def draw(model: Model, size: Size, palette: Palette) -> Canvas | Lines:
    """The screen for the model, as a canvas where it is drawn on one."""
    if size.columns < SMALLEST.columns or size.rows < SMALLEST.rows:
        words = _("Too small: {columns} by {rows}. UNO needs {least_columns} by {least_rows}.").format(
            columns=size.columns, rows=size.rows, least_columns=SMALLEST.columns, least_rows=SMALLEST.rows
        )
        words = f"{words} {_('Your turn!')}" if on_turn(model) else words
        return [clip(line, size.columns) for line in wrap(words, size.columns, indent="")[: size.rows]]
    under = replace(model, question=None) if isinstance(model.question, (YesNo, TypeIn)) else model
    if being_dealt(under):
        return opening.show(opening.dealing(model, keys_now(model)), size.columns, size.rows, palette)
    place = place_of(under)
    place = at_the_game(under) if place is Scope.AWAY else place
    if place is Scope.REASONS and not model.reading.every:
        return _why(model, size, palette)
    if (drawn := _DRAWN.get(place)) is not None:
        return drawn(model, keys_now(model), size.columns, size.rows, palette)
    lines = table.render(model, size)
    return _orange(lines) if voice_of(model.table).orange else lines


def _why(model: Model, size: Size, palette: Palette) -> Canvas:
    """The table, and a box at the card under the cursor that tells why it can't be played."""
    keys = keys_now(model)
    under = draw(replace(model, page=None), size, palette)
    canvas = framed(frame_of(model, keys, _("Why not?")), size.columns, size.rows, palette, lambda *_rest: None)
    canvas = under.copy() if isinstance(under, Canvas) else canvas
    draw_popup(canvas, reasons.box_of(model), palette, canvas.cursor)
    canvas.fill(0, size.rows - 1, size.columns, 1, palette.roles.ground)
    draw_keys(canvas, keys.hints, "", palette)
    return canvas


def keys_now(model: Model) -> Keys:
    """The keys that work now, and what the keys of all actions are called."""
    hints = (Hint(each.shown_now, each.label_now(model), rank(each), _press(each)) for each in works_now(model))
    place = place_of(model)
    lines = menu_items(model) if place is Scope.MENU else ()
    menu = (Choice(each.shown_now, _sentence(each.label_now(model)), _sentence(each.help_now())) for each in lines)
    told = (help_keys.groups(model), help_keys.places(model)) if place is Scope.HELP else ((), ())
    return Keys(tuple(hints), keys_of(model), tuple(menu), *told)


def _sentence(words: str) -> str:
    return f"{words[:1].upper()}{words[1:]}"


def _press(binding: Binding) -> Key | Typed | None:
    key = clickable_key(binding)
    return None if key is None else Typed(key) if len(key) == 1 else Key(key)


_AS_LETTERS = str.maketrans("↑↓←→▸▾◂●○■▲◆✓…·–─│•⌫“”★×", "^v<>>v<*o#^*x.---|*<''*x")
"""What stands for a sign in terminals that show only ASCII: as wide as the sign."""


def in_ascii(lines: Lines) -> Lines:
    """The lines with such signs instead."""
    return [[(style, part.translate(_AS_LETTERS)) for style, part in line] for line in lines]


def settled(model: Model, size: Size) -> Model:
    """The model before a key: scrolled as far as a page is on the screen, and knowing how much of it is seen."""
    scene_of = PAGES.get(place_of(model))
    if scene_of is None:
        return model
    read = scene_of(model, keys_now(model))
    room = page.room_of(read, size.columns, size.rows)
    most = max(0, len(page.laid(read, size.columns, room)) - room)
    return replace(model, reading=replace(model.reading, scroll=min(model.reading.scroll, most), rows=room))


def _orange(lines: Lines) -> Lines:
    """The lines with yellow shown as orange, for tables where that is the fourth colour."""
    yellow = COLOUR_STYLES[Colour.YELLOW]
    return [[(style.replace(yellow, ORANGE_STYLE), part) for style, part in line] for line in lines]
