"""The level `normal` as it was before there were others: kept to measure against, offered nowhere."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any

from tests.engine.bots import worth_0_1 as worth
from uno_engine import actions as act
from uno_engine.asking import effect_of
from uno_engine.bots import chains
from uno_engine.bots.calls import owes_uno
from uno_engine.bots.luck import happens, one_of
from uno_engine.cards import Card, Colour
from uno_engine.cards import card as face
from uno_engine.decisions import AnswerDrawFour, AnswerStack, ChoosePlayer, TakeTurn, asked
from uno_engine.legal import allowed, draw_fours, without
from uno_engine.rules import Doubles, WildDrawFour, WildDrawFourNeeds
from uno_engine.state import View, next_seat, others_in

BLUFFS = 0.05
"""How often it bluffs with a Wild Draw Four when the next player is about to go out."""
STACKS_A_BLUFF = 0.3
"""How often it bluffs with one to pass a penalty on."""
BLUFFERS = 0.2
"""How often it expects others to bluff when they can."""
WORTH_A_CHALLENGE = 1.0
"""It challenges from this chance of a bluff, times the cards spared: a failed challenge costs two more."""
HOLDS_NONE: Mapping[WildDrawFourNeeds, float] = {
    WildDrawFourNeeds.NO_COLOUR_MATCH: 0.76,  # 25 of 108 cards have the colour
    WildDrawFourNeeds.NO_ALTERNATIVE: 0.66,  # some more have the number, or are wilds
}
"""The chance that a card does not stand in the way of a Wild Draw Four."""
JUMPS = -2.0
"""It jumps in with a card worth at least this: one card less is good, a bad swap is not."""
_DRAW_FOUR = face("W+4")


def choose(view: View, listed: Sequence[act.Listed], seed: bytes) -> act.PlayerAction | None:
    """The best of what is listed by rules of thumb; never anything that the table punishes."""
    by_kind: dict[type[act.Listed], list[Any]] = {}
    for action in listed:
        by_kind.setdefault(type(action), []).append(action)
    for kind, answer in _ANSWERS.items():
        if kind in by_kind:
            chosen = answer(view, by_kind[kind], seed)
            if chosen is not None:
                return chosen
    return None


def _play(view: View, plays: Sequence[act.CanPlay], seed: bytes) -> act.Play | None:
    """The play of the highest worth, equal ones at random; None if only a bluff is left and now is not the time."""
    seat = plays[0].seat
    candidates = [play for play in plays if _to_be_considered(view, play, seed)]
    if not candidates:
        return None
    points = {play.card: worth.of_card(view, seat, play.card) for play in candidates}
    highest = max(points.values())
    if seat not in asked(view.waiting_for) and highest < JUMPS:
        return None
    first = one_of([play for play in candidates if points[play.card] == highest], "card", view, seed)
    name = partial(_name_for, view, seed)
    chain = chains.begun(view, first, name)
    several = view.rules.chains or view.rules.doubles is not Doubles.NO
    if several and isinstance(view.waiting_for, TakeTurn | AnswerStack):
        others = [chains.begun(view, play, name) for play in candidates if play is not first]
        chain = chains.best(view, seat, [chain, *others], name, partial(_weighed, view, seat, points))
    target = _best_target(view, seat) if ChoosePlayer.kind in first.asks else None
    colours = chain.colours if any(chain.colours) else ()
    return act.Play(seat, chain.cards, colours, target, owes_uno(view, seat, chain.cards, colours, target))


def _to_be_considered(view: View, play: act.CanPlay, seed: bytes) -> bool:
    """False for a Wild Draw Four that would be a bluff, unless it is one of the rare ones made in need."""
    if play.card is not _DRAW_FOUR or view.rules.wild_draw_four is not WildDrawFour.BLUFF:
        return True
    if len(view.hands[play.seat]) == 1 or allowed(view, play.seat, play.card):
        return True
    if isinstance(view.waiting_for, AnswerStack | AnswerDrawFour):
        return happens(STACKS_A_BLUFF, "bluff", view, seed)
    return view.counts[next_seat(view, play.seat)] <= worth.FEW and happens(BLUFFS, "bluff", view, seed)


def _weighed(view: View, seat: int, points: Mapping[Card, float], chain: chains.Chain) -> float:
    """The worth of a chain; a Wild Draw Four in it that is a bluff weighs against it, unless nobody can challenge.

    `points` is the worth of each card that a chain can begin with.
    """
    found = worth.of_chain(view, seat, chain, points[chain.cards[0]])
    if chain.rest and _DRAW_FOUR in chain.cards[1:] and view.rules.wild_draw_four is WildDrawFour.BLUFF:
        fours = draw_fours(view, act.Play(seat, chain.cards, chain.colours))
        found -= 20.0 * sum(not honest for _others, honest in fours)
    return found


def _name_for(view: View, seed: bytes, play: act.CanPlay, rest: Sequence[Card]) -> Colour:
    return _best_colour(view, play.seat, play.card, rest, seed)


def _name(view: View, names: Sequence[act.Name], seed: bytes) -> act.Name:
    seat = names[0].seat
    colour = _best_colour(view, seat, view.discard[-1], view.hands[seat], seed)
    return next(name for name in names if name.colour is colour)


def _best_colour(view: View, seat: int, card: Card, hand: Sequence[Card], seed: bytes) -> Colour:
    """The best colour for what is left of the hand after the card; among equals, any."""
    return one_of(worth.best_colours(view, seat, hand, effect_of(view, card)), "colour", view, seed)


def _choose(view: View, choices: Sequence[act.Choose], _seed: bytes) -> act.Choose:
    seat = choices[0].seat
    return act.Choose(seat, _best_target(view, seat))


def _best_target(view: View, seat: int) -> int:
    """The player with the fewest cards, the first of them to play: the best hand to get, the player to stop."""
    return min(others_in(view, seat), key=lambda other: view.counts[other])


def _challenge(view: View, challenges: Sequence[act.Challenge], _seed: bytes) -> act.Challenge | None:
    return challenges[0] if _smells_of_bluff(view) else None


def _smells_of_bluff(view: View) -> bool:
    """True if the Wild Draw Four probably was a bluff: the more cards its player holds, the likelier."""
    decision = view.waiting_for
    if not isinstance(decision, AnswerDrawFour):
        return False
    by_colour = view.rules.wild_draw_four_needs is WildDrawFourNeeds.NO_COLOUR_MATCH
    if by_colour and len(view.discard) > 1 and view.discard[-2].colour is view.colour:
        return True  # the colour named is the one that nobody who lays this card should hold
    honest: float = HOLDS_NONE[view.rules.wild_draw_four_needs] ** view.counts[decision.offender]
    bluff = BLUFFERS * (1 - honest)
    return bluff / (bluff + honest) * decision.penalty >= WORTH_A_CHALLENGE


def _give(view: View, gifts: Sequence[act.Give], _seed: bytes) -> act.Give:
    """The least useful card."""
    hand = view.hands[gifts[0].seat]
    return min(gifts, key=lambda gift: worth.of_holding(view, hand, gift.card))


def _retain(view: View, kept: Sequence[act.Retain], _seed: bytes) -> act.Retain:
    """The card of the colour that is most useful beside those of other colours."""
    hand = view.hands[kept[0].seat]
    of_colour = [card for card in hand if card.colour is view.colour]
    return max(kept, key=lambda keep: worth.of_holding(view, [keep.card, *without(hand, of_colour)], keep.card))


def _any(view: View, actions: Sequence[act.PlayerAction], seed: bytes) -> act.PlayerAction:
    return one_of(actions, "any", view, seed)


_Answer = Callable[[View, Sequence[Any], bytes], act.PlayerAction | None]

_ANSWERS: Mapping[type[act.Listed], _Answer] = {
    act.CallUno: _any,  # whoever acts first wins, and it costs nothing
    act.Catch: _any,
    act.CanPlay: _play,
    act.Name: _name,
    act.Choose: _choose,
    act.Retain: _retain,
    act.Give: _give,
    act.Cast: _any,
    act.Challenge: _challenge,
    act.Accept: _any,
    act.Done: _any,
    act.Draw: _any,
    act.Keep: _any,
    act.Pass: _any,
}
"""How each kind of listed action is chosen, tried in this order; None goes on to the next."""
