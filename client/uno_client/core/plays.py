"""The latest plays: the events of the round, each player's as one, and new penalties."""

from collections.abc import Sequence

from msgspec import Struct

from uno_client.core.model.table import LogLine
from uno_client.structs import replace
from uno_engine import events as ev
from uno_engine.cards import Card
from uno_engine.decisions import Decision, TakeTurn, asked
from uno_engine.language import N_
from uno_engine.state import View
from uno_protocol.sentences import Voice, event_text

LOOKED_AT = 80


class RecentPlay(Struct, frozen=True):
    """What one seat did, or what befell it (`what`, in English); seat None: the first card was turned up."""

    seat: int | None
    cards: tuple[Card, ...] = ()
    jumped: bool = False
    drew: int = 0
    penalty: int = 0
    what: str = ""


def recent_plays(log: Sequence[LogLine]) -> tuple[RecentPlay, ...]:
    """The plays of the current or last round, oldest first, as far back as they are shown."""
    plays: list[RecentPlay] = []
    decision: Decision | None = None
    for line in log[-LOOKED_AT:]:
        match line.event:
            case ev.RoundDealt():
                plays.clear()
                decision = None
            case ev.Asked(decision=decision):
                pass
            case event:
                _take(plays, event, decision)
    return tuple(plays)


_BEFALLEN: dict[type[ev.Event], str] = {
    ev.Passed: N_("passed"),
    ev.PlayerLeft: N_("gone"),
    ev.PlayerLost: N_("out"),
    ev.UnoCaught: N_("caught"),
    ev.TurnMissed: N_("skipped"),
}


def _take(plays: list[RecentPlay], event: object, decision: Decision | None) -> None:
    last = plays[-1] if plays else RecentPlay(None)
    match event:
        case ev.FirstCardTurned(card):
            plays[:] = [RecentPlay(None, (card,))]  # one that was turned up before it went back
        case ev.CardsPlayed(seat, cards):
            jumped = decision is not None and seat not in asked(decision)
            if last.seat == seat and last.drew and not last.cards and not jumped:
                plays[-1] = replace(last, cards=cards)
            else:
                plays.append(RecentPlay(seat, cards, jumped))
        case ev.CardsDrawn(seat, count, ev.DrawReason.TURN):
            plays.append(RecentPlay(seat, drew=count))
        case ev.CardsDrawn(seat, count) if last.seat == seat and not last.cards and not last.drew:
            plays[-1] = replace(last, penalty=last.penalty + count)  # of the player caught, or the second part of it
        case ev.CardsDrawn(seat, count):
            plays.append(RecentPlay(seat, penalty=count))
        case ev.TurnMissed(seat) if last.seat == seat and last.penalty:
            pass
        case ev.Passed(seat) | ev.PlayerLeft(seat) | ev.PlayerLost(seat) | ev.UnoCaught(seat) | ev.TurnMissed(seat):
            plays.append(RecentPlay(seat, what=_BEFALLEN[type(event)]))
        case ev.Challenged(seat, guilty=guilty):
            plays.append(RecentPlay(seat, what=N_("a bluff") if guilty else N_("no bluff")))


def gathered(log: Sequence[LogLine], voice: Voice) -> list[LogLine]:
    """The lines of a log, but what one player draws card by card is one line."""
    lines: list[LogLine] = []
    for line in log:
        match lines[-1].event if lines else None, line.event:
            case ev.CardsDrawn() as before, ev.CardsDrawn(seat, count, reason, cards) if (
                before.seat,
                before.reason,
                before.cards is None,
            ) == (seat, reason, cards is None):
                cards = None if before.cards is None or cards is None else (*before.cards, *cards)
                drawn = ev.CardsDrawn(seat, before.count + count, reason, cards)
                lines[-1] = LogLine(drawn, event_text(drawn, voice))
            case _:
                lines.append(line)
    return lines


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
    return drawn


def last_card(game: View | None, winners: Sequence[int]) -> Card | None:
    """The card that won, where somebody has laid the last one."""
    if game is None or len(winners) != 1 or game.counts[winners[0]] or not game.discard:
        return None
    return game.discard[-1]
