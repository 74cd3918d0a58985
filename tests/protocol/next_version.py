"""A made-up next version: a request, fields, a value and rules that the newest of ours does not have."""

from typing import Annotated, ClassVar, Literal

import pytest

from uno_protocol import messages as m
from uno_protocol.asked import Declaration
from uno_protocol.versions import SINCE, Since, Spoken

NOW, SOON = NEXT = Spoken(m.VERSION, m.VERSION + 1)


class Sing(m.Request, tag="sing", frozen=True):
    """Everybody at the table hears a song."""

    asked: ClassVar = Declaration(since=SOON)


class NewTable(m.NewTable, frozen=True):
    """A table with music."""

    music: Annotated[str, Since(SOON)] = ""


class JoinTable(m.JoinTable, tag="join_table", frozen=True):
    """Perhaps it comes with a new table, perhaps with a song."""

    new: NewTable | None = None
    singing: Annotated[bool, Since(SOON)] = False


class React(m.React, tag="react", frozen=True):
    """One reaction more."""

    reaction: m.Reaction | Annotated[Literal["made_up"], Since(SOON)]  # type: ignore[assignment]


LATER: tuple[tuple[m.Request, str], ...] = (
    (Sing(id=1), "t"),
    (JoinTable(id=1, table="T", singing=True), "singing"),
    (JoinTable(id=1, table="T", new=NewTable(music="waltz")), "new.music"),
    (React(id=1, reaction="made_up"), "reaction"),
)
"""Messages that only the next version has, each with the path that a fault names."""
ALIKE = (JoinTable(id=1, table="T", new=NewTable(seats=3)), React(id=1, reaction="nice"))
"""Messages that are the same in both versions."""
LATER_RULES: tuple[tuple[str, str | None, dict[str, str], str, str], ...] = (
    ("preset=party", "party", {}, "preset", "unknown_preset"),
    ("doubles", None, {"doubles": "twins"}, "options.doubles", "unknown_option"),
    ("stacking=any", None, {"stacking": "any"}, "options.stacking", "bad_value"),
)
"""The row of rules of the next version, what names them, and how that is refused before: field and reason."""


def speak(patch: pytest.MonkeyPatch) -> None:
    """Make the messages of the next version known to the codec."""
    for kind in (Sing, JoinTable, React):
        patch.setitem(m.REQUESTS, str(kind.__struct_config__.tag), kind)


def rule_later(patch: pytest.MonkeyPatch, name: str) -> None:
    """Let a preset, an option or a value be one of the next version."""
    patch.setitem(SINCE, name, SOON)
