"""Which addresses of this machine others on the network can type, found without sending anything."""

from __future__ import annotations

import socket
import struct
import sys
from contextlib import suppress

# Connecting a datagram socket sends nothing: it only asks the routing table which address would be the sender.
_PROBES = (
    (socket.AF_INET, "192.0.2.1"),
    (socket.AF_INET, "192.168.0.1"),
    (socket.AF_INET, "10.0.0.1"),
    (socket.AF_INET, "172.16.0.1"),
    (socket.AF_INET, "224.0.0.251"),
    (socket.AF_INET6, "2001:db8::1"),
)
_EVERYWHERE = ("::", "0.0.0.0")


def addresses(host: str) -> list[str]:
    """What others type to reach a server bound to `host`; nothing if it is bound to loopback."""
    if host not in _EVERYWHERE:
        return [] if _loopback(host) else [host]
    families = {family for family, _ in _PROBES} if host == "::" else {socket.AF_INET}
    found = [_sender(family, probe) for family, probe in _PROBES if family in families]
    found += _interfaces()  # a network of its own has no route to the outside
    return list(dict.fromkeys(address for address in found if address is not None and not _loopback(address)))


def _sender(family: socket.AddressFamily, probe: str) -> str | None:
    try:
        with socket.socket(family, socket.SOCK_DGRAM) as asking:
            asking.connect((probe, 9))
            return str(asking.getsockname()[0])
    except OSError:
        return None


def _interfaces() -> list[str]:
    """The IPv4 address of every network interface, where the system can be asked for it (Linux)."""
    found: list[str] = []
    if sys.platform == "linux":
        import fcntl

        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asking:
            for _, name in socket.if_nameindex():
                with suppress(OSError):  # an interface without an address
                    told = fcntl.ioctl(asking, 0x8915, struct.pack("256s", name.encode()[:15]))  # SIOCGIFADDR
                    found.append(socket.inet_ntoa(told[20:24]))
    return found


def _loopback(address: str) -> bool:
    return address == "::1" or address.startswith("127.")
