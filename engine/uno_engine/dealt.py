"""Whether the cards that a viewer saw follow from the seed of the game, once that is known (P-7.36).

A round is dealt, drawn and shuffled again by the rules; how it was played is taken from the events. Where the viewer
can't know what others passed on (`everyone_passes_one`), the rest of that round isn't checked. How many random choices
there were before is taken from the viewer's game, so the viewer must have followed it since its beginning.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from typing import Any, NamedTuple

from uno_engine import events as ev
from uno_engine import hands, rounds
from uno_engine.cards import Card, Rank, canonical_order, points
from uno_engine.course import course_of
from uno_engine.evolve import evolve
from uno_engine.shuffle import below, shuffled
from uno_engine.state import Phase, State, View
from uno_engine.uno import forgets


class HandsSeen(NamedTuple):
    """The hands at the end of a round, by seat; None for a seat that took no part."""

    hands: tuple[tuple[Card, ...] | None, ...]


Seen = ev.Event | HandsSeen


class Followed(NamedTuple):
    """How far what a viewer saw of a round follows from a seed."""

    wrong: Seen | None
    """The first thing that doesn't."""
    whole: bool = True
    """Whether all of it could be compared, if nothing is wrong."""


def followed(seed: bytes, before: View, seen: Iterable[Seen]) -> Followed:
    """Compare what a viewer saw of one round with what follows from the seed.

    `seen` is in order, beginning with its deal or with the vote before it; `before`
    is the viewer's game before that. Raises LookupError, ValueError or TypeError if the events contradict each other.
    """
    state = State(before.copy())
    state.viewer, state.seed = None, seed
    sealed: dict[int, tuple[Card, ...]] = {}
    for event in seen:
        if isinstance(event, ev.CardsPassed) and event.to.keys() != event.cards.keys():
            return Followed(None, whole=False)
        if not _held(state, sealed, event):
            return Followed(event)
        if isinstance(event, HandsSeen):
            continue
        whole = _WHOLE.get(type(event), _as_seen)(state, event)
        if whole.seen_by(before.viewer) != event:
            return Followed(event)
        if isinstance(event, ev.CardsPlayed):
            sealed[event.seat] = _left_at_draw_four(state, event)
        evolve(state, whole)
    return Followed(None)


def _held(state: State, sealed: Mapping[int, tuple[Card, ...]], event: Seen) -> bool:
    """Whether the cards that are played or shown were in those hands; `sealed` has what a challenge is judged by."""
    match event:
        case HandsSeen(hands_):
            return all(hand is None or _in_order(hand) == state.hands[at] for at, hand in enumerate(hands_))
        case ev.CardsPlayed(seat=seat, cards=cards):
            return not Counter(cards) - Counter(state.hands[seat])
        case ev.Challenged(offender=offender, hand=hand) if hand is not None:
            return _in_order(hand) == _in_order(sealed.get(offender, ()))
        case _:
            return True


def _in_order(cards: Iterable[Card]) -> list[Card]:
    return sorted(cards, key=canonical_order)


def _left_at_draw_four(state: State, event: ev.CardsPlayed) -> tuple[Card, ...]:
    """The hand behind the first Wild Draw Four of a play, by which a challenge is judged (Q6)."""
    left = list(state.hands[event.seat])
    for card in event.cards:
        left.remove(card)
        if card.rank is Rank.WILD_DRAW_FOUR:
            break
    return tuple(left)


def _as_seen(_state: State, event: ev.Event) -> ev.Event:
    return event


def _dealt(state: State, _event: ev.RoundDealt) -> ev.Event:
    course = course_of(State(state.copy()))
    rounds.deal(course)
    return course[0]


def _rule_chosen(state: State, event: ev.RuleChosen) -> ev.Event:
    best = [name for name, count in zip(state.ballot, event.votes, strict=True) if count == max(event.votes)]
    return replace(event, rule=best[below(len(best), "vote", state.seed, state.shuffles)])


def _drawn(state: State, event: ev.CardsDrawn) -> ev.Event:
    return replace(event, cards=tuple(state.stock[: -event.count - 1 : -1]))


def _renewed(state: State, _event: ev.DrawPileRenewed) -> ev.Event:
    cards = shuffled(state.discard[:-1], "reshuffle", state.seed, state.shuffles)
    return ev.DrawPileRenewed(len(cards), tuple(cards))


def _moved(state: State, event: ev.HandsMoved) -> ev.Event:
    course = course_of(State(state.copy()))
    if event.reason is ev.MoveReason.SWAP:
        hands.swap(course, *event.counts)
    else:
        (hands.rotate if event.reason is ev.MoveReason.ROTATE else hands.shuffle)(course, _mover(state))
    return course[0]


def _mover(state: State) -> int:
    """Who played the card that moves hands."""
    if state.played_by is None:
        raise ValueError("nobody has played a card")
    return state.played_by


def _left(state: State, event: ev.PlayerLeft) -> ev.Event:
    in_round = state.phase is not Phase.BETWEEN_ROUNDS and state.playing[event.seat]
    cards = shuffled(state.hands[event.seat], "left", state.seed, state.shuffles) if in_round else ()
    return replace(event, cards=tuple(cards))


def _lost(state: State, event: ev.PlayerLost) -> ev.Event:
    cards = tuple(shuffled(state.hands[event.seat], "lost", state.seed, state.shuffles))
    return ev.PlayerLost(event.seat, cards, points(cards))


_WHOLE: dict[type[ev.Event], Callable[[State, Any], ev.Event]] = {
    ev.RoundDealt: _dealt,
    ev.BallotDrawn: lambda state, _event: ev.BallotDrawn(rounds.drawn_ballot(state)),
    ev.RuleChosen: _rule_chosen,
    ev.FirstCardTurned: lambda state, _event: ev.FirstCardTurned(state.stock[-1]),
    ev.FirstCardReturned: lambda state, _event: ev.FirstCardReturned(tuple(rounds.shuffled_back(state))),
    ev.CardsDrawn: _drawn,
    ev.DrawPileRenewed: _renewed,
    ev.HandsMoved: _moved,
    ev.HandOpened: lambda state, event: replace(event, cards=tuple(state.hands[event.seat])),
    ev.HandClosed: lambda _state, event: replace(event, hidden=False),
    ev.UnoRolled: lambda state, event: replace(event, forgotten=forgets(state)),
    ev.PlayerLeft: _left,
    ev.PlayerLost: _lost,
}
"""What really happened, where an event shows cards, hides them or depends on chance."""
