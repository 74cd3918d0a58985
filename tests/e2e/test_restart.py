"""A match is played to its end when the server dies or stops in the middle of it and is started again."""

import sys
from pathlib import Path

import pytest

from tests.e2e.at_lines import OVER, PICK, QUESTIONS, Person, play_out
from tests.e2e.processes import House, agreed, result, signalled

RULES = ("--bot-pause", "0", "--turn-seconds", "60", "--set", "uno_grace=0")
NOT_YET, OFFLINE = "Not everyone is ready.", "There's no connection at the moment."


@pytest.mark.skipif(sys.platform == "win32", reason="there are neither SIGTERM nor pseudo-terminals")
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
