"""A WebSocket's messages become frames, and frames become messages; what is wrong with them is left to the suite."""

from websockets.client import ClientProtocol
from websockets.frames import Frame, Opcode
from websockets.typing import Subprotocol
from websockets.uri import parse_uri

from uno_protocol.framing import frame
from uno_server.web.stream import Stream


def greeted() -> tuple[Stream, ClientProtocol]:
    """The server's end of a WebSocket, and the client's."""
    client = ClientProtocol(parse_uri("ws://uno.local/ws"), subprotocols=[Subprotocol("uno.v1")])
    client.send_request(client.connect())
    stream = Stream()
    status, answer = stream.accept(b"".join(client.data_to_send()))
    assert status == 101
    assert heard(client, answer) == []
    return stream, client


def heard(client: ClientProtocol, data: bytes) -> list[tuple[Opcode, bytes]]:
    """What the client hears."""
    client.receive_data(data)
    return [(event.opcode, bytes(event.data)) for event in client.events_received() if isinstance(event, Frame)]


def test_a_long_message_is_one_whose_length_takes_more_bytes() -> None:
    stream, _ = greeted()
    message = Frame(Opcode.BINARY, b"x" * 70_000).serialize(mask=True)
    assert stream.receive(message, 80_000) == frame(b"x" * 70_000)
    assert not stream.waiting


def test_behind_a_fault_nothing_is_read() -> None:
    stream, _ = greeted()
    faulty, late = (Frame(Opcode.BINARY, b"ab").serialize(mask=masked) for masked in (False, True))
    assert stream.receive(faulty, 1000) == bytes(4)
    assert stream.receive(late, 1000) == b""


def test_frames_are_messages_and_take_as_many_bytes_where_that_counts() -> None:
    _, client = greeted()
    bodies = [b"x" * size for size in (1, 125, 126, 65_535)]
    frames = b"".join(map(frame, bodies))
    plain, even = Stream.carry(frames, even=False), Stream.carry(frames, even=True)
    assert heard(client, plain) == [(Opcode.BINARY, body) for body in bodies]
    assert [content for opcode, content in heard(client, even) if opcode is Opcode.BINARY] == bodies
    assert len(even) == len(frames)
    assert heard(client, Stream.carry(frame(b"x" * 65_536), even=True)) == [(Opcode.BINARY, b"x" * 65_536)]


def test_what_the_library_does_not_take_for_a_request_is_refused() -> None:
    assert Stream().accept(b"GET /ws\r\n\r\n") == (400, b"")
