"""Announcing and looking use the networks that a server is bound to, and no other."""

import pytest

from uno_protocol.discovery import AUTO, Reach
from uno_protocol.interfaces import NoReach, Spot, here, on_link, ourselves, plan

LO, LO6 = Spot("127.0.0.1", 8, 1), Spot("::1", 128, 1)
HOME, HOME6, HOME_GLOBAL = Spot("192.168.1.5", 24, 2), Spot("fe80::5", 64, 2), Spot("2001:db8::5", 64, 2)
LAB = Spot("10.0.0.5", 8, 3)
ALL = (LO, LO6, HOME, HOME_GLOBAL, HOME6, LAB)


def test_bound_to_everything_it_is_announced_on_every_network_and_to_this_machine() -> None:
    found = plan(AUTO, "::", ALL)
    assert found.places == ("127.0.0.1", "192.168.1.5", "10.0.0.5", 2)
    assert found.addresses == ("192.168.1.5", "10.0.0.5", "fe80::5", "2001:db8::5")


def test_a_server_of_ipv4_alone_tells_no_other_address() -> None:
    assert plan(AUTO, "0.0.0.0", ALL).addresses == ("192.168.1.5", "10.0.0.5")


@pytest.mark.parametrize("host", ["127.0.0.1", "127.0.0.9", "::1"])
def test_bound_to_loopback_it_is_announced_on_loopback_alone(host: str) -> None:
    found = plan(AUTO, host, ALL)
    assert (found.places, found.addresses) == (("127.0.0.1",), (host,))
    assert not on_link("192.168.1.9", found.spots)
    assert not on_link("fe80::9%2", found.spots)


def test_bound_to_one_address_it_is_announced_on_its_network_alone() -> None:
    found = plan(AUTO, "192.168.1.5", ALL)
    assert (found.places, found.addresses) == (("192.168.1.5", 2), ("192.168.1.5",))
    assert not on_link("10.0.0.9", found.spots)


def test_addresses_that_are_given_choose_the_networks() -> None:
    found = plan(Reach(addresses=("10.0.0.5",)), "::", ALL)
    assert (found.places, found.addresses) == (("10.0.0.5",), ("10.0.0.5",))
    assert plan(Reach(addresses=("127.0.0.1",)), "::", ALL).addresses == ("127.0.0.1", "::1")


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
