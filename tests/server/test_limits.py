"""Each limit that can be set does what is written beside it, and clients are told."""

from typing import Any

import pytest

from tests.server.harness import Person, World, over, playing, sit_down, start
from tests.server.test_net import codes
from uno_protocol import messages as m
from uno_server.base import limits
from uno_server.base.limits import BOUNDS, Limits
from uno_server.core.admission import Admission
from uno_server.net.server import HOUSEKEEPING_SECONDS


def connected(world: World, name: str, address: str = "192.0.2.1") -> Person:
    person = Person(world, name, address)
    person.connect(greet=False)
    if person.link is not None:
        person.say(m.Hello(versions=[*m.SPOKEN]))
    return person


@pytest.mark.parametrize(
    ("of_host", "most"),
    [
        ("2001:db8:1:2::{}", limits.ADDRESSES_IN_NETWORK),
        ("fe80::{}%eth0", limits.ADDRESSES_ON_LINK),  # all neighbours share that network
        ("fe80::1%eth{}", 50),
        ("192.0.2.{}", 50),
    ],
)
def test_an_address_of_ipv6_counts_as_its_network_of_64_bits(of_host: str, most: int) -> None:
    world = World(connections_per_address=1)
    here = [connected(world, "x", of_host.format(host + 1)) for host in range(50)]
    assert [codes(one.heard) for one in here] == [[]] * most + [["too_many_connections"]] * (50 - most)


def test_one_address_of_a_network_of_ipv6_leaves_room_for_the_others() -> None:
    world = World(connections_per_address=1, connections_per_second=1, logins_per_minute=1)
    here = [connected(world, name, f"2001:db8::{host}") for name, host in (("ann", 1), ("bob", 1), ("cem", 2))]
    assert [codes(one.heard) for one in here] == [[], ["too_many_connections"], []]
    for one in (here[0], here[2]):
        one.say(m.Login(name=one.name))
        assert one.last(m.LoggedIn).name == one.name
    here[0].drop()
    for _ in range(3):
        connected(world, "dee", "2001:db8::1").drop()
    assert codes(connected(world, "dee", "2001:db8::1").heard) == ["too_many_connections"]  # too often
    assert codes(connected(world, "eve", "2001:db8::3").heard) == []


def test_connections_of_one_address_hit_that_address_and_not_loopback() -> None:  # FAULTS 31
    world = World(connections_per_address=1)
    here = [connected(world, "x", address) for address in ("192.0.2.1", "192.0.2.1", "192.0.2.2", "127.0.0.1")]
    assert [codes(one.heard) for one in here] == [[], ["too_many_connections"], [], []]
    assert here[1].last(m.Bye) == m.Bye(code="too_many_connections", come_back=True, after=3.0)
    assert here[1].link is None
    assert codes(connected(world, "x", "127.0.0.1").heard) == []
    here[0].drop()
    assert codes(connected(world, "x", "192.0.2.1").heard) == []


def test_one_connection_too_many_is_refused_and_nobody_else_notices() -> None:
    world = World(connections=2)
    people = playing(world)
    heard = [len(one.heard) for one in people]
    late = connected(world, "late")
    assert (late.heard, late.link) == ([m.Bye(code="too_many_connections", come_back=True, after=3.0)], None)
    assert [len(one.heard) for one in people] == heard
    assert any(one.move() for one in people)
    people[1].drop()
    assert codes(connected(world, "late").heard) == []


def test_handshakes_hit_an_address() -> None:
    admits = Admission(None, Limits(handshakes_per_second=2)).admits_handshake
    assert [admits("192.0.2.1", 0.0) for _ in range(11)] == [True] * 10 + [False]
    assert [admits("192.0.2.1", 0.5), admits("192.0.2.1", 0.5)] == [True, False]
    assert admits("192.0.2.2", 0.5)
    assert all(admits("127.0.0.1", 0.5) for _ in range(11))


def test_watchers_hit_a_table() -> None:  # FAULTS 33
    world = World(watchers=1)
    sit_down(world)
    for first, second in ((world.person("eve"), world.screen()), (world.screen(), world.person("fay"))):
        assert isinstance(first.ask(m.SpectateTable, table="T"), m.Joined)
        assert second.refused(m.SpectateTable, table="T") == "limit"
        first.ask(m.LeaveTable)


def test_a_deserted_table_is_closed_when_its_hours_are_over() -> None:
    world = World(deserted_hours=3)
    people = playing(world)
    for person in people:
        person.drop()
    world.wait(3 * 3600 - 1)
    assert len(world.hub.lobby) == 1
    world.wait(2)
    assert len(world.hub.lobby) == 0
    people[0].resume()
    assert people[0].last(m.Resumed).table is None


@pytest.mark.parametrize(
    ("before", "seconds"),
    [("waiting", 1200), ("playing", 7200), ("finished", 7200), ("after a game", 7200), ("ended", 1200)],
)
def test_a_deserted_table_goes_sooner_where_nothing_was_played(before: str, seconds: float) -> None:  # P-7.10
    world, people = over() if before in ("finished", "after a game") else (made := World(), sit_down(made))
    if before in ("playing", "ended"):
        start(people)
    if before == "ended":
        people[0].ask(m.EndGame)
    if before == "after a game":
        people[0].ask(m.MoveSeat, seat=1, to=0)  # which puts the game away, but not the tally
        assert world.table().game is None
    for person in people:
        person.drop()
    world.wait(seconds - 1)
    assert len(world.hub.lobby) == 1
    world.wait(2)
    assert len(world.hub.lobby) == 0


TOLD = {
    "frame_bytes": ("max_frame", 4097),
    "frame_bytes_before_hello": ("max_frame_before_hello", 1025),
    "name_length": ("name_length", 19),
    "messages_at_once": ("requests_burst", 21),
    "messages_per_second": ("requests_per_second", 6),
    "changes_per_second": ("changes_per_second", 5),
    "chat_length": ("chat_length", 199),
    "hello_seconds": ("hello", 6.0),
    "read_seconds": ("read", 11.0),
    "ping_seconds": ("ping", 6.0),
    "silence_seconds": ("silence", 15.0),
    "flood_seconds": ("flood", 121.0),
    "unsent_seconds": ("unsent", 11.0),
    "next_deal_seconds": ("next_deal", 11.0),
    "rematch_seconds": ("rematch", 21.0),
    "start_anyway_seconds": ("start_anyway", 11.0),
    "host_away_seconds": ("host_away", 31.0),
    "watcher_away_seconds": ("watcher_away", 121.0),
    "code_seconds": ("code", 121.0),
    "claim_after_seconds": ("claim_after", 21.0),
    "claim_seconds": ("claim", 61.0),
    "open_share_seconds": ("open_share", 4.0),
}
"""Limits by name: how a client is told, and another value than the usual one."""


def test_welcome_tells_every_limit_and_time_out_that_concerns_one_client() -> None:
    changed: dict[str, Any] = {name: value for name, (_, value) in TOLD.items()}
    assert all(getattr(Limits(), name) != value for name, value in changed.items())
    welcome = connected(World(**changed), "ann").last(m.Welcome)
    assert {**welcome.limits, **welcome.timeouts}.items() >= dict(TOLD.values()).items()
    assert {name for name in BOUNDS if name.endswith("_seconds")} <= TOLD.keys()


def test_a_client_that_is_gone_without_a_word_is_noticed_within_15_seconds() -> None:
    """FAULTS 46."""
    assert Limits().silence_seconds + HOUSEKEEPING_SECONDS < 15
    assert Limits().ping_seconds * 2 < Limits().silence_seconds
