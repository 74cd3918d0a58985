"""The tables of a server on a canvas: a tile for each, and beside them the rules of the one under the cursor."""

from uno_client.drawing.grid import Canvas
from uno_client.drawing.palette import Palette
from uno_client.drawing.texts import width
from uno_client.messages import Pointed
from uno_client.screens.frame import framed
from uno_client.screens.lobby.scene import LobbyScene, TableRow
from uno_client.screens.pieces import (
    SaidLine,
    draw_rules,
    lights,
    more_of,
    panel,
    paragraph,
    put,
    visible,
)
from uno_client.screens.told import rows_of

BESIDE = 76
"""Columns from which the rules are beside the list."""
WIDEST = 66
"""Columns of a tile."""
BELOW = 4
"""Rows for the rules below the list, where they are not beside it."""
CHAT = 4
"""Rows of chat; twice as many while something is typed."""


def show(scene: LobbyScene, columns: int, rows: int, palette: Palette) -> Canvas:
    """The screen, drawn."""
    return framed(scene.frame, columns, rows, palette, lambda canvas, y, room: _body(canvas, y, room, scene, palette))


def _body(canvas: Canvas, y: int, rows: int, scene: LobbyScene, palette: Palette) -> None:
    y, rows = y + 1 + (rows > 20), rows - 1 - (rows > 20)
    said = rows_of(scene.chat, canvas.columns - 6, CHAT * (2 if scene.frame.typing else 1))
    talk = len(said) + 1 if said else 0
    if not scene.tables:
        paragraph(canvas, 4, y + max(1, rows // 4), SaidLine(scene.empty), canvas.columns - 8, palette, centred=True)
    elif canvas.columns >= BESIDE:
        left = min(WIDEST, canvas.columns // 2 + (canvas.columns >= 100) * 6)
        gap = max(0, (canvas.columns - left - 70 - 9) // 2)
        _tiles(canvas, 2 + gap, y, left, rows - talk, scene, palette)
        x = 2 + gap + left + 3
        _rules(canvas, x, y, min(70, canvas.columns - x - 2), rows - talk, scene, palette)
    else:
        _tiles(canvas, 2, y, canvas.columns - 4, rows - talk - BELOW, scene, palette)
        _below(canvas, y + rows - talk - BELOW + 1, scene, palette)
    for at, each in enumerate(said):
        put(canvas, 4, y + rows - len(said) + at, each, canvas.columns - 6, palette)


def _tiles(canvas: Canvas, x: int, y: int, columns: int, rows: int, scene: LobbyScene, palette: Palette) -> None:
    """The list, scrolled with the cursor: tiles of three rows, or of two where there are many tables."""
    count = len(scene.tables)
    high, step = (3, 4) if count * 4 - 1 <= rows else (2, 2)
    fit = max(1, min(count, rows // step if step == 2 else count))
    first = visible(count, scene.at, fit)
    for at, table in enumerate(scene.tables[first : first + fit], first):
        top = y + (at - first) * step
        _tile(canvas, x, top, columns, high, table, palette, here=at == scene.at)
        canvas.spot(x, top, columns, high, Pointed(at))
    if said := more_of(first, fit, count):
        canvas.put_right(x + columns, y - 1, said, palette.roles.quiet)


def _tile(
    canvas: Canvas, x: int, y: int, columns: int, high: int, table: TableRow, palette: Palette, *, here: bool
) -> None:
    right = x + columns - 2
    if high > 2:
        panel(canvas, x, y, columns, high, palette, raised=here, here=here)
    elif here:
        canvas.fill(x, y, columns, high, palette.roles.raised)
    if here:
        canvas.put(x, y, palette.signs.here, palette.roles.strong, bold=True)
    free = right - 2 * table.seats
    put(canvas, x + 2, y, SaidLine(table.name, "strong", bold=True), free - x - 3, palette)
    lights(canvas, right, y, table.taken, table.seats, palette)
    access = canvas.put_right(right, y + 1, table.access, palette.roles.text if table.open else palette.roles.quiet)
    about = table.about if high > 2 else f"{table.about} · {table.state}"
    put(canvas, x + 2, y + 1, SaidLine(about, "quiet"), access - x - 3, palette)
    if high > 2:
        code = canvas.put_right(right, y + 2, table.code, palette.roles.quiet)
        put(canvas, x + 2, y + 2, SaidLine(" · ".join((table.state, *table.notes))), code - x - 3, palette)


def _rules(canvas: Canvas, x: int, y: int, columns: int, rows: int, scene: LobbyScene, palette: Palette) -> None:
    """The rules of the table under the cursor, and what else there is to know of it."""
    table = scene.tables[min(scene.at, len(scene.tables) - 1)]
    panel(canvas, x, y - 1, columns, rows, palette)
    notes = SaidLine(" · ".join((table.code, table.state, *table.notes)), "quiet")
    at = y + paragraph(canvas, x + 2, y, SaidLine(scene.title, "strong", bold=True), columns - 4, palette, 2)
    at += paragraph(canvas, x + 2, at, notes, columns - 4, palette, 3) + 1
    room = y - 1 + rows - at - 2
    if scene.fault:
        paragraph(canvas, x + 2, at, SaidLine(scene.short, "alarm", bold=True), columns - 4, palette, room)
        return
    draw_rules(canvas, x + 1, at, columns - 3, room, scene.rules, palette)
    put(canvas, x + 2, y + rows - 3, SaidLine(scene.more, "quiet"), columns - 4, palette)


def _below(canvas: Canvas, y: int, scene: LobbyScene, palette: Palette) -> None:
    table = scene.tables[min(scene.at, len(scene.tables) - 1)]
    columns = canvas.columns - 6
    y += paragraph(canvas, 3, y, SaidLine(" · ".join((table.code, *table.notes)), "text"), columns, palette, 1)
    ink = SaidLine(scene.short, "alarm" if scene.fault else "quiet")
    if width(ink.text) > 2 * columns:
        put(canvas, 3, y + 2, SaidLine(scene.more, "quiet"), columns, palette)
    paragraph(canvas, 3, y, ink, columns, palette, 2)
