"""How the engine says no: one typed refusal with a stable code, the clause behind it and its arguments."""

from __future__ import annotations

from enum import Enum


class Code(Enum):
    """Why an action is refused; if several apply, the first in this order is told."""

    OUT_OF_GAME = "out_of_game"
    STALE = "stale"
    NOT_IN_HAND = "not_in_hand"
    NOT_YOUR_TURN = "not_your_turn"
    WRONG_ANSWER = "wrong_answer"
    RATE_LIMITED = "rate_limited"
    MUST_PLAY = "must_play"
    BAD_TARGET = "bad_target"
    COLOUR_MISSING = "colour_missing"
    CHAIN_BROKEN = "chain_broken"
    DOES_NOT_FIT = "does_not_fit"
    NOT_ALLOWED = "not_allowed"
    FALSE_CALL = "false_call"
    NOTHING_TO_CATCH = "nothing_to_catch"
    ALREADY_CALLED = "already_called"


class Refused(Exception):
    """An action that the rules do not admit. Nothing has changed.

    `clause` names the clause of the rule book; `arguments` are what a client needs to make a sentence of it (cards in
    notation, seats as numbers).
    """

    def __init__(self, code: Code, clause: str, **arguments: str | int) -> None:
        super().__init__(f"{code.value} ({clause})")
        self.code = code
        self.clause = clause
        self.arguments = arguments
