"""What is allowed and listed: the only code that says so. Works on the whole state and on a seat's own view of it.

`uno_engine.judging` checks actions against it.
"""

from collections.abc import Sequence
from functools import cache
from typing import NamedTuple

from uno_engine import actions as act
from uno_engine.asking import effect_of, hands_to_come, names_last_colour, questions
from uno_engine.cards import FACES, SYMBOLS, Card, Colour, Rank
from uno_engine.decisions import (
    AnswerDrawFour,
    AnswerStack,
    ChoosePlayer,
    Confirm,
    KeepOne,
    NameColour,
    PassCard,
    PlayDrawn,
    TakeTurn,
    Vote,
    asked,
)
from uno_engine.effects import COLOUR_ALONE
from uno_engine.piles import can_draw
from uno_engine.rules import (
    MOST_SEATS,
    CaughtBy,
    ChainActions,
    Doubles,
    DrawnCard,
    LastCard,
    Stacking,
    Uno,
    UnoAfterSwap,
    WildDrawFour,
    WildDrawFourNeeds,
)
from uno_engine.state import Game, others_in
from uno_engine.uno import owed_after_moving

# Looked up once: a member of an enum costs more than all else in these short functions.
_DRAW_TWO, _WILD_DRAW_FOUR = Rank.DRAW_TWO, Rank.WILD_DRAW_FOUR
_BLUFF, _FREE = WildDrawFour.BLUFF, WildDrawFour.FREE
_NO_COLOUR_MATCH = WildDrawFourNeeds.NO_COLOUR_MATCH
_CALL = Uno.CALL
_MUST_PLAY = DrawnCard.MUST_PLAY
_OFF, _ANY, _UP, _ANY_COLOUR = Stacking.OFF, Stacking.ANY, Stacking.UP, Stacking.ANY_COLOUR
_NUMBER_LAST = LastCard.NUMBER
_OWED = UnoAfterSwap.OWED
_SEVERAL_LAST = ChainActions.SEVERAL_LAST
_NO_DOUBLES, _TWINS = Doubles.NO, Doubles.TWINS


class _Matching(dict[Card, dict[Colour | None, tuple[bool, ...]]]):
    """By top card and colour in play, whether each card, in canonical order, matches them. Filled as it is used.

    Row `no_mercy`: every turn looks up all cards of a hand, up to three times.
    """

    def __init__(self, *, draw_two_on_wild_draw_four: bool) -> None:
        super().__init__()
        self.draw_two_on_wild_draw_four = draw_two_on_wild_draw_four

    def __missing__(self, top: Card) -> dict[Colour | None, tuple[bool, ...]]:
        self[top] = {colour: tuple(self._matches(card, top, colour) for card in FACES) for colour in (*Colour, None)}
        return self[top]

    def _matches(self, card: Card, top: Card, colour: Colour | None) -> bool:
        if card.colour is None:
            return True
        if card.colour is colour or card.rank is top.rank:
            return self.draw_two_on_wild_draw_four or not (
                card.rank is _DRAW_TWO and top.rank is _WILD_DRAW_FOUR  # C7
            )
        return False


_MATCHING = {yes: _Matching(draw_two_on_wild_draw_four=yes) for yes in (False, True)}
"""By `draw_two_on_wild_draw_four`."""


def goes_on(game: Game, card: Card, top: Card, colour: Colour | None) -> bool:
    """True if the card matches `top`, with `colour` in play, by colour, number or symbol, or is a wild (A2, C7).

    No wild's own rule is looked at.
    """
    return _MATCHING[game.rules.draw_two_on_wild_draw_four][top][colour][card.order]


def fits(game: Game, card: Card) -> bool:
    """True if the card matches the discard (A2, C7), regardless of a wild's own rule."""
    return _MATCHING[game.rules.draw_two_on_wild_draw_four][game.discard[-1]][game.colour][card.order]


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


def may_go_out(game: Game, seat: int, card: Card, laid: int = 1) -> bool:
    """False if the card would be the last of a hand that must end on a number (N4); `laid`: cards played with it."""
    return game.rules.last_card is not _NUMBER_LAST or game.counts[seat] != laid or card.points < 10


def _goes_on_discard(game: Game, seat: int, card: Card) -> bool:
    """True if the rules allow the card on the discard, regardless of whether it may be the last one."""
    if card.rank is _WILD_DRAW_FOUR:
        return draw_four_allowed(game, without(game.hands[seat], (card,)), game.discard[-1], game.colour)
    return fits(game, card)


def allowed(game: Game, seat: int, card: Card) -> bool:
    """True if the rules allow the card on a turn now; bluffs are not allowed."""
    return may_go_out(game, seat, card) and _goes_on_discard(game, seat, card)


def passes(game: Game, seat: int, card: Card) -> bool:
    """True if the card may go on the discard: it is allowed, or a bluff that the table accepts; regardless of N4."""
    if card.rank is not _WILD_DRAW_FOUR:
        return fits(game, card)
    return game.rules.wild_draw_four is _BLUFF or _goes_on_discard(game, seat, card)


def playable(game: Game, seat: int, card: Card) -> bool:
    """True if the card may be played on a turn now: it is allowed, or a bluff that the table lets pass (A13)."""
    return may_go_out(game, seat, card) and passes(game, seat, card)


def stacks(game: Game, card: Card) -> bool:
    """True if the card passes an open penalty on (S4, H1, N1); a wild's own rule is not looked at."""
    rank, stacking, decision = card.rank, game.rules.stacking, game.waiting_for
    if stacking is _OFF or (rank is not _DRAW_TWO and rank is not _WILD_DRAW_FOUR):
        return False
    under = decision.under if type(decision) is AnswerStack else None  # N2: what was deflected lies deeper
    if rank is (under or game.discard[-1]).rank or stacking is _ANY_COLOUR:
        return True
    if rank is _WILD_DRAW_FOUR:
        return stacking is _ANY or stacking is _UP
    return stacking is _ANY and card.colour is game.colour


def deflects(game: Game, card: Card) -> bool:
    """True if the card is a Skip or Reverse that fits and passes an open penalty on (N2)."""
    return (
        game.rules.deflect
        and game.rules.stacking is not _OFF
        and type(game.waiting_for) in (AnswerStack, AnswerDrawFour)
        and card.rank in (Rank.SKIP, Rank.REVERSE)
        and fits(game, card)
    )


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
    matching = _MATCHING[game.rules.draw_two_on_wild_draw_four][game.discard[-1]][game.colour]
    for card in game.hands[seat]:  # noqa: SIM110  (row `no_mercy`: `any` with a generator takes 4 % more)
        if matching[card.order] and allowed(game, seat, card):
            return True
    return False


_DRAW = tuple(act.Draw(seat) for seat in range(MOST_SEATS))
_KEEP = tuple(act.Keep(seat) for seat in range(MOST_SEATS))
_PASS = tuple(act.Pass(seat) for seat in range(MOST_SEATS))
_ACCEPT = tuple(act.Accept(seat) for seat in range(MOST_SEATS))
_DONE = tuple(act.Done(seat) for seat in range(MOST_SEATS))
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
    elif game.rules.uno_after_swap is _OWED and _claims_freely(game, seat):
        listed.append(act.CallUno(seat))
    return listed


def claims(game: Game, seat: int) -> bool:
    """True if a call of the seat is judged when its own play has moved hands (N10)."""
    decision = game.waiting_for
    return (
        owed_after_moving(game)
        and isinstance(decision, NameColour | ChoosePlayer)
        and decision.seat == seat
        and not game.first
        and game.counts[seat] > 0
        and game.claimed != seat
        and effect_of(game, game.discard[-1]).moves_hands
    )


def may_claim(game: Game, seat: int) -> bool:
    """True if such a call can come true."""
    return claims(game, seat) and 1 in _hands_to_come(game, seat)


def _claims_freely(game: Game, seat: int) -> bool:
    """True if such a call can come true, and costs nothing in any case."""
    return may_claim(game, seat) and (not game.rules.false_uno_penalty or set(_hands_to_come(game, seat)) == {1})


def _hands_to_come(game: Game, seat: int) -> list[int]:
    return hands_to_come(game, seat, effect_of(game, game.discard[-1]), game.counts[seat], game.target)


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
        case Confirm():
            return [_DONE[seat]]
    raise AssertionError("whoever is on turn has no question to answer")


def _distinct(hand: Sequence[Card]) -> list[Card]:
    return list(dict.fromkeys(hand))


def _jumps(game: Game, seat: int) -> list[act.Listed]:
    return [
        can_play(game, seat, card)
        for card in _distinct(game.hands[seat])
        if jumps_in(game, card) and may_go_out(game, seat, card)
    ]


def _stacking(game: Game, seat: int) -> list[act.Listed]:
    if game.rules.stacking is _OFF:
        return []
    return [
        can_play(game, seat, card)
        for card in _distinct(game.hands[seat])
        if ((stacks(game, card) and (card.rank is _DRAW_TWO or passes(game, seat, card))) or deflects(game, card))
        and may_go_out(game, seat, card)
    ]


def _turn(game: Game, seat: int) -> list[act.Listed]:
    listed: list[act.Listed] = []
    hand, rules = game.hands[seat], game.rules
    matching = _MATCHING[rules.draw_two_on_wild_draw_four][game.discard[-1]][game.colour]
    bluff = rules.wild_draw_four is _BLUFF
    effects, plays = game.effects, _PLAIN_PLAYS[seat]
    last = None
    if len(hand) == 1 and not may_go_out(game, seat, hand[0]):
        hand = []
    for card in hand:
        order = card.order
        if (
            matching[order]
            and card is not last
            and (bluff or card.rank is not _WILD_DRAW_FOUR or playable(game, seat, card))
        ):
            last = card
            listed.append(can_play(game, seat, card) if effects[order].asks else plays[order])
    if listed and not bluff and not rules.voluntary_draw:
        return listed  # row `no_mercy`: all of it is allowed, so nothing has to be looked up to forbid a draw
    if (game.stock_count and rules.voluntary_draw) or may_draw(game, seat):
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
    """The cards that may follow in a chain or a double that begins with `cards` (Q2, N13, N7), in canonical order.

    `colours` are those of the wilds among them, as in `Play`; nothing follows a wild whose colour is missing. Empty
    where the table plays neither, or if it is not the seat's turn.
    """
    decision = game.waiting_for
    if decision is None or decision.seat != seat or not cards:
        return []
    if game.rules.doubles is not _NO_DOUBLES:
        return _doubles(game, seat, cards)
    if not game.rules.chains or type(decision) is not TakeTurn:
        return []
    rest = without(game.hands[seat], cards)
    top = cards[-1]
    colour = top.colour or (colours[-1] if len(colours) == len(cards) else None)
    if colour is None:
        return []
    barred = barred_after(game, cards)
    matching = _MATCHING[game.rules.draw_two_on_wild_draw_four][top][colour]  # row `quickplay`: looked up once
    listed = []
    last = None
    for card in rest:
        if (
            matching[card.order]
            and card is not last
            and not bars(game, card, barred)
            and _draw_four_passes(game, card, rest, top, colour)
            and (len(rest) > 1 or _may_end_chain(game, seat, (*cards, card), (*colours, None)))
        ):
            last = card
            asks = game.effects[card.order].asks if len(rest) > 1 else questions_of_last(game, card)
            listed.append(_listed_card(seat, card.order, asks) if asks else _PLAIN_PLAYS[seat][card.order])
    return listed


def _may_end_chain(game: Game, seat: int, cards: tuple[Card, ...], colours: tuple[Colour | None, ...]) -> bool:
    """True if these cards may be the last of the hand: N4 holds, and no Wild Draw Four among them bluffs (N13)."""
    if not may_go_out(game, seat, cards[-1], len(cards)):
        return False
    if game.rules.chain_actions is not _SEVERAL_LAST:
        return True
    named = colours if len(colours) == len(cards) else ()
    return all(honest for _others, honest in draw_fours(game, act.Play(seat, cards, named)))


def _doubles(game: Game, seat: int, cards: Sequence[Card]) -> list[act.CanPlay]:
    """The cards that may be played together with these (N7)."""
    first, decision = cards[0], game.waiting_for
    answers = type(decision) in (AnswerStack, AnswerDrawFour) and first.rank is _DRAW_TWO and stacks(game, first)
    if type(decision) is not TakeTurn and not answers:
        return []
    rest = without(game.hands[seat], cards)
    return [
        _listed_card(seat, card.order, questions(game, seat, card) if len(rest) > 1 else ())
        for card in _distinct(rest)
        if alike(game, card, first) and (len(rest) > 1 or may_go_out(game, seat, card, len(cards) + 1))
    ]


def alike(game: Game, card: Card, first: Card) -> bool:
    """True if the card may be played together with `first` (N7)."""
    if first.colour is None or game.rules.doubles is _NO_DOUBLES:
        return False
    return card is first or (card.rank is first.rank and game.rules.doubles is not _TWINS)


def questions_of_last(game: Game, card: Card) -> tuple[str, ...]:
    """The questions of a card that ends a chain and the hand with it (A8)."""
    return (NameColour.kind,) if card.wild and names_last_colour(game) else ()


def is_action(game: Game, card: Card) -> bool:
    """True for a card after which only its like may follow in a chain (N13); a plain Wild counts as a number."""
    return game.effects[card.order].turns


class Barred(NamedTuple):
    """The cards that may not follow in a chain; a Wild Draw Four always may (N13)."""

    plain: bool
    """Numbers and Wilds."""
    actions: bool
    """Skips, Reverses and Draw Twos."""


_NOTHING = Barred(plain=False, actions=False)


def barred_after(game: Game, cards: Sequence[Card]) -> Barred:
    """The cards that may not come after these cards of a chain (N13)."""
    if game.rules.chain_actions is not _SEVERAL_LAST:
        # If any card before was an action, the last one is, or the chain is broken already.
        return Barred(is_action(game, cards[-1]), actions=False)
    if len(cards) == 1:
        return _NOTHING  # row `quickplay`: most chains are looked at after their first card
    actions = [card for card in cards if card.rank in SYMBOLS]
    after = cards[cards.index(actions[0]) :] if actions else ()
    return Barred(len(actions) > 1, any(not is_action(game, card) for card in after))


def follows(game: Game, card: Card, top: Card, colour: Colour | None, barred: Barred) -> bool:
    """True if the card may come after `top` in a chain (Q2, N13)."""
    return not bars(game, card, barred) and goes_on(game, card, top, colour)


def bars(game: Game, card: Card, barred: Barred) -> bool:
    """True if the card is of a kind that may not follow (N13)."""
    if not is_action(game, card):
        return barred.plain
    return barred.actions and card.rank is not _WILD_DRAW_FOUR


def _draw_four_passes(game: Game, card: Card, rest: Sequence[Card], top: Card, colour: Colour | None) -> bool:
    """True unless the card is a Wild Draw Four that may not be played on `top` from the hand `rest` that it is in."""
    if card.rank is not _WILD_DRAW_FOUR or game.rules.wild_draw_four is _BLUFF:
        return True
    return draw_four_allowed(game, without(rest, (card,)), top, colour)


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
