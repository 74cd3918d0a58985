"""The server's end of TLS: who is let in, what is refused and how, and that all else is as without (FAULTS 49)."""

import mmap
import ssl
import sys
from contextlib import suppress
from pathlib import Path

import pytest

from tests.peer import trusting
from tests.server.new_keys import NewKeys
from tests.server.test_net import codes, serving
from uno_protocol import messages as m
from uno_protocol.codec import PADDING
from uno_server.net import identity, link, server
from uno_server.net.tls import PIECE, Tls, TlsFault

pytestmark = pytest.mark.fast

OURS = identity.load(None).context


def hello(*offered: str) -> bytes:
    """The first record of a client that offers these protocols, or ours."""
    outgoing = ssl.MemoryBIO()
    with suppress(ssl.SSLWantReadError):
        trusting(*offered).wrap_bio(ssl.MemoryBIO(), outgoing).do_handshake()
    return outgoing.read()


def sealed_by(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """How many bytes the server encrypts from now on, each time."""
    sealed: list[int] = []
    seal = Tls.seal

    def noted(self: Tls, plain: bytes) -> bytes:
        sealed.append(len(plain))
        return seal(self, plain)

    monkeypatch.setattr(Tls, "seal", noted)
    return sealed


async def test_what_is_encrypted_is_a_multiple_of_128_bytes_and_what_is_not_stays_as_it_was(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    sealed = sealed_by(monkeypatch)
    async with serving(tls=OURS) as here:
        ann = await here.player("ann", m.CreateTable(id=1, name="T", new=m.NewTable(bots=["normal"])), tls=trusting())
        await ann.hear(m.Snapshot)
        ann.send(m.Ready(id=2), m.Start(id=3))
        await ann.hear(m.Legal)
        bob = await here.player("bob", m.ListTables(id=1))
        await bob.hear(m.Tables)
    assert len(sealed) > 2
    assert {length % PADDING for length in sealed} == {0}


async def test_who_may_begin_no_handshake_gets_none(monkeypatch: pytest.MonkeyPatch) -> None:
    async with serving(tls=OURS) as here:
        ann = await here.player("ann", tls=trusting())
        monkeypatch.setattr(here.hub.admission, "admits_handshake", lambda _address, _now: False)
        wire = await here.wire()
        wire.writer.write(hello())
        assert await wire.reader.read() == b""
        ann.send(m.Ping(nonce=1))  # those that are encrypted already go on
        await ann.hear(m.Pong)


async def test_naming_our_protocol_elsewhere_than_among_those_offered_is_not_enough() -> None:
    begun = hello("h2")
    session = begun.index(b"\x20", 5 + 4 + 2 + 32) + 1  # 32 bytes of the client's choice
    async with serving(tls=OURS) as here:
        wire = await here.wire()
        wire.writer.write(begun[:session] + b"\x05uno/1" + begun[session + 6 :])
        assert b"\x05uno/1" in await wire.reader.read()  # the server's hello repeats them; and then it closes
        assert here.hub._peers == {} or all(not peer.encrypted for peer in here.hub._peers.values())


def records(received: bytes) -> list[bytes]:
    found = []
    while received:
        length = 5 + int.from_bytes(received[3:5], "big")
        found.append(received[:length])
        received = received[length:]
    return found


@pytest.fixture
def hasty(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(server, "HOUSEKEEPING_SECONDS", 0.02)
    monkeypatch.setattr(link, "DOOR_SECONDS", 0.1)


async def test_who_demands_new_keys_again_and_again_is_read_more_slowly(  # FAULTS 29, 49
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    read, feed = 0, Tls.feed

    def noted(self: Tls, received: bytes) -> bytes:
        nonlocal read
        read += len(received)
        return feed(self, received)

    async with serving(tls=OURS) as here:
        ann, foe, keys = await here.player("ann", tls=trusting()), await here.wire(), NewKeys()
        foe.writer.write(keys.handshake())
        while not keys.ready:
            foe.writer.write(keys.handshake(await foe.reader.read(65536)))
        monkeypatch.setattr(Tls, "feed", noted)
        foe.writer.write(b"".join(keys.demand() for _ in range(2000)))
        for nonce in range(20):
            ann.send(m.Ping(nonce=nonce))
            assert (await ann.hear(m.Pong)).nonce == nonce
        most = here.server.limits.messages_at_once * link.BARE_BYTES
        assert most < read + server.READ_BYTES_OF_TLS < 2 * most
        assert len(here.hub._peers) == 2


def shaken() -> tuple[Tls, ssl.SSLObject, ssl.MemoryBIO]:
    """Our end, the client's, and what comes to that, after the handshake."""
    incoming, outgoing = ssl.MemoryBIO(), ssl.MemoryBIO()
    theirs, ours = trusting().wrap_bio(incoming, outgoing), Tls(OURS)
    while not ours.ready:
        with suppress(ssl.SSLWantReadError):
            theirs.do_handshake()
        ours.feed(outgoing.read())
        incoming.write(ours.answer())
    return ours, theirs, incoming


on_linux = pytest.mark.skipif(sys.platform != "linux", reason="memory is read where there is /proc")


def kib() -> float:
    """What this process has in memory."""
    return int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1]) * mmap.PAGESIZE / 1024


@on_linux
def test_an_encrypted_connection_takes_at_most_32_kib() -> None:
    ours = [shaken()[0] for _ in range(20)]
    before = kib()
    for _ in range(300):
        ours.append(shaken()[0])
        ours[-1].seal(bytes(64 * 1024))
    assert (kib() - before) / 300 < 32


@on_linux
def test_a_handshake_that_is_not_finished_takes_at_most_64_kib() -> None:  # FAULTS 49
    hellos, ours, before = [hello() for _ in range(320)], [], 0.0
    for number, first in enumerate(hellos):
        if number == 20:
            before = kib()
        ours.append(Tls(OURS))
        ours[-1].feed(first)
        ours[-1].answer()
        ours[-1].feed(b"\x17\x03\x03\x0f\xff" + bytes(4000))  # and the rest of it never comes
    assert (kib() - before) / 300 < 64


@pytest.mark.parametrize(
    "sent",
    [b"\x16\x03\x01\x10\x01", b"".join([b"\x14\x03\x03\x00\x01\x01"] * 2000)],
    ids=["a long record", "many records"],
)
def test_a_handshake_has_a_limit(sent: bytes) -> None:  # FAULTS 49
    ours = Tls(OURS)
    ours.feed(hello())
    with pytest.raises(TlsFault):
        ours.feed(sent)


async def test_long_messages_are_sent_in_records_that_cost_little_memory() -> None:
    ours, theirs, incoming = shaken()
    sealed = ours.seal(bytes(64 * 1024))
    sent = records(sealed)
    assert len(sent) == 8
    assert max(map(len, sent)) <= PIECE + 64
    incoming.write(sealed)
    assert sum(len(theirs.read(65536)) for _ in sent) == 64 * 1024


@pytest.mark.usefixtures("hasty")
async def test_who_is_turned_away_at_the_door_reads_why_encrypted_or_not() -> None:
    async with serving(tls=OURS, connections=1) as here:
        await here.player("ann", tls=trusting())
        encrypted, plain, silent = await here.wire(trusting()), await here.wire(), await here.wire()
        plain.send(m.Hello(versions=[*m.SPOKEN]))
        for wire in (encrypted, plain, silent):
            assert codes(await wire.rest()) == ["too_many_connections"]
