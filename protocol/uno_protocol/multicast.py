"""Multicast sockets: the one place that opens python-zeroconf, and keeps it within its networks.

The library is loaded on first use. Its log is silenced, as it would repeat what strangers send.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from typing import TYPE_CHECKING, Any

from uno_protocol.interfaces import NoReach, Plan, on_link

if TYPE_CHECKING:
    from zeroconf.asyncio import AsyncZeroconf


def load() -> None:
    """Load the library, which takes a while; safe in a thread."""
    import zeroconf.asyncio  # noqa: F401

    logging.getLogger("zeroconf").setLevel(logging.CRITICAL + 1)


async def opened(plan: Plan) -> AsyncZeroconf:
    """Open sockets on the plan's places, in the running loop, until `async_close`. Raises NoReach with the reason."""
    load()
    try:
        both = await _open(plan, plan.places)
    except (OSError, RuntimeError):
        four = tuple(place for place in plan.places if isinstance(place, str))
        if not four or four == plan.places:
            raise
        both = await _open(plan, four)  # a machine on which IPv6 does not work
    if not both.zeroconf.engine.senders:
        await both.async_close()
        raise NoReach("multicast is not possible on any interface")
    return both


async def move(network: AsyncZeroconf, plan: Plan) -> None:
    """Switch to the interfaces of another plan."""
    confined: Any = network.zeroconf
    confined.plan = plan
    await network.async_update_interfaces(list(plan.places))


async def _open(plan: Plan, places: tuple[str | int, ...]) -> AsyncZeroconf:
    from zeroconf import Error
    from zeroconf.asyncio import AsyncZeroconf

    try:
        opened = AsyncZeroconf(zc=_confined()(plan, interfaces=list(places)))
        await opened.zeroconf.async_wait_for_start()
    except Error as fault:
        raise NoReach(f"multicast is not possible: {type(fault).__name__}") from None
    return opened


@cache
def _confined() -> Any:
    """A Zeroconf class that answers nobody outside the networks of its plan (RFC 6762, section 11)."""
    from zeroconf import Zeroconf

    class Confined(Zeroconf):
        def __init__(self, plan: Plan, interfaces: list[str | int]) -> None:
            self.plan = plan
            super().__init__(interfaces=interfaces)

        def async_send(self, out: Any, addr: str | None = None, *more: Any, **named: Any) -> None:
            if addr is None or on_link(addr, self.plan.spots):
                super().async_send(out, addr, *more, **named)

    return Confined


@contextmanager
def contained(loop: asyncio.AbstractEventLoop) -> Iterator[None]:
    """Ignore faults in the library's callbacks for the duration, so that a stranger's packet ends nothing."""
    before = loop.get_exception_handler()

    def handle(loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        if stems_from(context.get("exception")):
            return
        if before is not None:
            before(loop, context)
        else:
            loop.default_exception_handler(context)

    loop.set_exception_handler(handle)
    try:
        yield
    finally:
        loop.set_exception_handler(before)


def stems_from(fault: BaseException | None) -> bool:
    """Whether a fault arose inside the library, perhaps from a stranger's packet."""
    trace = fault.__traceback__ if fault is not None else None
    while trace is not None:
        if str(trace.tb_frame.f_globals.get("__name__", "")).partition(".")[0] == "zeroconf":
            return True
        trace = trace.tb_next
    return False
