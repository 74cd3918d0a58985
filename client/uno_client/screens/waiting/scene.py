"""The waiting room as it is shown."""

from dataclasses import dataclass

from uno_client.screens.frame import Frame
from uno_client.screens.pieces import Said


@dataclass(frozen=True, slots=True)
class Seat:
    """A seat: who sits there, and what to know of that. A free one has no name, perhaps a note how to fill it."""

    name: str = ""
    note: str = ""
    ready: bool = False
    own: bool = False
    here: bool = False
    """The host's cursor is on it."""


@dataclass(frozen=True, slots=True)
class Scene:
    """Seats; how others join: `code`, the address in the QR code (empty: none); what is told, and what was said."""

    frame: Frame
    seats: tuple[Seat, ...] = ()
    free: str = ""
    """What a free seat is called."""
    code: str = ""
    page: str = ""
    scan: str = ""
    facts: tuple[Said, ...] = ()
    log: tuple[Said, ...] = ()
