"""Whether another machine has ever reached this server: if none has for minutes, the host gets one message.

The first one after that is reported too, as the message is then out of date. A server in a container whose network is
its own knows sooner that it may not be reached.
"""

import asyncio
from collections.abc import Callable, Mapping
from pathlib import Path

from uno_protocol.interfaces import here, loopback

WAIT_SECONDS = 180.0
"""After the server has begun to listen."""
LINKS = Path("/sys/class/net")
"""What Linux knows of the network's interfaces: a link for each, to where the device is."""


def bridged(variables: Mapping[str, str], links: Path = LINKS) -> bool:
    """Whether this is a container whose interfaces are all made by software: those of the machine are out of its sight.

    A container has the variable `container`: podman and systemd set it, and so does our image.
    """
    if not variables.get("container") or not links.is_dir():
        return False
    devices = [link.resolve() for link in links.iterdir() if link.name != "lo"]
    return bool(devices) and all("virtual" in device.parts for device in devices)


class Arrivals:
    """Hears from where each connection comes."""

    def __init__(self, tell: Callable[[], None], tell_otherwise: Callable[[], None]) -> None:
        """Time starts now. `tell` is called if nobody came from elsewhere, `tell_otherwise` if somebody does later."""
        self._tell, self._tell_otherwise = tell, tell_otherwise
        self._timer = asyncio.get_running_loop().call_later(WAIT_SECONDS, self._nobody_came)
        self._told = self._reached = False

    def came(self, address: str) -> None:
        """A connection was made from there."""
        if self._reached or loopback(address) or address.partition("%")[0] in _ours():
            return
        self._reached = True
        self._timer.cancel()
        if self._told:
            self._tell_otherwise()

    def _nobody_came(self) -> None:
        self._told = True
        self._tell()


def _ours() -> frozenset[str]:
    try:
        return frozenset(spot.address for spot in here())
    except OSError:  # then they are not known, and nobody is to be alarmed
        return frozenset()
