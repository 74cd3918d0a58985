"""Inviting in words: what to do with the QR code, and what to look for where a phone does not get through."""

from urllib.parse import urlsplit

from uno_engine.language import N_, _
from uno_protocol.qr import CERTIFICATE, PLAIN

NO_PAGE = N_("This server has no page for browsers, so there is no QR code for phones.")
ALONE = N_("Only you can play here: start a server for others with “Host a game”.")
UNREACHED = N_("Phones can't reach this server: it is for this computer alone.")
LOOKING = N_("Looking for the address …")
SCAN = N_("Scan this with a phone's camera, or type the address into its browser:")
TYPE = N_("Type this address into the browser of a phone:")
_WIFI = N_("The phone must be on the same Wi-Fi as this computer.")
_CLOSED = N_(
    "If the page doesn't open: turn mobile data off, don't use a network for guests, and see whether the router keeps "
    "its devices apart or a firewall on the server's computer blocks port {port}."
)


def closed(port: int | None) -> str:
    """What to look for where a phone does not get through."""
    return _(_CLOSED).format(port=port)


def to_know(page: str) -> tuple[str, ...]:
    """The sentences beside the address of a page."""
    place = urlsplit(page)
    safety = _(CERTIFICATE) if place.scheme == "https" else _(PLAIN)
    return _(_WIFI), safety, closed(place.port)


def which(at: int, count: int) -> str:
    """Which of several addresses is shown; empty for the only one."""
    return "" if count < 2 else _("Address {n} of {all} of this computer.").format(n=at + 1, all=count)
