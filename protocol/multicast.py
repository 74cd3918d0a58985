"""Through which sockets is announced and looked for? The one place where python-zeroconf is opened, always in bounds.

It loads the library when it is used. The library's own words go nowhere: they would hold what strangers send.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from typing import TYPE_CHECKING, Any

from protocol.interfaces import NoReach, Plan, on_link

if TYPE_CHECKING:
    from zeroconf.asyncio import AsyncZeroconf


def load() -> None:
    """Load the library, which takes a while; may be called in a thread."""
    import zeroconf.asyncio  # noqa: F401

    logging.getLogger("zeroconf").setLevel(logging.CRITICAL + 1)


async def opened(plan: Plan) -> AsyncZeroconf:
    """Sockets on the places of the plan, in the running loop, until `async_close`. Raises NoReach with the reason."""
    load()
    try:
        both = await _open(plan, plan.places)
    except (OSError, RuntimeError):
        four = tuple(place for place in plan.places if isinstance(place, str))
        if not four or four == plan.places:
            raise
        both = await _open(plan, four)  # a machine that knows IPv6 by name alone
    if not both.zeroconf.engine.senders:
        await both.async_close()
        raise NoReach("multicast is not possible on any interface")
    return both


async def move(network: AsyncZeroconf, plan: Plan) -> None:
    """Go on with the interfaces of another plan."""
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
    """The class of a Zeroconf that answers nobody outside of the networks of its plan (RFC 6762, section 11)."""
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
    """While this lasts, what goes wrong in the library's callbacks is passed over: a stranger's packet ends nothing."""
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
    """Whether a fault arose inside the library: what a stranger sends may be at the bottom of it."""
    trace = fault.__traceback__ if fault is not None else None
    while trace is not None:
        if str(trace.tb_frame.f_globals.get("__name__", "")).partition(".")[0] == "zeroconf":
            return True
        trace = trace.tb_next
    return False
