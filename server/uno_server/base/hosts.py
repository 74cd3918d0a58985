"""The names and addresses by which a browser may call this computer, each written in one way."""

import re
from ipaddress import ip_address

from uno_protocol.interfaces import loopback

_NAME = re.compile(r"[0-9a-z_-][0-9a-z._-]{0,252}")
_NEIGHBOUR = re.compile(r"[0-9a-z_-]+\.local")
_HOST = re.compile(r"(\[[0-9a-f:.]+\]|[^:]+)(?::[0-9]{1,5})?")


def normal(name: str) -> str:
    """A name or an address (of IPv6 with or without brackets) in the usual way of writing; empty if it is neither.

    An address with a zone is neither: no browser says one.
    """
    name = name.lower().removesuffix(".")
    try:
        address = str(ip_address(name[1:-1] if name[:1] + name[-1:] == "[]" else name))
    except ValueError:
        return name if _NAME.fullmatch(name) else ""
    return "" if "%" in address else address


def named(host: str) -> str:
    """The name or address in a `Host`, without its port, in the usual way of writing; empty if there is none."""
    found = _HOST.fullmatch(host.lower())
    return "" if found is None else normal(found[1])


def alone(name: str) -> bool:
    """Whether a name, in the usual way of writing, leads a computer to itself."""
    return name == "localhost" or loopback(name)


def neighbour(name: str) -> bool:
    """Whether a name, in the usual way of writing, is one that a computer gives itself on its own network (mDNS)."""
    return _NEIGHBOUR.fullmatch(name) is not None
