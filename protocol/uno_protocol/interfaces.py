"""This machine's addresses, and which of them are used to announce servers or to look for them.

All but `here` is pure. Loopback counts as a network, so that a game is found even on a machine without one.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network

from uno_protocol.discovery import Reach

MOST_ADDRESSES = 12
"""Addresses announced for one server."""
EVERYWHERE = ("::", "0.0.0.0")


class NoReach(Exception):
    """There is nowhere to announce or look. The message is a line that follows "not announced: " or the like."""


@dataclass(frozen=True, slots=True)
class Spot:
    """An address of this machine (without a zone), its network's prefix length, and its interface's index."""

    address: str
    prefix: int
    index: int

    @property
    def ip(self) -> IPv4Address | IPv6Address:
        """The address as a value."""
        return ip_address(self.address)


@dataclass(frozen=True, slots=True)
class Plan:
    """Where multicast goes, and which addresses are announced there."""

    places: tuple[str | int, ...]
    """For each interface its IPv4 address, or its index for IPv6."""
    addresses: tuple[str, ...]
    spots: tuple[Spot, ...]
    """The addresses whose networks are in reach."""


def here() -> tuple[Spot, ...]:
    """This machine's addresses at present. Raises OSError."""
    import ifaddr

    found = []
    for adapter in ifaddr.get_adapters():
        for ip in adapter.ips:
            address = ip.ip if isinstance(ip.ip, str) else ip.ip[0]
            found.append(Spot(address.partition("%")[0], ip.network_prefix, adapter.index or 0))
    return tuple(found)


def ourselves(spots: Iterable[Spot]) -> tuple[Spot, ...]:
    """This machine's addresses, each as a network of its own: what goes there stays on the machine."""
    return tuple(Spot(spot.address, 32 if spot.ip.version == 4 else 128, spot.index) for spot in spots)


def plan(reach: Reach, host: str, spots: Iterable[Spot]) -> Plan:
    """Where to announce a server bound to `host` (an address; `::` and `0.0.0.0` mean all), or where to look.

    Raises NoReach.
    """
    spots = tuple(spots)
    serving = _serving(host, spots)
    used = _used(reach, host, serving, spots)
    indexes = {spot.index for spot in used}
    reached = [spot for spot in serving if spot.index in indexes]
    told = [spot for spot in reached if not spot.ip.is_loopback] or reached
    told.sort(key=lambda spot: (spot.ip.version, not spot.ip.is_link_local))
    places = [spot.address for spot in used if spot.ip.version == 4]
    scoped = [spot.index for spot in used if spot.ip.version == 6 and not spot.ip.is_loopback]
    if not places and not scoped:
        raise NoReach("this machine is not on a network")
    if not told:
        raise NoReach(f"a server at {host} cannot be reached through {', '.join(reach.addresses)}")
    return Plan(
        tuple(dict.fromkeys((*places, *scoped))),
        tuple(dict.fromkeys(spot.address for spot in told))[:MOST_ADDRESSES],
        tuple(used),
    )


def _serving(host: str, spots: tuple[Spot, ...]) -> list[Spot]:
    """The addresses of a server bound to `host`."""
    if host in EVERYWHERE:
        return [spot for spot in spots if host == "::" or spot.ip.version == 4]
    if loopback(host):
        return [Spot(host, 8, spot.index) for spot in spots if spot.ip.is_loopback][:1]
    return [spot for spot in spots if spot.address == host.partition("%")[0]]


def _used(reach: Reach, host: str, serving: list[Spot], spots: tuple[Spot, ...]) -> list[Spot]:
    """The addresses that packets are sent from."""
    if reach.addresses:
        wanted = [address.partition("%")[0] for address in reach.addresses]
        for address in wanted:
            if all(spot.address != address for spot in spots):
                raise NoReach(f"{address} is no address of this machine")
        return [spot for spot in spots if spot.address in wanted]
    if host in EVERYWHERE:
        return list(spots)
    if loopback(host):
        return [spot for spot in spots if spot.ip.is_loopback]
    indexes = {spot.index for spot in serving}
    return [spot for spot in spots if spot.index in indexes]


def on_link(address: str, spots: Iterable[Spot]) -> bool:
    """Whether an address (IPv6 perhaps with a zone) is on one of these networks, or this machine itself."""
    try:
        ip = ip_address(address.partition("%")[0])
    except ValueError:
        return False
    if isinstance(ip, IPv6Address) and ip.ipv4_mapped is not None:  # how a dual-stack socket writes it
        ip = ip.ipv4_mapped
    if ip.is_multicast or ip.is_unspecified:
        return False
    return ip.is_loopback or any(
        spot.ip.version == ip.version and ip in ip_network((spot.address, spot.prefix), strict=False) for spot in spots
    )


def loopback(host: str) -> bool:
    """Whether an address exists only on this machine; False for what isn't an address."""
    try:
        return ip_address(host.partition("%")[0]).is_loopback
    except ValueError:
        return False
