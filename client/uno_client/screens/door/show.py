"""The front door on a canvas: a fan of cards, and below it what can be chosen."""

from uno_client.drawing.faces import CardSize
from uno_client.drawing.grid import Canvas
from uno_client.drawing.palette import Palette
from uno_client.drawing.texts import width
from uno_client.messages import Pointed
from uno_client.screens.door.scene import DoorScene
from uno_client.screens.frame import KeyedChoice, framed
from uno_client.screens.pieces import SaidLine, fan, marked, paragraph, put
from uno_engine.cards import cards

HAND = tuple(cards("R7 YR G5 W B2"))
FANS = ((CardSize.HUGE, 9, 16), (CardSize.LARGE, 7, 12), (CardSize.MEDIUM, 6, 8))
"""Sizes of the cards, by how many degrees each is turned, and the rows that they take."""
SPREAD = 45
"""Rows of a terminal from which there is an empty row between choices."""


def show(scene: DoorScene, columns: int, rows: int, palette: Palette) -> Canvas:
    """The screen, drawn."""
    return framed(scene.frame, columns, rows, palette, lambda canvas, y, room: _body(canvas, y, room, scene, palette))


def _body(canvas: Canvas, y: int, rows: int, scene: DoorScene, palette: Palette) -> None:
    gap = 2 if canvas.rows >= SPREAD else 1
    listed = len(scene.choices) * gap - gap + 1 + (2 if scene.running else 0)
    if scene.asks:
        y += max(0, (rows - listed) // 3)
        left = max(2, canvas.columns // 2 - 30)
        y += (
            paragraph(canvas, left, y, SaidLine(scene.asks, "strong", bold=True), canvas.columns - 2 * left, palette)
            + 1
        )
    else:
        y = _picture(canvas, y, rows - listed, palette)
    y = _choices(canvas, y, gap, scene, palette)
    if scene.running:
        canvas.centre(canvas.columns / 2, y + 1, scene.running, palette.roles.quiet)


def _picture(canvas: Canvas, y: int, room: int, palette: Palette) -> int:
    """The cards, as large as there is room for. Returns the row for the choices."""
    for size, turn, rows in FANS:
        wide = canvas.columns >= size.columns * 6
        if rows <= room and wide:
            above = max(0, room - rows) // 3
            canvas.blit(fan(HAND, size, turn, palette), canvas.columns // 2, y + above + (1 if turn > 6 else 0))
            return y + above + rows + (room - rows - above) // 2
    return y + room // 2


def _choices(canvas: Canvas, y: int, gap: int, scene: DoorScene, palette: Palette) -> int:
    """The choices in the middle. Returns the row below them."""
    title = max(width(each.title) for each in scene.choices) + 2
    meaning = max(width(each.meaning) for each in scene.choices)
    columns = min(canvas.columns - 2, max(58, 5 + title + meaning + 2))
    x = (canvas.columns - columns) // 2
    for at, each in enumerate(scene.choices):
        _choice(canvas, x, y + at * gap, columns, title, each, palette, here=at == scene.at)
        canvas.spot(x, y + at * gap, columns, 1, Pointed(at))
    return y + len(scene.choices) * gap - gap + 1


def _choice(
    canvas: Canvas, x: int, y: int, columns: int, title: int, each: KeyedChoice, palette: Palette, *, here: bool
) -> None:
    room = columns - 5 - title - 1
    if not here:
        canvas.put(x + 2, y, each.key, palette.roles.quiet)
        canvas.put(x + 5, y, each.title, palette.roles.text, bold=True)
        put(canvas, x + 5 + title, y, SaidLine(each.meaning, "quiet"), room, palette)
        return
    loud, quiet = marked(canvas, x, y, columns, palette)
    canvas.put(x + 2, y, each.key or palette.signs.here, loud, bold=True)
    canvas.put(x + 5, y, each.title, loud, bold=True)
    canvas.put(x + 5 + title, y, each.meaning[:room], quiet)
