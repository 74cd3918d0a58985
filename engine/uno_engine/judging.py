"""Refusals: whether an action is accepted, and if not, the code and the clause behind it.

`uno_engine.legal` says what is allowed. Works on the whole state and on a seat's own view of it.
"""

from collections.abc import Mapping

from uno_engine import actions as act
from uno_engine.asking import effect_of, hands_to_come, names_last_colour
from uno_engine.cards import Card, Colour, Rank
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
from uno_engine.legal import (
    alike,
    barred_after,
    claims,
    deflects,
    draw_fours,
    fits,
    follows,
    goes_on,
    jumps_in,
    may_claim,
    may_go_out,
    passes,
    stacks,
)
from uno_engine.refused import Code, Refused
from uno_engine.rules import (
    CaughtBy,
    ChainActions,
    Doubles,
    DrawnCard,
    LastCard,
    Stacking,
    Uno,
    WildDrawFour,
    WildDrawFourNeeds,
)
from uno_engine.state import Game, Phase
from uno_engine.uno import owed_after_moving

# Looked up once, as in `uno_engine.legal`.
_DRAW_TWO, _WILD_DRAW_FOUR = Rank.DRAW_TWO, Rank.WILD_DRAW_FOUR
_BLUFF = WildDrawFour.BLUFF
_NO_COLOUR_MATCH = WildDrawFourNeeds.NO_COLOUR_MATCH
_CALL = Uno.CALL
_MUST_PLAY = DrawnCard.MUST_PLAY
_OFF = Stacking.OFF
_ANY_LAST, _NO_DOUBLES = LastCard.ANY, Doubles.NO
_STACKED_BY: Mapping[Stacking, str] = {
    Stacking.OFF: "S4",
    Stacking.SAME: "S4",
    Stacking.ANY: "H1",
    Stacking.UP: "N1",
    Stacking.ANY_COLOUR: "N1",
}
"""The clause that says what is stacked."""


def check_in_game(game: Game, seat: int, decision: int | None) -> None:
    """Raise Refused if the seat takes no part in the round, or answers a decision that is over, as after a round."""
    if not game.playing[seat]:
        raise Refused(Code.OUT_OF_GAME, "C17", seat=seat)
    if decision is not None and (decision != game.decision or game.waiting_for is None):
        raise Refused(Code.STALE, "O8", decision=game.decision)


def check_asked(game: Game, seat: int, *kinds: type) -> None:
    """Raise Refused unless the seat is asked one of these kinds of decision."""
    decision = game.waiting_for
    if decision is None or (decision.seat != seat and seat not in asked(decision)):
        raise Refused(Code.NOT_YOUR_TURN, "O2", seat=seat)
    if type(decision) not in kinds:
        raise _wrong_answer(game)


def check_held(game: Game, action: act.Play) -> None:
    """Raise Refused unless the seat holds every card that it wants to play."""
    hand = list(game.hands[action.seat])
    for card in action.cards:
        if card not in hand:
            raise Refused(Code.NOT_IN_HAND, "A9", card=card.name)
        hand.remove(card)


def check_play(game: Game, action: act.Play) -> bool:
    """Judge a play: True if the seat may play these cards (A2, O2 to O5), False if it plays out of turn and pays (O8).

    Raises Refused for a play that is neither. A call that comes with it makes no difference (U2).
    """
    seat, cards = action.seat, action.cards
    single = len(cards) == 1
    if not (single and cards[0] in game.hands[seat]):
        check_held(game, action)
    decision = game.waiting_for
    stacking = False
    if decision is None or (decision.seat != seat and seat not in asked(decision)):
        if not (single and jumps_in(game, cards[0])):
            return _check_out_of_turn(game, action)
    elif type(decision) is not TakeTurn:
        stacking = _check_answer(game, action)
    if action.target is not None:
        _check_play_target(game, action)
    if not single:
        _check_several(game, action, stacking=stacking)
    elif stacking:
        _check_stacks(game, seat, cards[0])
    elif (cards[0].colour is not game.colour or cards[0].rank is _DRAW_TWO) and not passes(game, seat, cards[0]):
        raise misfit(game, cards[0])  # a card of the colour in play fits, but for a Draw Two (C7)
    if game.rules.last_card is not _ANY_LAST and not may_go_out(game, seat, cards[-1], len(cards)):
        raise Refused(Code.NOT_ALLOWED, "N4", card=cards[-1].name)
    return True


def _check_answer(game: Game, action: act.Play) -> bool:
    """Raise Refused unless what the seat is asked can be answered with these cards; True if that is stacking."""
    cards, decision = action.cards, game.waiting_for
    if type(decision) is PlayDrawn:
        if cards[:1] != (game.drawn,):
            raise _wrong_answer(game)
        if len(cards) > 1:
            raise Refused(Code.CHAIN_BROKEN, "Q8" if game.rules.doubles is _NO_DOUBLES else "N7", place=2)
        return False
    if game.rules.stacking is _OFF or type(decision) not in (AnswerStack, AnswerDrawFour):
        raise _wrong_answer(game)
    return True


def _check_stacks(game: Game, seat: int, card: Card) -> None:
    if deflects(game, card):
        return
    if not stacks(game, card):
        clause = _STACKED_BY[game.rules.stacking]
        if game.rules.deflect and card.rank in (Rank.SKIP, Rank.REVERSE):
            clause = "N2"
        raise Refused(Code.DOES_NOT_FIT, clause, card=card.name, top=game.discard[-1].name, colour=_letter(game.colour))
    if card.rank is _WILD_DRAW_FOUR and not passes(game, seat, card):
        raise misfit(game, card)


def _check_several(game: Game, action: act.Play, *, stacking: bool) -> None:
    """Raise Refused unless the cards, none or several, may be played together: a chain, or a double (N7)."""
    cards = action.cards
    if game.rules.doubles is _NO_DOUBLES or not cards:
        _check_chain(game, action)
        return
    first = cards[0]
    if stacking and deflects(game, first):
        raise Refused(Code.CHAIN_BROKEN, "N2", place=2)
    fitting = stacks(game, first) if stacking else fits(game, first)
    places = [place for place, card in enumerate(cards, 1) if not (fitting and alike(game, card, first))]
    if places:
        raise Refused(Code.CHAIN_BROKEN, "N7", place=places[0], card=cards[places[0] - 1].name)


def _check_play_target(game: Game, action: act.Play) -> None:
    cards = action.cards
    double = len(cards) > 1 and game.rules.doubles is not _NO_DOUBLES
    asks = effect_of(game, cards[-1]).asks if double or len(cards) == 1 else ()
    if ChoosePlayer.kind in asks and game.counts[action.seat] > len(cards):  # A8, C13: the last card asks for nobody
        check_target(game, action.seat, action.target, cards[-1])


def can_choose(game: Game, seat: int, target: int | None) -> bool:
    """True if `target` is another player still in (C10)."""
    return target is not None and 0 <= target < game.seats and target != seat and game.playing[target]


_ASKS_FOR_A_PLAYER = {Rank.SWAP_HANDS: "C10", Rank.SEVEN: "H3", Rank.CUSTOMIZABLE: "C12"}


def check_target(game: Game, seat: int, target: int | None, card: Card) -> None:
    """Raise Refused unless `target`, whom the card asks for, is another player still in (C10, C12, H3)."""
    if not can_choose(game, seat, target):
        raise Refused(Code.BAD_TARGET, _ASKS_FOR_A_PLAYER[card.rank], target=-1 if target is None else target)


def _check_chain(game: Game, action: act.Play) -> None:
    """Raise Refused, with the place of the first card at fault, unless the cards make a chain (Q2 to Q4, Q7)."""
    if not game.rules.chains or not action.cards:
        raise Refused(Code.CHAIN_BROKEN, "C5", place=1)
    seat, cards = action.seat, action.cards
    colours = tuple(
        card.colour or named for card, named in zip(cards, action.colours or (None,) * len(cards), strict=True)
    )
    ends_hand = game.counts[seat] == len(cards) and not names_last_colour(game)
    for place, colour in enumerate(colours, 1):
        if colour is None and not (ends_hand and place == len(cards)):
            raise Refused(Code.COLOUR_MISSING, "Q2", place=place)
    begins = fits(game, cards[0])
    for place in range(1, len(cards)):
        top, barred = cards[place - 1], barred_after(game, cards[:place])
        if not follows(game, cards[place], top, colours[place - 1], barred):
            clause = "Q3" if goes_on(game, cards[place], top, colours[place - 1]) else "Q2"
            at = place if begins else 0
            raise Refused(Code.CHAIN_BROKEN, clause, place=at + 1, card=cards[at].name)
    if not begins:
        raise misfit(game, cards[0], place=1)
    lasts = game.counts[seat] == len(cards) and game.rules.chain_actions is ChainActions.SEVERAL_LAST
    if lasts or game.rules.wild_draw_four is not _BLUFF:  # N13: nobody could challenge it
        _check_draw_fours(game, action)


def _check_draw_fours(game: Game, action: act.Play) -> None:
    """Raise Refused, with its place, for the first Wild Draw Four of a chain that is not allowed."""
    places = [place for place, card in enumerate(action.cards, 1) if card.rank is _WILD_DRAW_FOUR]
    for place, (_others, honest) in zip(places, draw_fours(game, action), strict=True):
        if not honest:
            raise misfit(game, action.cards[place - 1], place=place)


def _check_out_of_turn(game: Game, action: act.Play) -> bool:
    """O8: False if a seat that is not asked must pay for its play."""
    seat, decision = action.seat, game.waiting_for
    late = type(decision) is PlayDrawn and action.cards == (game.discard[-1],) and not game.first
    if game.rules.jump_in and late and not action.cards[0].wild:
        raise Refused(Code.STALE, "H4", decision=game.decision)
    if decision is None or type(decision) in (Vote, PassCard, Confirm) or not game.rules.out_of_turn_penalty:
        raise Refused(Code.NOT_YOUR_TURN, "O2", seat=seat)
    if seat in game.out_of_turns:
        raise Refused(Code.RATE_LIMITED, "O8", seat=seat)
    return False


_ANSWERED_BY: Mapping[type, str] = {
    TakeTurn: "O2",
    PlayDrawn: "O3",
    NameColour: "A5",
    ChoosePlayer: "C10",
    AnswerDrawFour: "O5",
    AnswerStack: "S4",
    KeepOne: "C12",
    PassCard: "C12",
    Vote: "C12",
    Confirm: "N12",
}
"""The clause that says how a question is answered."""


def _wrong_answer(game: Game) -> Refused:
    """The refusal of an answer to another question; its clause is that of the open question."""
    decision = game.waiting_for
    clause = _ANSWERED_BY[type(decision)]
    if type(decision) is PlayDrawn and game.rules.drawn_card is _MUST_PLAY:
        clause = "C4"
    elif type(decision) is AnswerStack:
        clause = _STACKED_BY[game.rules.stacking]
    elif type(decision) is ChoosePlayer:
        clause = _ASKS_FOR_A_PLAYER[game.discard[-1].rank]
    return Refused(Code.WRONG_ANSWER, clause, asked=decision.kind if decision else "")


def misfit(game: Game, card: Card, **place: int) -> Refused:
    """Why a card in the hand cannot be played on a turn; in a chain with its place, from 1 (Q7)."""
    top, colour = game.discard[-1].name, _letter(game.colour)
    if card.rank is _WILD_DRAW_FOUR:
        clause = "O4" if game.rules.wild_draw_four_needs is _NO_COLOUR_MATCH else "C8"
        return Refused(Code.NOT_ALLOWED, clause, card=card.name, colour=colour, **place)
    clause = "C7" if card.colour is game.colour or card.rank is game.discard[-1].rank else "A2"
    return Refused(Code.DOES_NOT_FIT, clause, card=card.name, top=top, colour=colour, **place)


def why_not(game: Game, seat: int, card: Card) -> Refused | None:
    """Why a card in the seat's hand cannot be played now; None if it can."""
    try:
        if check_play(game, act.Play(seat, (card,))):
            return None
    except Refused as refused:
        return refused
    return Refused(Code.NOT_YOUR_TURN, "O8", seat=seat)


def _letter(colour: Colour | None) -> str:
    return colour.value if colour else ""


def punishes_call(game: Game, action: act.Play) -> bool:
    """True if UNO with this play must be paid for, as more than one card is left (O7, U2).

    A colour discarded counts as gone.
    """
    if game.rules.uno is not _CALL or not game.rules.false_uno_penalty or action.seat in game.false_calls:
        return False
    left = game.counts[action.seat] - len(action.cards)
    if left > 0 and effect_of(game, action.cards[-1]).moves_hands and owed_after_moving(game):
        return _cannot_come_true(game, action, left)
    if left > 1 and effect_of(game, action.cards[-1]).keep_one:
        named = action.colours[-1] if action.colours else None
        # Without a colour yet: the one that discards most; the call is judged again when it is named.
        colours = (named,) if named else tuple(Colour)
        hand = game.hands[action.seat]
        left -= max(0, max(sum(card.colour is colour for card in hand) for colour in colours) - 1)
    return left > 1


def _cannot_come_true(game: Game, action: act.Play, left: int) -> bool:
    """True if the hand that the play brings cannot have one card (N10)."""
    seat = action.seat
    target = action.target if can_choose(game, seat, action.target) else None
    return 1 not in hands_to_come(game, seat, effect_of(game, action.cards[-1]), left, target)


def check_false_call_again(game: Game, seat: int) -> None:
    """Raise Refused if the seat has paid for a false call in this turn already (O7)."""
    if seat in game.false_calls:
        raise Refused(Code.RATE_LIMITED, "O7", seat=seat)


def check_uno(game: Game, seat: int) -> bool:
    """Judge a UNO call that comes without a play: True if it counts, False if it must be paid for.

    It counts if it closes the seat's window, or is judged when hands have moved (N10). Raises Refused for a call that
    is neither (O7, U2).
    """
    if game.phase is not Phase.PLAYING or type(game.waiting_for) is PassCard:
        raise Refused(Code.NOT_YOUR_TURN, "O7", seat=seat)
    if game.window == seat:
        return True
    if type(game.waiting_for) is Confirm:
        raise Refused(Code.NOT_YOUR_TURN, "O7", seat=seat)
    if game.rules.uno is not Uno.CALL:
        raise Refused(Code.NOT_ALLOWED, "U2")
    if may_claim(game, seat):
        return True
    if claims(game, seat) and game.rules.false_uno_penalty:
        check_false_call_again(game, seat)
        return True
    if game.counts[seat] == 1 or seat in game.windows_closed or game.claimed == seat:
        raise Refused(Code.ALREADY_CALLED, "U2", seat=seat)
    check_false_call_again(game, seat)
    if not game.rules.false_uno_penalty:
        raise Refused(Code.FALSE_CALL, "U2", count=game.counts[seat])
    return False


def check_catch(game: Game, action: act.Catch) -> None:
    """Raise Refused unless the target can be caught by that seat (O6, U1, U4)."""
    if not 0 <= action.target < game.seats or action.target == action.seat:
        raise Refused(Code.BAD_TARGET, "U1", target=action.target)
    if game.window != action.target or game.rules.uno_caught_by is CaughtBy.REFEREE:
        raise Refused(Code.NOTHING_TO_CATCH, "U4", target=action.target)
