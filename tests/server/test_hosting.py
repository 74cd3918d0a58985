"""What no case of the conformance suite tells of the host's requests: addresses, restarts and limits."""

from typing import Any

import pytest

from tests.server.crashing import Crashing
from tests.server.harness import Person, World, gathered, over, sit_down
from uno_protocol import messages as m
from uno_server.base import limits

AWAY_FROM_HERE = "192.0.2.7"


def ok(person: Person, kind: type[m.Request], **fields: Any) -> None:
    answer = person.ask(kind, **fields)
    assert answer == m.Ok(id=person.last_id), answer


def test_a_ban_holds_for_look_alikes_and_for_the_address_from_which_somebody_came_back_last() -> None:
    world, (ann, *_) = gathered(seats=4)
    bad = world.person("Mallory")
    bad.join()
    bad.drop()
    bad.address = AWAY_FROM_HERE
    bad.resume()
    ok(ann, m.Kick, name="Mallory", ban=True)
    other = world.person("Trudy", address=AWAY_FROM_HERE)
    assert other.refused(m.JoinTable, table="T") == "banned"
    bad.ask(m.LeaveTable)
    bad.drop()
    world.wait(100_000.0)
    again = world.person("mallory", address="192.0.2.8")
    assert again.refused(m.JoinTable, table="T") == "banned"


ONE, NEXT, ELSEWHERE = "2001:db8::5", "2001:db8::6", "2001:db8:0:1::5"
"""The first two are in one network."""


def test_a_ban_holds_for_the_network_of_an_ipv6_address(world: Crashing) -> None:
    ann, *_ = sit_down(world, seats=4)
    world.person("Mallory", address=ONE).join()
    ok(ann, m.Kick, name="Mallory", ban=True)
    for restarts in (False, True):
        if restarts:
            world.crash(ann)
        for address in (ONE, NEXT):
            person = world.person(f"{address} {restarts}", address=address)
            assert person.refused(m.JoinTable, table="T") == "banned"
    assert isinstance(world.person("dee", address=ELSEWHERE).ask(m.JoinTable, table="T"), m.Joined)


@pytest.mark.parametrize(("other", "banned"), [(AWAY_FROM_HERE, False), (NEXT, True)])
def test_a_ban_lets_in_the_address_of_somebody_else_at_the_table(other: str, banned: bool) -> None:
    """Of an IPv6 network the ban then holds for the one address."""
    world, (ann, *_) = gathered(seats=5)
    own = ONE if banned else other
    for name, address in (("Mallory", own), ("cem", other)):
        world.person(name, address=address).join()
    ok(ann, m.Kick, name="Mallory", ban=True)
    if banned:
        assert world.person("Trudy", address=own).refused(m.JoinTable, table="T") == "banned"
    assert isinstance(world.person("dee", address=other).ask(m.JoinTable, table="T"), m.Joined)


def test_the_door_is_after_a_restart_what_it_was_whatever_happened_since(world: Crashing) -> None:
    ann, _ = sit_down(world, seats=4)
    world.person("Mallory", address=AWAY_FROM_HERE).join()
    ok(ann, m.Kick, name="Mallory", ban=True)
    ok(ann, m.ChangeTable, password="mellon")
    ok(ann, m.Ready)
    world.crash(ann)
    trudy, cem = world.person("Trudy", address=AWAY_FROM_HERE), world.person("cem")
    assert trudy.refused(m.JoinTable, table="T", password="mellon") == "banned"
    assert cem.refused(m.JoinTable, table="T") == "wrong_password"


def test_to_the_own_seat_nothing_moves() -> None:
    world, (ann, _) = over()
    n = world.table().log.n
    ok(ann, m.MoveSeat, seat=0, to=0)
    assert world.table().log.n == n


def test_so_many_are_muted_at_a_table_and_no_more(monkeypatch: pytest.MonkeyPatch) -> None:  # P-7.28
    monkeypatch.setattr(limits, "MUTED", 2)
    ann, bob, *_ = sit_down(World(), "ann bob cem dee")
    for name in ("bob", "bob", "cem"):
        ok(ann, m.Mute, name=name)
    assert bob.room.muted == ["bob", "cem"]
    for name, code in (("dee", "limit"), ("nobody", "no_such_player")):
        refused = ann.error(m.Mute, name=name)
        assert (refused.code, refused.field) == (code, "name")
    for _ in range(2):
        ok(ann, m.Mute, name="bob", muted=False)
    ok(ann, m.Mute, name="dee")
    assert bob.room.muted == ["cem", "dee"]


def test_a_ban_on_this_machine_is_of_the_name_alone() -> None:
    world, people = gathered(seats=4)
    world.person("Mallory").join()
    for person in people:  # nobody else at the table has the address of who is banned
        person.drop()
        person.address = AWAY_FROM_HERE
        person.resume()
    ann, _ = people
    ok(ann, m.Kick, name="Mallory", ban=True)
    world.person("Trudy").join()
