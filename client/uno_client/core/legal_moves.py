"""The player's possible actions: the ones that the server lists, and the ones that the table's rules punish (A13)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING, TypeVar

from uno_client.core.model import Model
from uno_client.wording.words import error_text, voice_of
from uno_engine import actions as act
from uno_engine.asking import hands_to_come
from uno_engine.cards import Card, Colour, Rank
from uno_engine.decisions import AnswerDrawFour, AnswerStack, Decision, PlayDrawn, TakeTurn
from uno_engine.judging import check_asked, check_play, check_uno, punishes_call
from uno_engine.language import _, ngettext
from uno_engine.refused import Refused
from uno_engine.rules import RuleSet, Uno
from uno_engine.state import Phase, others_in
from uno_engine.uno import owed_after_moving
from uno_protocol.labels import worded
from uno_protocol.room import RoomPhase
from uno_protocol.sentences import cards_text

if TYPE_CHECKING:
    from uno_client.core.coach import Advice

_Kind = TypeVar("_Kind", bound=act.Listed)


def offered(model: Model) -> tuple[act.Listed, ...]:
    """What the server lists as legal, while it still belongs to the question that is open."""
    return model.play.legal if model.game is not None and model.play.legal_decision == model.game.decision else ()


def listed(model: Model, *kinds: type[_Kind]) -> tuple[_Kind, ...]:
    """What is listed of these kinds."""
    return tuple(each for each in offered(model) if isinstance(each, kinds))


def advised(model: Model) -> Advice | None:
    """What the coach would do about the question that is open."""
    return model.play.advice if offered(model) and model.asked and not model.hand.chain.cards else None


def lists(model: Model, kind: type[act.Listed]) -> bool:
    """Whether an action of that kind is listed now."""
    return bool(listed(model, kind))


def only_answer(model: Model) -> act.PlayerAction | None:
    """What Enter does where nothing else answers the open question: draw, keep, pass, take a penalty, or confirm."""
    answers = [each for each in offered(model) if not isinstance(each, (act.CallUno, act.Catch))]
    single = len(answers) == 1 and model.asked and not model.hand.chain.cards
    simple = (act.Draw, act.Keep, act.Pass, act.Accept, act.Done)
    return answers[0] if single and isinstance(answers[0], simple) else None


def to_take(model: Model) -> act.PlayerAction | None:
    """What there is to take: a card, the card just drawn, or a penalty; else a pass, if that can be."""
    order = (act.Draw, act.Keep, act.Accept, act.Pass)
    found = [each for each in offered(model) if isinstance(each, order)]
    return min(found, key=lambda each: order.index(type(each)), default=None)


def layable(model: Model) -> tuple[act.CanPlay, ...]:
    """What may be laid now, with what it asks: on the discard, or next in the chain that is being built."""
    return (model.hand.chain.follows or ()) if model.hand.chain.cards else listed(model, act.CanPlay)


def may_add(model: Model) -> bool:
    """Whether the open question can be answered with several cards."""
    game = model.game
    if game is None or not model.asked or not game.rules.several:
        return False
    doubled = any(each.card.rank is Rank.DRAW_TWO for each in listed(model, act.CanPlay))  # N7
    asked = game.waiting_for
    return isinstance(asked, TakeTurn) or (isinstance(asked, AnswerStack | AnswerDrawFour) and doubled)


def layable_as(model: Model, card: Card) -> act.CanPlay | None:
    """The card as it may be laid now; None if it may not."""
    return next((each for each in layable(model) if each.card is card), None)


def playable(model: Model) -> frozenset[Card]:
    """The cards that may be laid now."""
    return frozenset(each.card for each in layable(model))


def choosable(model: Model) -> frozenset[Card]:
    """The cards that answer what is asked: to be laid, kept, or passed on."""
    return playable(model) | {each.card for each in offered(model) if isinstance(each, (act.Give, act.Retain))}


def raised(model: Model) -> frozenset[Card]:
    """The cards that are shown as those to be chosen: none while the game is paused."""
    return frozenset() if model.phase is RoomPhase.PAUSED else choosable(model)


def likely_colour(hand: Sequence[Card]) -> Colour:
    """The colour that is held most often: what a player is likely to name with a wild."""
    return max(Colour, key=lambda colour: sum(held.colour is colour for held in hand))


def just_drawn(model: Model) -> Card | None:
    """The card that was just drawn, where the player is asked what becomes of it."""
    game = model.game
    return game.drawn if game is not None and model.asked and isinstance(game.waiting_for, PlayDrawn) else None


def targets(model: Model) -> tuple[int, ...]:
    """The players that can be chosen: those listed, else all others still in, by seat (C10)."""
    found = tuple(each.target for each in listed(model, act.Choose))
    game, seat = model.game, model.seat
    if found or game is None or seat is None or not game.playing[seat]:
        return found
    return tuple(sorted(others_in(game, seat)))


def ballot(model: Model) -> tuple[str, ...]:
    """The rules that this player may vote for now."""
    return tuple(each.rule for each in listed(model, act.Cast))


def catches(model: Model) -> tuple[int, ...]:
    """The seats that can be caught without UNO."""
    return tuple(each.target for each in listed(model, act.Catch))


def uno_due(model: Model) -> bool:
    """Whether the next play leaves one card, so that UNO must be called with it (O6, Q9)."""
    rules = model.rules
    due = rules is not None and rules.uno is Uno.CALL and rules.uno_penalty > 0
    return due and len(model.left) == (1 if model.hand.chain.cards else 2)


def may_claim(model: Model) -> bool:
    """Whether a card that discards a colour can leave one card, so that UNO can be called with more in hand (U2)."""
    game, rules = model.game, model.rules
    if game is None or rules is None or rules.uno is not Uno.CALL:
        return False
    claims = [card for card in playable(model) if game.effects[card.order].keep_one]
    rests = [Counter(held.colour for held in model.left) - Counter([card.colour]) for card in claims]
    return any(rest.total() > 1 and len(rest) == 1 and None not in rest for rest in rests)


def may_owe(model: Model) -> bool:
    """Whether a card that moves hands can bring a hand of one card, for which UNO must be called (N10)."""
    game, seat, left = model.game, model.seat, len(model.left) - 1
    if game is None or seat is None or left < 1 or not owed_after_moving(game):
        return False
    effects = [effect for card in playable(model) if (effect := game.effects[card.order]).moves_hands]
    return any(1 in hands_to_come(game, seat, effect, left, None) for effect in effects)


def costly(model: Model, action: act.PlayerAction) -> str | None:
    """What is asked first of an action that the table punishes, with its price (O7, O8); None if it does not."""
    game, rules, seat = model.game, model.rules, model.seat
    if game is None or rules is None or seat is None or game.phase is not Phase.PLAYING or not game.playing[seat]:
        return None
    count = len(model.cards)
    match action:
        case act.Play(cards=cards) if not model.asked and layable_as(model, cards[0]) is None:
            said = worded("out_of_turn")
            price, punished = rules.out_of_turn_penalty, _punished(partial(check_play, game, action))
        case act.Play(uno=True):
            count, price, punished = count - len(action.cards), rules.false_uno_penalty, punishes_call(game, action)
            said = ngettext(
                "This leaves {n} card: calling UNO with it costs {cards}. Do it anyway?",
                "This leaves {n} cards: calling UNO with it costs {cards}. Do it anyway?",
                count,
            )
        case act.CallUno():
            price, punished = rules.false_uno_penalty, _punished(partial(check_uno, game, seat))
            said = ngettext(
                "You have {n} card: calling UNO now costs {cards}. Do it anyway?",
                "You have {n} cards: calling UNO now costs {cards}. Do it anyway?",
                count,
            )
        case _:
            return None
    return said.format(n=count, cards=cards_text(price)) if punished else None


def _punished(judged: Callable[[], bool]) -> bool:
    """Whether the rules let the player do it at a price, as a judgement of the engine tells."""
    try:
        return not judged()
    except Refused:
        return False


def penalties(rules: RuleSet) -> tuple[tuple[str, int], ...]:
    """What the rules punish, and with how many cards (O6 to O8, M4)."""
    says = rules.uno in (Uno.CALL, Uno.RANDOM_FORGET)
    costs = (
        (_("forgetting UNO"), rules.uno_penalty if says else 0),
        (_("a false UNO"), rules.false_uno_penalty if rules.uno is Uno.CALL else 0),
        (_("playing out of turn"), rules.out_of_turn_penalty),
    )
    return tuple((what, cards) for what, cards in costs if cards)


def may_choose_card(model: Model) -> bool:
    """Whether this player may play a card: on the turn, or as a jump-in."""
    turn = model.asked and isinstance(model.waiting_for, (TakeTurn, PlayDrawn))
    return turn or bool(playable(model))


def unasked(model: Model, *kinds: type[Decision]) -> str:
    """Why only these questions could be answered so: it is not the turn, or something else is asked."""
    if model.game is None or model.seat is None:
        return error_text("no_game")
    return _refusal(model, partial(check_asked, model.game, model.seat, *kinds))


def refusal(model: Model, play: act.Play) -> str:
    """Why the rules refuse these cards now, with the clause; empty if they do not."""
    return error_text("no_game") if model.game is None else _refusal(model, partial(check_play, model.game, play))


def _refusal(model: Model, check: Callable[[], object]) -> str:
    try:
        check()
    except Refused as refused:
        return error_text(refused.code.value, refused.arguments, "", voice_of(model.table), refused.clause)
    return ""
