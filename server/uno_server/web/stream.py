"""A WebSocket as a stream of frames: what comes turned into frames of section 2, and frames into messages (P-17.7)."""

import logging
from struct import Struct

from websockets.frames import CloseCode, Frame, Opcode
from websockets.protocol import State
from websockets.server import ServerProtocol
from websockets.typing import Subprotocol

from uno_protocol.framing import HEADER

SUBPROTOCOL = Subprotocol("uno.v1")
_SMALL, _MIDDLE = 126, 65536
_HEADERS = tuple(bytes((0x82, length)) for length in range(_SMALL))
"""By its length, the header of a short message."""
_EVEN_HEADERS = tuple(b"\x8a\x00" + header for header in _HEADERS)
"""The header after an empty pong, so that all headers are as long as that of a frame."""
_length = Struct(">I").unpack_from
_log = logging.getLogger(__name__)  # of every connection, the library would tell when it begins and ends
_log.setLevel(logging.ERROR)


class Stream:
    """The server's end of one WebSocket, from the request for it on."""

    __slots__ = ("_partial", "_pieces", "_protocol", "fault", "left", "spent")

    def __init__(self) -> None:
        self._protocol = ServerProtocol(subprotocols=[SUBPROTOCOL], logger=_log)
        self._pieces: bytearray | None = None
        """The received fragments of a message."""
        self._partial = 0
        """Bytes that have come of a frame of WebSocket that is incomplete."""
        self.spent = 0
        """How many frames of WebSocket came that ended no message, since this was last set back."""
        self.fault = ""
        """Why nothing more is read; empty while something is."""
        self.left = False
        """The peer has closed."""

    def accept(self, head: bytes) -> tuple[int, bytes]:
        """The status of the answer to a request, 101 if the WebSocket begins; then also the answer."""
        protocol = self._protocol
        protocol.receive_data(head)
        events = protocol.events_received()
        if not events:  # the library takes HTTP/1.1 alone, and fewer headers
            return 400, b""
        response = protocol.accept(events[0])  # type: ignore[arg-type]  # no frame can have come
        if response.status_code == 101:
            protocol.send_response(response)
        return response.status_code, b"".join(protocol.data_to_send())

    @property
    def waiting(self) -> bool:
        """True while a message is incomplete: its rest is due within the read time-out."""
        return self._partial > 0 or self._pieces is not None

    @property
    def ended(self) -> bool:
        """Nothing more is read."""
        return bool(self.fault) or self.left

    def receive(self, data: bytes, limit: int) -> bytes:
        """What these bytes complete, as frames; a message may have `limit` bytes.

        Behind a fault of WebSocket comes the header of a frame that is faulty too; `fault` then says what it was.
        """
        if self.ended:
            return b""
        protocol = self._protocol
        protocol.max_message_size = limit
        protocol.receive_data(data)
        self._partial += len(data)
        frames = b""
        for event in protocol.events_received():
            assert isinstance(event, Frame)
            size = len(event.data)
            self._partial -= size + (6 if size < _SMALL else 8 if size < _MIDDLE else 14)
            if event.opcode is Opcode.BINARY and event.fin:
                frames += size.to_bytes(HEADER, "big") + event.data
            elif (body := self._piece(event)) is not None:
                frames += len(body).to_bytes(HEADER, "big") + body
            elif self.fault:
                break
        if protocol.parser_exc is not None:
            assert protocol.close_sent is not None
            self.fault = protocol.close_sent.reason
            if protocol.close_sent.code == CloseCode.MESSAGE_TOO_BIG:
                return frames + b"\xff" * HEADER
        return frames + b"\0" * HEADER if self.fault else frames

    def _piece(self, event: Frame) -> bytes | None:
        """Take a frame of WebSocket that is not a whole message. Returns the message that it completes."""
        match event.opcode:
            case Opcode.TEXT:
                self.fault = "messages are binary here, not text"
                self._protocol.fail(CloseCode.UNSUPPORTED_DATA, self.fault)
            case Opcode.CLOSE:
                self.left = True
            case Opcode.BINARY:
                self._pieces = bytearray(event.data)
            case Opcode.CONT if event.fin:
                assert self._pieces is not None
                body, self._pieces = bytes(self._pieces + event.data), None
                return body
            case Opcode.CONT:
                assert self._pieces is not None
                self._pieces += event.data
        self.spent += 1
        return None

    def answer(self) -> bytes:
        """The bytes that WebSocket itself sends, after `receive`: pongs, and the answer to the peer's end."""
        return b"" if self.fault else b"".join(self._protocol.data_to_send())

    def close(self) -> bytes:
        """The end, as a message; nothing if the peer already has it."""
        if self._protocol.state is State.OPEN:
            self._protocol.send_close(CloseCode.NORMAL_CLOSURE)
        return b"".join(self._protocol.data_to_send())

    @staticmethod
    def carry(frames: bytes, *, even: bool) -> bytes:
        """Whole frames as messages; `even`: of just as many bytes, so that their size tells no more (P-20.12)."""
        headers, size, ends = _EVEN_HEADERS if even else _HEADERS, len(frames), 0
        pieces = []
        while ends < size:
            (length,) = _length(frames, ends)
            begins, ends = ends + HEADER, ends + HEADER + length
            if length < _SMALL:
                pieces.append(headers[length])
            elif length < _MIDDLE:
                pieces.append(b"\x82\x7e" + length.to_bytes(2, "big"))
            else:
                pieces.append(b"\x82\x7f" + length.to_bytes(8, "big"))
            pieces.append(frames[begins:ends])
        return b"".join(pieces)
