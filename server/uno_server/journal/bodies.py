"""Bodies: how tables, sessions, entries and games are written in the journal, and read back (`server/JOURNAL.md`)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from itertools import compress
from operator import attrgetter
from typing import Any, NamedTuple, get_args

from msgspec import convert
from msgspec.structs import replace

from uno_engine.actions import Action
from uno_engine.cards import FACES, Card, canonical_order
from uno_engine.events import Event
from uno_engine.options import differences, options_of, with_options
from uno_engine.presets import preset
from uno_engine.rules import RuleSet
from uno_engine.state import Game, State
from uno_protocol.codec import decode_server, encode
from uno_protocol.kept import pack, unpack
from uno_protocol.messages import ServerMessage
from uno_protocol.room import Room, RoomEvent, added_of, as_told, rules_of, without_defaults
from uno_protocol.shapes import Record, WireFault, fields_of, tagged
from uno_protocol.wire import event_from_map, event_to_map
from uno_server.base.logs import whereabouts
from uno_server.base.secrets import Entropy
from uno_server.core.sessions import Session
from uno_server.table.access import Access
from uno_server.table.clock import Times
from uno_server.table.event_log import Shown
from uno_server.table.game import GameAtTable
from uno_server.table.hold import Hold
from uno_server.table.state import JournalNotes, Member
from uno_server.table.table import Table
from uno_server.table.tally import Feats, none_yet

_ACTIONS = tagged({action.kind: action for side in get_args(Action) for action in (get_args(side) or (side,))})
_ROOM = Record(Room)
action_to_map: Callable[[Any], Any] = _ACTIONS.write or dict
"""An action as it is stored."""


class Damaged(ValueError):
    """The journal can't contain what was written."""


def room_to_map(room: Room) -> dict[str, Any]:
    """A room, and the added options in force: so it means the same to a version whose presets have changed (N0)."""
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


def room_from_map(plain: dict[str, Any]) -> Room:
    """Read it back. Raises ValueError, TypeError."""
    room: Room = _ROOM.read(plain, "room")
    room.options = as_told(room.preset, room.options, plain.get("rules", {}), room.own_text)
    _ = room.rules
    return room


# --- A game


def _cards(some: Iterable[Card]) -> bytes:
    return bytes(map(canonical_order, some))


def _faces(orders: bytes) -> list[Card]:
    return [FACES[order] for order in orders]


STATE = fields_of(Game, but=("rules", "effects", "seed", "viewer"))
"""The fields of a game but those that follow from the rules, are written apart, or are a viewer's."""
_PLAIN = {"seated", "playing", "counts", "scores", "ballot", "ranks", "open_hands", "winners", "out", "leavers", "lost"}
_PLAIN |= {"false_calls", "out_of_turns", "windows_closed"}
# Cards are bytes, and what is plain inside needs no writing: that takes a third of the time (`bench.py server`).
_WRITES: dict[str, Callable[[Any], Any]] = {
    **{one.name: one.write for one in STATE if one.write is not None and one.name not in _PLAIN},
    "discard": _cards,
    "stock": _cards,
    "hands": lambda hands: list(map(_cards, hands)),
    "phase": attrgetter("value"),
    "colour": attrgetter("value"),
}
_READS: dict[str, Callable[[Any, str], Any]] = {
    **{one.name: one.read for one in STATE},
    "discard": lambda orders, _: _faces(orders),
    "stock": lambda orders, _: _faces(orders),
    "hands": lambda hands, _: list(map(_faces, hands)),
}
_values = attrgetter(*(one.name for one in STATE))
_WRITTEN = tuple((at, _WRITES[one.name]) for at, one in enumerate(STATE) if one.name in _WRITES)


def _write_state(state: State) -> list[Any]:
    """The fields of a game, in their order."""
    values = list(_values(state))
    for at, write in _WRITTEN:
        if (value := values[at]) is not None:
            values[at] = write(value)
    return values


def _read_state(values: Sequence[Any], rules: RuleSet, seed: bytes) -> State:
    parts = {one.name: _READS[one.name](value, one.name) for one, value in zip(STATE, values, strict=True)}
    return State(Game(rules=rules, seed=seed, **parts))


# --- A table


def packed_room(table: Table) -> bytes:
    """The room of a table as it is stored; made anew only when it has changed."""
    if table.packed_room is None:
        table.packed_room = pack(room_to_map(table.room))
    return table.packed_room


def write_table(table: Table) -> bytes:
    """The whole state of a table, as stored. The table must be settled."""
    game = table.play.game
    here = table.present()
    members = [
        (number, one.name, one.seat, one.since, one.dealt, number in here, one.away_since, one.left_at)
        for number, one in table.members.items()
    ]
    return pack(
        (
            packed_room(table),
            table.log.n,
            table.notes.values(),
            table.play.bots.pace,
            table.play.bots.secret,
            table.access,
            table.opener,
            members,
            table.times_kept,
            None if game is None else _game(table, game.state),
        )
    )


def _game(table: Table, state: State) -> tuple[object, ...]:
    rules = None
    if state.rules is not table.rules and state.rules != table.rules:
        rules = {**differences(state.rules, preset(table.room.preset)), **added_of(options_of(state.rules))}
    return rules, state.seed, _write_state(state)


class TableBody(NamedTuple):
    """A table as it was stored, for those who only list it."""

    room: Room
    n: int
    """Its last entry."""
    notes: JournalNotes


def glance(body: bytes) -> TableBody:
    """What a list needs of a table. Raises Damaged."""
    try:
        room, n, notes, *_ = unpack(body)
        return TableBody(room_from_map(unpack(room)), n, JournalNotes(*notes))
    except (ValueError, TypeError, LookupError) as fault:
        raise Damaged(f"a table cannot be read: {whereabouts(fault)}") from fault


def with_entries_after(body: bytes, more: int) -> bytes:
    """The table with that many entries more, which nobody can be sent. The bytes must be as written."""
    room, n, *rest = unpack(body)
    return pack((room, n + more, *rest))


def read_table(number: int, body: bytes, entropy: Entropy, now: float) -> Table:
    """The table as it was stored; `now`: the server's time then. Its log is still empty.

    Raises whatever nonsense brings about, though the bytes are as written.
    """
    packed, n, notes, pause, secret, access, opener, members, times, game = unpack(body)
    room = room_from_map(unpack(packed))
    table = Table(number, room, pause, secret, entropy)
    table.packed_room, table.notes, table.opener = packed, JournalNotes(*notes), opener
    table.access = Access(access[0], access[1], tuple(access[2]), tuple(access[3]), *access[4:])
    table.members = {one[0]: _member(*one) for one in members}
    table.log.begin_at(n)
    if game is not None:
        options, seed, plain = game
        rules = table.rules
        if options is not None:
            rules = with_options(preset(room.preset), as_told(room.preset, options, options))
        table.play.game = GameAtTable(_read_state(plain, rules, seed), table.log.note_all)
    _set_times(table, Times(*times), now)
    table.log.rebase(table.room, table.state, now=True)
    table.settled.access = table.access
    table.settled.note_members(table.members)
    return table


def _member(
    session: int, name: str, seat: int | None, since: int, dealt: bool, connected: bool, away: float, left: int | None
) -> Member:
    return Member(session, name, seat, since, away, dealt, None if connected else left)


def _set_times(table: Table, times: Times, now: float) -> None:
    """Take over what the table waits for; a clock that ran has lost what had passed at `now`."""
    counts, play, left = tuple(times.time_outs), table.play, times.left
    table.times_kept = times = replace(times, time_outs=counts, feats=convert(times.feats, Feats | None))
    for member in table.members.values():
        if member.seat is not None and member.seat < len(counts):
            member.time_outs = counts[member.seat]
    if play.game is not None:
        play.game.feats = times.feats or none_yet(play.game.state)
        if times.hold_until is not None:
            play.game.hold = Hold(times.hold_until, left=times.hold_left)
    table.deserted_since = times.deserted_since
    if left is not None and times.running_since is not None:
        left = max(0.0, left - (now - times.running_since))
    play.clock.set_back(play.awaited().waits_for, times.of, left)


# --- A session


def write_session(session: Session, parted: float | None) -> bytes:
    """A session as stored; `parted`: the calendar time of its last use, None while it is connected.

    Of the answers, only those to requests that changed something: the ids of all, and what was no plain `ok`.
    """
    told, stored = session.answers, session.answers.stored
    more: list[tuple[int, bytes]] = []
    if told.kept.count(None) < len(told.kept):
        kept = compress(zip(told.ids, told.kept, strict=True), stored)
        more = [(request, encode(told[request])) for request, answer in kept if answer is not None]
    ids = list(compress(told.ids, stored))
    return pack((session.name, session.digest, session.taken_up, parted, session.done, ids, more))


def read_session(number: int, body: bytes, used: Callable[[float | None], float]) -> Session:
    """Read it back; `used` gives the time of the last use on the server's clock. Raises Damaged."""
    try:
        name, digest, taken_up, parted, done, ids, more = unpack(body)
        session = Session(number, digest, name, used(parted), last_id=done, taken_up=taken_up, done=done)
        answers = dict(more)
        for request in ids:
            answer = answers.get(request)
            session.answers.keep(request, None if answer is None else _answer(answer), stored=True)
    except (ValueError, TypeError, LookupError) as fault:
        raise Damaged(f"a session cannot be read: {whereabouts(fault)}") from fault
    return session


def _answer(body: bytes) -> ServerMessage:
    answer = decode_server(body)
    if not isinstance(answer, ServerMessage):
        raise WireFault("", "an answer is none")
    return answer


# --- Entries and games


class Entries(NamedTuple):
    """A commit of a table: what the game was asked for, and what happened."""

    first: int
    """The number of the first entry, that of the next one if there is none."""
    actions: list[Action]
    events: list[Event | RoomEvent]


def write_entries(first: int, actions: Sequence[Action], entries: Sequence[Shown]) -> bytes:
    """A commit's entries in full, and the actions that they follow from, as stored."""
    return pack(
        (
            first,
            [action_to_map(action) for action in actions],
            [entry.full or event_to_map(entry.event) for entry in entries],
        )
    )


def read_entries(body: bytes) -> Entries:
    """Read it back. Raises Damaged."""
    try:
        first, actions, events = unpack(body)
        return Entries(first, [_ACTIONS.read(one, "action") for one in actions], list(map(_event, events)))
    except (ValueError, TypeError, LookupError) as fault:
        raise Damaged(f"entries cannot be read: {whereabouts(fault)}") from fault


def _event(plain: object) -> Event | RoomEvent:
    event = event_from_map(plain) if isinstance(plain, dict) else None
    if event is None:
        raise WireFault("k", "is of no known kind")
    return event
