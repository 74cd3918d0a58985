"""How phones join: the QR code of the page with its address, or only the address if the code doesn't fit."""

from msgspec import Struct

from uno_client.core.inviting import address
from uno_client.core.model import Model
from uno_client.drawing.grid import Canvas
from uno_client.drawing.palette import Palette
from uno_client.screens.around import Keys, frame_of, meanwhile
from uno_client.screens.frame import Frame, framed
from uno_client.screens.pieces import QUIET, SaidLine, paragraph, qr, qr_size
from uno_client.wording.inviting import LOOKING, SCAN, TYPE, to_know, which
from uno_engine.language import _
from uno_protocol.qr import QUIET as WHOLE

LEAST_COLUMNS = 22
"""For the text beside the code."""
TEXT_COLUMNS = 60


class QrScene(Struct, frozen=True):
    """The address in the code; empty: it is looked for. `scan` or `typed` comes first, `facts` last."""

    frame: Frame
    page: str = ""
    scan: str = ""
    typed: str = ""
    facts: tuple[str, ...] = ()
    inverted: bool = False


def scene_of(model: Model, keys: Keys) -> QrScene:
    """The code, or that its address is looked for."""
    frame, shown = frame_of(model, keys, _("QR code for phones"), "", meanwhile(model)), address(model)
    if model.invitation is None or not shown:
        return QrScene(frame, facts=(_(LOOKING),))
    more = which(model.invitation.at, len(model.invitation.pages)), *to_know(shown)
    return QrScene(frame, shown, _(SCAN), _(TYPE), tuple(filter(None, more)), model.invitation.inverted)


def show(scene: QrScene, columns: int, rows: int, palette: Palette) -> Canvas:
    """The screen, drawn."""
    return framed(scene.frame, columns, rows, palette, lambda canvas, y, room: _body(canvas, y, room, scene, palette))


def _body(canvas: Canvas, y: int, rows: int, scene: QrScene, palette: Palette) -> None:
    """The code with as much quiet around it as there is room for, at least half of what it should have; else none."""
    x, first = 1, scene.typed
    for quiet in (WHOLE, QUIET) if scene.page and palette.signs.unicode else ():
        wide, high = qr_size(scene.page, quiet)
        if high <= rows and wide + LEAST_COLUMNS <= canvas.columns:
            x = max(0, (canvas.columns - wide - TEXT_COLUMNS) // 2)
            y += (rows - high) // 2
            qr(canvas, x, y, scene.page, palette, quiet, inverted=scene.inverted)
            x, y, first = x + wide + 2, y + (rows > high + 4), scene.scan
            break
    columns, end = min(TEXT_COLUMNS, canvas.columns - x - (x > 1)), y + rows
    for said in (SaidLine(first, "strong"), SaidLine(scene.page, "strong", bold=True), *map(SaidLine, scene.facts)):
        if said.text:
            y += paragraph(canvas, x, y, said, columns, palette, end - y) + 1
