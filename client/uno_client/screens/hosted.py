"""Your own server: how others join it, and the QR code of its page where there is room."""

from msgspec import Struct

from uno_client.core.model import Model
from uno_client.drawing.grid import Canvas
from uno_client.drawing.palette import Palette
from uno_client.drawing.texts import wrap
from uno_client.screens.around import Keys, frame_of
from uno_client.screens.frame import Frame, framed
from uno_client.screens.pieces import SaidLine, panel, put, qr, qr_size
from uno_client.wording.front_door import joining_lines
from uno_engine.language import _

COLUMNS = 66
"""Of the text, where there are as many."""


class HostedScene(Struct, frozen=True):
    """What is said, and whether each is to be typed by others. `page`: the address in the QR code."""

    frame: Frame
    lines: tuple[tuple[str, bool], ...] = ()
    page: str = ""


def scene_of(model: Model, keys: Keys) -> HostedScene:
    """Your server, from the model."""
    hosted = model.door.hosted
    frame = frame_of(model, keys, _("Your server"), model.name)
    return HostedScene(frame) if hosted is None else HostedScene(frame, tuple(joining_lines(hosted)), hosted.page)


def show(scene: HostedScene, columns: int, rows: int, palette: Palette) -> Canvas:
    """The screen, drawn."""
    return framed(scene.frame, columns, rows, palette, lambda canvas, y, room: _body(canvas, y, room, scene, palette))


def _body(canvas: Canvas, y: int, rows: int, scene: HostedScene, palette: Palette) -> None:
    columns = min(COLUMNS, canvas.columns - 4)
    code = (0, 0)
    if scene.page and palette.signs.unicode:
        wide, high = qr_size(scene.page)
        code = (wide, high) if columns + wide + 8 <= canvas.columns and high <= rows - 2 else code
    x = (canvas.columns - columns - (code[0] + 4 if code[0] else 0)) // 2
    said = [(part, typed) for text, typed in scene.lines for part in wrap(text, columns - 4 - 2 * typed)]
    blank = [at for at, (_part, typed) in enumerate(said[:-1]) if typed and not said[at + 1][1]]
    loose = len(said) + len(blank) + 3 <= rows
    high = len(said) + (len(blank) if loose else 0)
    edge = int(high + 2 <= rows)
    y += max(0, (rows - high - 2 * edge) // 3)
    if edge:
        panel(canvas, x, y, columns, high + 2, palette)
    at = y + edge
    for number, (part, typed) in enumerate(said):
        put(canvas, x + 2 + 2 * typed, at, SaidLine(part, "strong" if typed else "text", bold=typed), columns, palette)
        at += 1 + (loose and number in blank)
    if code[0]:
        qr(canvas, x + columns + 4, y, scene.page, palette)
