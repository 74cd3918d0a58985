"""The console takes commands and keeps time, without a terminal and at a real one."""

import asyncio
import io
import os
import socket
import subprocess
import sys
from collections.abc import Iterator

import pytest

from tests.e2e.processes import House
from tests.e2e.terminal import Terminal
from tests.patience import HANG
from tests.server.test_cli import client
from tests.server.test_net import serving
from uno_protocol import messages as m
from uno_server.net import console
from uno_server.net.console import Console, StopPlan
from uno_server.net.guests import Guests


class Times:
    """A countdown, and what it does and when (seconds)."""

    def __init__(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._began = self._loop.time()
        self.told: list[tuple[int, str]] = []
        self.countdown = StopPlan(self.say, lambda: self.say("stop"))

    def say(self, text: str) -> None:
        self.told.append((round(self._loop.time() - self._began), text))


async def test_a_stop_is_announced_at_once_and_then_before_it() -> None:
    times = Times()
    times.countdown.begin(600)
    await asyncio.sleep(1000)
    assert times.told == [
        (0, "The server stops in 10 minutes."),
        (300, "The server stops in 5 minutes."),
        (540, "The server stops in 1 minute."),
        (590, "The server stops in 10 seconds."),
        (600, "stop"),
    ]


async def test_a_stop_that_is_cancelled_or_replaced_does_not_come() -> None:
    times = Times()
    times.countdown.begin(300)
    await asyncio.sleep(100)
    assert times.countdown.left() == pytest.approx(200, abs=1)
    assert times.countdown.cancel()
    assert times.countdown.left() is None
    assert not times.countdown.cancel()
    times.countdown.begin(300)
    times.countdown.begin(5)
    await asyncio.sleep(1000)
    five = (0, "The server stops in 5 minutes."), (100, "The server stops in 5 minutes.")
    assert times.told == [*five, (100, "The server stops in 5 seconds."), (105, "stop")]


@pytest.mark.fast
async def test_what_is_typed_reaches_the_players() -> None:
    stopped = asyncio.Event()
    async with serving() as here:
        introducing = asyncio.Future[tuple[str, ...]]()
        one = Console(here.server, "", stopped.set, introducing, Guests("127.0.0.1", 7777))
        ann, bob = await here.player("ann"), await here.player("bob")
        assert one.obey("say Tea is ready") == ("sent to 2 players",)
        assert await ann.hear(m.Announcement) == m.Announcement(text="Tea is ready")
        assert one.obey("kick bob") == ("kicked bob, who may come back",)
        assert (await bob.hear(m.Bye)).code == "kicked"
        assert one.obey("stop cancel") == ("no stop was planned",)
        assert one.obey("key") == ("try again in a moment",)
        introducing.set_result(("words: a b c",))
        assert one.obey("key") == ("words: a b c",)
        assert one.obey("stop in 1h") == ("the server stops in 1 hour; to cancel, type stop cancel",)
        assert await ann.hear(m.Announcement) == m.Announcement(text="The server stops in 1 hour.")
        assert one.obey("stop cancel") == ("stop cancelled",)
        assert await ann.hear(m.Announcement) == m.Announcement(text="Stop cancelled: the server keeps running.")
        assert not stopped.is_set()
        assert one.obey("stop") == ("stopping the server",)
        assert stopped.is_set()


@pytest.mark.fast
async def test_the_code_of_a_table_is_found_by_its_name(monkeypatch: pytest.MonkeyPatch) -> None:
    async with serving() as here:
        one = Console(here.server, "", lambda: None, asyncio.Future(), Guests("192.0.2.5", 7777))
        ann = await here.player("ann", m.CreateTable(id=1, name="Ann's den"))
        code = (await ann.hear(m.Joined)).table
        assert one.obey("qr ann's DEN")[17] == f"http://192.0.2.5:7777/{code}"
        assert one.obey("qr Bob's den") == ("there is no table Bob's den; tables lists them",)
        monkeypatch.setattr(sys, "stderr", io.TextIOWrapper(io.BytesIO(), "ascii"))
        assert one.obey("qr")[0] == "http://192.0.2.5:7777/"  # no code where the terminal cannot show one


@pytest.mark.fast
async def test_a_fault_of_a_command_is_one_line_and_the_server_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    async with serving() as here:

        def fails(_: object) -> None:
            raise RuntimeError("R5 W+4")

        monkeypatch.setattr(here.server, "administer", fails)
        (line,) = Console(here.server, "", lambda: None, asyncio.Future(), Guests("127.0.0.1", 7777)).obey("tables")
        assert line.startswith("internal error: RuntimeError at test_console.py:")


def test_there_is_no_console_where_there_is_no_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    for stream in (None, io.StringIO()):
        monkeypatch.setattr(sys, "stdin", stream)
        assert not console.possible()


@pytest.mark.skipif(sys.platform == "win32", reason="there is no background")
def test_there_is_no_console_in_the_background(monkeypatch: pytest.MonkeyPatch) -> None:
    class AtTerminal(io.StringIO):
        def isatty(self) -> bool:
            return True

        def fileno(self) -> int:
            return 0

    monkeypatch.setattr(sys, "stdin", AtTerminal())
    monkeypatch.setattr(sys, "stderr", AtTerminal())
    monkeypatch.setattr(os, "getpgrp", lambda: 5)
    for front, possible in ((5, True), (6, False)):
        monkeypatch.setattr(os, "tcgetpgrp", lambda _, front=front: front)
        assert console.possible() is possible


at_a_terminal = pytest.mark.skipif(sys.platform == "win32", reason="there are no pseudo-terminals")


@pytest.fixture
def terminal(house: House) -> Iterator[Terminal]:
    command = [sys.executable, "-P", "-m", "uno_server", "--host", "127.0.0.1", "--port", "0"]
    one = Terminal(command, house.environment(), columns=100)
    one.see("help")
    yield one
    one.close()


def socket_to(port: int) -> socket.socket:
    return socket.create_connection(("127.0.0.1", port), timeout=HANG)


def port_of(terminal: Terminal) -> int:
    return int(terminal.text().partition("listening on 127.0.0.1:")[2].split()[0])


@pytest.mark.fast
@at_a_terminal
def test_at_a_terminal_there_is_a_status_line_that_follows_what_happens(terminal: Terminal) -> None:
    terminal.see("0 players · 0 tables · to join: uno-client 127.0.0.1:")
    with client(port_of(terminal)) as kit:
        kit.person("ann")
        terminal.see("1 player (1 not encrypted) · 0 tables")
        drawn = len(terminal.raw)
        terminal.look(2.5)
        assert len(terminal.raw) == drawn, "it is drawn again though nothing is new"
    terminal.see("0 players · 0 tables")


@pytest.mark.fast
@at_a_terminal
def test_at_a_terminal_commands_are_obeyed_and_log_lines_stand_above(terminal: Terminal) -> None:
    with client(port_of(terminal)) as kit:
        ann = kit.person("ann")
        terminal.press("players\r")
        terminal.see("ann: in the lobby, from 127.0.0.1")
        terminal.press("kick a")
        with socket_to(port_of(terminal)) as stranger:
            stranger.sendall(b"SSH-2.0-OpenSSH_9.9\r\n")
            terminal.see("127.0.0.1 frame_too_large: ")
        assert "> kick a" in terminal.text()  # what was being typed is still there
        terminal.press("nn\r")
        terminal.see("kicked ann, who may come back")
        kit.closes(ann.link, "kicked", come_back=False)
    terminal.press("dance\r")
    terminal.see("unknown command 'dance'")


@pytest.mark.fast
@at_a_terminal
@pytest.mark.parametrize("way", ["stop\r", "\x03", "SIGTERM"])
def test_at_a_terminal_it_ends_in_good_order_and_leaves_it_as_it_was(terminal: Terminal, way: str) -> None:
    with client(port_of(terminal)) as kit:
        link = kit.greeted()
        if way == "SIGTERM":
            terminal.terminate()
        else:
            terminal.press(way)
        assert kit.closes(link, "server_stopping", come_back=True)["after"] == 1.0
    assert terminal.wait() == 0
    assert "Traceback" not in terminal.text()
    assert terminal.is_cooked()


@at_a_terminal
def test_ctrl_d_ends_nothing(terminal: Terminal) -> None:
    terminal.press("\x04")
    terminal.see("type stop to stop the server")
    terminal.press("tables\r")
    terminal.see("no tables")


@pytest.mark.fast
def test_without_a_terminal_it_neither_shows_a_status_line_nor_waits_for_input(house: House) -> None:
    program, _ = house.serve()
    program.end_input()
    with pytest.raises(subprocess.TimeoutExpired):
        program._process.wait(0.5)
    program.terminate()
    assert program.wait() == 0
    assert "\x1b" not in program.out + program.err
    assert "0 players" not in program.err
