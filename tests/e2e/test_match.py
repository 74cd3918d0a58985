"""Clients that play by themselves finish a match over the network, and agree on how it went."""

from tests.e2e.at_lines import number_one
from tests.e2e.processes import House, agreed, result

MATCH = ("--seats", "4", "--set", "goal=points")


def test_four_clients_finish_a_500_point_match_and_agree(house: House, address: str) -> None:
    players = [house.autoplay(address, name, *MATCH) for name in ("ann", "bob", "cem", "dan")]
    shown = agreed([result(player) for player in players])
    scores = shown["scores"]
    assert scores.keys() == {"ann", "bob", "cem", "dan"}
    assert shown["winner"] in scores
    assert scores[shown["winner"]] == max(scores.values()) >= 500
    assert sorted(scores.values())[-2] < 500
    assert shown["rounds"] >= 2
    assert shown["actions"] > shown["rounds"] * 7
    notes = [line for player in players for line in player.err.splitlines()]
    assert len(notes) == 3  # one client opened the table, the others were told that their options came too late
    assert all("table already exists" in note for note in notes)


def test_a_match_ends_after_the_rounds_asked_for(house: House, address: str) -> None:
    options = ("--seats", "3", "--bots", "1:random", "--set", "goal=points", "target=5000", "--rounds", "2")
    players = [house.autoplay(address, name, *options) for name in ("ann", "bob")]
    shown = agreed([result(player) for player in players])
    assert shown["winner"] is None
    assert shown["rounds"] == 2
    assert len(shown["scores"]) == 3
    assert sum(shown["scores"].values()) > 0


def test_a_client_that_comes_to_a_full_table_says_so(house: House, address: str) -> None:
    player = house.client(address, "--plain", "--name", "ann", "--table", "T", "--seats", "2", "--bots", "1")
    player.hear("Seat 2:")
    late = house.autoplay(address, "bob")
    assert late.wait() == 1
    assert late.err == "uno-client: that table is full\n"


def test_a_game_alone_needs_no_server(house: House) -> None:
    shown = result(house.client("--solo", "--autoplay", "normal", "--rounds", "1", "--json", "--name", "ann"))
    assert shown["rounds"] == 1
    assert shown["winner"] in shown["scores"]
    assert len(shown["scores"]) == 4
    assert shown["reconnects"] == 0
    assert shown["seconds"] > 0


def test_a_client_that_was_killed_goes_on_when_it_is_started_again(house: House, address: str) -> None:
    options = ("--seats", "3", "--bots", "1", "--set", "goal=points", "target=400", "uno_grace=0")
    steady, killed = (house.autoplay(address, name, *options) for name in ("ann", "bob"))
    watching = house.client(address, "--plain", "--name", "eve")
    while watching.hear("Table T (", "There are no tables yet.") != "Table T (":
        watching.say("tables")
    watching.say("watch T")
    watching.hear("bob plays ", "bob draws ")
    killed.stop()
    watching.hear("bob lost the connection; the seat is kept.")
    restarted = house.autoplay(address, "bob", *options)
    shown = [result(steady), result(restarted)]
    for key in ("winner", "scores", "rounds"):
        assert shown[0][key] == shown[1][key]
    assert max(shown[0]["scores"].values()) >= 400


def test_a_table_can_be_played_at_again_by_others(house: House, address: str) -> None:
    host = house.client(address, "--plain", "--name", "eve", "--table", "T", "--seats", "2", "--set", "uno_grace=0")
    host.hear("Type ready")
    for name in ("ann", "bob"):
        guest = house.autoplay(address, name, "--bots", "0")
        host.answer(f"{name} is ready.", "ready")
        host.say("start")
        host.hear("A new game begins.")
        number_one(host)
        assert result(guest)["rounds"] == 1
        host.answer("Type ready", "ready")
        host.hear("Waiting for the next game.")
