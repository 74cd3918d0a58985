"""People play side by side: two on one machine, one at lines of text, and all of them when the server stops."""

import sys

import pytest

from tests.e2e.at_lines import QUESTIONS, number_one
from tests.e2e.processes import House


def test_two_people_on_one_machine_need_no_names(house: House, address: str) -> None:
    first = house.client(address, "--plain", "--table", "T", LOGNAME="ann")
    first.hear("as ann.\n")
    second = house.client(address, "--plain", "--table", "T", LOGNAME="ann")
    second.hear("as ann2.\n")
    first.hear("ann2 sits down.")
    for client in (first, second):
        client.say("ready")
        client.hear("are ready.")
    first.stop()
    second.hear("ann lost the connection; the seat is kept.")
    again = house.client(address, "--plain", "--table", "T", LOGNAME="ann")
    again.hear("as ann.\n")
    again.hear("Seat 1: ann (you, host, ready).")
    second.hear("ann is back.")


def test_a_round_is_played_through_pipes(house: House) -> None:
    player = house.client(
        "--solo", "--plain", "--name", "ann", "--bots", "2:random", "--bot-pause", "0", "--set", "uno_grace=0"
    )
    player.answer("Type ready", "ready")
    player.hear("A new game begins.")
    chosen = number_one(player)
    assert any(words.startswith("play ") for words in chosen)
    assert "wins the round." in player.out or "You win the round" in player.out
    player.say("quit")
    assert player.wait() == 0
    assert player.err == ""


def test_commands_that_come_all_at_once_are_obeyed_one_after_the_other(house: House) -> None:
    player = house.client("--solo", "--plain", "--name", "ann", "--seats", "3", "--bots", "1", "--bot-pause", "5")
    for line in (
        "seats",
        "colour purple",
        "play R55",
        "leave",
        "create Friday",
        "bot random",
        "seats",
        "remove 2",
        "scores",
    ):
        player.say(line)
    player.end_input()
    assert player.wait() == 0
    said = player.out
    for text in (
        "Seat 1: ann (you, host, not ready).",
        "Which colour?",
        "Which card?",
        "Table Friday: ",
        "(random computer player) sits down.",
        "leaves the table.",
        "There are no scores yet.",
    ):
        at = said.find(text)
        assert at >= 0, f"{text!r} in {said}"
        said = said[at:]


def test_a_refused_command_says_why_and_asks_again(house: House) -> None:
    player = house.client("--solo", "--plain", "--name", "ann", "--bots", "1", "--bot-pause", "0")
    player.answer("Type ready", "ready")
    player.hear(*QUESTIONS)
    player.answer(" 1. ", "play WC")
    player.hear("You don't have Customizable.")
    player.hear("You can:")
    player.answer(" 1. ", "uno")
    player.answer("costs 4 cards. Do it anyway? Type yes or no.", "no")
    player.answer("Cancelled.", "quit")
    player.answer("Type yes or no.", "yes")
    assert player.wait() == 0


@pytest.mark.skipif(sys.platform == "win32", reason="there a process is ended without being told")
def test_players_are_told_when_the_server_ends_and_find_the_next_one(house: House) -> None:
    server, address = house.serve()
    player = house.client(address, "--plain", "--name", "ann", "--table", "T")
    player.hear("Seat 1: ann")
    server.end()
    player.hear("The server is stopping. Waiting for it to come back.")
    assert "Traceback" not in server.err
    house.serve("--port", address.rpartition(":")[2])
    player.answer("Connected again.", "quit")
    assert player.wait() == 0


def test_an_address_can_be_typed_where_none_was_given(house: House, address: str) -> None:
    player = house.client("--plain", "--name", "ann")
    player.answer("Which server?", "host:port")
    player.answer("is not a port", address)
    player.hear("as ann.")
    player.hear("There are no tables yet.")
    player.end_input()
    assert player.wait() == 0


@pytest.mark.skipif(sys.platform == "win32", reason="there Ctrl-C goes to a console, not to a process")
def test_ctrl_c_ends_a_plain_client_without_a_word(house: House) -> None:
    player = house.client("--solo", "--plain", "--name", "ann")
    player.hear("Type ready")
    player.interrupt()
    assert player.wait() == 130
    assert player.err == ""
