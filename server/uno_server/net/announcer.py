"""The announcer: tells the network by DNS-SD that the server is there (P-15).

A shell beside `server.py`: it gets what to announce from a pure function. It never waits for the hub, nor the hub for
it. Whatever fails here, the games go on.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from contextlib import suppress
from ipaddress import ip_address
from typing import TYPE_CHECKING

from uno_protocol import multicast
from uno_protocol.discovery import SERVICE_TYPE, Advertisement, Reach, instance_name, written
from uno_protocol.interfaces import EVERYWHERE, NoReach, Plan, here, plan
from uno_server.base.logs import whereabouts

if TYPE_CHECKING:
    from zeroconf import ServiceInfo
    from zeroconf.asyncio import AsyncZeroconf

LOOK_SECONDS = 1.0
"""Seconds between two checks for changes, so changes are announced at most this often."""
INTERFACES_SECONDS = 5.0
"""Between two checks of the interfaces: networks come and go."""
RETRY_SECONDS = 10.0
GOODBYE_SECONDS = 1.5
"""The most that saying goodbye may take."""
TTL_SECONDS = 120
"""How long others remember an announcement that is not repeated."""

Say = Callable[[str], None]
"""Shows people a line."""


class Announcer:
    """Announces a server until it is stopped."""

    def __init__(self, reach: Reach, host: str, port: int, facts: Callable[[], Advertisement], say: Say) -> None:
        """`host` and `port`: the server's socket; `facts` is called once a second."""
        self._reach = reach
        self._host = host
        self._port = port
        self._facts = facts
        self._say = say
        self._said = ""
        self._stopping = asyncio.Event()
        self._task: asyncio.Task[None] | None = None
        self._telling: set[asyncio.Future[None]] = set()

    def start(self) -> None:
        """Start announcing, in a task of its own."""
        if not self._reach.off:
            self._task = asyncio.create_task(self._run())

    async def stop(self) -> None:
        """Say goodbye to everybody, within `GOODBYE_SECONDS`."""
        if self._task is None:
            return
        self._stopping.set()
        with suppress(TimeoutError):
            await asyncio.wait_for(self._task, GOODBYE_SECONDS)

    async def _run(self) -> None:
        await asyncio.to_thread(multicast.load)
        while not self._stopping.is_set():
            try:
                await self._announce()
            except NoReach as fault:
                self._fail(str(fault))
            except OSError as fault:
                self._fail((fault.strerror or str(fault)).lower())
            except Exception as fault:  # noqa: BLE001  (the edge of the task: the server serves on)
                self._fail(whereabouts(fault))
            await self._pause(RETRY_SECONDS)

    def _fail(self, reason: str) -> None:
        """Say once why there is no announcement."""
        if reason != self._said:
            self._said = reason
            self._say(reason)

    async def _pause(self, seconds: float) -> None:
        """Wait so long, or until it is time to stop."""
        with suppress(TimeoutError):
            await asyncio.wait_for(self._stopping.wait(), seconds)

    async def _announce(self) -> None:
        """Announce, also changes, until it is time to stop. Raises NoReach, OSError or a fault of our own."""
        now = plan(self._reach, self._host, here())
        if self._host in EVERYWHERE and all(ip_address(address).is_loopback for address in now.addresses):
            self._fail("this machine is not on a network")  # on itself the game can be found all the same
        network = await multicast.opened(now)
        try:
            told = self._facts()
            # The name has the server's id in it, so it need not be asked for first.
            self._tell(await network.async_register_service(self._entry(told, now), cooperating_responders=True))
            await self._keep_telling(network, told, now)
        finally:
            for each in self._telling:
                each.cancel()
            await network.async_close()  # the goodbyes

    def _tell(self, broadcast: Awaitable[None]) -> None:
        """Let the library repeat it, in a task that ends with the announcement."""
        task = asyncio.ensure_future(broadcast)
        self._telling.add(task)
        task.add_done_callback(self._telling.discard)

    async def _keep_telling(self, network: AsyncZeroconf, told: Advertisement, now: Plan) -> None:
        looked = time.monotonic()
        while True:
            await self._pause(LOOK_SECONDS)
            if self._stopping.is_set():
                return
            facts, plan_now = self._facts(), now
            if time.monotonic() - looked >= INTERFACES_SECONDS:
                looked = time.monotonic()
                plan_now = plan(self._reach, self._host, here())
            if plan_now != now:
                await multicast.move(network, plan_now)
            if (facts, plan_now) != (told, now):
                told, now = facts, plan_now
                self._tell(await network.async_update_service(self._entry(told, now)))

    def _entry(self, told: Advertisement, now: Plan) -> ServiceInfo:
        from zeroconf import ServiceInfo

        return ServiceInfo(
            SERVICE_TYPE,
            f"{instance_name(told.name, told.server_id)}.{SERVICE_TYPE}",
            port=self._port,
            properties=written(told),
            server=f"uno-{told.server_id[:32].lower()}-{self._port}.local.",
            parsed_addresses=list(now.addresses),
            host_ttl=TTL_SECONDS,
            other_ttl=TTL_SECONDS,
        )
