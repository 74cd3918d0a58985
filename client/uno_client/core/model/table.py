"""The player's table: what the server has told of it, and what the player is about to do with the hand."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from enum import Enum
from typing import TYPE_CHECKING

from msgspec import Struct

from uno_client.core.model.deal import DealPart
from uno_engine.actions import CanPlay, Listed
from uno_engine.cards import Card, Colour
from uno_engine.events import Event
from uno_engine.language import N_
from uno_protocol.fold import TableView
from uno_protocol.labels import LABELS
from uno_protocol.room import RoomEvent

if TYPE_CHECKING:
    from uno_client.core.coach import Advice
    from uno_client.core.recorder import RecordedGame

LOG_LINES = 300


class LogLine(Struct, frozen=True):
    """One line of the log: the event behind it (None for the client's own words), its sentence, and when it came."""

    event: Event | RoomEvent | None
    text: str
    at: float = 0.0


class Countdown(Struct, frozen=True):
    """The table's timer: `seconds` left of `of` when it was received (at `since`); None: it is stopped."""

    decision: int
    seconds: float | None
    of: float | None
    since: float

    def left(self, now: float) -> float | None:
        """Seconds left at `now`, never below zero; None if no clock runs."""
        return None if self.seconds is None else max(0.0, self.seconds - (now - self.since))


class LogGap(Struct, frozen=True):
    """The log lacks the round up to entry `n`, before the lines told since `told`; `asked`: it is asked for."""

    n: int
    told: int
    asked: bool = False


class PlayPart(Struct, frozen=True):
    """The player's table as the server tells of it."""

    table: TableView | None = None
    legal: tuple[Listed, ...] = ()
    """What the server listed last; `legal_moves.offered` tells whether it still holds."""
    legal_decision: int = -1
    legal_at: float = 0.0
    advice: Advice | None = None
    """What a good player would do of it, where the player wants to know."""
    kept: bool = False
    """Whether the card just drawn was kept since that list came: the answer comes before the game continues."""
    countdown: Countdown | None = None
    log: tuple[LogLine, ...] = ()
    told: int = 0
    """How many log lines there ever were: the last `told - before` lines are new."""
    gap: LogGap | None = None
    opened_at: float | None = None
    """Since when a screen before the deal is shown; None: none is."""
    shuffling: bool = False
    deal: DealPart = DealPart()
    resyncs: int = 0
    recorded: RecordedGame | None = None
    """The game that is on, or was last, as the player saw it."""
    contradicted: bool = False
    """The table on the screen is not to be trusted until the next snapshot."""


class Order(Enum):
    """How the player's hand is sorted; the value is the text for it."""

    COLOUR = LABELS["order_colour"]
    RANK = N_("by number and symbol")
    CAME = LABELS["order_came"]


LAID: Mapping[str, Order] = {"colour": Order.COLOUR, "number": Order.RANK, "came": Order.CAME}
"""The orders by the names that the settings have for them."""


def as_they_came(came: Sequence[Card], held: Sequence[Card]) -> tuple[Card, ...]:
    """The cards of `held`: first those of `came` that are still there, in that order, then the others in theirs."""
    left = Counter(held)
    kept = []
    for card in (*came, *held):
        if left[card]:
            left[card] -= 1
            kept.append(card)
    return tuple(kept)


class ChainDraft(Struct, frozen=True):
    """A chain that is being built card by card (Q2): `colours` as long as `cards`, None for what is no wild."""

    cards: tuple[Card, ...] = ()
    colours: tuple[Colour | None, ...] = ()
    follows: tuple[CanPlay, ...] | None = None
    """What may come next, as the server says; None until it has answered."""


NO_CHAIN = ChainDraft()

COLOURS = tuple(Colour)
GROUPS = (*COLOURS, None)
"""The colours in which a hand is shown, the special cards last (M6)."""


class HandPart(Struct, frozen=True):
    """The player's way with the hand: its order, the cursor, and what the next play will be."""

    selected: int = 0
    order: Order = Order.COLOUR
    came: tuple[Card, ...] = ()
    """The hand in the order in which its cards came, when it was last looked at."""
    sought: Colour | None = None
    """The colour letter typed last: a number or symbol typed next looks in that colour first."""
    uno: bool = False
    chain: ChainDraft = NO_CHAIN
