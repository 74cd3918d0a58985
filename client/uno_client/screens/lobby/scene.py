"""The tables of a server as they are shown."""

from msgspec import Struct

from uno_client.screens.frame import Frame
from uno_client.screens.pieces import PicturedRule, SaidLine


class TableRow(Struct, frozen=True):
    """A table in the list. `access` says in a word whether one can sit down there (`open`) or not."""

    name: str
    code: str
    about: str
    """Its host and rules."""
    state: str
    notes: tuple[str, ...]
    """What else there is to know before one goes in."""
    taken: int
    seats: int
    access: str
    open: bool


class LobbyScene(Struct, frozen=True):
    """Tables, and the one under the cursor with its rules. `empty` is said where there are none."""

    frame: Frame
    tables: tuple[TableRow, ...] = ()
    at: int = 0
    empty: str = ""
    title: str = ""
    rules: tuple[PicturedRule, ...] = ()
    short: str = ""
    """Its rules in a sentence, where there is no room for more."""
    fault: bool = False
    """Its rules are not known here."""
    chat: tuple[SaidLine, ...] = ()
    more: str = ""
    """Which key shows all rules."""
