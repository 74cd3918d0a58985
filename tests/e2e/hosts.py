"""Hosts of their own, in network namespaces on one machine: what they send reaches nobody else. Linux, as root."""

import itertools
import os
import platform
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

from tests.e2e.processes import House, Program
from tests.e2e.terminal import Terminal
from tests.patience import HANG

COMMANDS = Path(sys.executable).parent
_NUMBERS = itertools.count(1)
_NEEDED = (12, 21)
"""CAP_NET_ADMIN and CAP_SYS_ADMIN."""


def why_not() -> str:
    """Why namespaces cannot be made here; empty if they can, and then it is a failure if they are not."""
    if platform.system() != "Linux":
        return "network namespaces are Linux's"
    if shutil.which("ip") is None:
        return "there is no command ip"
    status = Path("/proc/self/status").read_text(encoding="ascii")
    held = int(status.partition("CapEff:")[2].split()[0], 16)
    return "" if all(held >> number & 1 for number in _NEEDED) else "namespaces are root's to make"


def _run(*words: str) -> str:
    done = subprocess.run(words, capture_output=True, text=True, timeout=HANG, check=False)
    assert done.returncode == 0, f"{' '.join(words)}: {done.stderr}"
    return done.stdout


class Host(House):
    """One host. Programs run in it as they would on a machine of their own, with a home and settings of their own."""

    def __init__(self, name: str, home: Path) -> None:
        super().__init__(home / "state")
        self.name = name
        self._inside = ("ip", "netns", "exec", name)
        home.mkdir()
        _run("ip", "netns", "add", name)
        # An address of IPv6 that is still being tried out cannot be used, and trying takes a second.
        self.do("sh", "-c", "echo 0 > /proc/sys/net/ipv6/conf/default/accept_dad")
        _run("ip", "-n", name, "link", "set", "lo", "up")

    def environment(self, **more: str) -> dict[str, str]:
        home = self.state.parent
        usual = super().environment(HOME=str(home), XDG_DATA_HOME=str(home / "data"), **more)
        for name in ("UNO_ANNOUNCE", "UNO_DISCOVER"):
            del usual[name]
        return usual | {"PATH": f"{COMMANDS}{os.pathsep}{usual['PATH']}"}

    def do(self, *words: str) -> str:
        """Run a short command to its end; what it printed."""
        return _run(*self._inside, *words)

    def run(self, *argv: str, **more: str) -> Program:
        """Start a command in it, with these variables besides; the running program."""
        return super().run(*self._inside, *argv, **more)

    def terminal(self, *argv: str, **more: Any) -> Terminal:
        return super().terminal(*self._inside, *argv, **more)

    def open(self, *words: str) -> Program:
        """Start a server with the command of README, and wait until it listens."""
        server = self.run("uno-server", *words)
        server.hear("listening on ")
        return server

    def close(self) -> None:
        """End what still runs, and the host with it."""
        super().close()
        subprocess.run(["ip", "netns", "del", self.name], capture_output=True, timeout=HANG, check=False)


class Lans:
    """Switches, and hosts that are plugged into them."""

    def __init__(self, home: Path) -> None:
        self._home = home
        self._tag = f"uno{os.getpid()}x{next(_NUMBERS)}"
        self._hosts: list[Host] = []
        self._switches = Host(f"{self._tag}s", home / "switches")
        self._hosts.append(self._switches)
        self._ports: dict[int, list[str]] = {}

    def host(self, *switches: int, ipv4: bool = True) -> Host:
        """A host with a cable to each of these switches: on number n it is 10.77.n.k/24, k counted from 1.

        It has a link-local address of IPv6 too; without `ipv4` that alone.
        """
        number = len(self._hosts)
        host = Host(f"{self._tag}h{number}", self._home / f"h{number}")
        self._hosts.append(host)
        for at, switch in enumerate(switches):
            port = self._port(switch)
            _run(
                *("ip", "-n", host.name, "link", "add", f"eth{at}", "type", "veth"),
                *("peer", "name", port, "netns", self._switches.name),
            )
            _run("ip", "-n", self._switches.name, "link", "set", port, "master", f"br{switch}", "up")
            address = f"10.77.{switch}.{len(self._ports[switch])}"
            if ipv4:
                _run("ip", "-n", host.name, "addr", "add", f"{address}/24", "dev", f"eth{at}")
            _run("ip", "-n", host.name, "link", "set", f"eth{at}", "up")
        return host

    def _port(self, switch: int) -> str:
        if switch not in self._ports:
            self._ports[switch] = []
            bridge = ("name", f"br{switch}", "type", "bridge", "mcast_snooping", "0")
            _run("ip", "-n", self._switches.name, "link", "add", *bridge)
            _run("ip", "-n", self._switches.name, "link", "set", f"br{switch}", "up")
        self._ports[switch].append(f"p{switch}x{len(self._ports[switch])}")
        return self._ports[switch][-1]

    def close(self) -> None:
        """Remove everything."""
        for host in reversed(self._hosts):
            host.close()
