"""How the engine refuses an action: a stable code, the clause behind it, and arguments."""

from enum import Enum


class Code(Enum):
    """Why an action is refused; if several apply, the first in this order counts."""

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
    """An action against the rules. Nothing has changed.

    `clause` names the clause of the rule book; `arguments` are what a client needs to put it in a sentence (cards in
    notation, seats as numbers).
    """

    def __init__(self, code: Code, clause: str, **arguments: str | int) -> None:
        super().__init__(f"{code.value} ({clause})")
        self.code = code
        self.clause = clause
        self.arguments = arguments
