"""The worked session of PROTOCOL.md: a short session, played on the real server core, with its bytes."""

import hashlib
import json
import textwrap
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

import msgspec

from generating import ROOT, between
from uno_engine.actions import CanPlay
from uno_engine.cards import Card, canonical_order
from uno_protocol import messages as m
from uno_protocol.codec import decode_client, decode_server, encode
from uno_protocol.fold import TableView
from uno_protocol.framing import frame
from uno_protocol.wire import listed_from_map
from uno_server.core.hub import Hub
from uno_server.core.outputs import Deliver, Output

DOCUMENT = ROOT / "protocol" / "PROTOCOL.md"
BEGIN, END = "<!-- example: begin -->\n", "<!-- example: end -->\n"
PEER = 1
WIDTH = 128  # hex digits in a line


class Line(NamedTuple):
    """One message of the session: who sent it ("C" or "S"), and its frame."""

    sender: str
    frame: bytes


def entropy(salt: int) -> Iterator[bytes]:
    """Bytes without end that are the same on every machine."""
    block = 0
    while True:
        for byte in hashlib.sha256(f"worked session {salt} {block}".encode()).digest():
            yield bytes([byte])
        block += 1


class Session:
    """One client and the server's core, with a clock that is always 0."""

    def __init__(self, salt: int) -> None:
        chances = entropy(salt)
        self.hub = Hub(name="Ann's game", entropy=lambda count: b"".join(next(chances) for _ in range(count)))
        self.lines: list[Line] = []
        self.table: TableView | None = None
        self.listed: list[CanPlay] = []
        self.hub.connected(PEER, "127.0.0.1", 0.0)

    def say(self, message: m.ClientMessage) -> None:
        """Send a message, and take in everything that comes back."""
        body = encode(message)
        self.lines.append(Line("C", frame(body)))
        self._hear(self.hub.handle(PEER, decode_client(body), 0.0))

    def _hear(self, outputs: Sequence[Output]) -> None:
        for output in outputs:
            if isinstance(output, Deliver):
                for message in output.messages:
                    body = encode(message)
                    self.lines.append(Line("S", frame(body)))
                    self._take_in(decode_server(body))

    def _take_in(self, message: m.ServerMessage | m.Ping | m.Pong | None) -> None:
        match message:
            case m.Snapshot():
                self.table = TableView.from_snapshot(message)
            case m.Entry() if self.table is not None:
                self.table.apply(message)
            case m.Legal():
                listed = [listed_from_map(one, 0) for one in message.actions]
                self.listed = [one for one in listed if isinstance(one, CanPlay)]
            case _:
                pass

    @property
    def decision(self) -> int:
        """The decision number in view."""
        assert self.table is not None
        assert self.table.game is not None
        return self.table.game.decision

    def misfit(self) -> Card | None:
        """A card of the hand that is not listed."""
        assert self.table is not None
        assert self.table.game is not None
        listed = [one.card for one in self.listed]
        return next((card for card in self.table.game.hands[0] if card not in listed), None)

    def fit(self) -> Card | None:
        """A coloured number card that is listed."""
        listed = sorted((one.card for one in self.listed), key=canonical_order)
        return next((card for card in listed if card.rank.value.isdigit()), None)


def played(salt: int) -> list[Line] | None:
    """The session with these chances; None if the deal does not show what it is to show."""
    session = Session(salt)
    session.say(m.Hello(versions=[*m.SPOKEN], program="example", program_version="1"))
    session.say(m.Login(name="Bo"))
    session.say(m.JoinTable(id=1, table="Friday", new=m.NewTable(seats=2, bots=["normal"])))
    session.say(m.Ready(id=2))
    session.say(m.Start(id=3))
    wrong, right = session.misfit(), session.fit()
    if not session.listed or wrong is None or right is None:
        return None
    session.say(m.Play(id=4, decision=session.decision, cards=[wrong.name]))
    session.say(m.Play(id=5, decision=session.decision, cards=[right.name]))
    session.say(m.LeaveTable(id=6))
    return session.lines


def text_of(line: Line) -> str:
    """A message as the document shows it."""
    body = line.frame[4:]
    message = decode_client(body) if line.sender == "C" else decode_server(body)
    shown = json.dumps(msgspec.to_builtins(message), ensure_ascii=False)
    digits = line.frame.hex()
    rows = [digits[at : at + WIDTH] for at in range(0, len(digits), WIDTH)]
    told = textwrap.wrap(shown, WIDTH, break_long_words=False, break_on_hyphens=False)
    return "\n".join([f"{line.sender}  {told[0]}", *(f"   {row}" for row in (*told[1:], *rows))])


def current() -> str:
    """The document as it should be."""
    lines = next(found for salt in range(1000) if (found := played(salt)) is not None)
    example = "```text\n" + "\n".join(map(text_of, lines)) + "\n```\n"
    return between(DOCUMENT.read_text(encoding="utf-8"), BEGIN, END, example)


def files() -> Mapping[Path, Callable[[], str]]:
    """The document."""
    return {DOCUMENT: current}
