"""One machine that takes many addresses guesses no faster (P-5.11, P-7.17), and can't use up the tables (P-10.4)."""

import pytest

from tests.server.harness import World, playing
from uno_protocol import messages as m
from uno_server.base.limits import ADDRESSES_ON_LINK, WRONG_BURST, WRONG_PER_SECOND, Limits
from uno_server.base.refusal import Refusal
from uno_server.core.admission import Admission

pytestmark = pytest.mark.fast

SPREADS = pytest.mark.parametrize(
    "spread",
    ["192.0.2.7", "192.0.2.{}", "2001:db8::{:x}", "2001:db8:0:{:x}::1", "fe80::{:x}%eth0", "10.0.{}.1"],
)
"""What one machine may take on a network: the addresses differ by a number below 250."""
SECONDS = 120
EVERYBODY = WRONG_BURST + WRONG_PER_SECOND * SECONDS
NEIGHBOUR = "198.51.100.9"


def guessed(admission: Admission, spread: str, attacked: str) -> int:
    """How many wrong guesses a machine makes that tries every address in turn, as often as it may."""
    made = 0
    for second in range(0, SECONDS, 4):
        for number in range(250):
            address, now = spread.format(number), float(second)
            try:
                if attacked == "password":
                    admission.check_password("wrong", address, now)
                else:
                    admission.check_try(1_000 * second + number, address, now)
            except Refusal as refusal:
                made += refusal.code == "wrong_password"
            else:
                made += 1
                admission.wrong_try(address, now)
    return made


@SPREADS
@pytest.mark.parametrize("attacked", ["password", "code"])
def test_many_addresses_guess_no_faster_than_all_together_may(spread: str, attacked: str) -> None:
    admission = Admission("4711", Limits())
    places = 250 if spread.startswith(("192.0.2.{", "2001:db8:0", "10.")) else 1
    assert guessed(admission, spread, attacked) <= EVERYBODY + places
    if attacked == "password":
        admission.check_password("4711", NEIGHBOUR, SECONDS)
    else:
        admission.check_try(-1, NEIGHBOUR, SECONDS)


def test_beyond_that_an_innocent_address_has_a_try_a_minute_until_it_is_wrong() -> None:
    admission = Admission("4711", Limits())

    def answer(password: str, now: float, address: str = NEIGHBOUR) -> str | None:
        try:
            admission.check_password(password, address, now)
        except Refusal as refusal:
            return refusal.code
        return None

    def burn(now: float) -> None:
        for number in range(WRONG_BURST):
            answer("wrong", now, f"192.0.2.{number}")

    burn(0.0)
    assert [answer("4711", 0.0), answer("4711", 1.0)] == [None, "limit"]
    burn(61.0)
    assert [answer("wrong", 61.0), answer("4711", 62.0)] == ["wrong_password", "limit"]
    burn(3000.0)
    assert answer("4711", 3001.0) == "limit"
    assert answer("4711", 3011.0) is None


def test_beyond_that_whoever_has_been_let_in_stays_and_comes_back() -> None:
    world = World(password="4711")
    ann = world.person("ann", login=False)
    ann.say(m.Login(name="ann", password="4711"))
    wrong = [world.person("eve", login=False, address=f"192.0.2.{number}") for number in (*range(WRONG_BURST), 0)]
    for eve in wrong:
        eve.say(m.Login(name="eve", password="wrong"))
    assert wrong[-1].last(m.Error).code == "limit"
    assert isinstance(ann.ask(m.ListTables), m.Tables)
    ann.drop()
    ann.resume()
    assert ann.all(m.Resumed)


def fill(world: World, spread: str, most: int, *, play: bool) -> None:
    """Open a table from every address and leave it, with or without a game, as often as it may be."""
    for number in range(most + 5):
        ann = world.person(f"ann{number}", address=spread.format(number))
        opened = ann.ask(m.CreateTable, name=f"T{number}", new=m.NewTable(bots=["easy"]))
        assert isinstance(opened, m.Error) is (play and number >= most)
        if play and number < most:
            ann.ask(m.Ready)
            assert isinstance(ann.ask(m.Start), m.Ok)
        ann.drop()
        assert len(world.hub.lobby) == min(number + 1, most)


@pytest.mark.parametrize(
    ("spread", "most"), [("192.0.2.7", 1), ("2001:db8::{:x}", 8), ("fe80::{:x}%eth0", ADDRESSES_ON_LINK)]
)
@pytest.mark.parametrize("play", [False, True])
def test_one_machine_can_desert_only_so_many_tables(spread: str, most: int, play: bool) -> None:
    world = World(deserted_per_address=3, connections_per_second=10_000, logins_per_minute=10_000)
    fill(world, spread, 3 * most, play=play)
    bob = world.person("bob", address=NEIGHBOUR)
    assert isinstance(bob.ask(m.CreateTable, name="bob"), m.Joined)


def test_the_one_table_at_rest_makes_room_for_one_more_and_no_game_does() -> None:
    world = World(deserted_per_address=3)

    def after(name: str, *, play: bool) -> str:
        """The tables after somebody has opened one, and left it."""
        person = world.person(name, address="192.0.2.7")
        person.ask(m.CreateTable, name=name, new=m.NewTable(bots=["easy"]))
        if play:
            person.ask(m.Ready)
            person.ask(m.Start)
        person.drop()
        return " ".join(sorted(table.room.name for table in world.hub.lobby))

    after("T0", play=False)
    after("T1", play=True)
    assert after("T2", play=True) == "T0 T1 T2"
    assert after("T3", play=True) == "T1 T2 T3"
    assert after("T4", play=True) == "T1 T2 T3"


def test_the_table_deserted_longest_makes_room_and_none_with_a_game_does() -> None:
    world = World(tables=3)
    ann, bob = playing(world)
    cem, dan = world.person("cem"), world.person("dan")
    for one in (cem, dan):
        one.ask(m.CreateTable, name=one.name)
    for one in (ann, bob, dan, cem):
        one.drop()
        world.wait(1)
    for name in ("eve", "fay"):
        assert isinstance(world.person(name).ask(m.CreateTable, name=name), m.Joined)
        assert {table.room.name for table in world.hub.lobby} == (
            {"T", "cem", "eve"} if name == "eve" else {"T", "eve", "fay"}
        )
    assert world.person("gil").refused(m.CreateTable, name="gil") == "limit"
    for one, table in ((ann, True), (cem, False), (dan, False)):
        one.resume()
        assert (one.last(m.Resumed).table is not None) == table
