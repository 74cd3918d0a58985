"""What is allowed and listed: the only code that says so. Works on the whole state and on a seat's own view of it.

`engine.judging` checks actions against it.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from engine import actions as act
from engine.asking import names_last_colour, questions
from engine.cards import FACES, Card, Colour, Rank
from engine.decisions import (
    AnswerDrawFour,
    AnswerStack,
    ChoosePlayer,
    KeepOne,
    NameColour,
    PassCard,
    PlayDrawn,
    TakeTurn,
    Vote,
    asked,
)
from engine.effects import COLOUR_ALONE
from engine.piles import can_draw
from engine.rules import MOST_SEATS, CaughtBy, DrawnCard, Stacking, Uno, WildDrawFour, WildDrawFourNeeds
from engine.state import Game, others_in

# Looked up once: a member of an enum costs more than all else in these short functions.
_DRAW_TWO, _WILD_DRAW_FOUR = Rank.DRAW_TWO, Rank.WILD_DRAW_FOUR
_BLUFF, _FREE = WildDrawFour.BLUFF, WildDrawFour.FREE
_NO_COLOUR_MATCH = WildDrawFourNeeds.NO_COLOUR_MATCH
_CALL = Uno.CALL
_MUST_PLAY = DrawnCard.MUST_PLAY
_OFF, _ANY = Stacking.OFF, Stacking.ANY

# --- cards -------------------------------------------------------------------------------------------------------


def goes_on(game: Game, card: Card, top: Card, colour: Colour | None) -> bool:
    """True if the card goes on `top`, with `colour` in play, by colour, number or symbol, or is a wild (A2, C7).

    No wild's own rule is looked at.
    """
    if card.colour is None:
        return True
    if card.colour is colour or card.rank is top.rank:
        return game.rules.draw_two_on_wild_draw_four or not (
            card.rank is _DRAW_TWO and top.rank is _WILD_DRAW_FOUR  # C7
        )
    return False


def fits(game: Game, card: Card) -> bool:
    """True if the card goes on the discard (A2, C7); no wild's own rule is looked at."""
    return goes_on(game, card, game.discard[-1], game.colour)


def draw_four_allowed(game: Game, others: Sequence[Card], top: Card, colour: Colour | None) -> bool:
    """True if the rules allow a Wild Draw Four on `top` beside these `others` of the hand (O4, C8)."""
    rules = game.rules
    if rules.wild_draw_four is _FREE:
        return True
    if rules.wild_draw_four_needs is _NO_COLOUR_MATCH:
        return all(card.colour is not colour for card in others)
    return not any(card.rank is not _WILD_DRAW_FOUR and goes_on(game, card, top, colour) for card in others)


def without(hand: Sequence[Card], cards: Sequence[Card]) -> list[Card]:
    """The hand with one copy of each of the cards taken out."""
    rest = list(hand)
    for card in cards:
        rest.remove(card)
    return rest


def draw_fours(game: Game, action: act.Play) -> list[tuple[list[Card], bool]]:
    """For each Wild Draw Four of a play: the hand at that moment without it, and whether it is allowed (O5, Q6)."""
    found = []
    top, colour = game.discard[-1], game.colour
    for at, card in enumerate(action.cards):
        if card.rank is _WILD_DRAW_FOUR:
            others = without(game.hands[action.seat], action.cards[: at + 1])
            found.append((others, draw_four_allowed(game, others, top, colour)))
        top, colour = card, card.colour or (action.colours[at] if action.colours else None)
    return found


def allowed(game: Game, seat: int, card: Card) -> bool:
    """True if the rules allow the card on a turn now; bluffs are not allowed."""
    if card.rank is _WILD_DRAW_FOUR:
        return draw_four_allowed(game, without(game.hands[seat], (card,)), game.discard[-1], game.colour)
    return fits(game, card)


def playable(game: Game, seat: int, card: Card) -> bool:
    """True if the card may be played on a turn now: it is allowed, or a bluff that the table lets pass (A13)."""
    if card.rank is not _WILD_DRAW_FOUR:
        return fits(game, card)
    return game.rules.wild_draw_four is _BLUFF or allowed(game, seat, card)


def stacks(game: Game, card: Card) -> bool:
    """True if the card passes an open penalty on (S4, H1); a wild's own rule is not looked at."""
    rank, top, stacking = card.rank, game.discard[-1].rank, game.rules.stacking
    if stacking is _OFF or (rank is not _DRAW_TWO and rank is not _WILD_DRAW_FOUR):
        return False
    return rank is top or (stacking is _ANY and (rank is _WILD_DRAW_FOUR or card.colour is game.colour))


def jumps_in(game: Game, card: Card) -> bool:
    """True if the card may be played out of turn: the very card on top, while a turn is awaited (H4)."""
    top = game.discard[-1]
    return (
        game.rules.jump_in
        and type(game.waiting_for) is TakeTurn
        and card is top
        and card.colour is not None
        and not game.first
    )


def holds_allowed(game: Game, seat: int) -> bool:
    """True if the seat holds a card that is allowed now."""
    return any(allowed(game, seat, card) for card in game.hands[seat])


# --- lists -------------------------------------------------------------------------------------------------------

_DRAW = tuple(act.Draw(seat) for seat in range(MOST_SEATS))
_KEEP = tuple(act.Keep(seat) for seat in range(MOST_SEATS))
_PASS = tuple(act.Pass(seat) for seat in range(MOST_SEATS))
_ACCEPT = tuple(act.Accept(seat) for seat in range(MOST_SEATS))
_CHALLENGE = tuple(act.Challenge(seat) for seat in range(MOST_SEATS))
_NAMES = tuple(tuple(act.Name(seat, colour) for colour in Colour) for seat in range(MOST_SEATS))
_choose, _cast, _give, _retain = cache(act.Choose), cache(act.Cast), cache(act.Give), cache(act.Retain)


@cache
def _listed_card(seat: int, order: int, asks: tuple[str, ...]) -> act.CanPlay:
    return act.CanPlay(seat, FACES[order], asks)


_PLAIN_PLAYS = tuple(tuple(_listed_card(seat, face.order, ()) for face in FACES) for seat in range(MOST_SEATS))
_WILD_PLAYS = tuple(tuple(_listed_card(seat, face.order, COLOUR_ALONE) for face in FACES) for seat in range(MOST_SEATS))


def can_play(game: Game, seat: int, card: Card) -> act.CanPlay:
    """The card as it is listed: with what playing it will ask."""
    order = card.order
    asks = game.effects[order].asks
    if not asks:
        return _PLAIN_PLAYS[seat][order]
    if asks is COLOUR_ALONE and game.counts[seat] > 1:
        return _WILD_PLAYS[seat][order]
    return _listed_card(seat, order, questions(game, seat, card))


def alone(game: Game) -> int | None:
    """The seat that is asked, if clearly nothing is listed for any other one: nobody can be caught, or jump in."""
    decision = game.waiting_for
    if decision is None or decision.seat < 0 or game.window is not None or game.rules.jump_in:
        return None
    return decision.seat


def legal_actions(game: Game, seat: int) -> list[act.Listed]:
    """Everything listed for a seat now (A13), plays first in canonical order; empty if it has nothing to do.

    `game` is the whole state, or the view of that very seat. Under `chains` the cards are those that may come first;
    `continuations` tells what may follow.
    """
    decision = game.waiting_for
    if decision is None or not game.playing[seat]:
        return []
    if type(decision) is TakeTurn and decision.seat == seat:
        listed = _turn(game, seat)
    elif type(decision) is PlayDrawn and decision.seat == seat:
        listed = _drawn(game, seat)
    elif decision.seat == seat or seat in asked(decision):
        listed = _answers(game, seat)
    else:
        listed = _jumps(game, seat) if game.rules.jump_in else []
    if game.window is not None:
        if game.window == seat:
            listed.append(act.CallUno(seat))
        elif game.rules.uno_caught_by is CaughtBy.OPPONENT:
            listed.append(act.Catch(seat, game.window))
    return listed


def _answers(game: Game, seat: int) -> list[act.Listed]:
    match game.waiting_for:
        case NameColour():
            return list(_NAMES[seat])
        case ChoosePlayer():
            return [_choose(seat, other) for other in sorted(others_in(game, seat))]
        case AnswerDrawFour():
            return [*_stacking(game, seat), _ACCEPT[seat], _CHALLENGE[seat]]
        case AnswerStack():
            return [*_stacking(game, seat), _ACCEPT[seat]]
        case KeepOne():
            return [_retain(seat, card) for card in _distinct(game.hands[seat]) if card.colour is game.colour]
        case PassCard():
            return [_give(seat, card) for card in _distinct(game.hands[seat])]
        case Vote():
            return [_cast(seat, rule) for rule in game.ballot]
    raise AssertionError("whoever is on turn has no question to answer")


def _distinct(hand: Sequence[Card]) -> list[Card]:
    return list(dict.fromkeys(hand))


def _jumps(game: Game, seat: int) -> list[act.Listed]:
    return [can_play(game, seat, card) for card in _distinct(game.hands[seat]) if jumps_in(game, card)]


def _stacking(game: Game, seat: int) -> list[act.Listed]:
    if game.rules.stacking is _OFF:
        return []
    return [
        can_play(game, seat, card)
        for card in _distinct(game.hands[seat])
        if stacks(game, card) and (card.rank is _DRAW_TWO or playable(game, seat, card))
    ]


def _turn(game: Game, seat: int) -> list[act.Listed]:
    listed: list[act.Listed] = []
    colour, rank = game.colour, game.discard[-1].rank
    plain = game.rules.draw_two_on_wild_draw_four or rank is not _WILD_DRAW_FOUR
    bluff = game.rules.wild_draw_four is _BLUFF
    effects, plays = game.effects, _PLAIN_PLAYS[seat]
    last = None
    for card in game.hands[seat]:
        # `fits` without its exceptions, spelled out: this is the hottest loop of the engine.
        own = card.colour
        if (
            (own is colour or card.rank is rank or own is None)
            and card is not last
            and ((plain and (bluff or card.rank is not _WILD_DRAW_FOUR)) or playable(game, seat, card))
        ):
            last = card
            order = card.order
            listed.append(can_play(game, seat, card) if effects[order].asks else plays[order])
    if (game.stock_count and game.rules.voluntary_draw) or may_draw(game, seat):
        listed.append(_DRAW[seat])
    elif may_pass(game, seat):
        listed.append(_PASS[seat])
    return listed


def _drawn(game: Game, seat: int) -> list[act.Listed]:
    listed: list[act.Listed] = []
    drawn = game.drawn
    if drawn is None or not playable(game, seat, drawn):
        listed.append(_KEEP[seat])
    else:
        listed.append(can_play(game, seat, drawn))
        if not must_play_drawn(game, seat):
            listed.append(_KEEP[seat])
    return listed


def continuations(
    game: Game, seat: int, cards: Sequence[Card], colours: Sequence[Colour | None] = ()
) -> list[act.CanPlay]:
    """The cards that may follow in a chain that begins with `cards` (Q2, Q3), in canonical order.

    `colours` are those of the wilds among them, as in `Play`; nothing follows a wild whose colour is missing. Empty
    where the table does not play chains, or if it is not the seat's turn.
    """
    decision = game.waiting_for
    if not game.rules.chains or type(decision) is not TakeTurn or decision.seat != seat or not cards:
        return []
    rest = without(game.hands[seat], cards)
    top = cards[-1]
    colour = top.colour or (colours[-1] if len(colours) == len(cards) else None)
    if colour is None:
        return []
    action = is_action(game, top)  # Q3: if any card before was one, the last one is
    listed = []
    last = None
    for card in rest:
        own = card.colour
        if (
            (own is colour or card.rank is top.rank or own is None)  # few do: `follows` is not asked of the others
            and card is not last
            and follows(game, card, top, colour, action=action)
            and _draw_four_passes(game, card, rest, top, colour)
        ):
            last = card
            asks = game.effects[card.order].asks if len(rest) > 1 else questions_of_last(game, card)
            listed.append(_listed_card(seat, card.order, asks) if asks else _PLAIN_PLAYS[seat][card.order])
    return listed


def questions_of_last(game: Game, card: Card) -> tuple[str, ...]:
    """What a card asks that ends a chain and the hand with it (A8)."""
    return (NameColour.kind,) if card.wild and names_last_colour(game) else ()


def is_action(game: Game, card: Card) -> bool:
    """True for a card after which only its like may follow in a chain (Q3); a plain Wild counts as a number."""
    return game.effects[card.order].turns


def follows(game: Game, card: Card, top: Card, colour: Colour | None, *, action: bool) -> bool:
    """True if the card may come after `top` in a chain; `action`: an action card stands in it (Q2, Q3)."""
    return (not action or game.effects[card.order].turns) and goes_on(game, card, top, colour)


def _draw_four_passes(game: Game, card: Card, rest: Sequence[Card], top: Card, colour: Colour | None) -> bool:
    """True unless the card is a Wild Draw Four that may not be played on `top` from the hand `rest` that it is in."""
    if card.rank is not _WILD_DRAW_FOUR or game.rules.wild_draw_four is _BLUFF:
        return True
    return draw_four_allowed(game, without(rest, (card,)), top, colour)


# --- duties ------------------------------------------------------------------------------------------------------


def may_draw(game: Game, seat: int) -> bool:
    """True if the seat may draw instead of playing (O2, H6): there is something to draw, and no duty to play."""
    return (game.stock_count > 0 or can_draw(game)) and (game.rules.voluntary_draw or not holds_allowed(game, seat))


def may_pass(game: Game, seat: int) -> bool:
    """True if the seat may pass: nothing to draw and nothing allowed to play (A3)."""
    return not can_draw(game) and not holds_allowed(game, seat)


def must_play_drawn(game: Game, seat: int) -> bool:
    """True if the card just drawn has to be played (C4); never a Wild Draw Four that is not allowed (A12)."""
    drawn = game.drawn
    return game.rules.drawn_card is _MUST_PLAY and drawn is not None and allowed(game, seat, drawn)
