"""The level `expert`: it plays its moves out in worlds that fit what it knows, and takes the one that does best."""

from collections.abc import Sequence
from math import inf, sqrt
from random import Random
from statistics import fmean

from uno_engine.actions import (
    Accept,
    CallUno,
    CanPlay,
    Cast,
    Catch,
    Challenge,
    Choose,
    Draw,
    Keep,
    Listed,
    Pass,
    Play,
    PlayerAction,
)
from uno_engine.asking import effect_of
from uno_engine.bots import thumb
from uno_engine.bots.calls import owes_uno
from uno_engine.bots.playout import PlayoutResult, is_plain, play_out
from uno_engine.bots.suspicion import is_bluff
from uno_engine.bots.weights import weights_of
from uno_engine.bots.worth import GOING_OUT, best_colours, of_card
from uno_engine.cards import Colour
from uno_engine.decide import advance
from uno_engine.decisions import AnswerDrawFour, ChoosePlayer, NameColour, PlayDrawn, TakeTurn, asked
from uno_engine.legal import allowed, legal_actions, without
from uno_engine.memory import DRAW_FOUR, NOTHING, Memory
from uno_engine.rules import Goal
from uno_engine.sample import sample
from uno_engine.state import Phase, State, View, others_in

WORLDS = 500
"""How many worlds the moves are tried in, under plain rules (`uno_engine.bots.playout`)."""
FEWER_WORLDS = 60
"""How many elsewhere, where a round is played out ten times as slowly."""
WORLDS_OF_CHAINS = 25
"""How many where cards are laid in chains, which takes the longest by far."""
MOST_CARDS = 50_000
"""How many cards those who move may look at in all of them: some rounds are long, some hands are large."""
CARDS_OF_CHAINS = 4_000
"""How many in worlds with chains."""
FEWEST_WORLDS = 5
"""If the search ends after fewer, it says nothing."""
BATCH = 50
"""Worlds after which clearly worse moves are dropped."""
WORSE = 2.5
"""Standard errors that make a move clearly worse."""
ENOUGH = 150
"""Worlds after which unpromising moves are dropped, too."""
PROMISES = 0.5
"""Standard errors by which a move must beat the move of `hard` then."""
CLEARLY = 1.0
"""Standard errors by which it must beat that move after all worlds."""
LONGEST = 500
"""Actions after which a round that is played out counts for nobody."""


def choose(
    view: View, listed: Sequence[Listed], seed: bytes, memory: Memory = NOTHING, worlds: int | None = None
) -> PlayerAction | None:
    """The move that does best in sampled worlds that `hard` plays out; without a choice, the move of `hard`."""
    by_thumb = thumb.choose("hard", view, listed, seed, memory)
    seat = view.viewer
    if by_thumb is None or seat not in asked(view.waiting_for) or isinstance(by_thumb, CallUno | Catch | Cast):
        return by_thumb
    if isinstance(view.waiting_for, AnswerDrawFour):  # the colour that was named tells more than the worlds do
        return by_thumb
    if isinstance(by_thumb, Choose) and not effect_of(view, view.discard[-1]).swap:
        return by_thumb
    moves = [by_thumb, *(move for move in moves_of(view, seat, listed, seed) if move != by_thumb)]
    if len(moves) == 1:
        return by_thumb
    if worlds is None:
        worlds = WORLDS if is_plain(view.rules) else WORLDS_OF_CHAINS if view.rules.chains else FEWER_WORLDS
    return _best(view, moves, Random(seed + bytes(str(view.decision), "ascii")), memory, worlds)


def moves_of(view: View, seat: int, listed: Sequence[Listed], seed: bytes) -> list[PlayerAction]:
    """Every move there is, with each answer that could go with it; of chains those of one card."""
    moves: list[PlayerAction] = []
    for entry in listed:
        if isinstance(entry, CanPlay):
            if not is_bluff(view, entry):  # played out, it would cost nothing, as nobody challenges there
                moves += _plays(view, seat, entry, seed)
        elif not isinstance(entry, CallUno | Catch):
            moves.append(entry)
    return moves


def _plays(view: View, seat: int, entry: CanPlay, seed: bytes) -> list[PlayerAction]:
    """The play of that card; with each player to swap hands with, else with whom `hard` stops, and what `hard` names.

    Sampled worlds say little of colours, as they know nothing of why the others have played theirs; and a round that is
    played out says nothing about the score of the game.
    """
    rest = without(view.hands[seat], (entry.card,))
    named: tuple[Colour, ...] = ()
    if NameColour.kind in entry.asks and rest:
        named = (best_colours(view, seat, rest, effect_of(view, entry.card), weights_of("hard", view))[0],)
    targets: Sequence[int | None] = [None]
    if ChoosePlayer.kind in entry.asks and rest:
        swaps = effect_of(view, entry.card).swap
        targets = others_in(view, seat) if swaps else [thumb.best_target(view, seat, entry.card, seed)]
    cards = (entry.card,)
    return [Play(seat, cards, named, target, owes_uno(view, seat, cards, named, target)) for target in targets]


def _best(view: View, moves: list[PlayerAction], rng: Random, memory: Memory, worlds: int) -> PlayerAction:
    """The move that does best, or the first one if none is clearly better."""
    found: dict[int, list[float]] = {at: [] for at in range(len(moves))}
    left = CARDS_OF_CHAINS if view.rules.chains else MOST_CARDS
    for number in range(1, worlds + 1):
        tried, left = _in_world(sample(view, rng, memory), view, [moves[at] for at in found], left)
        if len(tried) < len(found):
            if number <= FEWEST_WORLDS:
                return moves[0]
            break
        for worths, worth in zip(found.values(), tried, strict=True):
            worths.append(worth)
        if number % BATCH == 0:
            leader = max(found.values(), key=sum)
            found = {at: worths for at, worths in found.items() if _lead(leader, worths) < WORSE}
            if number >= ENOUGH and 0 in found:
                found = {at: worths for at, worths in found.items() if not at or _lead(worths, found[0]) >= PROMISES}
            if len(found) == 1:
                break
    best = max(found, key=lambda at: sum(found[at]))
    return moves[best if 0 not in found or _lead(found[best], found[0]) >= CLEARLY else 0]


def worths(view: View, moves: Sequence[PlayerAction], seed: bytes, memory: Memory, worlds: int) -> list[float]:
    """What each move is worth on average, in so many worlds; in fewer where rounds are long (`_worth` says of what)."""
    rng, found = Random(seed), list[list[float]]()
    left = CARDS_OF_CHAINS if view.rules.chains else MOST_CARDS
    while len(found) < worlds:
        tried, left = _in_world(sample(view, rng, memory), view, moves, left)
        if len(tried) < len(moves):
            break
        found.append(tried)
    return [fmean(each) for each in zip(*found, strict=True)] if found else [0.0 for _ in moves]


def _in_world(world: State, view: View, moves: Sequence[PlayerAction], left: int) -> tuple[list[float], int]:
    """The worth of the moves in one world, within the budget of cards to look at."""
    worths: list[float] = []
    for move in moves:
        if left < 0:
            break
        worth, cards = played_out(world, view, move)
        worths.append(worth)
        left -= cards
    return worths, left


def _lead(better: Sequence[float], worse: Sequence[float]) -> float:
    """By how many standard errors one move has done better than another in the same worlds."""
    more = [one - other for one, other in zip(better, worse, strict=True)]
    mean, count = fmean(more), len(more)
    spread = sum([(one - mean) ** 2 for one in more])
    return mean * count / sqrt(spread) if spread else mean * inf if mean else 0.0


def played_out(world: State, view: View, move: PlayerAction) -> tuple[float, int]:
    """The viewer's gain in the round after the move in that world, if everybody plays like `hard`.

    Also how many cards the movers looked at; under plain rules that is quick and isn't counted.
    """
    seat, cards = move.seat, 0
    state = world.copy()
    advance(state, move)
    plain = is_plain(view.rules)
    for _ in range(LONGEST):
        waiting = state.waiting_for
        if state.phase is not Phase.PLAYING or (view.rules.goal is Goal.UNTIL_LAST and not state.playing[seat]):
            return _worth(state, view, seat), cards
        if plain and (type(waiting) is TakeTurn or type(waiting) is PlayDrawn):
            return _worth_of(play_out(state, [weights_of("hard", state)] * state.seats), view, seat), cards
        state.viewer = at = asked(waiting)[0]
        cards += len(state.hands[at])
        advance(state, quickly(View(state), at))
    return 0.0, cards


def quickly(seen: View, seat: int) -> PlayerAction:
    """Almost the move of `hard`: no luck among equals, and no challenges. It looks only at the player's hand."""
    listed = legal_actions(seen, seat)
    if len(listed) == 1 and isinstance(listed[0], Draw | Keep | Pass | Accept):
        return listed[0]
    waiting = seen.waiting_for
    if seen.rules.several or not (type(waiting) is TakeTurn or type(waiting) is PlayDrawn):
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
    uno = owes_uno(seen, seat, (best.card,), colours, target)
    return Play(seat, (best.card,), tuple(colours), target, uno)


def _worth(state: State, view: View, seat: int) -> float:
    """A round that is won counts 1; where points count it is what the seat has gained on the others."""
    goal = view.rules.goal
    if goal is Goal.UNTIL_LAST:
        return 1 - state.out.index(seat) / view.seats if seat in state.out else 0.0
    if goal.by_points:
        gained = [after - before for after, before in zip(state.scores, view.scores, strict=True)]
        ahead = (gained[seat] * sum(view.seated) - sum(gained)) / view.rules.target
        return ahead if goal is Goal.POINTS else -ahead
    return 1 / len(state.winners) if seat in state.winners else 0.0


def _worth_of(ended: PlayoutResult, view: View, seat: int) -> float:
    """The worth of a round that was played out fast."""
    if view.rules.goal is Goal.POINTS:
        if len(ended.winners) != 1:
            return 0.0
        gain = sum(ended.points) - ended.points[ended.winners[0]]
        return gain * (sum(view.seated) - 1 if seat in ended.winners else -1) / view.rules.target
    return 1 / len(ended.winners) if seat in ended.winners else 0.0
