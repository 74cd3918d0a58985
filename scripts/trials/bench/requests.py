"""The cost of a request for the server: microseconds of processor time for each kind, beside many tables.

bench.py server --requests                  beside 1, 40 and 1,000 tables
bench.py server --requests --tables 40      beside so many; may be given more than once
bench.py server --requests --times N        each kind is asked N times (default 300)
bench.py server --requests --json           prints one line of JSON

The whole server runs in this process without its sockets: from the bytes of a request to the bytes of its answer. What
is asked is the dearest of its kind that people can bring about: a page of the list after every table on it has changed,
a return after 512 entries, a hand of 60 cards in chains, the widest body that a frame can hold.
`p50` and `p99` are microseconds of this thread's processor time. Most requests only read; those that change something
are marked with `*`, and their answers are not waited for while they are stored.
Exit code: 0; 1 if a kind costs more than 500 microseconds at p99 beside 40 tables.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import json
import sys
from time import thread_time_ns
from typing import TYPE_CHECKING, Any, NamedTuple

from environment import progress
from play import into_environment

from trials.bench.growth import others, play

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from tests.server.harness import Person

NAME = "bench.py server --requests"
TABLES = (1, 40, 1000)
COUNTED = 40
"""The number of tables at which a request may cost no more than `MOST_US`."""
MOST_US = 500.0
TIMES = 300
MOVES = 700
"""Moves of the long game: more entries than are kept."""
SEATS = 10
TALK = 200
"""Characters of a line in the lobby."""

Ask = tuple[int, bytes]
"""A link and the bytes that come over it."""


class Cost(NamedTuple):
    """The cost of one kind of request, in microseconds."""

    kind: str
    tables: int
    p50: float
    p99: float


class Place:
    """A server with so many tables besides the long game of ten, and what can be asked there."""

    def __init__(self, tables: int) -> None:
        from tests.server.whole import Whole

        self.whole = Whole()
        self.tables = tables
        self._ids = 1_000_000  # above all that people have used while they played
        others(self.whole, tables)
        self.lobby = self.whole.server.hub.lobby
        self.heard: list[bytes] = []
        """The latest messages to those who ask."""
        self.guest = self.whole.deaf("Guest", self.heard.append)
        self.people = self._long_game()
        self._chatted()

    def _long_game(self) -> list[Person]:
        """Ten people who have played for long; the first has the turn, and very many cards."""
        from uno_engine.cards import FACES, Colour, canonical_order
        from uno_engine.decisions import TakeTurn
        from uno_protocol import messages as m

        options = {"chains": "yes", "uno_grace": "0", "goal": "points", "target": "1000"}
        new = m.NewTable(seats=SEATS, preset="quickplay", options=options)
        people = [self.whole.person(f"Player {seat}") for seat in range(SEATS)]
        for person in people:
            person.ask(m.JoinTable, table="Long", new=new)
        for person in people:
            person.ask(m.Ready)
        people[0].ask(m.Start)
        self.whole.deliver()
        for person in people:
            person.token = person.last(m.LoggedIn).token
        play(self.whole, people, MOVES)
        while people[0].phase != "playing":
            play(self.whole, people, 1)
        table = self.lobby.find("Long")
        assert table is not None
        assert table.game is not None
        state = table.game.state
        plain = [face for face in FACES if face.colour is not None and not state.effects[face.order].asks]
        state.hands[0] = sorted((plain * 2)[:60], key=canonical_order)
        state.counts[0] = len(state.hands[0])
        state.discard.append(next(face for face in state.hands[0] if face.colour is Colour.RED))
        state.colour, state.first = Colour.RED, False
        state.waiting_for, state.window, state.drawn = TakeTurn(0), None, None
        return people

    def _chatted(self) -> None:
        """The lobby has kept as many lines as it keeps."""
        from uno_protocol import messages as m

        for speaker in range(50):
            link = self.whole.deaf(f"Speaker {speaker}")
            self.ask(link, m.Chat(id=1, to="lobby", text="x" * TALK))

    def ask(self, link: int, message: Any) -> None:
        """Ask, and measure nothing."""
        self.whole.handle(link, message)

    def next_id(self) -> int:
        """An id that is above all before."""
        self._ids += 1
        return self._ids

    def link_of(self, seat: int) -> int:
        """The link of a player of the long game."""
        link = self.people[seat].link
        assert link is not None
        return link

    def told(self) -> list[bytes]:
        """The messages since the last call."""
        told = [*self.heard, *(body for person in self.people for body in person.bytes)]
        self.heard.clear()
        for person in self.people:
            person.bytes.clear()
            person.heard.clear()
        return told

    def change_all(self) -> None:
        """Every table on the list has changed since it was looked at."""
        for table in self.lobby:
            table.changed.add(table.room.code)


def asks(place: Place) -> dict[str, tuple[bytes, Callable[[], Iterator[Ask]]]]:  # noqa: C901  (a table)
    """By kind: what its answer holds, and what is asked again and again.

    What comes before a `yield` is not measured.
    """
    from uno_protocol import messages as m
    from uno_protocol.codec import encode
    from uno_protocol.framing import frame

    def of(link: int, message: Any) -> Ask:
        return link, frame(encode(message))

    def again(link: Callable[[], int], message: Callable[[], Any]) -> Callable[[], Iterator[Ask]]:
        def steps() -> Iterator[Ask]:
            while True:
                yield of(link(), message())

        return steps

    whole, people, next_id = place.whole, place.people, place.next_id

    def guest() -> int:
        return place.guest

    def player() -> int:
        return place.link_of(0)

    def changed_list() -> Iterator[Ask]:
        while True:
            place.change_all()
            yield of(place.guest, m.ListTables(id=next_id()))

    def hello() -> Iterator[Ask]:
        while True:
            yield of(whole.stranger(place.heard.append), m.Hello(versions=[*m.SPOKEN], capabilities=["x" * 64] * 12))

    def login() -> Iterator[Ask]:
        while True:
            link = whole.stranger(place.heard.append)
            place.ask(link, m.Hello(versions=[*m.SPOKEN]))
            yield of(link, m.Login(name=f"New {next_id()}"))

    def refused_login() -> Iterator[Ask]:
        link = whole.stranger(place.heard.append)
        place.ask(link, m.Hello(versions=[*m.SPOKEN]))
        while True:
            yield of(link, m.Login(name="Guest " + "\N{COMBINING ACUTE ACCENT}" * 1000))

    def bad_token() -> Iterator[Ask]:
        while True:
            link = whole.stranger(place.heard.append)
            place.ask(link, m.Hello(versions=[*m.SPOKEN]))
            yield of(link, m.Resume(token="x" * 1000))

    def returns(entries: int) -> Callable[[], Iterator[Ask]]:
        def steps() -> Iterator[Ask]:
            one = people[1]
            while True:
                old = place.link_of(1)
                link = whole.stranger(place.heard.append)
                place.ask(link, m.Hello(versions=[*m.SPOKEN]))
                table = place.lobby.find("Long")
                assert table is not None
                seen = max(0, table.log.n - entries) if entries else None
                yield of(link, m.Resume(token=one.token, table=table.room.code, seen=seen))
                one.link = link
                whole.unplug(old)

        return steps

    def spectate() -> Iterator[Ask]:
        while True:
            watcher = whole.deaf(f"Watcher {next_id()}", place.heard.append)
            yield of(watcher, m.SpectateTable(id=next_id(), table="Long"))
            place.ask(watcher, m.LeaveTable(id=next_id()))

    def create() -> Iterator[Ask]:
        while True:
            host = whole.deaf(f"Host {next_id()}", place.heard.append)
            new = m.NewTable(seats=10, bots=["normal"] * 9, password="p" * 1000)
            yield of(host, m.CreateTable(id=next_id(), name=f"New {next_id()}", new=new))
            place.ask(host, m.LeaveTable(id=next_id()))

    def wide(kind: str) -> Callable[[], Iterator[Ask]]:
        def steps() -> Iterator[Ask]:
            head = b"\x83\xa1t" + encode(kind) + b"\xa2id"  # type: ignore[arg-type]
            while True:
                link = whole.deaf(f"Wide {next_id()}", place.heard.append)
                rest = b"\x01\xa1x\xdc\x00\x08" + (b"\xdc\x03\xf8" + b"\x01" * 0x3F8) * 8
                yield link, frame(head + rest)

        return steps

    def chain() -> m.Continuations:
        state = place.lobby.find("Long").game.state  # type: ignore[union-attr]
        reds = [card.name for card in state.hands[0] if card.colour is state.colour and card.rank.value.isdigit()]
        return m.Continuations(id=next_id(), decision=state.decision, cards=reds)

    def refused_play() -> m.Move:
        move: m.Move = m.Play(id=next_id(), decision=0, cards=["R0"] * 120, colours=["R"] * 120)
        return move

    def old() -> Iterator[Ask]:
        place.ask(place.guest, m.ListTables(id=(kept := next_id())))
        while True:
            yield of(place.guest, m.ListTables(id=kept))

    return {
        "hello": (b"welcome", hello),
        "login *": (b"logged_in", login),
        "login refused": (b"name_rejected", refused_login),
        "resume, bad token": (b"bad_token", bad_token),
        "resume, snapshot *": (b"snapshot", returns(0)),
        "resume, 512 entries *": (b"resumed", returns(512)),
        "ping": (b"pong", again(guest, m.Ping)),
        "list_tables": (b"tables", again(guest, lambda: m.ListTables(id=next_id()))),
        "list_tables, all changed": (b"tables", changed_list),
        "the same id again": (b"tables", old),
        "table_rules": (b"fingerprint", again(guest, lambda: m.TableRules(id=next_id(), table="Long"))),
        "lobby_talk": (b"lobby_talk", again(guest, lambda: m.LobbyTalk(id=next_id()))),
        "continuations": (b"continuations", again(player, chain)),
        "why_not": (b"reasons", again(player, lambda: m.WhyNot(id=next_id()))),
        "why_not, not in turn": (b"reasons", again(lambda: place.link_of(2), lambda: m.WhyNot(id=next_id()))),
        "play refused": (b"error", again(player, refused_play)),
        "spectate_table *": (b"snapshot", spectate),
        "create_table *": (b"snapshot", create),
        "join_table refused": (
            b"already_at_table",
            again(player, lambda: m.JoinTable(id=next_id(), table="x" * 1000, new=m.NewTable())),
        ),
        "a wide body": (b"bad_schema", wide("play")),
        "a wide body of no kind": (b"bad_schema", wide("nothing")),
    }


def measure(place: Place, times: int, only: str = "") -> Iterator[Cost]:
    """The cost of each kind there."""
    whole = place.whole
    for kind, (wanted, steps) in asks(place).items():
        if only not in kind:
            continue
        progress.show(f"beside {place.tables:,} tables: {kind}")
        found: list[int] = []
        each = steps()
        for turn in range(times + 10):
            link, data = next(each)
            gc.disable()
            began = thread_time_ns()
            whole.server.bytes_came(whole.wires[link][0], data)
            took = thread_time_ns() - began
            gc.enable()
            whole.deliver()
            if wanted not in b"".join(place.told()):
                raise RuntimeError(f"{kind} was not answered with {wanted.decode()}")
            if turn >= 10:  # the first ones make what is made once
                found.append(took)
        found.sort()
        yield Cost(kind, place.tables, found[len(found) // 2] / 1000, found[int(len(found) * 0.99)] / 1000)


async def beside(tables: int, times: int, only: str) -> list[Cost]:
    """All kinds beside so many tables."""
    progress.show(f"beside {tables:,} tables: they begin")
    place = Place(tables)
    found = list(measure(place, times, only))
    await place.whole.end()
    return found


def dear(found: Sequence[Cost]) -> list[Cost]:
    """The kinds that cost more than they may."""
    return [cost for cost in found if cost.tables == COUNTED and cost.p99 > MOST_US]


def main(typed: Sequence[str]) -> int:
    """The command."""
    parser = argparse.ArgumentParser(
        prog=NAME, description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--tables", type=int, action="append", metavar="N", help="beside so many tables")
    parser.add_argument("--times", type=int, default=TIMES, metavar="N", help="ask each kind so often (default 300)")
    parser.add_argument("--only", default="", metavar="KIND", help="kinds with this in their name alone")
    parser.add_argument("--json", action="store_true", help="print one line of JSON")
    asked = parser.parse_args(typed)
    into_environment()
    with progress.line():
        found = [cost for many in asked.tables or TABLES for cost in asyncio.run(beside(many, asked.times, asked.only))]
    too_dear = dear(found)
    if asked.json:
        print(json.dumps({"costs": [cost._asdict() for cost in found], "dear": [cost.kind for cost in too_dear]}))
    else:
        for cost in found:
            print(f"{cost.tables:5,} tables  {cost.kind:28} p50 {cost.p50:7.0f} us   p99 {cost.p99:7.0f} us")
    for cost in too_dear:
        print(f"{NAME}: {cost.kind} costs {cost.p99:.0f} us", file=sys.stderr)
    return 1 if too_dear else 0
