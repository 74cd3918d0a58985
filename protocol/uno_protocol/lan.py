"""The addresses of this machine that others on the network can use, found without sending anything."""

import socket
from collections.abc import Iterable
from contextlib import suppress

from uno_protocol.interfaces import EVERYWHERE, Spot, here, loopback, on_link

# Connecting a datagram socket sends nothing: it only asks the routing table which address would be the sender.
_PROBES = (
    (socket.AF_INET, "192.0.2.1"),
    (socket.AF_INET, "192.168.0.1"),
    (socket.AF_INET, "10.0.0.1"),
    (socket.AF_INET, "172.16.0.1"),
    (socket.AF_INET, "224.0.0.251"),
    (socket.AF_INET6, "2001:db8::1"),
)


def addresses(host: str) -> list[str]:
    """The addresses at which others reach a server bound to `host`; none if that is loopback."""
    if host not in EVERYWHERE:
        return [] if loopback(host) else [host]
    families = {family for family, _ in _PROBES} if host == "::" else {socket.AF_INET}
    found = [_sender(family, probe) for family, probe in _PROBES if family in families]
    with suppress(OSError):  # a network of its own has no route to the outside
        found += [spot.address for spot in here() if spot.ip.version == 4]
    return list(dict.fromkeys(address for address in found if address is not None and not loopback(address)))


def for_guests(host: str, people: Iterable[str] = ()) -> list[str]:
    """The `addresses` that a guest's phone can use, those on the network where `people` are first."""
    try:
        spots = here()
    except OSError:
        spots = ()
    return nearest(addresses(host), spots, people)


def nearest(found: Iterable[str], spots: Iterable[Spot], people: Iterable[str]) -> list[str]:
    """The addresses in order: those on whose networks most of `people` are, tunnels and IPv6 last, else as found."""
    networks, others = {spot.address: spot for spot in spots}, [each for each in people if not loopback(each)]

    def order(address: str) -> tuple[int, bool, bool]:
        spot = networks.get(address)
        if spot is None:
            return 0, False, ":" in address
        near = sum(on_link(other, (spot,)) for other in others)
        return -near, spot.prefix == spot.ip.max_prefixlen, spot.ip.version == 6

    return sorted((address for address in found if "%" not in address), key=order)


def _sender(family: socket.AddressFamily, probe: str) -> str | None:
    try:
        with socket.socket(family, socket.SOCK_DGRAM) as asking:
            asking.connect((probe, 9))
            return str(asking.getsockname()[0])
    except OSError:
        return None
