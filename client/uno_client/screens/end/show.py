"""The end of a round on a canvas: a victory is loud, a defeat calm; the ranking is below.

Rows go first to the ranking, then to what was won tonight, to two lines of the log, and the rest to the picture above.
"""

from collections.abc import Sequence

from uno_client.drawing.faces import CardSize, face, frame_card, tiny
from uno_client.drawing.grid import Canvas
from uno_client.drawing.letters import block_letters
from uno_client.drawing.palette import Depth, Paint, mix
from uno_client.drawing.texts import width, wrap
from uno_client.screens.end.of_model import EndScene, Standing
from uno_client.screens.frame import framed
from uno_client.screens.pieces import SaidLine, light, paragraph, put, wrapped
from uno_client.screens.table.layout import Rect
from uno_client.screens.told import rows_of
from uno_engine.cards import Card, Colour
from uno_engine.language import pgettext

WIDEST = 150
TOP = (2, 22)
"""Rows of what is above the ranking, at least, and at most unless half of the screen is more."""
LOG = 3
"""Rows that the log has at most while the picture above wants more, with an empty one above."""
TALLY = 4
"""Rows of what was won tonight, at most."""
SIZES = (CardSize.HUGE, CardSize.LARGE, CardSize.MEDIUM, CardSize.SMALL)
BARS = "▁▂▃▄▅▆▇"
BESIDE = 70
"""Columns from which what decided the round is beside what a defeat means."""
STEPS = {0: 1.0, 1: 0.72, 2: 0.55}
"""How high a step of the podium is, by its place."""
_PODIUM: dict[Depth, tuple[tuple[Paint, Paint], ...]] = {
    Depth.TRUE: (("#d9a520", "#1c1400"), ("#9aa3b2", "#10131a"), ("#8a5a36", "#ffffff")),
    Depth.FEW: (("#d7af00", "#000000"), ("#a8a8a8", "#000000"), ("#875f00", "#ffffff")),
    Depth.SIXTEEN: (("ansiyellow", "ansiblack"), ("ansiwhite", "ansiblack"), ("ansibrightblack", "ansiwhite")),
}
"""Gold, silver and bronze, with their inks."""


FEAST = (600, 12)
"""Milliseconds and pictures until a victory is there: its card, its letters, its confetti."""


def show(canvas: Canvas, scene: EndScene, feast: float = 1) -> None:
    """The screen, drawn; `feast` is how much of a victory is there (0 to 1)."""
    with framed(canvas, scene.frame) as rows:
        columns = min(canvas.columns - 4, WIDEST)
        x, y, end = (canvas.columns - columns) // 2, 1, 1 + rows
        count = len(scene.standings)
        log = rows_of(scene.log, columns, rows)
        tally = wrapped(scene.tally, columns, "  ")[:TALLY]
        spare = rows - (count + 1 if count else 0) - (len(tally) + 1 if tally else 0)
        told, (least, most) = min(LOG, len(log) + 1) if log or not tally else 0, TOP
        top = max(least, min(spare - told, max(most, rows // 2)))
        pitch = 2 if spare - top - told >= count else 1
        if scene.shout:
            _victory(canvas, Rect(x, y, columns, top), scene, feast)
        else:
            _defeat(canvas, Rect(x, y, columns, top), scene)
        y += top
        if count:
            _standings(canvas, Rect(x, y, columns, end - y), pitch, scene)
            y += 1 + count * pitch
        y += bool(tally) and end - y > len(tally)
        for line in tally[: max(0, end - y)]:
            put(canvas, x, y, line, columns)
            y += 1
        for at, line in enumerate(log[len(log) - max(0, min(len(log), end - y - 1)) :], y + 1):
            put(canvas, x, at, line, columns)


def _largest(rows: int, columns: int) -> CardSize | None:
    """The largest card that fits; None: none does."""
    return next((size for size in SIZES if size.rows <= rows and size.columns <= columns), None)


# somebody's victory that is worth a feast: yours, or that of those whom you watch


def _victory(canvas: Canvas, area: Rect, scene: EndScene, feast: float) -> None:
    """First the card grows, then the letters are there one by one, then confetti falls."""
    card, spelled, fallen = (min(1.0, max(0.0, 3 * feast - part)) for part in range(3))
    x, y, columns, rows = area
    middle = canvas.columns / 2
    letters = next(high for least, high in ((28, 7.5), (17, 5), (5, 2.5), (0, 0)) if rows >= least)
    said = f"{scene.title} {scene.how}".rstrip() + "." * (not scene.how.endswith("."))
    at, taken = y + (rows >= 17), 0.0
    if letters and canvas.signs.unicode:
        colours = [canvas.palette.lit[colour].body for colour in Colour]
        paints = [mix(paint, "#ffffff", 0.12) if canvas.palette.dark else paint for paint in colours]
        seen = round(spelled * len(scene.shout))
        paints = [paints[at % 4] if at < seen else canvas.roles.ground for at in range(len(scene.shout))]
        taken = block_letters(canvas, middle, at + 0.5 * (rows >= 7), scene.shout, paints, columns, letters)[1]
    elif letters:
        taken = 1.0
        canvas.centre(middle, at, f"* * *  {scene.shout}  * * *", canvas.roles.strong, bold=True)
    at += int(taken + 0.5 * (rows >= 7) + 0.5) + (rows >= 17)
    at += paragraph(
        canvas, x, at, SaidLine(said, "strong", bold=not letters), columns, max(1, y + rows - at), centred=True
    )
    at += rows >= 15
    _stage(canvas, Rect(x, at, columns, y + rows - at - (rows >= 9)), scene, card)
    if fallen:
        _confetti(canvas, Rect(0, y, canvas.columns, rows), fallen)


def _stage(canvas: Canvas, area: Rect, scene: EndScene, grown: float) -> None:
    """The podium, the card that won, as far as it has grown, and what decided the round, side by side."""
    x, y, columns, rows = area
    steps = scene.standings[:3]
    step = 18 if columns >= 110 else 12
    stands = canvas.palette.depth in _PODIUM and rows >= 6 and columns >= 70 and len(steps) > 1
    podium = (step + 1) * len(steps) + 3 if stands else 0
    size = _largest(rows - 2 * (rows > 4), columns // 4) if scene.card is not None else None
    card = size.columns + 5 if size is not None else 0
    told = min(38, columns - podium - card) if scene.facts else 0
    x += (columns - podium - card - told) // 2
    if stands:
        _podium(canvas, Rect(x, y, step, rows), steps)
    if size is not None and scene.card is not None:
        room, smaller = size, SIZES[SIZES.index(size) :]
        size = smaller[round((1 - grown) * (len(smaller) - 1))]
        left = x + podium + 1 + (room.columns - size.columns) // 2
        top = y + (rows - size.rows) // 2
        canvas.blit(face(scene.card, size, canvas.palette), left, top)
        if size is not CardSize.SMALL:
            frame_card(canvas, left, top, size, canvas.palette)
    if told > 14:
        _facts(canvas, Rect(x + podium + card, y, told, rows), scene.facts)


def _podium(canvas: Canvas, area: Rect, steps: Sequence[Standing]) -> None:
    x, y, columns, rows = area
    for at, place in enumerate((1, 0, 2)[: len(steps)] if len(steps) > 2 else (1, 0)):
        standing, (fill, ink) = steps[place], _PODIUM[canvas.palette.depth][place]
        high = max(2, round(rows * STEPS[place]))
        left, top = x + at * (columns + 1), y + rows - high
        canvas.box(left, top, columns, high, fill)
        middle = left + columns / 2
        inside = Canvas(columns - 2, 2, palette=canvas.palette)
        inside.centre(columns / 2 - 1, 0, standing.name, ink, bold=True)
        inside.centre(columns / 2 - 1, 1, standing.worth, ink)
        canvas.blit(inside, left + 1, top + (high > 4))
        if high > 6:
            big = 5 if high > 9 and place == 0 else 2.5
            block_letters(canvas, middle, y + rows - big - 0.5, standing.place, [ink], columns, big)


def _facts(canvas: Canvas, area: Rect, facts: Sequence[tuple[str, str]]) -> None:
    """What decided the round, each with a star; the answer on a line of its own where both are too long for one."""
    x, y, columns, rows = area
    star = (
        canvas.palette.lit[Colour.YELLOW].body
        if canvas.palette.depth in (Depth.TRUE, Depth.FEW)
        else canvas.roles.strong
    )
    blocks = [
        [f"{title}: {said}"]
        if width(f"{title}: {said}") <= columns - 2
        else [*wrap(f"{title}:", columns - 2), *wrap(said, columns - 2)]
        for title, said in facts
    ]
    gap = int(sum(map(len, blocks)) + len(blocks) - 1 <= rows)
    y += max(0, (rows - sum(map(len, blocks)) - gap * (len(blocks) - 1)) // 2)
    end = area.y + rows
    for lines in blocks:
        if y + len(lines) > end:
            return
        canvas.put(x, y, "★" if canvas.signs.unicode else "*", star)
        for line in lines:
            canvas.put(x + 2, y, line, canvas.roles.text)
            y += 1
        y += gap


def _confetti(canvas: Canvas, area: Rect, fallen: float) -> None:
    """Confetti where nothing else is; `fallen` is the share of its way that it has come."""
    ground, seed = canvas.roles.ground, 7
    blank = (" ", ground)
    for _ in range(area.columns * area.rows // 14):
        seed = (seed * 1103515245 + 12345) % 2**31
        x, y = seed // 7 % (area.columns - 2) + 1, area.y + int(seed // 1009 % area.rows * fallen)
        if any((char, under) != blank for char, _ink, under in (canvas.paints(x + by, y) for by in (-1, 0, 1))):
            continue
        paint = canvas.palette.lit[tuple(Colour)[seed // 3 % 4]].body
        if not canvas.signs.unicode:
            canvas.put(x, y, "*.+o"[seed // 3 % 4], canvas.roles.quiet)
            continue
        canvas.dot(2 * x, 2 * y + seed // 5 % 2, paint)
        if seed % 3:
            canvas.dot(2 * x + 1, 2 * y + seed // 5 % 2, paint)


# somebody else's


def _defeat(canvas: Canvas, area: Rect, scene: EndScene) -> None:
    """Who won, with which card, and what that means for the player: on a band of the card's colour."""
    x, y, columns, rows = area
    beside, told = columns >= BESIDE, 40 if columns >= 100 else 22
    below = 0 if beside else min(len(scene.facts), rows - 11)
    band = rows - 1 - (below + 1 if below > 0 else 0) if rows > 6 else rows
    if canvas.palette.felt and scene.card is not None and band > 4:
        tint = canvas.palette.lit[scene.card.colour].body
        canvas.fill(0, y + 1, canvas.columns, band - 1, mix(canvas.roles.ground, tint, 0.6 * canvas.palette.felt))
        y, band = y + 1, band - 1
    size = _largest(band - 2 * (band > 6), columns // 4) if scene.card is not None else None
    if size is not None and scene.card is not None:
        x += (columns > 70) * 3
        canvas.blit(face(scene.card, size, canvas.palette), x, y + (band - size.rows) // 2)
        x += size.columns + (6 if columns > 70 else 3)
    room = area.x + columns - x - (told + 2 if beside and scene.facts else 0)
    _meaning(canvas, Rect(x, y, room, band), scene)
    if beside and scene.facts:
        _facts(canvas, Rect(x + room + 2, y, told, band), scene.facts)
    elif below > 0:
        _facts(canvas, Rect(area.x, area.y + rows - below, columns, below), scene.facts[:below])


def _meaning(canvas: Canvas, area: Rect, scene: EndScene) -> None:
    x, y, columns, rows = area
    how = f"{scene.how}{'.' * (not scene.how.endswith('.'))}" if scene.how else ""
    told = wrapped([SaidLine(scene.title, "strong", bold=True), *([SaidLine(how)] if how else [])], columns)
    own = wrapped(scene.own, columns)
    words = len(told)
    spare = rows - words - len(own) - 3
    size = next((size for size in (CardSize.MEDIUM, CardSize.SMALL) if _fits(size, scene, columns, spare)), None)
    high = 0 if not scene.held else (1 if size is None else size.rows) + 1
    airy = int(rows >= words + high + len(own) + 2 * bool(high) + bool(own))
    y += max(0, (rows - words - high - len(own) - airy * (bool(high) + bool(own))) // 2)
    end = area.y + rows
    for said in told[: max(0, end - y)]:
        put(canvas, x, y, said, columns)
        y += 1
    if high and y + airy + high <= end:
        y += airy
        put(canvas, x, y, SaidLine(scene.holding, "quiet"), columns)
        if size is None:
            _little(canvas, x, y + 1, columns, scene.held)
        else:
            for at, card in enumerate(scene.held):
                canvas.blit(face(card, size, canvas.palette), x + at * (size.columns + 1), y + 1)
        y += high
    y += airy
    for said in own[: max(0, end - y)]:
        put(canvas, x, y, said, columns)
        y += 1


def _fits(size: CardSize, scene: EndScene, columns: int, rows: int) -> bool:
    return len(scene.held) * (size.columns + 1) - 1 <= columns and size.rows < rows


def _little(canvas: Canvas, x: int, y: int, columns: int, cards: Sequence[Card]) -> None:
    """Cards in a line of text, as many as there is room for, and how many more."""
    for at, card in enumerate(cards):
        drawn = tiny(card, canvas.palette)
        more = f"+{len(cards) - at}" if at < len(cards) - 1 else ""
        if drawn.columns > columns - (width(more) + 1 if more else 0):
            canvas.put(x, y, f"+{len(cards) - at}", canvas.roles.strong, bold=True)
            return
        canvas.blit(drawn, x, y)
        x, columns = x + drawn.columns + 1, columns - drawn.columns - 1


# the ranking


def _standings(canvas: Canvas, area: Rect, pitch: int, scene: EndScene) -> None:
    x, y, columns, rows = area
    first, quiet = scene.standings[0], canvas.roles.quiet
    cards, held = pgettext("at most 14 columns", "cards") if first.cards else "", pgettext("at most 14 columns", "left")
    points = pgettext("at most 9 columns", "round") if first.total else ""
    total = pgettext("at most 9 columns", "total") if first.total else ""
    marks = 2 if any(each.ready is not None for each in scene.standings) else 0
    right = x + columns - marks
    named = 13 if columns < 70 else 16 if columns < 100 else 24
    bars = (0 if not cards else 12 if columns < 70 else 18 if columns < 100 else 34) + 2 * bool(cards)
    left = x + 3 + named + bars
    canvas.put(x + 3 + named, y, cards, quiet)
    canvas.put(left, y, held, quiet)
    canvas.put_right(right, y, total, quiet)
    ends = right - (max(width(total), 6) + 2 if total else 0)
    canvas.put_right(ends, y, points, quiet)
    room = ends - (max(width(points), 5) + 2 if points else 0) - left
    most = max((max(each.cards, default=0) for each in scene.standings), default=0)
    for at, each in enumerate(scene.standings):
        line = y + 1 + at * pitch
        if line >= y + rows:
            return
        if each.own:
            canvas.fill(x - 1, line, columns + 2, 1, canvas.roles.raised)
            canvas.put(x - 1, line, canvas.signs.here, canvas.roles.strong, bold=True)
        ink = quiet if each.gone else canvas.roles.strong if each.own or each.won else canvas.roles.text
        canvas.put(x, line, each.place, quiet)
        put(canvas, x + 3, line, SaidLine(each.name, "quiet" if each.gone else "text"), named - 2)
        if each.own or each.won:
            put(canvas, x + 3, line, SaidLine(each.name, "strong", bold=True), named - 2)
        _bars(canvas, x + 3 + named, line, bars - 2, each, most)
        if each.left:
            _little(canvas, left, line, room, each.left)
        else:
            put(canvas, left, line, SaidLine(each.count, "good" if each.won else "text"), room)
        canvas.put_right(ends, line, each.gained, ink, bold=each.won)
        canvas.put_right(right, line, each.total, canvas.roles.strong, bold=True)
        if each.ready is not None:
            ink = canvas.roles.good if each.ready else quiet
            canvas.put(x + columns - 1, line, light(canvas, lit=each.ready), ink)


def _bars(canvas: Canvas, x: int, y: int, columns: int, each: Standing, most: int) -> None:
    """How many cards somebody held over the round; out of digits where there are no blocks."""
    count = len(each.cards)
    if columns < 2 or not count:
        return
    wide = min(columns, count * (2 if canvas.signs.unicode else 1))
    for at in range(wide):
        held = each.cards[at * count // wide]
        ink = canvas.roles.strong if each.own else canvas.roles.quiet
        if not held:
            done = each.won and at == wide - 1
            char, ink = ("●" if canvas.signs.unicode else "0") if done else " ", canvas.roles.good
        elif canvas.signs.unicode:
            char = BARS[max(0, min(6, round(held * 7 / most) - 1))]
        else:
            char = str(min(9, held))
        canvas.put(x + at, y, char, ink)
