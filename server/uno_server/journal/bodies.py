"""Bodies: how tables, sessions, entries and games are written in the journal, and read back (`server/JOURNAL.md`)."""

from __future__ import annotations

import sqlite3
import zlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import lru_cache
from itertools import compress, starmap
from operator import attrgetter
from typing import Any, NamedTuple

import msgspec
from msgspec.structs import replace

from uno_engine.actions import Action, Deal, Join, Left, TimedOut
from uno_engine.cards import FACES, Card
from uno_engine.events import Event, PlayerJoined
from uno_engine.evolve import evolve
from uno_engine.mixing import mixed_seed
from uno_engine.options import differences, options_of, with_options
from uno_engine.presets import preset
from uno_engine.rules import RuleSet
from uno_engine.state import Game, Phase, State, new_game
from uno_engine.view import view_for
from uno_protocol.codec import decode_server, encode
from uno_protocol.kept import pack, unpack
from uno_protocol.messages import ServerMessage
from uno_protocol.room import (
    DealMixed,
    GameOpened,
    GamePlaced,
    Room,
    RoomEvent,
    added_of,
    as_told,
    rules_of,
    without_defaults,
)
from uno_protocol.shapes import Record, WireFault, fields_of
from uno_protocol.wire import (
    action_from_map,
    action_to_map,
    event_from_map,
    event_to_map,
    result_from_map,
    result_to_map,
)
from uno_server.base.logs import whereabouts
from uno_server.base.refusal import Refusal
from uno_server.base.secrets import Entropy
from uno_server.core.outputs import WantedRecord, WantedSeat, wanted_of
from uno_server.core.sessions import Session
from uno_server.journal.database import BodyRow, Damaged, rows
from uno_server.table.access import Access
from uno_server.table.clock import Times
from uno_server.table.dealing import Dealing
from uno_server.table.event_log import Shown
from uno_server.table.game import GameAtTable
from uno_server.table.hold import Hold
from uno_server.table.positions import state_at
from uno_server.table.state import GameKept, JournalNotes, Member, SeatGiven
from uno_server.table.table import Table
from uno_server.table.tally import Feats, none_yet

_ROOM = Record(Room)


@contextmanager
def reads(what: str) -> Iterator[None]:
    """Decorates a function that reads a body, so that it raises Damaged whatever is wrong with that body."""
    try:
        yield
    except (ValueError, TypeError, LookupError, AttributeError, zlib.error) as fault:
        raise Damaged(f"{what} cannot be read: {whereabouts(fault)}") from fault


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


def read_room(body: bytes) -> Room:
    """The room of a table or a game. Raises ValueError, TypeError."""
    plain = unpack(body)
    room: Room = _ROOM.read(plain, "room")
    room.options = as_told(room.preset, room.options, plain.get("rules", {}), room.own_text)
    _ = room.rules
    return room


def packed_room(table: Table) -> bytes:
    """A table's room as it is stored; packed again only after a change."""
    if table.packed_room is None:
        table.packed_room = pack(room_to_map(table.room))
    return table.packed_room


def _cards(some: Iterable[Card]) -> bytes:
    return bytes([card.order for card in some])  # quicker than `map`


def _faces(orders: bytes, _: str = "") -> list[Card]:
    return [FACES[order] for order in orders]


STATE = fields_of(Game, but=("rules", "effects", "seed", "viewer"))
"""The fields of a game but those that follow from the rules, are written apart, or are a viewer's."""
# Cards are bytes, and numbers in a list or tuple need no writing: that takes a third of the time (`bench.py server`).
_WRITES: dict[str, Callable[[Any], Any]] = {
    **{one.name: one.write for one in STATE if one.write not in (None, list)},
    "discard": _cards,
    "stock": _cards,
    "hands": lambda hands: list(map(_cards, hands)),
}
_READS: dict[str, Callable[[Any, str], Any]] = {
    **{one.name: one.read for one in STATE},
    "discard": _faces,
    "stock": _faces,
    "hands": lambda hands, _: list(map(_faces, hands)),
}
_values = attrgetter(*(one.name for one in STATE))
_WRITTEN = tuple((at, _WRITES[one.name]) for at, one in enumerate(STATE) if one.name in _WRITES)


def _write_game(table: Table, state: State) -> tuple[object, ...]:
    rules = None
    if state.rules is not table.rules and state.rules != table.rules:
        rules = {**differences(state.rules, preset(table.room.preset)), **added_of(options_of(state.rules))}
    values = list(_values(state))
    for at, write in _WRITTEN:
        if value := values[at]:  # an empty value is stored as it is: five calls fewer a move
            values[at] = write(value)
    return rules, state.seed, values


def _read_game(table: Table, options: dict[str, str] | None, seed: bytes, values: Sequence[Any]) -> State:
    rules: RuleSet = table.rules
    if options is not None:
        rules = with_options(preset(table.room.preset), as_told(table.room.preset, options, options))
    parts = {name: _READS[name]([] if value == {} else value, name) for name, value in zip(_READS, values, strict=True)}
    return State(Game(rules=rules, seed=seed, **parts))


def write_table(table: Table) -> bytes:
    """The whole state of a table, as stored. The table must be settled."""
    game = table.play.game
    here = table.present()
    members = [
        (number, one.name, one.seat, one.since, one.away_since, one.dealt, None if number in here else one.left_at)
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
            None if game is None else _write_game(table, game.state),
            None if table.result is None else result_to_map(table.result),
            *(() if table.dealing is None else (table.dealing,)),
        )
    )


@reads("a table")
def glance(body: bytes) -> tuple[Room, int, JournalNotes]:
    """The room of a table, its last entry, and the notes, for those who only list it. Raises Damaged."""
    room, n, notes, *_ = unpack(body)
    return read_room(room), n, JournalNotes.of(notes)


def read_table(number: int, body: bytes, entropy: Entropy, now: float) -> Table:
    """The table as it was stored; `now`: the server's time then. Its log is still empty.

    Raises whatever nonsense brings about, though the bytes are as written.
    """
    packed, n, notes, pause, secret, access, opener, members, times, game, result, *last = unpack(body)
    table = Table(number, read_room(packed), pause, secret, entropy)
    table.packed_room, table.notes, table.opener = packed, JournalNotes.of(notes), opener
    table.access = Access(access[0], access[1], tuple(access[2]), tuple(access[3]), *access[4:])
    if last:
        dealing = Dealing(*last[0])
        table.dealing = dealing._replace(
            kinds=tuple(dealing.kinds), opened=tuple(dealing.opened), gone=tuple(dealing.gone)
        )
    table.members = {one[0]: Member(*one) for one in members}
    table.log.begin_at(n)
    if game is not None:
        table.play.game = GameAtTable(_read_game(table, *game), table.log.note_all)
    _set_times(table, Times(*times), now)
    table.log.rebase(table.room, table.state, now=True)
    table.result = None if result is None else result_from_map(result)
    table.settled.access, table.settled.dealing, table.settled.result = table.access, table.dealing, table.result
    table.settled.note_members(table.members)
    return table


def _set_times(table: Table, times: Times, now: float) -> None:
    """Take over what the table waits for; a clock that ran has lost what had passed at `now`."""
    counts, play, left = tuple(times.time_outs), table.play, times.left
    table.times_kept = times = replace(times, time_outs=counts, feats=msgspec.convert(times.feats, Feats | None))
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


_LATER = ("screen", "face", "before", "replaced", "program")
"""What few sessions have, behind all else."""


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
    last: list[object] = []
    if session.screen or session.face is not None or session.before or session.program:
        last = [getattr(session, name) for name in _LATER]
        last += [] if session.given is None else [session.given]
    return pack((session.name, session.digest, session.taken_up, parted, session.done, ids, more, *last))


@reads("a session")
def read_session(number: int, body: bytes, used: Callable[[float | None], float]) -> Session:
    """Read it back; `used` gives the time of the last use on the server's clock. Raises Damaged."""
    name, digest, taken_up, parted, done, ids, more, *last = unpack(body)
    session = Session(number, digest, name, used(parted), last_id=done, taken_up=taken_up, done=done)
    session.given = SeatGiven(*last[len(_LATER)]) if last[len(_LATER) :] else None
    for name, value in zip(_LATER, last, strict=False):
        setattr(session, name, value)
    answers = {request: _answer(answer) for request, answer in more}
    for request in ids:
        session.answers.keep(request, answers.get(request), stored=True)
    return session


def _answer(body: bytes) -> ServerMessage:
    answer = decode_server(body)
    if not isinstance(answer, ServerMessage):
        raise WireFault("", "an answer is none")
    return answer


class Moment(NamedTuple):
    """A commit of a table: what the game was asked for, and what happened."""

    commit: int
    before: int  # the commit with the table's entries before these; 0 if there is none
    wall: float  # calendar time in seconds
    first: int  # the number of the first entry, that of the next one if there is none
    actions: list[Action]
    events: list[Event | RoomEvent]


def write_moment(before: int, wall: float, first: int, actions: Iterable[Action], entries: Iterable[Shown]) -> bytes:
    """A commit's entries in full, and the actions that they follow from, as stored."""
    events = [entry.full or event_to_map(entry.event) for entry in entries]
    return pack((before, wall, first, [action_to_map(action) for action in actions], events))


@reads("entries")
def read_moment(commit: int, body: bytes) -> Moment:
    """Read it back. Raises Damaged."""
    before, wall, first, actions, events = unpack(body)
    made = [action_from_map(one) for one in actions]
    return Moment(commit, before, wall, first, made, list(map(_event, events)))


def _event(plain: object) -> Event | RoomEvent:
    event = event_from_map(plain) if isinstance(plain, dict) else None
    if event is None:
        raise WireFault("k", "is of no known kind")
    return event


def back_from(connection: sqlite3.Connection, last: int, since: int = 1) -> Iterator[tuple[BodyRow, int]]:
    """A table's commits from `last` back to `since` or to damage, each with its last entry. Raises sqlite3.Error."""
    while last >= since:
        row = next(rows(connection, f"entries WHERE number = {last}"), None)
        if row is None or not row.sound:
            return
        last, _, first, _, events = unpack(row.body)
        yield row, first + len(events) - 1


class Head(NamedTuple):
    """How a game began."""

    number: int  # at its table, from 1
    began: float  # calendar time in seconds
    seed: bytes  # before the bytes of players are mixed into it; not to be shown before the game is finished
    seated: list[bool]
    chosen: int | None
    position: str  # where it began, if not with a deal (P-7.30). Not to be shown before the game is finished
    room: Room  # after the commit that opened it

    def state(self) -> State:
        """The state that the game begins with. Raises Damaged."""
        try:
            if self.position:
                return state_at(self.position, self.room.rules)
            return new_game(self.room.rules, self.seated, self.seed, self.chosen)
        except Refusal as fault:
            raise Damaged("a position cannot be read") from fault


def write_head(table: Table, event: GameOpened | GamePlaced, began: float) -> bytes:
    """How the game that has just been opened begins, as stored."""
    assert table.state is not None
    chosen = event.chosen if isinstance(event, GameOpened) else None
    position = event.position or "" if isinstance(event, GamePlaced) else ""
    return pack((table.notes.games, began, table.state.seed, list(event.seated), chosen, position, packed_room(table)))


@reads("how a game began")
def read_head(body: bytes) -> Head:
    """Read it back. Raises Damaged."""
    number, began, seed, seated, chosen, position, room = unpack(body)
    return Head(number, began, seed, seated, chosen, position, read_room(room))


@reads("who sat in a game")
def read_held(wanted: WantedSeat, body: bytes) -> WantedRecord | None:
    """The record that a session may have of a game, from a row of `held`; None if somebody else sat there then.

    Raises Damaged.
    """
    table, values = unpack(body)
    game = GameKept.of(values)
    return wanted_of(table, game, wanted.session, wanted.given) if wanted.has(table, game) else None


def write_record(commits: Sequence[BodyRow]) -> bytes:
    """A finished game as stored: its rows of `entries`, in order, without their sums."""
    return zlib.compress(pack([(row.number, row.body) for row in commits]))


def read_record(body: bytes) -> Iterator[Moment]:
    """Read it back. Raises Damaged."""
    return starmap(read_moment, _commits(body))


@reads("a record")
def _commits(body: bytes) -> list[tuple[int, bytes]]:
    return [(number, moment) for number, moment in unpack(zlib.decompress(body))]


class GameSummary(NamedTuple):
    """How a game went, as far as it was played."""

    names: list[str | None]  # by seat, of everyone who played; the last one who sat there
    bots: list[str | None]  # the levels of those that are computers
    rounds: int
    moves: int
    scores: list[int]
    winners: list[int]
    seed: bytes = b""  # of its deals; empty in what was written before players' bytes were mixed into it

    @classmethod
    def of(cls, notes: JournalNotes, game: Game, seed: bytes) -> GameSummary:
        """That of a game as it is now."""
        winners = list(game.winners) if game.phase is Phase.OVER else []
        return cls(notes.names, notes.bots, game.round, notes.moves, game.scores, winners, seed)

    def written(self) -> bytes:
        """As it is stored."""
        return pack(self if self.seed else self[:-1])


def write_result(table: Table) -> bytes | None:
    """How a game went, as stored; None unless it was played to its end."""
    state = table.state
    if state is None or state.phase is not Phase.OVER:
        return None
    return GameSummary.of(table.notes, state, state.seed).written()


@reads("the result of a game")
def read_result(body: bytes) -> GameSummary:
    """Read it back. Raises Damaged."""
    return GameSummary(*unpack(body))


def moves_in(actions: Iterable[Action]) -> int:
    """How many of these are moves: players make them, the computer's too."""
    return len([action for action in actions if type(action) not in _OF_THE_TABLE])


_OF_THE_TABLE = frozenset((Deal, Join, Left, TimedOut))


def played(head: Head, moments: Iterable[Moment] = ()) -> GameSummary:
    """How a game went, as all that has happened in it tells. Raises Damaged."""
    room, game, notes, seed = head.room.copy(), view_for(head.state(), None), JournalNotes(), head.seed
    notes.open_game(1, room, head.seated)
    try:
        for at, moment in enumerate(moments):
            notes.moves += moves_in(moment.actions)
            for event in moment.events:
                if not isinstance(event, RoomEvent):
                    evolve(game, event.seen_by(None))
                elif at:
                    event.fold(room)
                if isinstance(event, DealMixed):
                    seed = seed_after(head, event)
                if type(event) is PlayerJoined:
                    notes.join(event.seat, room)
    except (LookupError, ValueError, TypeError, AttributeError) as fault:
        raise Damaged("an entry does not fit those before it") from fault
    return GameSummary.of(notes, game, seed)


@reads("the bytes of players")
def seed_after(head: Head, event: DealMixed) -> bytes:
    """The seed of a game once the bytes of players are mixed into it. Raises Damaged."""
    return mixed_seed(head.seed, event.kinds, [None if one is None else bytes.fromhex(one) for one in event.shares])
