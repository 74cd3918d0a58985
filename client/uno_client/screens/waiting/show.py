"""The waiting room on a canvas: a tile for each seat, how others join beside them, and what is said below."""

from math import ceil

from uno_client.drawing.grid import Canvas
from uno_client.drawing.letters import block_letters
from uno_client.drawing.palette import Palette, mix
from uno_client.drawing.texts import width, wrap
from uno_client.messages import Pointed
from uno_client.screens.frame import WIDEST, framed
from uno_client.screens.pieces import SaidLine, paint, panel, paragraph, put, qr, qr_size
from uno_client.screens.told import rows_of
from uno_client.screens.waiting.scene import WaitingScene, WaitingSeat

TILES = ((6, 2), (4, 1), (3, 1), (2, 1), (2, 0), (1, 0))
"""Rows of a tile and of the gap below; the largest that fits is taken."""
BESIDE = 76
"""Columns from which the QR code is beside the seats."""
ROOMY = 100
"""Columns from which the code is there in block letters, too."""


def show(scene: WaitingScene, columns: int, rows: int, palette: Palette) -> Canvas:
    """The screen, drawn."""
    return framed(scene.frame, columns, rows, palette, lambda canvas, y, room: _body(canvas, y, room, scene, palette))


def _body(canvas: Canvas, y: int, rows: int, scene: WaitingScene, palette: Palette) -> None:
    columns = min(canvas.columns - 4, WIDEST)
    x = (canvas.columns - columns) // 2
    y, rows = y + (rows > 30) + 1, rows - (rows > 30) - 2
    code = _join_columns(canvas.columns, rows + 1, scene, palette)
    if code:
        _join(canvas, x + columns - code, y, code, rows + 1, scene, palette)
    left = columns - (code + 2 if code else 0)
    facts = [SaidLine(line, each.ink) for each in scene.facts for line in wrap(each.text, left - 2)]
    y, rows = _seats(canvas, x, y, left, rows, min(len(facts), 4) + 2, scene, palette)
    log = rows_of(scene.log, left - 2, max(2, rows - len(facts) - 1))
    told = facts[: max(0, rows - len(log) - 1)]
    for at, each in enumerate((*told, *([SaidLine("")] if log and told else []), *log)):
        put(canvas, x + 1, y + at, each, left - 1, palette)


def _join_columns(columns: int, rows: int, scene: WaitingScene, palette: Palette) -> int:
    """Columns for how others join; 0 where there is no room, or nobody can."""
    if not scene.code:
        return 0
    if scene.page and palette.signs.unicode and columns >= BESIDE:
        wide, high = qr_size(scene.page)
        if high <= rows and columns - wide >= 46:
            return max(wide, 38 if columns >= ROOMY else 0)
    return 38 if columns >= ROOMY else 0


def _join(canvas: Canvas, x: int, y: int, columns: int, rows: int, scene: WaitingScene, palette: Palette) -> None:
    end = y + rows
    if scene.page and palette.signs.unicode:
        wide, high = qr_size(scene.page)
        qr(canvas, x + (columns - wide) // 2, y, scene.page, palette)
        y += high + 1
        if end - y > 9:
            y += paragraph(canvas, x, y, SaidLine(scene.scan, "quiet"), columns, palette, centred=True) + 2
    if end - y >= 3:
        strong = palette.roles.strong
        high = 5 if columns >= 34 and end - y >= 7 else 3
        block_letters(canvas, x + columns / 2, y, scene.code, [strong], columns, high)


def _seats(
    canvas: Canvas, x: int, y: int, columns: int, rows: int, below: int, scene: WaitingScene, palette: Palette
) -> tuple[int, int]:
    """The seats, in tiles that leave so many rows below. Returns the row behind them, and how many are left."""
    if not scene.seats:
        return y, rows
    beside = max(1, min(4, len(scene.seats), (columns + 2) // 23))
    lines = ceil(len(scene.seats) / beside)
    high, gap = next((each for each in TILES if sum(each) * lines + below <= rows), TILES[-1])
    wide = (columns + 2) // beside - 2
    for at, seat in enumerate(scene.seats):
        left, top = x + at % beside * (wide + 2), y + at // beside * (high + gap)
        _tile(canvas, left, top, wide, high, seat, scene.free, palette)
        canvas.spot(left, top, wide, high, Pointed(at))
    taken = lines * (high + gap) + (gap == 0)
    return y + taken, rows - taken


def _tile(
    canvas: Canvas, x: int, y: int, columns: int, high: int, seat: WaitingSeat, free: str, palette: Palette
) -> None:
    roles = palette.roles
    mark = palette.signs.here if seat.here else " "
    if high == 1:
        said = SaidLine(seat.name, "strong", bold=True) if seat.name else SaidLine(free, "quiet")
        behind = put(canvas, x + 2, y, said, 20, palette)
        put(canvas, max(behind + 1, x + 14), y, SaidLine(seat.note, "quiet"), columns - 18, palette)
        canvas.put(x, y, mark, roles.strong, bold=True)
        _ready(canvas, x + columns - 1, y, seat, palette)
        return
    if seat.name or high > 2:
        panel(canvas, x, y, columns, high, palette, raised=seat.own, here=seat.here and high > 2)
    canvas.put(x, y + (high > 4), mark, roles.strong, bold=True)
    if not seat.name:
        if palette.signs.unicode:
            canvas.box(x, y, columns, high, mix(roles.ground, roles.plate, 0.5))
        middle = y + max(0, (high - 2) // 2)
        canvas.put(x, middle, mark, roles.strong, bold=True)
        canvas.centre(x + columns / 2, middle, free, roles.quiet)
        canvas.centre(x + columns / 2, middle + 1, seat.note, roles.quiet)
        return
    top = y + (high > 4)
    put(canvas, x + 2, top, SaidLine(seat.name, "strong", bold=True), columns - 6, palette)
    most = {6: 3, 2: 1}.get(high, 2)
    noted = paragraph(canvas, x + 2, top + 1, SaidLine(seat.note, "quiet"), columns - 4, palette, most)
    _ready(canvas, x + columns - 2, top, seat, palette)
    if (high > 3 or (high == 3 and noted < 2)) and palette.signs.unicode:
        canvas.fill(x, y + high - 0.5, columns, 0.5, paint(palette, "good") if seat.ready else roles.line)


def _ready(canvas: Canvas, right: int, y: int, seat: WaitingSeat, palette: Palette) -> None:
    if seat.name:
        sign = "●○"[not seat.ready] if palette.signs.unicode else "*."[not seat.ready]
        canvas.put(right - width(sign), y, sign, paint(palette, "good" if seat.ready else "quiet"), bold=True)
