"""A sampled world is one that its seat could be in, and each such world comes as often as it should."""

import random
from collections import Counter
from math import comb, log, sqrt

import pytest

from tests.engine.bots.positions import view_of
from uno_engine import decide
from uno_engine.actions import Action
from uno_engine.cards import Colour, canonical_order, card, cards, deck
from uno_engine.decisions import AnswerDrawFour, Decision, NameColour, PassCard, PlayDrawn, Vote
from uno_engine.events import CardsPlayed, Event
from uno_engine.evolve import evolve
from uno_engine.laws import game
from uno_engine.laws.reached import Reached
from uno_engine.legal import without
from uno_engine.memory import NOTHING, Memory, remember
from uno_engine.sample import bluff_chance, bluffing, sample
from uno_engine.state import State, View
from uno_engine.view import knows, view_for

pytestmark = pytest.mark.fast


class Onlookers:
    """Every seat's memory of a game, held against the truth; now and then a seat's sample is held against its view."""

    def __init__(self, choice: random.Random) -> None:
        self.choice = choice
        self.memories: dict[int, Memory] = {}
        self.by_view: dict[int, Memory] = {}
        """Each seat's memory, folded only over what the seat sees."""
        self.sampled: Counter[type] = Counter()
        self.right: Counter[str] = Counter()

    def advance(self, state: State, action: Action) -> list[Event]:
        truth = state.copy()
        events = decide.advance(state, action)
        for event in events:
            for viewer in range(truth.seats):
                seen = event.seen_by(viewer)
                remember(self.memories.setdefault(viewer, Memory()), truth, viewer, seen)
                remember(self.by_view.setdefault(viewer, Memory()), view_for(truth, viewer), viewer, seen)
            evolve(truth, event)
        for viewer in range(state.seats):
            if state.playing[viewer]:
                self.look(state, viewer)
        return events

    def look(self, state: State, viewer: int) -> None:
        assert self.memories[viewer] == self.by_view[viewer]
        memory, view = self.memories[viewer], view_for(state, viewer)
        for seat, known in memory.known.items():
            if state.counts[seat] and not knows(view, seat) and state.waiting_for is not None:
                assert not Counter(known) - Counter(state.hands[seat]), f"seat {viewer} of seat {seat}"
                self.right["known"] += bool(known)
        often = {AnswerDrawFour: 0.5, NameColour: 0.2, Vote: 0.5, PassCard: 0.5, PlayDrawn: 0.1}
        if self.choice.random() < often.get(type(state.waiting_for), 0.03):
            self.check(state, view, sample(view, self.choice, memory))

    def check(self, state: State, view: View, world: State) -> None:
        viewer = view.viewer
        assert viewer is not None
        assert view_for(world, viewer) == view
        assert len(world.stock) == state.stock_count
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
        assert world.votes.keys() >= state.votes.keys()  # nobody sees who abstains
        assert (world.gifts.keys(), world.noted.keys()) == (state.gifts.keys(), state.noted.keys())
        assert (world.drawn is None) == (state.drawn is None)
        self.sampled[type(state.waiting_for)] += 1


@pytest.mark.clause("law3")
def test_in_games_of_all_kinds_samples_fit_the_views_and_memories_are_true() -> None:
    looked = Onlookers(random.Random(1))
    kinds = {AnswerDrawFour, NameColour, PassCard, PlayDrawn, Vote}
    for number in range(216, 1216):  # with these all of it comes up soon
        looked.memories, looked.by_view = {}, {}
        game.play(number, Reached(), looked.advance)
        if kinds <= looked.sampled.keys() and looked.right.keys() == {"known", "own"}:
            return
    pytest.fail(f"a thousand games reach only {looked.sampled} and {looked.right}")


SAMPLES = 2_000


def within(count: int, chance: float, most: int = 2) -> bool:
    """True unless the count is so far off as a correct program's is less than once in 10,000,000,000 times (Hoeffding).

    A sample can count from 0 to `most`.
    """
    return abs(count / SAMPLES - chance) < most * sqrt(log(2e10) / (2 * SAMPLES))


def samples(view: View, memory: Memory = NOTHING) -> list[State]:
    luck = random.Random(7)
    return [sample(view, luck, memory) for _ in range(SAMPLES)]


def few_cards(waits_for: Decision | None = None) -> View:
    """A view with seven cards unknown: three with the next player, two with the one after, two in the draw pile."""
    view = view_of("R1 R2", top="R9", others=(3, 2), waits_for=waits_for)
    unknown = cards("R3 G4 G4 B5 Y6 W W+4")
    view.discard[:0] = without(deck(), [*unknown, *view.hands[0], *view.discard])
    view.stock_count = 2
    return view


def test_every_unknown_card_is_in_each_place_as_often() -> None:
    worlds = samples(few_cards())
    for name, copies in {"R3": 1, "G4": 2, "W+4": 1}.items():
        assert within(sum(world.hands[1].count(card(name)) for world in worlds), copies * 3 / 7), name
        assert within(sum(world.stock.count(card(name)) for world in worlds), copies * 2 / 7), name
    assert within(sum(world.stock[-1] is card("R3") for world in worlds), 1 / 7)
    assert len({world.seed for world in worlds}) == SAMPLES


@pytest.mark.parametrize(("guilty", "innocent"), [(0, 0), (3, 1), (40, 0)])
def test_the_hand_behind_a_draw_four_is_a_bluff_as_often_as_its_player_bluffs(guilty: int, innocent: int) -> None:
    view = few_cards(waits_for=AnswerDrawFour(0, 1, 4))
    view.discard.append(card("W+4"))
    view.discard.remove(card("W+4"))  # one that lay below is on top now
    view.colour = Colour.BLUE
    play = CardsPlayed(1, cards("W+4"), (Colour.BLUE,))
    memory = Memory(
        guilty=Counter({1: guilty}), innocent=Counter({1: innocent}), play=play, laid_on=(card("R9"), Colour.RED)
    )
    worlds = samples(view, memory)
    rate = bluffing(memory, 1)
    honest = comb(6, 3) / comb(7, 3)
    bluff = rate * (1 - honest)
    assert within(sum(card("R3") in world.hands[1] for world in worlds), bluff / (bluff + honest))
    assert all(world.sealed == (tuple(world.hands[1]), card("R3") in world.hands[1]) for world in worlds)
    assert bluff_chance(view, memory) == pytest.approx(bluff / (bluff + honest))


@pytest.mark.parametrize(("hand", "chance"), [("G4 B5", 0.0), ("R3 B5", 1.0)])
def test_an_open_hand_behind_a_draw_four_is_judged_as_it_lies(hand: str, chance: float) -> None:
    view = few_cards(waits_for=AnswerDrawFour(0, 1, 4))
    view.hands[1], view.counts[1], view.open_hands = [*cards(hand)], 2, (1,)
    play = CardsPlayed(1, cards("W+4"), (Colour.BLUE,))
    assert bluff_chance(view, Memory(play=play, laid_on=(card("R9"), Colour.RED))) == chance


def test_who_has_left_after_a_draw_four_is_not_suspected() -> None:
    view = few_cards(waits_for=AnswerDrawFour(0, 1, 4))
    view.counts[1], view.playing[1] = 0, False
    assert bluff_chance(view, NOTHING) == 0.0
    assert sample(view, random.Random(1)).sealed == ((), 0)


def test_what_was_drawn_after_a_draw_four_is_no_evidence() -> None:
    view = few_cards(waits_for=AnswerDrawFour(0, 1, 4))
    view.counts[1], view.stock_count = 5, 0
    play = CardsPlayed(1, cards("W+4"), (Colour.BLUE,))
    memory = Memory(play=play, laid_on=(card("R9"), Colour.RED), drawn_since=[None, None])
    for world in (sample(view, random.Random(seed), memory) for seed in range(20)):
        assert world.sealed is not None
        assert len(world.sealed.hand) == 3
        assert world.sealed.bluffs == (card("R3") in world.sealed.hand)


def test_a_view_that_cannot_be_gets_a_world_all_the_same() -> None:  # a client plays by what any server says
    view = few_cards(waits_for=AnswerDrawFour(0, 1, 4))
    view.counts[1] = 99
    world = sample(view, random.Random(1))
    assert len(world.hands[1]) < 99
    assert bluff_chance(view, NOTHING) == 1.0
