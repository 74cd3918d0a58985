"""What moves on the table after the events between two models, one after the other."""

from collections.abc import Iterator

from uno_client.core.model import Model
from uno_client.core.model.table import LogLine
from uno_client.screens.table.motion import APART, STOCK, CardFlies, Drew, Event, Given, Named, TurnPasses
from uno_client.screens.table.scene import TableScene
from uno_engine import events as ev
from uno_engine.decisions import TakeTurn, asked

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
        case ev.CardsDrawn(seat, count) if seat in plates:
            yield Drew(count, plates[seat])
        case ev.HandsMoved(reason, counts):
            seats = [seat for seat in counts if seat in plates]
            if reason is ev.MoveReason.SHUFFLE:
                yield Given(tuple((plates[seat], STOCK) for seat in seats))
                return
            step = 1 if after.game is None else after.game.direction
            takers = [*seats[step:], *seats[:step]]
            yield Given(tuple((plates[seat], plates[to]) for seat, to in zip(seats, takers, strict=True)))
        case ev.CardsPassed(to):
            yield Given(tuple((plates[giver], plates[taker]) for giver, taker in to.items()))
        case ev.DirectionTurned() | ev.ColourNamed():
            yield Named()
        case ev.Asked(TakeTurn(seat)) if seat in plates and after.game is not None:
            last = _asked_before(log)
            if last is not None and last != seat and last in plates:
                yield TurnPasses(plates[last], plates[seat], after.game.direction == 1, after.game.colour)
        case _:
            pass


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
