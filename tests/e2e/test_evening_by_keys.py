"""Two people at the full screen spend an evening together by keys and clicks, and read nothing but their screens."""

import os

from tests.e2e.at_keys import DOWN, go_to, play_out
from tests.e2e.conftest import drawn
from tests.e2e.processes import House
from tests.e2e.terminal import LEFT_SCREEN, Terminal

pytestmark = drawn

OVER = "for a rematch"
"""What a screen says where a game is over."""
ENTER, CLEAR, F2, QUIT = "\r", "\x15", "\x1bOQ", "\x03"
LEFT_MOUSE = b"\x1b[?1000l"


def arrive(house: House) -> tuple[Terminal, Terminal, str]:
    """Ann waits at the front door until the server appears, bob types its address; both are in its lobby then."""
    name = f"keys {os.getpid()}"  # the network of loopback is shared with whatever else runs
    ann = house.screen(rows=40, UNO_DISCOVER="127.0.0.1", UNO_SETTINGS=str(house.state / "ann.toml"))
    ann.answer("Play now", "5")
    ann.answer("Your name", "ann", ENTER)
    ann.answer("Play now", ENTER)  # alone, for a moment
    ann.answer("round 1 ·", "q")
    ann.answer("You'll lose this game", "y")
    ann.answer("Play now", "2")
    ann.see("Games on this network")
    _, address = house.serve("--ephemeral", "--announce", "127.0.0.1", "--name", name)
    ann.see(f" {name} ")
    go_to(ann, name)
    ann.press(ENTER)
    bob = house.screen(UNO_NO_MOTION="0")
    bob.answer("Play now", "2")
    bob.answer("Or type an address", address, DOWN, CLEAR, "bob", ENTER)
    for person in (ann, bob):
        person.see(f"Tables at {name}")
    return ann, bob, address


def sit_down(ann: Terminal, bob: Terminal) -> None:
    """Ann opens a table by its form, bob finds it in the list and is asked for its password."""
    ann.answer("No tables yet", "n")
    ann.answer("A new table", CLEAR, "Kitchen")
    form = {"Seats": "3", "Password": "sesame", "More rules": ENTER, "Seconds per turn": "o", "Pace of computers": "b"}
    for label, typed in (form | {"Cards dealt": CLEAR + "3", "UNO grace period": "0" + ENTER}).items():
        go_to(ann, label)
        ann.type(typed)
    ann.see("password needed")
    bob.answer("Kitchen", ENTER)
    bob.answer("Password of Kitchen", "open", ENTER)
    bob.answer("Wrong password for that table.", CLEAR, "sesame", ENTER)
    bob.see("you, not ready")


def begin(ann: Terminal, bob: Terminal) -> None:
    """They talk, ann adds a computer player, both are ready, and the game is paused once."""
    ann.type("t", "hello bob", ENTER)
    bob.answer("ann: hello bob", F2)
    ann.see("Nice!")
    ann.press("mb")
    ann.answer("Add which computer player?", ENTER)
    ann.see("computer, normal")
    bob.see("Enter ready")
    bob.click("Enter ready")
    bob.see("you, ready")
    ann.type("r")
    ann.answer("you, host, ready", "s")
    for person in (ann, bob):
        person.see("round 1 ·")
    ann.press("mp")
    bob.see("ann paused the game.")
    ann.answer("You paused the game.", "mp")
    for person in (ann, bob):
        person.see("is thinking", "YOUR TURN", "YOUR CHOICE", "must name a colour")  # if the first card is a Wild


def test_an_evening_by_keys(house: House) -> None:
    ann, bob, address = arrive(house)
    assert 'name = "ann"' in (house.state / "ann.toml").read_text(encoding="utf-8")
    sit_down(ann, bob)
    begin(ann, bob)
    bob.type(QUIT, "y")  # he has to go, and comes back by the command that is printed
    assert bob.wait() == 130
    assert f"To come back: uno-client {address} --name bob".encode() in bob.raw
    assert LEFT_SCREEN in bob.raw
    assert LEFT_MOUSE in bob.raw
    bob = house.screen(address, "--name", "bob", columns=120, rows=40)
    bob.see("round 1 ·")
    offers = play_out(OVER, ann, bob)
    assert "Enter play" in offers
    for person in (ann, bob):
        person.answer("Tonight", "i")
        person.answer("Rules of Kitchen", "\x1b")
    ann.answer("Biggest hand: ", ENTER)
    bob.answer("ann is ready for a rematch.", ENTER)
    for person in (ann, bob):
        person.see("round 1 ·")
        assert "\n ! " not in person.text()
    ann.press("me")
    ann.answer("End this game without a result?", "y")
    bob.see("The table is cleared.")
    ann.press("mk1")
    ann.answer("Kick bob?", "y")
    bob.see("The host removed you from Kitchen.")
    bob.see("Tables at")
    assert LEFT_SCREEN not in bob.raw
    ann.answer("you, host", "q")
    ann.answer("Leave the table?", ENTER)
    ann.answer("Tables at", "q")
    ann.see("Play now")  # where she came from
    for person in (ann, bob):
        person.type("q")
        assert person.wait() == 0
        assert LEFT_SCREEN in person.raw
        assert b"Traceback" not in person.raw
