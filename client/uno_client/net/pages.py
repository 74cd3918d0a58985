"""Where phones find the page of a server: its addresses, each of which is tried by a greeting. No session begins."""

import asyncio

from uno_client.address import Address
from uno_client.messages import Invited
from uno_client.net.connection import Ended, Lost, connect
from uno_client.wording.inviting import NO_PAGE, UNREACHED
from uno_engine.language import _
from uno_protocol.lan import for_guests
from uno_protocol.messages import SPOKEN, Error, Hello, ServerMessage, Welcome
from uno_protocol.qr import page

LOOK_SECONDS = 5.0
"""For the server to answer."""
OWN_SECONDS = 1.0
"""For it to answer at another address of this computer."""


async def find_pages(address: Address) -> Invited:
    """Where phones find the page of the server at that address; of one on this computer, at each of its networks."""
    try:
        async with asyncio.timeout(LOOK_SECONDS):
            welcome, secure, local = await _greeted(address)
    except (Lost, Ended) as fault:
        said = str(fault)
        return Invited(why=f"{said[:1].upper()}{said[1:]}{'' if said.endswith('?') else '.'}")
    except TimeoutError:
        return Invited(why=_("The server doesn't answer."))
    if "web" not in welcome.capabilities:
        return Invited(why=_(NO_PAGE))
    own = for_guests("::")
    if not local and address.host not in own:
        return Invited((page(address.host, address.port, secure=secure),))
    places = [Address(host, address.port) for host in sorted(own, key=lambda host: host != address.host)]
    tried = await asyncio.gather(*(_at(place, welcome.server_id) for place in places))
    found = tuple(each for each in tried if each)
    return Invited(found, "" if found else _(UNREACHED))


async def _at(address: Address, server_id: str) -> str:
    """The page of that server at an address of this computer; empty if it does not answer there."""
    try:
        async with asyncio.timeout(OWN_SECONDS):
            welcome, secure, _local = await _greeted(address)
    except (Lost, Ended, TimeoutError):
        return ""
    return page(address.host, address.port, secure=secure) if welcome.server_id == server_id else ""


async def _greeted(address: Address) -> tuple[Welcome, bool, bool]:
    """The server's answer, whether it requires TLS, whether it is on this computer. Raises Lost, Ended."""
    answer, local = await _say_hello(address, secure=False)
    secure = isinstance(answer, Error) and answer.code == "tls_required"
    if secure:
        answer, local = await _say_hello(address, secure=True)
    if not isinstance(answer, Welcome):
        raise Lost(_("the server lets nobody in right now"))
    return answer, secure, local


async def _say_hello(address: Address, *, secure: bool) -> tuple[ServerMessage, bool]:
    connection = await connect(address, "required" if secure else "off")
    try:
        connection.send(Hello([*SPOKEN], "uno-client (inviting)"))
        return await connection.receive(), connection.local
    finally:
        await connection.finish()
