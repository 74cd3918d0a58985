"""Law 4: what is listed is accepted, all else is punished by name or refused, and a refusal changes nothing."""

import random

from uno_engine import actions as act
from uno_engine.decide import advance
from uno_engine.decisions import ChoosePlayer, NameColour, asked
from uno_engine.events import CardsDrawn, DrawReason, Event
from uno_engine.judging import punishes_call
from uno_engine.laws.any_move import anything, completions
from uno_engine.laws.reached import Reached
from uno_engine.laws.violation import Violation, require
from uno_engine.legal import continuations, legal_actions
from uno_engine.refused import Code, Refused
from uno_engine.state import State
from uno_engine.view import view_for

MOST_TRIED = 60
"""How many completions of what is listed are tried at one moment; a wild in a big game has more."""


def check_lists(choice: random.Random, state: State) -> None:
    """Everyone asked has something to do, by the state and by the view, and all of it is accepted."""
    waiting = asked(state.waiting_for)
    require(bool(waiting), 4, "nobody is asked anything")
    tries: list[act.PlayerAction] = []
    for seat in range(state.seats):
        listed = legal_actions(state, seat)
        require(bool(listed) or seat not in waiting, 4, f"nothing is listed for seat {seat}", state.waiting_for)
        require(legal_actions(view_for(state, seat), seat) == listed, 4, f"seat {seat} sees another list")
        tries += [action for entry in listed for action in completions(state, entry)]
    for action in choice.sample(tries, min(len(tries), MOST_TRIED)):
        try:
            events = advance(state.copy(), action, state.decision)
        except Refused as refused:
            raise Violation(f"law 4: {action} is listed and is refused: {refused} {refused.arguments}") from refused
        require(bool(events), 4, f"{action} brings nothing about")


def check_anything(choice: random.Random, state: State, reached: Reached) -> act.PlayerAction | None:
    """Try something. What is not listed is punished by name or refused, and a refusal changes nothing.

    Returns the action if it was accepted, so that the game can continue with it.
    """
    action = anything(choice, state)
    number = state.decision - (choice.random() < 0.05)
    trial, listed = state.copy(), is_listed(state, action)
    try:
        events = advance(trial, action, number)
    except Refused as refused:
        reached.refused(refused.code)
        require(trial == state, 4, f"{action} was refused and has changed something")
        stale = refused.code is Code.STALE and number != state.decision
        misaimed = refused.code is Code.BAD_TARGET
        require(not listed or stale or misaimed, 4, f"{action} is listed and is refused", refused, refused.arguments)
        return None
    require(number == state.decision, 4, f"{action} answered a decision that was over")
    if not listed:
        _check_penalty(state, trial, action, events)
    return action


def is_listed(state: State, action: act.PlayerAction) -> bool:
    """Whether the action is listed, or completes what is; a chain if each card may follow the one before (A13)."""
    entries = legal_actions(state, action.seat)
    if not isinstance(action, act.Play):
        return action in entries
    if action.cards[0] not in [entry.card for entry in entries if isinstance(entry, act.CanPlay)]:
        return False
    for length in range(1, len(action.cards)):
        named = action.colours[:length]
        following = continuations(state, action.seat, action.cards[:length], named)
        if action.cards[length] not in [entry.card for entry in following]:
            return False
        last = next(entry for entry in following if entry.card is action.cards[length])
        unnamed = not (action.colours and action.colours[-1])
        if length == len(action.cards) - 1 and NameColour.kind in last.asks and unnamed:
            return False  # a chain names every colour
    return not (action.uno and punishes_call(state, action))


def _check_penalty(before: State, after: State, action: act.PlayerAction, events: list[Event]) -> None:
    """An action that is neither listed nor refused is punished, and costs its cards, or as many as there are."""
    seat, told = action.seat, {event.kind for event in events}
    later = False
    if "out_of_turn" in told:
        held = after.waiting_for == before.waiting_for and after.discard[-1] is before.discard[-1]
        apt = isinstance(action, act.Play) and seat not in asked(before.waiting_for)
        noted = held and seat in after.out_of_turns
        require(apt and (noted or seat in after.lost), 4, f"{action} was punished wrongly")  # N8: it may end the round
        cost = before.rules.out_of_turn_penalty
    else:
        # A call with a card that discards a colour, or moves hands, is judged when that has happened (U2, N10).
        later = after.claimed == seat and type(after.waiting_for) in (NameColour, ChoosePlayer)
        require("false_uno" in told or later, 4, f"{action} is not listed and was let pass")
        uncalled = isinstance(action, act.Play) and act.Play(seat, action.cards, action.colours, action.target)
        require(not uncalled or is_listed(before, uncalled), 4, f"{action} is let pass with a false call")
        cost = before.rules.false_uno_penalty
    require(cost > 0, 4, f"{action} was punished where it should be refused")
    if not later and (isinstance(action, act.CallUno) or "out_of_turn" in told):
        penalties = (DrawReason.FALSE_UNO, DrawReason.OUT_OF_TURN)
        drawn = sum(event.count for event in events if isinstance(event, CardsDrawn) and event.reason in penalties)
        there = before.stock_count + len(before.discard) - 1
        if before.rules.mercy:
            there = min(there, before.rules.mercy - before.counts[seat])
        require(drawn == min(cost, there), 4, f"{action} cost {drawn} cards")


def check_computer(before: State, action: act.Action, events: list[Event]) -> None:
    """A computer player never does what the table punishes; a call that came before from its seat is not its own."""
    told = {event.kind for event in events} & {"false_uno", "out_of_turn"}
    require(not told or before.claimed is not None, 4, f"a computer player is punished for {action}", told)
