"""Every rule book is played from end to end: by programs that agree, alone, and by somebody at lines of text."""

import re

import pytest

from tests.e2e.at_lines import OVER, QUESTIONS, first_choice, number_one
from tests.e2e.processes import House, Program, agreed, result
from uno_engine.explain import explain
from uno_engine.options import fingerprint, with_options
from uno_engine.presets import PRESETS, preset


@pytest.mark.parametrize("name", PRESETS)
def test_programs_play_a_round_of_every_rule_book_and_agree(house: House, address: str, name: str) -> None:
    match = ("--rules", name, "--seats", "3", "--bots", "1", "--rounds", "1", "--set", "uno_grace=0")
    shown = agreed([result(player) for player in [house.autoplay(address, who, *match) for who in ("ann", "bob")]])
    assert shown["rounds"] == 1
    assert shown["actions"] >= 1  # a chain may lay a whole hand
    assert shown["scores"].keys() > {"ann", "bob"}
    points = preset(name).goal.value == "points"
    assert (shown["winner"] is None) is points
    assert any(shown["scores"].values()) is points


@pytest.mark.parametrize("name", PRESETS)
def test_a_game_alone_of_every_rule_book(house: House, name: str) -> None:
    flags = ("--solo", "--rules", name, "--set", "goal=single_round", "uno_grace=0")
    shown = result(house.client(*flags, "--autoplay", "normal", "--json", "--name", "ann"))
    assert shown["rounds"] == 1
    assert len(shown["scores"]) == 4
    winner = shown["winner"]
    assert set(winner if isinstance(winner, list) else [winner]) <= shown["scores"].keys()


@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("official", ("seven_zero=yes", "jump_in=yes", "stacking=any", "goal=until_last", "uno_grace=0")),
        ("classic113", ("goal=until_last", "customizable_rule=everyone_passes_one", "extra=2,2,4")),
        ("computer", ("draw_until_playable=yes", "voluntary_draw=no", "target=60")),
    ],
)
def test_rules_that_are_mixed_are_played_too(house: House, address: str, name: str, options: tuple[str, ...]) -> None:
    match = ("--rules", name, "--seats", "4", "--bots", "2", "--set", *options)
    shown = agreed([result(player) for player in [house.autoplay(address, who, *match) for who in ("ann", "bob")]])
    assert shown["winner"] is not None
    assert shown["actions"] > 10


def test_a_full_table_of_ten_votes_and_plays(house: House) -> None:
    flags = ("--solo", "--rules", "classic113", "--bots", "9", "--set", "goal=single_round")
    shown = result(house.client(*flags, "--autoplay", "normal", "--json", "--name", "ann"))
    assert len(shown["scores"]) == 10


def at_lines(house: House, name: str, *more: str) -> Program:
    """Somebody who plays alone at lines of text against two computer players, ready to begin."""
    flags = ("--solo", "--plain", "--name", "ann", "--rules", name, "--bots", "2", "--bot-pause", "0")
    player = house.client(*flags, "--turn-seconds", "0", "--set", "goal=single_round", *more)
    player.answer("Type ready", "ready")
    player.hear("A new game begins.")
    return player


@pytest.mark.parametrize("name", ["classic113", "street", "skyrus"])
def test_a_round_is_played_by_choosing_numbers(house: House, name: str) -> None:
    player = at_lines(house, name)
    chosen = number_one(player)
    assert any(words.startswith("play ") for words in chosen)
    assert any(words.startswith("vote for: ") for words in chosen) is (name != "street")
    player.say("quit")
    assert player.wait() == 0
    assert player.err == ""


def test_quickplay_is_played_with_chains(house: House) -> None:
    player = at_lines(house, "quickplay", "uno_grace=0")
    while not chains_of_a_round(player):  # others may lay a whole hand before it is our turn
        player.answer("Type ready", "ready")
        player.hear("A new game begins.")
    player.say("quit")
    assert player.wait() == 0
    assert player.err == ""


def chains_of_a_round(player: Program) -> int:
    """Lay chains wherever a card can be played; gives how many until the game was over."""
    laid = 0
    for _ in range(200):
        heard = player.hear(*QUESTIONS, *OVER)
        if heard in OVER:
            return laid
        if heard != "Your turn: type" or not first_choice(player).startswith("play "):
            player.say("1")
            continue
        lay_a_chain(player)
        laid += 1
    raise AssertionError(f"no end after {laid} chains")


def lay_a_chain(player: Program) -> None:
    """Build a chain from the first that is offered each time, as long as there is one, and lay it."""
    player.say("chain 1")
    while True:
        match player.hear("Name its colour (", "It can go on with:", "Type send "):
            case "Name its colour (":
                player.say("colour red")
            case "It can go on with:":
                player.answer("Type a number to go on, ", "1")
            case _:
                player.say("send")
                return


def test_a_card_is_played_letter_by_letter(house: House) -> None:
    player = at_lines(house, "computer")
    for _ in range(200):
        heard = player.hear(*QUESTIONS, *OVER)
        if heard in OVER:
            break
        written = re.search(r"\(([RYGB])(\+2|[0-9SR])\)$", first_choice(player))
        if heard != "Your turn: type" or written is None:
            player.say("t" if heard in ("Your turn: type", "You drew ") else "1")
            continue
        colour, rank = written.groups()
        for letter in ("P", colour, "D" if rank == "+2" else rank, "Y"):
            player.say(letter)
        player.hear("Which colour? R red")
        player.hear("Y yes, N no.")
    else:
        pytest.fail("no end")
    assert "You play " in player.out
    player.say("quit")
    assert player.wait() == 0


def test_the_rules_are_read_before_joining(house: House, address: str) -> None:
    options = {"stacking": "any", "hand_size": "5"}
    host = house.client(
        *(address, "--plain", "--name", "ann", "--table", "Den", "--rules", "street"),
        *("--set", *(f"{option}={value}" for option, value in options.items())),
    )
    host.hear("Seat 1: ann")
    rules = with_options(preset("street"), options)
    guest = house.client(address, "--plain", "--name", "bob")
    guest.hear("Table Den (")
    guest.answer("street rules (Cards dealt: 5 cards; Stacking penalties: any on any).", "rules den")
    guest.hear(f"Table Den: street rules, fingerprint {fingerprint(rules)}.")
    for title, sentences in explain(rules):
        guest.hear(f"{title}:\n")
        guest.hear(sentences[-1])
    guest.say("rules nowhere")
    guest.answer("There's no such table.", "join Den")
    guest.answer("Seat 2: bob", "rules")
    guest.hear(f"Table Den: street rules, fingerprint {fingerprint(rules)}.")


def test_a_refused_move_says_which_rule_and_why_is_answered(house: House) -> None:
    player = at_lines(house, "classic113")
    while (heard := player.hear(*QUESTIONS)) != "Your turn: type":
        first_choice(player)
        player.say("1")
    assert heard
    player.say("play R1 R2")
    player.hear("You don't have ", "C5: ")
    player.say("why")
    player.hear(". A2: ", ". C7: ", ". C8: ", "You can play every card you hold.")
    player.say("quit")
    player.say("yes")
    assert player.wait() == 0
