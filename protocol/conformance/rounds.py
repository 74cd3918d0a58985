"""How do people play a round to its end, whatever cards they have? By what is listed for them, and no other way."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import Any

from protocol.conformance.answers import told
from protocol.conformance.judging import Failed
from protocol.conformance.kit import Kit
from protocol.conformance.link import Message
from protocol.conformance.person import Person
from protocol.conformance.placed import until

SHORT = {"hand_size": "1", "uno": "off"}
"""Rules under which a round is over after a few turns."""
MATCH = {**SHORT, "goal": "points", "target": "5000"}
"""The same for a game of many rounds."""

_FIELDS = {"name": "colour", "catch": "target", "choose": "target", "vote": "rule", "give": "card", "retain": "card"}
"""What goes from a listed action into the request of its name (P-9.5)."""
_MOVES = 5
_TRIES = 20
_LIKED = {"play": 0, "name": 1, "choose": 1, "accept": 2, "keep": 2, "draw": 3, "pass": 4}


def completed(action: Message, *, colour: str | None = "R") -> Message:
    """The fields of the request that a listed action becomes (P-9.5).

    `colour` is given where a play asks for one; without it the game asks for it afterwards.
    """
    if action["k"] == "play":
        asked = colour is not None and "name_colour" in (action.get("asks") or ())
        return {"cards": [action["card"]], **({"colours": [colour]} if asked else {})}
    field = _FIELDS.get(action["k"])
    return {} if field is None else {field: action[field]}


def wanted(actions: Sequence[Message]) -> Message:
    """The one of these that brings a round nearer to its end: a play, if there is one."""
    return min(actions, key=lambda action: _LIKED.get(action["k"], len(_LIKED)))


def may_move(person: Person) -> bool:
    """Whether the person is asked, and has the list for just that question."""
    return person.asked and bool(person.listed) and (person.legal or {}).get("decision") == person.decision


def move(person: Person) -> None:
    """Do one thing that is listed, and take in what comes of it.

    Raises Failed if it is refused, but for having come too late.
    """
    action, before = wanted(person.listed), person.n
    answer = person.ask(action["k"], decision=person.decision, **completed(action))
    if answer["t"] != "error":
        until(person, lambda: person.n > before, "an entry about it (P-6.3)")
    elif answer.get("code") != "stale":
        raise Failed(f"{action} was listed, and there came {told(answer)}")


def play_until(people: Sequence[Person], over: Callable[[], bool], moves: int = 100) -> bool:
    """Let everyone who is asked play until `over` is true. False if it is not after so many moves.

    Raises Failed if nobody can move for long, or the server ends somebody's connection.
    """
    left, until = moves, time.monotonic() + 15
    while True:
        for one in people:
            one.linger(0.02)
        if over():
            return True
        if time.monotonic() > until:
            raise Failed("the round is not over, and nobody is asked who could move")
        mover = next((one for one in people if may_move(one)), None)
        if mover is not None:
            if not left:
                return False
            move(mover)
            left, until = left - 1, time.monotonic() + 15


def wait_for(people: Sequence[Person], over: Callable[[], bool], seconds: float) -> None:
    """Let time pass for everyone until `over` is true; nobody is silent meanwhile.

    Raises Failed after so many seconds, or if the server ends somebody's connection.
    """
    until = time.monotonic() + seconds
    while not over():
        if time.monotonic() > until:
            raise Failed(f"what is due has not come after {seconds:g} seconds")
        for one in people:
            one.linger(0.05)


def short_round(
    kit: Kit,
    count: int = 2,
    rules: Message = SHORT,
    come: Callable[[list[Person]], list[Person]] | None = None,
    **new: Any,
) -> list[Person]:
    """People whose first round is over, the host first, then those whom `come` has brought to the table meanwhile.

    With one card each six rounds in ten are over after five moves, and some only after a hundred: a table at which it
    takes too long is left, and another one opened.
    """
    for _ in range(_TRIES):
        people = kit.playing(count, options=rules, turn_seconds=0, **new)
        people += come(people) if come is not None else []
        if play_until(people, lambda: all(one.room["phase"] != "playing" for one in people), _MOVES):  # noqa: B023
            return people
        for one in reversed(people):  # the host last: with the last person the table closes
            one.ok("leave_table")
            one.link.close()
    raise Failed(f"of {_TRIES} rounds with one card each none is over after {_MOVES} moves")


def turn_of(people: Sequence[Person]) -> Person:
    """Who of them is asked. Raises Failed if nobody is."""
    for one in people:
        if one.asked:
            return one
    raise Failed("nobody is asked")
