"""Play by rules of thumb: what all levels do, each with its own weights."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any, NamedTuple

from uno_engine.actions import (
    Accept,
    CallUno,
    CanPlay,
    Cast,
    Catch,
    Challenge,
    Choose,
    Done,
    Draw,
    Give,
    Keep,
    Listed,
    Name,
    Pass,
    Play,
    PlayerAction,
    Retain,
)
from uno_engine.asking import effect_of
from uno_engine.bots import chains, worth
from uno_engine.bots.calls import owes_uno
from uno_engine.bots.luck import happens, one_of
from uno_engine.bots.suspicion import is_bluff, pays_from, suspicion
from uno_engine.bots.weights import FEW, HABITS, Weights, weights_of
from uno_engine.cards import Card, Colour
from uno_engine.decisions import AnswerDrawFour, AnswerStack, ChoosePlayer, TakeTurn, asked
from uno_engine.legal import draw_fours, without
from uno_engine.levels import Habits
from uno_engine.memory import DRAW_FOUR, NOTHING, Memory
from uno_engine.rules import Goal, WildDrawFour
from uno_engine.state import View, next_seat, others_in

JUMPS = -2.0
"""It jumps in with a card worth at least this: one card less is good, a bad swap is not."""


class _Player(NamedTuple):
    """The one who decides: its view and memory, and its level's weights."""

    view: View
    memory: Memory
    seed: bytes
    habits: Habits
    weights: Weights


def choose(
    level: str,
    view: View,
    listed: Sequence[Listed],
    seed: bytes,
    memory: Memory = NOTHING,
    weights: Weights | None = None,
) -> PlayerAction | None:
    """The best of what is listed by these weights, or those of the level; never anything that the table punishes."""
    player = _Player(view, memory, seed, HABITS[level], weights or weights_of(level, view))
    by_kind: dict[type[Listed], list[Any]] = {}
    for action in listed:
        by_kind.setdefault(type(action), []).append(action)
    for kind, answer in _ANSWERS.items():
        if kind in by_kind:
            chosen = answer(player, by_kind[kind])
            if chosen is not None:
                return chosen
    return None


def _play(player: _Player, plays: Sequence[CanPlay]) -> Play | None:
    """The play of the highest worth, equal ones at random; None if it is better to draw, or to let the turn of another.

    Also None if only a bluff is left and now is not the time.
    """
    view, weights, seed = player.view, player.weights, player.seed
    seat = plays[0].seat
    candidates = [play for play in plays if _to_be_considered(player, play)]
    if not candidates:
        return None
    points = {play.card: worth.of_card(view, seat, play.card, weights) for play in candidates}
    highest = max(points.values())
    if _waits(player, seat, highest):
        return None
    slips = player.habits.slips > 0 and happens(player.habits.slips, "slip", view, seed)
    first = one_of([play for play in candidates if slips or points[play.card] == highest], "card", view, seed)
    return _completed(player, first, () if slips else candidates, points)


def _completed(player: _Player, first: CanPlay, candidates: Sequence[CanPlay], points: Mapping[Card, float]) -> Play:
    """The play with all its answers, UNO called where it is owed; or the best chain from any of the candidates."""
    view, seat = player.view, first.seat
    name = partial(_name_for, player)
    chain = chains.begun(view, first, name)
    if candidates and view.rules.several and isinstance(view.waiting_for, TakeTurn | AnswerStack):
        others = [chains.begun(view, play, name) for play in candidates if play is not first]
        chain = chains.best(view, seat, [chain, *others], name, partial(_weighed, player, seat, points))
        first = next(play for play in candidates if play.card is chain.cards[0])
    target = best_target(view, seat, first.card, player.seed) if ChoosePlayer.kind in first.asks else None
    colours = chain.colours if any(chain.colours) else ()
    return Play(seat, chain.cards, colours, target, owes_uno(view, seat, chain.cards, colours, target))


def _waits(player: _Player, seat: int, highest: float) -> bool:
    """True if the best card is rather kept: out of turn, or a wild where drawing is better."""
    view = player.view
    if seat not in asked(view.waiting_for):
        return highest < JUMPS
    on_turn = isinstance(view.waiting_for, TakeTurn) and view.rules.voluntary_draw and view.stock_count > 0
    return on_turn and highest < player.weights.draw


def _to_be_considered(player: _Player, play: CanPlay) -> bool:
    """False for a Wild Draw Four that would be a bluff, unless it is one of the rare ones made in need."""
    view, seed = player.view, player.seed
    if not is_bluff(view, play):
        return True
    if isinstance(view.waiting_for, AnswerStack | AnswerDrawFour):
        return happens(player.habits.stacks_a_bluff, "bluff", view, seed)
    threatened = view.counts[next_seat(view, play.seat)] <= FEW
    return threatened and happens(player.habits.bluffs, "bluff", view, seed)


def _weighed(player: _Player, seat: int, points: Mapping[Card, float], chain: chains.Chain) -> float:
    """The worth of a chain; a Wild Draw Four in it that is a bluff weighs against it, unless nobody can challenge.

    `points` is the worth of each card that a chain can begin with.
    """
    view = player.view
    found = worth.of_chain(view, seat, chain, points[chain.cards[0]], player.weights)
    if chain.rest and DRAW_FOUR in chain.cards[1:] and view.rules.wild_draw_four is WildDrawFour.BLUFF:
        fours = draw_fours(view, Play(seat, chain.cards, chain.colours))
        found -= 20.0 * sum(not honest for _others, honest in fours)
    return found


def _name_for(player: _Player, play: CanPlay, rest: Sequence[Card]) -> Colour:
    return _best_colour(player, play.seat, play.card, rest)


def _name(player: _Player, names: Sequence[Name]) -> Name:
    seat = names[0].seat
    colour = _best_colour(player, seat, player.view.discard[-1], player.view.hands[seat])
    return next(name for name in names if name.colour is colour)


def _best_colour(player: _Player, seat: int, card: Card, hand: Sequence[Card]) -> Colour:
    """The best colour for what is left of the hand after the card; among equals, any."""
    view = player.view
    best = worth.best_colours(view, seat, hand, effect_of(view, card), player.weights)
    return one_of(best, "colour", view, player.seed)


def _choose(player: _Player, choices: Sequence[Choose]) -> Choose:
    seat = choices[0].seat
    return Choose(seat, best_target(player.view, seat, player.view.discard[-1], player.seed))


def best_target(view: View, seat: int, card: Card, seed: bytes) -> int:
    """The player with the fewest cards: the best hand to get, the player to stop. Of tied ones, any.

    If points count, stop the leader, unless somebody is about to go out.
    """
    others = others_in(view, seat)
    points = view.rules.goal.by_points and not effect_of(view, card).swap
    nobody_near = min(view.counts[other] for other in others) > FEW
    ahead = (1 if view.rules.goal is Goal.POINTS else -1) * (points and nobody_near)
    standing = {other: (-ahead * view.scores[other], view.counts[other]) for other in others}
    tied = [other for other in others if standing[other] == min(standing.values())]
    return one_of(tied, "player", view, seed)


def _challenge(player: _Player, challenges: Sequence[Challenge]) -> Challenge | None:
    """It challenges where that pays; the weaker the level, the surer it has to be."""
    view, waiting = player.view, player.view.waiting_for
    if not isinstance(waiting, AnswerDrawFour):  # who lists this is a server, which may be anybody's
        return None
    sure = pays_from(view, waiting) * player.habits.caution
    return challenges[0] if suspicion(view, player.memory) >= sure else None


def _give(player: _Player, gifts: Sequence[Give]) -> Give:
    """The least useful card."""
    hand = player.view.hands[gifts[0].seat]
    return min(gifts, key=lambda gift: worth.of_holding(player.view, hand, gift.card))


def _retain(player: _Player, kept: Sequence[Retain]) -> Retain:
    """The card of the colour that is most useful beside those of other colours."""
    view = player.view
    hand = view.hands[kept[0].seat]
    of_colour = [card for card in hand if card.colour is view.colour]
    return max(kept, key=lambda keep: worth.of_holding(view, [keep.card, *without(hand, of_colour)], keep.card))


def _any(player: _Player, actions: Sequence[PlayerAction]) -> PlayerAction:
    return one_of(actions, "any", player.view, player.seed)


_Answer = Callable[[_Player, Sequence[Any]], PlayerAction | None]

_ANSWERS: Mapping[type[Listed], _Answer] = {
    CallUno: _any,  # whoever acts first wins, and it costs nothing
    Catch: _any,
    CanPlay: _play,
    Name: _name,
    Choose: _choose,
    Retain: _retain,
    Give: _give,
    Cast: _any,
    Challenge: _challenge,
    Accept: _any,
    Done: _any,
    Draw: _any,
    Keep: _any,
    Pass: _any,
}
"""How each kind of listed action is chosen, in this order; None means: try the next."""
