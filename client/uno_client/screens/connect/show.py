"""The first screen on a canvas: tiles of the servers that were found, and below them the form."""

from uno_client.drawing.faces import CardSize
from uno_client.drawing.grid import Canvas
from uno_client.drawing.palette import Palette
from uno_client.drawing.texts import width
from uno_client.messages import Pointed
from uno_client.screens.connect.scene import ConnectScene, ServerRow
from uno_client.screens.frame import Typing, draw_typing, framed
from uno_client.screens.pieces import SaidLine, fan, more_of, panel, paragraph, put, visible
from uno_engine.cards import cards

WIDEST = 76
HAND = cards("R7 YR G5 W B2")
FAN = 7
"""Rows of the picture."""


def show(scene: ConnectScene, columns: int, rows: int, palette: Palette) -> Canvas:
    """The screen, drawn."""
    return framed(scene.frame, columns, rows, palette, lambda canvas, y, room: _body(canvas, y, room, scene, palette))


def _body(canvas: Canvas, y: int, rows: int, scene: ConnectScene, palette: Palette) -> None:
    columns = min(WIDEST, canvas.columns - 4)
    x = (canvas.columns - columns) // 2
    form = 2 * len(scene.fields) + 3 + bool(scene.connecting)
    listed = 2 + (3 * len(scene.servers) or 4) if scene.heading else 0
    spare = rows - form - listed
    if spare >= FAN + 2:
        canvas.blit(fan(HAND, CardSize.MEDIUM, 6, palette), canvas.columns // 2, y + 1 + (spare - FAN) // 3)
        y += FAN + 2 + (spare - FAN - 2) // 3
        rows -= FAN + 2 + (spare - FAN - 2) // 3
    if scene.heading:
        taken = _servers(canvas, x, y + 1, columns, rows - form - 1, scene, palette)
        y += taken + 1
    _form(canvas, x, y + 1, columns, scene, palette)


def _servers(canvas: Canvas, x: int, y: int, columns: int, rows: int, scene: ConnectScene, palette: Palette) -> int:
    """The list under its heading. Returns the rows that it took."""
    put(canvas, x + 2, y, SaidLine(scene.heading, "strong", bold=True), columns - 4, palette)
    at = y + 1
    for said in scene.told:
        at += paragraph(canvas, x + 2, at, SaidLine(said, "alarm" if scene.fault else "quiet"), columns - 4, palette)
    step = 3 if 3 * len(scene.servers) + 1 <= rows else 2
    fit = max(1, min(len(scene.servers), (rows - 1) // step))
    first = visible(len(scene.servers), scene.server or 0, fit)
    if said := more_of(first, fit, len(scene.servers)):
        canvas.put_right(x + columns - 2, y, said, palette.roles.quiet)
    before = len(scene.servers)
    for number, each in enumerate(scene.servers[first : first + fit], first):
        here = number == scene.server and scene.field is None
        _tile(canvas, x, at + (step == 3), columns, each, palette, here=here, framed=step == 3)
        canvas.spot(x, at + (step == 3), columns, 2, Pointed(number))
        at += step
    return at - y + (step == 3 and before > 0)


def _tile(
    canvas: Canvas, x: int, y: int, columns: int, each: ServerRow, palette: Palette, *, here: bool, framed: bool
) -> None:
    if framed:
        panel(canvas, x, y, columns, 2, palette, here=here)
    elif here:
        canvas.fill(x, y, columns, 2, palette.roles.raised)
    if here:
        canvas.put(x, y, palette.signs.here, palette.roles.strong, bold=True)
    where = canvas.put_right(
        x + columns - 2, y, each.address, palette.roles.text if each.there else palette.roles.quiet
    )
    put(canvas, x + 2, y, SaidLine(each.name, "strong", bold=True), where - x - 4, palette)
    put(canvas, x + 2, y + 1, SaidLine(each.about, "alarm" if each.doubt else "quiet"), columns - 4, palette)


def _form(canvas: Canvas, x: int, y: int, columns: int, scene: ConnectScene, palette: Palette) -> None:
    """The fields, each with its hint below while it is empty or under the cursor."""
    if scene.heading:
        put(canvas, x + 2, y, SaidLine(scene.below, "strong", bold=True), columns - 4, palette)
        y += 1
    label = max((width(each.label) for each in scene.fields), default=0) + 2
    before = len(scene.servers)
    for at, each in enumerate(scene.fields):
        line, room = y + 2 * at, columns - label - 4
        canvas.put(x + 2, line, each.label, palette.roles.text, bold=at == scene.field)
        if at == scene.field:
            canvas.put(x, line, palette.signs.here, palette.roles.strong, bold=True)
            draw_typing(canvas, x + 2 + label, line, Typing("", each.text, proposed=each.proposed), room, palette)
        else:
            canvas.fill(x + 2 + label, line, room, 1, palette.roles.plate)
            put(canvas, x + 2 + label, line, SaidLine(each.text), room, palette)
        if at == scene.field or not each.text:
            put(canvas, x + 2 + label, line + 1, SaidLine(each.hint, "quiet"), room, palette)
        canvas.spot(x, line, columns, 1, Pointed(before + at))
    paragraph(
        canvas, x + 2, y + 2 * len(scene.fields), SaidLine(scene.connecting), columns - 4, palette, 1, centred=True
    )
