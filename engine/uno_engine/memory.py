"""A player's memory beyond the view: cards that were shown, and players caught bluffing."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from uno_engine import events as ev
from uno_engine.cards import Card, Colour
from uno_engine.cards import card as face
from uno_engine.decisions import PlayDrawn
from uno_engine.legal import draw_four_allowed, without
from uno_engine.rules import WildDrawFour
from uno_engine.state import Game, next_seat

DRAW_FOUR = face("W+4")


@dataclass(slots=True)
class Memory:
    """The memory of one seat. All of it follows from the events that the seat was shown."""

    known: dict[int, list[Card]] = field(default_factory=dict)
    """Cards that are for certain in the hand of another seat."""
    guilty: Counter[int] = field(default_factory=Counter)
    """How many challenges of this game showed that a seat had bluffed."""
    innocent: Counter[int] = field(default_factory=Counter)
    """How many showed that it had not."""
    lacks: dict[int, dict[Colour, int]] = field(default_factory=dict)
    """For the colours that a seat rather drew on than played: how many cards it has taken since then."""
    play: ev.CardsPlayed | None = None
    """The last play with a Wild Draw Four."""
    laid_on: tuple[Card, Colour | None] | None = None
    """The top card and the colour in play that it was laid on."""
    drawn_since: list[Card | None] = field(default_factory=list)
    """The cards that its player has drawn since: a penalty for UNO, say. None for a card that was not shown."""
    unproven: bool = False
    """Its player's next card was in the hand then, and nobody has judged it: it may still turn out to be a bluff."""
    out_of_time: int = 0
    """The last decision that a time-out answered."""
    named_itself: bool = False
    """The colour of the last Wild Draw Four was named by a time-out, and tells nothing (A11)."""


NOTHING = Memory()
"""The memory of a player who hasn't seen anything. Nobody changes it."""


def remember(memory: Memory, game: Game, viewer: int, event: ev.Event) -> None:
    """Fold one event, in the form that this seat is shown, into its memory, in place.

    `game` is the game before the event: the whole state, or the view of that very seat.
    """
    fold = _FOLDS.get(type(event))
    if fold is not None:
        fold(memory, game, viewer, event)


def _dealt(memory: Memory, _game: Game, _viewer: int, _event: ev.RoundDealt) -> None:
    memory.known, memory.lacks = {}, {}
    memory.play, memory.unproven = None, False
    memory.out_of_time = 0  # decisions are counted anew in another game


def _played(memory: Memory, game: Game, _viewer: int, event: ev.CardsPlayed) -> None:
    seat = event.seat
    if memory.unproven and memory.play is not None and memory.play.seat == seat:
        _proves(memory, game, event.cards)
    if DRAW_FOUR in event.cards:
        memory.play, memory.laid_on, memory.drawn_since = event, (game.discard[-1], game.colour), []
        memory.unproven, memory.named_itself = len(event.cards) == 1, False
    if type(game.waiting_for) is PlayDrawn:
        _takes(memory, seat, -1)
    _gone(memory, seat, event.cards)


def _proves(memory: Memory, game: Game, cards: Sequence[Card]) -> None:
    """A player who plays a card that forbade an earlier Wild Draw Four has bluffed (O4, C8)."""
    assert memory.laid_on is not None
    if game.rules.wild_draw_four is WildDrawFour.BLUFF and not draw_four_allowed(game, cards, *memory.laid_on):
        assert memory.play is not None
        memory.guilty[memory.play.seat] += 1
        memory.unproven = False


def _named(memory: Memory, game: Game, _viewer: int, _event: ev.ColourNamed) -> None:
    memory.named_itself = game.decision == memory.out_of_time


def _timed_out(memory: Memory, game: Game, _viewer: int, _event: ev.TimeRanOut) -> None:
    memory.out_of_time = game.decision


def _drawn(memory: Memory, game: Game, _viewer: int, event: ev.CardsDrawn) -> None:
    seat = event.seat
    if memory.play is not None and memory.play.seat == seat:
        memory.drawn_since += event.cards or [None] * event.count
        memory.unproven = False
    _takes(memory, seat, event.count)
    if event.reason is ev.DrawReason.TURN and game.colour is not None and game.decision != memory.out_of_time:
        memory.lacks.setdefault(seat, {})[game.colour] = event.count


def _takes(memory: Memory, seat: int, count: int) -> None:
    """This many more cards of a hand may have colours that it lacked."""
    lacks = memory.lacks.get(seat)
    if lacks:
        for colour in lacks:
            lacks[colour] = max(0, lacks[colour] + count)


def _discarded(memory: Memory, _game: Game, _viewer: int, event: ev.ColourDiscarded) -> None:
    _gone(memory, event.seat, event.cards)


def _gone(memory: Memory, seat: int, cards: Sequence[Card]) -> None:
    known = memory.known.get(seat)
    if known:
        for card in cards:
            if card in known:
                known.remove(card)


def _challenged(memory: Memory, _game: Game, _viewer: int, event: ev.Challenged) -> None:
    judged = memory.guilty if event.guilty else memory.innocent
    judged[event.offender] += 1
    memory.unproven = False
    if event.hand is not None and memory.play is not None:  # Q6: the hand as it was at the first of them
        laid = memory.play.cards
        memory.known[event.offender] = without(event.hand, laid[laid.index(DRAW_FOUR) + 1 :])


def _closed(memory: Memory, game: Game, _viewer: int, event: ev.HandClosed) -> None:
    if event.hidden:
        memory.known[event.seat] = game.hands[event.seat].copy()


def _moved(memory: Memory, game: Game, viewer: int, event: ev.HandsMoved) -> None:
    """Whole hands have new owners; what is shuffled together nobody can follow."""
    seats = tuple(event.counts)
    for seat in seats:
        memory.lacks.pop(seat, None)
    memory.unproven = False
    to: dict[int, int] = {}
    if event.reason is ev.MoveReason.SWAP:
        to = dict(zip(seats, reversed(seats), strict=True))
    elif event.reason is ev.MoveReason.ROTATE:
        to = {seat: next_seat(game, seat) for seat in seats}
    held = {to[seat]: _known_of(memory, game, viewer, seat) for seat in to}
    memory.known = {seat: cards for seat, cards in memory.known.items() if seat not in seats} | held


def _known_of(memory: Memory, game: Game, viewer: int, seat: int) -> list[Card]:
    seen = seat == viewer or seat in game.open_hands
    return list(game.hands[seat] if seen else memory.known.get(seat, ()))


def _passed(memory: Memory, _game: Game, _viewer: int, event: ev.CardsPassed) -> None:
    """A player who gave an unseen card may have given one that was known."""
    for giver in event.to:
        if giver in event.cards:
            _gone(memory, giver, (event.cards[giver],))
        else:
            memory.known.pop(giver, None)
    for taker in event.to.values():
        _takes(memory, taker, 1)
    memory.unproven = False
    for giver, card in event.cards.items():
        memory.known.setdefault(event.to[giver], []).append(card)


def _left(memory: Memory, _game: Game, _viewer: int, event: ev.PlayerLeft | ev.PlayerLost) -> None:
    memory.known.pop(event.seat, None)
    memory.lacks.pop(event.seat, None)


_FOLDS: Mapping[type[ev.Event], Callable[[Memory, Game, int, Any], None]] = {
    ev.RoundDealt: _dealt,
    ev.CardsPlayed: _played,
    ev.ColourNamed: _named,
    ev.TimeRanOut: _timed_out,
    ev.CardsDrawn: _drawn,
    ev.ColourDiscarded: _discarded,
    ev.Challenged: _challenged,
    ev.HandClosed: _closed,
    ev.HandsMoved: _moved,
    ev.CardsPassed: _passed,
    ev.PlayerLeft: _left,
    ev.PlayerLost: _left,
}
"""How the events change a memory; all others leave nothing to be remembered."""
