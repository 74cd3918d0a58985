"""A game that somebody has lost, as a scenario: a position in its last round, and every step from there to the end."""

from __future__ import annotations

from typing import TYPE_CHECKING

from uno_engine import actions as act
from uno_engine.decisions import TakeTurn, asked
from uno_engine.scenario.run import run_text

if TYPE_CHECKING:
    from collections.abc import Sequence

    from uno_engine.state import State

Course = list[tuple["State", act.Action]]
"""Each action of a game, with the state before it."""


def scenario(name: str, rules: str, course: Course, winners: Sequence[int]) -> str | None:
    """The scenario, from the first position of the last round from which it leads to that end; None if from none.

    `rules` is its line of rules. Cards that were shuffled meanwhile can't be had again, so it may begin later.
    """
    last = course[-1][0]
    names = [f"seat{seat}" for seat in range(last.seats)]
    for at, (state, _action) in enumerate(course):
        if state.round == last.round and type(state.waiting_for) is TakeTurn and state.window is None:
            lines = [f"scenario: {name}", *_position(state, rules, names), "---"]
            lines += [_step(action, names) for _, action in course[at:]]
            lines += [f"expect game won {' '.join(names[seat] for seat in winners)}", ""]
            text = "\n".join(lines)
            if all(outcome.passed for outcome in run_text(text)):
                return text
    return None


def _position(state: State, rules: str, names: Sequence[str]) -> list[str]:
    held = {names[seat]: hand for seat, hand in enumerate(state.hands) if state.playing[seat]}
    colour = [] if state.colour is None else [f"colour: {state.colour.value}"]
    return [
        f"rules: {rules}",
        f"seats: {' '.join(names)}",
        *(f"hand {name}: {_cards(hand)}" for name, hand in held.items()),
        *(f"score {name}: {score}" for name, score in zip(names, state.scores, strict=True) if score),
        f"discard: {_cards(state.discard)}",
        f"stock-only: {_cards(state.stock[::-1])}",
        *([] if state.dealer is None else [f"dealer: {names[state.dealer]}"]),
        f"turn: {names[asked(state.waiting_for)[0]]}",
        f"direction: {'clockwise' if state.direction == 1 else 'counterclockwise'}",
        *colour,
        *([f"custom: {state.custom}"] if state.custom else []),
        *([f"out: {' '.join(names[seat] for seat in state.out)}"] if state.out else []),
    ]


def _cards(cards: Sequence[object]) -> str:
    return " ".join(map(str, cards))


def _step(action: act.Action, names: Sequence[str]) -> str:
    if isinstance(action, act.Deal):
        return "deal"
    return f"{names[action.seat]} {_done(action, names)}"


def _done(action: act.Action, names: Sequence[str]) -> str:
    match action:
        case act.Play(cards=cards, colours=colours, target=target, uno=uno):
            named = [colour and colour.value for colour in colours or (None,) * len(cards)]
            laid = [f"{card}:{colour}" if colour else str(card) for card, colour in zip(cards, named, strict=True)]
            chosen = [] if target is None else [f"target={names[target]}"]
            return " ".join(["plays", *laid, *chosen, *(["uno"] if uno else [])])
        case act.Name(colour=one):
            return f"names {one.value}"
        case act.Choose(target=target):
            return f"chooses {names[target]}"
        case act.Cast(rule=rule):
            return f"votes {rule}"
        case act.Give(card=card):
            return f"gives {card}"
        case act.Retain(card=card):
            return f"keeps {card}"
        case act.Catch(target=target):
            return f"catches {names[target]}"
        case _:
            return _SIMPLE[type(action)]


_SIMPLE: dict[type[object], str] = {
    act.Draw: "draws",
    act.Keep: "keeps",
    act.Pass: "passes",
    act.Accept: "accepts",
    act.Challenge: "challenges",
    act.Done: "confirms",
    act.CallUno: "calls uno",
}
