"""Who plays? A person, what their machine keeps for them, and what they have asked for so far."""

from __future__ import annotations

import random
from dataclasses import dataclass, field

from tests.simulation.gatherings import Gathering


@dataclass(slots=True)
class Asked:
    """A request as it was sent, again and again perhaps."""

    body: bytes
    link: int
    """The connection on which it was sent first; 0 if there was none."""
    sent: int = 0


@dataclass(slots=True)
class Person:
    """One name. Its programs come and go; the token that one has got is kept on the machine for the next."""

    name: str
    choice: random.Random
    """What this person makes up their mind with."""
    level: str
    agenda: list[Gathering] = field(default_factory=list)
    """The tables to go to, in order."""
    token: str | None = None
    session: int | None = None
    speaker: object = None
    """The program that was logged in or resumed last."""
    dozing_until: float = 0.0
    asked: dict[tuple[int, int], Asked] = field(default_factory=dict)
    """Everything that was ever asked, by session and request id."""

    @property
    def place(self) -> str:
        """Where the person's machine stands."""
        return self.name

    def gathering(self) -> Gathering | None:
        """Where the person wants to be now; None: nowhere any more."""
        return next((one for one in self.agenda if not one.done), None)
