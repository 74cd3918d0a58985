"""Small things that several parts of the table say: tones as paints, a deed in a line, rings."""

from uno_client.drawing.cells import QUADRANTS
from uno_client.drawing.faces import tiny
from uno_client.drawing.grid import Canvas, Rect
from uno_client.drawing.palette import Paint, Palette, mix
from uno_client.drawing.texts import fit, width
from uno_client.screens.pieces import paint
from uno_client.screens.table.scene import Did, Tone
from uno_engine.cards import Colour


def tint(colour: Colour | None, palette: Palette) -> Paint:
    """The colour in play as an ink on felt and ground."""
    if colour is None or not palette.lit[colour].body.startswith("#"):
        return palette.roles.strong
    return mix(palette.lit[colour].body, palette.roles.strong, 0.5)


def paints(tone: Tone, palette: Palette, colour: Colour | None = None) -> tuple[Paint, Paint]:
    """The paint of a tone, and the ink on it."""
    if tone == "uno" or (tone == "in_play" and colour is not None):
        body, ink, *_others = palette.lit[Colour.YELLOW if tone == "uno" else colour]
        return body, ink
    ink = palette.roles.alarm_ink if tone == "alarm" else palette.roles.ground
    return paint(palette, "strong" if tone == "in_play" else tone), ink


def mark_ink(tone: Tone, palette: Palette) -> Paint:
    """The paint of a tone for letters on a plate: yellow can't be read on a light one."""
    yellow = palette.lit[Colour.YELLOW]
    return yellow.digit if tone == "uno" and not palette.dark and palette.felt else paints(tone, palette)[0]


def did_columns(did: Did, palette: Palette) -> int:
    """Columns of what somebody did."""
    return width(did) if isinstance(did, str) else tiny(did, palette).columns


def draw_did(canvas: Canvas, x: int, y: int, did: Did, ink: Paint, columns: int) -> int:
    """What somebody did, in at most so many columns: a little card, or words. Returns the column behind it."""
    if isinstance(did, str):
        return canvas.put(x, y, fit(did, columns, canvas.signs.more), ink)
    card = tiny(did, canvas.palette)
    if card.columns > columns:
        return x
    canvas.blit(card, x, y)
    return x + card.columns


def ring(canvas: Canvas, place: Rect, paint: Paint, left: float = 1) -> None:
    """A frame around a place, of which a part is left; out of letters where there are no blocks."""
    if canvas.signs.unicode:
        canvas.frame(*place, paint, left, canvas.roles.line)
        return
    x, y, columns, rows = place
    canvas.outline(x - 1, y - 1, columns + 2, rows + 2, paint, "#=H")


def panel(canvas: Canvas, place: Rect, paint: Paint, framed: Paint | None = None) -> None:
    """A block that lies above everything, with or without a frame."""
    x, y, columns, rows = place
    if canvas.signs.unicode:
        (canvas.fill if framed else canvas.box)(x, y, columns, rows, paint)
        for at, row in ((at, row) for row in (y - 1, y + rows) for at in range(x, x + columns)) if framed else ():
            char, _ink, under = canvas.paints(at, row)
            if char not in QUADRANTS:  # it would break the frame
                canvas.fill(at, row, 1, 1, under)
    else:
        canvas.fill(x - 1, y - 1, columns + 2, rows + 2, canvas.roles.ground)
    if framed or not canvas.signs.unicode:
        ring(canvas, place, framed or canvas.roles.text)
