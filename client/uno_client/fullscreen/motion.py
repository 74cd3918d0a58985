"""Motion: what moves on the table for a moment after something happened. It is paint over the screen, nothing waits.

Screens mark where things are (`anchor`); `begun` tells what an event sets in motion, `painted` how that looks at a
time, and a `MotionStage` asks for drawings as long as something moves.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import NamedTuple, assert_never

from uno_client.core.card_dialogue import written
from uno_client.core.model import Model
from uno_client.fullscreen.cards import BOXES, Box, discard_pile
from uno_client.fullscreen.mouse import spot
from uno_client.fullscreen.widgets import Fragment, Line, Lines, Size, clickable, clip, colour_name, width
from uno_client.wording.words import voice_of
from uno_engine import events as ev
from uno_engine.cards import Card, Colour

FRAME = 0.05
"""Seconds between two drawings while something moves: twenty a second."""
FLIGHT = 0.3
"""Seconds that a card is under way."""
STEP = 0.12
"""Seconds from one card of a penalty to the next."""
TURN = 0.6
"""Seconds that the direction takes to turn."""
LEAST = Size(80, 24)
"""The smallest terminal in which something moves."""
MOST = 12
"""The most things that move together."""
BACK = "▐█▌"
_BELOW = 4
"""Rows at the bottom that are never covered: what is asked, what was said, the keys."""

PILE, COLOUR, STOCK, DIRECTION = "pile", "colour", "stock", "direction"


def anchor(name: str) -> str:
    """For the style of a fragment: something that moves begins or ends here."""
    return f" [at:{name}]"


def seat_anchor(seat: int) -> str:
    """The anchor of a player's row."""
    return anchor(f"seat:{seat}")


def penalty_anchor(seat: int) -> str:
    """The anchor of the penalty in a player's row."""
    return anchor(f"penalty:{seat}")


@dataclass(frozen=True, slots=True)
class Pile:
    """The discard pile before a card arrives, with the colour in play and its name."""

    top: Card | None
    rank: str | None
    colour: Colour | None
    named: str


@dataclass(frozen=True, slots=True)
class Flight:
    """A card, or the backs of some, on the way from one mark to another; until it lands the pile is what it was."""

    since: float
    start: str
    end: str
    card: Card | None = None
    rank: str | None = None
    """The text on the card, if it isn't its rank."""
    backs: int = 1
    pile: Pile | None = None

    @property
    def until(self) -> float:
        return self.since + FLIGHT


@dataclass(frozen=True, slots=True)
class PenaltyCount:
    """A penalty that is counted up in its victim's row."""

    since: float
    mark: str
    count: int

    @property
    def until(self) -> float:
        return self.since + self.count * STEP + FLIGHT


@dataclass(frozen=True, slots=True)
class Turning:
    """The direction of play turns, to 1 or -1."""

    since: float
    direction: int

    @property
    def until(self) -> float:
        return self.since + TURN


Moving = Flight | PenaltyCount | Turning


def begun(before: Model, after: Model, now: float) -> tuple[Moving, ...]:
    """The motion at `now` that follows from the events between two models."""
    count = after.play.told - before.play.told
    if before.table is None or after.table is None or before.table.code != after.table.code or not 0 < count < MOST:
        return ()
    return tuple(moving for line in after.play.log[-count:] for moving in _begun(before, after, line.event, now))


def _begun(before: Model, after: Model, event: object, now: float) -> Iterable[Moving]:
    match event:
        case ev.CardsPlayed(seat, cards):
            # Where the card lay the next one lies now, or it was the last.
            own = spot(min(before.hand.selected, len(after.left) - 1))
            start = own if seat == after.seat else seat_anchor(seat)
            yield Flight(now, start, anchor(PILE), cards[-1], written(after, cards[-1]), pile=_pile(before))
        case ev.CardsDrawn(seat, count, reason):
            cards_to_see = min(count, MOST)
            for at in range(cards_to_see):
                yield Flight(now + at * STEP, anchor(STOCK), seat_anchor(seat))
            if reason is not ev.DrawReason.TURN:
                yield PenaltyCount(now, penalty_anchor(seat), count)
        case ev.HandsMoved(reason, counts):
            yield from _hands(reason, tuple(counts), after, now)
        case ev.CardsPassed(to):
            yield from (Flight(now, seat_anchor(giver), seat_anchor(taker)) for giver, taker in to.items())
        case ev.DirectionTurned(direction):
            yield Turning(now, direction)
        case _:
            pass


def _pile(model: Model) -> Pile | None:
    game = model.game
    if game is None:
        return None
    named = voice_of(model.table).colour(game.colour)
    top = game.discard[-1] if game.discard else None
    return Pile(top, None if top is None else written(model, top), game.colour, named)


def _hands(reason: ev.MoveReason, seats: tuple[int, ...], after: Model, now: float) -> Iterable[Moving]:
    """Every hand to where it goes; hands that are shuffled go to the draw pile."""
    if reason is ev.MoveReason.SHUFFLE:
        return [Flight(now, seat_anchor(seat), anchor(STOCK), backs=3) for seat in seats]
    step = after.game.direction if after.game is not None else 1
    takers = [*seats[step:], *seats[:step]]
    return [Flight(now, seat_anchor(seat), seat_anchor(to), backs=3) for seat, to in zip(seats, takers, strict=True)]


def painted(lines: Lines, moving: Iterable[Moving], now: float) -> Lines:
    """The screen with what moves painted over it, as it is at `now`. What has no place on the screen is left out."""
    seen = [each for each in moving if each.since <= now < each.until]
    for each in reversed(seen):  # the first to land has the oldest pile under it
        if isinstance(each, Flight) and each.pile is not None:
            lines = _not_yet(lines, each.pile)
    for each in seen:
        lines = _paint(lines, each, now - each.since)
    return lines


def _not_yet(lines: Lines, was: Pile) -> Lines:
    """The pile as it was, and the colour in play beside it."""
    pile, named = _area(lines, anchor(PILE)), _area(lines, anchor(COLOUR))
    if pile is None or named is None:
        return lines
    top = discard_pile(was.top, was.colour, pile.box, was.rank)
    word = colour_name(was.colour, was.named)
    lines = _laid(lines, [clickable(line, anchor(PILE)) for line in top], pile.row, pile.column)
    return _laid(
        lines, [clip(clickable(word, anchor(COLOUR)), max(named.columns, width(word)))], named.row, named.column
    )


def _paint(lines: Lines, moving: Moving, elapsed: float) -> Lines:
    match moving:
        case Flight():
            return _flown(lines, moving, elapsed / FLIGHT)
        case PenaltyCount(mark=mark, count=count):
            shown = min(count, int(elapsed / STEP) + 1)
            return _over(lines, mark, lambda part: f" +{shown}".ljust(len(part)), "class:fault class:selected")
        case Turning(direction=direction):
            arrows = "↑←↓" if direction == 1 else "↓→↑"
            arrow = arrows[min(2, int(3 * elapsed / TURN))]
            return _over(lines, anchor(DIRECTION), lambda part: arrow + part[1:], "class:selected")
        case _ as unreachable:
            assert_never(unreachable)


def _flown(lines: Lines, flight: Flight, way: float) -> Lines:
    start, end = _area(lines, flight.start), _area(lines, flight.end)
    if start is None or end is None:
        return lines
    block: Lines = [[("class:strong", BACK * flight.backs)]]
    if flight.card is not None:
        block = discard_pile(flight.card, flight.card.colour, end.box, flight.rank)
    (row, column), (last_row, last_column) = start.middle, end.middle
    row += (last_row - row) * way - (len(block) - 1) / 2
    column += (last_column - column) * way - width(block[0]) / 2
    return _laid(lines, block, round(row), round(column))


class _Area(NamedTuple):
    """The smallest part of the screen that holds all of something."""

    row: int
    column: int
    rows: int
    columns: int

    @property
    def middle(self) -> tuple[float, float]:
        return self.row + (self.rows - 1) / 2, self.column + self.columns / 2

    @property
    def box(self) -> Box | None:
        """The size of the card that it is; None: a pile as small as it can be."""
        return next((box for box in BOXES if (box.rows, box.columns) == (self.rows, self.columns)), None)


def _area(lines: Lines, mark: str) -> _Area | None:
    """Where that is what has a mark; None: nothing has."""
    cells = [
        (row, width(line[:at]), width(line[: at + 1]))
        for row, line in enumerate(lines)
        for at, (style, _) in enumerate(line)
        if mark in style
    ]
    if not cells:
        return None
    rows, starts, ends = zip(*cells, strict=True)
    return _Area(min(rows), min(starts), max(rows) - min(rows) + 1, max(ends) - min(starts))


def _over(lines: Lines, mark: str, other: Callable[[str], str], style: str) -> Lines:
    """What has that mark in other words of the same width, and in another style."""
    return [[(style, other(part)) if mark in kind else (kind, part) for kind, part in line] for line in lines]


def _laid(lines: Lines, block: Lines, row: int, column: int) -> Lines:
    """The block over the lines, as much of it as is on the screen."""
    columns = width(lines[0])
    at = max(0, min(column, columns - width(block[0])))
    out = list(lines)
    for number, part in enumerate(block, row):
        if 0 < number < len(lines) - _BELOW:
            rest = _cut(out[number], at + width(part), columns)
            out[number] = [*clip(_cut(out[number], 0, at), at), *part, *rest]
    return out


def _cut(line: Line, first: int, last: int) -> Line:
    """The cells of a line from `first` to before `last`; of a wide letter that is cut through a blank is left."""
    out: list[Fragment] = []
    at = 0
    for style, part in line:
        for letter in part:
            wide = width(letter)
            inside = min(at + wide, last) - max(at, first)
            if inside > 0:
                out.append((style, letter if inside == wide else " "))
            at += wide
    return _joined(out)


def _joined(cells: list[Fragment]) -> Line:
    line: Line = []
    for style, part in cells:
        if line and line[-1][0] == style:
            line[-1] = (style, line[-1][1] + part)
        else:
            line.append((style, part))
    return line


@dataclass(slots=True)
class MotionStage:
    """What moves now. It asks for a drawing every `FRAME` seconds as long as something does, and else for none."""

    clock: Callable[[], float]
    later: Callable[[float, Callable[[], None]], object]
    """Calls something after this many seconds."""
    redraw: Callable[[], None]
    moving: tuple[Moving, ...] = ()
    _due: bool = field(default=False, repr=False)

    def tell(self, before: Model, after: Model) -> None:
        """An event arrived: start the motion that follows."""
        fresh = begun(before, after, self.clock())
        self.moving = (*self.moving, *fresh)[-MOST:]

    def skip(self) -> None:
        """Let nothing move any more."""
        self.moving = ()

    def paint(self, lines: Lines, size: Size) -> Lines:
        """The screen as it is now."""
        now = self.clock()
        self.moving = tuple(each for each in self.moving if now < each.until)
        if size.columns < LEAST.columns or size.rows < LEAST.rows:
            self.moving = ()
        if not self.moving:
            return lines
        if not self._due:
            self._due = True
            self.later(FRAME, self._frame)
        return painted(lines, self.moving, now)

    def _frame(self) -> None:
        self._due = False
        self.redraw()
