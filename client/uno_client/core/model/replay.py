"""A game that is seen again: the record, the place in it, and how it is looked at."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct

from uno_client.core.model.table import LogLine
from uno_protocol.fold import TableView

if TYPE_CHECKING:  # most runs show no record
    from uno_protocol.records.file import GameRecord
    from uno_protocol.records.showing import Showing


class Replay(Struct, frozen=True):
    """A game that is seen again. `table` is the one after the first `at` events of `showing`."""

    record: GameRecord
    showing: Showing
    story: tuple[LogLine, ...]
    """A line for each event."""
    table: TableView
    at: int = 0
    reached: int = 0
    """The furthest place that was shown."""
    whole: bool = True
    """The player sat in the game, or wants to see its marks: the slider shows all of it."""
    over: bool = False
    """The record has the end of the game."""
    running: bool = False
    pace: int = 1
    """Of `PACES`."""
    stepped: float = 0.0
    """When the last step was made."""
    verdict: str = ""
    """The verdict on the record, in a sentence; empty: nobody has checked it."""
    false: bool = False
    """It isn't true."""
    alone: bool = True
    """There is no table behind it: closing it ends the program."""

    @property
    def end(self) -> int:
        """The last place that the slider shows."""
        return len(self.showing) if self.whole else self.reached
