"""Your hand: the largest cards that fit, side by side or overlapping, else in rows, else in lines of text."""

import math
from functools import lru_cache
from typing import NamedTuple

from uno_client.drawing.faces import CardSize, face, frame_card, rank_place, tiny
from uno_client.drawing.grid import Canvas, Rect
from uno_client.drawing.palette import Palette
from uno_client.drawing.texts import width, wrap
from uno_client.screens.table.scene import Hand, HeldCard

LEAST = 3
"""Columns of a card that others lie over."""
LIFT = 2
"""Rows by which the chosen card is raised; a playable one by half of it."""


class Arranged(NamedTuple):
    """A size, where each card begins, and whether the cards lie in one row and over each other."""

    size: CardSize
    places: tuple[tuple[int, int], ...]
    single: bool
    over: bool


@lru_cache(maxsize=256)
def arranged(count: int, place: Rect, at: int | None = None, *, flat: bool = False) -> Arranged | None:
    """How so many cards lie in a place, without the chosen one's lift; None: only lines of text have room.

    Cards that overlap leave room for the whole of the chosen one (`at`), as far as there is any. `flat`: none is ever
    raised, so the place has no rows for that.
    """
    columns, above = place.columns - 4, 0 if flat else LIFT
    for size in CardSize:
        step = min(size.columns + 1, (columns - size.columns) // max(1, count - 1))
        least = size.columns - 3 if size in (CardSize.HUGE, CardSize.LARGE) else LEAST
        spare = place.rows - size.rows - (above + (above > 0 and size is not CardSize.SMALL))
        if spare >= 0 and step >= least:
            y = place.y + place.rows - size.rows - spare // 2 - (spare > 0 and not flat)
            return Arranged(size, _row(count, size, y, place, at), single=True, over=step <= size.columns)
    size = CardSize.SMALL
    per = (columns - size.columns) // LEAST + 1
    rows = math.ceil(count / per)
    if rows > (place.rows - above) // size.rows:
        return None
    per, y = math.ceil(count / rows), place.y + (not flat)
    pitch = min(size.rows + 1, (place.rows - above) // rows)
    places: tuple[tuple[int, int], ...] = ()
    for begin in range(0, count, per):
        here = None if at is None else at - begin
        places += _row(min(per, count - begin), size, y + begin // per * pitch, place, here)
    return Arranged(size, places, single=False, over=True)


def _row(count: int, size: CardSize, y: int, place: Rect, at: int | None) -> tuple[tuple[int, int], ...]:
    """Cards across the place, each of the same width but for the chosen one, which nothing covers."""
    whole, room = size.columns + 1, place.columns - 4 - size.columns
    step, more = min(float(whole), room / max(1, count - 1)), 0.0
    if step < whole and at in range(count - 1) and count > 2 and (closer := (room - whole) / (count - 2)) >= LEAST:
        step, more = closer, whole - closer
    ends = round(step * (count - 1) + more)
    first = place.x + (place.columns - size.columns - ends) // 2
    return tuple((first + round(step * each + more * (at is not None and each > at)), y) for each in range(count))


def draw_hand(canvas: Canvas, hand: Hand, place: Rect, *, dims: bool = True) -> tuple[Rect, ...]:
    """Draw the hand into its place. Returns where each card is; cards in lines of text have no place.

    `dims`: a hand that steps back gets darker, not only lower: that takes many bytes.
    """
    if hand.words:
        for at, line in enumerate(wrap(hand.words, place.columns - 4)):
            canvas.centre(place.columns / 2, place.y + place.rows // 2 + at, line, canvas.roles.quiet)
    if not hand.cards:
        return ()
    how = arranged(len(hand.cards), place, hand.at, flat=hand.lit)
    if how is None:
        draw_lines(canvas, hand, place)
        return ()
    spots = tuple(_spot(hand, at, how, place) for at in range(len(hand.cards)))
    for at in range(len(spots)):
        if at != hand.at:
            _card(canvas, hand, at, how, spots[at])
    if hand.back and dims:
        canvas.dim(*place, 0.3, canvas.roles.ground)
    if hand.at is not None and hand.at < len(spots):
        x, y, _columns, _rows = spots[hand.at]
        _card(canvas, hand, hand.at, how, spots[hand.at])
        frame_card(canvas, x, y, how.size, canvas.palette)
        right, low = rank_place(hand.cards[hand.at].card, how.size, canvas.palette)
        canvas.cursor = (x + right, y + low)
    return spots


def _spot(hand: Hand, at: int, how: Arranged, place: Rect) -> Rect:
    """Where a card lies: raised if it can be played, higher if it is the chosen one."""
    x, y = how.places[at]
    chosen, playable = at == hand.at, hand.cards[at].playable and not hand.back
    lift = LIFT if chosen else 1 if playable else 0
    if how.size is CardSize.SMALL:
        lift = min(lift, 1)
    return Rect(x, max(place.y, y - lift * how.single), how.size.columns, how.size.rows)


def _card(canvas: Canvas, hand: Hand, at: int, how: Arranged, spot: Rect) -> None:
    held, (x, y, columns, rows) = hand.cards[at], spot
    lit, over = _lit(hand, held, canvas.palette), how.over and at != hand.at
    canvas.blit(face(held.card, how.size, canvas.palette, lit=lit, over=over), x, y)
    canvas.spot(*spot, held.spot)
    if how.single and held.drawn:
        canvas.put(x + columns // 2, y - 1, canvas.signs.drawn, canvas.roles.strong, bold=True)
    if how.single and held.advised:
        canvas.put(x + 1, y - 1, canvas.signs.advised, canvas.roles.quiet)
    if how.single and held.playable and not hand.back and not canvas.signs.unicode:
        canvas.put(x + 1, y + rows, "*", canvas.roles.strong, bold=True)


def _lit(hand: Hand, held: HeldCard, palette: Palette) -> bool:
    """While others play all cards are lit and step back together; without shades none is lit."""
    return hand.lit or (held.playable and not hand.back) or (hand.back and palette.shaded)


def draw_lines(canvas: Canvas, hand: Hand, place: Rect) -> None:
    """The hand as little cards in lines, the chosen one in sight; how many are hidden is said."""
    lines: list[list[tuple[int, int, Canvas]]] = [[]]
    x, here = 1, 0
    for at, held in enumerate(hand.cards):
        card = tiny(held.card, canvas.palette, lit=_lit(hand, held, canvas.palette))
        if x + card.columns + 1 > place.columns - 5 and lines[-1]:
            lines.append([])
            x = 1
        here = len(lines) - 1 if at == hand.at else here
        lines[-1].append((at, x, card))
        x += card.columns + 1
    first = max(0, min(here - place.rows // 2, len(lines) - place.rows))
    for row, line in enumerate(lines[first : first + place.rows]):
        for at, x, card in line:
            canvas.blit(card, x, place.y + row)
            canvas.spot(x, place.y + row, card.columns, 1, hand.cards[at].spot)
            if at == hand.at:
                canvas.put(x - 1, place.y + row, canvas.signs.here, canvas.roles.strong, bold=True)
                canvas.cursor = (x + 1, place.y + row)
    hidden = sum(map(len, lines)) - sum(map(len, lines[first : first + place.rows]))
    if hidden:
        words = f"+{hidden}"
        canvas.put(place.columns - 1 - width(words), place.y + place.rows - 1, words, canvas.roles.strong, bold=True)
