"""How phones join: the QR code of the page with its address, or only the address if the code doesn't fit."""

from uno_client.core.inviting import address
from uno_client.core.model import Model
from uno_client.drawing.grid import Canvas
from uno_client.screens.around import Keys, frame_of, meanwhile
from uno_client.screens.frame import framed
from uno_client.screens.pieces import QUIET, SaidLine, paragraph, qr, qr_size
from uno_client.wording.inviting import LOOKING, SCAN, TYPE, to_know, which
from uno_engine.language import _
from uno_protocol.qr import QUIET as WHOLE

LEAST_COLUMNS = 22
"""For the text beside the code."""
TEXT_COLUMNS = 60


def show(canvas: Canvas, model: Model, keys: Keys) -> None:
    """The code with as much quiet around it as there is room for, at least half of what it should have; else none."""
    page, invitation = address(model), model.invitation
    with framed(canvas, frame_of(model, keys, _("QR code for phones"), "", meanwhile(model))) as area:
        rows = area.rows
        if invitation is None or not page:
            paragraph(canvas, 1, 1, SaidLine(_(LOOKING)), min(TEXT_COLUMNS, canvas.columns - 1), rows)
            return
        x, y, first = 1, 1, _(TYPE)
        for quiet in (WHOLE, QUIET) if canvas.signs.unicode else ():
            wide, high = qr_size(page, quiet)
            if high <= rows and wide + LEAST_COLUMNS <= canvas.columns:
                x = max(0, (canvas.columns - wide - TEXT_COLUMNS) // 2)
                y += (rows - high) // 2
                qr(canvas, x, y, page, quiet, inverted=invitation.inverted)
                x, y, first = x + wide + 2, y + (rows > high + 4), _(SCAN)
                break
        columns, end = min(TEXT_COLUMNS, canvas.columns - x - (x > 1)), y + rows
        facts = which(invitation.at, len(invitation.pages)), *to_know(page)
        head = SaidLine(first, "strong"), SaidLine(page, "strong", bold=True)
        for said in (*head, *map(SaidLine, filter(None, facts))):
            y += paragraph(canvas, x, y, said, columns, end - y) + 1
