"""Chat: how much of it is kept and where, and how much many may say together (FAULTS 33)."""

import pytest

from tests.server.crashing import Crashing
from tests.server.harness import Person, World, gathered, sit_down
from uno_protocol import messages as m
from uno_protocol.room import Remark
from uno_server.base.limits import CROWD_BURST, Limits

USUAL = Limits()


def heard(person: Person) -> list[str]:
    """What was said at the table and in the lobby, as a person was told."""
    at_table = [entry.event["text"] for entry in person.all(m.Entry) if entry.event["k"] == "said"]
    return at_table + [said.text for said in person.all(m.LobbySaid)]


def say(person: Person, text: str, to: str = "table") -> m.ServerMessage | None:
    return person.ask(m.Chat, text=text, to=to)


def test_many_together_do_not_flood_the_lobby() -> None:
    world = World()
    people = [world.person(f"p{number}") for number in range(CROWD_BURST // USUAL.chat_at_once + 1)]
    codes = [
        getattr(say(person, "hello", "lobby"), "code", "ok") for person in people for _ in range(USUAL.chat_at_once)
    ]
    assert codes.count("ok") == CROWD_BURST
    world.wait(1.0)
    assert isinstance(say(people[-1], "hello", "lobby"), m.Ok)  # what was refused was not counted


def test_those_who_watch_do_not_drown_those_who_play() -> None:
    world, (ann, bob) = gathered()
    crowd = [world.person(f"p{number}") for number in range(CROWD_BURST // USUAL.chat_at_once + 1)]
    for person in crowd:
        person.ask(m.SpectateTable, table="T")
    codes = [
        getattr(person.ask(m.React, reaction="wow"), "code", "ok")
        for person in crowd
        for _ in range(USUAL.chat_at_once)
    ]
    assert codes.count("ok") == CROWD_BURST
    assert crowd[-1].refused(m.Chat, text="and me?") == "limit"
    assert isinstance(say(ann, "quiet, please"), m.Ok)
    assert bob.agrees()


@pytest.mark.parametrize("to", ["table", "lobby"])
def test_nor_after_a_restart(to: str, world: Crashing) -> None:  # P-6
    ann, bob = sit_down(world) if to == "table" else (world.person("ann"), world.person("bob"))
    ann.ask(m.ListTables)
    bob.ask(m.ListTables)
    said = m.Chat(id=100, text="a secret of ours", to=to)  # type: ignore[arg-type]
    ann.say(said)
    world.crash(ann, bob)
    for person in (ann, bob):
        person.resume()
    assert ann.last(m.Resumed).last_id == 100
    ann.say(said)
    assert ann.answer(100) == m.Ok(id=100)
    assert heard(bob) == ["a secret of ours"]
    if to == "table":
        assert world.table().room.remarks == [Remark("ann", "a secret of ours", 0)]
        assert ann.agrees()
    else:
        assert bob.ask(m.LobbyTalk) == m.Talk(id=bob.last_id, lines=[])  # of the lobby nothing is kept
