"""Engines with a fault that the laws, and the simulation, must find."""

from collections.abc import Callable

from uno_engine import decide
from uno_engine.actions import Action, Play
from uno_engine.cards import card
from uno_engine.events import CardsDrawn, Event, TurnMissed
from uno_engine.refused import Code, Refused
from uno_engine.state import State

Advance = Callable[[State, Action], list[Event]]


def swaps_a_card(state: State, action: Action) -> list[Event]:
    events = decide.advance(state, action)
    for number, event in enumerate(events):
        if isinstance(event, CardsDrawn) and event.cards and state.round:
            other = card("R5") if event.cards[0] is not card("R5") else card("R6")
            events[number] = CardsDrawn(event.seat, event.count, event.reason, (other, *event.cards[1:]), event.opened)
    return events


def forgets_an_event(state: State, action: Action) -> list[Event]:
    events = decide.advance(state, action)
    return [event for event in events if not isinstance(event, TurnMissed)][: -1 if len(events) > 1 else None]


def refuses_plays(state: State, action: Action) -> list[Event]:
    if isinstance(action, Play) and state.turn > 3:
        raise Refused(Code.DOES_NOT_FIT, "A2", card=action.cards[0].name)
    return decide.advance(state, action)
