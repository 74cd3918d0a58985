"""Rounds played to their end with any cards, by what the server lists and nothing else."""

from collections.abc import Callable, Sequence
from typing import Any

from uno_protocol.conformance.expected import FIELDS
from uno_protocol.conformance.kit import Kit
from uno_protocol.conformance.person import Person
from uno_protocol.conformance.placed import until
from uno_protocol.conformance.verdicts import Failed, Message, fail_if, told

SHORT = {"hand_size": "1", "uno": "off"}
"""Rules under which a round is over after a few turns."""
MATCH = {**SHORT, "goal": "points", "target": "5000"}
"""The limit for a game of many rounds."""

_MOVES = 5
_TRIES = 20
_LIKED = {"play": 0, "name": 1, "choose": 1, "accept": 2, "keep": 2, "draw": 3, "pass": 4}


def completed(action: Message, *, colour: str | None = "R") -> Message:
    """The fields of the request that a listed action becomes (P-9.5). `colour` is given where a play asks for one;
    without it the game asks for it afterwards."""
    if action["k"] == "play":
        asked = colour is not None and "name_colour" in (action.get("asks") or ())
        return {"cards": [action["card"]], **({"colours": [colour]} if asked else {})}
    field = FIELDS.get(action["k"])
    return {} if field is None else {field: action[field]}


def wanted(actions: Sequence[Message]) -> Message:
    """The action that best helps to end a round: a play, if there is one."""
    return min(actions, key=lambda action: _LIKED.get(action["k"], len(_LIKED)))


def may_move(person: Person) -> bool:
    """Whether the person is asked and has the list for that very question."""
    return person.asked and bool(person.listed) and (person.legal or {}).get("decision") == person.decision


def move(person: Person) -> None:
    """Do one listed action and apply what follows. Raises Failed if it is refused, but for having come too late."""
    action, before = wanted(person.listed), person.n
    answer = person.ask(action["k"], decision=person.decision, **completed(action))
    if answer["t"] != "error":
        until(person, lambda: person.n > before, "an entry about it (P-6.3)")
    elif answer.get("code") != "stale":
        raise Failed(f"{action} was listed, got {told(answer)}")


def play_until(people: Sequence[Person], over: Callable[[], bool], moves: int = 100) -> bool:
    """Let everyone who is asked play until `over` is true; False if it is not after that many moves. Raises Failed if
    nobody can move for long, or the server ends somebody's connection."""
    left, until = moves, people[0].kit.world.now() + 15
    while True:
        for one in people:
            one.linger(0.02)
        if over():
            return True
        fail_if(people[0].kit.world.now() > until, "the round is not over, but nobody who could move is asked")
        mover = next((one for one in people if may_move(one)), None)
        if mover is not None:
            if not left:
                return False
            move(mover)
            left, until = left - 1, people[0].kit.world.now() + 15


def wait_for(people: Sequence[Person], over: Callable[[], bool], seconds: float) -> None:
    """Let time pass until `over` is true, while everyone answers pings. Raises Failed after so many seconds, or if the
    server ends somebody's connection."""
    until = people[0].kit.world.now() + seconds
    while not over():
        fail_if(people[0].kit.world.now() > until, f"it has not come after {seconds:g} seconds")
        for one in people:
            one.linger(0.05)


def short_round(
    kit: Kit,
    count: int = 2,
    rules: Message = SHORT,
    come: Callable[[list[Person]], list[Person]] | None = None,
    **new: Any,
) -> list[Person]:
    """People whose first round is over, the host first, then those whom `come` brought to the table meanwhile. With one
    card each six rounds in ten are over after five moves, and some only after a hundred: a table at which it takes too
    long is left, and another one opened."""
    for _ in range(_TRIES):
        people = kit.playing(count, options=rules, turn_seconds=0, **new)
        people += come(people) if come is not None else []
        if play_until(people, lambda: all(one.room["phase"] != "playing" for one in people), _MOVES):  # noqa: B023
            return people
        for one in reversed(people):  # the host last: with the last person the table closes
            one.ok("leave_table")
            one.link.close()
    raise Failed(f"none of {_TRIES} rounds with one card each was over after {_MOVES} moves")


def turn_of(people: Sequence[Person]) -> Person:
    """The person whose decision it is. Raises Failed if it is nobody's."""
    for one in people:
        if one.asked:
            return one
    raise Failed("nobody is asked")
