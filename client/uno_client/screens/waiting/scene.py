"""The waiting room as it is shown."""

from msgspec import Struct

from uno_client.screens.frame import Frame
from uno_client.screens.pieces import SaidLine


class WaitingSeat(Struct, frozen=True):
    """A seat: who sits there, and what to know of that. A free one has no name, perhaps a note how to fill it."""

    name: str = ""
    note: str = ""
    ready: bool = False
    own: bool = False
    here: bool = False
    """The host's cursor is on it."""


class WaitingScene(Struct, frozen=True):
    """Seats; how others join: `code`, the address in the QR code (empty: none); what is told, and what was said."""

    frame: Frame
    seats: tuple[WaitingSeat, ...] = ()
    free: str = ""
    """What a free seat is called."""
    code: str = ""
    page: str = ""
    scan: str = ""
    facts: tuple[SaidLine, ...] = ()
    log: tuple[SaidLine, ...] = ()
