"""A bot that somebody wrote, at a real table."""

import json
from pathlib import Path

import pytest

from tests.e2e.processes import House, signalled
from tests.e2e.terminal import ROOT

EXAMPLES = sorted((ROOT / "scripts" / "examples" / "bots").glob("*.py"))
ALONE = ("--table", "T", "--seats", "2", "--bots", "1:easy", "--rounds", "1", "--json", "--bot")


@pytest.mark.parametrize("bot", EXAMPLES, ids=lambda bot: bot.stem)
def test_each_example_plays_a_round(house: House, address: str, bot: Path) -> None:
    client = house.client(address, "--name", "bot", *ALONE, str(bot))
    assert client.wait() == 0, client.err
    assert json.loads(client.out)["rounds"] == 1
    assert client.err == "uno-client: sat down as bot at table T; press Ctrl-C to end the bot\n"


FAILING = """
def choose(view, actions):
    print("thinking")
    return helper(actions)

def helper(actions):
    raise ValueError("I give up")
"""


def test_a_bot_that_fails_sees_its_own_traceback_and_a_computer_player_plays_on(
    house: House, address: str, tmp_path: Path
) -> None:
    (tmp_path / "bad.py").write_text(FAILING)
    client = house.client(address, "--name", "bot", *ALONE, str(tmp_path / "bad.py"))
    assert client.wait() == 0, client.err
    assert json.loads(client.out)["rounds"] == 1
    assert client.err.count("ValueError: I give up\n") == 3
    assert client.err.count("thinking\n") == 3
    assert "a computer player plays on" in client.err
    assert {line.split('"')[1] for line in client.err.splitlines() if line.startswith("  File")} == {
        str(tmp_path / "bad.py")
    }


def test_a_file_without_a_bot_ends_with_one_sentence(house: House, address: str, tmp_path: Path) -> None:
    client = house.client(address, "--bot", str(tmp_path / "none.py"))
    assert client.wait() == 2
    assert client.err == f"uno-client: there is no file {tmp_path / 'none.py'}\n"


def test_bots_find_the_only_table_are_marked_and_stay_for_the_rematch(house: House, address: str) -> None:
    bot = ("--json", "--bot", str(EXAMPLES[-1]))
    early = house.client(address, "--name", "early", *bot)
    assert (early.wait(), early.err) == (1, "uno-client: no table has a free seat; say which with --table\n")
    host = house.client(address, "--name", "host", "--plain", "--table", "T", "--seats", "2")
    host.hear("Table T")
    gone = house.client(address, "--name", "gone", *bot)
    host.hear("gone (program) sits down")
    signalled(gone.pid, "SIGINT")
    host.hear("gone leaves the table")  # P-5.19
    assert gone.wait() == 130
    assert gone.err == "uno-client: sat down as gone at table T; press Ctrl-C to end the bot\n"
    one = house.client(address, "--name", "one", *bot)
    host.hear("one (program) sits down")
    host.say("table")
    host.hear("Seat 2: one Ro (program")
    host.say("leave")
    host.answer("yes", "yes")
    host.hear("1 free")
    two = house.client(address, "--name", "two", *bot)
    for _ in range(2):
        one.hear('"winner"')
    one.terminate()
    assert one.wait() == 143
    assert one.err.startswith("uno-client: sat down as one at table T; ")
    two.terminate()
