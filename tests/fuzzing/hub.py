"""The hub under fuzz: tables in the midst of games, honest people, and others who send anything at all.

What is refused changes no table; nothing that a table is changes without a commit; nobody honest is disturbed.
"""

import logging
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from random import Random
from typing import Any

from tests.fuzzing.finding import Finding, require, shown
from tests.fuzzing.inputs import generated, golden, mutated, packed
from tests.server.harness import Person, World, playing
from tests.simulation import asks
from uno_protocol import messages as m
from uno_protocol.codec import CodecFault, decode_client, decode_server, encode
from uno_server.base.limits import ANSWERS_KEPT
from uno_server.core.outputs import Close, Commit, Deliver, Output
from uno_server.table.table import Table

INPUTS = 500
"""In one round: one world."""
HOSTILE = 5
WIDE: dict[str, Any] = {
    "changes_per_second": 100_000,
    "tables_per_minute": 100_000,
    "chat_at_once": 100_000,
    "chat_per_minute": 100_000,
}
"""Limits of half of the worlds: wide enough for what else would only be refused as too much."""
_NAMES = (*asks.NAMES, "Ann", "bob ", "cem\n", "an\u0430", "ann\ufe0f", "\u202ebob", "x" * 21, "", "Abacus", "g" * 1024)


_Pictures = dict[int, tuple[Any, ...]]
"""By the number of a table: what it is."""


class Hostile(Person):
    """Somebody who sends anything, takes in what can be taken in, and is not surprised."""

    def hear(self, body: bytes) -> None:
        message = decode_server(body)
        require(message is not None, "the server sends a message that nobody knows", body)
        self.heard.clear()  # nobody asks what was said
        match message:
            case m.LoggedIn():
                self.table, self.last_id = None, 0
            case m.Entry(table=code, n=n) if self.table is None or (self.table.code, self.table.n) != (code, n - 1):
                return
            case m.Error(code="internal") | m.Bye(code="internal"):
                raise Finding("the server calls it its own fault")
            case m.Error(code="old_id", args={"last_id": int(last)}):
                self.last_id = last
            case m.PutOut():
                self.table = None
            case _:
                pass
        super().hear(body)

    def next_id(self) -> int:
        self.last_id = min(self.last_id, 2**53 - 2)
        return super().next_id()


class Fuzzed:
    """One world of one seed."""

    def __init__(self, seed: str) -> None:
        self.dice = Random(f"hub {seed}")
        self.world = World(
            self.dice.randrange(2**32),
            test_deals=self.dice.random() < 0.3,
            **(WIDE if self.dice.random() < 0.5 else {}),
        )
        self.honest = self._a_closed_table() + self._an_open_table()
        self._network = self.dice.choice(("127.0.0.", "10.0.0."))
        self.hostile = [Hostile(self.world, f"h{at}", f"{self._network}{at % 2}") for at in range(HOSTILE)]
        for one in self.hostile:
            one.connect()
            one.say(m.Login(name=one.name))
        self._a_table_of_theirs()
        self.sent: list[bytes] = [encode(m.ListTables(id=1))]

    def _a_closed_table(self) -> list[Person]:
        preset, options = self.dice.choice([one for one in asks.RULES if _suits(*one)])
        new = {"bots": ["normal"], "preset": preset, "options": options, "watching": False, "turn_seconds": 0}
        people = playing(self.world, "una uwe", seats=3, **new)
        assert isinstance(people[0].ask(m.ChangeTable, locked=True), m.Ok)
        return people

    def _an_open_table(self) -> list[Person]:
        host = self.world.person("olga")
        host.join("T0", seats=4, bots=["normal", "random"], bot_pause=0.2)
        return [host]

    def _a_table_of_theirs(self) -> None:
        preset, options = self.dice.choice([one for one in asks.RULES if _suits(*one)])
        there = self.hostile[: self.dice.randint(2, 4)]
        for one in there:
            new = m.NewTable(seats=len(there), preset=preset, options=options)
            one.ask(m.JoinTable, table="T1", new=new)
            one.ask(m.Ready)
        there[0].ask(m.Start)

    def play(self, inputs: int) -> None:
        """Try that many inputs. Raises Finding, or what the hub wrongly raises."""
        before = self._pictures()
        for _ in range(inputs):
            if self._meanwhile():
                before = self._pictures()
            one = self.dice.choice(self.hostile)
            if one.last_id > 2**50 and self.world.plugged(one.link):
                one.drop()
            if not self.world.plugged(one.link):
                self._connect(one)
                before = self._pictures()
                continue
            body = self._body_for(one)
            self.sent[self.dice.randrange(20) :] = [body] if len(self.sent) > 40 else [*self.sent[-1:], body]
            before = self._judge(one, body, before)
        self._at_the_end()

    def _judge(self, one: Hostile, body: bytes, before: _Pictures) -> _Pictures:
        """Hand over a body and see what came of it; what the tables are then."""
        try:
            outputs, id = self._handed_over(one, body)
            after = self._pictures()
            _compare(before, after, outputs, _refused(outputs, one.link, id), body)
            self.world.do(outputs)
        except Exception as fault:
            raise Finding(f"{type(fault).__name__}: {fault}{shown(body)}") from fault
        return self._pictures() if any(isinstance(output, Close) for output in outputs) else after

    def _handed_over(self, one: Hostile, body: bytes) -> tuple[Sequence[Output], int | None]:
        """What the hub makes of a body, as the shell hands it over, and the id of the request in it."""
        hub, now = self.world.hub, self.world.now
        assert one.link is not None
        try:
            message = decode_client(body)
        except CodecFault as fault:
            return hub.fault(one.link, fault, now), fault.id
        id = message.id if isinstance(message, m.Request) else None
        return hub.handle(one.link, message, now), id

    def _connect(self, one: Hostile) -> None:
        """Connect, and go on in some way or other."""
        if self.dice.random() < 0.3:
            one.address = f"{self._network}{self.dice.randrange(20)}"
        one.connect(greet=self.dice.random() < 0.9)
        one.table = None
        if one.last_id > 2**50:  # no id is left to ask with
            one.name, one.token = f"h{self.dice.randrange(10**6)}", ""
        if self.world.plugged(one.link) and self.dice.random() < 0.95:
            one.say(m.Resume(token=one.token) if one.token else m.Login(name=one.name, screen=self.dice.random() < 0.1))

    def _meanwhile(self) -> bool:
        """Whether something else has happened: time passes, somebody honest moves, a connection is lost."""
        chance = self.dice.random()
        if chance < 0.08:
            self.world.wait(self.dice.choice((0.1, 0.5, 1.0, 3.0, 20.0)))
        elif chance < 0.2:
            self._honest_move(self.dice.choice(self.honest))
        elif chance < 0.21:
            one = self.dice.choice(self.hostile)
            if self.world.plugged(one.link):
                one.drop()
        else:
            return False
        return True

    def _honest_move(self, person: Person) -> None:
        self._is_connected(person)
        if person.away:
            person.come_back()
        elif person.phase == "playing":
            person.move()
        elif person.phase in ("between_rounds", "finished", "waiting"):
            person.ask(m.Ready)
            if person.room.host == person.seat and person.phase == "waiting":
                person.ask(m.Start)

    @staticmethod
    def _is_connected(person: Person) -> None:
        require(person.link is not None, f"{person.name} is not connected any more")

    def _body_for(self, one: Hostile) -> bytes:
        chance = self.dice.random()
        if chance < 0.15 and (move := self._move(one)) is not None:
            return move
        if chance < 0.5:
            return self._sensible(one)
        if chance < 0.75:
            return mutated(self.dice, self._move(one) or self._sensible(one), 0.97)
        if chance < 0.8:
            return mutated(self.dice, self.dice.choice(golden("client")), 0.9)
        if chance < 0.9:
            return packed(generated(self.dice, m.REQUESTS) | {"id": one.next_id()})
        if chance < 0.95:
            return self.dice.choice(self.sent)
        return self._greeting(one)

    def _move(self, one: Hostile) -> bytes | None:
        """What a computer player would do there, if anything."""
        move = one.chosen("random", self.dice.randbytes(4))
        return None if move is None else encode(move)

    def _sensible(self, one: Hostile) -> bytes:
        """What a person may ask for at that place."""
        table, dice = one.table, self.dice
        kind: type[m.Request]
        if table is None and dice.random() < 0.8:
            kind = dice.choice((m.JoinTable, m.JoinTable, m.JoinTable, m.SpectateTable, m.CreateTable))
        elif table is not None and table.seat is not None and dice.random() < 0.3:
            kind = dice.choice((m.Ready, m.Start, m.Ready, m.AddBot, m.Away, m.Away))
        else:
            kind = dice.choice(list(m.REQUESTS.values()))
        kind, fields = asks.ask(dice, kind, table)
        return encode(kind(id=one.next_id(), **fields))

    def _greeting(self, one: Hostile) -> bytes:
        dice = self.dice
        token = mutated(dice, one.token.encode()).decode("latin-1") if one.token else ""
        code = None if one.table is None else one.table.code
        return encode(
            dice.choice(
                (
                    m.Hello(versions=[*m.SPOKEN]),
                    m.Login(
                        name=dice.choice(_NAMES),
                        password=dice.choice((None, "", asks.PASSWORD, "x" * 1024)),
                        face=dice.choice((None, 0, 5, 23)),
                    ),
                    m.Resume(
                        token=dice.choice((one.token, token)), table=code, seen=dice.choice((None, 0, 3, 2**53 - 1))
                    ),
                    m.MoveHere(name=dice.choice(_NAMES), code=dice.choice(("", "123456"))),
                    m.Ping(dice.randrange(99)),
                    m.Pong(),
                )
            )
        )

    def _pictures(self) -> _Pictures:
        return {table.number: _picture(table) for table in self.world.hub.lobby}

    def _at_the_end(self) -> None:
        """The honest are there, see what the server has, and are answered; little is kept; all can go."""
        world, hub = self.world, self.world.hub
        for person in self.honest:
            self._is_connected(person)
            require(isinstance(person.ask(m.ListTables), m.Tables), f"{person.name} is not answered")
            there = person.table is not None and hub.lobby.find(person.table.code) is not None
            require(there, f"{person.name} has no table any more")
            require(person.agrees(), f"{person.name} does not see what is")
        closed = self.honest[0].room
        names = {one.name for one in closed.occupants if one is not None and one.bot is None}
        require(names == {"una", "uwe"} and not closed.watchers, f"at the closed table: {names}, {closed.watchers}")
        for session in hub.sessions:
            require(len(session.answers) <= ANSWERS_KEPT, "too many answers are kept")
            require(len(session.unanswered) <= ANSWERS_KEPT, "too many requests are held")
        for person in (*self.honest, *self.hostile):
            if world.plugged(person.link):
                person.drop()
        require(not hub._peers and not hub._addresses, "connections are left over")


def _suits(preset: str, options: dict[str, str]) -> bool:
    return preset != "poker" and options.get("stacking") not in ("perhaps", "1")


def _picture(table: Table) -> tuple[Any, ...]:
    """What a table is: first what is stored of it, then what else a request could change."""
    game = table.game
    members = tuple(
        (one.session, one.name, one.seat, one.since, one.dealt, one.left_at, one.told, one.time_outs)
        for one in table.members.values()
    )
    clock = table.play.clock
    hold = None if game is None or game.hold is None else (game.hold.until, tuple(game.hold.held), game.hold.left)
    stored = (table.room.copy(), table.log.n, None if game is None else game.state.copy(), table.access)
    return stored, members, (clock.waits_for, clock.kept), hold, len(table.kicked), len(table.gone)


def _compare(before: _Pictures, after: _Pictures, outputs: Sequence[Output], refused: str, body: bytes) -> None:
    """Raise Finding if a table has changed that may not have."""
    stored = {output.table.number for output in outputs if isinstance(output, Commit) and output.table is not None}
    for number in before.keys() | after.keys():
        was, now = before.get(number), after.get(number)
        if was != now:
            lost = was is None or now is None
            parts = [] if was is None or now is None else [at for at, one in enumerate(was) if one != now[at]]
            require(number in stored or not (lost or 0 in parts), f"table {number} changes and nothing is stored", body)
            require(not refused, f"{refused} changes table {number}, parts {parts}", body)


def _refused(outputs: Sequence[Output], link: int | None, id: int | None) -> str:
    """The code with which an input was refused; empty if it was not."""
    for output in outputs:
        if isinstance(output, Deliver) and list(output.peers) == [link]:
            for message in output.messages:
                if isinstance(message, m.Error) and message.id == id:
                    return message.code
    return ""


@contextmanager
def _listening() -> Iterator[list[str]]:
    """What the server says of its own faults."""
    said: list[str] = []
    logger, handler = logging.getLogger("uno_server"), logging.Handler(logging.ERROR)
    handler.emit = lambda record: said.append(record.getMessage())  # type: ignore[method-assign]
    logger.addHandler(handler)
    try:
        yield said
    finally:
        logger.removeHandler(handler)


def play(seed: str, inputs: int = INPUTS) -> int:
    """A world of that seed; how many inputs it took. Raises Finding, or whatever escapes from the hub."""
    with _listening() as said:
        Fuzzed(seed).play(inputs)
    require(not said, f"the log says {said[:3]}")
    return inputs
