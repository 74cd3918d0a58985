"""A small box on the felt: what is explained or refused, with a wedge at the card or the pile that is meant."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from uno_client.core.lesson.beats import CalloutTarget
from uno_client.drawing.faces import tiny
from uno_client.drawing.grid import Canvas, Rect
from uno_client.drawing.palette import Paint
from uno_client.drawing.texts import width, wrap
from uno_client.screens.table.layout import Layout
from uno_client.screens.table.scene import Callout, Prompt, ToldWords
from uno_client.screens.table.words import paints, panel
from uno_client.screens.told import CHAT
from uno_engine.cards import Card

LONGEST = 58
"""Columns of a line, at most."""
NARROWEST = 20
"""Columns of the room for a callout, at least."""
CARD = 7
"""Columns of a little card."""


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
    tries = [*((room, True) for room in rooms if callout.paper), *((room, False) for room in rooms), (whole, False)]
    fits = ((*_fit(said, room, airy=airy), room) for room, airy in tries)
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
            yield Rect(x + 1, places.stage.y, pile.x - x - 1, low - places.stage.y)


def _fit(said: Sequence[ToldWords], room: Rect, *, airy: bool) -> tuple[Rect, list[_Row]]:
    """As small as it can be, at the foot of the room; `airy`: with an empty row around each paragraph."""
    rows = [_Row(ToldWords(""))] * airy
    columns = min(LONGEST, room.columns - 4)
    per = max(1, columns // CARD)
    for told in said:
        wrapped = wrap(told.words, columns, CHAT if told.tone == "chat" else "")
        rows += [_Row(told, line, first=not at) for at, line in enumerate(wrapped)]
        rows += [_Row(told, cards=told.cards[at : at + per]) for at in range(0, len(told.cards), per)]
        rows += [_Row(ToldWords(""))] * airy
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
    """A wedge from the box to a card; a mark above the card where the words of the question are in its way."""
    middle, low = card.x + card.columns / 2, place.y + place.rows
    begins = (canvas.columns - width(question.chip) - width(question.words)) / 2 - 5  # with room for the wedge
    if card.x + 2 <= begins:
        middle = min(middle, begins)
    free = abs(middle - canvas.columns / 2) >= canvas.columns / 2 - begins and middle > width(question.who) + 4
    if not (canvas.signs.unicode and free and place.x + 2 <= middle <= place.x + place.columns - 2):
        canvas.put(round(middle - 0.5), card.y - 1, canvas.signs.drawn, canvas.roles.strong, bold=True)
        return
    for at in range(2 * (card.y - 1 - low)):
        half = max(1, 4 - at)
        canvas.fill(middle - half / 2, low + at / 2, half, 0.5, body)


def _wedge(canvas: Canvas, x: int, y: float, end: int, body: Paint) -> None:
    for at in range(2 * (end - 1 - x)):
        half = max(0.5, 1.5 - at / 2)
        canvas.fill(x + at / 2, y - half / 2, 0.5, half, body)
