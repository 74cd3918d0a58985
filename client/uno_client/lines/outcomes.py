"""Outcomes: what can come of a typed line, and what a command is. Values only."""

from collections.abc import Callable

from msgspec import Struct

from uno_client.core.model import Model
from uno_client.core.requests import Step
from uno_client.core.standing import When, anywhere
from uno_engine.actions import Listed
from uno_engine.language import _


class Tell(Struct, frozen=True):
    """An answer from what is known already."""

    lines: tuple[str, ...]


class Did(Struct, frozen=True):
    """Something follows in the model, and is fed to the core. `said`: what there is to say about it."""

    step: Step
    said: tuple[str, ...] = ()


Outcome = Did | Tell


class Context(Struct, frozen=True):
    """What a command may look at: the model, and the list of choices that was shown."""

    model: Model
    shown: tuple[Listed, ...] = ()


Run = Callable[[Context, list[str]], Outcome]
"""What a command does with the words behind its name."""


class Command(Struct, frozen=True):
    """One command: how it is written, what it is for, what it does with the words behind its name, when it applies."""

    usage: str
    help: str
    run: Run
    applies: When = anywhere
    typing: str = ""
    """What else there is to know of typing it."""

    @property
    def told(self) -> str:
        """What it is for, in words."""
        return f"{_(self.help)}; {_(self.typing)}" if self.typing else _(self.help)
