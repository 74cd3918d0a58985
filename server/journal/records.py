"""Records: how a commit is written in the journal and read back: one msgpack value (format 1, `server/JOURNAL.md`)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple, get_args

from engine.actions import Action
from engine.events import Event
from protocol.codec import decode_server, encode
from protocol.kept import pack, unpack
from protocol.messages import Ok, ServerMessage
from protocol.room import ROOM_EVENTS, Room, RoomEvent
from protocol.shapes import Record, WireFault, tagged
from protocol.wire import event_from_map
from server.core.outputs import Commit
from server.table.access import Access
from server.table.event_log import Logged
from server.table.facts import AccessChanged, GameBegun, Place, PlacesChanged, Times

_ACTIONS = tagged({action.kind: action for side in get_args(Action) for action in (get_args(side) or (side,))})
_ROOM = Record(Room)
action_to_map: Callable[[Any], Any] = _ACTIONS.write or dict
"""An action as it is stored."""


class Damaged(ValueError):
    """What stands in the journal cannot be what was written."""


class Extent(NamedTuple):
    """Which entries of a table a commit has, and whether a game begins with them."""

    first: int
    entries: int
    opens: bool


class Kept(NamedTuple):
    """What a commit tells of its table."""

    extent: Extent
    actions: list[Action]
    entries: list[Logged]
    seed: bytes | None
    """Of the game that the entries open."""
    places: tuple[Place, ...] | None
    """Who is at the table, if that has changed."""
    times: Times
    access: Access | None
    """Who may come in, if that has changed."""


def write_commit(commit: Commit) -> bytes:
    """What a commit tells of its table, as it is stored."""
    seed: bytes | None = None
    places: tuple[Place, ...] | None = None
    access: Access | None = None
    for fact in commit.facts:
        if type(fact) is GameBegun:
            seed = fact.seed
        elif type(fact) is PlacesChanged:
            places = fact.places
        elif type(fact) is AccessChanged:
            access = fact.access
    entries = commit.entries
    return pack(
        [
            [action_to_map(action) for action in commit.actions],
            entries[0].n if entries else 0,
            [entry.in_full() for entry in entries],
            seed,
            places,
            commit.times,
            access,
        ]
    )


def read_commit(body: bytes, *, of_room: bool = False) -> Kept:
    """The same, read back; with `of_room` without the actions and without the events of the game. Raises Damaged."""
    try:
        actions, first, events, seed, places, times, access = unpack(body)
        return Kept(
            Extent(first, len(events), seed is not None),
            [] if of_room else [_ACTIONS.read(action, "action") for action in actions],
            [
                Logged(first + at, _event(event))
                for at, event in enumerate(events)
                if not of_room or event["k"] in ROOM_EVENTS
            ],
            seed,
            None if places is None else tuple(Place(*place) for place in places),
            Times() if times is None else Times(*times)._replace(time_outs=tuple(times[5])),
            None if access is None else Access(access[0], access[1], tuple(access[2]), tuple(access[3]), *access[4:]),
        )
    except (ValueError, TypeError, LookupError) as fault:
        raise Damaged(f"a commit cannot be read: {fault}") from fault


def extent(body: bytes) -> Extent:
    """What a commit spans, at a glance. Raises Damaged."""
    try:
        _, first, events, seed, _, _, _ = unpack(body)
        return Extent(first, len(events), seed is not None)
    except (ValueError, TypeError) as fault:
        raise Damaged(f"a commit cannot be read: {fault}") from fault


def _event(plain: object) -> Event | RoomEvent:
    event = event_from_map(plain) if isinstance(plain, dict) else None
    if event is None:
        raise WireFault("k", "is of no known kind")
    return event


def write_answer(request: int | None, answer: ServerMessage | None) -> bytes | None:
    """An answer as it is stored; None for none, or for a plain `ok`."""
    if answer is None or (type(answer) is Ok and answer.note is None and answer.id == request):
        return None
    return encode(answer)


def read_answer(request: int, body: bytes | None) -> ServerMessage:
    """The same, read back. Raises Damaged."""
    if body is None:
        return Ok(id=request)
    try:
        answer = decode_server(body)
    except ValueError as fault:
        raise Damaged(f"an answer cannot be read: {fault}") from fault
    if not isinstance(answer, ServerMessage):
        raise Damaged("an answer is none")
    return answer


def write_room(room: Room) -> bytes:
    """A room as it is stored."""
    return pack(_ROOM.write(room))


def read_room(body: bytes) -> Room:
    """The same, read back. Raises Damaged."""
    try:
        room: Room = _ROOM.read(unpack(body), "room")
        _ = room.rules
    except (ValueError, TypeError) as fault:
        raise Damaged(f"a table cannot be read: {fault}") from fault
    return room
