"""How a case comes to a table where the cards lie as it needs them, and how all there come to know the same.

The positions are those of the capability `scenario` (P-7.30); without it, a case that needs one is skipped.
"""

from __future__ import annotations

import json
import re
import time
from collections.abc import Callable, Iterator
from copy import deepcopy

from protocol.conformance.answers import told
from protocol.conformance.judging import Failed
from protocol.conformance.kit import Kit
from protocol.conformance.likeness import same, same_in_any_order
from protocol.conformance.link import Ended, Link, Message, Silent, unpacked
from protocol.conformance.person import ACTIONS, Person
from protocol.conformance.picture import GAME, ROOM
from protocol.conformance.shapes import SECTIONS

EVENTS = ROOM.keys() | GAME.keys()
"""The kinds of events; what is told of another kind counts for nothing (P-8.5)."""


def placed(kit: Kit, position: str, *, watching: int = 0, **new: object) -> list[Person]:
    """People in the seats of a position, which they play, and then so many who watch. Raises Skipped."""
    kit.need("scenario")
    lines = [line.strip() for line in position.strip().splitlines()]
    seats = len(next(line for line in lines if line.startswith("seats:")).split()) - 1
    people = kit.people(seats + watching)
    people[0].open({"position": "\n".join(lines), "turn_seconds": 0, **new})
    for one in people[1:seats]:
        one.join(people[0].code)
    for one in people[seats:]:
        one.watch(people[0].code)
    for one in people[:seats]:
        one.ok("ready")
    begin(people)
    return people


def begin(people: list[Person]) -> None:
    """The host starts, and everyone has taken in the beginning."""
    people[0].ok("start")
    for one in people:
        until(one, lambda one=one: one.waiting_for is not None, "the first question")  # type: ignore[misc]
        if one.asked:
            listed(one)


def until(person: Person, holds: Callable[[], bool], what: str, seconds: float | None = None) -> None:
    """Take in what comes until that holds. Raises Failed."""
    if not holds():
        person.find(lambda _message: holds(), what, seconds)


def asked(person: Person, kind: str, seconds: float | None = None) -> Message:
    """The game asks this person that, and has listed what may be done; the decision. Raises Failed."""
    until(person, lambda: person.asked and (person.waiting_for or {}).get("k") == kind, f"a question {kind}", seconds)
    listed(person)
    return person.waiting_for or {}


def listed(person: Person) -> list[Message]:
    """What is listed for the present decision, which must come. Raises Failed."""
    until(
        person,
        lambda: person.legal is not None and person.legal["decision"] == person.decision,
        f"legal for decision {person.decision}",
    )
    return person.listed


def lists(found: list[Message], due: list[Message], what: str = "the list") -> None:
    """Raise Failed unless a list has just these actions: they stand in no order (P-9.4, P-9.5)."""
    plain = [{"asks": [], **action} for action in due]
    known = [action for action in found if action.get("k") in ACTIONS]
    if not same_in_any_order(known, plain):
        raise Failed(f"{what}: {due} is due, and there is {found}")


def settle(people: list[Person]) -> int:
    """Everyone has taken in what has happened so far; number of the entry that marks it.

    The mark is more time for the first person's seat, which means nothing where `turn_seconds` is 0.
    """
    marker = people[0]
    seat = marker.seat
    before = marker.room["occupants"][seat]["extra_seconds"]
    marker.ok("give_time", seat=seat, seconds=before % 200 + 1)
    until(marker, lambda: marker.room["occupants"][seat]["extra_seconds"] != before, "time_given")
    for one in people[1:]:
        until(one, lambda one=one: one.n >= marker.n, f"entry {marker.n}")  # type: ignore[misc]
    return marker.n


def unchanged(people: list[Person], act: Callable[[], object]) -> None:
    """Whatever `act` does brings about no entry, and no picture is another (P-6.6). Raises Failed."""
    n = settle(people)
    games = [deepcopy(one.game) for one in people]
    hands = [list(one.hand) for one in people]
    act()
    settle(people)
    if told_since := kinds(people[0], n):
        raise Failed(f"nothing should happen, and there came {told_since}")
    if games != [one.game for one in people] or hands != [one.hand for one in people]:
        raise Failed("a picture of the game is another")
    for one in people:
        like_a_snapshot(one)


def like_a_snapshot(person: Person) -> None:
    """A new snapshot says what the person's picture says (P-8.4), own hand and all. Raises Failed."""
    picture = person.picture
    assert picture is not None
    n, room, game = picture.n, deepcopy(picture.room), deepcopy(picture.game)
    older = person.link
    person.back()
    person.find(lambda one: one["t"] == "snapshot", "snapshot")
    older.close()
    fresh = person.picture
    assert fresh is not None
    if fresh.n != n:
        raise Failed(f"the snapshot is of entry {fresh.n}, and the last one told was {n}")
    for what, old, new in (("room", room, fresh.room), ("game", game or {}, fresh.game or {})):
        other = sorted(key for key in old.keys() | new.keys() if old.get(key) != new.get(key))
        if other:
            key = other[0]
            raise Failed(f"{what}.{key} of a snapshot is {new.get(key)}, and what was told comes to {old.get(key)}")


def kind(entry: Message) -> str:
    """Which event an entry tells."""
    return str(entry["event"].get("k"))


def kinds(person: Person, after: int = 0) -> list[str]:
    """The kinds of the events that the person was told after that entry, but for marks, and for unknown ones."""
    told_of = EVENTS - {"time_given"}
    return [kind(one) for one in person.entries if one["n"] > after and kind(one) in told_of]


def events(person: Person, which: str, after: int = 0) -> list[Message]:
    """The events of a kind that the person was told."""
    return [one["event"] for one in person.entries if kind(one) == which and one["n"] > after]


def one_event(person: Person, which: str, after: int = 0) -> Message:
    """The only event of a kind that the person was told. Raises Failed."""
    found = events(person, which, after)
    if len(found) != 1:
        raise Failed(f"one {which} is due, and there came {kinds(person, after)}")
    return found[0]


def can(person: Person, **action: object) -> bool:
    """Whether that is listed: an action with these fields."""
    return any(all(one.get(key) == value for key, value in action.items()) for one in person.listed)


def is_told(error: Message, **args: object) -> Message:
    """The args of an error, which must have these values. Raises Failed."""
    found: Message = error.get("args") or {}
    wrong = {key: found.get(key) for key, value in args.items() if found.get(key) != value}
    if wrong:
        raise Failed(f"args should have {args}, and there is {found}")
    return found


def is_that(found: object, due: object, what: str) -> None:
    """Raise Failed unless both are equal."""
    if found != due:
        raise Failed(f"{what}: {due} is due, and there is {found}")


def is_like(found: object, due: Message, what: str) -> None:
    """Raise Failed unless a map has what is due, whatever else it has (P-11.1); None is due where there is nothing."""
    if not same(found, due, empty=True):
        raise Failed(f"{what}: {due} is due, and there is {found}")


def silent_on(link: Link, seconds: float) -> list[Message]:
    """What comes in a time, and nothing is taken to be wrong with it."""
    found = []
    end = time.monotonic() + seconds
    while (left := end - time.monotonic()) > 0:
        try:
            found.append(link.next(left))
        except (Silent, Ended):
            break
    return found


OF_THE_TABLE = frozenset(SECTIONS) - {"welcome", "logged_in", "ping", "pong", "lobby_said", "announcement"}
"""What is told of a table, or as an answer: of two games alike it must be the same."""

Told = tuple[int, str]
"""A message as it is compared: the size of its body in bytes, and what it says, in whatever order its keys came."""


def said_since(person: Person, mark: int, blank: list[str]) -> list[Told]:
    """What came since the connection had `mark` bodies, of the table and as answers, with these words blanked."""
    found = []
    for body in person.link.bodies[mark:]:
        message = unpacked(body)
        if message["t"] in OF_THE_TABLE:
            found.append((len(body), json.dumps(_blanked(message, blank), sort_keys=True)))
    return found


def _blanked(value: object, words: list[str]) -> object:
    """The same value, in whose texts there are lines instead of these words."""
    if isinstance(value, str):
        for word in words:
            value = value.replace(word, "_" * len(word))
        return value
    if isinstance(value, list):
        return [_blanked(one, words) for one in value]
    return {key: _blanked(one, words) for key, one in value.items()} if isinstance(value, dict) else value


def unlike(one: list[Told], other: list[Told]) -> str | None:
    """In what two lists of messages differ, in a few words; None if in nothing."""
    for (size, text), (other_size, other_text) in zip(one, other, strict=False):
        if text != other_text:
            return _parted(json.loads(text), json.loads(other_text), told(json.loads(text)))
        if size != other_size:
            return f"{told(json.loads(text))} says the same, once in {size} bytes and once in {other_size}"
    if len(one) != len(other):
        longer = one if len(one) > len(other) else other
        text = longer[min(len(one), len(other))][1]
        return f"{len(one)} and {len(other)} messages, {told(json.loads(text))}"
    return None


def _parted(one: object, other: object, path: str) -> str:
    """Where two values that are not equal part."""
    if isinstance(one, dict) and isinstance(other, dict) and one.keys() == other.keys():
        key = next((key for key in one if one[key] != other[key]), None)
        if key is not None:
            return _parted(one[key], other[key], f"{path}.{key}")
    return f"{path}: {one} and {other}"[:400]


def texts(value: object) -> Iterator[str]:
    """Every text in a value, keys included."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, list):
        for one in value:
            yield from texts(one)
    elif isinstance(value, dict):
        for key, one in value.items():
            yield from texts(key)
            yield from texts(one)


def names_card(link: Link, card: str) -> Message | None:
    """A message in which a card is named, as a text of its own or within a sentence; None if there is none.

    Tokens, and what the server calls itself, are left out: chance may have any letters.
    """
    alone = re.compile(rf"(?<![\w+]){re.escape(card)}(?![\w+])")
    for body in link.bodies:
        message = unpacked(body)
        if message["t"] not in ("welcome", "logged_in") and any(alone.search(text) for text in texts(message)):
            return message
    return None
