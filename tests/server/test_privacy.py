"""Does anybody learn what they may not know (FAULTS 39 to 41)?"""

from __future__ import annotations

import logging

import pytest

from engine.cards import FACES
from protocol import messages as m
from tests.server.harness import World, play_out, playing, set_up


def watched(hand: str, seed: int = 1) -> tuple[list[bytes], list[bytes]]:
    """What a watcher and an opponent are sent while seat 0 holds this hand and draws and keeps."""
    world = World(seed)
    ann, bob = playing(world, "ann bob", seats=3, bots=["normal"], bot_pause=1.0)
    eve = world.person("eve")
    eve.ask(m.SpectateTable, table="T")
    set_up(world, [ann, bob], hand, "B1 B2 B3", "R1 R2 R3", top="R9", turn=0)
    eve.drop()
    before = len(eve.bytes), len(bob.bytes)
    eve.resume(seen=None)
    ann.play(m.Draw)
    ann.play(m.Keep)
    world.wait(0.5)
    bob.drop()
    bob.resume(seen=None)
    cem_sees = world.table().members
    assert cem_sees
    return eve.bytes[before[0] :], bob.bytes[before[1] :]


def test_worlds_that_differ_in_hidden_cards_give_the_same_bytes() -> None:  # FAULTS 39
    assert watched("R5 R6 W+4") == watched("G1 Y2 B3")


def test_the_pause_of_a_computer_player_does_not_tell_its_cards() -> None:  # FAULTS 39
    def moved_at(hand: str) -> float:
        world = World()
        (ann,) = playing(world, "ann", seats=2, bots=["normal"], bot_pause=1.0)
        set_up(world, [ann], "R5 R6", hand, turn=1)
        deadline = world.hub.next_deadline()
        assert deadline is not None
        return deadline - world.now

    assert moved_at("R1 R2 R3") == moved_at("G4 Y5 B6") == moved_at("W W+4 W+4") > 0


def test_a_watcher_sees_every_entry_and_no_card_before_it_is_played() -> None:
    world = World()
    people = playing(world, "ann bob", seats=4, bots=["normal", "random"], options={"goal": "points", "target": "200"})
    eve = world.person("eve")
    eve.ask(m.SpectateTable, table="T")
    n = eve.table.n if eve.table else 0
    play_out(world, people)
    assert [entry.n for entry in eve.all(m.Entry)] == list(range(n + 1, world.table().log.n + 1))
    assert eve.all(m.Legal) == []
    names = {face.name for face in FACES}
    for entry in eve.all(m.Entry):
        shown = {text for text in _texts(entry.event) if text in names}
        assert not shown or entry.event["k"] in ("cards_played", "first_card_turned"), entry.event
    assert eve.game.hands == [[], [], [], []]
    assert eve.agrees()


def test_nobody_is_sent_the_cards_of_another_hand() -> None:
    world = World(2)
    people = playing(world, "ann bob", seats=3, bots=["random"], options={"goal": "points", "target": "200"})
    play_out(world, people)
    for person in people:
        for entry in person.all(m.Entry):
            event = entry.event
            if event["k"] == "cards_drawn":
                assert ("cards" in event) == (event["seat"] == person.seat)
            if event["k"] == "round_dealt":
                assert [hand is not None for hand in event["hands"]] == [s == person.seat for s in range(3)]
            assert "stock" not in event
            assert "sealed" not in event


def test_no_token_hand_or_seed_is_in_the_log(caplog: pytest.LogCaptureFixture) -> None:  # FAULTS 40
    caplog.set_level(logging.DEBUG)
    world = World()
    people = playing(world, "ann bob", bots=[], options={"goal": "points", "target": "100"})
    tokens = [person.token for person in people]
    seed = world.state().seed.hex()
    play_out(world, people)
    assert not any(secret in caplog.text for secret in (*tokens, seed))
    for person in people:
        shown = [message for message in person.heard if not isinstance(message, m.LoggedIn)]
        assert not any(token in str(message) for token in tokens for message in shown)
    digests = str(world.commits)
    assert not any(token in digests for token in tokens)


def _texts(value: object) -> list[str]:
    match value:
        case str():
            return [value]
        case dict():
            return [text for inner in value.values() for text in _texts(inner)]
        case list() | tuple():
            return [text for inner in value for text in _texts(inner)]
        case _:
            return []
