"""Two people at the full screen spend an evening together by keys alone, and read nothing but their screens."""

import re

import pytest

from tests.e2e.at_keys import DOWN, go_to, play_out
from tests.e2e.conftest import drawn
from tests.e2e.processes import House
from tests.e2e.terminal import Terminal

pytestmark = drawn

OVER = "for a rematch"
"""What a screen says where a game is over."""
ENTER, CLEAR, QUIT = "\r", "\x15", "\x03"


def arrive(house: House, address: str, name: str) -> Terminal:
    """Somebody who comes in by the front door and types where the server is, and a name."""
    person = house.screen()
    person.answer("Play now", "2")
    person.answer("Or type an address", address, DOWN, CLEAR, name, ENTER)
    person.see("Tables at")
    return person


@pytest.fixture
def people(house: House) -> tuple[Terminal, Terminal]:
    """Ann and bob before the list of tables."""
    _, address = house.serve("--ephemeral")
    ann, bob = (house.screen(address, "--name", name) for name in ("ann", "bob"))
    for person in (ann, bob):
        person.see("Tables at")
    return ann, bob


def sit_down(ann: Terminal, bob: Terminal, *, points: bool) -> None:
    """Ann opens a table by its form, bob finds it in the list and is asked for its password."""
    ann.type("n")
    ann.answer("A new table", CLEAR, "Kitchen")
    go_to(ann, "Seats")
    ann.type("2")
    go_to(ann, "Password")
    ann.type("sesame")
    if points:
        go_to(ann, "More rules")
        ann.type(ENTER)
        ann.see("── The table ─")
        go_to(ann, "UNO grace period")
        ann.type("0")
        go_to(ann, "Goal")
        ann.type("p")  # points over rounds
        ann.see("points over rounds")
        go_to(ann, "Play to")
        ann.type(CLEAR, "150")
    ann.type(ENTER)
    ann.see("not yet  you, host")
    bob.answer("Kitchen", ENTER)
    bob.answer("Password of Kitchen", "open", ENTER)
    bob.answer("Wrong password for that table.", CLEAR, "sesame", ENTER)
    bob.see("not yet  you")


def talk(ann: Terminal, bob: Terminal) -> None:
    ann.type("t", "hello bob", ENTER)
    bob.see("ann: hello bob")
    bob.type("\x1bOQ")  # F2
    ann.see("Nice!")


def begin(ann: Terminal, bob: Terminal) -> None:
    bob.type(ENTER)
    bob.see("✓ ready    you")
    ann.type("r")
    ann.answer("✓ ready    you, host", "s")
    for person in (ann, bob):
        person.see("Your hand: ")


@pytest.mark.slow
def test_a_short_evening_by_keys(people: tuple[Terminal, Terminal]) -> None:
    ann, bob = people
    sit_down(ann, bob, points=False)
    talk(ann, bob)
    begin(ann, bob)
    play_out(OVER, ann, bob)
    for person in people:
        person.see("Tonight")
    ann.type(ENTER)
    bob.answer("ann is ready for a rematch.", ENTER)
    for person in people:
        person.see("Your hand: ")
    ann.type("q", "y")
    ann.answer("Tables at", "q")
    assert ann.wait() == 0
    assert b"Traceback" not in ann.raw + bob.raw


@pytest.mark.soak
def test_a_whole_evening_by_keys(house: House) -> None:
    _, address = house.serve("--ephemeral")
    play_an_evening(house, arrive(house, address, "ann"), arrive(house, address, "bob"))


def play_an_evening(house: House, ann: Terminal, bob: Terminal) -> None:
    """A talk, a pause, somebody who leaves and comes back, a match of several rounds, a rematch, the way home."""
    sit_down(ann, bob, points=True)
    talk(ann, bob)
    begin(ann, bob)
    ann.type("m")
    ann.answer("menu", "p")
    bob.see("ann paused the game.")
    ann.type("m", "p")
    bob.see("The game resumes.")
    # somebody has to go, and comes back by the command that is printed
    bob.type(QUIT, "y")
    assert bob.wait() == 130
    back = re.search(rb"To come back: uno-client (\S+) --name bob", bob.raw)
    assert back is not None
    again = house.screen(back[1].decode(), "--name", "bob")
    again.see("Your hand: ")
    rounds, _ = play_out(OVER, ann, again)
    assert len(rounds) > 1
    for person in (ann, again):
        person.answer("Tonight", "i")
        person.answer("Rules of Kitchen", "\x1b")
    again.type(ENTER)
    ann.type(ENTER)
    for person in (ann, again):
        person.see("Your hand: ")
    play_out(OVER, ann, again)
    again.type("q")
    again.see("Tables at")
    ann.type("q")
    ann.answer("Tables at", "q")
    ann.see("Play now")  # where she came from
    for person in (ann, again):
        person.type("q")
        assert person.wait() == 0
        assert b"Traceback" not in person.raw
