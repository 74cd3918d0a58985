"""One small world from one seed: it is set up, broken for a while, and has to come to its end."""

import random
import traceback
from collections import Counter
from dataclasses import dataclass, field
from functools import partial
from unittest.mock import patch

from tests.server.test_bodies import assert_as_in_memory
from tests.simulation import invariants
from tests.simulation.agreement import compare
from tests.simulation.asks import LEVELS, NAMES
from tests.simulation.gatherings import gatherings
from tests.simulation.host import Host
from tests.simulation.ledger import Ledger
from tests.simulation.mind import UNRULY, USUAL, Manners, Mind
from tests.simulation.nemesis import Nemesis
from tests.simulation.network import Network, Timeline
from tests.simulation.program import Person, Program
from tests.simulation.shadow import Given, Shadow, compare_times, left_on, taken
from tests.simulation.storage import Disk
from tests.simulation.wrong import Kind, Wrong, require
from uno_protocol import messages as m
from uno_protocol import room as rm
from uno_server.base.limits import ENTRIES_KEPT as ENTRIES
from uno_server.base.limits import SESSION_SECONDS
from uno_server.core.outputs import Deliver, Output
from uno_server.journal.recovery import Recovered
from uno_server.table import event_log, transaction
from uno_server.table.table import Table

BROKEN_SECONDS = (20.0, 60.0, 150.0, 400.0)
"""How long things are broken, of virtual time."""
ENTRIES_KEPT = (ENTRIES, ENTRIES, 12)
"""How many entries a server keeps for who comes back: as many as it does, or so few that snapshots are needed."""
CALM_SECONDS = 3 * 3600.0
"""How long everything may take then to come to its end."""
ANSWER_SECONDS = 120.0
"""How long a request may take when nothing is broken any more, a link that is half open and a hold (U3) included."""
MOST_STEPS = 3_000_000
TRY_EVERY = (1, 5, 25)
"""After every so-manieth call of the server all invariants are tried."""
NETS = ("127.0.0.", "192.168.1.")
"""Half of the people sit at other machines: they can be banned by address."""


@dataclass(slots=True)
class Result:
    """What came of one world."""

    seed: str
    games: int = 0
    actions: int = 0
    commits: int = 0
    delivered: int = 0
    seconds: float = 0.0
    """Of virtual time."""
    resumes: int = 0
    repeats: int = 0
    compared: int = 0
    """How often a client's picture was held against the server's."""
    done: set[type[m.Request]] = field(default_factory=set)
    """What was carried out at least once."""
    refused: set[tuple[str, str | None]] = field(default_factory=set)
    """With which codes and clauses of the rules requests were refused."""
    phases: set[rm.RoomPhase] = field(default_factory=set)
    unfinished: int = 0
    crashes: Counter[str] = field(default_factory=Counter)
    faults: Counter[str] = field(default_factory=Counter)
    digest: str = ""
    wrong: Wrong | None = None
    where: str = ""
    """The place in the server's code where an exception came from, if one did."""

    @property
    def codes(self) -> set[str]:
        """With which codes requests were refused."""
        return {code for code, _ in self.refused}


def play(seed: str, manners: Manners | None = None) -> Result:
    """Play the world of that seed to its end, or to the first thing that is wrong. None: manners by the seed, too."""
    world = World(seed, manners)
    try:
        with patch.object(event_log, "ENTRIES_KEPT", world.entries_kept):
            return world.play()
    finally:
        world.disk.close()


class World:
    """Everything in it, and the observer who sees both ends of every connection."""

    def __init__(self, seed: str, manners: Manners | None = None) -> None:
        self.seed = seed
        choice = self._stream("world")
        names = NAMES[: choice.randint(2, len(NAMES))]
        self.timeline = Timeline()
        self.timeline.now = 1000.0
        self.disk = Disk(lambda: self.timeline.now)
        self.host = Host(self.timeline, self.disk, seed, self._stream("host"), self)
        self.network = Network(self.timeline, self._stream("network"), self.host)
        self.mind = Mind(manners or choice.choice((USUAL, USUAL, UNRULY)))
        self.people = [
            Person(name, NETS[number % 2] + str(number + 1), self._stream(name), choice.choice(LEVELS))
            for number, name in enumerate(names)
        ]
        self.programs: list[Program] = []
        self.gatherings = gatherings(self._stream("tables"), list(names), choice.randint(1, 5))
        for person in self.people:
            person.agenda = [one for one in self.gatherings if person.name in (*one.players, *one.watchers)]
        self.nemesis = Nemesis(self._stream("nemesis"), self.network, self.host, self)
        self.broken_for = choice.choice(BROKEN_SECONDS)
        self.entries_kept = choice.choice(ENTRIES_KEPT)
        self.ledger = Ledger()
        self.shadows: dict[int, Shadow] = {}
        self.result = Result(seed)
        self._unstored: list[Given] = []
        self._given = 0
        self._try_every = choice.choice(TRY_EVERY)
        self._ended_at = self._calm_since = 0.0
        self._left: dict[int, float | None] = {}
        self._asleep_until = 0.0

    def _stream(self, label: str) -> random.Random:
        """Chance for whatever has that label: what one part draws, no other part notices."""
        return random.Random(f"{self.seed} {label}")

    def play(self) -> Result:
        """Play to the end."""
        result = self.result
        try:
            self._play()
        except Wrong as wrong:
            result.wrong = wrong
        except AssertionError as broken:
            result.wrong = Wrong(Kind.DIVERGED, f"an invariant is broken: {broken}")
            result.where = traceback.format_exc()
        except Exception as fault:  # noqa: BLE001  (whatever escapes the server's core is found here)
            result.wrong = Wrong(Kind.FAILED, f"{type(fault).__name__}: {fault}")
            result.where = traceback.format_exc()
        result.unfinished = max(1, sum(not one.done for one in self.gatherings)) if result.wrong else 0
        result.commits = len(self.ledger.commits)
        result.delivered, result.digest = self.network.delivered, self.network.digest
        result.seconds = self.timeline.now - 1000.0
        result.resumes += sum(program.resumes for program in self.programs)
        result.repeats = self.ledger.repeats
        result.crashes = Counter(self.host.ends)
        result.faults = self.nemesis.counts
        return result

    def _play(self) -> None:
        self.host.boot()
        for person in self.people:
            self.begin(person)
        self.nemesis.begin()
        calm_at = self.timeline.now + self.broken_for
        while self.timeline.now < calm_at + self.nemesis.slept and not self._over():
            self._step()
        self.nemesis.calm_down()
        self.mind.wild = False
        self._calm_since = self.timeline.now
        end = self.timeline.now + CALM_SECONDS
        looked = 0.0
        while not self._over():
            require(self.timeline.now < end, Kind.UNFINISHED, "not everything has come to its end")
            if self.timeline.now > looked:
                looked = self.timeline.now + 5.0
                self._everybody_is_there()
                self._everybody_is_answered()
            self._step()

    def _step(self) -> None:
        require(self.timeline.steps < MOST_STEPS, Kind.UNFINISHED, "too much happens")
        require(self.timeline.step(), Kind.UNFINISHED, "nothing happens any more")

    def _over(self) -> bool:
        """True once nobody wants anything, and nobody is at a table or waits for an answer."""
        return (
            all(one.done for one in self.gatherings)
            and self.host.up
            and not len(self.host.hub.lobby)
            and not any(program.pending for program in self.programs if not program.ended)
        )

    def begin(self, person: Person) -> None:
        """Start a program on a person's machine, unless nobody is to be there."""
        if self.timeline.now < self._asleep_until:
            return
        program = Program(person, self.network, self, self.mind.think)
        self.programs.append(program)
        program.begin()

    def desert(self, seconds: float) -> None:
        """End all programs, and start new ones so much later."""
        self._asleep_until = self.timeline.now + seconds
        for program in self.programs:
            program.end()
        for person in self.people:
            self.timeline.at(self._asleep_until, partial(self.begin, person))

    def _everybody_is_there(self) -> None:
        """Start a program for each person who has none running."""
        at_work = {program.person.name for program in self.programs if not program.ended}
        for person in self.people:
            if person.name not in at_work:
                self.begin(person)

    def _everybody_is_answered(self) -> None:
        """P-6.2: nobody waits for ever."""
        for program in self.programs:
            since = max(self._calm_since, program.asked_at)
            if not program.ended and program.pending and self.timeline.now - since > ANSWER_SECONDS:
                waiting = [*program.pending]
                raise Wrong(Kind.UNFINISHED, f"{program.person.name} gets no answer to requests {waiting}")

    def booted(self, host: Host, recovered: Recovered) -> None:
        """A life begins: what was told must be there."""
        dropped = self.ledger.survived(self.disk.journal.durable)
        self.ledger.booted(host.hub.sessions)
        kept = self._unstored[: len(self._unstored) - len(dropped)]
        self._unstored = []
        for given in kept:
            self._store(given)
        told = recovered.messages
        require(self.disk.damaged or not told, Kind.FAILED, "the server complains of its journal:", told)
        for table in self._tables(host).values():
            self.arrived(host, table)

    def arrived(self, host: Host, table: Table) -> None:
        """A table has come from the disk."""
        shadow = self.shadows[table.number]
        shadow.compare(table)
        left = self._left.get(table.number, left_on(shadow.times, self._ended_at))
        compare_times(shadow.times, left, table)

    def ended(self, host: Host, *, stored: bool) -> None:
        """A life has ended; if nothing of it is lost, its clocks are what they must be in the next."""
        self._ended_at = host.now
        tables = list(host.hub.lobby) if stored else []
        self._left = {table.number: left_on(transaction.times(table), host.now) for table in tables}

    def given(self, host: Host, outputs: list[Output]) -> None:
        """The hub has given this."""
        self._unstored += map(taken, self.ledger.given(outputs))
        self._given += 1
        if self._given % self._try_every == 0:
            invariants.check(host.hub)

    def handled(self, host: Host, peer: int, message: m.ClientMessage, outputs: list[Output]) -> None:
        """P-6: whoever asks is answered once, at once unless the table holds the request."""
        session = next((one for one in host.hub.sessions if one.peer == peer), None)
        if not isinstance(message, m.Request) or session is None or host.hub._peers[peer].closing:
            return
        if host.hub._coming is not None and message in host.hub._coming._said.get(peer, ()):
            return  # it waits
        mine = [output for output in outputs if isinstance(output, Deliver) and peer in output.peers]
        sent = [one for output in mine for one in output.messages]
        answers = sum(getattr(one, "id", None) == message.id for one in sent) + (message.id in session.unanswered)
        kind = Kind.DOUBLED if answers else Kind.UNFINISHED
        require(answers == 1, kind, session.name, "has", answers, "answers to", message)

    def stored(self, host: Host) -> None:
        """Everything that the hub has given is durable now."""
        touched = {given.table for given in self._unstored}
        sessions = host.hub.sessions
        numbers = {one.number for given in self._unstored for one in given.commit.sessions}
        changed = [sessions[number] for number in numbers if number in sessions]
        for given in self._unstored:
            self._store(given)
        self._unstored = []
        self.ledger.stored = len(self.ledger.commits)
        tables = self._tables(host)
        for number, shadow in self.shadows.items():
            if number in touched:
                shadow.compare(tables[number])
        touched_tables = [table for number, table in tables.items() if number in touched]
        assert_as_in_memory(self.disk.journal, touched_tables, changed, host.now)

    def _tables(self, host: Host) -> dict[int, Table]:
        """The server's tables by number. Raises Wrong unless they are those that were stored."""
        tables = {table.number: table for table in host.hub.lobby}
        right = tables.keys() == self.shadows.keys() if host.coming is None else tables.keys() <= self.shadows.keys()
        require(right, Kind.LOST, "tables", [*tables], "are there, of", [*self.shadows])
        return tables

    def _store(self, given: Given) -> None:
        if given.table is None:
            return
        if given.table not in self.shadows:
            choice = self._stream(f"table {given.table} of commit {given.commit.number}")
            self.shadows[given.table] = Shadow(given, choice)
            return
        shadow = self.shadows[given.table]
        games, actions = shadow.games, shadow.actions
        shadow.apply(given)
        self.result.actions += shadow.actions - actions
        self.result.phases.add(shadow.room.phase)
        if shadow.games > games:
            self.result.games += 1
            for one in self.gatherings:
                one.over += one.name == shadow.room.name
        if shadow.closed:
            del self.shadows[given.table]

    def answered(self, program: Program, answer: m.ServerMessage, body: bytes) -> None:
        """A client has got an answer."""
        session = program.person.session
        assert session is not None
        assert program.link is not None
        self.ledger.answered(session, answer, body, program.link.life)
        if isinstance(answer, m.Error):
            self.result.refused.add((answer.code, answer.clause))
        else:
            self.result.done.add(type(program.person.asked[session, answer.id].request))  # type: ignore[attr-defined]  # it has one

    def lapsed(self, person: Person) -> bool:
        """The person's session may be over: it was not used for so long."""
        return self.timeline.now - person.here_at >= SESSION_SECONDS

    def told(self, program: Program, entry: m.Entry) -> None:
        """P-6.3: whoever asked for something is answered before it is told what came of it."""
        number = next((number for number, one in self.shadows.items() if one.room.code == entry.table), 0)
        session, id = self.ledger.asked_for(number, entry.n) or (0, 0)
        early = session == program.person.session and program.waits_here(id)
        require(
            not early, Kind.EARLY, program.person.name, "is told entry", entry.n, "before the answer to request", id
        )

    def caught_up(self, program: Program) -> None:
        """A client has everything that was sent to it; if nothing is about to be sent, its picture must be right."""
        host, link = self.host, program.link
        if not host.up or host.coming is not None or host.unstored:
            return
        if link is None or link.downward.ended or link.number not in host.connections:
            return
        hub = host.hub
        session = next((one for one in hub.sessions if one.peer == link.number), None)
        if session is None or session.table is None or program.table is None:
            return
        table = hub.lobby[session.table]
        name = program.person.name
        require(session.name == name, Kind.DIVERGED, name, "has the session of", session.name)
        member = table.members[session.number]
        compare(program, program.table, table, member, host.ahead)
        self.result.compared += 1
