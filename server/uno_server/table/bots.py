"""Computer players: when those of a table move. Their times depend only on public facts and luck."""

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, replace
from itertools import takewhile

from uno_engine.actions import CallUno, CanPlay, Catch, Play, PlayerAction
from uno_engine.bots import reactions
from uno_engine.bots.choosing import choose
from uno_engine.bots.pace import pause
from uno_engine.decisions import TakeTurn, asked
from uno_engine.legal import legal_actions
from uno_engine.levels import SEARCHES
from uno_engine.memory import NOTHING, Memory
from uno_engine.rules import CaughtBy
from uno_engine.state import State, View, seats_in
from uno_engine.view import view_for
from uno_server.table.thinking import STANDS_IN, AtOnce, Question, Thinker, Thought, choices

NEVER = float("inf")
CALL, CATCH, JUMP, ANY, ASKED = "call", "catch", "jump", "any", "asked"
"""What a computer player does: call UNO late, catch, jump in, whatever is listed (`random`), answer what it is asked.

Of what is due at the same time the first here comes first.
"""
_ORDER = (CALL, CATCH, JUMP, ANY, ASKED)


@dataclass(slots=True)
class _Plan:
    """A future reaction of a computer player, and its time."""

    occasion: tuple[object, ...]
    at: float
    thought: Thought | None = None
    seen: View | None = None
    """The question that it thinks about."""


_Key = tuple[int, str]
"""The seat, and what it does."""


class BotsAtTable:
    """The computer players of one table: what they do, each once on an occasion, after a pause.

    `pace` multiplies all times of what is planned from then on; at 0 nobody waits, and `expert` does not think.
    `secret` is their entropy, apart from the seed of the game. A player gets the view of its seat and nothing else
    (FAULTS 41).
    """

    def __init__(self, pace: float, secret: bytes) -> None:
        self.thinker: Thinker = AtOnce()
        self.pace = pace
        self.secret = secret
        self._plans: dict[_Key, _Plan] = {}
        self._taken_back: dict[_Key, _Plan] = {}
        """Plans for seats whose people play themselves again: being away once more gains no time."""
        self._levels: Mapping[int, str] = {}
        self._game = 0
        self._window: tuple[int, int, int] | None = None
        """The open UNO window: its round, the decision when it was first seen, and its seat."""
        self._laid = (0, 0, 0)
        """The top card: the round, the size of the discard pile, and the decision when it was first seen."""

    def begin(self, game: int) -> None:
        """They play another game. No two games of a table have the same number: else they could be foretold."""
        self.rest()
        self._game, self._window, self._laid = game, None, (0, 0, 0)

    def plan(self, state: State, levels: Mapping[int, str], memories: Mapping[int, Memory], now: float) -> None:
        """Find which seats have an occasion to act, and time the new ones; `levels` are those of all seats that play.

        If the levels have changed, `levels` must be a new object.
        """
        if not levels and not self._plans:
            return
        if levels is not self._levels:
            self._taken_back |= {key: plan for key, plan in self._plans.items() if key[0] not in levels}
            self._levels = levels
        self._note(state)
        plans: dict[_Key, _Plan] = {}
        for key, occasion in self._occasions(state):
            plan = self._plans.pop(key, None) or self._taken_back.pop(key, None)
            if plan is None or plan.occasion != occasion:
                plan = self._planned(state, key, occasion, now)
            if self._levels[key[0]] in SEARCHES and key[1] == ASKED:
                self._think(state, key[0], plan, memories, now)
            plans[key] = plan
        self._plans = plans

    def _note(self, state: State) -> None:
        """Note what one roll is made for, however long it stays: the open window, the top card."""
        if self._laid[:2] != (state.round, len(state.discard)):
            self._laid = (state.round, len(state.discard), state.decision)
        seat, known = state.window, self._window
        if seat is None:
            self._window = None
        elif known is None or (known[0], known[2]) != (state.round, seat):
            self._window = (state.round, state.decision, seat)

    def _occasions(self, state: State) -> list[tuple[_Key, tuple[object, ...]]]:
        """The public facts to which the seats can react: a question, an open UNO window, a jump-in (H4)."""
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
                found.append(((seat, JUMP), self._laid))
            if seat == state.window and level in reactions.BY_LEVEL:
                found.append(((seat, CALL), (self._window,)))
            elif seat == catcher:
                found.append(((seat, CATCH), (self._window,)))
        return found

    def _catcher(self, state: State) -> int | None:
        """The seat that catches for all: a random one of the best level."""
        if state.window is None or state.rules.uno_caught_by is CaughtBy.REFEREE:
            return None
        there = {seat: level for seat, level in self._levels.items() if state.playing[seat] and seat != state.window}
        best = reactions.best_of(there.values())
        seats = [seat for seat, level in there.items() if level == best]
        return min(seats, key=lambda seat: self._seed(seat, CATCH, self._window)) if best else None

    def _planned(self, state: State, key: _Key, occasion: tuple[object, ...], now: float) -> _Plan:
        seat, kind = key
        wait = self._pause(state, seat) if kind in (ANY, ASKED) else self._reaction(state, seat, kind, occasion)
        return _Plan(occasion, now + wait)

    def _think(self, state: State, seat: int, plan: _Plan, memories: Mapping[int, Memory], now: float) -> None:
        """Begin to search for the move, whether there is a choice or not: nobody shall be able to tell by the time.

        Start over if the seat sees something else now, as after somebody's penalty.
        """
        view = view_for(state, seat)
        if plan.seen is not None:
            if _same_but_for_answers(plan.seen, view):
                return
            plan.thought = None
        plan.seen = view
        if self.pace:
            memory = memories.get(seat, NOTHING)
            question = Question(view, self._seed(seat, plan.occasion), memory, self._levels[seat])
            plan.thought = self.thinker.begin(question, max(0.0, plan.at - now))

    def _pause(self, state: State, seat: int) -> float:
        """How long a seat seems to think before it moves."""
        if not self.pace:
            return 0.0
        public = view_for(state, None)  # FAULTS 39: the pause may reveal nothing hidden
        public.viewer = seat
        return reactions.paced(
            pause(public),
            self.pace,
            _between(public, self._levels, seat),
            self._people(state),
            grace_ended=public.window is not None and public.rules.uno_grace > 0,
            may_be_jumped=_may_jump(public),
        )

    def _reaction(self, state: State, seat: int, kind: str, occasion: tuple[object, ...]) -> float:
        """How long it takes until a seat calls, catches or jumps in; NEVER if it overlooks that it could."""
        level, secret, what = self._levels[seat], self.secret, repr((self._game, seat, occasion))
        match kind:
            case "call":
                found = reactions.calls_after(level, secret, what)
            case "catch":
                grace = state.rules.uno_grace > 0
                found = reactions.catches_after(level, secret, repr((self._game, occasion)), grace=grace)
            case _:
                found = reactions.jumps_after(level, secret, what)
        among = 1.0 if self._people(state) else reactions.AMONG_THEMSELVES
        return NEVER if found == reactions.NEVER else found * self.pace * among

    def _people(self, state: State) -> int:
        """How many people play in the round."""
        return sum(seat not in self._levels for seat in seats_in(state))

    def _seed(self, *what: object) -> bytes:
        return hashlib.sha256(self.secret + repr((self._game, what)).encode()).digest()

    def rest(self) -> None:
        """Forget all plans, as nobody moves now."""
        self._plans, self._taken_back = {}, {}

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
                listed = choices(state, seat)
            case "jump":
                listed = [one for one in listed if isinstance(one, CanPlay)]
        action = plan.thought.answer() if plan.thought is not None else None
        if action is None and listed:
            level = self._levels[seat]
            seed, memory = self._seed(seat, plan.occasion), memories.get(seat, NOTHING)
            level = STANDS_IN if level in SEARCHES else level
            action = choose(level, view_for(state, seat), listed, seed, memory)
        if isinstance(action, Play) and action.uno and self._forgets(state, seat):
            return replace(action, uno=False)
        return action

    def _forgets(self, state: State, seat: int) -> bool:
        level = self._levels[seat]
        return level in reactions.BY_LEVEL and reactions.forgets(
            level, self.secret, repr((self._game, seat, state.round, state.turn))
        )


def _same_but_for_answers(before: View, now: View) -> bool:
    """True if nothing has changed but who of those who are asked has answered, which tells nothing else."""
    waiting_for, now.waiting_for = now.waiting_for, before.waiting_for
    same = before == now
    now.waiting_for = waiting_for
    return same


def _may_jump(game: State | View) -> bool:
    """True if somebody might jump in, by public facts (H4)."""
    return game.rules.jump_in and type(game.waiting_for) is TakeTurn and not game.first


def _between(public: View, levels: Mapping[int, str], seat: int) -> int:
    """How many computer players sit in a row around that seat, those who are out of the round left out."""
    playing = seats_in(public)
    at = playing.index(seat)
    others = playing[at + 1 :] + playing[:at]
    return 1 + sum(len([*takewhile(levels.__contains__, side)]) for side in (others, reversed(others)))
