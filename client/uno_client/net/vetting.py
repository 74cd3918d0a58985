"""Vetting: who a server is, judged before anything is said to it, and remembered afterwards (P-20.7 to P-20.9)."""

import asyncio

from uno_client.address import Address
from uno_client.exits import EXIT_PROTOCOL
from uno_client.messages import LinkDown, LinkUp
from uno_client.net.connection import Connection, Ended, NoTls, connect
from uno_client.net.known_servers import KnownServers
from uno_client.trust import Doubt, KnownServer, Terms, Trust, expected, judge
from uno_client.wording.trust import NO_TLS, reason
from uno_engine.language import _
from uno_protocol import identity
from uno_protocol.messages import Welcome


class Again(Exception):
    """Connect again immediately, in another way."""


def doubted(doubt: Doubt) -> Ended:
    """The server's identity is in doubt: the player must decide whether to trust it, or the connection is refused."""
    return Ended(LinkDown(reason(doubt), code=EXIT_PROTOCOL, doubt=doubt))


class Vetting:
    """What is found out about the server at an address, as long as a link lives. All of it may raise Unreadable."""

    def __init__(self, address: Address, known: KnownServers, terms: Terms) -> None:
        self._address = address
        self.place = str(address).casefold()
        """The address, as the list of known servers has it."""
        self._known = known
        self._terms = terms
        self.must_encrypt = address.fingerprint is not None
        """Within this computer too; and without encryption nothing is said."""
        self._plain = False
        """The server has greeted without encryption, because it does not offer it."""

    async def open(self) -> Connection:
        """A connection on which nothing was said yet, encrypted if it has to be or can be. Raises Lost, Ended."""
        must = self.must_encrypt or expected(self._known.all(), self.place, None) is not None
        tls = "required" if must and self._terms.tls != "off" else "off" if self._plain else self._terms.tls
        try:
            return await connect(self._address, tls)
        except NoTls:
            if tls == "required" and not must:
                raise Ended(LinkDown(f"{self._address} {_(NO_TLS)}", code=EXIT_PROTOCOL)) from None
        return await connect(self._address)  # what is known of it decides whether anything is said

    async def judge(self, connection: Connection, server_id: str | None) -> Trust:
        """What is to be thought of the server. Raises Ended where the player, or nobody, can let it pass; Again."""
        found = None if connection.key is None else identity.fingerprint(connection.key)
        verdict = judge(self._known.all(), self.place, self._address.fingerprint, found, server_id)
        if verdict is Trust.DOWNGRADED and connection.local and self._terms.tls == "auto" and not self.must_encrypt:
            self.must_encrypt = True  # between two programs of one computer it was not asked for
            raise Again
        accepted = found is not None and found == self._terms.accepted
        first = accepted or not self._terms.attended
        passes = {Trust.KNOWN: True, Trust.PLAIN: True, Trust.FIRST_VISIT: first, Trust.ANOTHER_SERVER: accepted}
        if not passes.get(verdict):
            raise doubted(await self._doubt(verdict, connection, server_id))
        return verdict

    async def trust(self, connection: Connection, welcome: Welcome, *, tells_password: bool) -> LinkUp:
        """Judge the server once more, by what it says of itself, and remember it. Raises Again, Ended.

        `tells_password`: the client will send a password if asked.
        """
        verdict = await self.judge(connection, welcome.server_id)
        if connection.key is None:
            if "tls" in welcome.capabilities and not connection.local and self._terms.tls != "off":
                raise doubted(Doubt(Trust.STRIPPED, str(self._address)))
            self._plain = True
            if not connection.local:
                self._known.saw("", self.place, welcome.server_id, welcome.name)
            return LinkUp(exposed=not connection.local)
        found = identity.fingerprint(connection.key)
        unseen = verdict is Trust.FIRST_VISIT and found != self._terms.accepted
        if (unseen or found in self._known.uncompared) and tells_password and welcome.password:
            raise doubted(await self._doubt(Trust.FIRST_VISIT, connection, None))
        words = next((each.words for each in self._known.all() if each.fingerprint == found), ())
        words = words or await asyncio.to_thread(identity.words, connection.key)
        self._known.saw(found, self.place, welcome.server_id, welcome.name, words)
        if unseen:
            self._known.uncompared.add(found)
        return LinkUp(found, words, unseen=unseen, stored=self._known.stored)

    async def _doubt(self, verdict: Trust, connection: Connection, server_id: str | None) -> Doubt:
        known = expected(self._known.all(), self.place, server_id) or KnownServer("")
        name = known.name if verdict is not Trust.OTHER_THAN_LINK else self._address.fingerprint or ""
        found, words = "", tuple[str, ...]()
        if connection.key is not None:
            found, words = identity.fingerprint(connection.key), await asyncio.to_thread(identity.words, connection.key)
        return Doubt(verdict, str(self._address), found, words, name, known.fingerprint)
