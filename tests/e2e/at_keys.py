"""A player who presses what the bottom line of the full screen offers."""

import re
import time
from collections.abc import Iterator
from contextlib import contextmanager

from tests.e2e.companion import Companion
from tests.e2e.processes import House
from tests.e2e.terminal import Terminal
from tests.patience import HANG

DOWN = "\x1b[B"
SETTLED = 0.2
"""Seconds without a change after which a screen is taken for whole."""
MARKED = re.compile(r"▸ (\S+(?: [^\s●]+)*)")
"""The line where the player is, without what stands apart from its label, and without the mark of a changed rule."""
KEYS = (
    *((words, "\r") for words in ("Enter play", "Enter keep", "Enter draw", "Enter take")),
    *(("k keep", "k"), ("d draw", "d"), ("a take", "a"), ("r y g b name", "b"), ("Enter ready", "\r"), ("n no", "n")),
    ("Esc back", "\x1b"),  # a key that came too late may have opened a page
)
"""What the bottom line offers, and what this player types for it: the first that is offered."""


def bottom(screen: str) -> str:
    """The line with the keys."""
    return screen.rpartition("\n")[2]


def answer(terminal: Terminal) -> str:
    """Press a key for what is asked, with UNO where it is due; what was offered, empty if there is nothing to do."""
    line = bottom(terminal.text())
    words, key = next(((words, key) for words, key in KEYS if words in line), ("", ""))
    terminal.press(f"u{key}" if words and "u UNO" in line else key)
    return words


def play_out(over: str, *people: Terminal) -> set[str]:
    """Everybody does what the bottom line offers until all screens say `over`; what was offered."""
    offers = set[str]()
    answered: dict[int, str] = {}  # a key is not pressed twice for the same screen
    end = time.monotonic() + HANG
    while time.monotonic() < end:
        for person in people:
            screen = person.look(0.01)
            seen = answered.get(person.pid, "")
            if screen != seen and bottom(screen) == bottom(seen):  # perhaps half drawn: that line is the last
                screen = person.look(SETTLED)
            if over not in screen and screen != seen:
                offers.add(answer(person))
                answered[person.pid] = screen
        if all(over in person.text() for person in people):
            return offers
    raise AssertionError("\n\n".join(("it did not end:", *(person.text() for person in people))))


def marked(terminal: Terminal) -> str:
    """The label of the line where the player is, empty if there is none. A value that is typed has another ground."""
    for row, line in enumerate(terminal.look(0.02).split("\n")):
        if found := MARKED.search(line):
            cells, first = terminal.screen.buffer[row], found.start(1)
            columns = range(first, found.end(1))
            typed = next((at for at in columns if cells[at].bg != cells[first].bg), found.end(1))
            return line[first:typed].rstrip()
    return ""


def go_to(terminal: Terminal, label: str) -> None:
    """Down to the line that has that label; each key after the one before it has led to another line.

    What was typed before may be drawn only now: it is no sign that a key was read.
    """
    left = ""
    end = time.monotonic() + HANG
    while time.monotonic() < end:
        here = marked(terminal)
        if here.startswith(label):
            return
        if here not in ("", left):
            left = here
            terminal.press(DOWN)
    raise AssertionError(f"no line {label}:\n{terminal.text()}")


POSITION = """rules: official
seats: bob ann
hand bob: B1 B2
hand ann: R5 G7 W
discard: R9
turn: ann
"""
COLOUR = "Which colour for your Wild?"


@contextmanager
def asked_for_a_colour(house: House, background: str | None = None) -> Iterator[Terminal]:
    """In a game without a clock, a player who has laid a Wild and has still to say in which colour."""
    _, address = house.serve("--allow-test-deals")
    with Companion(int(address.rpartition(":")[2]), "bob") as bob:
        bob.open({"position": POSITION, "turn_seconds": 0}, "T")
        terminal = house.screen(address, "--name", "ann", "--table", "T", background=background, COLORTERM="")
        terminal.answer("Enter ready", "r")
        terminal.see("you, ready")
        bob.ok("ready")
        bob.ok("start")
        terminal.answer("YOUR TURN", "w\r")
        terminal.see(COLOUR)
        yield terminal
