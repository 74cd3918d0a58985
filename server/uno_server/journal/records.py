"""Records: how commits and checkpoints are written in the journal and read back (format 2, `server/JOURNAL.md`)."""

from collections.abc import Callable, Sequence
from copy import copy
from functools import lru_cache
from typing import Any, NamedTuple, get_args

from msgspec import convert
from msgspec.structs import replace

from uno_engine.actions import Action
from uno_engine.events import Event
from uno_engine.options import differences, options_of, with_options
from uno_engine.presets import preset
from uno_engine.state import Game, State
from uno_protocol.codec import decode_server, encode
from uno_protocol.kept import pack, unpack
from uno_protocol.messages import Ok, ServerMessage
from uno_protocol.room import ROOM_EVENTS, Room, RoomEvent, added_of, as_told, rules_of, without_defaults
from uno_protocol.shapes import Record, WireFault, fields_of, tagged
from uno_protocol.wire import event_from_map, event_to_map
from uno_server.core.outputs import Commit
from uno_server.table.access import Access
from uno_server.table.event_log import Logged
from uno_server.table.facts import AccessChanged, GameBegun, MemberPlace, PlacesChanged, Times
from uno_server.table.table import Table
from uno_server.table.tally import Feats

_ACTIONS = tagged({action.kind: action for side in get_args(Action) for action in (get_args(side) or (side,))})
_ROOM = Record(Room)
action_to_map: Callable[[Any], Any] = _ACTIONS.write or dict
"""An action as it is stored."""


class Damaged(ValueError):
    """The journal can't contain what was written."""


class Extent(NamedTuple):
    """Which entries of a table a commit has, and whether a game begins with them."""

    first: int
    entries: int
    opens: bool


class Kept(NamedTuple):
    """A commit's content about its table."""

    extent: Extent
    actions: list[Action]
    entries: list[Logged]
    seed: bytes | None
    """The seed of the game that the entries open."""
    places: tuple[MemberPlace, ...] | None
    """The members of the table, if they have changed."""
    times: Times
    access: Access | None
    """The access to the table, if it has changed."""
    before: int | None = None
    """The commit with the table's entries before these; None: there is none, or version 1 wrote it."""


def write_commit(commit: Commit, before: int | None = None) -> bytes:
    """A commit's content about its table, as stored; `before`: the commit with the table's entries before these."""
    seed: bytes | None = None
    places: tuple[MemberPlace, ...] | None = None
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
            [entry.full or event_to_map(entry.event) for entry in entries],
            seed,
            places,
            commit.times,
            access,
            before,
        ]
    )


def read_commit(body: bytes, *, of_room: bool = False) -> Kept:
    """Read it back; with `of_room` without the actions and the events of the game. Raises Damaged."""
    try:
        actions, first, events, seed, places, times, access, *before = unpack(body)
        return Kept(
            Extent(first, len(events), seed is not None),
            [] if of_room else [_ACTIONS.read(action, "action") for action in actions],
            [
                Logged(first + at, _event(event))
                for at, event in enumerate(events)
                if not of_room or event["k"] in ROOM_EVENTS
            ],
            seed,
            None if places is None else _places(places),
            Times() if times is None else _times(times),
            None if access is None else _access(access),
            *before,
        )
    except (ValueError, TypeError, LookupError) as fault:
        raise Damaged(f"a commit cannot be read: {fault}") from fault


def _places(plain: list[Any]) -> tuple[MemberPlace, ...]:
    return tuple(MemberPlace(*place) for place in plain)


def _times(plain: list[Any]) -> Times:
    found = Times(*plain)
    return replace(found, time_outs=tuple(found.time_outs), feats=convert(found.feats, Feats | None))


def _access(plain: list[Any]) -> Access:
    return Access(plain[0], plain[1], tuple(plain[2]), tuple(plain[3]), *plain[4:])


def extent(body: bytes) -> Extent:
    """The extent of a commit, at a glance. Raises Damaged."""
    try:
        _, first, events, seed, *_ = unpack(body)
        return Extent(first, len(events), seed is not None)
    except (ValueError, TypeError) as fault:
        raise Damaged(f"a commit cannot be read: {fault}") from fault


class Glance(NamedTuple):
    """The requested part of a commit."""

    extent: Extent
    actions: list[str]
    """The kinds of all actions."""
    events: list[Event | RoomEvent]
    """The events of the requested kinds."""
    seed: bytes | None


def glance(body: bytes, kinds: frozenset[str]) -> Glance:
    """A commit's events of these kinds: faster than reading all of it. Raises Damaged."""
    try:
        actions, first, events, seed, *_ = unpack(body)
        found = [_event(event) for event in events if event["k"] in kinds]
        return Glance(Extent(first, len(events), seed is not None), [action["k"] for action in actions], found, seed)
    except (ValueError, TypeError, LookupError) as fault:
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
    """Read it back. Raises Damaged."""
    if body is None:
        return Ok(id=request)
    try:
        answer = decode_server(body)
    except ValueError as fault:
        raise Damaged(f"an answer cannot be read: {fault}") from fault
    if not isinstance(answer, ServerMessage):
        raise Damaged("an answer is none")
    return answer


def _room_to_map(room: Room) -> dict[str, Any]:
    """A room, and the added options in force; if they are missing, presets mean what they did in 0.2 (N0)."""
    made = _ROOM.write(room)
    made["options"], rules = _options(room.preset, tuple(room.options.items()), room.own_text)
    if rules:
        made["rules"] = rules
    return made


@lru_cache(256)
def _options(
    preset_: str, options: tuple[tuple[str, str], ...], own_text: str | None
) -> tuple[dict[str, str], dict[str, str]]:
    """The options of a room as they are stored, and the added ones in force. Nobody changes them."""
    told = dict(options)
    rules = added_of(options_of(rules_of(preset_, told, own_text)))
    bare = without_defaults(told)
    return bare if as_told(preset_, bare, rules, own_text) == told else told, rules


def _read_room(plain: dict[str, Any]) -> Room:
    room: Room = _ROOM.read(plain, "room")
    room.options = as_told(room.preset, room.options, plain.get("rules", {}), room.own_text)
    return room


def write_room(room: Room) -> bytes:
    """A room as it is stored."""
    return pack(_room_to_map(room))


def read_room(body: bytes) -> Room:
    """Read it back. Raises Damaged."""
    try:
        room = _read_room(unpack(body))
        _ = room.rules
    except (ValueError, TypeError) as fault:
        raise Damaged(f"a table cannot be read: {fault}") from fault
    return room


class Checkpoint(NamedTuple):
    """How a table stood after a commit."""

    n: int
    """Its last entry."""
    last: int
    """The commit with that entry."""
    room: Room
    state: State | None
    """Of its game; None: there is none."""
    places: tuple[MemberPlace, ...]
    times: Times
    access: Access


# The rules follow from the room, or are written apart; what the cards do follows from the rules.
_STATE = fields_of(Game, but=("rules", "effects", "seed"))
_LEFT_OUT = frozenset(field.name for field in _STATE if field.default is not None and not field.default)


def write_checkpoint(table: Table, last: int) -> bytes:
    """The present state of a table, as stored; `last`: the commit with its last entry. The table must be settled."""
    room, state = table.room, table.state
    rules = None
    if state is not None and state.rules != table.rules:
        rules = {**differences(state.rules, preset(room.preset)), **added_of(options_of(state.rules))}
    return pack(
        [
            table.log.n,
            last,
            _room_to_map(room),
            None if state is None else [rules, state.seed, _state_to_map(state)],
            table.places_kept,
            table.times_kept,
            table.access,
        ]
    )


def read_checkpoint(body: bytes) -> Checkpoint:
    """Read it back. Raises Damaged."""
    try:
        n, last, plain, state, places, times, access = unpack(body)
        room = _read_room(plain)
        found = None if state is None else _state(room, *state)
        return Checkpoint(n, last, room, found, _places(places), _times(times), _access(access))
    except (ValueError, TypeError, LookupError) as fault:
        raise Damaged(f"a checkpoint cannot be read: {fault}") from fault


def _state_to_map(state: State) -> dict[str, Any]:
    """All of a game that is not by default."""
    made: dict[str, Any] = {}
    for name, write, _read, _required, _default in _STATE:
        value = getattr(state, name)
        if value is not None and (value or name not in _LEFT_OUT):
            made[name] = value if write is None else write(value)
    return made


def _state(room: Room, options: dict[str, str] | None, seed: bytes, plain: dict[str, Any]) -> State:
    rules = room.rules
    if options is not None:
        rules = with_options(preset(room.preset), as_told(room.preset, options, options))
    parts: dict[str, Any] = {
        name: read(plain[name], name) if name in plain else copy(default)
        for name, _write, read, _required, default in _STATE
    }
    return State(Game(rules=rules, seed=seed, **parts))


Answer = tuple[int, bytes | None]
"""A request, and the answer as it is stored."""


def write_answers(answers: Sequence[Answer]) -> bytes:
    """Answers to a session, as they are stored."""
    return pack(answers)


def read_answers(body: bytes) -> list[Answer]:
    """Read it back. The bytes must be as written."""
    return [(request, answer) for request, answer in unpack(body)]


def write_counted(games: int, n: int, room: Room) -> bytes:
    """A table, for the list of saved games: how many it has had, its last entry, its room."""
    return pack([games, n, _room_to_map(room)])


def read_counted(body: bytes) -> tuple[int, int, Room]:
    """Read it back. Raises Damaged."""
    try:
        games, n, plain = unpack(body)
        room = _read_room(plain)
    except (ValueError, TypeError) as fault:
        raise Damaged(f"the games of a table cannot be read: {fault}") from fault
    return games, n, room
