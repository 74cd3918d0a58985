"""The worked sessions of PROTOCOL.md: short sessions, played on the real server core, the first with its bytes."""

import hashlib
import json
import textwrap
from collections import deque
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from generating import Unwritable, drawn_in
from tests.peer import Peer
from uno_engine.actions import CanPlay
from uno_engine.cards import canonical_order
from uno_protocol import messages as m
from uno_protocol.codec import decode_client, decode_server, encode
from uno_protocol.framing import frame
from uno_server.core.hub import Hub
from uno_server.core.outputs import Deliver, Output

WIDTH = 128
"""Letters in a line, and hex digits: longer frames are shown without."""
POSITION = """\
rules: official
seats: ann bo
hand ann: R5 B7
hand bo: G1 G2 Y4
stock: Y8 Y9 B2
discard: R9
"""
"""Ann is about to play her next-to-last card."""


class Line(NamedTuple):
    """One message of a session: who sent it ("C" or "S"), and its frame; or what happens meanwhile ("…")."""

    sender: str
    frame: bytes


def entropy(salt: int) -> Iterator[bytes]:
    """Bytes without end that are the same on every machine."""
    block = 0
    while True:
        for byte in hashlib.sha256(f"worked session {salt} {block}".encode()).digest():
            yield bytes([byte])
        block += 1


class House:
    """The server's core, with a clock that moves only when it is told to."""

    def __init__(self, salt: int, *, test_deals: bool = False) -> None:
        chances = entropy(salt)
        chance = lambda count: b"".join(next(chances) for _ in range(count))  # noqa: E731
        self.hub = Hub(name="Ann's game", entropy=chance, test_deals=test_deals)
        self.now = 0.0
        self.guests: dict[int, Session] = {}
        self._sent = deque[tuple[int, bytes]]()
        self._busy = False

    def arrives(self, peer: int, body: bytes) -> None:
        """Let the core handle a message, as soon as what it has said is delivered."""
        self._sent.append((peer, body))
        if not self._busy:
            self.carry_out([])

    def carry_out(self, outputs: list[Output]) -> None:
        """Deliver what the core says, and to it what is sent meanwhile."""
        self._busy = True
        self._deliver(outputs)
        while self._sent:
            peer, body = self._sent.popleft()
            self._deliver(self.hub.handle(peer, decode_client(body), self.now))
        self._busy = False

    def _deliver(self, outputs: list[Output]) -> None:
        for output in outputs:
            if isinstance(output, Deliver):
                for guest in [self.guests[peer] for peer in output.peers if peer in self.guests]:
                    for told in output.messages:
                        guest.hear(told)

    def wait(self) -> None:
        """Let the time pass until something is due, and do it."""
        due = self.hub.next_deadline()
        assert due is not None
        self.now = due
        self.carry_out(self.hub.tick(due))


class Session(Peer):
    """One client, and what it sends and hears."""

    def __init__(self, house: House, name: str) -> None:
        super().__init__(name)
        self.house, self.lines = house, list[Line]()
        self.deaf = False
        """Whether what the server says is lost on the way."""
        self.connect()

    def connect(self) -> None:
        """Begin another connection, and on it or go on with the session."""
        self.number = len(self.house.guests) + 1
        self.house.guests[self.number] = self
        self.house.carry_out(self.house.hub.connected(self.number, "127.0.0.1", self.house.now))
        self.send(m.Hello(versions=[*m.SPOKEN], program="example", program_version="1"))

    def send(self, message: m.ClientMessage) -> None:
        """Send a message, and take in everything that comes back."""
        body = encode(message)
        self.lines.append(Line("C", frame(body)))
        self.house.arrives(self.number, body)

    def hear(self, message: m.ServerMessage | m.Ping | m.Pong) -> None:
        """Take in a message, unless it is lost."""
        if not self.deaf:
            self.lines.append(Line("S", frame(encode(message))))
            self.take(message)

    def meanwhile(self, text: str) -> None:
        """Note what happens."""
        self.lines.append(Line("…", text.encode()))

    def plays(self, card: str) -> None:
        """Play a card."""
        assert self.table is not None
        assert self.table.game is not None
        self.request(m.Play, decision=self.table.game.decision, cards=[card])

    def dealt(self) -> tuple[str | None, str | None]:
        """In a game against a computer player, a card that can't be played and a number that can."""
        self.request(m.JoinTable, table="Friday", new=m.NewTable(seats=2, bots=["normal"]))
        self.request(m.Ready)
        self.request(m.Start)
        assert self.table is not None
        assert self.table.game is not None
        listed = sorted((one.card for one in self.listed if isinstance(one, CanPlay)), key=canonical_order)
        wrong = next((card.name for card in self.table.game.hands[0] if card not in listed), None)
        return wrong, next((card.name for card in listed if card.rank.value.isdigit()), None)


def whole() -> list[Line]:
    """From the greeting to the end, with a refusal: the shortest of ten deals."""
    found: list[list[Line]] = []
    for salt in range(1000):
        session = Session(House(salt), "Bo")
        wrong, right = session.dealt()
        if wrong is not None and right is not None:
            session.plays(wrong)
            session.plays(right)
            session.request(m.LeaveTable)
            found.append(session.lines)
        if len(found) == 10:
            return min(found, key=lambda lines: len(text(lambda: lines, in_hex=True).splitlines()))
    raise Unwritable("no deal shows what it is to show")


def lost() -> list[Line]:
    """The connection breaks before the answer to a play."""
    for salt in range(1000):
        session = Session(House(salt), "Bo")
        _, right = session.dealt()
        if right is not None:
            session.lines.clear()
            session.deaf = True
            session.plays(right)
            session.meanwhile("the card is played, and the connection breaks before the answer")
            session.house.carry_out(session.house.hub.gone(session.number, session.house.now))
            session.deaf = False
            session.connect()
            return session.lines
    raise Unwritable("no deal shows what it is to show")


def held() -> list[Line]:
    """Ann forgets UNO, and Bo draws at once."""
    house = House(0, test_deals=True)
    ann, bo = Session(house, "Ann"), Session(house, "Bo")
    ann.request(m.CreateTable, name="Friday", new=m.NewTable(position=POSITION))
    bo.request(m.JoinTable, table="Friday")
    for one in (ann, bo):
        one.request(m.Ready)
    ann.request(m.Start)
    bo.lines.clear()
    bo.meanwhile("Ann plays her next-to-last card, and does not call UNO")
    ann.plays("R5")
    assert bo.table is not None
    assert bo.table.game is not None
    bo.request(m.Draw, decision=bo.table.game.decision)
    bo.meanwhile("nothing comes for `uno_grace` seconds: Bo's draw would close the window (P-9.7)")
    while bo.pending:
        house.wait()
    return bo.lines


def text_of(line: Line, known: set[str], *, in_hex: bool) -> str:
    """A message as the document shows it, with its bytes if there are few and its type is not among the `known`."""
    if line.sender == "…":
        return f"   … {line.frame.decode()} …"
    body = line.frame[4:]
    message: Any = msgspec.to_builtins(decode_client(body) if line.sender == "C" else decode_server(body))
    if message["t"] == "welcome" and not in_hex:
        message = {key: message[key] for key in ("t", "version", "server_id")} | {"…": "…"}
    shown = json.dumps(message, ensure_ascii=False)
    digits = line.frame.hex()
    rows = [digits] if in_hex and message["t"] not in known and len(digits) <= WIDTH else []
    known.update(message["t"] for _ in rows)
    told = textwrap.wrap(shown, WIDTH, break_long_words=False, break_on_hyphens=False)
    return "\n".join([f"{line.sender}  {told[0]}", *(f"   {row}" for row in (*told[1:], *rows))])


def text(session: Callable[[], list[Line]], *, in_hex: bool = False) -> str:
    """A session as the document shows it."""
    known = set[str]()
    return "```text\n" + "\n".join(text_of(line, known, in_hex=in_hex) for line in session()) + "\n```"


def files() -> Mapping[Path, Callable[[], str]]:
    """The document."""
    return drawn_in(
        {
            "a session": partial(text, whole, in_hex=True),
            "a lost connection": partial(text, lost),
            "a held answer": partial(text, held),
        }
    )
