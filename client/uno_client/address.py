"""The place of a server: how it is written, and what it means."""

import re
from dataclasses import dataclass
from ipaddress import AddressValueError, IPv6Address
from urllib.parse import unquote

from uno_engine.language import _

DEFAULT_PORT = 7777
SCHEME = "uno://"
_FINGERPRINT = re.compile(r"[a-z2-7]{26}", re.ASCII)


class AddressFault(ValueError):
    """A text that names no place; the message is one line for the person who typed it."""


@dataclass(frozen=True, slots=True)
class Address:
    """A host (a name, an IPv4 address, or an IPv6 address without brackets), a port, and perhaps a table there.

    `fingerprint`: what a link says of the server's key (P-20.4).
    """

    host: str
    port: int = DEFAULT_PORT
    table: str | None = None
    fingerprint: str | None = None

    def __str__(self) -> str:
        host = f"[{self.host}]" if ":" in self.host else self.host
        return f"{host}:{self.port}"


def parse_address(text: str) -> Address:
    """Reads `host`, `host:7777`, `[::1]:7777`, `::1`, `fe80::1%eth0` or `uno://host:7777/CODE#FINGERPRINT`.

    Raises AddressFault.
    """
    place = text.strip()
    table = fingerprint = None
    if place.lower().startswith(SCHEME):
        place, mark, named = place[len(SCHEME) :].partition("#")
        if mark and _FINGERPRINT.fullmatch(fingerprint := named.lower()) is None:  # cut short, it says nothing
            said = _("the link ends in {text!r}, which is no fingerprint; copy the whole link again")
            raise AddressFault(said.format(text=named))
        place, _slash, path = place.partition("/")
        place = place.replace("%25", "%")  # in an address of this form the zone's % is written %25
        table = unquote(path.strip("/")) or None
    odd = any(character.isspace() or character in "/@?#" or not character.isprintable() for character in place)
    host, port = ("", None) if odd else _split(place)
    if not host:
        said = _("{text!r} names no server; write HOST, HOST:PORT, [::1]:PORT or uno://HOST:PORT/TABLE")
        raise AddressFault(said.format(text=text))
    if ":" in host:
        try:
            IPv6Address(host)
        except AddressValueError:
            raise AddressFault(_("{host!r} is not an IPv6 address").format(host=host)) from None
    return Address(host, _port(port), table, fingerprint)


def _split(place: str) -> tuple[str, str | None]:
    """Host and port as they are written, the port None if there is none."""
    if place.startswith("["):
        host, bracket, rest = place[1:].partition("]")
        if not bracket or (rest and not rest.startswith(":")) or ":" not in host:
            raise AddressFault(_("{place!r} is not an IPv6 address in brackets such as [::1]:7777").format(place=place))
        return host, rest[1:] if rest else None
    if place.count(":") > 1:
        return place, None
    host, colon, port = place.partition(":")
    return host, port if colon else None


def _port(text: str | None) -> int:
    if text is None:
        return DEFAULT_PORT
    if not (text.isascii() and text.isdigit() and len(text) <= 5 and 1 <= int(text) <= 65535):
        raise AddressFault(_("{text!r} is not a port; a port is a number from 1 to 65535").format(text=text))
    return int(text)
