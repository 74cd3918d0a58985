"""How listed actions become moves and are refused, and positions that several groups use."""

from typing import Any

from uno_engine.scenario.steps import read
from uno_engine.scenario.text import Line
from uno_protocol.conformance.person import Person
from uno_protocol.conformance.placed import asked, kind, listed, lists, one_event, placed, settle, until, until_all
from uno_protocol.conformance.rounds import completed
from uno_protocol.conformance.scenario import REQUESTS
from uno_protocol.conformance.verdicts import Failed, Message, fail_if

__all__ = ["BALLOT", "CHAIN", "FOUR", "KEEPING", "ONE_LEFT", "PASSING", "SEATS", "TURN", "asked", "go", "kind"]
__all__ += ["lists", "one_event", "placed", "refusal", "settle", "turn", "until"]

SEATS = ("a", "b", "c", "d")
"""What positions here call their seats."""
TURN = (
    "rules: official uno_grace=0 | seats: a b c | hand a: R5 R5 G9 B2 W W+4 | hand b: B1 B2 G3 Y9 | "
    "hand c: G1 G2 Y4 | discard: R9"
)
CHAIN = "rules: official chains=yes uno_grace=0 | seats: a b | hand a: R1 R5 RS GS B8 W B3 | hand b: B1 | discard: R9"
FOUR = "rules: official uno_grace=0 | seats: a b c | hand a: W+4 G5 G6 B7 | hand b: B1 B2 | hand c: G1 | discard: R9"
ONE_LEFT = "rules: official uno_grace=0 | seats: a b c | hand a: R5 R6 | hand b: R7 B2 | hand c: R1 G2 | discard: R9"
BALLOT = "rules: skyrus | seats: a b c | ballot: hands_move_on open_hand discard_colour"
PASSING = (
    "rules: skyrus uno_grace=0 customizable_rule=everyone_passes_one | seats: a b c | hand a: WC R5 R6 | "
    "hand b: B1 B2 | hand c: G1 G2 | discard: R9"
)
KEEPING = (
    "rules: skyrus uno_grace=0 customizable_rule=discard_colour | seats: a b | hand a: WC R5 R6 R7 B1 | "
    "hand b: B2 B3 | discard: R9"
)


def refusal(person: Person, type_: str, code: str, **fields: object) -> Message:
    """Assert that a request for the current decision is refused with that code, a clause and a sentence (P-9.10)."""
    error = person.refused(type_, code, **{"decision": person.decision, **fields})
    if not error.get("clause") or not error.get("text"):
        raise Failed(f"a refusal names the clause of the rule book and says it in text: {error}")
    return error


def go(people: list[Person], *steps: str) -> None:
    """Let people take these steps, written as in scenarios for seats a, b, c …; everybody reads what comes of each. `a
    plays W > a name_colour`: the question that the step must lead to, and who is asked it. Raises Failed."""
    for text in steps:
        step, _, question = text.partition(" > ")
        action: Any = read(Line(1, step), SEATS).action
        person, who = people[action.seat], question.partition(" ")[0]
        before = person.decision
        person.play(action.kind, **REQUESTS[action.kind](action))
        if question:
            asked(people[SEATS.index(who)], question.partition(" ")[2])
        answered_by(people, person, before)


def answered_by(people: list[Person], person: Person, before: int) -> None:
    """Let everybody read what comes of a person's answer to that decision, up to the next question. Raises Failed."""

    def asked_anew() -> bool:
        others = not person.asked and bool((person.waiting_for or {}).get("seats"))
        return person.room["phase"] != "playing" or person.decision > before or others

    until(person, asked_anew, "what comes of it")
    there = [one for one in people if not one.link.ended_here]
    until_all(there, lambda one: one.n >= person.n, f"entry {person.n}")


def turn(people: list[Person], number: int) -> bool:
    """Let the asked player take a listed action, chosen by `number`; everybody reads up to the next question.
    False if the round is over. Raises Failed."""
    if people[0].room["phase"] != "playing":
        return False
    person = next(one for one in people if one.asked)
    actions = [action for action in listed(person) if action["k"] not in ("uno", "catch")]
    fail_if(not actions, f"nothing is listed for {person.waiting_for}")
    before = person.decision
    action = actions[(number * 7) % len(actions)]
    person.play(action["k"], **completed(action, colour=None))
    answered_by(people, person, before)
    return True
