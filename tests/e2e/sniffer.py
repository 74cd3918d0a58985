"""What a sniffer has: every packet at the cable of one host, and what can be read in bytes that pass.

`python -m tests.e2e.sniffer FILE` records until its input ends.
"""

import re
import select
import socket
import struct
import sys
from collections.abc import Iterable
from pathlib import Path

import msgpack

from uno_engine.cards import FACES

PACKET, EVERYTHING = 17, 0x0003
"""The family of sockets of Linux through which every packet comes by."""
SOL_PACKET, PACKET_STATISTICS = 263, 6
FORCE_ROOM, ROOM = 33, 16 * 1024 * 1024
"""SO_RCVBUFFORCE, and how many bytes of packets may wait to be read: more than others may ask for."""

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
            kept.write(sock.recv(1 << 17))
        _, missed = struct.unpack("=II", sock.getsockopt(SOL_PACKET, PACKET_STATISTICS, 8))
    return int(missed)


HANDSHAKE, CHANGE_CIPHER, APPLICATION = 22, 20, 23
HEADER = 5


def records(stream: bytes | bytearray) -> list[tuple[int, int]]:
    """Kind and length of each record of TLS. Fails the test where something else stands, or less."""
    told, at = [], 0
    while at < len(stream):
        told.append((stream[at], int.from_bytes(stream[at + 3 : at + HEADER], "big")))
        at += HEADER + told[-1][1]
    assert at == len(stream), "something else, or a record cut short"
    return told


if __name__ == "__main__":
    print(record(Path(sys.argv[1])))
