"""A person at the plain client in a terminal: its questions, answered with the first choice."""

import re
import time

from tests.e2e.processes import House
from tests.patience import HANG

OVER = ("wins the game!", "win the game!")
QUESTIONS = (
    *("Your turn: type", "You drew ", "Which colour do you name?", "Swap hands with whom?", "Which player for your "),
    *("played a Wild Draw Four on you and", "You face a penalty of ", "cards do you keep?", "do you pass on"),
    "Which rule for the Customizable cards?",
)
"""How each kind of question is put."""
PICK = "Type one of these, or - to go back: "
"""What ends the question that a card asks of the one who plays it; the answers follow."""


class Person:
    """Somebody at the plain client in a terminal of their own: types lines, hears what is said. Not on Windows."""

    def __init__(self, house: House, address: str, name: str, *flags: str) -> None:
        self.name = name
        self.terminal = house.screen(address, "--name", name, "--plain", *flags, columns=200, rows=50)
        self._heard = 0

    @property
    def said(self) -> str:
        """Everything that stood in the terminal, what was typed too."""
        return self.terminal.raw.decode("utf-8", "replace").replace("\r\n", "\n")

    def type(self, *typed: str) -> None:
        """Type lines."""
        for line in typed:
            self.terminal.press(f"{line}\n")

    def hear(self, *texts: str, seconds: float = HANG) -> str:
        """Wait until one of `texts` is said after what was heard before; gives that one."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            self.terminal.look(0.02)
            if (found := self.heard(*texts)) is not None:
                return found
        raise AssertionError(f"{self.name} did not hear {texts}; said:\n{self.said}")

    def answer(self, text: str, *lines: str) -> None:
        """Wait until that is said, and type lines."""
        self.hear(text)
        self.type(*lines)

    def pick(self) -> None:
        """Type the first of the answers that are said after what was heard."""
        self.hear(".\n")
        said = self.said[: self._heard]
        self.type(re.split(r", | and |\.", said[said.rindex(PICK) + len(PICK) :])[0])

    def heard(self, *texts: str) -> str | None:
        """The first of `texts` that has been said after what was heard before, without waiting; None if none was."""
        said = self.said
        found = [(at, text) for text in texts if (at := said.find(text, self._heard)) >= 0]
        if not found:
            return None
        at, text = min(found)
        self._heard = at + len(text)
        return text


def play_out(*people: Person, answers: dict[str, str] | None = None) -> None:
    """Everybody chooses the first of what is offered until each has heard that the game is over.

    `answers`: what is typed when something else is said.
    """
    answers = answers or {}
    for person in people:  # whoever was asked before hears the question again
        person.type("choices")
    over: set[str] = set()
    end = time.monotonic() + HANG
    while len(over) < len(people):
        assert time.monotonic() < end, f"the game did not end; said:\n{people[0].said}"
        for person in people:
            person.terminal.look(0.01)
            heard = person.heard(*OVER, *QUESTIONS, PICK, *answers)
            if heard in OVER:
                over.add(person.name)
            elif heard in answers:
                person.type(answers[heard])
            elif heard == PICK or (heard is not None and person.hear("\n 1. ", PICK) == PICK):
                person.pick()
            elif heard is not None:
                person.type("1")
