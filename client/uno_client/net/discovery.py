"""Discovery of servers on this network: a shell that listens to announcements (P-15), and probes them."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from uno_client.address import Address
from uno_client.messages import Found
from uno_client.net.connection import Ended, Lost, greeted
from uno_client.net.known_servers import KnownServers, Unreadable
from uno_client.net.servers import MOST_ADDRESSES, Finds, Target
from uno_client.trust import Tls
from uno_engine.language import N_, _
from uno_protocol import multicast
from uno_protocol.discovery import SERVICE_TYPE, Reach
from uno_protocol.interfaces import NoReach, Plan, Spot, here, ourselves, plan
from uno_protocol.messages import Bye, Error, Welcome

if TYPE_CHECKING:
    from zeroconf import Zeroconf
    from zeroconf.asyncio import AsyncZeroconf

LOOK_SECONDS = 0.1
TELL_SECONDS = 0.25
"""The least time between two reported changes of the list."""
INTERFACES_SECONDS = 5.0
RETRY_SECONDS = 5.0
PROBE_SECONDS = 2.0
PROBES = 8
PROBES_A_LOOK = 2
MOST_WAITING = 400
"""Names that wait to be looked at, or for room; beyond them the oldest are dropped (FAULTS 34)."""
NAMES_A_LOOK = 50
ASKS = 8
"""Names at the same time whose details are asked for, because they did not come with the announcement."""
ASK_MILLISECONDS = 1500.0

OFF_TEXT = N_("not looking for games (discovery is off)")

Changed = Callable[[tuple[Found, ...], str], None]
"""Takes the list, and one line on why nothing can be found, empty if all is well."""


class Discovery:
    """Looks for servers until cancelled."""

    def __init__(
        self,
        reach: Reach,
        changed: Changed,
        wanted: Callable[[], bool] = lambda: True,
        known: KnownServers | None = None,
    ) -> None:
        """`wanted`: whether anybody sees the list, else nobody is probed. `known`: the known servers."""
        self._reach = reach
        self._changed = changed
        self._wanted = wanted
        self._known = known
        self._finds = Finds()
        self._waiting: dict[str, None] = {}
        self._probes: set[asyncio.Task[None]] = set()
        self._asks: set[asyncio.Task[None]] = set()
        self._asked_for: set[str] = set()
        """Names whose details are asked for, and which have not gone meanwhile."""
        self._spots: tuple[Spot, ...] = ()
        self._told: tuple[int, str] = (-1, "")
        self._told_at = float("-inf")

    @property
    def settled(self) -> bool:
        """Whether everything that was heard has been looked into."""
        return not self._waiting and not self._asks and all(each.answers is not None for each in self._finds.shown())

    def found(self) -> tuple[Found, ...]:
        """The servers that are known now."""
        self._recall()
        return self._finds.shown()

    def _recall(self) -> None:
        try:
            self._finds.know(() if self._known is None else self._known.all())
        except Unreadable:  # as is said as soon as somebody connects
            self._finds.know(())

    async def run(self) -> None:
        """Search until cancelled. Never fails: it reports why it finds nothing."""
        if self._reach.off:
            self._changed((), _(OFF_TEXT))
            return
        await asyncio.to_thread(multicast.load)
        while True:
            try:
                with multicast.contained(asyncio.get_running_loop()):
                    await self._look()
            except Exception as fault:  # noqa: BLE001  (the edge of the task: servers can still be typed)
                reason = str(fault) if isinstance(fault, NoReach) else type(fault).__name__
                if isinstance(fault, OSError):
                    reason = (fault.strerror or str(fault)).lower()
                self._tell(_("cannot look for games: {reason}").format(reason=reason))
            finally:
                await self._drop_tasks()
            await asyncio.sleep(RETRY_SECONDS)

    async def _look(self) -> None:
        from zeroconf import DNSQuestionType
        from zeroconf.asyncio import AsyncServiceBrowser

        loop = asyncio.get_running_loop()
        now = plan(self._reach, "::", here())
        network = await multicast.opened(now)
        try:
            # Answers go to everybody: one that went to us alone could end at another program of this machine that
            # shares the port.
            everybody = DNSQuestionType.QM
            browser = AsyncServiceBrowser(
                network.zeroconf, SERVICE_TYPE, handlers=[self._heard], question_type=everybody
            )
            try:
                looked = float("-inf")
                while True:
                    if loop.time() - looked >= INTERFACES_SECONDS:
                        looked = loop.time()
                        now = await self._follow_interfaces(network, now)
                        self._recall()
                    self._work_off(network)
                    self._probe(loop.time())
                    self._tell("")
                    await asyncio.sleep(LOOK_SECONDS)
            finally:
                await browser.async_cancel()
        finally:
            await network.async_close()

    async def _follow_interfaces(self, network: AsyncZeroconf, before: Plan) -> Plan:
        spots = here()
        now = plan(self._reach, "::", spots)
        # A server of this machine may be heard on loopback under an address of a network that is not looked at.
        self._spots = (*now.spots, *ourselves(spots))
        if now != before:
            await multicast.move(network, now)
        return now

    def _heard(self, zeroconf: Zeroconf, service_type: str, name: str, state_change: Any) -> None:
        """The library has heard of an instance. Does almost nothing: in a flood this is called very often."""
        from zeroconf import ServiceStateChange

        if state_change is ServiceStateChange.Removed:
            self._waiting.pop(name, None)
            self._asked_for.discard(name)
            self._finds.gone(name)
        else:
            self._wait(name)

    def _wait(self, name: str) -> None:
        self._waiting[name] = None
        if len(self._waiting) > MOST_WAITING:
            del self._waiting[next(iter(self._waiting))]

    def _work_off(self, network: AsyncZeroconf) -> None:
        from zeroconf import Error as LibraryError
        from zeroconf.asyncio import AsyncServiceInfo

        for name in list(self._waiting)[:NAMES_A_LOOK]:
            del self._waiting[name]
            with suppress(LibraryError, ValueError):  # a name that no service can have
                info = AsyncServiceInfo(SERVICE_TYPE, name)
                if info.load_from_cache(network.zeroconf):
                    self._take(info)
                elif len(self._asks) < ASKS:
                    self._begin(self._ask(network, info), self._asks)

    async def _ask(self, network: AsyncZeroconf, info: Any) -> None:
        self._asked_for.add(info.name)
        try:
            if await info.async_request(network.zeroconf, ASK_MILLISECONDS) and info.name in self._asked_for:
                self._take(info)
        except Exception as fault:
            if not multicast.stems_from(fault):
                raise
        finally:
            self._asked_for.discard(info.name)

    def _take(self, info: Any) -> None:
        addresses = info.parsed_scoped_addresses()[: 4 * MOST_ADDRESSES]
        if not self._finds.heard(info.name, info.port, addresses, info.text or b""):
            self._wait(info.name)

    def _probe(self, now: float) -> None:
        if self._wanted():
            for target in self._finds.due(now, self._spots, min(PROBES_A_LOOK, PROBES - len(self._probes))):
                self._begin(self._try(target), self._probes)

    async def _try(self, target: Target) -> None:
        host, (id, port, _key) = None, target.key
        try:
            for address in target.addresses:
                if await answers(Address(address, port), id, target.key_at(address)):
                    host = address
                    break
        finally:
            self._finds.probed(target.key, host, asyncio.get_running_loop().time())

    def _begin(self, work: Coroutine[None, None, None], among: set[asyncio.Task[None]]) -> None:
        task = asyncio.create_task(work)
        among.add(task)
        task.add_done_callback(among.discard)

    async def _drop_tasks(self) -> None:
        tasks = [*self._asks, *self._probes]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def _tell(self, trouble: str) -> None:
        """Hand the list on if it has changed, not too often."""
        now, state = asyncio.get_running_loop().time(), (self._finds.changes, trouble)
        if state != self._told and (now - self._told_at >= TELL_SECONDS or trouble):
            self._told, self._told_at = state, now
            self._changed(self.found(), trouble)


async def answers(address: Address, server_id: str, fingerprint: str = "") -> bool:
    """Whether the server of that id, and of the key with that fingerprint, answers at an address."""
    try:
        tls: Tls = "required" if fingerprint else "off"
        answer, _connection = await greeted(address, tls, "looking round", PROBE_SECONDS, fingerprint)
    except (Lost, Ended):
        return False
    match answer:
        case Welcome(server_id=found):
            return found == server_id
        case Error(code="unsupported_version" | "tls_required"):
            return True
        case Bye(code=code):  # it is full, or does not want us: it is there
            return code != "server_stopping"
        case _:
            return False


async def list_found(reach: Reach, seconds: float, known: KnownServers | None = None) -> tuple[tuple[Found, ...], str]:
    """The servers found within this many seconds (and a little more for the last answers), and any obstacle."""
    troubles: list[str] = [""]
    discovery = Discovery(reach, lambda _found, trouble: troubles.append(trouble), known=known)
    running = asyncio.create_task(discovery.run())
    try:
        await asyncio.sleep(seconds)
        with suppress(TimeoutError):
            async with asyncio.timeout(1.0):
                while not discovery.settled:  # noqa: ASYNC110  (the library has no event for it)
                    await asyncio.sleep(LOOK_SECONDS)
        return discovery.found(), troubles[-1]
    finally:
        running.cancel()
        await asyncio.gather(running, return_exceptions=True)
