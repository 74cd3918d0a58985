"""Announcements: what a server tells about itself on the local network, written and read (P-15).

DNS-SD: an instance of `SERVICE_TYPE` with a text record. Anybody may have written what is read, so reading never raises
and its result is bounded; the texts are not yet cleaned for a terminal.
"""

import re
from dataclasses import dataclass
from ipaddress import ip_address

from uno_engine.language import _

SERVICE_TYPE = "_uno-lan._tcp.local."
RECORD_VERSION = 1
"""The version of the text record's format, under the key `txtvers`."""
LONGEST_INSTANCE = 55
"""Bytes of an instance name. A DNS label has 63, and others may append a number."""
LONGEST_NAME = 160
"""Bytes of a server's name in the record."""
LONGEST_RECORD = 1300
"""Bytes read of a text record: what fits into one packet."""
MOST_STRINGS = 64
MOST_COUNTED = 99_999
MOST_REACHES = 16
"""Addresses allowed in `--announce` or `--discover`."""

_ID = re.compile(r"[0-9A-Za-z_-]{1,64}", re.ASCII)
_NUMBER = re.compile(rb"[0-9]{1,5}")
_KEY = re.compile(rb"[a-z2-7]{26}")


@dataclass(frozen=True, slots=True)
class Advertisement:
    """A server's announcement. A count is None if the record has none, or nonsense."""

    server_id: str
    """The id that the server sends in `welcome` (P-4)."""
    name: str
    lowest: int | None = None
    """The lowest protocol version that it speaks."""
    highest: int | None = None
    players: int | None = None
    """People logged in and connected."""
    tables: int | None = None
    """Listed tables."""
    open_tables: int | None = None
    """Listed tables with a free seat."""
    free_seats: int | None = None
    """Free seats at all listed tables together."""
    password: bool = False
    """Whether the server asks for a password."""
    key: str | None = None
    """The fingerprint of its key; None: no connection can be encrypted, or the record has nonsense."""


def instance_name(name: str, server_id: str) -> str:
    """The instance name: the server's name and the start of its id, so that servers of one name stay apart.

    At most `LONGEST_INSTANCE` bytes of UTF-8, cut between characters. A dot would split labels, so it becomes `-`.
    """
    tail = f" [{server_id[:6]}]"
    plain = "".join("-" if letter == "." else letter for letter in name if letter.isprintable()).strip()
    return (cut(plain, LONGEST_INSTANCE - len(tail.encode())) or "UNO") + tail


def cut(text: str, most: int) -> str:
    """`text` cut between characters to at most `most` bytes of UTF-8, without trailing blanks."""
    return text.encode("utf-8", "replace")[:most].decode("utf-8", "ignore").rstrip()


def written(told: Advertisement) -> bytes:
    """The text record: strings `key=value`, each after a byte with its length (RFC 6763, section 6)."""
    values = {
        "txtvers": str(RECORD_VERSION),
        "id": told.server_id,
        "name": cut(told.name, LONGEST_NAME),
        "v": None if told.lowest is None else f"{told.lowest}-{told.highest}",
        "players": told.players,
        "tables": told.tables,
        "open": told.open_tables,
        "seats": told.free_seats,
        "password": int(told.password),
        "key": told.key,
    }
    strings = [f"{key}={value}".encode() for key, value in values.items() if value is not None]
    return b"".join(bytes((len(string),)) + string for string in strings)


def read(record: bytes) -> Advertisement | None:
    """The announcement in anybody's text record; None without a valid server id.

    If a key occurs twice, the first counts. Unknown keys and later format versions are ignored.
    """
    told = _strings(record)
    server_id = told.get(b"id", b"").decode("ascii", "replace")
    if _ID.fullmatch(server_id) is None:
        return None
    lowest, _, highest = told.get(b"v", b"").partition(b"-")
    span = _count(lowest), _count(highest)
    if span[0] is None or span[1] is None or span[0] > span[1]:
        span = None, None
    return Advertisement(
        server_id,
        cut(told.get(b"name", b"")[:LONGEST_NAME].decode("utf-8", "replace"), LONGEST_NAME),
        *span,
        players=_count(told.get(b"players")),
        tables=_count(told.get(b"tables")),
        open_tables=_count(told.get(b"open")),
        free_seats=_count(told.get(b"seats")),
        password=told.get(b"password", b"0") not in (b"0", b""),
        key=_key(told.get(b"key", b"")),
    )


def _strings(record: bytes) -> dict[bytes, bytes]:
    """The strings of a text record, by key in lower case, up to the first that is cut short."""
    found: dict[bytes, bytes] = {}
    record, at = record[:LONGEST_RECORD], 0
    for _string in range(MOST_STRINGS):
        if at >= len(record) or at + 1 + record[at] > len(record):
            break
        string = record[at + 1 : at + 1 + record[at]]
        at += 1 + len(string)
        key, equals, value = string.partition(b"=")
        if key and equals:
            found.setdefault(key.lower(), value)
    return found


def _key(value: bytes) -> str | None:
    return None if _KEY.fullmatch(value) is None else value.decode("ascii")


def _count(value: bytes | None) -> int | None:
    return None if value is None or _NUMBER.fullmatch(value) is None else int(value)


@dataclass(frozen=True, slots=True)
class Reach:
    """Where to announce or look for servers: nowhere (`off`), at given addresses, or wherever it makes sense."""

    off: bool = False
    addresses: tuple[str, ...] = ()
    """Addresses of this machine's interfaces; empty: those that make sense."""


AUTO = Reach()
OFF = Reach(off=True)


def read_reach(text: str) -> Reach:
    """`auto`, `off`, or addresses separated by commas. Raises ValueError with a sentence for the user."""
    words = [word.strip() for word in text.split(",") if word.strip()]
    if words in (["auto"], ["off"]):
        return AUTO if words == ["auto"] else OFF
    if not 0 < len(words) <= MOST_REACHES:
        said = _("it takes auto, off, or 1 to {most} addresses of this machine, not {text!r}")
        raise ValueError(said.format(most=MOST_REACHES, text=text))
    for word in words:
        try:
            ip_address(word.partition("%")[0])
        except ValueError:
            said = _("it takes auto, off, or addresses such as 192.168.1.5, not {word!r}")
            raise ValueError(said.format(word=word)) from None
    return Reach(addresses=tuple(dict.fromkeys(words)))
