"""Computer players: when those of a table move, and what they do. Their pauses depend on public facts alone."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass

from engine.actions import PlayerAction
from engine.bots import choose
from engine.bots.pace import pause
from engine.decisions import TakeTurn, asked
from engine.legal import legal_actions
from engine.state import State
from engine.view import view_for

NEVER = float("inf")


@dataclass(slots=True)
class _Plan:
    """What a computer player will react to, and when."""

    occasion: tuple[object, ...]
    at: float


class BotsAtTable:
    """The computer players of one table. They react once to each occasion, after a pause.

    `secret` is their entropy, apart from the seed of the game. A player gets the view of its seat and nothing else
    (FAULTS 41).
    """

    def __init__(self, pause_factor: float, secret: bytes) -> None:
        self._factor = pause_factor
        self._secret = secret
        self._plans: dict[int, _Plan] = {}
        self._taken_back: dict[int, _Plan] = {}
        """Plans for seats whose people play themselves again: being away once more gains no time."""
        self._seats: Sequence[int] = ()

    def plan(self, state: State, seats: Sequence[int], now: float) -> None:
        """Find which of `seats` have an occasion to act, and time the new ones.

        If the seats have changed, `seats` must be a new object.
        """
        if not seats and not self._plans:
            return
        if seats is not self._seats:
            self._taken_back |= {seat: plan for seat, plan in self._plans.items() if seat not in seats}
            self._seats = seats
        plans: dict[int, _Plan] = {}
        for seat in seats:
            occasion = _occasion(state, seat)
            if occasion is None:
                continue
            plan = self._plans.get(seat) or self._taken_back.pop(seat, None)
            if plan is None or plan.occasion != occasion:
                plan = _Plan(occasion, now + self._pause(state, seat))
            plans[seat] = plan
        self._plans = plans

    def _pause(self, state: State, seat: int) -> float:
        if not self._factor:
            return 0.0
        public = view_for(state, None)  # FAULTS 39: the pause may reveal nothing hidden
        public.viewer = seat
        return self._factor * pause(public)

    def rest(self) -> None:
        """Forget all plans, as nobody moves now."""
        self._plans = {}
        self._taken_back = {}

    @property
    def deadline(self) -> float:
        """When the next of them acts; infinity if none has an occasion."""
        return min([plan.at for plan in self._plans.values()]) if self._plans else NEVER

    def next_seat(self) -> int:
        """The seat that acts next. There must be one."""
        return min(self._plans, key=lambda seat: self._plans[seat].at)

    def choose(self, state: State, seat: int, level: str) -> PlayerAction | None:
        """The action of that seat; None: nothing, until the next occasion."""
        plan = self._plans[seat]
        label = repr((seat, plan.occasion)).encode()
        seed = hashlib.sha256(self._secret + label).digest()
        listed = tuple(legal_actions(state, seat))
        action = choose(level, view_for(state, seat), listed, seed) if listed else None
        if action is None:
            plan.at = NEVER
        else:
            del self._plans[seat]
        return action


def _occasion(state: State, seat: int) -> tuple[object, ...] | None:
    """What a seat can react to, by public facts: its question, an open UNO window, a jump-in (H4)."""
    if not state.playing[seat]:
        return None
    if seat in asked(state.waiting_for):
        return ("asked", state.round, state.decision, state.window)
    if state.rules.jump_in and type(state.waiting_for) is TakeTurn and not state.first:
        return ("aside", state.round, state.decision, state.window)
    if state.window is not None:
        return ("window", state.round, state.turn, state.window)
    return None
