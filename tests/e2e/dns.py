"""Multicast DNS as other programs speak it: to ask, to announce what is not there, and to send nonsense.

`python -m tests.e2e.dns ask ADDRESS [TO]`     asks from ADDRESS for games, prints the answer in hexadecimal
`python -m tests.e2e.dns flood ADDRESS N SEED` sends N announcements of servers that are none
"""

import random
import socket
import struct
import sys
import time

GROUP = ("224.0.0.251", 5353)
SERVICE = "_uno-lan._tcp.local"
A, PTR, TXT, SRV = 1, 12, 16, 33
WAIT = 1.5


def labels(name: str) -> bytes:
    """A name of the DNS."""
    return b"".join(bytes((len(part),)) + part.encode() for part in name.split(".")) + b"\0"


def record(name: bytes, kind: int, data: bytes) -> bytes:
    return name + struct.pack("!2HIH", kind, 1, 120, len(data)) + data


def announced(instance: bytes, port: int, text: bytes, address: str) -> bytes:
    """What a server sends that announces itself."""
    whole = bytes((len(instance),)) + instance + labels(SERVICE)
    host = labels(f"h{port}.local")
    records = (
        record(labels(SERVICE), PTR, whole),
        record(whole, SRV, struct.pack("!3H", 0, 0, port) + host),
        record(whole, TXT, text),
        record(host, A, socket.inet_aton(address)),
    )
    return struct.pack("!6H", 0, 0x8400, 0, len(records), 0, 0) + b"".join(records)


def sender(address: str) -> socket.socket:
    sock = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    sock.bind((address, 0))
    sock.setsockopt(socket.IPPROTO_IP, socket.IP_MULTICAST_IF, socket.inet_aton(address))
    sock.setsockopt(socket.IPPROTO_IP, socket.IP_MULTICAST_TTL, 255)
    return sock


def ask(address: str, to: str = GROUP[0]) -> bytes:
    """What a server answers, nothing if nobody does."""
    with sender(address) as sock:
        question = struct.pack("!6H", 0, 0, 1, 0, 0, 0) + labels(SERVICE) + struct.pack("!2H", PTR, 0x8001)
        sock.sendto(question, (to, GROUP[1]))
        sock.settimeout(WAIT)
        try:
            return sock.recvfrom(9000)[0]
        except TimeoutError:
            return b""


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
    instance = chance.choice(((nasty + b"%d" % number)[:63], b"false %d" % number))
    packet = announced(instance, chance.randrange(65536), text * chance.choice((1, 1, 30)), near)
    return chance.choice((packet, packet, packet[: chance.randrange(len(packet))], chance.randbytes(600)))


def flood(address: str, count: int, seed: int) -> None:
    """Send so many packets, about 2,000 a second at most."""
    chance = random.Random(seed)
    with sender(address) as sock:
        for sent in range(count):
            sock.sendto(nonsense(chance, address), GROUP)
            if sent % 20 == 0:
                time.sleep(0.01)  # the pace of the flood


if __name__ == "__main__":
    match sys.argv[1:]:
        case ["ask", address, *to]:
            print(ask(address, *to).hex())
        case ["flood", address, count, seed]:
            flood(address, int(count), int(seed))
        case _:
            sys.exit(__doc__)
