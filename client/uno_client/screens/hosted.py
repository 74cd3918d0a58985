"""Your own server: how others join it, and the QR code of its page where there is room."""

from uno_client.core.model import Model
from uno_client.drawing.grid import Canvas
from uno_client.drawing.texts import wrap
from uno_client.screens.around import Keys, frame_of
from uno_client.screens.frame import framed
from uno_client.screens.pieces import SaidLine, panel, put, qr, qr_size
from uno_client.wording.front_door import joining_lines
from uno_engine.language import _

COLUMNS = 66
"""Of the text, where there are as many."""


def show(canvas: Canvas, model: Model, keys: Keys) -> None:
    """What is said, with what others type under it."""
    hosted = model.door.hosted
    page = "" if hosted is None else hosted.page
    with framed(canvas, frame_of(model, keys, _("Your server"), model.name)) as rows:
        columns = min(COLUMNS, canvas.columns - 4)
        wide, high = qr_size(page) if page and canvas.signs.unicode else (0, 0)
        coded = wide > 0 and columns + wide + 8 <= canvas.columns and high <= rows - 2
        x = (canvas.columns - columns - (wide + 4 if coded else 0)) // 2
        told = () if hosted is None else joining_lines(hosted)
        said = [(part, typed) for text, typed in told for part in wrap(text, columns - 4 - 2 * typed)]
        blank = [at for at, (_part, typed) in enumerate(said[:-1]) if typed and not said[at + 1][1]]
        loose = len(said) + len(blank) + 3 <= rows
        high = len(said) + (len(blank) if loose else 0)
        edge = int(high + 2 <= rows)
        y = 1 + max(0, (rows - high - 2 * edge) // 3)
        if edge:
            panel(canvas, x, y, columns, high + 2)
        at = y + edge
        for number, (part, typed) in enumerate(said):
            line = SaidLine(part, "strong" if typed else "text", bold=typed)
            put(canvas, x + 2 + 2 * typed, at, line, columns)
            at += 1 + (loose and number in blank)
        if coded:
            qr(canvas, x + columns + 4, y, page)
