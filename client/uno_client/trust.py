"""Trust: which server answers, judged by its key, its id and its address before anything secret is sent. Pure."""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum, auto
from typing import Literal

Tls = Literal["auto", "required", "off"]
"""When a connection is encrypted: `auto` everywhere but within this computer, and never less than what is known."""
TLS: tuple[Tls, ...] = ("auto", "required", "off")


class Trust(Enum):
    """What is to be thought of a server."""

    KNOWN = auto()
    """Its key is known, or the link names it."""
    PLAIN = auto()
    """It speaks without encryption, and nothing else is known of it."""
    FIRST_VISIT = auto()
    """Neither its key nor its address is known."""
    ANOTHER_SERVER = auto()
    """The address was that of a server with another key."""
    OTHER_THAN_LINK = auto()
    """Its key is not the one that the link names."""
    OTHER_KEY = auto()
    """It has the id of a known server, and another key."""
    DOWNGRADED = auto()
    """It speaks without encryption, although the link names a key or the server is known with one."""
    STRIPPED = auto()
    """It says that it offers encryption, and yet TLS got no answer (P-20.9)."""


STOPS = frozenset({Trust.OTHER_THAN_LINK, Trust.OTHER_KEY, Trust.DOWNGRADED, Trust.STRIPPED})
"""After which nobody is asked: the connection ends."""


@dataclass(frozen=True, slots=True)
class KnownServer:
    """A visited server, recognised by its key, or without encryption by its address."""

    fingerprint: str
    """Of its key (`protocol/uno_protocol/identity.py`); empty: it speaks without encryption."""
    server_id: str = ""
    name: str = ""
    addresses: tuple[str, ...] = ()
    """Where it was seen, the latest first. An address belongs to the server that was seen there last."""
    words: tuple[str, ...] = ()
    seen: float = 0.0
    """When, in seconds since 1970."""


@dataclass(frozen=True, slots=True)
class Terms:
    """How a link may be made."""

    tls: Tls = "auto"
    attended: bool = False
    """Somebody can be asked. Else a first visit is no question, and every other doubt is the end."""
    openly: bool = False
    """The player has said beforehand that passwords may be sent without encryption."""
    once: bool = False
    """The player has agreed that the password is sent without encryption on one connection, the next that asks."""
    accepted: str = ""
    """The fingerprint of the key that the player has accepted."""


@dataclass(frozen=True, slots=True)
class Doubt:
    """Why a link goes no further without the player. PLAIN: a password would be sent without encryption."""

    verdict: Trust
    address: str
    fingerprint: str = ""
    words: tuple[str, ...] = ()
    expected: str = ""
    """The name of the server that is known there or by that id; of OTHER_THAN_LINK the fingerprint in the link."""
    expected_key: str = ""

    @property
    def stops(self) -> bool:
        """Whether no answer of the player leads on."""
        return self.verdict in STOPS


def judge(
    known: Iterable[KnownServer], address: str, link: str | None, fingerprint: str | None, server_id: str | None
) -> Trust:
    """What is to be thought of the server at `address`.

    `link`: the fingerprint that a link names. `fingerprint`: that of the server's key, None without encryption.
    `server_id`: what it says in `welcome`, None before that.
    """
    keyed = [each for each in known if each.fingerprint]
    here = any(address in each.addresses for each in keyed)
    same_id = [each.fingerprint for each in keyed if server_id and each.server_id == server_id]
    if fingerprint is None:
        return Trust.DOWNGRADED if link is not None or here or same_id else Trust.PLAIN
    if link is not None and link != fingerprint:
        return Trust.OTHER_THAN_LINK
    if any(each != fingerprint for each in same_id):
        return Trust.OTHER_KEY
    if link is not None or any(each.fingerprint == fingerprint for each in keyed):
        return Trust.KNOWN
    return Trust.ANOTHER_SERVER if here else Trust.FIRST_VISIT


def expected(known: Iterable[KnownServer], address: str, server_id: str | None) -> KnownServer | None:
    """The server with a key that is known by that id, else the one at that address; None if there is none."""
    keyed = [each for each in known if each.fingerprint]
    by_id = next((each for each in keyed if server_id and each.server_id == server_id), None)
    return by_id or next((each for each in keyed if address in each.addresses), None)
