"""The middle of the table: the felt in the colour in play, the stock, the discard pile, and what is said of them."""

import math
from functools import lru_cache

from uno_client.drawing.faces import face
from uno_client.drawing.grid import Canvas, Rect
from uno_client.drawing.letters import block_letters
from uno_client.drawing.palette import Depth, Paint, Palette, mix
from uno_client.drawing.texts import fit, width, wrap
from uno_client.screens.table.layout import Layout, Lying
from uno_client.screens.table.scene import Piles, TableScene
from uno_client.screens.table.words import did_columns, draw_did, tint
from uno_engine.cards import Colour
from uno_engine.language import _

FULL = 2.5
"""The exponent of the oval: fuller than an ellipse, rounder than a box."""
COMETS, COMET_AT = 4, 0.24
"""Comets around the felt, and where the first of them has its head: a part of the way to the second."""
_STEPS = 10
"""Shades of a comet's tail."""
_CHEVRONS = 14
"""Rows from which the direction has chevrons around the felt."""


def on_oval(x: float, y: float, a: float, b: float, angle: float) -> tuple[float, float]:
    """A point of an oval around (x, y) with half axes a and b; the angle is clockwise, from the right."""
    cos, sin = math.cos(angle), math.sin(angle)
    reach = (abs(cos) ** FULL + abs(sin) ** FULL) ** (-1 / FULL)
    return x + a * reach * cos, y + b * reach * sin


@lru_cache(maxsize=8)
def _zones(columns: int, rows: int, clockwise: bool) -> tuple[tuple[int, ...], ...]:
    """What each pixel of a felt is: 0 outside, 1 the felt, 2 its middle, from 3 on a shade of the ring."""
    a, b, sense = columns / 2, float(rows), -1 if clockwise else 1

    def zone(px: int, py: int) -> int:
        u, v = ((px + 0.5) / 2 - a) / a, (py + 0.5 - b) / b
        far = abs(u) ** FULL + abs(v) ** FULL
        if far > 1:
            return 0
        if far <= 0.5 or far <= (1 - 1.1 / math.hypot(u * a, v * b)) ** FULL:
            return 2 if far < 0.4 else 1
        along = (math.atan2(v, u) / math.tau * sense * COMETS + COMET_AT) % 1
        return 3 + round(math.pow(max(0, 1 - along * 1.15), 1.6) * _STEPS)

    return tuple(tuple(zone(px, py) for px in range(2 * columns)) for py in range(2 * rows))


@lru_cache(maxsize=16)
def felt(
    columns: int, rows: int, colour: Colour | None, clockwise: bool, palette: Palette, hidden: tuple[bool, ...] = ()
) -> Canvas:
    """The table: an oval tinted with the colour in play, around which the direction flows as comets.

    Without colours there are only arrows around it. Of comets that are `hidden` behind a plate no head peeks out.
    """
    roles = palette.roles
    if palette.depth is Depth.MONO:
        return _arrows(columns, rows, clockwise, palette)
    body = roles.line if colour is None else palette.lit[colour].body
    base, inner, rim = (mix(roles.ground, body, palette.felt * share) for share in (1, 1.35, 2))
    if not palette.felt:
        base, inner, rim = roles.ground, roles.ground, roles.line
    hot = mix(body, "#ffffff", 0.2) if palette.dark else body
    ring = [mix(rim, hot, step / _STEPS) for step in range(_STEPS + 1)]
    if palette.depth is Depth.FEW and colour is not None:  # what is mixed comes out as grey
        hot = body
        ring = [rim, *[palette.lit[colour].digit] * 3, *[body] * (_STEPS - 3)]
    paints: list[Paint | None] = [None, base, inner, *ring]
    zones = _zones(columns, rows, clockwise)
    inside = Canvas(columns, rows)
    inside.trace(lambda px, py: paints[zones[py][px]])
    canvas = Canvas(columns + 4, rows + 2, None, (2, 1), palette)  # heads reach over the edge
    canvas.blit(inside, 2, 1)
    head = mix(hot, "#ffffff", 0.3) if palette.dark and palette.felt else hot
    for at, angle in enumerate(_angles(clockwise)):
        if not any(hidden[at : at + 1]):
            _head(canvas, inside, angle, clockwise, head)
    return canvas


def _angles(clockwise: bool) -> list[float]:
    """Where the heads of the comets are."""
    return [(at + COMET_AT) / COMETS * (math.tau if clockwise else -math.tau) for at in range(COMETS)]


def _hidden(places: Layout, clockwise: bool) -> tuple[bool, ...]:
    """Of which comets the head is behind a plate, or at its edge."""
    x, y, columns, rows = places.felt
    heads = [on_oval(x + columns / 2, 2 * y + rows, columns / 2, rows, angle) for angle in _angles(clockwise)]
    return tuple(
        any(
            abs(u - p.x - p.columns / 2) < p.columns / 2 + 1 and abs(v / 2 - p.y - p.rows / 2) < p.rows / 2 + 1
            for p in places.plates
        )
        for u, v in heads
    )


def _arrows(columns: int, rows: int, clockwise: bool, palette: Palette) -> Canvas:
    canvas = Canvas(columns, rows)
    count = (columns + 2 * rows) // 4 if rows >= _CHEVRONS else 0
    for at in range(count):
        angle = (at + 0.5) / count * math.tau
        x, y = on_oval(columns / 2, rows, columns / 2 - 0.5, rows - 1, angle)
        sign = palette.signs.onward if (math.sin(angle) < 0) is clockwise else palette.signs.back
        canvas.put(int(x), int(y / 2), sign[0], palette.roles.faint)
    return canvas


def _head(canvas: Canvas, felt: Canvas, angle: float, clockwise: bool, paint: Paint) -> None:
    """The head of a comet: a chevron; where there is no room for one a character, at the lower side only."""
    a, b, sense = felt.columns / 2, float(felt.rows), 1 if clockwise else -1
    x, y = on_oval(a, b, a - 0.5, b - 0.5, angle)
    along, down = -math.sin(angle) * a * sense, math.cos(angle) * b * sense
    px, py, flat = round(2 * x) + 4, round(y - 0.5) + 2, abs(along) > abs(down) * 1.3
    if felt.rows < _CHEVRONS:
        if y > b and abs(x - a) < a / 2:
            sign = canvas.signs.onward if along > 0 else canvas.signs.back
            canvas.put(px // 2, min(felt.rows, py // 2), sign[:1], paint)
        return
    step = 1 if (along if flat else down) > 0 else -1
    for across in range(-2, 3):
        for thick in range(3):
            if flat:
                canvas.dot(px + step * (2 - 2 * abs(across) + thick), py + across, paint)
            else:
                for half in (0, 1):
                    canvas.dot(px + 2 * across + half, py + step * (1 - abs(across) + min(thick, 1)), paint)


def draw_piles(canvas: Canvas, scene: TableScene, places: Layout) -> tuple[Rect, ...]:
    """Felt, stock, discard pile, and what is said of them. Returns where something is said."""
    piles, oval = scene.piles, places.felt
    if not scene.simple:
        hidden = _hidden(places, piles.clockwise) if places.round else ()
        cloth = felt(oval.columns, oval.rows, piles.colour, piles.clockwise, canvas.palette, hidden)
        canvas.blit(cloth, oval.x, oval.y)
    if scene.box is not None or scene.shout is not None:  # it covers them
        return ()
    said = [_stock(canvas, piles, places)]
    _discard(canvas, places.pile, piles)
    said += _facts(canvas, piles, places)
    penalty = max((player.penalty for player in scene.players), default=0)
    if scene.penalty:
        _hit(canvas, f"+{scene.penalty}", places.hit)
    if places.story is None or (scene.penalty and not places.round):
        return tuple(said)
    if penalty and not places.round and canvas.signs.unicode:
        x, y, columns, _rows = places.story
        block_letters(canvas, x + columns / 2, y - 0.5, f"+{penalty}", [canvas.roles.alarm], columns, 5)
    else:
        said.append(_story(canvas, scene, places.story, across=places.round))
    return tuple(said)


def _hit(canvas: Canvas, words: str, place: Rect) -> None:
    """What you had to draw, as loud as at another's plate."""
    x, y, columns, rows = place
    roles, middle = canvas.roles, x + columns / 2
    if canvas.signs.unicode:
        block_letters(canvas, middle, y, words, [roles.alarm], columns, rows)
    else:
        canvas.centre(middle, y + rows - 1, f"  {words}  ", roles.alarm_ink, bold=True, on=roles.alarm)


def _stock(canvas: Canvas, piles: Piles, places: Layout) -> Rect:
    """The stock. Returns where its number is."""
    x, y, size = places.stock
    if canvas.signs.unicode and canvas.palette.shaded and piles.stock > 1:
        deep = mix(canvas.roles.back, canvas.roles.ground, 0.55)
        for away in (1, 0.5):
            canvas.fill(x - away, y + away, size.columns, size.rows, mix(deep, canvas.roles.ground, away - 0.5))
    if piles.stock:
        canvas.blit(face(None, size, canvas.palette), x, y)
    low = min(y + size.rows + places.round, places.question.y - 1)
    words = left_text(piles) if places.round else str(piles.stock)
    words = f"{canvas.signs.advised} {words}" if piles.advised else words
    on = canvas.roles.back if low < y + size.rows and canvas.signs.unicode else None
    left = canvas.centre(x + size.columns / 2, low, words, canvas.roles.back_ink if on else canvas.roles.text, on=on)
    canvas.spot(x, y, size.columns, size.rows + 1, piles.spot)
    return Rect(left, low, width(words), 1)


def _discard(canvas: Canvas, place: Lying, piles: Piles) -> None:
    x, y, size = place
    if canvas.signs.unicode and canvas.palette.shaded:
        above = canvas.copy()
        for at, card in enumerate(piles.under[-2:]):
            turned = face(card, size, canvas.palette, lit=False, angle=(-12, 9)[at % 2])
            canvas.blit(turned, x + (-1, 1)[at % 2] * size.columns // 6, y)
        canvas.take(above, x, y - 2, size.columns, 2)  # nothing peeks out behind its head
    if piles.top is not None:
        canvas.blit(face(piles.top, size, canvas.palette), x, y)


def left_text(piles: Piles) -> str:
    """The stock in words."""
    return _("{n} left").format(n=piles.stock)


def facts(piles: Piles, palette: Palette, columns: int) -> list[tuple[str, Paint, bool]]:
    """What is said of the piles: words, paint, and whether they are loud.

    The direction is only an arrow where its word would have to be broken.
    """
    signs, roles = palette.signs, palette.roles
    said: list[tuple[str, Paint, bool]] = []
    if piles.colour_word:
        shape = signs.shapes[piles.colour] if piles.colour is not None else ""
        said.append((f"{shape} {piles.colour_word}".strip(), tint(piles.colour, palette), True))
    if piles.due:
        said.append((piles.due, roles.alarm, True))
    arrow, way = (signs.onward, _("clockwise")) if piles.clockwise else (signs.back, _("counter-clockwise"))
    fits = max(width(word) for word in way.split()) <= columns
    said.append((f"{arrow} {way}" if fits else arrow, roles.quiet, False))
    if piles.custom:
        said.append((piles.custom, roles.text, False))
    return said


def _facts(canvas: Canvas, piles: Piles, places: Layout) -> list[Rect]:
    """Each fact: cut below the pile, where the felt gets narrow, or wrapped beside it. Returns where they are."""
    x, y, columns, rows = places.facts
    lines = [
        (line, paint, loud)
        for words, paint, loud in facts(piles, canvas.palette, columns)
        for line in ([fit(words, columns, canvas.signs.more)] if places.round else wrap(words, columns))
    ]
    y = y if places.round else max(y - max(0, len(lines) - rows), places.stage.y)
    said = []
    for at, (line, paint, loud) in enumerate(lines[: places.question.y - y]):
        if places.round:
            x = canvas.centre(places.pile.x + places.pile.size.columns / 2, y + at, line, paint, bold=loud)
        else:
            canvas.put(x, y + at, line, paint, bold=loud)
        said.append(Rect(x, y + at, width(line), 1))
    return said


def _story(canvas: Canvas, scene: TableScene, place: Rect, *, across: bool) -> Rect:
    """The last plays, the newest at the end: below each other, or in a line. Returns where they are."""
    x, y, columns, rows = place
    roles, told = canvas.roles, scene.story if across else scene.story[-rows:]
    if not across:
        names = min(10, max((width(name) for name, _did in told), default=0))
        for at, (name, did) in enumerate(told):
            new = at == len(told) - 1
            canvas.put(x, y + at, fit(name, names), roles.strong if new else roles.quiet, bold=new)
            draw_did(canvas, x + names + 2, y + at, did, roles.text, columns - names - 2)
        return place._replace(rows=len(told))
    while sum(width(name) + did_columns(did, canvas.palette) + 4 for name, did in told) > columns + 3:
        told = told[1:]
    line = Canvas(columns, 1, palette=canvas.palette)
    end = 0
    for at, (name, did) in enumerate(told):
        new = at == len(told) - 1
        end = line.put(end, 0, name, roles.strong if new else roles.quiet, bold=new) + 1
        end = draw_did(line, end, 0, did, roles.text, columns - end)
        end = end if new else line.put(end + 1, 0, canvas.signs.then, roles.faint) + 1
    x += max(0, columns - end) // 2
    canvas.blit(line, x, y)
    return Rect(x, y, end, 1)
