"""A connection of the suite does by itself what a client must, and only where it does not disturb a case."""

import socket
import struct
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import closing

import pytest

from tests.patience import HANG
from uno_protocol.conformance.kit import Kit
from uno_protocol.conformance.link import PeerClosed, PeerLink, frame, packed
from uno_protocol.conformance.person import Person
from uno_protocol.conformance.rounds import wait_for
from uno_protocol.conformance.verdicts import Failed, Skipped

PING = {"t": "ping", "nonce": 7}
PONG = packed({"t": "pong", "nonce": 7})


@pytest.fixture
def both() -> Iterator[tuple[PeerLink, socket.socket]]:
    """A link, and the other end of it."""
    with closing(socket.create_server(("127.0.0.1", 0))) as listening:
        link = PeerLink("127.0.0.1", listening.getsockname()[1], timeout=HANG)
        with closing(listening.accept()[0]) as peer:
            peer.settimeout(HANG)
            yield link, peer
        link.close()


def until(done: Callable[[], object]) -> None:
    """Wait for something."""
    end = time.monotonic() + HANG
    while not done() and time.monotonic() < end:
        time.sleep(0.01)
    assert done()


def kept(link: PeerLink) -> bool:
    """Keep it; whether something has come."""
    link.keep(0.0)
    return link.received > 0


def test_pings_are_answered_for_somebody_who_does_something_else(both: tuple[PeerLink, socket.socket]) -> None:
    link, peer = both
    peer.sendall(packed(PING) + packed({"t": "ok", "id": 1}))
    until(lambda: kept(link))
    assert peer.recv(100) == PONG
    assert link.next() == {"t": "ok", "id": 1}


def test_a_link_that_is_to_be_silent_or_not_to_read_is_left_alone(both: tuple[PeerLink, socket.socket]) -> None:
    link, peer = both
    peer.sendall(packed(PING))
    link.answers_pings = False
    assert not kept(link)
    assert link.next() == PING
    link.answers_pings = True
    link.let_in(4096)
    peer.sendall(packed(PING))
    received = link.received
    link.keep(0.0)
    assert link.received == received


def test_no_ping_is_answered_within_a_frame(both: tuple[PeerLink, socket.socket]) -> None:
    link, peer = both
    whole = packed({"t": "draw", "id": 1})
    link.send_bytes(whole[:7])
    peer.sendall(packed(PING))
    until(lambda: kept(link))
    link.send_bytes(whole[7:])
    link.keep(0.0)
    assert peer.recv(len(whole)) == whole
    assert peer.recv(100) == PONG


@pytest.mark.parametrize(
    ("data", "found"),
    [
        (packed({"t": "ok", "id": 1.0}), r"ok\.id should be an int"),
        (packed({"t": "weather", "rain": b"wet"}), r"P-3\.2"),
        (frame(b"\xc1"), r"not valid msgpack"),
        (struct.pack(">I", 65_537), r"P-2\.3"),
        (struct.pack(">I", 0), r"P-2\.3"),
    ],
)
def test_what_no_server_may_send_is_a_fault_where_it_stands(
    both: tuple[PeerLink, socket.socket], data: bytes, found: str
) -> None:
    link, peer = both
    peer.sendall(packed({"t": "ok", "id": 1}) + data)
    until(lambda: kept(link))
    assert link.overlooked() is not None
    assert link.next() == {"t": "ok", "id": 1}
    with pytest.raises(Failed, match=found):
        link.next()
    assert link.overlooked() is None


def test_what_was_overlooked_can_be_asked_while_something_comes(both: tuple[PeerLink, socket.socket]) -> None:
    link, peer = both
    over = threading.Event()

    def feed() -> None:
        data, sent = packed({"t": "ok", "id": 1}) * 50, 0
        while not over.is_set():
            peer.sendall(data)
            sent += len(data)
            while link.received < sent and not over.is_set():
                link.keep(0.0)

    thread = threading.Thread(target=feed)
    thread.start()
    try:
        until(lambda: link.received > 0)
        assert [link.overlooked() for _ in range(1000)] == [None] * 1000
    finally:
        over.set()
        thread.join()


def somebody(link: PeerLink) -> Person:
    """Somebody at the other end of whose link a test stands."""
    person = Person.__new__(Person)
    person.kit, person.name, person.link, person.others = Kit("127.0.0.1", 1), "Bo", link, []
    return person


def test_who_waits_for_something_does_not_wait_for_it_from_a_server_that_has_gone(
    both: tuple[PeerLink, socket.socket],
) -> None:
    link, peer = both
    peer.shutdown(socket.SHUT_RDWR)
    with pytest.raises(Failed, match="Bo waits, but the connection ended"):
        wait_for([somebody(link)], lambda: False, HANG)


@pytest.mark.fast
def test_who_has_ended_a_link_waits_for_others_and_does_not_ask_it_without_a_pause(
    both: tuple[PeerLink, socket.socket],
) -> None:
    link, _ = both
    link.reset()
    asked = 0

    def holds() -> bool:
        nonlocal asked
        asked += 1
        return False

    with pytest.raises(Failed, match="has not come after"):
        wait_for([somebody(link)], holds, 0.5)
    assert asked <= 12


def test_who_waits_is_let_go_when_the_run_is_given_up(both: tuple[PeerLink, socket.socket]) -> None:
    link, _ = both
    link.give_up()
    with pytest.raises(PeerClosed):
        wait_for([somebody(link)], lambda: False, 30)


def test_a_timeout_that_need_not_be_told_is_no_fault_of_a_server() -> None:
    kit = Kit("127.0.0.1", 1, welcome={"t": "welcome", "limits": {}, "timeouts": {"silence": 14}})
    assert kit.seconds("silence") == 14.0
    with pytest.raises(Skipped, match=r"timeouts\.unsent"):
        kit.seconds("unsent")
    with pytest.raises(Failed, match=r"timeouts\.ping"):
        kit.seconds("ping")


@pytest.mark.parametrize("most", [5, 8, 20])
def test_names_fit_what_a_server_allows_and_are_all_different(most: int) -> None:
    kit = Kit("127.0.0.1", 1, welcome={"t": "welcome", "limits": {"name_length": most}, "timeouts": {}})
    names = [kit.name() for _ in range(50)]
    assert len(set(names)) == 50
    assert max(map(len, names)) <= most
    assert len(kit.name(room=3)) <= max(3, most - 3)
