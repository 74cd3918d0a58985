"""Where phones find the page of a server: its addresses, each of which is tried by a greeting."""

import asyncio

from uno_client.address import Address
from uno_client.messages import Invited
from uno_client.net.connection import Connection, Ended, Lost, greeted
from uno_client.wording.inviting import NO_PAGE, UNREACHED
from uno_engine.language import _
from uno_protocol.lan import for_guests
from uno_protocol.messages import Error, Welcome
from uno_protocol.qr import page

LOOK_SECONDS = 5.0
OWN_SECONDS = 1.0
"""For it to answer at another address of this computer."""


async def find_pages(address: Address) -> Invited:
    """Where phones find the page of the server at that address; of one on this computer, at each of its networks."""
    try:
        welcome, there = await _welcomed(address, LOOK_SECONDS)
    except (Lost, Ended) as fault:
        said = str(fault)
        return Invited(why=f"{said[:1].upper()}{said[1:]}{'' if said.endswith('?') else '.'}")
    if "web" not in welcome.capabilities:
        return Invited(why=_(NO_PAGE))
    own = for_guests("::")
    if not there.local and address.host not in own:
        return Invited((page(address.host, address.port, secure=there.key is not None),))
    places = [Address(host, address.port) for host in sorted(own, key=lambda host: host != address.host)]
    tried = await asyncio.gather(*(_at(place, welcome.server_id) for place in places))
    found = tuple(each for each in tried if each)
    return Invited(found, "" if found else _(UNREACHED))


async def _at(address: Address, server_id: str) -> str:
    """The page of that server at an address of this computer; empty if it does not answer there."""
    try:
        welcome, there = await _welcomed(address, OWN_SECONDS)
    except (Lost, Ended):
        return ""
    return page(address.host, address.port, secure=there.key is not None) if welcome.server_id == server_id else ""


async def _welcomed(address: Address, seconds: float) -> tuple[Welcome, Connection]:
    """The server's answer, and the connection that it was on: encrypted if it requires that. Raises Lost, Ended."""
    answer, there = await greeted(address, "off", "inviting", seconds)
    if isinstance(answer, Error) and answer.code == "tls_required":
        answer, there = await greeted(address, "required", "inviting", seconds)
    if answer is None:
        raise Lost(_("the server does not answer"))
    if not isinstance(answer, Welcome):
        raise Lost(_("the server lets nobody in right now"))
    return answer, there
