"""What is allowed: the only code that says so. Works on the whole state and on a seat's own view of it."""

from __future__ import annotations

from collections.abc import Sequence

from engine import actions as act
from engine.cards import FACES, Card, Colour, Rank, count
from engine.decisions import AnswerDrawFour, NameColour, PlayDrawn, TakeTurn
from engine.effects import effect_of
from engine.piles import can_draw
from engine.refused import Code, Refused
from engine.rules import MOST_SEATS, DrawnCard, Uno, WildDrawFour, WildDrawFourNeeds
from engine.state import Game, Phase

# Looked up once: a member of an enum costs more than all else in these short functions.
_WILD_DRAW_FOUR = Rank.WILD_DRAW_FOUR
_BLUFF, _FREE = WildDrawFour.BLUFF, WildDrawFour.FREE
_NO_COLOUR_MATCH = WildDrawFourNeeds.NO_COLOUR_MATCH
_CALL = Uno.CALL
_MUST_PLAY = DrawnCard.MUST_PLAY

# --- cards -------------------------------------------------------------------------------------------------------


def fits(game: Game, card: Card) -> bool:
    """True if the card goes on the discard by colour, number or symbol, or is a wild (A2, C7). No wild's own rule."""
    colour = card.colour
    if colour is None:
        return True
    if colour is game.colour or card.rank is game.discard[-1].rank:
        return game.rules.draw_two_on_wild_draw_four or not barred_on_draw_four(game, card)
    return False


def barred_on_draw_four(game: Game, card: Card) -> bool:
    """True for a Draw Two on a Wild Draw Four where the table does not admit it (C7)."""
    return (
        card.rank is Rank.DRAW_TWO
        and game.discard[-1].rank is Rank.WILD_DRAW_FOUR
        and not game.rules.draw_two_on_wild_draw_four
    )


def draw_four_allowed(game: Game, others: Sequence[Card]) -> bool:
    """True if the rules admit a Wild Draw Four beside these `others` of the hand (O4, C8)."""
    rules = game.rules
    if rules.wild_draw_four is _FREE:
        return True
    if rules.wild_draw_four_needs is _NO_COLOUR_MATCH:
        colour = game.colour
        return all(card.colour is not colour for card in others)
    return not any(card.rank is not Rank.WILD_DRAW_FOUR and fits(game, card) for card in others)


def without(hand: Sequence[Card], card: Card) -> list[Card]:
    """The hand with one copy of the card taken out."""
    rest = list(hand)
    rest.remove(card)
    return rest


def allowed(game: Game, seat: int, card: Card) -> bool:
    """True if the rules admit the card now; bluffs are not allowed."""
    if card.rank is _WILD_DRAW_FOUR:
        return draw_four_allowed(game, without(game.hands[seat], card))
    return fits(game, card)


def playable(game: Game, seat: int, card: Card) -> bool:
    """True if the card may be laid now: it is allowed, or a bluff that the table lets pass (A13)."""
    if card.rank is not _WILD_DRAW_FOUR:
        return fits(game, card)
    return game.rules.wild_draw_four is _BLUFF or allowed(game, seat, card)


def holds_allowed(game: Game, seat: int) -> bool:
    """True if the seat's hand has a card that the rules admit now."""
    return any(allowed(game, seat, card) for card in game.hands[seat])


# --- lists -------------------------------------------------------------------------------------------------------

_PLAYS = tuple(tuple(act.CanPlay(seat, face, effect_of(face).asks) for face in FACES) for seat in range(MOST_SEATS))
_LAST_PLAYS = tuple(tuple(act.CanPlay(seat, face) for face in FACES) for seat in range(MOST_SEATS))
_DRAW = tuple(act.Draw(seat) for seat in range(MOST_SEATS))
_KEEP = tuple(act.Keep(seat) for seat in range(MOST_SEATS))
_PASS = tuple(act.Pass(seat) for seat in range(MOST_SEATS))
_NAMES = tuple(tuple(act.Name(seat, colour) for colour in Colour) for seat in range(MOST_SEATS))
_ANSWERS = tuple((act.Accept(seat), act.Challenge(seat)) for seat in range(MOST_SEATS))


def can_play(game: Game, seat: int, card: Card) -> act.CanPlay:
    """The card as it is listed: with what playing it will ask. The last of a hand asks nothing (A8)."""
    return (_PLAYS if game.counts[seat] > 1 else _LAST_PLAYS)[seat][card.order]


def legal_actions(game: Game, seat: int) -> list[act.Listed]:
    """Everything that is listed for a seat now (A13), plays first in canonical order; empty if it has nothing to do.

    `game` is the whole state, or the view of that very seat.
    """
    listed: list[act.Listed]
    decision = game.waiting_for
    if decision is None or not game.playing[seat]:
        return []
    if decision.seat != seat:
        listed = []
    else:
        match decision:
            case TakeTurn():
                listed = _turn(game, seat)
            case PlayDrawn():
                listed = _drawn(game, seat)
            case NameColour():
                listed = list(_NAMES[seat])
            case AnswerDrawFour():
                listed = list(_ANSWERS[seat])
    if game.window is not None:
        listed.append(act.CallUno(seat) if game.window == seat else act.Catch(seat, game.window))
    return listed


def _turn(game: Game, seat: int) -> list[act.Listed]:
    plays = (_PLAYS if game.counts[seat] > 1 else _LAST_PLAYS)[seat]
    listed: list[act.Listed] = []
    colour, rank = game.colour, game.discard[-1].rank
    plain = game.rules.draw_two_on_wild_draw_four
    last = None
    for card in game.hands[seat]:
        if card is last:
            continue
        last = card
        # `fits` without its exceptions, spelled out: this is the hottest loop of the engine.
        if (card.colour is colour or card.rank is rank or card.colour is None) and (
            (plain and card.rank is not _WILD_DRAW_FOUR) or playable(game, seat, card)
        ):
            listed.append(plays[card.order])
    if may_draw(game, seat):
        listed.append(_DRAW[seat])
    elif may_pass(game, seat):
        listed.append(_PASS[seat])
    return listed


def _drawn(game: Game, seat: int) -> list[act.Listed]:
    listed: list[act.Listed] = []
    if game.drawn is not None and playable(game, seat, game.drawn):
        listed.append(can_play(game, seat, game.drawn))
    if not must_play_drawn(game, seat):
        listed.append(_KEEP[seat])
    return listed


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


# --- judging what was asked for ------------------------------------------------------------------------------------


def check_in_game(game: Game, seat: int, decision: int | None) -> None:
    """Raise Refused if the seat takes no part in the round, or answers a decision that is over."""
    if not game.playing[seat]:
        raise Refused(Code.OUT_OF_GAME, "C17", seat=seat)
    if decision is not None and decision != game.decision:
        raise Refused(Code.STALE, "O8", decision=game.decision)


def check_asked(game: Game, seat: int, kind: type) -> None:
    """Raise Refused unless the seat is asked that kind of decision."""
    decision = game.waiting_for
    if decision is None or decision.seat != seat:
        raise Refused(Code.NOT_YOUR_TURN, "O2", seat=seat)
    if type(decision) is not kind:
        raise _wrong_answer(game)


def check_held(game: Game, action: act.Play) -> None:
    """Raise Refused unless the seat holds every card that it wants to lay."""
    for card in count(action.cards) - count(game.hands[action.seat]):
        raise Refused(Code.NOT_IN_HAND, "A9", card=card.name)


def check_play(game: Game, action: act.Play) -> bool:
    """Judge a play: True if the seat may lay these cards (A2, O2 to O5), False if it plays out of turn and pays (O8).

    Raises Refused for a play that is neither.
    """
    seat, cards = action.seat, action.cards
    single = len(cards) == 1
    if not (single and cards[0] in game.hands[seat]):
        check_held(game, action)
    decision = game.waiting_for
    if decision is None or decision.seat != seat:
        return _check_out_of_turn(game, seat)
    drawn = type(decision) is PlayDrawn
    if not drawn and type(decision) is not TakeTurn:
        raise _wrong_answer(game)
    if drawn and cards[:1] != (game.drawn,):
        raise Refused(Code.WRONG_ANSWER, "O3", card=cards[0].name if cards else "")
    false_call = action.uno and is_false_call(game, action)
    if false_call:
        check_false_call_again(game, seat)
    if not single:
        raise Refused(Code.CHAIN_BROKEN, "O2", place=1)
    card = cards[0]
    if not playable(game, seat, card):
        raise _misfit(game, card)
    if false_call and not game.rules.false_uno_penalty:
        raise Refused(Code.FALSE_CALL, "U2", count=game.counts[seat] - 1)
    return True


def _check_out_of_turn(game: Game, seat: int) -> bool:
    """O8: False if a play of a seat that is not asked is to be paid for."""
    if game.waiting_for is None or not game.rules.out_of_turn_penalty:
        raise Refused(Code.NOT_YOUR_TURN, "O2", seat=seat)
    if seat in game.out_of_turns:
        raise Refused(Code.RATE_LIMITED, "O8", seat=seat)
    return False


def _wrong_answer(game: Game) -> Refused:
    decision = game.waiting_for
    return Refused(Code.WRONG_ANSWER, "A13", asked=decision.kind if decision else "")


def _misfit(game: Game, card: Card) -> Refused:
    """Why a card that is held cannot be laid."""
    top, colour = game.discard[-1].name, _letter(game.colour)
    if card.rank is Rank.WILD_DRAW_FOUR:
        clause = "O4" if game.rules.wild_draw_four_needs is WildDrawFourNeeds.NO_COLOUR_MATCH else "C8"
        return Refused(Code.NOT_ALLOWED, clause, card=card.name, colour=colour)
    clause = "C7" if barred_on_draw_four(game, card) else "A2"
    return Refused(Code.DOES_NOT_FIT, clause, card=card.name, top=top, colour=colour)


def _letter(colour: Colour | None) -> str:
    return colour.value if colour else ""


def is_false_call(game: Game, action: act.Play) -> bool:
    """True if UNO is called with a play that leaves more than one card (O7, U2)."""
    return action.uno and game.rules.uno is _CALL and game.counts[action.seat] - len(action.cards) > 1


def check_false_call_again(game: Game, seat: int) -> None:
    """Raise Refused if the seat has paid for a false call in this turn already (O7)."""
    if seat in game.false_calls:
        raise Refused(Code.RATE_LIMITED, "O7", seat=seat)


def check_uno(game: Game, seat: int) -> bool:
    """Judge a call of UNO that comes without a play: True if it closes the seat's window, False if it is to be paid.

    Raises Refused for a call that is neither (O7, U2).
    """
    if game.phase is not Phase.PLAYING:
        raise Refused(Code.NOT_YOUR_TURN, "O7", seat=seat)
    if game.window == seat:
        return True
    if game.rules.uno is not Uno.CALL:
        raise Refused(Code.NOT_ALLOWED, "U2")
    if game.counts[seat] == 1 or seat in game.windows_closed:
        raise Refused(Code.ALREADY_CALLED, "U2", seat=seat)
    check_false_call_again(game, seat)
    if not game.rules.false_uno_penalty:
        raise Refused(Code.FALSE_CALL, "U2", count=game.counts[seat])
    return False


def check_catch(game: Game, action: act.Catch) -> None:
    """Raise Refused unless the target can be caught by that seat (O6, U1, U4)."""
    if not 0 <= action.target < game.seats or action.target == action.seat:
        raise Refused(Code.BAD_TARGET, "U1", target=action.target)
    if game.window != action.target:
        raise Refused(Code.NOTHING_TO_CATCH, "U4", target=action.target)
