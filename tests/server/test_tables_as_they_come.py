"""A server takes connections before its tables are back: whoever asks for more than has come waits for it."""

import asyncio
from itertools import count
from pathlib import Path

import pytest

from tests.killed import abandon
from tests.server.crashing import Crashing
from tests.server.harness import Person
from tests.server.recorded import started
from tests.server.test_storage_failure import Stored, stored
from uno_protocol import messages as m
from uno_protocol.codec import CodecFault
from uno_server.core.admin import ForHub, show_tables
from uno_server.core.hub import Hub, Peer
from uno_server.core.outputs import Output
from uno_server.net import server
from uno_server.net.clock import ServerClock
from uno_server.table.table import Table

MOVES = 30


def played(world: Crashing, table: str, names: str) -> list[Person]:
    """People in the middle of a game at a table of that name."""
    people = started(world, table, names, options={"goal": "points", "target": "500"})
    move(world, people, MOVES)
    return people


def killed(world: Crashing, tables: str = "A") -> list[Person]:
    """Two people at each table; the server was killed in mid-game, and is there again without its tables."""
    people = [person for table in tables for person in played(world, table, {"A": "ann bob", "B": "cem dan"}[table])]
    world.crash(*people, as_they_come=True)
    return people


def move(world: Crashing, people: list[Person], moves: int) -> None:
    for _ in range(moves):
        if not any(person.move() for person in people):
            world.wait(1.0)


def test_a_resume_waits_for_its_table_and_no_other(world: Crashing) -> None:
    ann, bob, cem, dan = killed(world, "AB")
    cem.resume()
    ann.resume()
    assert type(cem.heard[-1]) is type(ann.heard[-1]) is m.Welcome
    assert world.arrive() == "A"
    assert (ann.last(m.Resumed).table, ann.last(m.Resumed).last_id) == (world.table("A").room.code, ann.last_id)
    assert type(cem.heard[-1]) is m.Welcome
    bob.resume()
    n, answer = world.table("A").log.n, ann.answer(ann.last_id)
    assert ann.asked is not None
    ann.say(ann.asked)  # a repeat is answered from what was stored
    assert (ann.heard[-1], world.table("A").log.n) == (answer, n)
    move(world, [ann, bob], 3)
    assert world.table("A").log.n > n
    assert world.arrive() == "B"
    assert cem.last(m.Resumed).table == world.table("B").room.code
    dan.resume()
    assert world.arrive() is None
    move(world, [cem, dan], 3)
    assert all(person.agrees() for person in (ann, bob, cem, dan))


def test_what_is_not_of_a_table_that_is_back_waits_for_all(world: Crashing) -> None:
    ann, *_ = killed(world, "AB")
    world.arrive()
    eve, stranger = world.person("eve", login=False), world.person("stranger", login=False)
    eve.say(m.Login(name="eve"))
    stranger.say(m.Resume(token="no such token", table=None, seen=None))
    looker = world.person("looker", login=False)
    looker.say(m.ListTables(id=1))
    ann.resume()
    assert ann.ask(m.ListTables) is None
    assert ann.ask(m.Chat, text="hello") is None  # requests are answered in the order in which they come
    assert type(eve.heard[-1]) is type(stranger.heard[-1]) is m.Welcome
    world.arrive()
    assert not eve.all(m.LoggedIn)
    assert world.arrive() is None
    assert eve.all(m.LoggedIn)
    assert stranger.last(m.Error).code == "bad_token"
    assert len(ann.last(m.Tables).tables) == len(looker.last(m.Tables).tables) == 2
    assert isinstance(ann.answer(ann.last_id), m.Ok)


def test_a_ping_does_not_wait_and_what_is_no_message_is_answered_in_its_turn(world: Crashing) -> None:
    ann, _ = killed(world)
    ann.resume()
    ann.say(m.Ping(nonce=7))
    assert ann.heard[-1] == m.Pong(nonce=7)
    assert ann.link is not None
    fault = CodecFault("bad_schema", "no such field", id=10_000)
    assert world.hub.fault(ann.link, fault, world.now) == []
    world.arrive()
    assert [type(one) for one in ann.heard if isinstance(one, m.Resumed | m.Error)] == [m.Resumed, m.Error]


def test_a_spectator_is_told_of_its_own_table_and_not_that_others_are_missing(world: Crashing) -> None:
    ann, *_ = killed(world, "AB")
    ann.resume()
    world.arrive()
    assert ann.ask(m.JoinTable, table="B", new=None) is None
    world.arrive()
    world.arrive()
    assert ann.last(m.Error).code == "already_at_table"


def test_no_time_passes_while_tables_come() -> None:
    """Not for a turn, and not for the grace of U3, however often a server ends before its tables are back."""
    source = 50.0
    clock = ServerClock(lambda: source, begins=1000.0)
    clock.stand()
    source += 4.0
    assert clock() == 1000.0
    clock.set_back(clock())
    source += 1.0
    assert clock() == 1001.0


@pytest.mark.fast
async def test_no_time_passes_for_a_server_while_its_tables_come(
    world: Crashing, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for table, names in (("A", "ann bob"), ("B", "cem dan")):
        played(world, table, names)
    abandon(world.journal)
    seconds, arrived, times = count(50.0), Hub.arrived, list[float]()

    def noted(hub: Hub, table: Table, now: float) -> list[Output]:
        times.append(now)
        return arrived(hub, table, now)

    monkeypatch.setattr(Hub, "arrived", noted)
    monkeypatch.setattr(server, "RESTORE_SLICE", 0.0)
    monkeypatch.setattr(server, "ServerClock", lambda _, begins: ServerClock(lambda: next(seconds), begins))
    async with stored(tmp_path, as_they_come=True):
        while len(times) < 2:  # noqa: ASYNC110  (nobody is told)
            await asyncio.sleep(0)
    assert times[0] == times[1]


@pytest.fixture
def token(world: Crashing) -> str:
    """The token of a player in the middle of a game at table A; the server was killed."""
    ann, _ = played(world, "A", "ann bob")
    abandon(world.journal)
    return ann.token


@pytest.mark.fast
async def test_a_server_lets_in_who_has_waited(tmp_path: Path, token: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """One of those whose message runs into a fault of ours stops nobody else."""
    monkeypatch.setattr(server, "RESTORE_SLICE", 0.0)
    login = Hub._login

    def failing(hub: Hub, link: Peer, message: m.Login, now: float) -> bool:
        return bool(1 / 0) if message.name == "eve" else login(hub, link, message, now)

    monkeypatch.setattr(Hub, "_login", failing)
    async with stored(tmp_path, as_they_come=True) as here:
        assert here.server.administer(ForHub(show_tables)) == (
            "tables are still being restored; try again in a moment",
        )
        ann, eve, fay = [await here.wire() for _ in range(3)]
        ann.send(m.Hello(versions=[*m.SPOKEN]), m.Resume(token=token))
        for wire, name in ((eve, "eve"), (fay, "fay")):
            wire.send(m.Hello(versions=[*m.SPOKEN]), m.Login(name=name))
        assert (await ann.hear(m.Resumed)).table == (await ann.hear(m.Snapshot)).table
        assert (await eve.hear(m.Bye)).code == "internal"
        assert (await fay.hear(m.LoggedIn)).name == "fay"


@pytest.mark.fast
async def test_a_server_can_stop_before_its_tables_are_back(
    tmp_path: Path, token: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(server, "RESTORE_SLICE", 0.0)
    here = Stored(tmp_path, as_they_come=True)
    await here.listen()
    await here.close()
    async with stored(tmp_path) as again:
        assert [table.room.name for table in again.hub.lobby] == ["A"]
