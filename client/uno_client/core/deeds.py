"""The latest plays: the events of the round, each player's as one deed, and new penalties."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import Enum

from uno_client.core.model import LogLine
from uno_engine import events as ev
from uno_engine.cards import Card, Colour
from uno_engine.decisions import Decision, TakeTurn, asked
from uno_engine.state import View

LOOKED_AT = 80
"""Lines of the log that are looked at, at most."""


class What(Enum):
    """The kinds of deeds without a card."""

    SKIPPED = "skipped"
    PASSED = "passed"
    CAUGHT = "caught"
    BLUFF = "bluff"
    FAIR = "fair"
    LEFT = "left"
    LOST = "lost"


@dataclass(frozen=True, slots=True)
class Deed:
    """What one seat did, or what befell it; seat None: the first card was turned up."""

    seat: int | None
    cards: tuple[Card, ...] = ()
    colour: Colour | None = None
    """The colour that was named for the last card."""
    jumped: bool = False
    """The cards were played out of turn."""
    drew: int = 0
    """Cards drawn by choice."""
    penalty: int = 0
    """Cards drawn as a penalty."""
    what: What | None = None
    uno: bool = False
    turned: int | None = None
    """The direction after it, where it turned that."""
    moved: bool = False
    """Whole hands moved."""


def deeds_of(log: Sequence[LogLine]) -> tuple[Deed, ...]:
    """The deeds of the current or last round, oldest first, as far back as they are shown."""
    deeds: list[Deed] = []
    decision: Decision | None = None
    for line in log[-LOOKED_AT:]:
        match line.event:
            case ev.RoundDealt():
                deeds.clear()
                decision = None
            case ev.Asked(decision=decision):
                pass
            case None:
                pass
            case event:
                _take(deeds, event, decision)
    return tuple(deeds)


_BEFALLEN: dict[type[ev.Event], What] = {
    ev.Passed: What.PASSED,
    ev.PlayerLeft: What.LEFT,
    ev.PlayerLost: What.LOST,
    ev.UnoCaught: What.CAUGHT,
    ev.TurnMissed: What.SKIPPED,
}


def _take(deeds: list[Deed], event: object, decision: Decision | None) -> None:
    last = deeds[-1] if deeds else Deed(None)
    match event:
        case ev.FirstCardTurned(card):
            deeds[:] = [Deed(None, (card,))]  # one that was turned up before it went back
        case ev.CardsPlayed(seat, cards, colours):
            colour = colours[-1] if colours else None
            jumped = decision is not None and seat not in asked(decision)
            if last.seat == seat and last.drew and not last.cards and not jumped:
                deeds[-1] = replace(last, cards=cards, colour=colour)
            else:
                deeds.append(Deed(seat, cards, colour, jumped))
        case ev.CardsDrawn(seat, count, ev.DrawReason.TURN):
            deeds.append(Deed(seat, drew=count))
        case ev.CardsDrawn(seat, count) if last.seat == seat and not last.cards and not last.drew:
            deeds[-1] = replace(last, penalty=last.penalty + count)  # of the player caught, or the second part of it
        case ev.CardsDrawn(seat, count):
            deeds.append(Deed(seat, penalty=count))
        case ev.TurnMissed(seat) if last.seat == seat and last.penalty:
            pass
        case ev.Passed(seat) | ev.PlayerLeft(seat) | ev.PlayerLost(seat) | ev.UnoCaught(seat) | ev.TurnMissed(seat):
            deeds.append(Deed(seat, what=_BEFALLEN[type(event)]))
        case ev.Challenged(seat, guilty=guilty):
            deeds.append(Deed(seat, what=What.BLUFF if guilty else What.FAIR))
        case _ if deeds:
            deeds[-1] = _with(last, event)


def _with(deed: Deed, event: object) -> Deed:
    """The deed with its consequences."""
    match event:
        case ev.ColourNamed(_, colour):
            return replace(deed, colour=colour)
        case ev.UnoCalled(seat) if deed.seat == seat:
            return replace(deed, uno=True)
        case ev.DirectionTurned(direction):
            return replace(deed, turned=direction)
        case ev.HandsMoved():
            return replace(deed, moved=True)
        case _:
            return deed


def landed(log: Sequence[LogLine]) -> dict[int, int]:
    """Penalty cards by seat that were drawn since the turn before the one that is on began."""
    drawn: dict[int, int] = {}
    turns = 0
    for line in reversed(log[-LOOKED_AT:]):
        match line.event:
            case ev.RoundDealt():
                break
            case ev.Asked(TakeTurn()):
                turns += 1
                if turns == 2:
                    break
            case ev.CardsDrawn(seat, count, reason) if reason is not ev.DrawReason.TURN:
                drawn[seat] = drawn.get(seat, 0) + count
            case _:
                pass
    return drawn


def last_card(game: View | None, winners: Sequence[int]) -> Card | None:
    """The card that won, where somebody has laid the last one."""
    if game is None or len(winners) != 1 or game.counts[winners[0]] or not game.discard:
        return None
    return game.discard[-1]
