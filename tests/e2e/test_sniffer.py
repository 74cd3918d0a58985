"""Whoever records all packets of a match reads no card, name, password or token, and learns little from lengths.

Hosts are network namespaces, so nothing is sent on a real network.
"""

import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.e2e.hosts import Host, Lans, why_not
from tests.e2e.processes import UNHURRIED, agreed, key_of, result
from tests.e2e.sniffer import APPLICATION, CHANGE_CIPHER, HANDSHAKE, Stream, found, packets, records, streams
from uno_engine.cards import FACES
from uno_protocol.codec import PADDING

REASON = why_not()
pytestmark = [pytest.mark.slow, pytest.mark.skipif(bool(REASON), reason=REASON)]

PORT = 7777
PLAYERS = ("Quetzalcoatl", "Xiuhtecuhtli")
TABLE = "Tlachtli"
DOOR, TABLE_PASSWORD = "plover égypte", "xyzzy plugh"
CONSTANT = 17
"""Of a record, encrypted: its true kind and the seal (RFC 8446, 5.2)."""
CLOSES = 2 + CONSTANT
"""The alert that nothing more comes."""


@dataclass
class Match:
    """A match that was recorded."""

    packets: list[bytes]
    streams: list[Stream]
    secrets: tuple[str, ...]

    @property
    def read(self) -> set[str]:
        """What can be read in it, packet by packet and stream by stream."""
        whole = [*self.packets, *(bytes(way) for stream in self.streams for way in (stream.up, stream.down))]
        return {shown for each in whole for shown in found(each, self.secrets)}


def tokens(host: Host) -> tuple[str, ...]:
    """What the clients of a host keep to come back with."""
    kept = [json.loads(file.read_text(encoding="utf-8")) for file in (host.state / "sessions").glob("*.json")]
    return tuple(each["token"] for each in kept)


def recorded(network: Lans, tmp_path: Path, *flags: str) -> Match:
    """A whole match of two clients with a server on another host, which has the sniffer too."""
    ann, bob = network.host(1), network.host(1)
    file, door = tmp_path / "packets", tmp_path / "door"
    door.write_text(DOOR, encoding="utf-8")
    sniffer = ann.start("tests.e2e.sniffer", str(file))
    sniffer.hear("listening\n")
    server = ann.open("--port", str(PORT), "--password-file", str(door), *UNHURRIED)
    place = f"uno://10.77.1.1:{PORT}"
    if "off" not in flags:  # else no password is sent without a question
        place += f"#{key_of(server)}"
    clients = [
        bob.run(
            *("uno-client", place, "--name", name, "--password-file", str(door)),
            *("--table", TABLE, "--table-password", TABLE_PASSWORD, "--seats", "2"),
            *("--set", "goal=points", "uno_grace=0", "--autoplay", "normal", "--json", *flags),
        )
        for name in PLAYERS
    ]
    shown = agreed([result(client) for client in clients])
    assert max(shown["scores"].values()) >= 500
    server.end()
    sniffer.end_input()
    assert sniffer.wait() == 0, sniffer.err
    assert sniffer.out.splitlines()[-1] == "0", "packets were missed"
    kept = tokens(bob)
    assert len(kept) == len(PLAYERS)
    seen = packets(file)
    return Match(seen, streams(seen, PORT), (*PLAYERS, TABLE, DOOR, TABLE_PASSWORD, *kept))


def test_nothing_can_be_read_and_lengths_are_multiples_of_the_padding(
    network: Lans, tmp_path: Path, record_property: Callable[[str, object], None]
) -> None:
    match = recorded(network, tmp_path)
    assert match.read == set()
    playing = [stream for stream in match.streams if len(stream.up) > 1000]
    assert len(playing) == len(PLAYERS)
    for stream in match.streams:
        for way in (stream.up, stream.down):
            kinds = [kind for kind, _ in records(way)]
            assert kinds[:2] == [HANDSHAKE, CHANGE_CIPHER]
            assert set(kinds[2:]) == {APPLICATION}
            assert sum(5 + length for _, length in records(way)) == len(way), "something else, or a record cut short"
    lengths: set[int] = set()
    for stream in playing:
        said = [length for _, length in records(stream.down[stream.agreed :])]
        lengths |= {length - CONSTANT for length in (said[:-1] if said[-1] == CLOSES else said)}
    assert {length % PADDING for length in lengths} == {0}
    record_property("lengths of what a server said", sorted(lengths))
    record_property("bytes recorded", sum(map(len, match.packets)))


def test_without_encryption_the_same_eyes_read_all_of_it(network: Lans, tmp_path: Path) -> None:
    match = recorded(network, tmp_path, "--tls", "off", "--unencrypted-passwords")
    cards = {face.name for face in FACES}
    assert match.read - cards == set(match.secrets)
    assert len(match.read & cards) > 30
