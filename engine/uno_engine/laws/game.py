"""One random game under random rules, with the four laws checked at every event."""

import random
from collections.abc import Callable
from typing import NamedTuple

from uno_engine import decide
from uno_engine.actions import Action
from uno_engine.decisions import PassCard, Vote
from uno_engine.events import Event, RoundEnded
from uno_engine.laws import judged, worlds
from uno_engine.laws.any_move import AnyMove
from uno_engine.laws.any_rules import some_game
from uno_engine.laws.reached import Reached
from uno_engine.laws.violation import Violation, require
from uno_engine.laws.witness import Witness
from uno_engine.options import differences
from uno_engine.refused import Refused
from uno_engine.rules import DEFAULTS
from uno_engine.state import Phase, State

MOST_ACTIONS = 12_000
"""In a round: more than its 1,000 turns, with all their questions, calls and catches, can hold."""
MOST_ROUNDS = 200
"""In a game: the players go home long before."""
LISTS, ANYTHING, WORLDS = 0.02, 0.15, 0.01
"""How often, after an action, all lists are tried, something is tried, and two worlds are played."""
SECRETS = 0.1
"""How often two worlds are played while answers are given in secret."""

Advance = Callable[[State, Action], list[Event]]


class Played(NamedTuple):
    """The outcome of one game."""

    actions: int
    rounds: int
    blocked: int


def play(number: int, reached: Reached, advance: Advance = decide.advance) -> Played:
    """Play the game of that number to its end. Raises Violation if a law does not hold.

    Whatever is raised carries a note with the rules, the seats and the action. `advance` replaces the engine's
    own in tests.
    """
    choice = random.Random(number)
    game = _Game(some_game(choice), choice, reached, advance)
    try:
        return game.play()
    except Exception as fault:
        rules = " ".join(f"{name}={value}" for name, value in differences(game.state.rules, DEFAULTS).items())
        fault.add_note(f"game {number}; after {game.last}; seated {game.state.seated}; rules {rules or 'official'}")
        raise


class _Game:
    def __init__(self, state: State, choice: random.Random, reached: Reached, advance: Advance) -> None:
        self.state, self.choice, self.reached, self.advance = state, choice, reached, advance
        self.witness = Witness(state)
        self.move = AnyMove(choice, state.seats)
        self.last: Action | None = None
        self.actions = self.blocked = 0
        reached.began(state)

    def play(self) -> Played:
        state = self.state
        began, number = 0, 0
        while state.phase is not Phase.OVER:
            self.carry_out(self.move.next(state, self.witness.views), by_computer=self.move.by_computer)
            if state.phase in (Phase.PLAYING, Phase.VOTING):
                self.try_laws()
            if state.round != number:
                began, number = self.actions, state.round
            require(self.actions - began <= MOST_ACTIONS, 4, f"round {state.round} does not end")
            require(state.round <= MOST_ROUNDS, 4, "the game does not end")
        return Played(self.actions, state.round, self.blocked)

    def carry_out(self, action: Action, *, by_computer: bool = False) -> None:
        state, self.last = self.state, action
        before = self.witness.truth.copy()
        try:
            events = self.advance(state, action)
        except Refused as refused:
            raise Violation(f"law 4: {action} is refused: {refused} {refused.arguments}") from refused
        self.actions += 1
        self.blocked += sum(isinstance(event, RoundEnded) and event.blocked for event in events)
        self.witness.see(events)
        self.witness.agree(state)
        self.reached.done(before, action, events)
        if by_computer:
            judged.check_computer(before, action, events)

    def try_laws(self) -> None:
        """Now and then check the lists, that all else is refused, and that two worlds look the same."""
        choice, state = self.choice, self.state
        if choice.random() < LISTS:
            judged.check_lists(choice, state)
            self.reached.law("lists tried")
        in_secret = isinstance(state.waiting_for, PassCard | Vote)
        if choice.random() < (SECRETS if in_secret else WORLDS) and worlds.can_part(state):
            worlds.check(choice, state, self.reached)
        if choice.random() < ANYTHING:
            accepted = judged.check_anything(choice, state, self.reached)
            self.reached.law("anything tried")
            if accepted is not None and choice.random() < 0.5:
                self.carry_out(accepted)
