"""A match is played to its end when the server dies or stops in the middle of it and is started again."""

import sys
from pathlib import Path

import pytest

from tests.e2e.at_lines import OVER, PICK, QUESTIONS, Person, play_out
from tests.e2e.processes import House, agreed, result, signalled

posix = pytest.mark.skipif(sys.platform == "win32", reason="there are neither SIGTERM nor pseudo-terminals")

RULES = ("--bot-pause", "0", "--turn-seconds", "60", "--set", "uno_grace=0")
NOT_YET, OFFLINE = "Not everyone is ready.", "There's no connection at the moment."
ANSWERS = {"Enter play": "d", "Enter draw": "d", "Enter take": "a", " a take": "a", "r y g b name": "r"}
"""A key for each question that may be open first: to a play, a drawn card, a Wild Draw Four, a Wild as first card."""


@posix
@pytest.mark.parametrize("killed", [True, False])
def test_everyone_is_back_and_plays_to_the_end(house: House, tmp_path: Path, killed: bool) -> None:
    server, address = house.serve("--data-dir", str(tmp_path))
    table = ("--seats", "4", "--bots", "1:random", *RULES)
    player = Person(house, address, "ann", "--table", "T", *table)
    player.hear("Type ready")
    by_themselves = [house.autoplay(address, name, *table) for name in ("bob", "cem")]
    player.hear("is ready.")
    player.answer("is ready.", "ready", "start")
    while (asked := player.hear(NOT_YET, *QUESTIONS, *OVER)) == NOT_YET:  # whoever sat down last withdrew it
        player.answer("is ready.", "start")
    assert asked not in OVER
    player.hear("\n 1. ")  # the whole table waits for this answer
    signalled(by_themselves[1].pid, "SIGSTOP")  # a laptop is closed

    (server.stop if killed else server.end)()
    player.answer("No connection, " if killed else "(the server was stopped)", "hand")
    player.answer("You hold ", "1")
    if player.hear(OFFLINE, PICK) == PICK:
        player.pick()
        player.hear(OFFLINE)
    house.serve("--port", address.rpartition(":")[2], "--data-dir", str(tmp_path))
    heard = {"Connected again.", "The game resumes.", "bob is back.", "\n 1. "}  # the question, again
    while heard:
        heard.remove(player.hear(*heard))
    signalled(by_themselves[1].pid, "SIGCONT")
    player.answer("cem is back.", "1")
    play_out(player)
    shown = [result(program) for program in by_themselves]
    assert agreed(shown)["winner"] in shown[0]["scores"]
    assert [each["reconnects"] for each in shown] == [1, 1]
    assert [program.err.count("\n") for program in by_themselves] == [1, 1]  # the table existed already, nothing else


@posix
def test_the_table_stays_on_the_screen_while_it_waits_for_a_stopped_server(house: House, tmp_path: Path) -> None:
    server, address = house.serve("--data-dir", str(tmp_path))
    table = ("--table", "T", "--seats", "3", "--bots", "2:random", *RULES)
    terminal = house.screen(address, "--name", "ann", *table)
    terminal.answer("you, host", "r")
    terminal.answer("you, host, ready", "s")
    terminal.see(*ANSWERS)  # the whole table waits for it
    before = table_part(shown := terminal.look(0.3))

    server.end()
    terminal.see("(the server was stopped)")
    assert "No connection, " in terminal.text()
    assert table_part(terminal.text()) == before
    assert terminal.text().splitlines()[-1].split() == ["m", "menu", "q", "quit", "?", "help"]
    terminal.answer("next try in ", next(key for asked, key in ANSWERS.items() if asked in shown))
    house.serve("--port", address.rpartition(":")[2], "--data-dir", str(tmp_path))
    terminal.see("Connected again.")
    terminal.see(*ANSWERS)
    assert "No connection" not in terminal.text()
    assert table_part(terminal.text())[-2:] == before[-2:]  # the hand


def table_part(screen: str) -> list[str]:
    """What the screen shows of players and cards: not the clock, nor the log beside them, nor what is said below.

    Nor empty lines: a longer question takes some.
    """
    lines = screen.splitlines()
    hand = next(at for at, line in enumerate(lines) if "round 1 ·" in line)
    above = [line.partition("│")[0].rstrip() for line in lines[1:hand]]
    return [line for line in above if line] + lines[hand : hand + 2]
