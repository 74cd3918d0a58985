"""A server for training (P-10.6): nobody is waited for, and every game is that of the local engine."""

import pytest

from tests.server.harness import World, play_out, sit_down, start
from tests.training import of_the_game, replayed
from uno_engine.actions import Action
from uno_engine.presets import PRESETS
from uno_protocol import messages as m
from uno_protocol.room import GameSeed
from uno_protocol.wire import action_from_request


@pytest.mark.parametrize("preset", PRESETS)
def test_a_game_takes_no_time_and_has_the_events_of_the_local_engine(preset: str) -> None:
    world = World(training=True)
    options = {"goal": "single_round"} if PRESETS[preset].goal.by_points and preset != "party" else {}
    people = sit_down(world, "ann bob cem", preset=preset, options=options, turn_seconds=0)
    start(people)
    began, actions, rules = world.now, list[Action](), world.table().rules
    while people[0].phase != "finished":
        if people[0].phase == "between_rounds":
            for person in people:
                person.ask(m.Ready)
            continue
        person, request = next(
            (each, found) for each in people if (found := each.chosen("normal", forgets=lambda: True)) is not None
        )  # a catch would wait for the grace, and so would whoever moves
        assert isinstance(request, m.Move)
        person.submit(request.id, request)
        assert isinstance(person.answer(request.id), m.Ok)
        actions.append(action_from_request(request, person.seat))
    assert world.now == began
    heard = [person.all(m.Entry) for person in people]
    seed = next(entry.event["seed"] for entry in heard[0] if entry.event["k"] == GameSeed.kind)
    due = replayed(rules, len(people), bytes.fromhex(seed), actions)
    assert [of_the_game(entries) for entries in heard] == due


def test_a_computer_player_makes_no_pause() -> None:
    world = World(training=True)
    people = sit_down(world, "ann bob", seats=3, bots=["normal"], bot_pause=1.0, turn_seconds=0)
    start(people)
    began = world.now
    play_out(world, people)
    assert world.now == began


def test_welcome_says_whether_it_is_for_training() -> None:
    for training in (False, True):
        world = World(training=training)
        assert world.person("ann").last(m.Welcome).training is training
