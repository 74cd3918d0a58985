"""Every way to an end: the terminal is as it was, the exit code tells what happened, and one line says why."""

import shutil
import sys

import pytest

from tests.client.fullscreen.painted import visible
from tests.e2e.at_keys import COLOUR, asked_for_a_colour
from tests.e2e.at_lines import Person
from tests.e2e.processes import CLIENT, House, signalled
from tests.e2e.terminal import LEFT_SCREEN, Terminal

posix = pytest.mark.skipif(sys.platform == "win32", reason="there are no such signals")

SHELL = "import fcntl, os, termios; fcntl.ioctl(0, termios.TIOCSCTTY, 0); os.execvp('bash', ['bash', '--norc', '-i'])"
"""A shell with this terminal as its own: only such a one has jobs."""
CTRL_C, CTRL_Z = "\x03", "\x1a"


def _cells(terminal: Terminal) -> list[list[object]]:
    """The screen when nothing more is drawn, with its colours."""
    terminal.look(0.2)
    screen = terminal.screen
    return [[visible(screen.buffer[row][column]) for column in range(screen.columns)] for row in range(screen.lines)]


@posix
def test_what_is_stopped_and_continued_draws_everything_and_takes_keys(house: House) -> None:
    with asked_for_a_colour(house) as terminal:
        before = _cells(terminal)
        signalled(terminal.pid, "SIGSTOP")
        terminal.cook()
        terminal.scribble("\x1b[H\x1b[J[1]+  Stopped\r\n$ fg\r\n" + "overprinted " * 40)
        signalled(terminal.pid, "SIGCONT")
        terminal.see(COLOUR)
        assert _cells(terminal) == before
        assert not terminal.is_cooked()
        terminal.press("b")
        terminal.answer("bob is thinking", CTRL_C + "y")
        assert terminal.wait() == 130
        assert terminal.is_cooked()
        assert LEFT_SCREEN in terminal.raw


@posix
@pytest.mark.skipif(shutil.which("bash") is None, reason="needs a shell with jobs")
def test_ctrl_z_goes_into_the_background_and_fg_brings_it_back(house: House) -> None:
    shell = house.terminal(sys.executable, "-c", SHELL, PS1="ready> ")
    shell.answer("ready>", " ".join((*CLIENT, "--discover", "off")) + "\n")
    shell.see("Join a game")
    assert shell.title == "UNO"
    shell.press(CTRL_Z)
    shell.see("Stopped")
    assert shell.title == ""
    assert shell.is_cooked() or "ready>" in shell.text()
    shell.press("fg\n")
    shell.answer("Join a game", "gamma")
    shell.see("gamma")
    assert "Stopped" not in shell.text()
    assert shell.title == "UNO"
    shell.answer("gamma", CTRL_C)
    shell.answer("ready>", "exit\n")
    shell.wait()


@posix
def test_a_signal_ends_it_in_good_order_wherever_it_is(house: House, address: str) -> None:
    screen = house.screen(address, "--name", "ann", "--table", "T")
    screen.see("you, host")
    cem, dan = (house.client(address, "--name", name, "--plain", "--table", "T") for name in ("cem", "dan"))
    cem.hear("dan sits down", "dan (not ready)")
    signalled(dan.pid, "SIGTERM")
    cem.hear("dan leaves the table")  # P-5.19
    bob = Person(house, address, "bob")
    bob.answer("Table T", "create Kitchen password")
    bob.hear("(Your typing is hidden.)")
    assert not bob.terminal.is_cooked()
    for terminal in (screen, bob.terminal):
        terminal.terminate()
        assert terminal.wait() == 143
        assert terminal.is_cooked()
        assert b"Traceback" not in terminal.raw
    assert LEFT_SCREEN in screen.raw
    cem.hear("ann leaves the table")
    for how, code in (("SIGTERM", 143), ("SIGINT", 130)):
        piped = house.client("--plain")
        piped.hear("Which server?")
        signalled(piped.pid, how)
        assert piped.wait() == code
        assert piped.err == ""


@pytest.mark.parametrize(
    ("typed", "code", "line"),
    [
        (("no-such-host.invalid", "--plain"), 69, "cannot find the host 'no-such-host.invalid'"),
        (("127.0.0.1:1", "--table=T", "--autoplay=normal"), 69, "127.0.0.1:1 refuses the connection; is a server "),
        (("{address}", "--plain", "--name", "\u200b"), 1, "the server does not accept the name "),
        (("uno://{address}/NOPE", "--plain"), 1, "There's no such table."),
        (
            ("--solo", "--set", "goal=money"),
            2,
            "--set: goal: takes one of points, single_round, until_last, low_points, not",
        ),
        (("--solo",), 2, "the full screen needs a terminal"),
        (("--list", "--discover", "192.0.2.77"), 0, "cannot look for games: 192.0.2.77 is no address of this machine"),
    ],
)
def test_what_cannot_be_is_told_in_one_line_with_its_code(
    house: House, request: pytest.FixtureRequest, typed: tuple[str, ...], code: int, line: str
) -> None:
    places = {"address": request.getfixturevalue("address")} if any("{address}" in word for word in typed) else {}
    client = house.client(*(word.format(**places) for word in typed))
    client.end_input()
    assert client.wait() == code
    assert client.err.splitlines()[-1].startswith(f"uno-client: {line}")
    assert client.err.count("\n") == 1
