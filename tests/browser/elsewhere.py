"""Firefox and WebKit at pages as narrow as a phone, where they are installed.

WebKitGTK is driven by Debian's `webkit2gtk-driver` through selenium. Firefox is driven by Marionette: the driver that
selenium wants for it, geckodriver, is in no package of Debian 12.
"""

from __future__ import annotations

import json
import os
import shutil
import socket
import subprocess
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any, Protocol

import pytest

from tests.patience import HANG

NARROW = """
const frame = document.createElement("iframe");
Object.assign(frame, { src: arguments[0], width: 390, height: 700 });
document.body.replaceChildren(frame);
"""
"""Opens a page in a frame as wide as a phone, as no window of these browsers can be."""


class Browser(Protocol):
    """A browser that shows one page."""

    def go(self, address: str) -> None:
        """Open that page, in a frame as narrow as a phone."""

    def open(self, address: str) -> None:
        """Open that page as it is."""

    def run(self, script: str) -> Any:
        """What the body of a function gives in the page."""


@contextmanager
def display() -> Iterator[dict[str, str]]:
    """The environment of programs that draw to a screen that nobody sees. Skips where there is none."""
    if shutil.which("Xvfb") is None:
        pytest.skip("there is no Xvfb here")
    ours, theirs = os.pipe()
    server = subprocess.Popen(
        ["Xvfb", "-displayfd", str(theirs), "-nolisten", "tcp"], pass_fds=[theirs], stderr=subprocess.DEVNULL
    )
    os.close(theirs)
    try:
        with open(ours, encoding="ascii") as told:
            yield {**os.environ, "DISPLAY": f":{told.readline().strip()}"}
    finally:
        server.terminate()
        server.wait()


class Marionette:
    """Firefox, by the protocol that its own tests use."""

    def __init__(self, folder: Path) -> None:
        if (program := shutil.which("firefox-esr") or shutil.which("firefox")) is None:
            pytest.skip("there is no Firefox here")
        settings = {"marionette.port": 0, "intl.accept_languages": "en"}
        lines = (f"user_pref({json.dumps(name)}, {json.dumps(value)});\n" for name, value in settings.items())
        (folder / "user.js").write_text("".join(lines), encoding="utf-8")
        argv = [program, "-headless", "-marionette", "-no-remote", "-profile", str(folder)]
        self._program = subprocess.Popen(argv, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        port = folder / "MarionetteActivePort"
        end = time.monotonic() + HANG
        while not (port.exists() and port.read_text(encoding="ascii")):
            assert self._program.poll() is None, "Firefox has ended"
            assert time.monotonic() < end, "Firefox does not start"
            time.sleep(0.1)
        self._peer = socket.create_connection(("127.0.0.1", int(port.read_text(encoding="ascii"))), HANG)
        self._file = self._peer.makefile("rwb")
        self._hear()
        self._asked = 0
        self._ask("WebDriver:NewSession")

    def _hear(self) -> Any:
        size = b""
        while (byte := self._file.read(1)) != b":":
            assert byte, "Firefox is gone"
            size += byte
        return json.loads(self._file.read(int(size)))

    def _ask(self, what: str, **fields: object) -> Any:
        self._asked += 1
        said = json.dumps([0, self._asked, what, fields]).encode()
        self._file.write(b"%d:%b" % (len(said), said))
        self._file.flush()
        _kind, _number, fault, answer = self._hear()
        assert fault is None, fault
        return answer

    def go(self, address: str) -> None:
        """Open that page, in a frame as narrow as a phone."""
        self._ask("WebDriver:SwitchToFrame", id=None)
        self._ask("WebDriver:Navigate", url=f"{address}/none")
        self._ask("WebDriver:ExecuteScript", script=NARROW, args=[address])
        self._ask("WebDriver:SwitchToFrame", id=0)

    def open(self, address: str) -> None:
        """Open that page as it is."""
        self._ask("WebDriver:Navigate", url=address)

    def run(self, script: str) -> Any:
        """What the body of a function gives in the page."""
        return self._ask("WebDriver:ExecuteScript", script=script, args=[])["value"]

    def close(self) -> None:
        """End the browser."""
        self._ask("Marionette:Quit", flags=["eForceQuit"])
        self._peer.close()
        self._program.wait(HANG)


@contextmanager
def firefox(folder: Path) -> Iterator[Browser]:
    """A Firefox with a new profile in that folder. Skips where there is none."""
    with closing(Marionette(folder)) as browser:
        yield browser


class Framed:
    """WebKit, by selenium's driver."""

    def __init__(self, driver: Any) -> None:
        self._driver = driver

    def go(self, address: str) -> None:
        """Open that page, in a frame as narrow as a phone."""
        self._driver.switch_to.default_content()
        self._driver.get(f"{address}/none")
        self._driver.execute_script(NARROW, address)
        self._driver.switch_to.frame(0)

    def open(self, address: str) -> None:
        """Open that page as it is."""
        self._driver.get(address)

    def run(self, script: str) -> Any:
        """What the body of a function gives in the page."""
        return self._driver.execute_script(script)


@contextmanager
def webkit(_folder: Path) -> Iterator[Browser]:
    """A WebKitGTK. Skips where there is none."""
    if (program := shutil.which("WebKitWebDriver")) is None:
        pytest.skip("there is no WebKitWebDriver here")
    from selenium import webdriver
    from selenium.webdriver.webkitgtk.options import Options
    from selenium.webdriver.webkitgtk.service import Service

    with display() as variables:
        driver = webdriver.WebKitGTK(options=Options(), service=Service(program, env=variables))
        try:
            yield Framed(driver)
        finally:
            driver.quit()
