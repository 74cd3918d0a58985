"""How a sensible player plays who looks at the table and does not remember what has gone before."""

from __future__ import annotations

from collections.abc import Sequence
from typing import assert_never

from engine.actions import (
    Accept,
    CallUno,
    CanPlay,
    Catch,
    Challenge,
    Draw,
    Keep,
    Listed,
    Name,
    Pass,
    Play,
    PlayerAction,
)
from engine.bots.luck import happens, one_of
from engine.cards import Card, Colour, Rank
from engine.decisions import AnswerDrawFour, NameColour
from engine.effects import effect_of
from engine.legal import draw_four_allowed, without
from engine.rules import Goal, Uno, WildDrawFour
from engine.state import View, next_seat

BLUFFS = 0.05
"""How often a Wild Draw Four is laid that is not allowed, when the next player is about to go out."""
BLUFFERS = 0.2
"""How often others are taken to bluff when they can."""
WORTH_A_CHALLENGE = 0.25
"""Chance of a bluff from which on a challenge is made: it wins more cards than it costs."""
FEW = 2
"""From so few cards on somebody is about to go out."""


def choose(view: View, listed: Sequence[Listed], seed: bytes) -> PlayerAction | None:
    """The best of what is listed by rules of thumb; never anything that the table punishes."""
    plays: list[CanPlay] = []
    names: list[Name] = []
    rest: dict[type[Listed], PlayerAction] = {}
    for action in listed:
        match action:
            case CallUno() | Catch():
                return action  # whoever acts first wins, and it costs nothing
            case CanPlay():
                plays.append(action)
            case Name():
                names.append(action)
            case Draw() | Keep() | Pass() | Accept() | Challenge():
                rest[type(action)] = action
            case _ as unreachable:
                assert_never(unreachable)
    if plays:
        best = _best(view, plays, seed)
        if best is not None or not rest:
            return _completed(view, best or plays[0], seed)
    if names:
        colour = _best_colour(view, view.hands[names[0].seat], seed)
        return next((name for name in names if name.colour is colour), names[0])
    if Challenge in rest:
        return rest[Challenge] if _smells_of_bluff(view) else rest.get(Accept)
    return next(iter(rest.values()), None)


# --- which card --------------------------------------------------------------------------------------------------


def _best(view: View, plays: Sequence[CanPlay], seed: bytes) -> CanPlay | None:
    """The play of the highest worth, equal ones at random; None if only a bluff is left and this is not the time."""
    seat = plays[0].seat
    hand = view.hands[seat]
    worth = [(_worth(view, hand, play.card), play) for play in plays if _to_be_considered(view, hand, play.card, seed)]
    if not worth:
        return None
    highest = max(points for points, _ in worth)
    return one_of([play for points, play in worth if points == highest], "card", view, seed)


def _to_be_considered(view: View, hand: Sequence[Card], card: Card, seed: bytes) -> bool:
    """True but for a Wild Draw Four that would be a bluff, which is seldom made and only in need."""
    if card.rank is not Rank.WILD_DRAW_FOUR or view.rules.wild_draw_four is not WildDrawFour.BLUFF:
        return True
    if draw_four_allowed(view, without(hand, card)):
        return True
    return _next_count(view) <= FEW and happens(BLUFFS, "bluff", view, seed)


def _worth(view: View, hand: Sequence[Card], card: Card) -> float:
    """How good it is to lay this card: what can follow it from the hand, what it does to the next player."""
    rest = without(hand, card)
    threatened = _next_count(view) <= FEW
    if card.wild:
        # A wild always fits, so it is kept for when nothing else does, or when the next player must be stopped.
        return (6.0 if threatened else -4.0) if effect_of(card).draw else -8.0
    same_colour = sum(other.colour is card.colour for other in rest)
    same_rank = sum(other.rank is card.rank for other in rest)
    worth = same_colour + 0.5 * same_rank
    if _harms(view, card):
        worth += 8.0 if threatened else 1.0
    if view.rules.goal is Goal.POINTS:
        worth += card.points / 40
    return worth


def _harms(view: View, card: Card) -> bool:
    """True if whoever would be next does not get to play."""
    effect = effect_of(card)
    return effect.skip > 0 or effect.reverse


def _next_count(view: View) -> int:
    """Cards in the hand of whoever plays next."""
    assert view.viewer is not None  # a computer player has a seat
    return view.counts[next_seat(view, view.viewer)]


def _completed(view: View, action: CanPlay, seed: bytes) -> Play:
    """The play with what it asks answered, and with UNO if it leaves one card."""
    colours: tuple[Colour | None, ...] = ()
    if NameColour.kind in action.asks:
        colours = (_best_colour(view, view.hands[action.seat], seed),)
    uno = view.rules.uno is Uno.CALL and view.counts[action.seat] == 2
    return Play(action.seat, (action.card,), colours, uno=uno)


def _best_colour(view: View, hand: Sequence[Card], seed: bytes) -> Colour:
    """The colour that the hand holds most of; among equals, any."""
    held = {colour: sum(card.colour is colour for card in hand) for colour in Colour}
    most = max(held.values())
    return one_of([colour for colour, count in held.items() if count == most], "colour", view, seed)


# --- whether to challenge ----------------------------------------------------------------------------------------


def _smells_of_bluff(view: View) -> bool:
    """True if the player of the Wild Draw Four probably held the colour in play: the more cards, the likelier."""
    decision = view.waiting_for
    if not isinstance(decision, AnswerDrawFour):
        return False
    if len(view.discard) > 1 and view.discard[-2].colour is view.colour:
        return True  # the colour named is the one that nobody who lays this card should hold
    none_of_it = 0.76 ** view.counts[decision.offender]  # 25 of 108 cards have the colour
    bluff = BLUFFERS * (1 - none_of_it)
    return bluff / (bluff + none_of_it) >= WORTH_A_CHALLENGE
