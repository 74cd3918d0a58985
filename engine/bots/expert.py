"""The level `expert`: it plays its moves out in worlds that fit what it knows, and takes the one that does best."""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt
from random import Random
from statistics import stdev

from engine.actions import (
    Accept,
    CallUno,
    CanPlay,
    Cast,
    Catch,
    Challenge,
    Draw,
    Keep,
    Listed,
    Pass,
    Play,
    PlayerAction,
)
from engine.asking import effect_of
from engine.bots import thumb
from engine.bots.calls import owes_uno
from engine.bots.suspicion import is_bluff
from engine.bots.weights import weights_of
from engine.bots.worth import GOING_OUT, best_colours, of_card
from engine.cards import Colour
from engine.decide import advance
from engine.decisions import AnswerDrawFour, ChoosePlayer, NameColour, PlayDrawn, TakeTurn, asked
from engine.legal import allowed, legal_actions, without
from engine.memory import DRAW_FOUR, NOTHING, Memory
from engine.rules import Goal, Uno
from engine.sample import sample
from engine.state import Phase, State, View, others_in

WORLDS = 900
"""How many worlds the best moves are tried in."""
SIFTED = (60, 150, 300)
"""After so many worlds the worse half of the moves is dropped."""
CLEARLY = 1.5
"""By so many standard errors a move must be better than what `hard` would do."""
LONGEST = 500
"""Actions after which a round that is played out counts for nobody."""


def choose(
    view: View, listed: Sequence[Listed], seed: bytes, memory: Memory = NOTHING, worlds: int = WORLDS
) -> PlayerAction | None:
    """The move that does best in so many sampled worlds, played out by `hard`; without a choice, what `hard` does."""
    by_thumb = thumb.choose("hard", view, listed, seed, memory)
    seat = view.viewer
    if by_thumb is None or seat not in asked(view.waiting_for) or isinstance(by_thumb, CallUno | Catch | Cast):
        return by_thumb
    if isinstance(view.waiting_for, AnswerDrawFour):  # the colour that was named tells more than the worlds do
        return by_thumb
    moves = [by_thumb, *(move for move in _moves(view, seat, listed) if move != by_thumb)]
    return (
        moves[0]
        if len(moves) == 1
        else _best(view, moves, Random(seed + bytes(str(view.decision), "ascii")), memory, worlds)
    )


def _moves(view: View, seat: int, listed: Sequence[Listed]) -> list[PlayerAction]:
    """Every move there is, with each answer that could go with it; of chains those of one card."""
    moves: list[PlayerAction] = []
    for entry in listed:
        if isinstance(entry, CanPlay):
            if not is_bluff(view, entry):  # played out, it would cost nothing, as nobody challenges there
                moves += _plays(view, seat, entry)
        elif not isinstance(entry, CallUno | Catch):
            moves.append(entry)
    return moves


def _plays(view: View, seat: int, entry: CanPlay) -> list[PlayerAction]:
    rest = without(view.hands[seat], (entry.card,))
    colours: list[tuple[Colour, ...]] = [()]
    if NameColour.kind in entry.asks and rest:
        held = {card.colour for card in rest}
        colours = [(colour,) for colour in Colour if colour in held] or [(Colour.RED,)]
    targets = others_in(view, seat) if ChoosePlayer.kind in entry.asks and rest else [None]
    cards = (entry.card,)
    return [
        Play(seat, cards, named, target, owes_uno(view, seat, cards, named)) for named in colours for target in targets
    ]


def _best(view: View, moves: list[PlayerAction], rng: Random, memory: Memory, worlds: int) -> PlayerAction:
    """The move that does best, or the first one if none is clearly better; now and then the worse half is dropped."""
    found: list[list[float]] = [[] for _ in moves]
    for number in range(1, worlds + 1):
        world = sample(view, rng, memory)
        for move, worth in zip(moves, found, strict=True):
            worth.append(_played_out(world, view, move))
        if number in SIFTED and len(moves) > 2:
            others = sorted(range(1, len(moves)), key=lambda at: -sum(found[at]))[: len(moves) // 2]
            moves, found = [moves[at] for at in (0, *others)], [found[at] for at in (0, *others)]
    best = max(range(len(moves)), key=lambda at: sum(found[at]))
    more = [one - other for one, other in zip(found[best], found[0], strict=True)]
    return moves[best] if sum(more) > CLEARLY * stdev(more) * sqrt(worlds) else moves[0]


def _played_out(world: State, view: View, move: PlayerAction) -> float:
    """What the viewer has of the round that follows the move in that world, when all go on as `hard` plays."""
    seat = move.seat
    state = world.copy()
    advance(state, move)
    for _ in range(LONGEST):
        if state.phase is not Phase.PLAYING or not state.playing[seat]:
            return _worth(state, view, seat)
        state.viewer = at = asked(state.waiting_for)[0]
        advance(state, _quickly(View(state), at))
    return 0.0


def _quickly(seen: View, seat: int) -> PlayerAction:
    """What `hard` does, or nearly: without luck among equals, and nobody challenges. It looks at its own hand alone."""
    listed = legal_actions(seen, seat)
    if len(listed) == 1 and isinstance(listed[0], Draw | Keep | Pass | Accept):
        return listed[0]
    waiting = seen.waiting_for
    if seen.rules.chains or not (type(waiting) is TakeTurn or type(waiting) is PlayDrawn):
        listed = [entry for entry in listed if not isinstance(entry, Challenge)]
        action = thumb.choose("hard", seen, listed, seen.seed)
        assert action is not None
        return action
    weights = weights_of("hard", seen)
    best, highest = None, -GOING_OUT
    for entry in listed:
        if isinstance(entry, CanPlay) and (entry.card is not DRAW_FOUR or allowed(seen, seat, entry.card)):
            worth = of_card(seen, seat, entry.card, weights)
            if worth > highest:
                best, highest = entry, worth
    last = listed[-1]
    if not isinstance(last, CanPlay) and (best is None or (highest < weights.draw and isinstance(last, Draw))):
        return last
    assert best is not None
    hand = seen.hands[seat]
    colours = best_colours(seen, seat, hand, effect_of(seen, best.card), weights)[:1] if best.card.wild else ()
    target = min(others_in(seen, seat), key=seen.counts.__getitem__) if ChoosePlayer.kind in best.asks else None
    return Play(seat, (best.card,), tuple(colours), target, len(hand) == 2 and seen.rules.uno is Uno.CALL)


def _worth(state: State, view: View, seat: int) -> float:
    """A round that is won counts 1; where points count it is what the seat has gained on the others."""
    goal = view.rules.goal
    if goal is Goal.UNTIL_LAST:
        return 1 - state.out.index(seat) / view.seats if seat in state.out else 0.0
    if goal is Goal.POINTS:
        gained = [after - before for after, before in zip(state.scores, view.scores, strict=True)]
        return (gained[seat] * sum(view.seated) - sum(gained)) / view.rules.target
    return 1 / len(state.winners) if seat in state.winners else 0.0
