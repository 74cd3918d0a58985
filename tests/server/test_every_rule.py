"""Every rule book can be played at a table to its end, by people and computer players, while all agree on it."""

from collections import Counter

import pytest

from tests.server.harness import Person, World, play_out, playing
from uno_engine.customizable import RULES
from uno_engine.decisions import DECISIONS
from uno_engine.presets import PRESETS
from uno_engine.state import Phase
from uno_protocol import messages as m

pytestmark = pytest.mark.fast

HOUSE = {"extra": "1,1,3", "seven_zero": "yes", "jump_in": "yes", "stacking": "any", "draw_until_playable": "yes"}


def played(seed: int, names: str, bots: list[str], preset: str, **new: object) -> tuple[World, list[Person], Person]:
    """A game that has been played out, with somebody who watched."""
    world = World(seed)
    seats = len(names.split()) + len(bots)
    people = playing(world, names, seats=seats, bots=bots, preset=preset, **new)
    eve = world.person("eve")
    eve.ask(m.SpectateTable, table="T")
    play_out(world, people)
    assert world.state().phase is Phase.OVER
    assert not world.table().frozen
    assert all(person.agrees() for person in (*people, eve))
    return world, people, eve


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("seed", range(2))
def test_people_and_computer_players_play_every_rule_book_together(preset: str, seed: int) -> None:
    _, people, _ = played(seed, "ann bob", ["normal", "random"], preset, bot_pause=0.1)
    assert people[0].game.winners


@pytest.mark.parametrize("rule", RULES)
def test_every_rule_of_the_customizable_cards_is_played(rule: str) -> None:
    options = {"customizable_rule": rule, "extra": "0,0,3", "goal": "single_round"}
    kinds: Counter[str] = Counter()
    for seed in range(3):
        _, people, eve = played(seed, "ann bob", ["random", "normal"], "skyrus", options=options)
        kinds += Counter(eve.kinds())
        assert people[0].game.custom == rule
    assert kinds["ballot_drawn"] == 0


@pytest.mark.parametrize("preset", PRESETS)
def test_every_rule_book_is_played_until_the_last(preset: str) -> None:  # C17
    world, people, _ = played(3, "ann bob cem", ["random"], preset, options={"goal": "until_last"})
    ranks = people[0].game.ranks
    assert sorted(seat for place in ranks for seat in place) == [0, 1, 2, 3]
    assert people[0].game.winners == ranks[0]
    assert world.state().round == 1


def test_ten_play_with_every_house_rule() -> None:
    _, people, eve = played(4, "ann bob cem", ["random"] * 4 + ["normal"] * 3, "official", options=HOUSE)
    assert len(people[0].game.scores) == 10
    assert "hands_moved" in eve.kinds()


def test_these_games_ask_every_question() -> None:
    asked: set[str] = set()
    for seed in range(3):
        for rule in ("discard_colour", "everyone_passes_one"):
            options = {**HOUSE, "extra": "2,0,3", "customizable_rule": rule}
            _, _, eve = played(seed, "ann bob", ["random", "random"], "official", options=options)
            asked |= {one.event["decision"]["k"] for one in eve.all(m.Entry) if one.event["k"] == "asked"}
    assert DECISIONS.keys() - asked == {"vote", "confirm"}


def test_computer_players_jump_in_after_a_pause_of_their_own() -> None:  # H4, DESIGN: pauses depend on public facts
    jumped = 0
    for seed in range(6):
        options = {"jump_in": "yes", "decks": "2", "goal": "single_round"}
        _, _, eve = played(seed, "ann", ["hard"] * 3, "official", options=options, bot_pause=1.0)
        turn = None
        for entry in eve.all(m.Entry):
            event = entry.event
            if event["k"] == "asked":
                turn = event["decision"]["seat"] if event["decision"]["k"] == "take_turn" else None
            elif event["k"] == "cards_played" and turn is not None and event["seat"] not in (turn, 0):
                jumped += 1
    assert jumped
