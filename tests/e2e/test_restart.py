"""A match is played to its end when the server dies or stops in the middle of it and is started again."""

import asyncio
import random
import socket
import sys
from pathlib import Path

import pytest

from tests.e2e.at_lines import OVER, QUESTIONS, Person, play_out
from tests.e2e.processes import House, agreed, result, signalled
from tests.e2e.proxy import proxied
from tests.e2e.seated import Seated
from tests.e2e.served import serving
from tests.quick_time import quick_loop
from uno_client.messages import LinkDown
from uno_client.net import connection, link
from uno_protocol import messages as m

posix = pytest.mark.skipif(sys.platform == "win32", reason="there are neither SIGTERM nor pseudo-terminals")

RULES = ("--bot-pause", "0", "--turn-seconds", "60", "--set", "uno_grace=0")
ANSWERS = {"Enter play": "d", "Enter draw": "d", "Enter take": "a", " a take": "a", "r y g b name": "r"}
"""A key for each question that may be open first: to a play, a drawn card, a Wild Draw Four, a Wild as first card."""


@posix
def test_everyone_is_back_after_a_kill_and_plays_to_the_end(house: House, tmp_path: Path) -> None:
    server, address = house.serve("--data-dir", str(tmp_path))
    table = ("--seats", "4", "--bots", "1:random", *RULES)
    player = Person(house, address, "ann", "--table", "T", *table)
    player.hear("Type ready")
    by_themselves = [house.autoplay(address, name, *table) for name in ("bob", "cem")]
    player.hear("is ready.")
    player.answer("is ready.", "ready")
    player.type("start")
    assert player.hear(*QUESTIONS, *OVER) not in OVER
    player.hear("\n 1. ")  # the whole table waits for this answer
    signalled(by_themselves[1].pid, "SIGSTOP")  # a laptop is closed

    server.stop()
    player.answer("Connection lost. Reconnecting.", "hand")
    player.answer("You hold ", "1")
    player.hear("There's no connection at the moment.")
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
    terminal.answer("not yet  you, host", "r")
    terminal.answer("✓ ready    you, host", "s")
    terminal.see(*ANSWERS)  # the whole table waits for it
    before = table_part(shown := terminal.look(0.3))

    server.end()
    terminal.see("(the server was stopped)")
    assert "No connection, " in terminal.text()
    assert table_part(terminal.text()) == before
    assert terminal.text().splitlines()[-1] == " m menu  q quit  ? help"
    terminal.answer("next try in ", next(key for asked, key in ANSWERS.items() if asked in shown))
    terminal.see("! There's no connection at the moment.")
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
    hand = next(at for at, line in enumerate(lines) if "Your hand: " in line)
    above = [line.partition("│")[0].rstrip() for line in lines[1:hand]]
    return [line for line in above if line] + lines[hand : hand + 2]


@pytest.mark.parametrize("deaf", [False, True], ids=["the port refuses", "nothing answers"])
async def test_all_are_back_ten_seconds_after_a_server_that_was_gone_and_not_at_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, deaf: bool
) -> None:
    """FAULTS 48."""
    monkeypatch.setattr(random, "uniform", random.Random(48).uniform)
    there, plug = True, connection._plug

    async def silent(place: connection._Place) -> socket.socket:
        if there or not deaf:
            return await plug(place)
        async with asyncio.timeout(connection.CONNECT_SECONDS):
            await asyncio.Event().wait()
        raise AssertionError

    monkeypatch.setattr(connection, "_plug", silent)
    async with serving() as here, proxied(here.place) as proxy:
        new = m.NewTable(seats=10, turn_seconds=0)
        people = [Seated(proxy.address, f"p{nth}", tmp_path, new, 0) for nth in range(16)]
        for person in people:
            await person.connected()
        await asyncio.sleep(5.0)
        there, proxy.gone = False, True
        for each in proxy.carried:
            each.end(reset=True)
        await asyncio.sleep(30.0)
        assert not any(person.online for person in people)
        there, proxy.gone, returned = True, False, quick_loop().time()
        for person in people:
            await person.connected()
        back = sorted(person.when(m.Resumed)[-1] - returned for person in people)
        assert 1.0 < back[-1] - back[0] < back[-1] <= 10.0
        assert max(sum(at <= each < at + 0.25 for each in back) for at in back) <= len(people) // 2
        for person in people:
            pauses = [down.retry_in for down in person.all(LinkDown)]
            assert all(pause is not None and pause <= link.LONGEST_PAUSE for pause in pauses)
            await person.close()
