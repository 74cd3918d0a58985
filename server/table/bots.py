"""Computer players: when those of a table move, and what they do. Their times depend on public facts and luck alone."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, replace
from itertools import takewhile
from typing import NamedTuple, Protocol

from engine.actions import CallUno, CanPlay, Catch, Listed, Play, PlayerAction
from engine.bots import choose, reactions
from engine.bots.pace import pause
from engine.decisions import TakeTurn, asked
from engine.legal import legal_actions
from engine.memory import NOTHING, Memory
from engine.rules import CaughtBy
from engine.state import State, View, seats_in
from engine.view import view_for

NEVER = float("inf")
SEARCHES = "expert"
"""The level that thinks."""
STANDS_IN_FOR_IT = "hard"
"""The level that moves where it has not found a move in time."""

CALL, CATCH, JUMP, ANY, ASKED = "call", "catch", "jump", "any", "asked"
"""What a computer player does: call UNO late, catch, jump in, whatever is listed (`random`), answer what it is asked.

Of what is due at the same time the first here comes first.
"""
_ORDER = (CALL, CATCH, JUMP, ANY, ASKED)


class Question(NamedTuple):
    """What a move is to be found for: all that the seat sees and remembers, and nothing else (FAULTS 41)."""

    view: View
    seed: bytes
    memory: Memory

    def answered_by(self, level: str) -> PlayerAction | None:
        """What a level does."""
        view = self.view
        assert view.viewer is not None
        return choose(level, view, _choices(view, view.viewer), self.seed, self.memory)


class Thought(Protocol):
    """The search for one move."""

    def answer(self) -> PlayerAction | None:
        """The move, now that it is due; None if it has not been found yet. Ends the search."""

    def drop(self) -> None:
        """End the search, as no move is wanted any more."""


class Thinker(Protocol):
    """Finds the moves of `expert`, while everything else goes on."""

    late: int
    """How many moves had not been found when they were due."""

    def begin(self, question: Question, seconds: float) -> Thought:
        """Begin to search for a move that is due in so many seconds."""


class Deferred:
    """Thinks when the move is due, as long as it takes: where nobody waits, as in tests."""

    def __init__(self, question: Question) -> None:
        self._question = question

    def answer(self) -> PlayerAction | None:
        """The move."""
        return self._question.answered_by(SEARCHES)

    def drop(self) -> None:
        """Nothing has begun."""


class AtOnce:
    """A thinker that never is late."""

    late = 0

    def begin(self, question: Question, _seconds: float) -> Thought:
        """Wait until the move is due."""
        return Deferred(question)


@dataclass(slots=True)
class _Plan:
    """What a computer player will react to, and when."""

    occasion: tuple[object, ...]
    at: float
    thought: Thought | None = None
    seen: View | None = None
    """What it thinks about."""


_Key = tuple[int, str]
"""The seat, and what it does."""


class BotsAtTable:
    """The computer players of one table. They react once to each occasion, after a pause.

    `pace` multiplies all times; at 0 nobody waits, and `expert` does not think. `secret` is their entropy, apart from
    the seed of the game. A player gets the view of its seat and nothing else (FAULTS 41).
    """

    def __init__(self, pace: float, secret: bytes) -> None:
        self.thinker: Thinker = AtOnce()
        self._pace = pace
        self._secret = secret
        self._plans: dict[_Key, _Plan] = {}
        self._taken_back: dict[_Key, _Plan] = {}
        """Plans for seats whose people play themselves again: being away once more gains no time."""
        self._levels: Mapping[int, str] = {}
        self._window: tuple[int, int, int] | None = None
        """The open UNO window: its round, the decision when it was first seen, and its seat."""

    def plan(self, state: State, levels: Mapping[int, str], memories: Mapping[int, Memory], now: float) -> None:
        """Find which seats have an occasion to act, and time the new ones; `levels` are those of all seats that play.

        If the levels have changed, `levels` must be a new object.
        """
        if not levels and not self._plans:
            return
        if levels is not self._levels:
            self._taken_back |= {key: plan for key, plan in self._plans.items() if key[0] not in levels}
            self._levels = levels
        self._note_window(state)
        plans: dict[_Key, _Plan] = {}
        for key, occasion in self._occasions(state):
            plan = self._plans.pop(key, None) or self._taken_back.pop(key, None)
            if plan is None or plan.occasion != occasion:
                if plan is not None:
                    _drop(plan)
                plan = self._planned(state, key, occasion, memories, now)
            plans[key] = plan
        self._forget_plans()
        self._plans = plans

    def _note_window(self, state: State) -> None:
        seat, known = state.window, self._window
        if seat is None:
            self._window = None
        elif known is None or (known[0], known[2]) != (state.round, seat):
            self._window = (state.round, state.decision, seat)

    def _occasions(self, state: State) -> list[tuple[_Key, tuple[object, ...]]]:
        """What the seats can react to, by public facts: a question, an open UNO window, a jump-in (H4)."""
        found: list[tuple[_Key, tuple[object, ...]]] = []
        catcher = self._catcher(state)
        for seat, level in self._levels.items():
            if not state.playing[seat]:
                continue
            if seat in asked(state.waiting_for):
                found.append(((seat, ASKED), (state.round, state.decision, state.window)))
            elif level not in reactions.BY_LEVEL:
                if state.window is not None or _may_jump(state):
                    found.append(((seat, ANY), (state.round, state.decision, state.window)))
                continue
            elif _may_jump(state):
                found.append(((seat, JUMP), (state.round, state.decision)))
            if seat == state.window:
                found.append(((seat, CALL), (self._window,)))
            elif seat == catcher:
                found.append(((seat, CATCH), (self._window,)))
        return found

    def _catcher(self, state: State) -> int | None:
        """Who catches for all: one of the best level, whichever the lot falls on."""
        if state.window is None or state.rules.uno_caught_by is CaughtBy.REFEREE:
            return None
        there = {seat: level for seat, level in self._levels.items() if state.playing[seat] and seat != state.window}
        best = reactions.best_of(there.values())
        seats = [seat for seat, level in there.items() if level == best]
        return min(seats, key=lambda seat: self._seed(seat, CATCH, self._window)) if best else None

    def _planned(
        self, state: State, key: _Key, occasion: tuple[object, ...], memories: Mapping[int, Memory], now: float
    ) -> _Plan:
        seat, kind = key
        if kind is not ASKED:
            wait = self._pause(state, seat) if kind is ANY else self._reaction(state, seat, kind, occasion)
            return _Plan(occasion, now + wait)
        plan = _Plan(occasion, now + self._pause(state, seat))
        if self._levels[seat] == SEARCHES and plan.at > now and len(_choices(state, seat)) > 1:
            question = Question(view_for(state, seat), self._seed(seat, occasion), memories.get(seat, NOTHING))
            plan.thought, plan.seen = self.thinker.begin(question, plan.at - now), question.view
        return plan

    def _pause(self, state: State, seat: int) -> float:
        """How long a seat seems to think before it moves."""
        if not self._pace:
            return 0.0
        public = view_for(state, None)  # FAULTS 39: the pause may reveal nothing hidden
        public.viewer = seat
        return reactions.paced(
            pause(public),
            self._pace,
            _between(public, self._levels, seat),
            self._people(state),
            grace_ended=public.window is not None and public.rules.uno_grace > 0,
            may_be_jumped=_may_jump(public),
        )

    def _reaction(self, state: State, seat: int, kind: str, occasion: tuple[object, ...]) -> float:
        """How long it takes until a seat calls, catches or jumps in; NEVER if it overlooks that it could."""
        level, secret, what = self._levels[seat], self._secret, repr((seat, occasion))
        match kind:
            case "call":
                found = reactions.calls_after(level, secret, what)
            case "catch":
                grace = state.rules.uno_grace > 0
                found = reactions.catches_after(level, secret, repr(occasion), grace=grace)
            case _:
                found = reactions.jumps_after(level, secret, what)
        among = 1.0 if self._people(state) else reactions.AMONG_THEMSELVES
        return NEVER if found == reactions.NEVER else found * self._pace * among

    def _people(self, state: State) -> int:
        """How many people play in the round."""
        return sum(seat not in self._levels for seat in seats_in(state))

    def _seed(self, *what: object) -> bytes:
        return hashlib.sha256(self._secret + repr(what).encode()).digest()

    def rest(self) -> None:
        """Forget all plans, as nobody moves now."""
        self._forget_plans()
        self._taken_back = {}

    def _forget_plans(self) -> None:
        for plan in self._plans.values():
            _drop(plan)
        self._plans = {}

    @property
    def deadline(self) -> float:
        """When the next of them acts; infinity if none has an occasion."""
        return min([plan.at for plan in self._plans.values()]) if self._plans else NEVER

    def next(self) -> _Key:
        """The seat that acts next, and what it does. There must be one."""
        return min(self._plans, key=lambda key: (self._plans[key].at, _ORDER.index(key[1])))

    def choose(self, state: State, key: _Key, memories: Mapping[int, Memory]) -> PlayerAction | None:
        """The action of that seat; None: nothing, until the next occasion."""
        plan = self._plans[key]
        action = self._action(state, *key, plan, memories)
        if action is None:
            plan.at = NEVER
        else:
            del self._plans[key]
        return action

    def _action(
        self, state: State, seat: int, kind: str, plan: _Plan, memories: Mapping[int, Memory]
    ) -> PlayerAction | None:
        listed = legal_actions(state, seat)
        match kind:
            case "call" | "catch":
                wanted = CallUno if kind == CALL else Catch
                return next((one for one in listed if isinstance(one, wanted)), None)
            case "asked" if self._levels[seat] in reactions.BY_LEVEL:
                listed = _choices(state, seat)
            case "jump":
                listed = [one for one in listed if isinstance(one, CanPlay)]
        if plan.thought is not None and plan.seen != view_for(state, seat):
            _drop(plan)  # somebody has paid a penalty meanwhile, say, and the pile is empty now
        action = plan.thought.answer() if plan.thought is not None else None
        if action is None and listed:
            level = self._levels[seat]
            seed, memory = self._seed(seat, plan.occasion), memories.get(seat, NOTHING)
            action = choose(
                STANDS_IN_FOR_IT if level == SEARCHES else level, view_for(state, seat), listed, seed, memory
            )
        if isinstance(action, Play) and action.uno and self._forgets(state, seat):
            return replace(action, uno=False)
        return action

    def _forgets(self, state: State, seat: int) -> bool:
        level = self._levels[seat]
        return level in reactions.BY_LEVEL and reactions.forgets(
            level, self._secret, repr((seat, state.round, state.turn))
        )


def _drop(plan: _Plan) -> None:
    if plan.thought is not None:
        plan.thought.drop()
        plan.thought = None


def _may_jump(game: State | View) -> bool:
    """True if somebody might jump in, by public facts (H4)."""
    return game.rules.jump_in and type(game.waiting_for) is TakeTurn and not game.first


def _choices(game: State | View, seat: int) -> list[Listed]:
    """What there is to choose from for who is asked: UNO is called and caught by reactions."""
    return [one for one in legal_actions(game, seat) if not isinstance(one, CallUno | Catch)]


def _between(public: View, levels: Mapping[int, str], seat: int) -> int:
    """How many computer players sit in a row around that seat, those who are out of the round left out."""
    playing = seats_in(public)
    at = playing.index(seat)
    others = playing[at + 1 :] + playing[:at]
    return 1 + sum(len([*takewhile(levels.__contains__, side)]) for side in (others, reversed(others)))
