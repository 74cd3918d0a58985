"""Bodies: what msgpack may be in them, and what ends the connection (P-3.1 to P-3.5)."""

import struct
from collections.abc import Sequence
from functools import partial

from uno_protocol.conformance.brevity import longer_than_need_be, told_to_people
from uno_protocol.conformance.judging import row
from uno_protocol.conformance.link import frame, packed
from uno_protocol.conformance.shapes import HELLO
from uno_protocol.conformance.tools import Kit, fail_if

_PING = packed({"t": "ping", "nonce": 1})[4:]
_TYPE = packed({"t": "ping"})[5:]
"""The one member that a ping must have."""


def _with(key: bytes, value: bytes) -> bytes:
    return b"\x82" + _TYPE + key + value


def _text(text: str) -> bytes:
    raw = text.encode()
    return bytes((0xA0 | len(raw),)) + raw


def _ends(kit: Kit, body: bytes, code: str = "bad_codec") -> None:
    link = kit.greeted()
    link.send_bytes(frame(body))
    kit.refuses_and_closes(link, code)


def _is_read(kit: Kit, body: bytes, nonce: int) -> None:
    link = kit.greeted()
    link.send_bytes(frame(body))
    pong = kit.expect(link, "pong")
    fail_if(pong.get("nonce", 0) != nonce, f"the pong has nonce {pong.get('nonce', 0)!r}")
    kit.stays(link)


def _x(value: bytes) -> bytes:
    """A ping with one more member, `x`."""
    return _with(_text("x"), value)


def _all_end(bodies: Sequence[bytes], kit: Kit) -> None:
    for body in bodies:
        _ends(kit, body)


_NOT_UTF8 = (b"\xff", b"\xc3", b"\xed\xa0\x80", b"\xc0\x80", b"\xe0\x80\xaf", b"\xf4\x90\x80\x80")
_BINARY = (b"\xc4\x00", b"\xc4\x01a", b"\xc5\x00\x00", b"\xc6\x00\x00\x00\x00")
_EXTENSIONS = (b"\xd4\x01a", b"\xd5\x01ab", b"\xc7\x00\x05", b"\xc7\x01\x05a", b"\xc8\x00\x00\x05")
_TIMESTAMPS = (b"\xd6\xff" + bytes(4), b"\xd7\xff" + bytes(8), b"\xc7\x0c\xff" + bytes(12))
_257_MEMBERS = b"\xde\x01\x01" + b"".join(_text(f"k{index}") + b"\xc0" for index in range(257))
_NO_MAPS = (b"\xc0", b"\x07", _text("ping"), b"\x91" + _text("ping"))
_TWICE = b"\x82" + _text("a") + b"\x01" + _text("a") + b"\x02"

_REFUSED: dict[str, Sequence[bytes]] = {
    "CO-1 P-3.4 P-3.5: sends a byte behind the map": [_PING + b"\xc0"],
    "CO-2 P-3.4: sends a second map behind the map": [_PING + _PING],
    "CO-3 P-3.4: sends the byte 0xC1 as a value": [_x(b"\xc1")],
    "CO-4 P-3.4: sends a map that is cut inside a value": [_PING[:-1] + b"\xcd\x01"],
    "CO-5 P-3.4: sends a map that announces more members than it has": [b"\x83" + _PING[1:]],
    "CO-6 P-3.4 P-3.1: sends bodies that are not a map: nil, a number, text, an array": _NO_MAPS,
    "CO-10 P-3.4: announces an array of 4,294,967,295 members, and a map of as many": [
        _x(header + b"\xff\xff\xff\xff") for header in (b"\xdd", b"\xdf")
    ],
    "CO-11 P-3.4: nests headers that announce 65,535 members each": [_x(b"\xdc\xff\xff" * 6)],
    "CO-12 P-3.4: sends an array of 1,025 members": [_x(b"\xdc\x04\x01" + b"\xc0" * 1025)],
    "CO-13 P-3.4: sends a map of 257 members": [_x(_257_MEMBERS)],
    "CO-14 P-3.2: sends binary, also empty": [_x(value) for value in _BINARY],
    "CO-15 P-3.2: sends extension types of every size, also empty": [_x(value) for value in _EXTENSIONS],
    "CO-16 P-3.2: sends timestamps of all three sizes": [_x(value) for value in _TIMESTAMPS],
    "CO-17 P-3.1 P-3.4: sends one key twice": [b"\x83" + _PING[1:] + _text("nonce") + b"\x01"],
    "CO-18 P-3.1 P-3.4: sends one key twice in a map further in": [_x(_TWICE)],
    "CO-19 P-3.1 P-3.4: sends keys that are numbers, nil and binary": [
        _with(key, b"\x01") for key in (b"\x01", b"\xc0", b"\xc4\x01t", b"\xc2")
    ],
    "CO-20 P-3.4: sends text that is not strict UTF-8: cut, surrogate, overlong, above U+10FFFF": [
        _x(bytes((0xA0 | len(raw),)) + raw) for raw in _NOT_UTF8
    ],
    "CO-21 P-3.4: sends a key that is not strict UTF-8": [_with(b"\xa1\xff", b"\x01")],
}
"""What each case does, and the bodies with which it does it, each on a connection of its own, which they end."""


for _does, _bodies in _REFUSED.items():
    row(__name__, f"{_does} -> error bad_codec, then bye, closed", partial(_all_end, _bodies))


class CodecCases(Kit):
    def nine_deep(self) -> None:
        """CO-7 P-3.3: nests maps and arrays 9 deep -> error too_deep, then bye, closed"""
        _ends(self, _x(b"\x91" * 8 + b"\xc0"), "too_deep")

    def eight_deep(self) -> None:
        """CO-8 P-3.3: nests maps and arrays just 8 deep in hello -> it is welcomed"""
        link = self.connect()
        body = packed({**HELLO, "x": [[[[[[[1]]]]]]]})[4:]
        link.send_bytes(frame(body))
        self.expect(link, "welcome")
        self.stays(link)

    def thousands_deep(self) -> None:
        """CO-9 P-3.3: nests arrays 8,000 deep, or as deep as a frame admits -> error too_deep, then bye, closed; others
        are served"""
        depth = min(8000, self.limit("max_frame") - 20)
        _ends(self, _x(b"\x91" * depth + b"\xc0"), "too_deep")
        self.stays(self.greeted())

    def numbers_of_every_size(self) -> None:
        """CO-22 P-3.2: sends a number in every size that msgpack has -> it is read alike"""
        sizes = (b"\x07", b"\xcc\x07", b"\xcd\x00\x07", b"\xce\x00\x00\x00\x07", b"\xcf" + struct.pack(">Q", 7))
        signed = (b"\xd0\x07", b"\xd1\x00\x07", b"\xd2\x00\x00\x00\x07", b"\xd3" + struct.pack(">q", 7))
        for number in (*sizes, *signed):
            _is_read(self, b"\x82" + _TYPE + _text("nonce") + number, 7)

    def headers_of_every_size(self) -> None:
        """CO-23 P-3.2: sends text and maps with headers of every size -> they are read alike"""
        rest = _text("nonce") + b"\x03"
        for header in (b"\x82", b"\xde\x00\x02", b"\xdf\x00\x00\x00\x02"):
            for text in (b"\xa4", b"\xd9\x04", b"\xda\x00\x04", b"\xdb\x00\x00\x00\x04"):
                _is_read(self, header + _text("t") + text + b"ping" + rest, 3)

    def keys_in_another_order(self) -> None:
        """CO-24 P-3.1: sends the keys of a message in another order -> it is read alike"""
        _is_read(self, b"\x82" + _text("nonce") + b"\x04" + _text("t") + _text("ping"), 4)

    def before_the_greeting(self) -> None:
        """CO-25 P-3.5 P-4.8: sends a fault of the codec before hello -> error bad_codec, then bye, closed"""
        link = self.connect()
        link.send_bytes(frame(b"\xc1"))
        self.refuses_and_closes(link, "bad_codec")

    def the_session_outlives_a_fault(self) -> None:
        """CO-26 P-3.5 P-5.9: sends a fault of the codec at a table, and resumes -> the session, the seat and the table
        are as they were"""
        ann, bob = self.table(2)
        bob.link.send_bytes(frame(b"\xc1"))
        self.find(bob.link, lambda one: one["t"] == "error" and one.get("code") == "bad_codec", "error bad_codec")
        resumed = bob.back()
        fail_if(resumed.get("table") != ann.code, "the session is no longer at its table")
        self.stays(ann.link)

    def the_shortest_form(self) -> None:
        """CO-27 P-3.2 SHOULD: reads everything told to people who meet, chat, play and come back -> integers, and
        headers of texts, arrays and maps, in their shortest form"""
        for body in told_to_people(self):
            fail_if(longer_than_need_be(body), f"there is a shorter form of {body.hex()[:200]}")
