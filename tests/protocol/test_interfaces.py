"""Announcing and looking use the networks that a server is bound to, and no other."""

import pytest

from uno_protocol.discovery import AUTO, Reach
from uno_protocol.interfaces import NoReach, Spot, here, on_link, ourselves, plan

LO, LO6 = Spot("127.0.0.1", 8, 1), Spot("::1", 128, 1)
HOME, HOME6, HOME_GLOBAL = Spot("192.168.1.5", 24, 2), Spot("fe80::5", 64, 2), Spot("2001:db8::5", 64, 2)
LAB = Spot("10.0.0.5", 8, 3)
ALL = (LO, LO6, HOME, HOME_GLOBAL, HOME6, LAB)


EVERYWHERE = ("127.0.0.1", "192.168.1.5", "10.0.0.5", 2)


@pytest.mark.parametrize(
    ("reach", "host", "places", "addresses"),
    [
        (AUTO, "::", EVERYWHERE, ("192.168.1.5", "10.0.0.5", "fe80::5", "2001:db8::5")),
        (AUTO, "0.0.0.0", EVERYWHERE, ("192.168.1.5", "10.0.0.5")),
        (AUTO, "192.168.1.5", ("192.168.1.5", 2), ("192.168.1.5",)),
        *((AUTO, host, ("127.0.0.1",), (host,)) for host in ("127.0.0.1", "127.0.0.9", "::1")),
        (Reach(addresses=("10.0.0.5",)), "::", ("10.0.0.5",), ("10.0.0.5",)),
        (Reach(addresses=("127.0.0.1",)), "::", ("127.0.0.1",), ("127.0.0.1", "::1")),
    ],
)
def test_a_server_is_announced_on_the_networks_that_it_is_bound_to(
    reach: Reach, host: str, places: tuple[str | int, ...], addresses: tuple[str, ...]
) -> None:
    found = plan(reach, host, ALL)
    assert (found.places, found.addresses) == (places, addresses)
    assert on_link("192.168.1.9", found.spots) is ("192.168.1.5" in places)
    assert on_link("10.0.0.9", found.spots) is ("10.0.0.5" in places)
    assert on_link("fe80::9%2", found.spots) is (2 in places)


def test_without_a_network_there_is_still_this_machine() -> None:
    assert plan(AUTO, "::", (LO, LO6)).addresses == ("127.0.0.1", "::1")


def test_what_cannot_be_is_told() -> None:
    with pytest.raises(NoReach, match=r"^10\.9\.9\.9 is no address of this machine$"):
        plan(Reach(addresses=("10.9.9.9",)), "::", ALL)
    with pytest.raises(NoReach, match=r"^a server at 127\.0\.0\.1 cannot be reached through 192\.168\.1\.5$"):
        plan(Reach(addresses=("192.168.1.5",)), "127.0.0.1", ALL)
    with pytest.raises(NoReach, match=r"^this machine is not on a network$"):
        plan(AUTO, "::", ())


@pytest.mark.parametrize("address", ["192.168.1.77", "::ffff:192.168.1.77", "10.200.0.1", "127.0.0.1", "fe80::1%2"])
def test_a_neighbour_is_on_the_link(address: str) -> None:
    assert on_link(address, ALL)


@pytest.mark.parametrize(
    "address", ["192.168.2.1", "8.8.8.8", "2001:db8:1::1", "224.0.0.251", "0.0.0.0", "nonsense", "", "::ffff:8.8.8.8"]
)
def test_whoever_is_behind_a_router_is_not(address: str) -> None:
    assert not on_link(address, ALL)


def test_this_machine_has_loopback() -> None:
    assert any(spot.ip.is_loopback for spot in here())


def test_this_machine_is_on_the_link_under_each_of_its_addresses_and_nobody_else_is() -> None:
    us = ourselves(ALL)
    assert all(on_link(spot.address, us) for spot in ALL)
    assert not on_link("192.168.1.9", us)
    assert not on_link("fe80::9", us)
