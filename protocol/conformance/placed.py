"""How a case comes to a table where the cards lie as it needs them, and how all there come to know the same.

The positions are those of the capability `scenario` (P-7.30); without it, a case that needs one is skipped.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from copy import deepcopy

from protocol.conformance.judging import Failed
from protocol.conformance.kit import Kit, Person, told
from protocol.conformance.link import Ended, Link, Message, Silent, unpacked

NAME_LENGTH = 12
"""Of all names here, so that what is told of two tables can be compared byte for byte."""


def placed(kit: Kit, position: str, *, watching: int = 0, **new: object) -> list[Person]:
    """People in the seats of a position, which they play, and then so many who watch. Raises Skipped."""
    kit.need("scenario")
    lines = [line.strip() for line in position.strip().splitlines()]
    seats = len(next(line for line in lines if line.startswith("seats:")).split()) - 1
    name, *names = [kit.name().ljust(NAME_LENGTH, "z") for _ in range(seats + watching + 1)]
    people = [kit.person(one) for one in names]
    people[0].open({"position": "\n".join(lines), "turn_seconds": 0, **new}, name)
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
    if (now := settle(people)) != n + 1:
        raise Failed(f"nothing should happen, and there came {[kind(one) for one in people[0].entries[n - now :]]}")
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
    """The kinds of the events that the person was told after that entry, but for marks."""
    return [kind(one) for one in person.entries if one["n"] > after and kind(one) != "time_given"]


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
    found: Message = error.get("args", {})
    wrong = {key: found.get(key) for key, value in args.items() if found.get(key) != value}
    if wrong:
        raise Failed(f"args should have {args}, and there is {found}")
    return found


def is_that(found: object, due: object, what: str) -> None:
    """Raise Failed unless both are equal."""
    if found != due:
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


def said_since(person: Person, mark: int, blank: list[str]) -> list[bytes]:
    """The bodies that came since the connection had `mark` of them, with these words blanked.

    Without pings, and what everybody is told.
    """
    found = []
    for body in person.link.bodies[mark:]:
        if unpacked(body)["t"] in ("ping", "lobby_said", "announcement"):
            continue
        blanked = body
        for word in blank:
            blanked = blanked.replace(word.encode(), b"_" * len(word.encode()))
        found.append(blanked)
    return found


def unlike(one: list[bytes], other: list[bytes]) -> str | None:
    """In what two lists of bodies differ, in a few words; None if in nothing."""
    for mine, yours in zip(one, other, strict=False):
        if mine != yours:
            return _parted(unpacked(mine), unpacked(yours), told(unpacked(mine)))
    if len(one) != len(other):
        longer = one if len(one) > len(other) else other
        return f"{len(one)} and {len(other)} messages, {told(unpacked(longer[min(len(one), len(other))]))}"
    return None


def _parted(one: object, other: object, path: str) -> str:
    """Where two values that are not equal part."""
    if isinstance(one, dict) and isinstance(other, dict) and one.keys() == other.keys():
        key = next((key for key in one if one[key] != other[key]), None)
        if key is not None:
            return _parted(one[key], other[key], f"{path}.{key}")
    return f"{path}: {one} and {other}"[:400]
