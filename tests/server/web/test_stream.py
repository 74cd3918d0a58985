"""A WebSocket's messages become frames, and frames become messages (P-17.7, P-17.8, P-17.9)."""

import pytest
from websockets.client import ClientProtocol
from websockets.frames import Frame, Opcode
from websockets.typing import Subprotocol
from websockets.uri import parse_uri

from uno_protocol.framing import frame
from uno_server.web.stream import Stream

LIMIT = 1000


class Both:
    """Both ends of a WebSocket."""

    def __init__(self) -> None:
        self.client = ClientProtocol(parse_uri("ws://uno.local/ws"), subprotocols=[Subprotocol("uno.v1")])
        self.client.send_request(self.client.connect())
        self.stream = Stream()
        status, answer = self.stream.accept(b"".join(self.client.data_to_send()))
        assert status == 101
        self.heard(answer)

    def said(self) -> bytes:
        """What the client sends."""
        return b"".join(self.client.data_to_send())

    def heard(self, data: bytes) -> list[tuple[Opcode, bytes]]:
        """What the client hears."""
        self.client.receive_data(data)
        return [
            (event.opcode, bytes(event.data)) for event in self.client.events_received() if isinstance(event, Frame)
        ]


def one(opcode: int, content: bytes, *, fin: bool = True) -> bytes:
    return Frame(Opcode(opcode), content, fin).serialize(mask=True)


BINARY, TEXT, CONT, PING, CLOSE = Opcode.BINARY, Opcode.TEXT, Opcode.CONT, Opcode.PING, Opcode.CLOSE


def test_a_message_is_a_frame_however_it_is_split() -> None:
    both = Both()
    for size in (0, 1, 125, 126, 999, 1000):
        both.client.send_binary(b"x" * size)
        data = both.said()
        for byte in data[:-1]:
            assert both.stream.receive(bytes((byte,)), LIMIT) == b""
            assert both.stream.waiting
        assert both.stream.receive(data[-1:], LIMIT) == size.to_bytes(4, "big") + b"x" * size
        assert not both.stream.waiting
    parts = one(BINARY, b"ab", fin=False) + one(PING, b"?") + one(CONT, b"", fin=False) + one(CONT, b"cd")
    assert both.stream.receive(parts + one(BINARY, b"e"), LIMIT) == frame(b"abcd") + frame(b"e")
    assert both.stream.spent == 3
    assert both.heard(both.stream.answer()) == [(Opcode.PONG, b"?")]
    both.stream.receive(one(BINARY, b"ab", fin=False), LIMIT)
    assert both.stream.waiting


def test_a_long_message_is_one_whose_length_takes_more_bytes() -> None:
    both = Both()
    assert both.stream.receive(one(BINARY, b"x" * 70_000), 80_000) == frame(b"x" * 70_000)
    assert not both.stream.waiting


@pytest.mark.parametrize(
    ("sent", "code", "header"),
    [
        (one(TEXT, b"ab"), 1003, b"\0"),
        (one(BINARY, b"x" * (LIMIT + 1)), 1009, b"\xff"),
        (one(BINARY, b"x" * LIMIT, fin=False) + one(CONT, b"x"), 1009, b"\xff"),
        (Frame(BINARY, b"ab").serialize(mask=False), 1002, b"\0"),
        (b"\x83\x80\0\0\0\0", 1002, b"\0"),
        (one(CONT, b"ab"), 1002, b"\0"),
        (one(BINARY, b"ab", fin=False) + one(BINARY, b"cd"), 1002, b"\0"),
        (b"\x89\xfe\x00\x7e\0\0\0\0" + bytes(126), 1002, b"\0"),
        (b"\x09\x80\0\0\0\0", 1002, b"\0"),
    ],
    ids=range(9),
)
def test_a_fault_ends_the_frames_and_is_told_when_all_is_said(sent: bytes, code: int, header: bytes) -> None:
    both = Both()
    assert both.stream.receive(one(BINARY, b"good") + sent, LIMIT) == frame(b"good") + 4 * header
    assert both.stream.fault
    assert both.stream.answer() == b""
    assert both.stream.receive(one(BINARY, b"late"), LIMIT) == b""
    both.heard(both.stream.close())
    assert both.client.close_rcvd is not None
    assert both.client.close_rcvd.code == code
    assert both.stream.close() == b""


def test_the_end_is_told_and_answered() -> None:
    both = Both()
    both.heard(both.stream.close())
    assert both.client.close_rcvd is not None
    assert both.client.close_rcvd.code == 1000
    other = Both()
    other.client.send_close(4321, "bored")
    assert other.stream.receive(one(BINARY, b"last") + other.said(), LIMIT) == frame(b"last")
    assert other.stream.left
    other.heard(other.stream.answer())
    assert other.client.close_rcvd is not None
    assert other.client.close_rcvd.code == 4321
    assert other.stream.close() == b""


def test_frames_are_messages_and_take_as_many_bytes_where_that_counts() -> None:
    both = Both()
    bodies = [b"x" * size for size in (1, 125, 126, 65_535)]
    frames = b"".join(map(frame, bodies))
    plain, even = Stream.carry(frames, even=False), Stream.carry(frames, even=True)
    assert both.heard(plain) == [(BINARY, body) for body in bodies]
    assert [content for opcode, content in both.heard(even) if opcode is BINARY] == bodies
    assert len(even) == len(frames)
    assert both.heard(Stream.carry(frame(b"x" * 65_536), even=True)) == [(BINARY, b"x" * 65_536)]


def test_what_the_library_does_not_take_for_a_request_is_refused() -> None:
    assert Stream().accept(b"GET /ws\r\n\r\n") == (400, b"")
