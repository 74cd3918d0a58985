"""What the player may do now: what the server lists, and what the table's rules punish (A13)."""

from __future__ import annotations

from client.model import Model
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
from engine.cards import Card
from engine.decisions import PlayDrawn, TakeTurn
from engine.rules import Uno
from engine.state import Phase

ANSWERS = (CanPlay, Draw, Keep, Pass, Name, Accept, Challenge)
"""What answers the question that the game asks; calls and catches stand beside it."""


def offered(model: Model) -> tuple[Listed, ...]:
    """What the server lists as legal, while it still belongs to the question that is open."""
    game = model.game
    if game is None or model.legal_decision != game.decision:
        return ()
    return model.legal


def lists(model: Model, kind: type[Listed]) -> bool:
    """Whether an action of that kind is listed now."""
    return any(isinstance(listed, kind) for listed in offered(model))


def playable(model: Model) -> frozenset[Card]:
    """The cards that may be laid now."""
    return frozenset(listed.card for listed in offered(model) if isinstance(listed, CanPlay))


def catches(model: Model) -> tuple[int, ...]:
    """The seats that can be caught without UNO."""
    return tuple(listed.target for listed in offered(model) if isinstance(listed, Catch))


def uno_due(model: Model) -> bool:
    """Whether the next play leaves one card, so that UNO must be called with it (O6)."""
    rules = model.rules
    return rules is not None and rules.uno is Uno.CALL and len(model.hand) == 2


def cost(model: Model, action: PlayerAction) -> tuple[str, int] | None:
    """Why the table punishes `action` and with how many cards; None if it does not (O7, O8).

    Whoever sends an action with a cost asks the player first.
    """
    game, rules, seat = model.game, model.rules, model.seat
    if game is None or rules is None or seat is None or game.phase is not Phase.PLAYING or not game.playing[seat]:
        return None
    match action:
        case Play() if not model.asked:
            if rules.out_of_turn_penalty and seat not in game.out_of_turns and set(action.cards) <= set(model.hand):
                return "It is not your turn: playing out of turn", rules.out_of_turn_penalty
        case Play(uno=True):
            left = len(model.hand) - len(action.cards)
            if rules.uno is Uno.CALL and left > 1 and rules.false_uno_penalty and seat not in game.false_calls:
                return f"This leaves {left} cards: calling UNO with it", rules.false_uno_penalty
        case CallUno():
            count = len(model.hand)
            if rules.uno is Uno.CALL and count > 1 and rules.false_uno_penalty and seat not in game.false_calls:
                return f"You hold {count} cards: calling UNO now", rules.false_uno_penalty
        case _:
            pass
    return None


def question(action: tuple[str, int]) -> str:
    """The question before an action that costs cards."""
    why, cards = action
    return f"{why} costs {cards} card{'' if cards == 1 else 's'}. Do it all the same?"


def may_choose_card(model: Model) -> bool:
    """Whether the game waits for this player to lay a card."""
    return model.asked and isinstance(model.waiting_for, (TakeTurn, PlayDrawn))
