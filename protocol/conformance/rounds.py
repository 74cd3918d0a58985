"""How do people play a round to its end, whatever cards they have? By what is listed for them, and no other way."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence

from protocol.conformance.judging import Failed
from protocol.conformance.kit import Person, told
from protocol.conformance.link import Message

SHORT = {"hand_size": "1", "uno": "off"}
"""Rules under which a round is over after a few turns."""
MATCH = {**SHORT, "goal": "points", "target": "5000"}
"""The same for a game of many rounds."""

_FIELDS = {"name": "colour", "catch": "target", "choose": "target", "vote": "rule", "give": "card", "retain": "card"}
"""What goes from a listed action into the request of its name (P-9.5)."""
_LIKED = {"play": 0, "name": 1, "choose": 1, "accept": 2, "keep": 2, "draw": 3, "pass": 4}


def completed(action: Message) -> Message:
    """The fields of the request that a listed action becomes (P-9.5); every colour that is asked is red."""
    if action["k"] == "play":
        colours = {"colours": ["R"]} if "name_colour" in action.get("asks", ()) else {}
        return {"cards": [action["card"]], **colours}
    field = _FIELDS.get(action["k"])
    return {} if field is None else {field: action[field]}


def wanted(actions: Sequence[Message]) -> Message:
    """The one of these that brings a round nearer to its end: a play, if there is one."""
    return min(actions, key=lambda action: _LIKED.get(action["k"], len(_LIKED)))


def may_move(person: Person) -> bool:
    """Whether the person is asked, and has the list for just that question."""
    return person.asked and bool(person.listed) and (person.legal or {}).get("decision") == person.decision


def move(person: Person) -> None:
    """Do one thing that is listed. Raises Failed if it is refused, but for having come too late."""
    action = wanted(person.listed)
    answer = person.ask(action["k"], decision=person.decision, **completed(action))
    if answer["t"] == "error" and answer.get("code") != "stale":
        raise Failed(f"{action} was listed, and there came {told(answer)}")


def play_until(people: Sequence[Person], over: Callable[[], bool], seconds: float = 30.0) -> None:
    """Let everyone who is asked play, until `over` is true. Raises Failed if that takes longer than so many seconds."""
    until = time.monotonic() + seconds
    while True:
        for one in people:
            one.catch_up(0.02)
        if over():
            return
        if time.monotonic() > until:
            raise Failed(f"the round is not over after {seconds:g} seconds")
        for one in people:
            if may_move(one):
                move(one)
                break


def wait_for(people: Sequence[Person], over: Callable[[], bool], seconds: float) -> None:
    """Let time pass for everyone until `over` is true; nobody is silent meanwhile.

    Raises Failed after so many seconds.
    """
    until = time.monotonic() + seconds
    while not over():
        if time.monotonic() > until:
            raise Failed(f"what is due has not come after {seconds:g} seconds")
        for one in people:
            one.catch_up(0.05)


def play_round(people: Sequence[Person]) -> None:
    """Play until the round is over for all of them."""
    play_until(people, lambda: all(one.room["phase"] not in ("playing", "paused") for one in people))


def turn_of(people: Sequence[Person]) -> Person:
    """Who of them is asked. Raises Failed if nobody is."""
    for one in people:
        if one.asked:
            return one
    raise Failed("nobody is asked")
