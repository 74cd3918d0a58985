"""The whole server without sockets: a virtual clock, made-up people on made-up links, entropy from one seed.

Everything that the server sends is encoded, kept as bytes, decoded and folded, as a client would.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Any, TypeVar

from tests.peer import Peer
from uno_engine.cards import Colour, canonical_order, cards
from uno_engine.decisions import TakeTurn
from uno_engine.state import State, View
from uno_engine.view import view_for
from uno_protocol import messages as m
from uno_protocol.codec import decode_server, encode
from uno_protocol.room import Occupant, Room
from uno_protocol.versions import Spoken
from uno_server.base.limits import Limits
from uno_server.core.hub import Hub
from uno_server.core.outputs import Close, Commit, Deliver, Fetch, Output, WantedRecord, WantedSeat
from uno_server.journal import recording
from uno_server.journal.store import Journal
from uno_server.net.outbox import Outbox
from uno_server.table import transaction
from uno_server.table.broadcast import snapshot
from uno_server.table.table import Table

T = TypeVar("T", bound=m.ServerMessage)
decoded = lru_cache(maxsize=256)(decode_server)  # everybody at a table is sent the same bodies


class Entropy:
    """Bytes that look random and are the same for the same seed."""

    def __init__(self, seed: object) -> None:
        self._seed = seed
        self._drawn = 0

    def __call__(self, count: int) -> bytes:
        self._drawn += 1
        return hashlib.shake_256(f"{self._seed} {self._drawn}".encode()).digest(count)


EVERYWHERE = ("bad_schema", "internal", "not_logged_in", "old_id")
"""Codes with which anything may be refused; those of one request it declares itself (`Asked.refused`)."""


def record_of(journal: Journal, wanted: WantedRecord | WantedSeat) -> bytes | None:
    """The record that the server would read."""
    found = journal.found(wanted) if isinstance(wanted, WantedSeat) else wanted
    return None if found is None else journal.record(found)


class World:
    """A server, its clock, and the people who are connected to it."""

    def __init__(
        self,
        seed: int = 1,
        journal: Journal | None = None,
        *,
        password: str | None = None,
        test_deals: bool = False,
        spoken: Spoken = m.SPOKEN,
        **limits: Any,
    ) -> None:
        """`limits`: fields of `uno_server.base.limits.Limits` that are to be others."""
        self.now = 1000.0
        self.commits: list[Commit] = []
        self._links: dict[int, Person] = {}
        self._numbers = 0
        chances, bounds = Entropy(seed), Limits(**limits)
        hub = Hub(
            name="the test",
            entropy=chances,
            limits=bounds,
            password=password,
            test_deals=test_deals,
            spoken=spoken,
        )
        if journal is None:
            journal = Journal()
            journal.wall = lambda: self.now
        self.begin(hub, journal, self.now)

    def begin(self, hub: Hub, journal: Journal, now: float) -> None:
        """A server begins, or another goes on in its place; every link is cut."""
        self._links.clear()
        self.hub = hub
        self.now = now
        self._journal = journal
        self._outbox = Outbox(journal)
        self.do(hub.begin(now))

    def screen(self, address: str = "127.0.0.1") -> Person:
        """A screen that connects, and logs in."""
        screen = self.person("", login=False, address=address)
        screen.screen = True
        screen.say(m.Login(screen=True))
        screen.name, screen.token = (told := screen.last(m.LoggedIn)).name, told.token
        return screen

    def person(self, name: str, *, login: bool = True, address: str = "127.0.0.1", **more: Any) -> Person:
        """Somebody who connects, and logs in."""
        somebody = Person(self, name, address)
        somebody.connect()
        if login:
            somebody.say(m.Login(name=name, **more))
            somebody.token = somebody.last(m.LoggedIn).token
        return somebody

    def plug(self, person: Person) -> int:
        self._numbers += 1
        self._links[self._numbers] = person
        return self._numbers

    def unplug(self, link: int) -> None:
        self._links.pop(link, None)

    def plugged(self, link: int | None) -> bool:
        return link in self._links

    def do(self, outputs: Sequence[Output]) -> None:
        """Carry out what the hub wants, as far as the journal lets it."""
        self.commits += [output for output in outputs if isinstance(output, Commit)]
        self._outbox.put(outputs)
        self._journal.flush()
        self.flush()

    def flush(self) -> None:
        for output in self._outbox.release():
            match output:
                case Deliver(peers, messages):
                    bodies = [encode(message) for message in messages]
                    for person in [self._links[peer] for peer in peers if peer in self._links]:
                        for body in bodies:
                            person.hear(body)
                case Fetch(record=wanted):
                    data = record_of(self._journal, wanted)
                    self.do(self.hub.fetched(output, None if data is None else recording.lines(data), self.now))
                case Close(peer) if peer in self._links:
                    self._links.pop(peer).link = None
                    self.do(self.hub.gone(peer, self.now))
                case _:
                    pass

    def wait(self, seconds: float) -> None:
        """Let time pass; what is due meanwhile happens when it is due."""
        self.wait_until(self.now + seconds)

    def wait_until(self, end: float) -> None:
        for _ in range(100_000):
            deadline = self.hub.next_deadline()
            if deadline is None or deadline > end:
                self.now = end
                return
            self.now = max(self.now, deadline)
            self.do(self.hub.tick(self.now))
        raise AssertionError("the server never comes to rest")

    def table(self, name: str = "T") -> Table:
        table = self.hub.lobby.find(name)
        assert table is not None
        return table

    def state(self, name: str = "T") -> State:
        game = self.table(name).game
        assert game is not None
        return game.state


class Person(Peer):
    """Somebody at a keyboard: a link that may be down, and what the server has said. Nothing is said unasked."""

    words = ""
    """The language in which it wants words (P-4.9); empty: it wants none."""
    versions = m.SPOKEN

    def __init__(self, world: World, name: str, address: str = "127.0.0.1") -> None:
        super().__init__(name)
        self.world = world
        self.address = address
        self.screen = False
        self.link: int | None = None
        self.heard: list[m.ServerMessage | m.Ping | m.Pong] = []
        self.bytes: list[bytes] = []
        self.asked: m.Request | None = None
        """The last request."""

    def greet(self) -> None:
        self.say(m.Hello(versions=[*self.versions], words=self.words))

    def connect(self, *, greet: bool = True) -> None:
        self.link = self.world.plug(self)
        self.world.do(self.world.hub.connected(self.link, self.address, self.world.now))
        if greet:
            self.greet()

    def drop(self) -> None:
        """The link is lost without a word."""
        assert self.link is not None
        link, self.link = self.link, None
        self.world.unplug(link)
        self.world.do(self.world.hub.gone(link, self.world.now))

    def resume(self, *, seen: int | None = -1, table: str | None = None) -> None:
        """Connect again and go on; `seen` is what was seen unless told otherwise."""
        if self.link is None:
            self.connect()
        if self.table is not None:
            table = table or self.table.code
            seen = self.table.n if seen == -1 else seen
        self.say(m.Resume(token=self.token, table=table, seen=None if seen == -1 else seen))

    def say(self, message: m.ClientMessage) -> None:
        assert self.link is not None
        if isinstance(message, m.Request):
            self.asked = message
        self.world.do(self.world.hub.handle(self.link, message, self.world.now))

    send = say

    def hear(self, body: bytes) -> None:
        assert len(body) <= 64 * 1024
        self.bytes.append(body)
        message = decoded(body)
        assert message is not None
        self.heard.append(message)
        if not isinstance(message, m.Welcome | m.Resumed):  # a test says what follows
            self.take(message)

    def leave(self) -> None:
        self.legal = self.clock = None  # the last picture of a table is kept, to be looked at

    def ask(self, kind: type[m.Request], **fields: Any) -> m.ServerMessage | None:
        """Send a request; the answer, or None while there is none."""
        answer = self.answer(self.request(kind, **fields))
        declared = (*kind.asked.refused, *EVERYWHERE, *(["not_seated"] if self.screen else []))
        assert not isinstance(answer, m.Error) or answer.code in declared, f"{kind.__name__} declares no {answer.code}"
        return answer

    def play(self, kind: type[m.PlayRequest], **fields: Any) -> m.ServerMessage | None:
        """A request of play that names the decision of now."""
        return self.ask(kind, decision=self.game.decision, **fields)

    def answer(self, id: int) -> m.ServerMessage | None:
        return next((one for one in reversed(self.heard) if getattr(one, "id", None) == id), None)  # type: ignore[return-value]  # a ping has no id

    def error(self, kind: type[m.Request], **fields: Any) -> m.Error:
        """Send a request that is refused; why."""
        answer = self.ask(kind, **fields)
        assert isinstance(answer, m.Error), answer
        return answer

    def refused(self, kind: type[m.Request], **fields: Any) -> str:
        """Send a request that is refused; the code."""
        return self.error(kind, **fields).code

    def join(self, table: str = "T", **new: Any) -> m.Joined:
        joined = self.ask(m.JoinTable, table=table, new=m.NewTable(**new) if new else None)
        assert isinstance(joined, m.Joined), joined
        return joined

    def all(self, kind: type[T]) -> list[T]:
        return [one for one in self.heard if isinstance(one, kind)]

    def last(self, kind: type[T]) -> T:
        return self.all(kind)[-1]

    @property
    def seat(self) -> int:
        assert self.table is not None
        assert self.table.seat is not None
        return self.table.seat

    @property
    def away(self) -> bool:
        """A computer player plays for this person."""
        if self.table is None or self.table.seat is None:
            return False
        return self.occupant(self.table.seat).stand_in is not None

    def come_back(self) -> None:
        """Take the seat back, if a computer player has it."""
        if self.away:
            assert isinstance(self.ask(m.Away, away=False), m.Ok)

    @property
    def room(self) -> Room:
        """The table as this person has folded it."""
        assert self.table is not None
        return self.table.room

    def occupant(self, seat: int) -> Occupant:
        """The occupant of a seat, which must not be free."""
        found = self.room.occupants[seat]
        assert found is not None
        return found

    @property
    def game(self) -> View:
        assert self.table is not None
        assert self.table.game is not None
        return self.table.game

    @property
    def phase(self) -> str:
        return self.room.phase.value

    def kinds(self) -> list[str]:
        return [entry.event["k"] for entry in self.all(m.Entry)]

    def agrees(self) -> bool:
        """What this person has folded is what the server would show now."""
        assert self.table is not None
        table = self.world.table(self.table.code)
        state = None if table.game is None else view_for(table.game.state, self.table.seat)
        results = [one and replace(one, counts=None) for one in (self.table.result, table.result)]
        seen = (self.table.n, self.table.room, self.table.game, results[0])
        return seen == (table.log.n, table.room, state, results[1])

    def chosen(self, *how: Any, **more: Any) -> m.Request | None:
        return None if self.last_id in self.pending else super().chosen(*how, **more)


def sit_down(world: World, names: str = "ann bob", table: str = "T", /, **new: Any) -> list[Person]:
    """People at a new table, the first of them its host."""
    people = [world.person(name) for name in names.split()]
    new = {"seats": max(2, len(people)), "bot_pause": 0.0, **new}
    for person in people:
        person.join(table, **new)
    return people


def start(people: Sequence[Person]) -> None:
    for person in people:
        assert isinstance(person.ask(m.Ready), m.Ok)
    if people[0].phase != "playing":  # a rematch begins when all are ready
        assert isinstance(people[0].ask(m.Start), m.Ok)


def playing(world: World, names: str = "ann bob", **new: Any) -> list[Person]:
    """People in the middle of a round."""
    people = sit_down(world, names, **new)
    start(people)
    return people


def place(state: State, hands: Sequence[str], top: str = "R9", turn: int = 0) -> None:
    """Put a round in a position: hands by seat, the top card, whose turn it is."""
    for seat, hand in enumerate(hands):
        state.hands[seat] = sorted(cards(hand), key=canonical_order)
        state.counts[seat] = len(state.hands[seat])
    state.discard = list(cards(top))
    state.colour = state.discard[-1].colour or Colour.RED
    state.first = False
    state.direction = 1
    state.waiting_for = TakeTurn(turn)
    state.window = state.drawn = state.sealed = None


def set_up(world: World, people: Sequence[Person], *hands: str, top: str = "R9", turn: int = 0) -> None:
    """Put the round of table `T` in a position, and show it to the people there."""
    table, state = world.table(), world.state()
    place(state, hands, top, turn)
    table.log.rebase(table.room, state, now=True)
    for person in people:
        member = next(one for one in table.members.values() if one.seat == person.seat)
        clock = person.clock
        person.hear(encode(snapshot(table.room, table.log.n, state, member)))
        person.clock = clock
    transaction.settle(table, world.now)


def gathered(names: str = "ann bob", **new: Any) -> tuple[World, list[Person]]:
    """A new world, and people at its table `T`."""
    world = World()
    return world, sit_down(world, names, **new)


def begun(names: str = "ann bob", **new: Any) -> tuple[World, list[Person]]:
    """A new world, and people in the middle of a round."""
    world = World()
    return world, playing(world, names, **new)


def dealt(*hands: str, names: str = "", top: str = "R9", turn: int = 0, **new: Any) -> tuple[World, list[Person]]:
    """A new world, and people in the middle of a round with these hands, by seat."""
    world, people = begun(names or " ".join(("ann", "bob", "cem", "dee")[: len(hands)]), **new)
    set_up(world, people, *hands, top=top, turn=turn)
    return world, people


def over(names: str = "ann bob", **new: Any) -> tuple[World, list[Person]]:
    """A new world, and people of whom the first has just laid the last card of a round."""
    world, people = dealt("R5", *["B1 B2"] * len(names.split()[1:]), names=names, **new)
    assert isinstance(people[0].play(m.Play, cards=["R5"]), m.Ok)
    return world, people


def play_out(world: World, people: Sequence[Person], limit: int = 20_000) -> None:
    """People and computer players play until the game is finished; people are ready for every next round."""
    for _ in range(limit):
        if people[0].phase == "finished":
            return
        for person in people:
            person.come_back()
        if people[0].phase == "between_rounds":
            for person in people:
                if person.phase == "between_rounds":
                    person.ask(m.Ready)
            continue
        if not any(person.move() for person in people):
            deadline = world.hub.next_deadline()
            assert deadline is not None, "nobody has anything to do"
            world.wait_until(max(deadline, world.now))
    raise AssertionError("the game does not end")
