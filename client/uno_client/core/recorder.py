"""The recorder: what the client was sent of the game that is on, or was last, to be shown again. Pure."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct

from uno_client.structs import replace
from uno_engine.events import Event
from uno_engine.rules import RuleSet
from uno_engine.state import Phase, View
from uno_protocol.fold import TableView
from uno_protocol.room import DealMixed, GameOpened, HandsShown, Room, RoomEvent, SeatTaken

if TYPE_CHECKING:  # most games are not shown again
    from uno_protocol.records.file import GameRecord

MOST_EVENTS = 20_000
"""How many are kept of one game: more than one has, unless somebody makes it so."""


class RecordedGame(Struct, frozen=True):
    """A game as this client saw it from its start on, or since it sat down or came back: then from `view` on."""

    room: Room
    """The table at that moment."""
    seat: int | None
    seated: tuple[bool, ...]
    rules: RuleSet
    since: float
    chosen: int | None = None
    view: View | None = None
    events: tuple[tuple[float, Event | RoomEvent], ...] = ()
    full: GameRecord | None = None
    """The server's record of it, once it is over and was fetched."""


def of_snapshot(table: TableView, before: RecordedGame | None, now: float) -> RecordedGame | None:
    """The recorded game after a snapshot: a running game is recorded from there, else the last one is kept."""
    game = table.game
    if game is None or game.phase is Phase.OVER:
        return before
    return RecordedGame(table.room.copy(), table.seat, tuple(game.seated), game.rules, now, view=View(game.copy()))


def of_event(
    table: TableView, event: Event | RoomEvent, before: RecordedGame | None, now: float
) -> RecordedGame | None:
    """The recorded game after an event, which the table has already folded in."""
    if isinstance(event, GameOpened):
        return RecordedGame(table.room.copy(), table.seat, tuple(event.seated), table.rules, now, event.chosen)
    if before is None or len(before.events) >= MOST_EVENTS:
        return before
    if not (
        isinstance(event, Event | SeatTaken | HandsShown) or (isinstance(event, DealMixed) and before.view is None)
    ):
        return before
    return replace(before, events=(*before.events, (now - before.since, event)))


def record_of(game: RecordedGame) -> GameRecord:
    """The record of what the player has seen of the game, as a file has it."""
    from uno_protocol.records.file import GameRecord, Header, seen
    from uno_protocol.wire import view_to_map

    header = Header.of(
        game.room,
        game.seated,
        game.seat,
        rules=game.rules,
        program="uno-client",
        chosen=game.chosen,
        shares=game.room.shares or () if game.view is None else (),
        start=None if game.view is None else view_to_map(game.view),
    )
    return GameRecord(header, tuple(seen(game.events, game.seat)))
