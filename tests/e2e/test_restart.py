"""A match is played to its end when the server dies or stops in the middle of it and is started again."""

import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.e2e.at_lines import OVER, QUESTIONS, number_one
from tests.e2e.processes import House, Program, agreed, result
from tests.e2e.terminal import Terminal

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="there are neither SIGTERM nor pseudo-terminals")

RULES = ("--set", "uno_grace=0", "--turn-seconds", "60")


def killed(server: Program) -> None:
    """SIGKILL: nobody is told anything."""
    server.stop()


def stopped(server: Program) -> None:
    """SIGTERM: players are told."""
    server.end()


End = Callable[[Program], None]
ENDS: dict[End, tuple[str, str]] = {
    killed: ("Connection lost. Reconnecting.", "(127.0.0.1:"),
    stopped: ("The server is stopping. Waiting for it to come back.", "(the server was stopped)"),
}
"""How a server ends, and what is said meanwhile: in lines, and beside the seconds on the screen."""
ANSWERS = {"Enter play": "d", "Enter draw": "d", "Enter take": "a", " a take": "a", "r y g b name": "r"}
"""A key for each question that may be open first: to a play, a drawn card, a Wild Draw Four, a Wild as first card."""
each_end = pytest.mark.parametrize("end", ENDS, ids=["killed", "stopped"])


class Restarted:
    """A server with a directory, and the one that is started in its place."""

    def __init__(self, house: House, directory: Path) -> None:
        self._house = house
        self._directory = str(directory)
        self.program, self.address = house.serve("--data-dir", self._directory)

    def again(self) -> None:
        """Start it again at the same place, and wait until it listens."""
        port = self.address.rpartition(":")[2]
        self.program, there = self._house.serve("--port", port, "--data-dir", self._directory)
        assert there == self.address


@pytest.fixture
def server(house: House, tmp_path: Path) -> Restarted:
    return Restarted(house, tmp_path / "games")


def hear_all(player: Program, texts: set[str]) -> None:
    """Wait until all of `texts` are said, in whatever order."""
    while texts:
        texts.remove(player.hear(*texts))


@each_end
def test_everyone_is_back_and_plays_to_the_end(house: House, server: Restarted, end: End) -> None:
    said, _ = ENDS[end]
    table = ("--seats", "4", "--bots", "1:random", "--bot-pause", "0", *RULES)
    player = house.client(server.address, "--plain", "--name", "ann", "--table", "T", *table)
    player.hear("Type ready")
    by_themselves = [house.autoplay(server.address, name, *table) for name in ("bob", "cem")]
    player.hear("is ready.")
    player.answer("is ready.", "ready")
    player.say("start")
    assert player.hear(*QUESTIONS, *OVER) not in OVER
    player.hear("\n 1. ")  # the whole table waits for this answer

    end(server.program)
    player.answer(said, "hand")
    player.answer("You hold ", "1")
    player.hear("There's no connection at the moment.")
    server.again()
    told = {"Connected again.", "The game resumes.", "bob is back.", "cem is back.", "\n 1. "}  # the question, again
    hear_all(player, told)

    player.say("1")
    number_one(player)
    shown = [result(program) for program in by_themselves]
    assert agreed(shown)["winner"] in shown[0]["scores"]
    assert [each["reconnects"] for each in shown] == [1, 1]
    assert [program.err.count("\n") for program in by_themselves] == [1, 1]  # the table existed already, nothing else


@pytest.fixture
def terminal(house: House, server: Restarted) -> Terminal:
    table = ("--table", "T", "--seats", "3", "--bots", "2:random", "--bot-pause", "0", *RULES)
    return house.screen(server.address, "--name", "ann", *table)


@each_end
def test_the_table_stays_on_the_screen_while_it_waits(server: Restarted, terminal: Terminal, end: End) -> None:
    _, why = ENDS[end]
    terminal.answer("not yet  you, host", "r")
    terminal.answer("✓ ready    you, host", "s")
    terminal.see(*ANSWERS)  # the whole table waits for it
    before = table_part(shown := terminal.look(0.3))

    end(server.program)
    terminal.see(why)
    assert "No connection, " in terminal.text()
    assert table_part(terminal.text()) == before
    assert terminal.text().splitlines()[-1] == " m menu  q quit  ? help"
    terminal.answer("next try in ", next(key for asked, key in ANSWERS.items() if asked in shown))
    terminal.see("! There's no connection at the moment.")
    server.again()
    terminal.see("Connected again.")
    terminal.see(*ANSWERS)
    assert "No connection" not in terminal.text()
    assert hand_part(table_part(terminal.text())) == hand_part(before)


def table_part(screen: str) -> list[str]:
    """What the screen shows of players and cards: not the clock, nor the log beside them, nor what is said below.

    Nor empty lines: a longer question takes some.
    """
    lines = screen.splitlines()
    hand = next(at for at, line in enumerate(lines) if "Your hand: " in line)
    above = [line.partition("│")[0].rstrip() for line in lines[1:hand]]
    return [line for line in above if line] + lines[hand : hand + 2]


def hand_part(table: list[str]) -> list[str]:
    """The hand alone."""
    return table[-2:]
