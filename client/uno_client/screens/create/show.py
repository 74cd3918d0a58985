"""The form of a table on a canvas: tiles of the presets, the fields, and beside them the rules that they make."""

from uno_client.drawing.faces import CardSize, face
from uno_client.drawing.grid import Canvas
from uno_client.drawing.palette import Palette
from uno_client.drawing.texts import fit, width, wrap
from uno_client.messages import Key, Pointed
from uno_client.screens.create.scene import CreateLine, CreateScene, Tile
from uno_client.screens.frame import WIDEST, Typing, draw_typing, framed
from uno_client.screens.pieces import (
    SaidLine,
    changed_ink,
    changed_sign,
    draw_rules,
    marked,
    more_of,
    panel,
    paragraph,
    put,
    visible,
)

BESIDE = 76
"""Columns from which there are tiles, and rules beside the fields."""
BELOW = 5
"""Rows for what is told of a field, below the list."""
LEAST = 4
"""Rows of the list, at least."""
ROOMY = 34
"""Rows from which tiles are large, and stay while options are changed."""


def show(scene: CreateScene, columns: int, rows: int, palette: Palette) -> Canvas:
    """The screen, drawn."""
    return framed(scene.frame, columns, rows, palette, lambda canvas, y, room: _body(canvas, y, room, scene, palette))


def _body(canvas: Canvas, y: int, rows: int, scene: CreateScene, palette: Palette) -> None:
    columns = min(WIDEST, canvas.columns - 4)
    x = (canvas.columns - columns) // 2
    beside = canvas.columns >= BESIDE
    if scene.tiles and beside and (rows >= ROOMY or not scene.in_options):
        taken = _tiles(canvas, x, y + 1, columns, scene, palette, large=rows >= ROOMY and columns >= 100)
        y, rows = y + taken, rows - taken
    y, rows = y + 1, rows - 1
    if not beside:
        below = min(rows - LEAST, max(BELOW, len(wrap(scene.told, columns - 4))))
        _list(canvas, x, y, columns, rows - below - 1, scene, palette)
        _told(canvas, x + 2, y + rows - below, columns - 4, below, scene, palette, with_rules=False)
        return
    left = max(44 if scene.in_options else 40, columns * 45 // 100)
    _list(canvas, x, y, left, rows, scene, palette)
    _told(canvas, x + left + 3, y, columns - left - 3, rows, scene, palette, with_rules=True)


def _tiles(canvas: Canvas, x: int, y: int, columns: int, scene: CreateScene, palette: Palette, *, large: bool) -> int:
    """Two rows of tiles, with the chosen one in sight. Returns the rows that they took."""
    gap, high = (2, 5) if large else (1, 4)
    wide = (columns + gap) // 5 - gap
    lines = (len(scene.tiles) + 4) // 5
    first = visible(lines, scene.tile // 5, 2)
    for at, tile in enumerate(scene.tiles[5 * first : 5 * first + 10], 5 * first):
        left, top = x + at % 5 * (wide + gap), y + (at // 5 - first) * (high + 1)
        _tile(canvas, left, top, wide, high, tile, palette, chosen=at == scene.tile, here=scene.on_tiles)
    if scene.on_tiles:
        left, top = x + scene.tile % 5 * (wide + gap), y + (scene.tile // 5 - first) * (high + 1)
        canvas.spot(x, y, left - x, 2 * high + 1, Key("left"))
        canvas.spot(left + wide, y, x + columns - left - wide, 2 * high + 1, Key("right"))
    return 2 * (high + 1)


def _tile(
    canvas: Canvas, x: int, y: int, columns: int, high: int, tile: Tile, palette: Palette, *, chosen: bool, here: bool
) -> None:
    panel(canvas, x, y, columns, high, palette, raised=chosen, here=chosen and here)
    if high > 4:
        canvas.blit(face(tile.card, CardSize.SMALL, palette, lit=chosen), x + 1, y + 1)
    left = x + (8 if high > 4 else 1)
    mark = f"{changed_sign(palette)} " if chosen else ""
    y += high > 4
    put(canvas, left, y, SaidLine(mark + tile.name, "strong", bold=True), x + columns - left, palette)
    for at, line in enumerate(wrap(tile.about, x + columns - left - 1)[: high - 1], 1):
        canvas.put(left, y + at, line, palette.roles.quiet)


def _list(canvas: Canvas, x: int, y: int, columns: int, rows: int, scene: CreateScene, palette: Palette) -> None:
    """The fields under their headings, scrolled with the cursor."""
    drawn: list[CreateLine | str] = []
    group, at = "", 0
    for line in scene.lines:
        if line.group != group:
            group = line.group
            drawn += ["", group] if drawn else [group]
        if line.at == scene.at:
            at = len(drawn)
        drawn.append(line)
        if not _fits(line, columns):
            drawn.append("")
    first = visible(len(drawn), at, rows)
    for number, each in enumerate(drawn[first : first + rows]):
        if isinstance(each, str):
            put(canvas, x + 1, y + number, SaidLine(each, "quiet", bold=True), columns - 2, palette)
            continue
        high = 1 if _fits(each, columns) else 2
        _line(canvas, x, y + number, columns, each, palette, here=each.at == scene.at, below=high > 1)
        canvas.spot(x, y + number, columns, high, Pointed(each.at))
        if each.at == scene.at and each.chosen:
            _arrows(canvas, x, y + number + high - 1, columns, each)
    if said := more_of(first, rows, len(drawn)):
        canvas.put_right(x + columns - 2, y - 1, said, palette.roles.quiet)


def _fits(line: CreateLine, columns: int) -> bool:
    return not line.chosen or width(line.label) + width(line.value) + 10 <= columns


def _line(
    canvas: Canvas, x: int, y: int, columns: int, line: CreateLine, palette: Palette, *, here: bool, below: bool
) -> None:
    roles, right = palette.roles, x + columns - 2
    loud, quiet = roles.text, roles.strong if line.changed else roles.quiet
    if here:
        for row in range(1 + below) if line.chosen else ():
            loud, quiet = marked(canvas, x, y + row, columns, palette)
        quiet = loud
        canvas.put(x + 1, y, palette.signs.here, loud if line.chosen else roles.strong, bold=True)
    if here and not line.chosen:
        typing = Typing(line.label, line.value, proposed=line.proposed)
        draw_typing(canvas, x + 3, y, typing, columns - 4, palette)
        return
    behind = canvas.put(x + 3, y, fit(line.label, columns - 5), loud, bold=here or line.changed)
    if line.changed:
        canvas.put(behind + 1 if here else x + 1, y, changed_sign(palette), loud if here else changed_ink(palette))
    value = f"‹ {line.value} ›" if here else line.value
    room = columns - 5 if below else columns - width(line.label) - 6
    value = fit(value, room, palette.signs.more)
    canvas.put_right(right, y + below, value, quiet, bold=here or line.changed)


def _arrows(canvas: Canvas, x: int, y: int, columns: int, line: CreateLine) -> None:
    right = x + columns - 2
    canvas.spot(right - width(line.value) - 4, y, 2, 1, Key("left"))
    canvas.spot(right - 2, y, 2, 1, Key("right"))


def _told(
    canvas: Canvas, x: int, y: int, columns: int, rows: int, scene: CreateScene, palette: Palette, *, with_rules: bool
) -> None:
    """What the field under the cursor means, what clashes, and the rules."""
    end = y + rows
    if scene.title and with_rules:
        put(canvas, x, y, SaidLine(scene.title, "strong", bold=True), columns, palette)
        y += 1
    y += paragraph(canvas, x, y, SaidLine(scene.told), columns, palette, end - y)
    for each in (SaidLine(scene.fault, "alarm", bold=True), *scene.said):
        y += paragraph(canvas, x, y, each, columns, palette, end - y)
    if not with_rules:
        paragraph(canvas, x, y, SaidLine(scene.changes), columns, palette, end - y)
    elif scene.rules and end - y > 4:
        draw_rules(canvas, x - 1, y + 1, columns + 1, end - y - 1, scene.rules, palette)
