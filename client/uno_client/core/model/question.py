"""Forms, and the questions that can be open: what the player answers before anything else."""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum, auto
from typing import NamedTuple

from msgspec import Struct, field

from uno_client.core.model.parts import Scope
from uno_client.core.model.table import NO_CHAIN, ChainDraft
from uno_client.messages import Input
from uno_client.structs import replace
from uno_client.trust import Doubt
from uno_client.wording.rule_sets import RuleLine
from uno_engine.cards import Colour
from uno_engine.language import N_
from uno_engine.levels import BotLevel


class FormField(Struct, frozen=True):
    """One line of a form: typed text, or one of `choices`."""

    key: str
    label: str
    value: str = ""
    choices: tuple[str, ...] = ()
    hint: str = ""
    longest: int = 40
    free: bool = False
    """Beside the choices other values can be typed."""
    hidden: bool = False
    group: str = ""
    proposed: bool = False
    """Its text is a proposal: what is typed first takes its place."""


MORE = "more"
"""The field that hides those behind it while its value is HIDDEN."""
HIDDEN = N_("hidden")
MORE_CHOICES = (HIDDEN, N_("shown"))


class Form(Struct, frozen=True):
    """Fields with a cursor: `at` is the index of the field that has it."""

    fields: tuple[FormField, ...] = ()
    at: int = 0
    sets: Mapping[str, RuleLine] = field(default_factory=dict)
    typing: str = ""

    def field(self, key: str) -> FormField:
        return next(field for field in self.fields if field.key == key)

    def __getitem__(self, key: str) -> str:
        return self.field(key).value

    @property
    def current(self) -> FormField:
        return self.fields[self.at]

    def put(self, field: FormField) -> Form:
        return replace(self, fields=tuple(field if each.key == field.key else each for each in self.fields))

    def write(self, value: str) -> Form:
        return self.put(replace(self.current, value=value[: self.current.longest], proposed=False))

    def pointing_at(self, key: str) -> Form:
        return replace(self, at=self.fields.index(self.field(key)))

    def filled(self, key: str, value: str) -> Form:
        """The form with another value in that field, and the cursor there."""
        return self.pointing_at(key).write(value)

    @property
    def shown(self) -> tuple[FormField, ...]:
        """The visible fields: those behind the line "more" only if it is open."""
        keys = [field.key for field in self.fields]
        return self.fields[: keys.index(MORE) + 1] if MORE in keys and self[MORE] == HIDDEN else self.fields

    def has(self, key: str) -> bool:
        return any(field.key == key for field in self.fields)


class Somebody(NamedTuple):
    """Somebody at the table (`seat` None: in none), an empty seat (no name), or a level, colour or rule to choose."""

    seat: int | None
    name: str
    bot: bool = False
    connected: bool = True
    level: BotLevel | None = None
    value: str = ""


class GivenAnswers(Struct, frozen=True):
    """What has been answered so far for an action that the player has begun; None: not yet."""

    whom: Somebody | None = None
    to: Somebody | None = None
    seconds: int | None = None
    text: str | None = None
    secret: str | None = None
    laid: ChainDraft = NO_CHAIN
    colour: Colour | None = None
    """What is named with the last of them, or for the card on top."""
    uno: bool = False

    __repr__ = object.__repr__  # the secret is told to nobody

    @property
    def seat(self) -> int:
        """The seat that was chosen; 0 without one."""
        return (None if self.whom is None else self.whom.seat) or 0

    @property
    def name(self) -> str:
        return "" if self.whom is None else self.whom.name


class Pending(Struct, frozen=True):
    """An action that the player has begun, and what it asks next: which of several, or a line to type in."""

    action: str
    answers: GivenAnswers = GivenAnswers()
    ask: int = 0
    """The place of the open question among those of the action."""
    at: int = 0
    field: FormField | None = None
    """The line to type in; None: one of several is chosen."""
    before: Pending | None = None
    menu: bool = False
    place: Scope = Scope.SOMEBODY
    """Where one of several is chosen."""


class YesNo(Struct, frozen=True):
    """A question with yes and no; yes does `then`."""

    text: str
    then: Input
    yes: str = "yes"
    easy: bool = False
    before: Pending | None = None
    """The question before, to which Esc leads back."""


class LetterStage(Enum):
    """What is asked next of a card that is played letter by letter."""

    COLOUR = auto()
    RANK = auto()
    NAME = auto()
    PLAYER = auto()
    CONFIRM = auto()


class Dialogue(Struct, frozen=True):
    """A card that is being chosen letter by letter (M6); `colour` None after the first question: a special card."""

    stage: LetterStage = LetterStage.COLOUR
    colour: Colour | None = None
    answers: GivenAnswers = GivenAnswers()
    given: bool = False
    """The card was not spelled: it is the one just drawn, or the one under the cursor."""
    before: Dialogue | None = None


Question = Pending | YesNo | Doubt | Dialogue
