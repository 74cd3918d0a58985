"""The bytes of multicast DNS: enough of RFC 1035 to ask, to listen, and to send nonsense, by hand.

`python -m tests.e2e.dns ask ADDRESS [TO]`      asks from ADDRESS for games, prints the records of the answer as JSON
`python -m tests.e2e.dns flood ADDRESS N SEED`  sends N announcements of servers that are none
"""

import json
import random
import socket
import struct
import sys
import time
from typing import Any

GROUP = ("224.0.0.251", 5353)
SERVICE = "_uno-lan._tcp.local"
A, PTR, TXT, SRV = 1, 12, 16, 33
WAIT = 1.5


def labels(name: str) -> bytes:
    """A name of the DNS; a backslash before a dot keeps it inside of its label."""
    parts = name.replace("\\.", "\0").split(".")
    return b"".join(bytes((len(raw),)) + raw for raw in (part.replace("\0", ".").encode() for part in parts)) + b"\0"


def question(name: str) -> bytes:
    """A query for pointers, whose answer is wanted for oneself."""
    return struct.pack("!6H", 0, 0, 1, 0, 0, 0) + labels(name) + struct.pack("!2H", PTR, 0x8001)


def record(name: bytes, kind: int, data: bytes, ttl: int = 120) -> bytes:
    return name + struct.pack("!2HIH", kind, 1, ttl, len(data)) + data


def response(*records: bytes) -> bytes:
    return struct.pack("!6H", 0, 0x8400, 0, len(records), 0, 0) + b"".join(records)


def announced(instance: bytes, port: int, text: bytes, address: str) -> bytes:
    """What a server sends that announces itself."""
    whole = bytes((len(instance),)) + instance + labels(SERVICE)
    host = labels(f"h{port}.local")
    return response(
        record(labels(SERVICE), PTR, whole),
        record(whole, SRV, struct.pack("!3H", 0, 0, port) + host),
        record(whole, TXT, text),
        record(host, A, socket.inet_aton(address)),
    )


def name_at(packet: bytes, at: int) -> tuple[str, int]:
    """The name at an offset, and the offset after it."""
    parts, after = [], 0
    while packet[at]:
        if packet[at] >= 0xC0:
            after = after or at + 2
            at = struct.unpack_from("!H", packet, at)[0] & 0x3FFF
            continue
        parts.append(packet[at + 1 : at + 1 + packet[at]].decode())
        at += 1 + packet[at]
    return ".".join(parts), after or at + 1


def records(packet: bytes) -> list[dict[str, Any]]:
    """The records of a response."""
    counts, at, found = struct.unpack_from("!6H", packet), 12, []
    for _ in range(counts[2]):
        at = name_at(packet, at)[1] + 4
    for _ in range(sum(counts[3:])):
        name, at = name_at(packet, at)
        kind, _, ttl, size = struct.unpack_from("!2HIH", packet, at)
        at += 10
        data: Any = packet[at : at + size]
        if kind == PTR:
            data = name_at(packet, at)[0]
        elif kind == SRV:
            data = [*struct.unpack_from("!3H", packet, at), name_at(packet, at + 6)[0]]
        elif kind == A:
            data = socket.inet_ntoa(data)
        elif kind == TXT:
            data = [data[begin + 1 : begin + 1 + data[begin]].decode() for begin in _begins(data)]
        else:
            data = data.hex()
        found.append({"name": name, "kind": kind, "ttl": ttl, "data": data})
        at += size
    return found


def _begins(text: bytes) -> list[int]:
    """Where each string of a TXT record begins."""
    begins = [0]
    while (after := begins[-1] + 1 + text[begins[-1]]) < len(text):
        begins.append(after)
    return begins


def sender(address: str) -> socket.socket:
    sock = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    sock.bind((address, 0))
    sock.setsockopt(socket.IPPROTO_IP, socket.IP_MULTICAST_IF, socket.inet_aton(address))
    sock.setsockopt(socket.IPPROTO_IP, socket.IP_MULTICAST_TTL, 255)
    return sock


def ask(address: str, to: str = GROUP[0]) -> list[dict[str, Any]]:
    """The records with which a server answers, none if nobody does."""
    with sender(address) as sock:
        sock.sendto(question(SERVICE), (to, GROUP[1]))
        sock.settimeout(WAIT)
        try:
            return records(sock.recvfrom(9000)[0])
        except TimeoutError:
            return []


NASTY = (
    b"\x1b]52;c;aGFja2Vk\x07",
    b"\x1b[2J\x1b[31mred",
    "\u202eevil\u2066".encode(),
    b"\xff\xfe\xfd",
    b"line\r\nbreak\x9b31m",
    "ｗｉｄｅ".encode() * 9,
)


def nonsense(chance: random.Random, address: str) -> bytes:
    """One packet: a server that is none, or what is no packet at all."""
    number, nasty = chance.randrange(1 << 30), chance.choice(NASTY)
    near = ".".join((*address.split(".")[:3], str(chance.randrange(1, 255))))
    pairs = (b"txtvers=1", b"id=%x" % number, b"name=" + nasty, b"players=99999999", b"password=" + nasty)
    text = b"".join(bytes((len(pair),)) + pair for pair in pairs)
    packet = announced(b"false %d" % number, chance.randrange(1, 65536), text, near)
    match chance.randrange(8):
        case 0:
            return chance.randbytes(chance.randrange(600))
        case 1:
            return packet[: chance.randrange(len(packet))]
        case 2:
            return announced(b"far %d" % number, 80, text, f"8.8.{chance.randrange(256)}.8")
        case 3:
            return announced((nasty + b"%d" % number)[:63], chance.randrange(65536), text * 30, near)
        case _:
            return packet


def flood(address: str, count: int, seed: int) -> None:
    """Send so many packets, about 2,000 a second at most."""
    chance = random.Random(seed)
    with sender(address) as sock:
        for sent in range(count):
            sock.sendto(nonsense(chance, address), GROUP)
            if sent % 20 == 0:
                time.sleep(0.01)  # the pace of the flood


def main() -> None:
    match sys.argv[1:]:
        case ["ask", address, *to]:
            print(json.dumps(ask(address, *to)))
        case ["flood", address, count, seed]:
            flood(address, int(count), int(seed))
        case _:
            sys.exit(__doc__)


if __name__ == "__main__":
    main()
