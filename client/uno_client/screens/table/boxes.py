"""What lies over the table: a word that is shouted, boxes that ask, and callouts that explain or refuse."""

from collections.abc import Iterator, Sequence
from math import ceil
from typing import NamedTuple

from uno_client.core.lesson.beats import CalloutTarget
from uno_client.drawing.faces import CardSize, face, tiny
from uno_client.drawing.grid import Canvas, Rect
from uno_client.drawing.letters import block_letters
from uno_client.drawing.palette import Paint, mix
from uno_client.drawing.texts import fit, width, wrap
from uno_client.screens.table.layout import Layout
from uno_client.screens.table.plates import draw_fan
from uno_client.screens.table.scene import Box, BoxChoice, Callout, Prompt, Shout, TimeLeft, ToldWords
from uno_client.screens.table.words import paints, panel
from uno_client.screens.told import CHAT
from uno_engine.cards import Card, Colour

LONGEST = 58
"""Columns of a line of a callout, at most."""
NARROWEST = 20
"""Columns of the room for a callout, at least."""
CARD = 7
"""Columns of a little card."""


def draw_box(canvas: Canvas, box: Box, stage: Rect) -> None:
    """A question of yours, on the stage."""
    if box.card is not None:
        _challenge(canvas, box, box.card, stage)
        return
    count, coloured = len(box.choices), box.choices[0].colour is not None
    most = min(count, 3)
    wide = min(16, (stage.columns - 6) // 4) if coloured else min(22, (stage.columns - 2 * most) // most)
    high = 10 if coloured else 9 if stage.rows > 12 else 7
    for at, (choice, place) in enumerate(zip(box.choices, _tiles(stage, count, wide, high), strict=True)):
        (_colour if coloured else _partner)(canvas, choice, place, chosen=at == box.at)
        canvas.spot(*place, choice.spot)


def _tiles(stage: Rect, count: int, wide: int, high: int) -> list[Rect]:
    """So many rectangles in the middle of the stage, in as few rows as fit."""
    gap = 2 if count * (wide + 2) + 2 <= stage.columns else 1
    per = max(1, min(count, (stage.columns + gap) // (wide + gap)))
    per = -(-count // -(-count // per))
    rows = -(-count // per)
    high = max(1, min(high, (stage.rows - 1 - rows) // rows))
    pitch = high + 1 if rows * (high + 1) <= stage.rows else high
    x = stage.x + (stage.columns - per * (wide + gap) + gap) // 2
    y = stage.y + max(1, (stage.rows - rows * pitch + 1) // 3)  # over the piles
    return [Rect(x + at % per * (wide + gap), y + at // per * pitch, wide, high) for at in range(count)]


def _colour(canvas: Canvas, pick: BoxChoice, place: Rect, *, chosen: bool) -> None:
    body, ink, *_others = canvas.palette.lit[pick.colour]
    x, y, columns, rows = place
    middle, low = x + columns / 2, y + rows - (2 if rows > 4 else 1) - (rows > 7)
    panel(canvas, place, body, canvas.roles.strong if chosen else None)
    canvas.centre(middle, low, fit(f"{canvas.signs.shapes[pick.colour]} {pick.title}", columns), ink, bold=True)
    if rows > 4:
        canvas.centre(middle, low + 1, fit(pick.words, columns), ink)
    room = low - y - 0.5 if canvas.signs.unicode else 1
    top = y + 0.5 * canvas.signs.unicode + (rows > 7)
    block_letters(canvas, middle, top, pick.key, [ink], min(columns - 1.5, 12), min(room, 5))


def _challenge(canvas: Canvas, box: Box, card: Card, stage: Rect) -> None:
    roles, wide = canvas.roles, min(stage.columns - 2, 76 if stage.rows < 14 else 52)
    size = CardSize.LARGE if stage.rows >= 14 else CardSize.MEDIUM if stage.rows >= 8 else None
    size = size if stage.columns >= 44 else None
    side = 0 if size is None else size.columns + 3
    room = wide - side - 3
    said = wrap(box.words, room)
    blocks = [[answer.title, *wrap(answer.words, room - 5)] for answer in box.choices]
    if len(said) + sum(map(len, blocks)) > stage.rows - 2:  # what it does, behind what it is
        blocks = [wrap(f"{answer.title}. {answer.words}", room - 5) for answer in box.choices]
    rows = len(said) + sum(map(len, blocks))
    spacing = int(stage.rows - 2 >= rows + len(blocks) + 2)
    lead = int(not spacing and stage.rows - 2 > rows)  # a row below what happened, at least
    between = int(wide > 70 and not spacing and stage.rows - lead > rows + len(blocks) - 1)
    rows += lead + between * (len(blocks) - 1)
    tight = int(rows > stage.rows - 2)  # its frame may touch the plates
    rows = min(stage.rows - 2 + tight, max(rows + spacing * (len(blocks) + 2), 0 if size is None else size.rows))
    place = Rect(stage.x + (stage.columns - wide) // 2, stage.y + max(1 - tight, (stage.rows - rows) // 2), wide, rows)
    panel(canvas, place, roles.plate, roles.strong)
    if size is not None:
        canvas.blit(face(card, size, canvas.palette), place.x + 2, place.y + (rows - size.rows) // 2)
    x, y = place.x + side + 1, place.y + spacing
    for line in said:
        canvas.put(x, y, line, roles.strong, bold=True)
        y += 1
    y += lead
    for answer, lines in zip(box.choices, blocks, strict=True):
        y += spacing
        for at, line in enumerate(lines[: place.y + rows - y]):
            canvas.put(x + 5, y + at, line, roles.text)
        canvas.put(x, y, f" {answer.key} ", roles.ground, bold=True, on=roles.strong)
        canvas.put(x + 5, y, fit(answer.title, room - 5), roles.strong, bold=True)
        canvas.spot(x, y, room, len(lines), answer.spot)
        y += len(lines) + between


def _partner(canvas: Canvas, partner: BoxChoice, place: Rect, *, chosen: bool) -> None:
    roles, (x, y, columns, rows) = canvas.roles, place
    panel(canvas, place, roles.raised if chosen else roles.plate, roles.strong if chosen else None)
    row = y + (rows > 4)
    ink, on = (roles.ground, roles.strong) if chosen else (roles.strong, roles.line)
    at = canvas.put(x + 1, row, f" {partner.key} ", ink, bold=True, on=on) + 1
    right = canvas.put_right(x + columns - 1, row, str(partner.count), roles.strong, bold=True)
    canvas.put(at, row, fit(partner.title, right - at - 1, canvas.signs.more), roles.strong, bold=True)
    if rows > 1:
        tone = paints(partner.tone, canvas.palette)[0]
        said = wrap(partner.words, columns - 2) if rows > 8 else [fit(partner.words, columns)]
        for at, line in enumerate(said, y + rows - len(said) - (rows > 4)):
            canvas.centre(x + columns / 2, at, line, tone)
    if rows > 5 and canvas.signs.unicode:
        draw_fan(canvas, x + columns / 2, row + 1 + (rows > 6), partner.count or 0, columns - 4, 2 + (rows > 8))


def shout_place(shout: Shout, stage: Rect) -> Rect:
    """Where a shout is: good news goes across, what hurts is a box."""
    apart = 6 < stage.rows <= 12 and shout.tone != "uno"  # from the line above the hand
    rows, across = min(stage.rows - apart, 12), stage.columns + (2 if stage.x == 1 else -2)
    wide = across if shout.tone == "uno" else min(across, 56)
    return Rect(stage.x + (stage.columns - wide) // 2, stage.y + (stage.rows - rows) // 3, wide, rows)


def draw_shout(canvas: Canvas, shout: Shout, stage: Rect) -> None:
    """A word in block letters, what it is about, and room for the time that is left (`draw_shout_clock`)."""
    body, ink = paints(shout.tone, canvas.palette)
    place = shout_place(shout, stage)
    x, y, columns, rows = place
    inks: list[Paint] = [ink]
    panel(canvas, place, body)
    if shout.tone == "uno" and body.startswith("#"):
        inks = [*(canvas.palette.lit[colour].digit for colour in (Colour.RED, Colour.BLUE, Colour.GREEN)), ink]
        canvas.fill(x, y, columns, rows, body)
        for stripe in (y + 0.5, y + rows - 1):
            canvas.fill(x, stripe, columns, 0.5, mix(body, "#000000", 0.22))
    beside = 22 * (shout.tone == "uno" and rows < 10)  # columns for the words
    lines = [line for each in shout.lines for line in wrap(each, beside - 6 if beside else columns - 4)]
    foot, airy = 0 if beside else len(lines) + (shout.tone != "uno"), int(rows > 7)
    room = rows - foot - 1 - airy if canvas.signs.unicode else 1
    top = y + ((rows - 5) / 2 if beside else airy + (rows > 9 or rows == 7) / 2)
    taken = block_letters(canvas, x + (columns - beside) / 2, top, shout.word, inks, columns - 2 - beside, room)
    at = y + (rows - len(lines)) // 2 if beside else ceil(top + taken[1] + 0.25)
    for number, line in enumerate(lines[: y + rows - at]):
        middle = x + columns - beside / 2 if beside else x + columns / 2
        canvas.centre(middle, at + number, line, ink, bold=len(shout.lines) == 1 or not number)
    canvas.spot(*place, shout.spot)


def draw_shout_clock(canvas: Canvas, shout: Shout, clock: TimeLeft, stage: Rect) -> None:
    """The line at the foot of a shout, which gets shorter."""
    body, ink = paints(shout.tone, canvas.palette)
    x, y, columns, rows = shout_place(shout, stage)
    low, wide = y + rows - 1.0, columns - 8
    if not canvas.signs.unicode:
        canvas.put(x + 4, int(low), canvas.signs.thick * round(wide * clock.left), ink, on=body)
        return
    low -= 1 if rows > 9 else 0.5 * (rows > 7)
    canvas.fill(x + 4, low, wide, 0.5, mix(body, "#000000", 0.35))
    canvas.fill(x + 4, low, round(2 * wide * clock.left) / 2, 0.5, ink)


class _Row(NamedTuple):
    told: ToldWords
    words: str = ""
    cards: tuple[Card, ...] = ()
    first: bool = False


def fitted(callout: Callout, places: Layout) -> tuple[Rect, list[_Row], Rect]:
    """The place of a callout, all its rows, and the room in which it may be moved.

    Where it fits: below the stock or left of it, left of the pile, over everything. The place may have fewer rows than
    the callout; `scroll` tells which are seen.
    """
    said = [told for told in callout.lines if not told.logged or places.log is None]
    whole, rooms = Rect(1, 1, places.table.columns - 2, places.question.y - 1), [*_rooms(places, right=callout.right)]
    tries = [*((room, airy) for room in rooms for airy in ((2, 1, 0) if callout.paper else (0,))), (whole, 0)]
    fits = ((*_fit(said, room, airy), room) for room, airy in tries)
    return next(fit for fit in fits if len(fit[1]) <= fit[0].rows or fit[2] is whole)


def _rooms(places: Layout, *, right: bool) -> Iterator[Rect]:
    """Where nothing is hidden that has to be seen, the best first."""
    low, facts, (x, top, *_size) = places.question.y - places.round, places.facts, places.stage
    if places.round:
        sides = [plate.y + plate.rows + 1 for plate in places.plates if plate.x < places.stock.x and plate.y > top]
        top = max([places.stock.y + places.stock.size.rows + 2, *sides])
    if right:
        yield Rect(facts.x - 2, top, places.table.columns - facts.x, low - top)
    if places.round:
        yield Rect(2, top, facts.x - 3, low - top)
    for pile in (places.stock, places.pile):
        if pile.x - x > NARROWEST:
            yield Rect(x + places.round, places.stage.y, pile.x - x - 2, low - places.stage.y)


def _fit(said: Sequence[ToldWords], room: Rect, airy: int) -> tuple[Rect, list[_Row]]:
    """As small as it can be, at the foot of the room; `airy`: with an empty row above each paragraph; 2: below, too."""
    rows: list[_Row] = []
    columns = min(LONGEST, room.columns - 4)
    if airy:  # no word alone in a line
        least = sum(len(wrap(told.words, columns)) for told in said)
        narrow = range(min(NARROWEST, columns), columns + 1)
        columns = next(each for each in narrow if sum(len(wrap(told.words, each)) for told in said) == least)
    per = max(1, columns // CARD)
    for told in said:
        rows += [_Row(ToldWords(""))] * bool(airy)
        wrapped = wrap(told.words, columns, CHAT if told.tone == "chat" else "")
        rows += [_Row(told, line, first=not at) for at, line in enumerate(wrapped)]
        rows += [_Row(told, cards=told.cards[at : at + per]) for at in range(0, len(told.cards), per)]
    rows += [_Row(ToldWords(""))] * (airy > 1)
    wide = max((width(row.words) + CARD * len(row.cards) for row in rows), default=0)
    high = min(room.rows, len(rows))
    return Rect(room.x, room.y + room.rows - high, wide + 4, high), rows


def draw_callout(canvas: Canvas, callout: Callout, question: Prompt, places: Layout, hand: Sequence[Rect]) -> None:
    """A callout, above the question."""
    place, rows, room = fitted(callout, places)
    if not rows:
        return
    if callout.at is CalloutTarget.CARD and callout.held < len(hand):  # above its card, as far as there is room
        over, end = hand[callout.held], room.x + room.columns
        left = over.x + (over.columns - place.columns) // 2
        place = place._replace(x=max(room.x, min(left, end - place.columns)))
    body = canvas.roles.paper if callout.paper else canvas.roles.raised
    panel(canvas, place, body)
    canvas.spots[:] = [spot for spot in canvas.spots if not _within(spot[:4], place)]
    for at, row in enumerate(rows[callout.scroll : callout.scroll + place.rows]):
        ink = canvas.palette.lit[None].body if callout.paper else paints(row.told.tone, canvas.palette)[0]
        loud = row.told is callout.lines[0] if callout.paper else row.first
        x = canvas.put(place.x + 2, place.y + at, row.words, ink, bold=loud and len(callout.lines) > 1)
        for card in row.cards:
            canvas.blit(tiny(card, canvas.palette), x, place.y + at)
            x += CARD
    if callout.at is CalloutTarget.CARD and callout.held < len(hand):
        _at_card(canvas, place, hand[callout.held], question, body)
    elif callout.at is CalloutTarget.STOCK and canvas.signs.unicode:
        stock = places.stock
        middle = min(max(stock.y + stock.size.rows // 2, place.y), place.y + place.rows - 1) + 0.5
        _wedge(canvas, place.x + place.columns, middle, stock.x, body)


def _within(spot: tuple[int, int, int, int], place: Rect) -> bool:
    x, y, columns, rows = spot
    return place.x <= x and x + columns <= place.x + place.columns and place.y <= y and y + rows <= place.y + place.rows


def _at_card(canvas: Canvas, place: Rect, card: Rect, question: Prompt, body: Paint) -> None:
    """A wedge from the box to a card; a mark above the card where the question is in its way or the box is far."""
    middle, low = card.x + card.columns / 2, place.y + place.rows
    begins = (canvas.columns - width(question.chip) - width(question.words)) / 2 - 5  # with room for the wedge
    if card.x + 2 <= begins:
        middle = min(middle, begins)
    middle = min(middle, max(card.x + 1.5, place.x + place.columns - 2))  # the nearest of the card: it leans least
    base, steps = min(max(middle, place.x + 3), place.x + place.columns - 2), 2 * (card.y - 1 - low)
    free = (
        abs(middle - canvas.columns / 2) >= canvas.columns / 2 - begins and min(base, middle) > width(question.who) + 4
    )
    if not (canvas.signs.unicode and free and abs(middle - base) <= 4 * steps):
        canvas.put(round(middle - 0.5), card.y - 1, canvas.signs.drawn, canvas.roles.strong, bold=True)
        return
    for at in range(steps):
        ends = [
            base + (middle - base) * part / steps + side * (2 - 1.5 * part / steps)
            for part in (at, at + 1)
            for side in (-1, 1)
        ]
        canvas.fill(min(ends), low + at / 2, max(ends) - min(ends), 0.5, body)


def _wedge(canvas: Canvas, x: int, y: float, end: int, body: Paint) -> None:
    for at in range(2 * (end - 1 - x)):
        half = max(0.5, 1.5 - at / 2)
        canvas.fill(x + at / 2, y - half / 2, 0.5, half, body)
