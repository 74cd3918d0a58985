"""Frames: how long they may be, how they are split, and what ends the stream (P-2)."""

import ssl
import struct

from uno_protocol.conformance.carried import OFFERED as WEB
from uno_protocol.conformance.link import PeerLink, Silent, frame, packed
from uno_protocol.conformance.secured import OFFERED, PROTOCOL_VERSION, client_hello
from uno_protocol.conformance.shapes import HELLO
from uno_protocol.conformance.tools import Failed, Kit, Message, absent, fail_if

_GREETING = HELLO


def _filled(length: int) -> bytes:
    """A `hello` whose body has just so many bytes; none of its texts is longer than P-3.10 admits."""
    texts = ["a" * 1000] * ((length - 40) // 1003)
    for key in ("x", "xx"):  # the header of a text grows, so one key alone leaves out some lengths
        for padding in range(1020):
            body = packed({**_GREETING, key: [*texts, "a" * padding]})[4:]
            if len(body) == length:
                return body
    raise AssertionError("every length above the shortest can be made")


def _unfinished(kit: Kit, part: bytes) -> None:
    link = kit.greeted()
    link.answers_pings = False
    read, silence = kit.seconds("read"), kit.seconds("silence")
    most = min(read, silence)
    link.send_bytes(part)
    began = kit.world.now()
    bye = kit.find(link, lambda one: one["t"] != "ping", "bye", most + kit.timeout)
    link.put_back([bye])
    silent = bye.get("code") == "silent" and silence < read + 1  # nothing else can be said within a frame
    kit.closes(link, "silent" if silent else "read_timeout", come_back=True)
    if kit.world.now() - began < most * 0.7:
        raise Failed(f"it was given up after {kit.world.now() - began:.1f} of {most:g} seconds")


def _foreign(kit: Kit, data: bytes) -> None:
    link = kit.connect(web=False)
    link.send_bytes(data)
    error = kit.expect(link, "error")
    if error.get("code") not in ("frame_too_large", "bad_frame"):
        raise Failed(f"expected frame_too_large or bad_frame, got {error.get('code')}")
    kit.closes(link, str(error["code"]), come_back=False)


def _anything(link: PeerLink, seconds: float) -> Message | None:
    until = link.world.now() + seconds
    while (left := until - link.world.now()) > 0:
        try:
            message = link.next(left)
        except Silent:
            return None
        if message["t"] != "ping":
            return message
    return None


class FramingCases(Kit):
    def bytes_one_at_a_time(self) -> None:
        """FR-1 P-2.2: sends hello and a ping one byte at a time -> the same answers as in one piece"""
        link = self.connect()
        for byte in packed(_GREETING) + packed({"t": "ping", "nonce": 5}):
            link.send_bytes(bytes((byte,)))
        self.expect(link, "welcome")
        fail_if(self.expect(link, "pong").get("nonce") != 5, "the pong has another nonce")

    def many_frames_in_one_segment(self) -> None:
        """FR-2 P-2.2: sends pings in one segment after hello, 500 at most: limits.requests_burst, and what waits for
        two seconds -> as many pongs in their order"""
        link = self.greeted()
        count = min(500, self.limit("requests_burst") + self.too_many())
        link.send_bytes(b"".join(packed({"t": "ping", "nonce": nonce}) for nonce in range(count)))
        got = [self.expect(link, "pong").get("nonce", 0) for _ in range(count)]
        fail_if(got != list(range(count)), "the pongs came in another order")
        self.stays(link)

    def a_frame_of_nothing(self) -> None:
        """FR-3 P-2.3 P-12.1: sends a frame of length 0 -> error bad_frame, then bye, closed"""
        link = self.greeted()
        link.send_bytes(frame(b""))
        self.refuses_and_closes(link, "bad_frame")

    def a_hello_at_the_limit(self) -> None:
        """FR-4 P-2.3: sends a hello of exactly 1,024 bytes -> it is welcomed"""
        link = self.connect()
        link.send_bytes(frame(_filled(1024)))
        self.expect(link, "welcome")
        self.stays(link)

    def a_hello_over_the_limit(self) -> None:
        """FR-5 P-2.3 P-10.1: sends the length of a hello of limits.max_frame_before_hello + 1 bytes, and nothing of its
        body -> error frame_too_large, then bye, closed"""
        most = self.limit("max_frame_before_hello")
        link = self.connect()
        link.send_bytes(struct.pack(">I", most + 1))
        self.refuses_and_closes(link, "frame_too_large")

    def a_frame_at_the_limit(self) -> None:
        """FR-6 P-2.3 P-10.1: sends a second hello of exactly limits.max_frame bytes -> it is read: error
        already_greeted, then bye, closed"""
        link = self.greeted()
        most = self.limit("max_frame")
        link.send_bytes(frame(_filled(most)))
        self.refuses_and_closes(link, "already_greeted")

    def a_frame_over_the_limit(self) -> None:
        """FR-7 P-2.3 P-10.1: announces a body of limits.max_frame + 1 bytes after welcome -> error frame_too_large,
        then bye, closed, before any of the body is sent"""
        link = self.greeted()
        link.send_bytes(struct.pack(">I", self.limit("max_frame") + 1))
        self.refuses_and_closes(link, "frame_too_large")

    def the_longest_length(self) -> None:
        """FR-8 P-2.3: announces a body of 0xFFFFFFFF bytes -> error frame_too_large, then bye, closed"""
        link = self.connect()
        link.send_bytes(b"\xff\xff\xff\xff")
        self.refuses_and_closes(link, "frame_too_large")

    def half_a_header(self) -> None:
        """FR-9 P-2.4 P-10.2: sends half a header after welcome and waits -> bye read_timeout after timeouts.read
        seconds (or silent, if that comes first), come back"""
        _unfinished(self, b"\x00\x00")

    def half_a_body(self) -> None:
        """FR-10 P-2.4: sends a header and half a body after welcome and waits -> bye read_timeout after timeouts.read
        seconds (or silent, if that comes first), come back"""
        _unfinished(self, packed({"t": "ping", "nonce": 1})[:9])

    def the_end_within_a_frame(self) -> None:
        """FR-11 P-2.5 P-5.9: ends the stream within a frame, and resumes -> the session is there, and nothing of the
        frame was done"""
        person = self.person()
        person.ok("list_tables")
        person.link.send_bytes(packed({"t": "create_table", "id": 2, "name": self.name()})[:-1])
        person.link.finish()
        resumed = person.back()
        if resumed.get("last_id") != 1 or not absent(resumed, "table"):
            raise Failed(f"something of the unfinished frame was done: {resumed}")

    def nothing_is_read_after_a_fault(self) -> None:
        """FR-12 P-2.6: sends a ping behind a frame of length 0 -> the ping is not answered"""
        link = self.greeted()
        link.send_bytes(frame(b"") + packed({"t": "ping", "nonce": 9}))
        self.refuses_and_closes(link, "bad_frame")

    def http(self) -> None:
        """FR-13 P-2.3 P-17.1: speaks HTTP: GET, where the server does not have the capability web, and POST -> error
        frame_too_large or bad_frame, then bye, closed"""
        for method in ("GET", "POST"):
            if WEB not in self.capabilities or method == "POST":
                _foreign(self, f"{method} / HTTP/1.1\r\nHost: uno\r\n\r\n".encode())

    def tls(self) -> None:
        """FR-14 P-2.3 P-20.1 P-20.2: speaks TLS 1.2 and offers uno/1 -> error frame_too_large or bad_frame, then bye,
        closed; where the server offers TLS, a fatal alert, closed"""
        hello = client_hello("uno/1", newest=ssl.TLSVersion.TLSv1_2)
        if OFFERED not in self.capabilities or self.encrypted:  # within TLS there are frames alone
            _foreign(self, hello)
        else:
            self.alerted(hello, PROTOCOL_VERSION)

    def ssh(self) -> None:
        """FR-15 P-2.3: speaks SSH -> error frame_too_large or bad_frame, then bye, closed"""
        _foreign(self, b"SSH-2.0-OpenSSH_9.6\r\n")

    def a_frame_that_drips(self) -> None:
        """FR-16 P-2.4 P-10.2: sends a frame byte by byte, and takes longer for it than timeouts.read -> bye
        read_timeout: the time is that of the whole frame, not of a byte"""
        link = self.greeted()
        link.answers_pings = False
        most = self.seconds("read")
        frame_ = packed({"t": "ping", "nonce": 2**40})
        began = self.world.now()
        for byte in frame_[:-1]:
            link.send_bytes(bytes((byte,)))
            message = _anything(link, (1.5 * most + 1) / len(frame_))
            if message is not None:
                link.put_back([message])
                self.closes(link, "read_timeout", come_back=True)
                if self.world.now() - began < most * 0.7:
                    raise Failed(f"it was given up after {self.world.now() - began:.1f} of {most:g} seconds")
                return
        raise Failed(f"a frame may take {self.world.now() - began:.1f} seconds, where {most:g} are told")
