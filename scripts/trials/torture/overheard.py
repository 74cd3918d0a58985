"""Compares what passed to each seat of a table with what the journal says: what the seat may know, and what it did.

Proxies have the bytes of every connection; the journal has all actions that the game accepted, and all events.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter, deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple, get_args

import msgpack

from tests.e2e.killing.judge import DIVERGED, DOUBLED, LOST, Judge
from tests.peer import comparable, differences
from uno_engine.actions import PlayerAction
from uno_engine.events import Event
from uno_engine.laws.violation import Violation
from uno_engine.laws.witness import Witness
from uno_engine.legal import legal_actions
from uno_engine.state import State
from uno_engine.view import view_for
from uno_protocol import messages as m
from uno_protocol.codec import decode_client, decode_server
from uno_protocol.conformance.picture import Picture
from uno_protocol.fold import TableView
from uno_protocol.framing import CLIENT_LIMIT, SERVER_LIMIT, Frames
from uno_protocol.room import RoomEvent
from uno_protocol.wire import KINDS, action_from_request, action_to_map, event_to_map, listed_to_map, view_to_map
from uno_server.journal.bodies import Moment

Plain = dict[str, Any]

MOST = 2**53
"""More than the number of any entry."""
LEAKED, VIOLATIONS = "leaked", "violations"
TOO_LATE = ("stale", "rate_limited", "nothing_to_catch", "already_called", "paused", "away")
"""Why a listed move may be refused: something happened while it was on its way."""
PUBLIC = frozenset(("welcome", "logged_in", "resumed", "joined", "ok", "error", "ping", "pong", "bye", "clock"))
"""Messages that have no secrets. An error could only have them in its `args`, and those of TOO_LATE name no card."""


class Bytes(NamedTuple):
    """What passed on one connection, from the client and from the server."""

    up: bytes
    down: bytes


@dataclass
class Seat:
    """What passed to one seat, or to a spectator (None), on all connections."""

    name: str
    number: int | None = None
    table: str = ""
    """Its code."""
    entries: dict[int, Plain] = field(default_factory=dict)
    snapshots: list[Plain] = field(default_factory=list)
    lists: list[Plain] = field(default_factory=list)
    moves: dict[int, m.Move] = field(default_factory=dict)
    """Those that were sent, by id."""
    answers: dict[int, Plain] = field(default_factory=dict)
    refused: Counter[str] = field(default_factory=Counter)
    """Requests, by code."""

    @property
    def stood_in(self) -> bool:
        """Whether a computer player has ever played for it: then nothing is listed, and it does what nobody sent."""
        return any(one["k"] == "stand_in_changed" and one["seat"] == self.number for one in self.entries.values())

    def read(self, connections: Iterable[Bytes], judge: Judge) -> None:
        """Take in all connections, oldest first. What comes again has to be what came first."""
        for connection in connections:
            sent = [decode_client(body) for body in Frames(CLIENT_LIMIT).feed(connection.up)]
            self.moves |= {message.id: message for message in sent if isinstance(message, m.Move)}
            resumes = deque(message.seen for message in sent if isinstance(message, m.Resume))
            due: int | None = None
            for body in Frames(SERVER_LIMIT).feed(connection.down):
                message = msgpack.unpackb(body)
                due = self._next(message, due, resumes, judge)
                self._take(message, judge)

    def _next(self, message: Plain, due: int | None, resumes: deque[int | None], judge: Judge) -> int | None:
        """The number of the entry that is due after this message; None: a snapshot is (P-8.2, P-8.6)."""
        match message:
            case {"t": "resumed"}:
                seen = resumes.popleft()
                if seen is not None and seen not in self.entries and seen not in [one["n"] for one in self.snapshots]:
                    judge.fault(LOST, f"{self.name} has applied entry {seen}, which never came")
                return None if seen is None else seen + 1
            case {"t": "error", "code": "bad_seq"}:
                resumes.popleft()
            case {"t": "entry", "n": n} if n != due:
                judge.fault(LOST, f"{self.name}: entry {n} comes where {due or 'a snapshot'} is due")
        return message["n"] + 1 if message["t"] in ("entry", "snapshot") else due

    def _take(self, message: Plain, judge: Judge) -> None:
        match message["t"]:
            case "entry":
                before = self.entries.setdefault(message["n"], message["event"])
                if before != message["event"]:
                    judge.fault(DIVERGED, f"{self.name}: entry {message['n']} was {before}, is {message['event']}")
            case "snapshot":
                self.table, self.number = message["table"], message.get("seat")
                self.snapshots.append(message)
            case "legal":
                self.lists.append(message)
            case "ok" | "joined" | "error" if "id" in message:
                self._answer(message["id"], message, judge)
            case kind if kind not in PUBLIC:
                judge.fault(LEAKED, f"{self.name} gets {message}")

    def _answer(self, id: int, answer: Plain, judge: Judge) -> None:
        if (before := self.answers.setdefault(id, answer)) != answer:
            judge.fault(DIVERGED, f"{self.name}: the answer to {id} was {before}, is {answer}")
        elif before is answer and answer["t"] == "error":
            self.refused[answer["code"]] += 1
            if id in self.moves and answer["code"] not in TOO_LATE:
                judge.fault(DIVERGED, f"{self.name}: a listed move is refused: {self.moves[id]}, {answer}")


class Due(NamedTuple):
    """What each seat may do from entry `n` to the next commit of the game."""

    n: int
    decision: int
    lists: dict[int, list[Plain]]


@dataclass
class Truth:
    """A table as its journal has it."""

    looked: Sequence[int] = ()
    """After which entries there were snapshots."""
    entries: dict[int, dict[int | None, Plain]] = field(default_factory=dict)
    """By number: what each seat, and a spectator, may see of it."""
    views: dict[int, dict[int | None, Plain]] = field(default_factory=dict)
    """The game as each sees it, after each entry of `looked`."""
    due: list[Due] = field(default_factory=list)
    done: dict[int, Counter[str]] = field(default_factory=dict)
    """By seat: the actions that the game accepted, and how often."""

    def after(self, n: int) -> Due | None:
        """What may be done after entry `n`; None before the first game."""
        at = bisect_right(self.due, n, key=lambda due: due.n)
        return self.due[at - 1] if at else None

    def play(self, state: State, moments: Iterable[Moment], judge: Judge) -> None:
        """Play the table's next game again, and look at all cards and views after every event."""
        witness, last = Witness(state), MOST
        try:
            for moment in moments:
                self._look(witness.truth, last, moment.first)
                witness.see([event for event in moment.events if isinstance(event, Event)])
                last = self._happen(witness.truth, moment)
        except Violation as violation:
            judge.fault(VIOLATIONS, str(violation))
        self._look(witness.truth, last, MOST)

    def _look(self, state: State, since: int, before: int) -> None:
        for n in self.looked:
            if since <= n < before:
                self.views[n] = {
                    seat: _plain(view_to_map(view_for(state, seat))) for seat in (*range(state.seats), None)
                }

    def _happen(self, state: State, moment: Moment) -> int:
        for action in moment.actions:
            if isinstance(action, get_args(PlayerAction)):
                self.done.setdefault(action.seat, Counter())[repr(action_to_map(action))] += 1
        n = moment.first - 1
        for n, event in enumerate(moment.events, moment.first):
            self.entries[n] = shown(event, state.seats)
        lists = {seat: [*map(listed_to_map, legal_actions(state, seat))] for seat in range(state.seats)}
        self.due.append(Due(n, state.decision, lists))
        return n


def shown(event: Event | RoomEvent, seats: int) -> dict[int | None, Plain]:
    """The event as each seat, and a spectator, may see it."""
    public, own = event.forms() if isinstance(event, Event) else (event, {})
    told = _plain(event_to_map(public))
    return {seat: _plain(event_to_map(own[seat])) if seat in own else told for seat in (*range(seats), None)}


def judge_seat(seat: Seat, truth: Truth, judge: Judge) -> None:
    """Compare all entries, pictures, lists and moves of one seat."""
    _judge_entries(seat, truth, judge)
    _judge_pictures(seat, truth, judge)
    _judge_lists(seat, truth, judge)
    if seat.number is not None and not seat.stood_in:
        _judge_moves(seat, truth.done.get(seat.number, Counter()), judge)


def _judge_entries(seat: Seat, truth: Truth, judge: Judge) -> None:
    for n, event in seat.entries.items():
        judge.entry(seat.name, seat.table, n, event["k"])
        due = truth.entries.get(n, {}).get(seat.number)
        if due is not None:
            _compare(judge, f"{seat.name}: entry {n}", event, due)
        elif n in truth.entries or not issubclass(KINDS[event["k"]], RoomEvent):
            judge.fault(DIVERGED, f"{seat.name}: entry {n} is not in the journal: {event}")


def _judge_pictures(seat: Seat, truth: Truth, judge: Judge) -> None:
    """A snapshot has what the seat may know, and what all entries before it have made of the first one."""
    snapshots = sorted(seat.snapshots, key=lambda one: int(one["n"]))
    for one in snapshots:
        if "game" in one:
            what = f"{seat.name}: the game after entry {one['n']}"
            _compare(judge, what, one["game"], truth.views.get(one["n"], {}).get(seat.number, {}))
    try:
        if snapshots:
            _fold(seat, snapshots, judge)
    except (ValueError, LookupError) as fault:
        judge.fault(DIVERGED, f"{seat.name}: the entries contradict each other: {fault!r}")


def _fold(seat: Seat, snapshots: Sequence[Plain], judge: Judge) -> None:
    """Fold with the suite's picture and with our own. Raises ValueError, LookupError."""
    picture, ours = Picture(snapshots[0]), TableView.from_snapshot(_decoded(snapshots[0]))
    for snapshot in [*snapshots[1:], {"n": max(seat.entries, default=0)}]:
        while picture.n < snapshot["n"] and (event := seat.entries.get(picture.n + 1)) is not None:
            picture.take_in({"n": picture.n + 1, "event": event})
            ours.apply(m.Entry(table=seat.table, n=picture.n, event=event))
        if "room" not in snapshot:
            return
        fresh, there = Picture(snapshot), TableView.from_snapshot(_decoded(snapshot))
        if picture.n == snapshot["n"]:
            judge.compared["pictures"] += 1
            what = f"{seat.name}: the picture after entry {picture.n}"
            _compare(judge, f"{what}: the room", fresh.room, picture.room)
            _compare(judge, f"{what}: the game", fresh.game or {}, picture.game or {})
            results = comparable(ours.result, there.result)
            if (ours.room, ours.game, results[0]) != (there.room, there.game, results[1]):
                judge.fault(DIVERGED, f"{what}: {differences(ours, there)}")
        else:  # the client was cut off before it had a picture, and `Cutting` had looked already
            picture, ours = fresh, there


def _judge_lists(seat: Seat, truth: Truth, judge: Judge) -> None:
    stood_in = seat.stood_in
    for told in seat.lists:
        due = truth.after(told["n"])
        if due is None or seat.number is None:
            judge.fault(LEAKED, f"{seat.name}: a list where there is no game: {told}")
        elif told["actions"] or not stood_in:
            listed = {"decision": due.decision, "actions": due.lists[seat.number]}
            got = {"decision": told["decision"], "actions": told["actions"]}
            _compare(judge, f"{seat.name}: the list after {told['n']}", got, listed)


def _judge_moves(seat: Seat, done: Mapping[str, int], judge: Judge) -> None:
    """What was answered `ok` has happened, and nothing more often than it was sent."""
    assert seat.number is not None
    sent, promised = Counter[str](), Counter[str]()
    for id, move in seat.moves.items():
        answer = seat.answers.get(id)
        if answer is None or answer["t"] != "error":
            text = repr(action_to_map(action_from_request(move, seat.number)))
            sent[text] += 1
            promised[text] += answer is not None
    for text in promised.keys() | done.keys():
        judge.compared["moves"] += done.get(text, 0)
        if done.get(text, 0) < promised[text]:
            judge.fault(LOST, f"{seat.name}: {text} was answered {promised[text]} times, done {done.get(text, 0)}")
        if done.get(text, 0) > sent[text]:
            judge.fault(DOUBLED, f"{seat.name}: {text} was sent {sent[text]} times, done {done[text]}")


def _compare(judge: Judge, what: str, got: Plain, due: Plain) -> None:
    judge.compared["things"] += 1
    if got != due:
        more = Counter(_leaves(got)) - Counter(_leaves(due))
        judge.fault(LEAKED if more else DIVERGED, f"{what} is {got}, due is {due}")


def _leaves(value: object, path: str = "") -> Iterator[str]:
    """All that is said in a plain value, and where."""
    match value:
        case dict():
            for key, one in value.items():
                yield from _leaves(one, f"{path}.{key}")
        case list() | tuple():
            for one in value:
                yield from _leaves(one, path)
        case None:
            return
        case _:
            yield f"{path}={value!r}"


def _decoded(message: Plain) -> Any:
    return decode_server(msgpack.packb(message))


def _plain(value: Plain) -> Plain:
    """As it is after it has travelled."""
    made: Plain = msgpack.unpackb(msgpack.packb(value))
    return made
