"""What a sniffer has: every packet at the cable of one host, the streams of TCP in them, and what can be read there.

`python -m tests.e2e.sniffer FILE` records until its input ends: each packet, after its length in four bytes.
"""

import re
import select
import socket
import struct
import sys
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path

import msgpack

from uno_engine.cards import FACES

PACKET = 17
"""The family of sockets of Linux through which every packet comes by."""
EVERYTHING = 0x0003
SOL_PACKET, PACKET_STATISTICS = 263, 6
ROOM = 16 * 1024 * 1024
"""Bytes of packets that may wait to be read."""
FORCE_ROOM = 33
"""SO_RCVBUFFORCE: more than others may ask for."""
IPV4, TCP, SYN = b"\x08\x00", 6, 2

_CARD = b"(?:" + b"|".join(re.escape(msgpack.packb(card.name)) for card in FACES) + b")"
_KEY = b"(?:" + b"|".join(b"%c[a-z_]{%d}" % (0xA0 | length, length) for length in range(4, 16)) + b")"
# A card alone is two bytes or more, and chance makes those too; what stands before it, it does not.
_SHOWN = re.compile(b"(?:" + _KEY + b"[\x91-\x9f]?" + _CARD + b"|" + _CARD + b"{3,})")


def found(read: bytes, secrets: Iterable[str]) -> set[str]:
    """Which of these secrets stand there, and which cards, as messages have them."""
    shown = {text for text in secrets if text.encode() in read}
    for match in _SHOWN.finditer(read):
        shown |= {msgpack.unpackb(card) for card in re.findall(_CARD, match[0])}
    return shown


def record(file: Path) -> int:
    """Write down every packet, in and out, until standard input ends; how many were missed."""
    with socket.socket(PACKET, socket.SOCK_RAW, socket.htons(EVERYTHING)) as sock, file.open("wb") as kept:
        sock.setsockopt(socket.SOL_SOCKET, FORCE_ROOM, ROOM)
        print("listening", flush=True)
        while sock in select.select([sock, sys.stdin], [], [])[0]:
            packet = sock.recv(1 << 17)
            kept.write(len(packet).to_bytes(4, "big") + packet)
        _, missed = struct.unpack("=II", sock.getsockopt(SOL_PACKET, PACKET_STATISTICS, 8))
    return int(missed)


def packets(file: Path) -> list[bytes]:
    """What was recorded."""
    left, read = file.read_bytes(), []
    at = 0
    while at < len(left):
        end = at + 4 + int.from_bytes(left[at : at + 4], "big")
        read.append(left[at + 4 : end])
        at = end
    return read


@dataclass
class Stream:
    """One connection: what went `up` to the server and came `down` from it."""

    up: bytearray = field(default_factory=bytearray)
    down: bytearray = field(default_factory=bytearray)
    agreed: int | None = None
    """How much had come down when the client sent its first encrypted record: the server's part of the handshake."""


def streams(recorded: Iterable[bytes], port: int) -> list[Stream]:
    """The connections to that port, each from its first byte on. Fails the test where a byte is missing."""
    by_client: dict[bytes, Stream] = {}
    due: dict[tuple[bytes, bool], int] = {}
    for packet in recorded:
        if packet[12:14] != IPV4 or packet[23] != TCP:
            continue
        ip = packet[14 : 14 + int.from_bytes(packet[16:18], "big")]
        tcp = ip[(ip[0] & 15) * 4 :]
        source, to, number = struct.unpack_from("!HHI", tcp)
        if port not in (source, to):
            continue
        up = to == port
        client = ip[12:16] + tcp[:2] if up else ip[16:20] + tcp[2:4]
        data = tcp[(tcp[12] >> 4) * 4 :]
        if tcp[13] & SYN:
            by_client.setdefault(client, Stream())
            due[client, up] = number + 1
            continue
        repeated = (due[client, up] - number) % 2**32
        assert repeated < 2**31 or not data, "a packet is missing"
        fresh = data[repeated:] if data else b""
        due[client, up] = (due[client, up] + len(fresh)) % 2**32
        stream = by_client[client]
        if up:
            stream.up += fresh
            if stream.agreed is None and any(kind == APPLICATION for kind, _ in records(stream.up)):
                stream.agreed = len(stream.down)
        else:
            stream.down += fresh
    return list(by_client.values())


CHANGE_CIPHER, HANDSHAKE, APPLICATION = 20, 22, 23
HEADER = 5


def records(stream: bytes | bytearray) -> list[tuple[int, int]]:
    """Kind and length of each record of TLS, of the last one too if it is not whole."""
    told, at = [], 0
    while at + HEADER <= len(stream):
        length = int.from_bytes(stream[at + 3 : at + HEADER], "big")
        told.append((stream[at], length))
        at += HEADER + length
    return told


if __name__ == "__main__":
    print(record(Path(sys.argv[1])))
