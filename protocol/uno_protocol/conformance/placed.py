"""Tables whose cards lie as a case needs them, and what everyone there is told.

The positions are those of the capability `scenario` (P-7.30); without it, a case that needs one is skipped.
"""

import json
import re
from collections.abc import Callable, Iterator, Sequence
from copy import deepcopy
from functools import partial

from uno_protocol.conformance.checks import come_back, ready
from uno_protocol.conformance.kit import Kit
from uno_protocol.conformance.likeness import same_in_any_order
from uno_protocol.conformance.link import PeerClosed, PeerLink, Silent, unpacked
from uno_protocol.conformance.person import ACTIONS, Person
from uno_protocol.conformance.shapes import SECTIONS, event_kinds
from uno_protocol.conformance.verdicts import Failed, Message, fail_if, told

FIRST_FACE = 6
"""The first of the faces behind the robot."""
Holds = Callable[[Person], bool]
"""Something that is true of a person."""


def placed(kit: Kit, position: str, *, watching: int = 0, **new: object) -> list[Person]:
    """People seated at a position, with the game begun, then the spectators. Raises Skipped.

    Each wishes for a face, as their names, which lead to one (P-5.15), are others in every game.
    """
    kit.need("scenario")
    seats = len(position.partition("seats:")[2].partition("|")[0].split())
    people = [kit.person(face=FIRST_FACE + number) for number in range(seats + watching)]
    people[0].open({"position": lines(position), "turn_seconds": 0, **new})
    for one in people[1:seats]:
        one.join(people[0].code)
    for one in people[seats:]:
        one.watch(people[0].code)
    ready(people[:seats])
    begin(people)
    return people


def lines(position: str) -> str:
    """A position as it is sent: a line for each part between the bars."""
    return position.replace(" | ", "\n")


def begin(people: list[Person]) -> None:
    """Start the game as the host; everyone reads up to the first question."""
    people[0].ok("start")
    for one in people:
        until(one, lambda one=one: one.waiting_for is not None, "the first question")  # type: ignore[misc]
        if one.asked:
            listed(one)


def until(person: Person, holds: Callable[[], bool], what: str, seconds: float | None = None) -> None:
    """Apply what comes until `holds` is true. Raises Failed."""
    if not holds():
        person.find(lambda _message: holds(), what, seconds)


def until_all(people: list[Person], holds: Holds, what: str, seconds: float | None = None) -> None:
    """`until` for each of these people. Raises Failed."""
    for one in people:
        until(one, partial(holds, one), what, seconds)


def asked(person: Person, kind: str, seconds: float | None = None) -> Message:
    """Wait until the game asks this person that and has sent the list; the decision. Raises Failed."""
    until(person, lambda: person.asked and (person.waiting_for or {}).get("k") == kind, f"a question {kind}", seconds)
    listed(person)
    return person.waiting_for or {}


def listed(person: Person) -> list[Message]:
    """The list for the current decision, which must come. Raises Failed."""
    until(person, lambda: (person.legal or {}).get("decision") == person.decision, f"legal for {person.decision}")
    return person.listed


def lists(found: list[Message], due: list[Message], what: str = "the list") -> None:
    """Raise Failed unless a list has exactly these actions, in any order (P-9.4, P-9.5)."""
    plain = [{"asks": [], **action} for action in due]
    known = [action for action in found if action.get("k") in ACTIONS]
    fail_if(not same_in_any_order(known, plain), f"{what}: expected {due}, got {found}")


def settle(people: list[Person]) -> int:
    """Let everyone read what has happened so far; the number of the entry that marks it. The mark is more time for the
    first person's seat, which means nothing where `turn_seconds` is 0."""
    marker = people[0]
    seat = marker.seat
    before = marker.room["occupants"][seat]["extra_seconds"]
    marker.ok("give_time", seat=seat, seconds=before % 200 + 1)
    until(marker, lambda: marker.room["occupants"][seat]["extra_seconds"] != before, "time_given")
    until_all(people[1:], lambda one: one.n >= marker.n, f"entry {marker.n}")
    return marker.n


def unchanged(people: list[Person], act: Callable[[], object]) -> None:
    """Assert that `act` causes no entry and changes no picture (P-6.6). Raises Failed."""
    n = settle(people)
    games = [deepcopy(one.game) for one in people]
    hands = [list(one.hand) for one in people]
    act()
    settle(people)
    fail_if(told_since := kinds(people[0], n), f"expected nothing to happen, got {told_since}")
    if games != [one.game for one in people] or hands != [one.hand for one in people]:
        raise Failed("a picture of the game has changed")
    like_a_snapshot(*people)


def like_a_snapshot(*people: Person) -> None:
    """Assert that a new snapshot equals the picture of each of them (P-8.4), hand included. Raises Failed."""
    for person in people:
        picture, older = person.picture, person.link
        assert picture is not None
        n, room, game = picture.n, deepcopy(picture.room), deepcopy(picture.game)
        come_back(person)
        older.close()
        fresh = person.picture
        assert fresh is not None
        fail_if(fresh.n != n, f"the snapshot is of entry {fresh.n}, but the last entry was {n}")
        for what, old, new in (("room", room, fresh.room), ("game", game or {}, fresh.game or {})):
            other = sorted(key for key in old.keys() | new.keys() if old.get(key) != new.get(key))
            told = [f"{what}.{key} is {new.get(key)}, but by the entries it is {old.get(key)}" for key in other]
            fail_if(told, f"in a snapshot {' and '.join(told)}")


def kind(entry: Message) -> str:
    """The kind of an entry's event."""
    return str(entry["event"].get("k"))


def kinds(person: Person, after: int = 0) -> list[str]:
    """The kinds of the person's events after that entry, without markers and unknown kinds."""
    told_of = event_kinds() - {"time_given"}
    return [kind(one) for one in person.entries if one["n"] > after and kind(one) in told_of]


def events(person: Person, which: str, after: int = 0) -> list[Message]:
    """The person's events of a kind."""
    return [one["event"] for one in person.entries if kind(one) == which and one["n"] > after]


def one_event(person: Person, which: str, after: int = 0) -> Message:
    """The person's only event of a kind. Raises Failed."""
    found = events(person, which, after)
    fail_if(len(found) != 1, f"expected one {which}, got {kinds(person, after)}")
    return found[0]


def can(person: Person, **action: object) -> bool:
    """Whether an action with these fields is listed."""
    return any(all(one.get(key) == value for key, value in action.items()) for one in person.listed)


def silent_on(link: PeerLink, seconds: float) -> list[Message]:
    """Everything that comes within a time, unchecked."""
    found = []
    end = link.world.now() + seconds
    while (left := end - link.world.now()) > 0:
        try:
            found.append(link.next(left))
        except (Silent, PeerClosed):
            break
    return found


OF_THE_TABLE = frozenset(SECTIONS) - {"welcome", "logged_in", "ping", "pong", "lobby_said", "announcement"}
"""The messages that must be the same for two games that look alike: those about a table, and answers."""

Told = tuple[int, str]
"""A message as it is compared: its size in bytes, and its content without the order of keys."""


def said_since(person: Person, mark: int, blank: list[str]) -> list[Told]:
    """The messages about the table and the answers since body number `mark`, with these words blanked."""
    found = []
    for body in person.link.bodies[mark:]:
        message = unpacked(body)
        if message["t"] in OF_THE_TABLE:
            found.append((len(body), json.dumps(_blanked(message, blank), sort_keys=True)))
    return found


def _blanked(value: object, words: list[str]) -> object:
    if isinstance(value, str):
        for word in words:
            value = value.replace(word, "_" * len(word))
        return value
    if isinstance(value, list):
        return [_blanked(one, words) for one in value]
    return {key: _blanked(one, words) for key, one in value.items()} if isinstance(value, dict) else value


def unlike(one: list[Told], other: list[Told]) -> str | None:
    """The first difference between two lists of messages, in a few words; None without."""
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


def names_card(link: PeerLink, card: str) -> Message | None:
    """A message that names a card, as a text of its own or within a sentence; None without. Tokens, and what the server
    calls itself, are left out: chance may have any letters."""
    alone = re.compile(rf"(?<![\w+]){re.escape(card)}(?![\w+])")
    for body in link.bodies:
        message = unpacked(body)
        if message["t"] not in ("welcome", "logged_in") and any(alone.search(text) for text in texts(message)):
            return message
    return None


def named_nowhere(whom: Sequence[Person | PeerLink], *cards: str) -> None:
    """In nothing that came to these people, or on these links, one of the cards is named. Raises Failed."""
    for link in (one.link if isinstance(one, Person) else one for one in whom):
        for card in cards:
            if (message := names_card(link, card)) is not None:
                raise Failed(f"{card} was told: {message}"[:400])
