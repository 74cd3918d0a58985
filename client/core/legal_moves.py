"""What the player may do now: what the server lists, and what the table's rules punish (A13)."""

from __future__ import annotations

from collections.abc import Sequence

from client.core.model import Model
from engine.actions import (
    Accept,
    CallUno,
    CanPlay,
    Cast,
    Catch,
    Choose,
    Draw,
    Give,
    Keep,
    Listed,
    Pass,
    Play,
    PlayerAction,
    Retain,
)
from engine.cards import Card
from engine.decisions import PassCard, PlayDrawn, TakeTurn, Vote
from engine.judging import is_false_call
from engine.rules import RuleSet, Uno
from engine.state import Game, Phase, others_in


def offered(model: Model) -> tuple[Listed, ...]:
    """What the server lists as legal, while it still belongs to the question that is open."""
    game = model.game
    if game is None or model.legal_decision != game.decision:
        return ()
    return model.legal


def lists(model: Model, kind: type[Listed]) -> bool:
    """Whether an action of that kind is listed now."""
    return any(isinstance(listed, kind) for listed in offered(model))


def only_answer(model: Model) -> PlayerAction | None:
    """What Enter does where nothing else answers the open question: draw, keep, pass, or take a penalty."""
    answers = [listed for listed in offered(model) if not isinstance(listed, (CallUno, Catch))]
    if not model.asked or len(answers) != 1 or model.chain.cards:
        return None
    return answers[0] if isinstance(answers[0], (Draw, Keep, Pass, Accept)) else None


def layable(model: Model) -> tuple[CanPlay, ...]:
    """What may be laid now, with what it asks: on the discard, or next in the chain that is being built."""
    if model.chain.cards:
        return model.chain.follows or ()
    return tuple(listed for listed in offered(model) if isinstance(listed, CanPlay))


def layable_as(model: Model, card: Card) -> CanPlay | None:
    """The card as it may be laid now; None if it may not."""
    return next((listed for listed in layable(model) if listed.card is card), None)


def playable(model: Model) -> frozenset[Card]:
    """The cards that may be laid now."""
    return frozenset(listed.card for listed in layable(model))


def choosable(model: Model) -> frozenset[Card]:
    """The cards that answer what is asked: to be laid, kept, or passed on."""
    return playable(model) | {listed.card for listed in offered(model) if isinstance(listed, (Give, Retain))}


def targets(model: Model) -> tuple[int, ...]:
    """The players that can be chosen: those listed, else all others still in, by seat (C10)."""
    listed = tuple(each.target for each in offered(model) if isinstance(each, Choose))
    game, seat = model.game, model.seat
    if listed or game is None or seat is None or not game.playing[seat]:
        return listed
    return tuple(sorted(others_in(game, seat)))


def ballot(model: Model) -> tuple[str, ...]:
    """The rules that this player may vote for now."""
    return tuple(listed.rule for listed in offered(model) if isinstance(listed, Cast))


def catches(model: Model) -> tuple[int, ...]:
    """The seats that can be caught without UNO."""
    return tuple(listed.target for listed in offered(model) if isinstance(listed, Catch))


def uno_due(model: Model) -> bool:
    """Whether the next play leaves one card, so that UNO must be called with it (O6, Q9)."""
    rules = model.rules
    due = rules is not None and rules.uno is Uno.CALL and rules.uno_penalty > 0
    return due and len(model.left) == (1 if model.chain.cards else 2)


def may_claim(model: Model) -> bool:
    """Whether a card that discards a colour can leave one card, so that UNO can be called with more in hand (U2)."""
    game, rules = model.game, model.rules
    if game is None or rules is None or rules.uno is not Uno.CALL:
        return False
    claims = [card for card in playable(model) if game.effects[card.order].keep_one]
    return any(_one_colour(model.left, card) for card in claims)


def _one_colour(hand: Sequence[Card], laid: Card) -> bool:
    """Whether all other cards, two at least, have one colour."""
    rest = list(hand)
    rest.remove(laid)
    colours = {card.colour for card in rest}
    return len(rest) > 1 and len(colours) == 1 and None not in colours


def cost(model: Model, action: PlayerAction) -> tuple[str, int] | None:
    """Why the table punishes `action` and with how many cards; None if it does not (O7, O8).

    Whoever sends an action with a cost asks the player first.
    """
    game, rules, seat = model.game, model.rules, model.seat
    if game is None or rules is None or seat is None or game.phase is not Phase.PLAYING or not game.playing[seat]:
        return None
    match action:
        case Play() if not model.asked and layable_as(model, action.cards[0]) is None:
            if rules.out_of_turn_penalty and _out_of_turn(game, seat, action) and set(action.cards) <= set(model.hand):
                return "It's not your turn: playing out of turn", rules.out_of_turn_penalty
        case Play(uno=True):
            left = len(model.hand) - len(action.cards)
            if rules.false_uno_penalty and seat not in game.false_calls and is_false_call(game, action):
                return f"This leaves {left} cards: calling UNO with it", rules.false_uno_penalty
        case CallUno():
            count = len(model.hand)
            if rules.uno is Uno.CALL and count > 1 and rules.false_uno_penalty and _false_call(game, seat):
                return f"You have {count} cards: calling UNO now", rules.false_uno_penalty
        case _:
            pass
    return None


def _out_of_turn(game: Game, seat: int, action: Play) -> bool:
    """Whether a play out of turn is punished, and not refused (O8, H4)."""
    asked = game.waiting_for
    late = game.rules.jump_in and isinstance(asked, PlayDrawn) and action.cards == tuple(game.discard[-1:])
    return asked is not None and not isinstance(asked, (Vote, PassCard)) and seat not in game.out_of_turns and not late


def _false_call(game: Game, seat: int) -> bool:
    """Whether a call without a play is punished, and not refused (O7, U2)."""
    asked = game.waiting_for
    return not isinstance(asked, PassCard) and seat not in (*game.false_calls, *game.windows_closed)


def penalties(rules: RuleSet) -> tuple[tuple[str, int], ...]:
    """What the rules punish, and with how many cards (O6 to O8, M4)."""
    says = rules.uno in (Uno.CALL, Uno.RANDOM_FORGET)
    costs = (
        ("forgetting UNO", rules.uno_penalty if says else 0),
        ("a false UNO", rules.false_uno_penalty if rules.uno is Uno.CALL else 0),
        ("playing out of turn", rules.out_of_turn_penalty),
    )
    return tuple((what, cards) for what, cards in costs if cards)


def question(action: tuple[str, int]) -> str:
    """The question before an action that costs cards."""
    why, cards = action
    return f"{why} costs {cards} card{'' if cards == 1 else 's'}. Do it anyway?"


def may_choose_card(model: Model) -> bool:
    """Whether this player may play a card: on the turn, or as a jump-in."""
    turn = model.asked and isinstance(model.waiting_for, (TakeTurn, PlayDrawn))
    return turn or bool(playable(model))
