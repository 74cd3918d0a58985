"""Two people at the full screen spend an evening together by keys alone, and read nothing but their screens."""

import re
import sys
from collections.abc import Iterator
from contextlib import ExitStack, closing

import pytest

from tests.e2e.at_keys import DOWN, go_to, play_out
from tests.e2e.processes import House
from tests.e2e.terminal import Terminal

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="there are no pseudo-terminals")

OVER = "for a rematch"
"""What a screen says where a game is over."""
ENTER, CLEAR, QUIT = "\r", "\x15", "\x03"


class Player(Terminal):
    """Somebody at the full screen."""

    def __init__(self, house: House, *arguments: str) -> None:
        super().__init__([sys.executable, "-P", "-m", "uno_client", *arguments], house.environment())

    def type(self, *keys: str) -> None:
        """Press keys one after the other, as a hand does, and look at what becomes of each."""
        for key in keys:
            self.press(key)
            self.look(0.02)


def arrive(house: House, address: str, name: str) -> Player:
    """Somebody who comes in by the front door and types where the server is, and a name."""
    person = Player(house)
    person.see("Play now")
    person.type("2")
    person.see("Or type an address")
    person.type(address, DOWN, CLEAR, name, ENTER)
    person.see("Tables at")
    return person


@pytest.fixture
def people(house: House) -> Iterator[tuple[Player, Player, str]]:
    """Ann and bob before the list of tables, and the address of their server."""
    _, address = house.serve("--ephemeral")
    with ExitStack() as both:
        ann, bob = (both.enter_context(closing(Player(house, address, "--name", name))) for name in ("ann", "bob"))
        for person in (ann, bob):
            person.see("Tables at")
        yield ann, bob, address


def sit_down(ann: Player, bob: Player, *, points: bool) -> None:
    """Ann opens a table by its form, bob finds it in the list and is asked for its password."""
    ann.type("n")
    ann.see("A new table")
    ann.type(CLEAR, "Kitchen")
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
    bob.see("Kitchen")
    bob.type(ENTER)
    bob.see("Password of Kitchen")
    bob.type("open", ENTER)
    bob.see("Wrong password for that table.")
    bob.type(CLEAR, "sesame", ENTER)
    bob.see("not yet  you")


def talk(ann: Player, bob: Player) -> None:
    ann.type("t", "hello bob", ENTER)
    bob.see("ann: hello bob")
    bob.type("\x1bOQ")  # F2
    ann.see("Nice!")


def begin(ann: Player, bob: Player) -> None:
    bob.type(ENTER)
    bob.see("✓ ready    you")
    ann.type("r")
    ann.see("✓ ready    you, host")
    ann.type("s")
    for person in (ann, bob):
        person.see("Your hand: ")


@pytest.mark.slow
def test_a_short_evening_by_keys(people: tuple[Player, Player, str]) -> None:
    ann, bob, _ = people
    sit_down(ann, bob, points=False)
    talk(ann, bob)
    begin(ann, bob)
    play_out(OVER, ann, bob)
    for person in people[:2]:
        person.see("Tonight")
    ann.type(ENTER)
    bob.see("ann is ready for a rematch.")
    bob.type(ENTER)
    for person in people[:2]:
        person.see("Your hand: ")
    ann.type("q", "y")
    ann.see("Tables at")
    ann.type("q")
    assert ann.wait() == 0
    assert b"Traceback" not in ann.raw + bob.raw


@pytest.mark.soak
def test_a_whole_evening_by_keys(house: House) -> None:
    _, address = house.serve("--ephemeral")
    with closing(arrive(house, address, "ann")) as ann, closing(arrive(house, address, "bob")) as bob:
        play_an_evening(house, ann, bob)


def play_an_evening(house: House, ann: Player, bob: Player) -> None:
    """A talk, a pause, somebody who leaves and comes back, a match of several rounds, a rematch, the way home."""
    sit_down(ann, bob, points=True)
    talk(ann, bob)
    begin(ann, bob)
    ann.type("m")
    ann.see("menu")
    ann.type("p")
    bob.see("ann paused the game.")
    ann.type("m", "p")
    bob.see("The game resumes.")
    # somebody has to go, and comes back by the command that is printed
    bob.type(QUIT, "y")
    assert bob.wait() == 130
    back = re.search(rb"To come back: uno-client (\S+) --name bob", bob.raw)
    assert back is not None
    with closing(Player(house, back[1].decode(), "--name", "bob")) as again:
        again.see("Your hand: ")
        rounds, _ = play_out(OVER, ann, again)
        assert len(rounds) > 1
        for person in (ann, again):
            person.see("Tonight")
            person.type("i")
            person.see("Rules of Kitchen")
            person.type("\x1b")
        again.type(ENTER)
        ann.type(ENTER)
        for person in (ann, again):
            person.see("Your hand: ")
        play_out(OVER, ann, again)
        again.type("q")
        again.see("Tables at")
        ann.type("q")
        ann.see("Tables at")
        ann.type("q")
        ann.see("Play now")  # where she came from
        for person in (ann, again):
            person.type("q")
            assert person.wait() == 0
            assert b"Traceback" not in person.raw
