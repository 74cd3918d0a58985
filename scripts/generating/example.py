"""The worked session of PROTOCOL.md: a short session, played on the real server core, with its bytes."""

import hashlib
import json
import textwrap
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

import msgspec

from generating import ROOT, between
from tests.peer import Peer
from uno_engine.actions import CanPlay
from uno_engine.cards import canonical_order
from uno_protocol import messages as m
from uno_protocol.codec import decode_client, decode_server, encode
from uno_protocol.framing import frame
from uno_server.core.hub import Hub
from uno_server.core.outputs import Deliver

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


class Session(Peer):
    """One client and the server's core, with a clock that is always 0."""

    def __init__(self, salt: int) -> None:
        super().__init__("Bo")
        chances = entropy(salt)
        self.hub = Hub(name="Ann's game", entropy=lambda count: b"".join(next(chances) for _ in range(count)))
        self.lines: list[Line] = []
        self.hub.connected(PEER, "127.0.0.1", 0.0)

    def send(self, message: m.ClientMessage) -> None:
        """Send a message, and take in everything that comes back."""
        body = encode(message)
        self.lines.append(Line("C", frame(body)))
        for output in self.hub.handle(PEER, decode_client(body), 0.0):
            for told in output.messages if isinstance(output, Deliver) else ():
                self.lines.append(Line("S", frame(encode(told))))
                self.take(told)


def played(salt: int) -> list[Line] | None:
    """The session with these chances; None if the deal does not show what it is to show."""
    session = Session(salt)
    session.send(m.Hello(versions=[*m.SPOKEN], program="example", program_version="1"))
    session.request(m.JoinTable, table="Friday", new=m.NewTable(seats=2, bots=["normal"]))
    session.request(m.Ready)
    session.request(m.Start)
    assert session.table is not None
    assert session.table.game is not None
    listed = sorted((one.card for one in session.listed if isinstance(one, CanPlay)), key=canonical_order)
    wrong = next((card for card in session.table.game.hands[0] if card not in listed), None)
    right = next((card for card in listed if card.rank.value.isdigit()), None)
    if wrong is None or right is None:
        return None
    for card in (wrong, right):
        session.request(m.Play, decision=session.table.game.decision, cards=[card.name])
    session.request(m.LeaveTable)
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
