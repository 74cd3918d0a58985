"""A server takes connections before its tables are back: whoever asks for more than has come waits for it."""

from __future__ import annotations

from pathlib import Path

import pytest

from protocol import messages as m
from server.journal.store import JournalFailed
from tests.server.crashing import Crashing
from tests.server.harness import Person

TAIL = 10


@pytest.fixture
def world(tmp_path: Path) -> Crashing:
    return Crashing(tmp_path, tail=TAIL)


def played(world: Crashing, table: str, names: str) -> list[Person]:
    """People in the middle of a game at a table of that name, with checkpoints behind them."""
    people = [world.person(name) for name in names.split()]
    for person in people:
        person.join(table, seats=2, options={"goal": "points", "target": "500"})
    for person in people:
        person.ask(m.Ready)
    people[0].ask(m.Start)
    move(world, people, 3 * TAIL)
    return people


def move(world: Crashing, people: list[Person], moves: int) -> None:
    for _ in range(moves):
        if not any(person.move() for person in people):
            world.wait(1.0)


def test_a_resume_waits_for_its_table_and_no_other(world: Crashing) -> None:
    ann, bob = played(world, "A", "ann bob")
    cem, dan = played(world, "B", "cem dan")
    world.crash(ann, bob, cem, dan, as_they_come=True)
    cem.resume()
    ann.resume()
    assert type(cem.heard[-1]) is type(ann.heard[-1]) is m.Welcome
    assert world.arrive() == "A"
    assert ann.last(m.Resumed).table == world.table("A").room.code
    assert type(cem.heard[-1]) is m.Welcome
    bob.resume()
    n = world.table("A").log.n
    move(world, [ann, bob], 3)
    assert world.table("A").log.n > n
    assert world.arrive() == "B"
    assert cem.last(m.Resumed).table == world.table("B").room.code
    dan.resume()
    assert world.arrive() is None
    move(world, [cem, dan], 3)
    assert all(person.agrees() for person in (ann, bob, cem, dan))


def test_what_is_not_of_a_table_that_is_back_waits_for_all(world: Crashing) -> None:
    ann, bob = played(world, "A", "ann bob")
    cem, dan = played(world, "B", "cem dan")
    world.crash(ann, bob, cem, dan, as_they_come=True)
    world.arrive()
    eve, stranger = world.person("eve", login=False), world.person("stranger", login=False)
    eve.say(m.Login(name="eve"))
    stranger.say(m.Resume(token="no such token", table=None, seen=None))
    ann.resume()
    assert ann.ask(m.ListTables) is None
    assert ann.ask(m.Chat, text="hello") is None  # requests are answered in the order in which they come
    assert type(eve.heard[-1]) is type(stranger.heard[-1]) is m.Welcome
    world.arrive()
    assert not eve.all(m.LoggedIn)
    assert world.arrive() is None
    assert eve.all(m.LoggedIn)
    assert stranger.last(m.Error).code == "bad_token"
    assert len(ann.last(m.Tables).tables) == 2
    assert isinstance(ann.answer(ann.last_id), m.Ok)


def test_a_repeat_is_answered_from_what_was_stored(world: Crashing) -> None:
    ann, bob = played(world, "A", "ann bob")
    asked = next(person for person in (ann, bob) if person.move())
    answer = asked.answer(asked.last_id)
    world.crash(ann, bob, as_they_come=True)
    asked.resume()
    world.arrive()
    assert asked.last(m.Resumed).last_id == asked.last_id
    n = world.table("A").log.n
    assert asked.asked is not None
    asked.say(asked.asked)
    assert asked.answer(asked.last_id) == answer
    assert world.table("A").log.n == n


def test_whoever_is_gone_again_is_not_let_in(world: Crashing) -> None:
    ann, bob = played(world, "A", "ann bob")
    world.crash(ann, bob, as_they_come=True)
    ann.resume()
    ann.drop()
    world.arrive()
    world.arrive()
    assert not any(world.table("A").connected(one) for one in world.table("A").members.values())


def test_checkpoints_wait_until_all_tables_are_back(world: Crashing) -> None:
    """The tail may not pass by what a table still needs that has not come yet."""
    ann, bob = played(world, "A", "ann bob")
    cem, dan = played(world, "B", "cem dan")
    cards = world.state("B").hands
    world.crash(ann, bob, cem, dan, as_they_come=True)
    world.arrive()
    ann.resume()
    bob.resume()
    move(world, [ann, bob], 3 * TAIL)
    world.crash(ann, bob)
    assert world.told == []
    assert world.state("B").hands == cards


def test_what_is_damaged_is_restored_at_once(world: Crashing) -> None:
    ann, bob = played(world, "A", "ann bob")
    world.journal._connection.execute(
        "UPDATE commits SET sum = sum + 1 WHERE number = (SELECT max(number) FROM commits)"
    )
    world.crash(ann, bob, as_they_come=True)
    assert world.coming is None
    assert len(world.told) == 1
    assert world.table("A").log.n > 0


def test_what_turns_out_to_be_nonsense_is_restored_at_once(world: Crashing, monkeypatch: pytest.MonkeyPatch) -> None:
    ann, bob = played(world, "A", "ann bob")
    world.crash(ann, bob, as_they_come=True)
    with monkeypatch.context() as patch:
        patch.setattr("server.journal.recovery.evolve", lambda *_: 1 / 0)
        with pytest.raises(JournalFailed):
            world.arrive()
