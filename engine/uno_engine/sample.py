"""A world that fits what one seat knows: the cards that it cannot see are where they might be."""

from collections import Counter
from collections.abc import Mapping, Sequence
from math import comb
from random import Random
from typing import NamedTuple

from uno_engine.actions import Play
from uno_engine.cards import Card, Colour, canonical_order, deck, points
from uno_engine.decisions import AnswerDrawFour, NameColour, PassCard, PlayDrawn, Vote
from uno_engine.events import Sealed
from uno_engine.legal import draw_fours, without
from uno_engine.memory import DRAW_FOUR, NOTHING, Memory
from uno_engine.rules import WildDrawFour
from uno_engine.shuffle import SEED_BYTES
from uno_engine.state import State, View, seats_in
from uno_engine.view import knows

A_GUESS = 0.02
"""How often an unknown player bluffs, of the times that a Wild Draw Four would be a bluff."""
SURE_AFTER = 2.0
"""The number of challenges that weighs as much as that guess."""


def bluffing(memory: Memory, seat: int) -> float:
    """How often that seat is expected to bluff when it could, from 0 to 1: a guess, and the challenges of this game."""
    guilty = memory.guilty[seat]
    return (A_GUESS * SURE_AFTER + guilty) / (SURE_AFTER + guilty + memory.innocent[seat])


def sample(view: View, rng: Random, memory: Memory = NOTHING) -> State:
    """A whole game whose view for this viewer is `view`, which must be a seat's.

    Every place of a card that the viewer cannot see is as likely, but for the hand behind a Wild Draw Four that can
    be challenged: that one is a bluff as often as its player bluffs, and empty if its player has left. Answers
    given in secret, the snapshot and the seed are made up, so what follows is one of the games that may follow, and
    not the real one.
    """
    world = State(view.copy())
    world.viewer = None
    world.seed = rng.randbytes(SEED_BYTES)
    if view.round:
        _place_cards(world, view, rng, memory)
        world.noted |= {seat: _noted(world, rng) for seat in view.lost if view.seated[seat] and seat not in view.noted}
    waiting = view.waiting_for
    if type(waiting) is Vote:
        world.votes |= {seat: rng.choice(view.ballot) for seat in _answered(view, waiting)}
    elif type(waiting) is PassCard:
        world.gifts |= {seat: rng.choice(world.hands[seat]) for seat in _answered(view, waiting)}
    return world


def _noted(world: State, rng: Random) -> int:
    """The possible points of a player who had too many cards (N8)."""
    return points(rng.choices(deck(world.rules.decks, world.rules.extra), k=world.rules.mercy))


def _answered(view: View, waiting: Vote | PassCard) -> list[int]:
    """The seats that have given a secret answer that the viewer doesn't know."""
    return [seat for seat in seats_in(view) if seat not in waiting.seats and seat != view.viewer]


def _place_cards(world: State, view: View, rng: Random, memory: Memory) -> None:
    """Deal what the viewer cannot see to the hands of the others and the draw pile."""
    hidden = [seat for seat, count in enumerate(view.counts) if count and not knows(view, seat)]
    known = {seat: remembered(view, memory, seat) for seat in hidden}
    unknown = unseen(view, known)
    rng.shuffle(unknown)
    offender = _offender(view)
    if offender in hidden:
        hidden.sort(key=lambda seat: seat != offender)
        unknown = _weighted(view, memory, offender, known[offender], unknown, rng)
    for seat in hidden:
        missing = view.counts[seat] - len(known[seat])
        dealt, unknown = unknown[:missing], unknown[missing:]
        world.hands[seat] = sorted([*known[seat], *dealt], key=canonical_order)
        if type(view.waiting_for) is PlayDrawn and view.waiting_for.seat == seat:
            world.drawn = (dealt or known[seat])[-1]
        if seat == offender:
            world.sealed = _sealed(view, memory, seat, [*known[seat], *dealt])
    world.stock = unknown
    if offender is not None and offender not in hidden:
        world.sealed = _sealed(view, memory, offender, view.hands[offender])


def remembered(view: View, memory: Memory, seat: int) -> Sequence[Card]:
    """The cards that are known to be in a hand which the viewer does not see."""
    known = memory.known.get(seat, [])
    return () if knows(view, seat) or len(known) > view.counts[seat] else known


def unseen(view: View, known: Mapping[int, Sequence[Card]]) -> list[Card]:
    """The cards that the viewer neither sees nor knows of, in canonical order."""
    seen = [*view.discard, *(card for cards in known.values() for card in cards)]
    for seat in range(view.seats):
        if knows(view, seat):
            seen += view.hands[seat]
    left = Counter(deck(view.rules.decks, view.rules.extra))
    left.subtract(seen)
    return [*left.elements()]


def _offender(view: View) -> int | None:
    """The seat that just played a Wild Draw Four that can be challenged, now or once its colour is named."""
    waiting = view.waiting_for
    if type(waiting) is AnswerDrawFour:
        return waiting.offender
    named = type(waiting) is NameColour and view.rules.wild_draw_four is WildDrawFour.BLUFF
    return view.played_by if named and view.discard[-1] is DRAW_FOUR and not view.first else None


class _Hand(NamedTuple):
    """The belief about the hand behind a Wild Draw Four."""

    signs: list[Card]
    """The unknown cards that would give a bluff away."""
    others: list[Card]
    held: int
    """How many unknown cards it had."""
    ways: list[float]
    """For each number of signs in the hand, in how many ways it can have them, bluffs weighted."""


def _thought(
    view: View, memory: Memory, seat: int, known: Sequence[Card], unknown: Sequence[Card], rate: float
) -> _Hand:
    missing = view.counts[seat] - len(known)
    held = missing - min(len(memory.drawn_since), missing)
    before, play = before_draw_four(view, memory)
    telling = {card for card in set(unknown) if _bluffs(before, play, [*known, card])[1]}
    signs = [card for card in unknown if card in telling]
    others = [card for card in unknown if card not in telling]
    many = range(min(held, len(signs)) + 1)
    ways = [comb(len(signs), count) * comb(len(others), held - count) * (rate if count else 1.0) for count in many]
    return _Hand(signs, others, held, ways)


def _weighted(
    view: View, memory: Memory, seat: int, known: Sequence[Card], unknown: Sequence[Card], rng: Random
) -> list[Card]:
    """The unknown cards in an order in which the first ones are the offender's: a bluff as often as it bluffs."""
    signs, others, held, ways = _thought(view, memory, seat, known, unknown, bluffing(memory, seat))
    if not any(ways):
        return list(unknown)
    (count,) = rng.choices(range(len(ways)), ways)
    rest = [*signs[count:], *others[held - count :]]
    rng.shuffle(rest)
    return [*signs[:count], *others[: held - count], *rest]


def bluff_chance(view: View, memory: Memory) -> float:
    """How likely the Wild Draw Four that waits for an answer is a bluff, before its colour is looked at.

    0 if its player has left: nobody can tell any more what that hand was.
    """
    waiting = view.waiting_for
    assert isinstance(waiting, AnswerDrawFour)
    seat = waiting.offender
    if knows(view, seat):
        return float(_bluffs(*before_draw_four(view, memory), view.hands[seat])[1] > 0)
    known = {seat: remembered(view, memory, seat) for seat in range(view.seats)}
    hand = _thought(view, memory, seat, known[seat], unseen(view, known), bluffing(memory, seat))
    whole = sum(hand.ways)
    return 1 - hand.ways[0] / whole if whole else 1.0


def _sealed(view: View, memory: Memory, seat: int, hand: Sequence[Card]) -> Sealed:
    """The evidence for a challenge of that seat, if this is its hand, with the latest cards at the end."""
    shown = [card for card in memory.drawn_since if card in hand]
    before_penalty = without(hand, [card for card in shown if card is not None])
    unseen = min(len(memory.drawn_since) - len(shown), len(before_penalty))
    others, bluffs = _bluffs(*before_draw_four(view, memory), before_penalty[: len(before_penalty) - unseen])
    return Sealed(tuple(sorted(others, key=canonical_order)), bluffs)


def before_draw_four(view: View, memory: Memory) -> tuple[State, Play]:
    """A game as it stood before the Wild Draw Four on top, as far as the play is judged by it; and the play."""
    before = State(view.copy())
    play = memory.play
    if play is not None and play.cards[-1] is view.discard[-1] and memory.laid_on is not None:
        top, before.colour = memory.laid_on
        before.discard = [top]
        return before, Play(play.seat, play.cards, play.colours)
    below = view.discard[-2] if len(view.discard) > 1 else view.discard[-1]
    before.discard = [below]
    before.colour = below.colour or (view.colour if type(view.waiting_for) is NameColour else Colour.RED)
    return before, Play(_offender(view) or 0, (DRAW_FOUR,))


def _bluffs(before: State, play: Play, left: Sequence[Card]) -> tuple[list[Card], int]:
    """The hand at the first Wild Draw Four of the play, which left these cards, and how many were not allowed (Q6)."""
    before.hands[play.seat] = [*play.cards, *left]
    judged = draw_fours(before, play)
    return judged[0][0], sum(not allowed for _hand, allowed in judged)
