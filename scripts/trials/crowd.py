"""A crowd: people at many tables, on real connections, in one process and without a client.

Each of them folds every event into a picture of the table as a client does; the four pictures of a table must be equal
at the end of every round and at the very end. A player who is asked answers immediately, or at the pace of the table,
and plays sensibly enough that rounds end: a card if one can be played, UNO always called in time, otherwise at random.
If the server is killed, they come back to the next one as clients do (comeback.py).
"""

from __future__ import annotations

import heapq
import random
import selectors
import socket
import ssl
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import suppress
from time import perf_counter
from typing import Any, cast

import msgpack

from tests.peer import Peer, framed
from trials.comeback import Comeback
from uno_engine.events import Event, RoundEnded
from uno_protocol import messages as m
from uno_protocol.codec import CodecFault, decode_server
from uno_protocol.conformance.carried import FINAL, header, masked
from uno_protocol.conformance.shapes import HELLO
from uno_protocol.conformance.visit import upgrade
from uno_protocol.framing import HEADER, FrameFault, Frames
from uno_protocol.framing import SERVER_LIMIT as LONGEST
from uno_protocol.room import PhaseChanged, ReadyChanged, RoomEvent, RoomPhase
from uno_protocol.wire import WireFault

AT_THE_DOOR = 64
"""The number of people who connect and log in at the same time; the others wait."""
BEGINNING = 32
"""The number of tables that start their first round at the same time."""
PATIENCE = 10.0
"""Seconds after which a move counts as lost if it isn't answered or hasn't reached all four players."""
WARM_UP = 1.0
"""Seconds between the beginning of the last table and what is measured."""
ASK_SECONDS = 0.05
"""Between two pings of one visitor, who times the answers."""
MASK = b"\x5a\xc3\x0f\x96"
TOLD = 10
"""The number of errors printed in words; all are counted."""

Picture = tuple[object, ...]


class NotBegun(Exception):
    """The tables could not all begin. The text says why."""


def connected(port: int, tls: ssl.SSLContext | None, *, web: bool = False) -> socket.socket:
    """A new connection to a server on loopback, by TLS or without, by WebSocket if `web`. Raises OSError."""
    plain = socket.create_connection(("127.0.0.1", port), PATIENCE)
    sock = plain if tls is None else tls.wrap_socket(plain)
    if web:
        sock.sendall(upgrade(f"127.0.0.1:{port}"))
        answer = b""
        while not answer.endswith(b"\r\n\r\n"):
            if not (came := sock.recv(1)):
                raise ConnectionResetError
            answer += came
        if not answer.startswith(b"HTTP/1.1 101 "):
            raise ConnectionRefusedError(answer)
    return sock


class Messages:
    """The messages of a server in a stream of WebSocket, as `Frames` for frames; pongs are passed over."""

    def __init__(self) -> None:
        self._unread = b""

    def feed(self, data: bytes) -> Iterator[bytes]:
        """The bodies that are complete now."""
        data = self._unread + data
        at = 0
        while len(data) >= at + 2:
            length, begins = data[at + 1], at + 2
            if length == 126:
                length, begins = int.from_bytes(data[at + 2 : at + 4]), at + 4
            if len(data) < begins + length:
                break
            if data[at] == FINAL | 2:
                yield data[begins : begins + length]
            at = begins + length
        self._unread = data[at:]


class Table:
    """One table: its people, and the moves that haven't reached all of them."""

    def __init__(self, crowd: Crowd, number: int, seats: int, place: float = 0.0) -> None:
        self.name = f"T{number}"
        self.place = place
        """Where in the pace it moves, from 0 to 1."""
        self.people = [Person(crowd, self, f"P{number}-{seat}") for seat in range(seats)]
        self.seated = 0
        self.begun = False
        self.due = 0.0
        """When the next move may be made."""
        self.moved_at = 0.0
        self.sent: dict[int, list[float]] = {}
        """By number of the entry that a move makes: when it was sent, and how many have yet to hear of it."""
        self.pictures: dict[int, tuple[Picture, int]] = {}
        """The picture at the end of each round, and how many players agree, by the number of its last entry."""


class Person(Peer):
    """A connection of somebody who plays at a table."""

    def __init__(self, crowd: Crowd, at: Table, name: str) -> None:
        super().__init__(name)
        self.crowd = crowd
        self.at = at
        self.frames: Frames | Messages = Frames(LONGEST)
        self.sock: socket.socket | None = None
        self.moving = 0
        """Id of the move that waits for its answer; 0: none does."""
        self.decided = -1
        """The last decision that was answered."""
        self.acknowledged = 0
        """Id of the last move that was."""
        self.reaching = False
        """The connection is not yet made."""

    def connect(self, port: int) -> None:
        """Connect and greet. Raises OSError."""
        self.sock = connected(port, self.crowd.tls, web=self.crowd.web)
        self.sock.setblocking(False)
        self.greet()

    def greet(self) -> None:
        """Say hello on a new connection."""
        assert self.sock is not None
        self.sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.frames = Messages() if self.crowd.web else Frames(LONGEST)
        self.send(m.Hello(HELLO["versions"], words=self.crowd.words))

    def send(self, message: m.ClientMessage) -> None:
        self._send(framed(message))

    def _send(self, body: bytes) -> None:
        """Send bytes; the little that is said here always finds room in the socket."""
        assert self.sock is not None
        if self.crowd.web:
            body = header(len(body) - HEADER, MASK) + masked(body[HEADER:], MASK)  # P-17.7
        try:
            if self.sock.send(body) == len(body):
                return
            fault = "the server does not read"
        except OSError as broken:
            if self.crowd.comeback is not None:
                return  # it is found broken when it is read
            fault = f"the connection broke: {broken}"
        self.crowd.error(self, fault)

    def picture(self) -> Picture:
        """The picture that everybody at the table must agree on. There must be a game."""
        assert self.table is not None
        assert self.table.game is not None
        game = self.table.game
        return tuple(game.counts), game.discard[-1], tuple(game.scores), game.phase, game.round, game.stock_count

    def hear(self, data: bytes) -> None:
        """Take bytes of the server. A fault in them is an error of the run."""
        self.crowd.bytes += len(data)
        try:
            for body in self.frames.feed(data):
                self.crowd.messages += 1
                self._take(body)
        except (FrameFault, CodecFault, WireFault, LookupError, TypeError, ValueError) as fault:
            self.crowd.error(self, f"inconsistent message: {type(fault).__name__}: {fault}")

    def _take(self, body: bytes) -> None:
        # What comes with every move is looked at without the codec's own care: folding it is check enough, and the
        # load must not cost more than the server.
        fields = msgpack.unpackb(body)
        match fields["t"]:
            case "entry":
                self.fold(m.Entry(table=fields["table"], n=fields["n"], event=fields["event"]))
            case "clock":
                pass
            case "legal":
                decision, actions = fields["decision"], fields["actions"]
                self.legal = m.Legal(fields["table"], decision, fields["n"], actions)
                due = any(one["k"] in _MOVES for one in actions)  # else there may be somebody to catch: let it pass
                if due and decision > self.decided and not self.crowd.ending:
                    self.decided = decision
                    self.crowd.wants(self)
            case "ok":
                self._answer(fields["id"])
            case _ if (message := decode_server(body)) is not None:
                self.take(message)

    def take(self, message: m.ServerMessage | m.Ping | m.Pong) -> None:
        crowd, new_here = self.crowd, self.table is None
        super().take(message)
        match message:
            case m.Welcome() if crowd.comeback is not None:
                crowd.comeback.heard(self)
            case m.LoggedIn():
                experts: list[Any] = ["expert"] * crowd.experts
                new = m.NewTable(seats=len(self.at.people) + len(experts), bots=experts)
                self.request(m.JoinTable, table=self.at.name, new=new)
            case m.Snapshot() if new_here:
                crowd.sat_down(self)
            case m.Ping() | m.Welcome() | m.Joined() | m.Snapshot() | m.Resumed():
                pass
            case m.Bye(come_back=True, after=after) if crowd.comeback is not None:
                crowd.comeback.sent_away(self, after)
            case m.Error():
                self.moving = 0
                crowd.error(self, f"refused: {message.code} {message.clause or ''} {message.args} {message.text}")
            case _:
                crowd.error(self, f"unexpected: {message}")

    def back(self, resumed: m.Resumed) -> None:
        """Be back: what was acknowledged has to be known."""
        comeback = self.crowd.comeback
        if comeback is None or (self.table is not None and resumed.table != self.table.code):
            self.crowd.error(self, f"resumed at {resumed.table}")
            return
        comeback.back(self, forgotten=resumed.last_id < self.acknowledged)
        super().back(resumed)

    def lost(self) -> None:
        """The connection is lost. A move that wasn't sent yet is chosen again."""
        self.sock = None
        if not self.moving:
            self.decided = -1

    def fold(self, entry: m.Entry) -> Event | RoomEvent | None:
        if self.table is None:
            raise ValueError("an entry before the snapshot")
        event = self.table.apply(entry)
        self.crowd.entries += 1
        if entry.n in self.at.sent:
            self.crowd.told(self.at, entry.n)
        match event:
            case RoundEnded():
                self.crowd.compare(self.at, entry.n, self.picture())
            case PhaseChanged(phase):
                self._phase(phase)
            case ReadyChanged():
                self._start()
            case _:
                pass
        return event

    def _phase(self, phase: RoomPhase) -> None:
        """Outside a round: be ready for the next one."""
        table = self.table
        if self.crowd.ending or table is None:
            return
        hosts = table.seat == table.room.host
        # The host's mark makes a finished table wait again and counts for the game to come; the others follow.
        wanted = {RoomPhase.FINISHED: hosts, RoomPhase.WAITING: not hosts, RoomPhase.BETWEEN_ROUNDS: True}
        if phase in wanted:
            self.decided = -1  # a new game counts its decisions anew
        if wanted.get(phase):
            self.request(m.Ready)

    def _start(self) -> None:
        """The host starts the first game when all are ready; every other one begins by itself then (P-7.25)."""
        table = self.table
        if table is None or table.game is not None or table.seat != table.room.host or self.crowd.ending:
            return
        occupants = table.room.occupants
        if table.room.phase is RoomPhase.WAITING and all(one is not None and one.ready for one in occupants):
            self.request(m.Start)

    def make_move(self) -> None:
        """Do what is to be done now, chosen from the maps as they came, which costs least.

        Without a connection that is chosen after the return.
        """
        if self.sock is None or self.legal is None or self.table is None or self.table.game is None:
            return
        luck, decision = self.crowd.luck, self.legal.decision
        plays = [action for action in self.legal.actions if action["k"] == "play"]
        others = [action for action in self.legal.actions if action["k"] in _MOVES]
        if plays:
            chosen = plays[int(luck() * len(plays))]
            named = [_COLOURS[int(luck() * 4)]] if "name_colour" in chosen.get("asks", ()) and luck() < 0.5 else []
            uno = self.table.game.counts[cast("int", self.table.seat)] == 2
            self.request(m.Play, decision=decision, cards=[chosen["card"]], colours=named, uno=uno)
        elif others:
            chosen = others[int(luck() * len(others))]
            fields = {"colour": chosen["colour"]} if chosen["k"] == "name" else {}
            self.request(_MOVES[chosen["k"]], decision=decision, **fields)

    def submit(self, id: int, request: m.Request) -> None:
        if isinstance(request, m.PlayRequest):
            assert self.table is not None
            self.moving = id
            if self.crowd.comeback is None:  # else there are other entries besides those of moves
                self.at.sent[self.table.n + 1] = [perf_counter(), len(self.at.people)]
        super().submit(id, request)

    def _answer(self, id: int) -> None:
        self.settle(id)
        if id == self.moving:
            self.moving, self.acknowledged = 0, id
            self.at.moved_at = perf_counter()
            self.crowd.moves += 1


_COLOURS = ("R", "Y", "G", "B")
_MOVES: dict[str, type[m.PlayRequest]] = {
    "play": m.Play,
    "draw": m.Draw,
    "keep": m.Keep,
    "pass": m.Pass,
    "name": m.Name,
    "accept": m.Accept,
    "challenge": m.Challenge,
}


class Visitor(Person):
    """Somebody in the lobby who answers pings, and goes through the list of tables when asked to."""

    def hear(self, data: bytes) -> None:
        if data == _PING:
            self._send(_PONG)
        else:
            super().hear(data)

    def look(self, after: str = "") -> None:
        """Ask for the list of tables, page by page."""
        self.send(m.ListTables(id=self.next_id(), after=after))

    def take(self, message: m.ServerMessage | m.Ping | m.Pong) -> None:
        match message:
            case m.LoggedIn(token=token):
                self.token = token
                self.crowd.came_in()
            case m.Tables(tables=tables, more=True):
                self.look(tables[-1].code)
            case m.Tables():
                self.crowd.looked += 1
            case m.Pong():
                self.crowd.answers.append(self.crowd.came_at - self.crowd.asked_at)
            case _:
                super().take(message)


_PING, _PONG = framed(m.Ping()), framed(m.Pong())


class Crowd:
    """All the people, and the one loop that hears them. `pace` is the seconds between two moves of a table.

    There are so many visitors (`idle`) besides those who play, and so many computer players of level `expert` at each
    table. All of them encrypt if there is `tls`, speak by WebSocket
    if `web`, and ask for words in the language `words`, if there is one (P-4.9).
    """

    def __init__(
        self,
        port: int,
        tables: int,
        *,
        seats: int = 4,
        experts: int = 0,
        pace: float | None = None,
        idle: int = 0,
        seed: int = 1,
        tls: ssl.SSLContext | None = None,
        web: bool = False,
        words: str = "",
    ) -> None:
        self.tls, self.web, self.words, self.experts = tls, web, words, experts
        self.moves = self.rounds = self.entries = self.messages = self.bytes = self.errors = self.late = 0
        self.latencies: list[float] = []
        """Seconds from each move until the last player of its table received it."""
        self.came_at = 0.0
        """When what is being heard was received."""
        self.looked = 0
        """How many visitors have seen the whole list."""
        self.answers: list[float] = []
        """Seconds from each ping of a visitor to its pong."""
        self.asked_at = 0.0
        """When the last one was sent."""
        self.told_errors: list[str] = []
        self.lost = 0
        """Connections that the server has closed, or that broke, and should not have."""
        self.comeback: Comeback | None = None
        """How they come back, once the server was killed."""
        self.ending = False
        self.luck = random.Random(seed).random
        self._port = port
        self._pace = pace
        self._tables = [Table(self, number, seats, number / tables) for number in range(tables)]
        lobby = Table(self, -1, 0)
        self._visitors = [Visitor(self, lobby, f"V{number}") for number in range(idle)]
        self._outside: deque[Person] = deque(self._visitors)
        self._outside += [person for table in self._tables for person in table.people]
        self._waiting: deque[Table] = deque()
        self._at_the_door = self._inside = self._beginning = self._begun = 0
        self._due: list[tuple[float, int, Person]] = []
        self._selector = selectors.DefaultSelector()

    def error(self, person: Person, text: str) -> None:
        """Something is wrong. It is counted."""
        self.errors += 1
        if len(self.told_errors) < TOLD:
            self.told_errors.append(f"{person.at.name} {person.name}: {text}"[:300])

    def sat_down(self, person: Person) -> None:
        """One more has a seat."""
        self._at_the_door -= 1
        person.at.seated += 1
        if person.at.seated == len(person.at.people):
            self._waiting.append(person.at)

    def came_in(self) -> None:
        """One more visitor has logged in."""
        self._at_the_door -= 1
        self._inside += 1

    def wants(self, person: Person) -> None:
        """Make a move, immediately or when it is due."""
        table = person.at
        now = perf_counter()
        if not table.begun:
            table.begun, table.moved_at = True, now
            self._beginning -= 1
            self._begun += 1
            self._keep_pace(table, now)
        if not self._pace:
            person.make_move()
            return
        if table.due < now - self._pace:
            self.late += 1
            table.due = now
        heapq.heappush(self._due, (table.due, id(person), person))
        table.due += self._pace

    def _keep_pace(self, table: Table, now: float) -> None:
        """When the table moves next: the tables are spread evenly."""
        if self._pace:
            table.due = now + (table.place * self._pace - now) % self._pace

    def told(self, table: Table, n: int) -> None:
        """One more has heard of the move that made entry `n`."""
        move = table.sent[n]
        move[1] -= 1
        if not move[1]:
            del table.sent[n]
            self.latencies.append(self.came_at - move[0])

    def compare(self, table: Table, n: int, picture: Picture) -> None:
        """One player's picture after entry `n`, the end of a round; it must equal the others'."""
        first, seen = table.pictures.setdefault(n, (picture, 0))
        if picture != first:
            self.error(table.people[0], f"pictures differ at entry {n}: {first} and {picture}")
        if seen + 1 < len(table.people):
            table.pictures[n] = first, seen + 1
        else:
            del table.pictures[n]
            self.rounds += 1

    def seat(self) -> None:
        """Everybody connects and sits down. Raises NotBegun."""
        everybody = len(self._tables), len(self._visitors)
        self._until(
            lambda: (len(self._waiting), self._inside) == everybody,
            30.0 + 0.02 * len(self._outside),
            "sit down",
            self._let_in,
        )

    def begin(self) -> None:
        """Every table begins its first round. Raises NotBegun."""
        most = 30.0 + 0.05 * len(self._tables)
        self._until(lambda: self._begun == len(self._tables), most, "begin", self._let_begin)

    def _until(
        self, done: Callable[[], bool], seconds: float, what: str, meanwhile: Callable[[], None] = lambda: None
    ) -> None:
        end = perf_counter() + seconds
        while not done():
            if self.errors:
                raise NotBegun(f"could not {what}: {self.told_errors[0]}")
            if perf_counter() > end:
                raise NotBegun(f"could not {what} within {seconds:.0f} seconds")
            meanwhile()
            self._turn(0.05)

    def _let_in(self) -> None:
        while self._outside and self._at_the_door < AT_THE_DOOR:
            person = self._outside.popleft()
            self._at_the_door += 1
            try:
                person.connect(self._port)
            except OSError as fault:
                self.error(person, f"cannot connect: {fault}")
                return
            assert person.sock is not None
            self._selector.register(person.sock, selectors.EVENT_READ, person)

    def _let_begin(self) -> None:
        while self._waiting and self._beginning < BEGINNING:
            self._beginning += 1
            for person in self._waiting.popleft().people:
                person.request(m.Ready)

    def play(self, seconds: float) -> float:
        """Let them play for that long, with all counters at 0, and return how long it took."""
        self.moves = self.rounds = self.entries = self.messages = self.bytes = self.late = 0
        self.latencies.clear()
        self.answers.clear()
        began = perf_counter()
        while (now := perf_counter()) < began + seconds:
            if self._visitors and now - self.asked_at > ASK_SECONDS:
                self.asked_at = now
                self._visitors[0].send(m.Ping(nonce=1))
            self._turn(min(began + seconds - now, ASK_SECONDS if self._visitors else seconds))
        return perf_counter() - began

    def come_back(self, port: int) -> Comeback:
        """The server was killed: everybody comes back to that port. Raises NotBegun."""
        everybody = {person for table in self._tables for person in table.people} | set(self._visitors)
        back = self.comeback = Comeback(everybody, port, self._selector)
        self._until(lambda: not self._selector.get_map(), PATIENCE, "notice")
        self._due.clear()
        for table in self._tables:
            table.sent.clear()
            table.moved_at = 0.0
            self._keep_pace(table, perf_counter())
        self._until(lambda: not back.away, 60.0 + 0.02 * len(everybody), "come back", back.try_again)
        return back

    def go_on(self, back: Comeback) -> None:
        """All are back: every table moves again. Raises NotBegun."""
        most = 2 * PATIENCE + 2 * (self._pace or 0.0)
        self._until(lambda: not back.away and self._all_moved(), most, "move again", back.try_again)
        self.comeback = None

    def _all_moved(self) -> bool:
        return all(table.moved_at for table in self._tables)

    def look_around(self) -> None:
        """All visitors go through the list of tables once. Raises NotBegun."""
        self.looked = 0
        for visitor in self._visitors:
            visitor.look()
        self._until(lambda: self.looked == len(self._visitors), 30.0 + 0.02 * len(self._visitors), "see the list")

    def finish(self) -> None:
        """Stop making moves, wait for what is on its way, and check that everybody sees the same."""
        self.ending = True
        self._due.clear()
        end = perf_counter() + PATIENCE
        while perf_counter() < end and (not self._settled() or self._turn(0.2)):
            self._turn(0.05)
        for table in self._tables:
            self._look_at(table)

    def _settled(self) -> bool:
        return not any(table.sent or any(person.moving for person in table.people) for table in self._tables)

    def _look_at(self, table: Table) -> None:
        if table.sent or any(person.moving for person in table.people):
            self.error(table.people[0], f"a move did not reach everybody within {PATIENCE:.0f} seconds")
        if perf_counter() - table.moved_at > 3 * PATIENCE + 3 * (self._pace or 0.0):
            self.error(table.people[0], "nobody has moved for a long time")
        if len({(person.table.n if person.table else 0, person.picture()) for person in table.people}) > 1:
            self.error(table.people[0], "pictures differ at the end")

    def attend(self) -> None:
        """Hear what has come, so that every ping is answered."""
        self._turn(0.0)

    def close(self) -> None:
        """Everybody goes."""
        for key in list(self._selector.get_map().values()):
            cast("socket.socket", key.fileobj).close()
        self._selector.close()

    def _turn(self, seconds: float) -> bool:
        """Hear what has come within so many seconds, and make the moves that are due; False if nothing came."""
        if self._due:
            seconds = max(0.0, min(seconds, self._due[0][0] - perf_counter()))
        came: list[tuple[Person, bytes | None, float]] = []
        while events := self._selector.select(0.0 if came else seconds):
            received = (self._receive(cast("socket.socket", key.fileobj), key.data) for key, _ in events)
            came += filter(None, received)
        for person, data, self.came_at in came:  # not before all is received: what we do with it is not the server's
            if data is None and self.comeback is not None:
                self.comeback.heard(person)
                person.greet()
            elif data:
                person.hear(data)
            else:
                self._lost(person)
        now = perf_counter()
        while self._due and self._due[0][0] <= now:
            heapq.heappop(self._due)[2].make_move()
        return bool(came)

    def _receive(self, sock: socket.socket, person: Person) -> tuple[Person, bytes | None, float] | None:
        """The bytes received: none if the connection is lost, None if it has just been made or for half a record."""
        data = b""
        if person.reaching:
            if not sock.getsockopt(socket.SOL_SOCKET, socket.SO_ERROR):
                person.reaching = False
                self._selector.modify(sock, selectors.EVENT_READ, person)
                return person, None, perf_counter()
        else:
            with suppress(ConnectionError, ssl.SSLEOFError):
                try:
                    data = sock.recv(65536)
                    while isinstance(sock, ssl.SSLSocket) and sock.pending():
                        data += sock.recv(65536)
                except ssl.SSLWantReadError:
                    return None
        if not data:
            self._selector.unregister(sock)
            sock.close()
        return person, data, perf_counter()

    def _lost(self, person: Person) -> None:
        person.lost()
        if self.comeback is not None:
            self.comeback.lost(person)
        else:
            self.lost += 1
            self.error(person, "the server closed the connection")
