"""A made-up version 3: a request, a field of a request and a field within a field that version 2 does not have."""

from typing import Annotated, ClassVar

import pytest

from uno_protocol import messages as m
from uno_protocol.asked import Declaration
from uno_protocol.versions import Since, Spoken

NEXT = Spoken(2, 3)


class Sing(m.Request, tag="sing", frozen=True):
    """Everybody at the table hears a song."""

    asked: ClassVar = Declaration(since=3)


class NewTable(m.NewTable, frozen=True):
    """A table with music."""

    music: Annotated[str, Since(3)] = ""


class JoinTable(m.JoinTable, tag="join_table", frozen=True):
    """Perhaps it comes with a new table, perhaps with a song."""

    new: NewTable | None = None
    singing: Annotated[bool, Since(3)] = False


LATER: tuple[tuple[m.Request, str], ...] = (
    (Sing(id=1), "t"),
    (JoinTable(id=1, table="T", singing=True), "singing"),
    (JoinTable(id=1, table="T", new=NewTable(music="waltz")), "new.music"),
)
"""What only version 3 has, each with the path that a fault names."""
ALIKE = JoinTable(id=1, table="T", new=NewTable(seats=3))
"""A message that is the same in both versions."""


def speak(patch: pytest.MonkeyPatch) -> None:
    """Make the messages of version 3 known to the codec."""
    for kind in (Sing, JoinTable):
        patch.setitem(m.REQUESTS, str(kind.__struct_config__.tag), kind)
