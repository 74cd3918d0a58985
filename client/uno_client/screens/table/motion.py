"""What moves on the table, as single pictures: each is what was before, on its way to what is after.

Nothing moves over a plate, the hand, the question, what is said of the piles or the edges of the screen: what flies
there is below them.
"""

import math
from collections.abc import Iterator
from enum import Enum
from itertools import product
from typing import assert_never

from msgspec import Struct

from uno_client.core.model import Model
from uno_client.core.model.table import LogLine
from uno_client.drawing.faces import CardSize, face
from uno_client.drawing.grid import Canvas, Rect
from uno_client.drawing.palette import Palette, mix
from uno_client.screens.table.layout import Layout, Lying
from uno_client.screens.table.piles import COMET_AT, COMETS, on_oval
from uno_client.screens.table.scene import TableScene
from uno_client.screens.table.show import TablePicture
from uno_client.structs import replace
from uno_engine import events as ev
from uno_engine.cards import Card, Colour
from uno_engine.decisions import TakeTurn, asked
from uno_engine.language import _


class Motion(Enum):
    """How much moves: everything, only plays and turns and those in one picture, or nothing."""

    FULL = "full"
    LITTLE = "little"
    NONE = "none"


class CardFlies(Struct, frozen=True):
    """A card goes to the pile from a plate, which is a place among the others, or from place `held` of your hand."""

    card: Card
    plate: int | None = None
    held: int = 0


class Drew(Struct, frozen=True):
    """Cards go from the stock to a plate, or to your hand (None); `penalty`: not those of a turn."""

    count: int
    plate: int | None = None
    penalty: bool = False

    @property
    def apart(self) -> int:
        """Milliseconds from one card to the next."""
        return APART_PENALTY if self.penalty else APART

    @property
    def ways(self) -> tuple[tuple[int | None, int | None], ...]:
        """As of what is given; those that leave together are one."""
        return ((STOCK, self.plate),) * min(self.count, ONE_BY_ONE + 1)

    def landed(self, elapsed: int) -> int:
        """How many have arrived after so many milliseconds: the number on the plate counts with them."""
        done = (elapsed - _TIMES[Drew][0]) // self.apart + 1
        return self.count if done > ONE_BY_ONE else max(0, min(self.count, done))


STOCK = -1
"""The stock, where a plate could be."""


class Given(Struct, frozen=True):
    """Backs go from one plate to another (None is you, `STOCK` the stock), each so many milliseconds after the last."""

    ways: tuple[tuple[int | None, int | None], ...]
    apart: int = 0


class TurnPasses(Struct, frozen=True):
    """The turn goes around the ring from one plate to another; None is you."""

    start: int | None
    end: int | None
    clockwise: bool
    colour: Colour | None


class Named(Struct, frozen=True):
    """The felt takes another colour, from the pile outwards."""


class Reversed(Struct, frozen=True):
    """The comets around the felt turn, each from its head on: its tail is on the other side then."""

    clockwise: bool


class PassedBy(Struct, frozen=True):
    """Somebody's plate says that they miss their turn."""

    plate: int


class Opened(Struct, frozen=True):
    """A shout or a box opens from its middle row."""


Event = CardFlies | Drew | Given | TurnPasses | Named | Reversed | PassedBy | Opened
_TIMES: dict[type[Event], tuple[int, int]] = {
    CardFlies: (240, 6),
    Drew: (200, 5),
    Given: (200, 5),
    TurnPasses: (320, 8),
    Named: (160, 4),
    Reversed: (300, 6),
    PassedBy: (300, 1),
    Opened: (90, 3),
}
"""Milliseconds and pictures."""
APART, ONE_BY_ONE = 60, 4
"""Milliseconds from one drawn card to the next; how many are drawn one by one before the rest comes together."""
APART_PENALTY, PENALTY = 80, 500
"""Milliseconds from one card of a penalty to the next, and how long it is shown beside that."""
LEAN = 14
"""Degrees by which a played card is turned when it leaves."""
ARC = 2
"""Rows by which it rises above the straight way."""


def duration(event: Event, how: Motion = Motion.FULL) -> int:
    """Milliseconds of a motion."""
    if how is Motion.NONE or (how is Motion.LITTLE and not isinstance(event, CardFlies | TurnPasses)):
        return 0
    whole, frames = _TIMES[type(event)]
    if how is Motion.LITTLE:
        return whole // frames
    if isinstance(event, Drew) and event.penalty:
        return PENALTY + event.apart * len(event.ways)
    return whole + event.apart * (len(event.ways) - 1) if isinstance(event, Drew | Given) else whole


def frame(
    event: Event, elapsed: int, before: TablePicture, after: TablePicture, palette: Palette, how: Motion = Motion.FULL
) -> Canvas:
    """The picture after so many milliseconds; when a motion is over, or has no room, what is after it."""
    places = before.places
    if elapsed >= duration(event, how) or places is None or not palette.signs.unicode:
        return after.canvas
    if any(plate is not None and plate >= len(places.plates) for plate in _plates(event)):  # they have left
        return after.canvas
    whole, frames = _TIMES[type(event)]
    t = 0.5 if how is Motion.LITTLE else math.ceil((elapsed + 1) * frames / whole) / frames
    canvas = before.canvas.copy()
    match event:
        case CardFlies(card, plate, held):
            start = _seat(places, plate)
            if plate is None and held < len(before.hand):
                start = before.hand[held]
            size = places.pile.size
            size = CardSize.MEDIUM if size is CardSize.LARGE and not places.round else size
            _fly(canvas, card, start, _centred(_middle(places.pile), size), t)
        case Drew() | Given():
            _carry(canvas, event, elapsed, places)
        case TurnPasses(start_at, end_at, clockwise, colour):
            ways = _angle(places, start_at), _angle(places, end_at)
            _run(canvas, places.felt, *ways, clockwise, t, colour)
        case Named():
            _spread(canvas, after.canvas, places, t)
        case Reversed(clockwise):
            _turn(canvas, after.canvas, places.felt, clockwise, t)
        case PassedBy():
            pass
        case Opened():
            rows = max(1, round(places.stage.rows * t))
            x, y, columns, _rows = places.stage
            canvas.take(after.canvas, x, y + (places.stage.rows - rows) // 2, columns, rows)
        case _ as unreachable:
            assert_never(unreachable)
    edges = (Rect(0, 0, canvas.columns, 1), Rect(0, canvas.rows - 1, canvas.columns, 1))
    kept = [*places.plates, places.question, places.hand, *edges, *((places.log,) if places.log else ())]
    for place in (*kept, *(() if isinstance(event, Named | Opened) else before.said)):
        canvas.take(before.canvas, *place)
    return canvas


def under_way(event: Event, elapsed: int, scene: TableScene, now: TableScene) -> TableScene:
    """The table before, with what its motion tells: cards that have arrived are counted, and the victim is marked.

    Only a card that is to land in the pile or in your hand lets you wait for your question.
    """
    if isinstance(event, Drew) and event.plate is None:
        return replace(scene, penalty=event.count * event.penalty)
    if not isinstance(event, CardFlies):
        scene = replace(scene, question=now.question, hand=now.hand, frame=now.frame)
    if not isinstance(event, Drew | PassedBy) or (at := event.plate or 0) >= len(scene.players):
        return scene
    player = scene.players[at]
    if isinstance(event, PassedBy):
        player = replace(player, alarmed=True, news=_("skipped"))
    else:
        player = replace(player, count=(player.count or 0) + event.landed(elapsed))
        player = replace(player, alarmed=True, penalty=event.count) if event.penalty else player
    return replace(scene, players=(*scene.players[:at], player, *scene.players[at + 1 :]))


def _plates(event: Event) -> tuple[int | None, ...]:
    match event:
        case CardFlies(_, plate) | Drew(_, plate) | PassedBy(plate):
            return (plate,)
        case TurnPasses(start, end):
            return start, end
        case Given(ways):
            return tuple(plate for way in ways for plate in way)
        case _:
            return ()


def _middle(lying: Lying) -> Rect:
    return Rect(lying.x, lying.y, lying.size.columns, lying.size.rows)


def _centred(place: Rect, size: CardSize) -> Lying:
    return Lying(place.x + (place.columns - size.columns) // 2, place.y + (place.rows - size.rows) // 2, size)


def _seat(places: Layout, plate: int | None) -> Rect:
    if plate == STOCK:
        return _middle(places.stock)
    return places.hand if plate is None else places.plates[plate]


def _fly(canvas: Canvas, card: Card | None, start: Rect, end: Lying, t: float) -> None:
    """A card on its way, fast first and then soft, in an arc, and turning."""
    done, size = 1 - (1 - t) ** 3, end.size
    left = start.x + (start.columns - size.columns) / 2
    top = start.y + (start.rows - size.rows) / 2
    x = left + (end.x - left) * done
    y = top + (end.y - top) * done - ARC * math.sin(math.pi * done)
    angle = round(-LEAN * (1 - done) / 7) * 7
    canvas.blit(face(card, size, canvas.palette, angle=angle), round(x), round(y))


def _carry(canvas: Canvas, given: Drew | Given, elapsed: int, places: Layout) -> None:
    (whole, frames), size = _TIMES[Given], CardSize.MEDIUM if places.round else CardSize.SMALL
    for at, (giver, taker) in enumerate(given.ways):
        done = math.ceil((elapsed - at * given.apart) * frames / whole) / frames
        if 0 < done < 1:
            _fly(canvas, None, _seat(places, giver), _centred(_seat(places, taker), size), done)


def _angle(places: Layout, plate: int | None) -> float:
    """Where around the felt somebody sits, clockwise from the right; you sit below it."""
    if plate is None:
        return math.pi / 2
    felt, place = places.felt, places.plates[plate]
    across = (place.x + place.columns / 2 - felt.x - felt.columns / 2) / felt.columns
    down = (place.y + place.rows / 2 - felt.y - felt.rows / 2) / felt.rows
    return math.atan2(min(down, 0.4), across)


def _run(
    canvas: Canvas, felt: Rect, start: float, end: float, clockwise: bool, t: float, colour: Colour | None
) -> None:
    """A comet on the ring of the felt, on its way from one angle to another."""
    sense = 1 if clockwise else -1
    way = ((end - start) * sense) % math.tau or math.tau
    body = canvas.roles.strong if colour is None else canvas.palette.lit[colour].body
    steps = 2 * (felt.columns + felt.rows)
    for step in range(round(steps * way / math.tau * 0.3)):
        angle = start + sense * (way * t - step * math.tau / steps)
        x, y = on_oval(felt.columns / 2, felt.rows, felt.columns / 2 - 0.5, felt.rows - 0.5, angle)
        paint = mix(canvas.roles.strong, body, min(1, step / 12))
        canvas.fill(felt.x + x - 0.5, felt.y + y / 2 - 0.25, 1, 0.5, paint)


def _spread(canvas: Canvas, after: Canvas, places: Layout, t: float) -> None:
    """What is after, in an oval that grows from the pile."""
    felt, pile = places.felt, _middle(places.pile)
    x, y = pile.x + pile.columns / 2, pile.y + pile.rows / 2
    for row in range(felt.y, felt.y + felt.rows):
        high = abs(row + 0.5 - y) / (felt.rows * t)
        if high < 1:
            reach = round(felt.columns * t * math.sqrt(1 - high**2))
            canvas.take(after, round(x) - reach, row, 2 * reach, 1)


def _turn(canvas: Canvas, after: Canvas, felt: Rect, clockwise: bool, t: float) -> None:
    """The ring as it is after, from the heads of its comets to the ends of their tails."""
    steps = 2 * (felt.columns + felt.rows) // COMETS
    for comet, step in product(range(COMETS), range(round(steps * t))):
        angle = (comet + COMET_AT - step / steps) * math.tau / COMETS
        x, y = on_oval(felt.columns / 2, felt.rows, felt.columns / 2, felt.rows, angle if clockwise else -angle)
        canvas.take(after, round(felt.x + x) - 3, round(felt.y + y / 2) - 2, 6, 3)


MOST = 12
"""Events that come together, at most; more are no play."""
DEALT = 2
"""How often a card is dealt to everybody."""


def begun(before: Model, after: Model, scene: TableScene) -> tuple[Event, ...]:
    """What the new events set in motion at the table of a scene; a snapshot moves nothing."""
    count = after.play.told - before.play.told
    if before.table is None or after.table is None or before.table.code != after.table.code or not 0 < count < MOST:
        return ()
    plates: dict[int, int | None] = {player.seat: at for at, player in enumerate(scene.players)}
    if after.seat is not None:
        plates[after.seat] = None
    log = after.play.log
    return tuple(
        moving for at in range(len(log) - count, len(log)) for moving in _begun(before, after, log[: at + 1], plates)
    )


def _begun(before: Model, after: Model, log: tuple[LogLine, ...], plates: dict[int, int | None]) -> Iterator[Event]:
    match log[-1].event:
        case ev.RoundDealt(counts=counts):
            yield Given(tuple((STOCK, plates[seat]) for seat in plates if counts[seat]) * DEALT, APART)
        case ev.CardsPlayed(seat, cards, colours) if seat in plates:
            yield CardFlies(cards[-1], plates[seat], before.hand.selected)
            if any(colours):
                yield Named()
        case ev.CardsDrawn(seat, count, reason) if seat in plates:
            yield Drew(count, plates[seat], reason is not ev.DrawReason.TURN)
        case ev.TurnMissed(seat) if (plate := plates.get(seat)) is not None and not _drew(log):
            yield PassedBy(plate)
        case ev.HandsMoved(reason, counts):
            seats = [plates[seat] for seat in counts if seat in plates]
            step = 1 if after.game is None else after.game.direction
            passed = zip(seats, [*seats[step:], *seats[:step]], strict=True)
            yield Given(tuple((seat, STOCK) for seat in seats) if reason is ev.MoveReason.SHUFFLE else tuple(passed))
        case ev.CardsPassed(to):
            yield Given(tuple((plates[giver], plates[taker]) for giver, taker in to.items()))
        case ev.DirectionTurned(direction):
            yield Reversed(direction == 1)
        case ev.ColourNamed():
            yield Named()
        case ev.Asked(TakeTurn(seat)) if seat in plates and after.game is not None:
            last = _asked_before(log)
            if last is not None and last != seat and last in plates:
                yield TurnPasses(plates[last], plates[seat], after.game.direction == 1, after.game.colour)
        case _:
            pass


def _drew(log: tuple[LogLine, ...]) -> bool:
    """Whether a turn is missed because of cards that were drawn."""
    return len(log) > 1 and isinstance(log[-2].event, ev.CardsDrawn)


def _asked_before(log: tuple[LogLine, ...]) -> int | None:
    """The player who was asked before the question at the end; None: nobody in this round."""
    for line in reversed(log[:-1]):
        match line.event:
            case ev.Asked(decision):
                return asked(decision)[0]
            case ev.RoundDealt():
                return None
            case _:
                pass
    return None
