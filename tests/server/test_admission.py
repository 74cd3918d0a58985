"""Admission: the password is asked for and cannot be guessed; floods from one address are held off (P-5.11)."""

import pytest

from tests.server.harness import Person, World
from uno_protocol import messages as m
from uno_server.base.rate_limit import MOST_KEYS, RateLimit
from uno_server.core.admission import Bans

HERE, THERE = "192.0.2.7", "192.0.2.8"


def greet(world: World, name: str = "ann", address: str = HERE) -> Person:
    return world.person(name, login=False, address=address)


def answer(person: Person, password: str | None) -> str:
    """What becomes of a login: the code of the error, or `logged_in`."""
    person.say(m.Login(name=person.name, password=password))
    told = [one for one in person.heard if isinstance(one, m.Error | m.LoggedIn)][-1]
    return told.code if isinstance(told, m.Error) else "logged_in"


def test_a_name_is_not_looked_at_before_the_password_is_right() -> None:
    world = World(password="sesame")
    assert answer(greet(world), "sesame") == "logged_in"
    assert answer(greet(world), "wrong") == "wrong_password"


def test_whoever_guesses_has_to_wait_and_is_told_nothing_meanwhile() -> None:
    world = World(password="sesame")
    for _ in range(2):
        guesser = greet(world)
        assert {answer(guesser, "wrong") for _ in range(5)} == {"wrong_password"}
    again = greet(world)
    assert [answer(again, "wrong"), answer(again, "sesame")] == ["limit", "limit"]
    assert again.last(m.Error).args == {"seconds": 3}
    assert again.link is not None
    assert answer(greet(world, "bob", THERE), "sesame") == "logged_in"  # others notice nothing
    world.wait(3.0)
    assert answer(again, "sesame") == "logged_in"


def test_one_address_begins_so_many_sessions_in_a_minute_and_loopback_any_number() -> None:  # FAULTS 33
    world = World(logins_per_minute=6, connections_per_second=100)
    for number in range(6):
        person = greet(world, f"p{number}")
        assert answer(person, None) == "logged_in"
        person.drop()
    late = greet(world, "late")
    assert answer(late, None) == "limit"
    assert late.last(m.Error).args == {"seconds": 10}
    for number in range(20):
        world.person(f"q{number}")
    assert answer(greet(world, "other", THERE), None) == "logged_in"
    world.wait(10.0)
    assert answer(late, None) == "logged_in"


def test_what_is_remembered_of_addresses_is_bounded() -> None:
    pace = RateLimit(1, 1.0)
    for number in range(2 * MOST_KEYS):
        assert pace.take(number, 0.0) == 0
    assert len(pace._buckets) == MOST_KEYS
    assert pace.take(2 * MOST_KEYS - 1, 0.0) == 1
    assert pace.take("another", 1.0) == 0
    assert list(pace._buckets) == ["another"]  # all others are full again


@pytest.mark.parametrize("text", [None, "", "{", "[1]", '[["ann"]]', '[["ann", 5]]', '{"a": 1}', "null"])
def test_bans_that_cannot_be_read_ban_nobody(text: str | None) -> None:
    assert not Bans.read(text).has("ann", HERE)
