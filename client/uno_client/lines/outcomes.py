"""Outcomes: what can come of a typed line, and what a command is. Values only."""

from collections.abc import Callable
from dataclasses import dataclass

from uno_client.core.model import Model
from uno_client.core.model.question import Dialogue
from uno_client.core.requests import Step
from uno_client.core.standing import When, anywhere
from uno_client.messages import Input
from uno_engine.actions import Listed
from uno_engine.language import _
from uno_protocol.messages import NewTable


@dataclass(frozen=True, slots=True)
class Tell:
    """An answer from what is known already."""

    lines: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Want:
    """Something to be fed to the core."""

    input: Input


@dataclass(frozen=True, slots=True)
class Secret:
    """The next line is a password, kept from the screen where that can be; `then` says what is wanted with it."""

    question: str
    then: Callable[[str], Input]


@dataclass(frozen=True, slots=True)
class Begin:
    """The dialogue letter by letter (M6) begins."""

    dialogue: Dialogue


@dataclass(frozen=True, slots=True)
class Feed:
    """Something of the client's own changes (the chain that is being built), then inputs are fed to the core.

    `said`: the message about it; without it and without inputs, the choices are shown.
    """

    model: Model
    inputs: tuple[Input, ...] = ()
    said: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Did:
    """An action was begun: what follows in the model, and what is fed to the core."""

    step: Step


Outcome = Did | Tell | Want | Secret | Begin | Feed


@dataclass(frozen=True, slots=True)
class Context:
    """What a command may look at: the model, how a new table is opened, the list of choices that was shown."""

    model: Model
    new: NewTable
    shown: tuple[Listed, ...] = ()


Run = Callable[[Context, list[str]], Outcome]
"""What a command does with the words behind its name."""


@dataclass(frozen=True, slots=True)
class Command:
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
