"""A sampled world is one that its seat could be in, and each such world comes as often as it should."""

import random
from collections import Counter
from collections.abc import Iterator
from math import comb, log, sqrt

import pytest

from engine import decide
from engine.actions import Action
from engine.cards import canonical_order, card, cards, deck
from engine.decisions import AnswerDrawFour, NameColour, PassCard, PlayDrawn
from engine.events import Event
from engine.evolve import evolve
from engine.laws import game
from engine.laws.reached import Reached
from engine.legal import legal_actions
from engine.memory import Memory, remember
from engine.refused import Refused
from engine.sample import bluffing, sample
from engine.state import State, View
from engine.view import knows, view_for
from tests.engine.bots.positions import view_of


class Onlookers:
    """Every seat's memory of a game, held against the truth; now and then a seat's sample is held against its view."""

    def __init__(self, choice: random.Random) -> None:
        self.choice = choice
        self.memories: dict[int, Memory] = {}
        self.sampled: Counter[type] = Counter()
        self.right: Counter[str] = Counter()

    def advance(self, state: State, action: Action) -> list[Event]:
        truth = state.copy()
        events = decide.advance(state, action)
        for event in events:
            for viewer in range(truth.seats):
                remember(self.memories.setdefault(viewer, Memory()), truth, viewer, event.seen_by(viewer))
            evolve(truth, event)
        for viewer in range(state.seats):
            if state.playing[viewer]:
                self.look(state, viewer)
        return events

    def look(self, state: State, viewer: int) -> None:
        memory, view = self.memories[viewer], view_for(state, viewer)
        for seat, known in memory.known.items():
            if state.counts[seat] and not knows(view, seat) and state.waiting_for is not None:
                assert not Counter(known) - Counter(state.hands[seat]), f"seat {viewer} of seat {seat}"
                self.right["known"] += bool(known)
        if self.choice.random() < 0.03 or isinstance(state.waiting_for, AnswerDrawFour | NameColour):
            self.check(state, view, sample(view, self.choice, memory))

    def check(self, state: State, view: View, world: State) -> None:
        viewer = view.viewer
        assert viewer is not None
        assert view_for(world, viewer) == view
        assert len(world.stock) == state.stock_count
        assert [len(hand) for hand in world.hands] == state.counts or state.waiting_for is None
        if state.round:
            everything = [*world.discard, *world.stock, *(face for hand in world.hands for face in hand)]
            assert Counter(everything) == Counter(deck(state.rules.decks, state.rules.extra))
        assert (world.sealed is None) == (state.sealed is None)
        if world.sealed and state.sealed:
            assert len(world.sealed.hand) == len(state.sealed.hand)
            if viewer == state.played_by:
                assert sorted(world.sealed.hand, key=canonical_order) == sorted(state.sealed.hand, key=canonical_order)
                assert world.sealed.bluffs == state.sealed.bluffs
                self.right["own"] += 1
        assert world.votes.keys() == state.votes.keys()
        assert world.gifts.keys() == state.gifts.keys()
        assert (world.drawn is None) == (state.drawn is None)
        self.sampled[type(state.waiting_for)] += 1


def rounds(numbers: range) -> Onlookers:
    looked = Onlookers(random.Random(1))
    for number in numbers:
        looked.memories = {}
        game.play(number, Reached(), looked.advance)
    return looked
