"""Laws 1 and 2: after every single event all cards are there, and everybody knows what is theirs to know."""

from collections.abc import Sequence
from itertools import chain
from operator import attrgetter

from uno_engine.cards import Card, deck
from uno_engine.decisions import asked
from uno_engine.events import Event
from uno_engine.evolve import evolve
from uno_engine.laws.violation import Violation, require
from uno_engine.state import Game, Phase, State, View
from uno_engine.view import view_for

SECRET = ("hands", "drawn", "votes", "gifts", "noted", "stock", "sealed", "seed")
"""The fields that a viewer knows in part, or not at all."""
_PUBLIC = attrgetter(*(name for name in Game.__dataclass_fields__ if name not in (*SECRET, "effects", "viewer")))


class Witness:
    """Follows a game event by event: the truth, and what each seat and a spectator have seen of it."""

    def __init__(self, state: State) -> None:
        self.truth = state.copy()
        self.viewers: list[int | None] = [*range(state.seats), None]
        self.views = {viewer: view_for(state, viewer) for viewer in self.viewers}
        self.whole = [card.order for card in deck(state.rules.decks, state.rules.extra)]

    def see(self, events: Sequence[Event]) -> None:
        """Fold the events into the truth and into every view, and hold everything together after each of them.

        What a viewer knows is stated here a second time, because that is quick; after the last event every view is
        also held against `view_for`.
        """
        truth = self.truth
        for event in events:
            evolve(truth, event)
            check_cards(truth, self.whole, event)
            public = _PUBLIC(truth)
            shown, own = event.forms()
            for viewer, view in self.views.items():
                evolve(view, shown if viewer is None else own.get(viewer, shown))
                if _PUBLIC(view) != public or not knows_its_part(view, truth):
                    raise Violation(f"law 2: after {event} viewer {viewer} {difference(view, view_for(truth, viewer))}")
        for viewer, view in self.views.items():
            there = view_for(truth, viewer)
            if view != there:
                raise Violation(f"law 2: after {events[-1:]} viewer {viewer} {difference(view, there)}")

    def agree(self, state: State) -> None:
        """Raise Violation unless the events have led to this game."""
        require(self.truth == state, 2, "the events do not lead to the same game")


def knows_its_part(view: View, truth: State) -> bool:
    """True if the view has the secrets that its viewer may know, and no others."""
    viewer = view.viewer
    hands: list[list[Card]] = [[] for _ in truth.hands]
    for seat in truth.open_hands if viewer is None else (viewer, *truth.open_hands):
        hands[seat] = truth.hands[seat]
    return (
        view.hands == hands
        and view.drawn is (truth.drawn if viewer in asked(truth.waiting_for) else None)
        and view.votes == {seat: rule for seat, rule in truth.votes.items() if seat == viewer}
        and view.gifts == {seat: card for seat, card in truth.gifts.items() if seat == viewer}
        and view.noted == ({} if truth.phase is Phase.PLAYING else truth.noted)
        and not view.stock
        and view.sealed is None
        and not view.seed
    )


def check_cards(state: State, whole: Sequence[int], after: object) -> None:
    """Law 1: every card is in exactly one place, and the public counts are those of the places.

    `whole`: the places of all cards in the canonical order. Before the first deal there are none (C12).
    """
    if state.round:
        there = sorted([card.order for card in chain(state.discard, state.stock, *state.hands)])
        if there != whole:
            raise Violation(f"law 1: {len(there)} of {len(whole)} cards, or others, are there after {after}")
    counts = [len(hand) for hand in state.hands]
    if state.stock_count != len(state.stock) or state.counts != counts:
        raise Violation(f"law 1: the counts are not those of the cards after {after}")


def difference(view: View, there: View) -> str:
    """Which fields of two views differ, in words."""
    fields = [name for name in Game.__dataclass_fields__ if getattr(view, name) != getattr(there, name)]
    return "; ".join(f"has {name} {getattr(view, name)!r} for {getattr(there, name)!r}" for name in fields)
