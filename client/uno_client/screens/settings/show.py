"""The settings on a canvas: a list, and beside it cards in the themes."""

from uno_client.drawing.faces import CardSize, face, frame_card
from uno_client.drawing.grid import Canvas
from uno_client.drawing.palette import Palette, themed
from uno_client.drawing.texts import wrap
from uno_client.messages import Key, Pointed
from uno_client.screens.frame import Typing, draw_typing, framed
from uno_client.screens.pieces import SaidLine, marked, paragraph, put, visible
from uno_client.screens.settings.scene import Sample, SettingsScene
from uno_engine.cards import cards

CARDS = cards("R7 YS G+2 B4 W")
CHOSEN, UNLIT = 2, (1, 3)
BESIDE = 76
"""Columns from which there are cards beside the list."""


def show(scene: SettingsScene, columns: int, rows: int, palette: Palette) -> Canvas:
    """The screen, drawn."""
    return framed(scene.frame, columns, rows, palette, lambda canvas, y, room: _body(canvas, y, room, scene, palette))


def _body(canvas: Canvas, y: int, rows: int, scene: SettingsScene, palette: Palette) -> None:
    beside = canvas.columns >= BESIDE
    large = canvas.columns >= 100 and rows >= 24
    wide = min(52 if large else 42, canvas.columns - 4)
    wide = wide - 4 if beside and not large else wide
    right = (5 * 8 + 4 if large else 5 * 6 + 2) + 4 if beside else 0
    x = max(2, (canvas.columns - wide - right) // 2)
    below = [*wrap(scene.meaning, wide), *(wrap(scene.file, wide) if scene.file else [])]
    listed = max(1, min(len(scene.rows), rows - len(below) - 3))
    gap = 2 if 2 * listed + len(below) + 3 <= rows else 1
    if canvas.rows > 30:
        y += (rows - listed * gap - len(below) - 4) // 4
    _rows(canvas, x, y + 1, wide, listed, gap, scene, palette)
    at = y + 2 + listed * gap - gap + 1
    at += paragraph(canvas, x + 2, at, SaidLine(scene.meaning, "text"), wide - 2, palette)
    paragraph(canvas, x + 2, at + (gap > 1), SaidLine(scene.file, "quiet"), wide - 2, palette)
    if beside:
        _samples(canvas, x + wide + 4, y, rows - (y - 1), scene, palette, large=large)


def _rows(
    canvas: Canvas, x: int, y: int, wide: int, listed: int, gap: int, scene: SettingsScene, palette: Palette
) -> None:
    first = visible(len(scene.rows), scene.at, listed)
    for at, row in enumerate(scene.rows[first : first + listed], first):
        line, right = y + (at - first) * gap, x + wide - 2
        canvas.spot(x, line, wide, 1, Pointed(at))
        if at != scene.at:
            canvas.put(x + 2, line, row.label, palette.roles.text, bold=True)
            canvas.put_right(right, line, row.value, palette.roles.quiet)
        elif row.chosen:
            loud, _quiet = marked(canvas, x, line, wide, palette)
            canvas.put(x, line, f"{palette.signs.here} {row.label}", loud, bold=True)
            begin = canvas.put_right(right, line, f"‹ {row.value} ›", loud, bold=True)
            canvas.spot(begin, line, 2, 1, Key("left"))
            canvas.spot(right - 2, line, 2, 1, Key("right"))
        else:
            canvas.put(x, line, palette.signs.here, palette.roles.strong, bold=True)
            draw_typing(canvas, x + 2, line, Typing(row.label, row.value, proposed=row.proposed), wide - 4, palette)


def _samples(canvas: Canvas, x: int, y: int, rows: int, scene: SettingsScene, palette: Palette, *, large: bool) -> None:
    pitch = 12 if large else 7
    most = max(1, min(len(scene.samples), (rows + 1) // pitch))
    first = visible(len(scene.samples), scene.sample, most)
    for at, sample in enumerate(scene.samples[first : first + most], first):
        top = y + (at - first) * pitch
        drawn = _sample(sample, scene.caption if large else "", palette, large=large)
        canvas.blit(drawn, x, top)
        if len(scene.samples) > 1 and at == scene.sample:
            canvas.put(x - 2, top + 1, palette.signs.here, palette.roles.strong, bold=True)


def _sample(sample: Sample, caption: str, palette: Palette, *, large: bool) -> Canvas:
    """Five cards in a theme, as they are in a hand."""
    look = themed(palette, sample.theme) if sample.theme else palette
    size = CardSize.MEDIUM if large else CardSize.SMALL
    canvas = Canvas(5 * (size.columns + 1) + 3, size.rows + (6 if large else 3), look.roles.ground)
    put(canvas, 2, int(large), SaidLine(sample.title, "strong", bold=True), canvas.columns - 3, look)
    for at, card in enumerate(CARDS):
        lit = at not in UNLIT
        left, top = 2 + at * (size.columns + 1), 3 + large - lit
        canvas.blit(face(card, size, look, lit=lit), left, top)
        if at == CHOSEN:
            frame_card(canvas, left, top, size, look)
    put(canvas, 2, canvas.rows - 2, SaidLine(caption, "quiet"), canvas.columns - 3, look)
    return canvas
