"""The addresses of this machine that others on the network can use, found without sending anything."""

from __future__ import annotations

import socket
from contextlib import suppress

from protocol.interfaces import EVERYWHERE, here
from server.base.rate_limit import loopback

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


def _sender(family: socket.AddressFamily, probe: str) -> str | None:
    try:
        with socket.socket(family, socket.SOCK_DGRAM) as asking:
            asking.connect((probe, 9))
            return str(asking.getsockname()[0])
    except OSError:
        return None
