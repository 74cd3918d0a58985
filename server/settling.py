"""When are the entries of a table final, and how does it go back to the last of them after a fault of our own?"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from protocol import room as rm
from server import due, keeping, limits, telling
from server.away import TimeOuts
from server.game import GameAtTable
from server.log import Shown
from server.members import UNKNOWN, Member
from server.table_door import TableDoor
from server.telling import Mail

if TYPE_CHECKING:
    from server.table import Table


class Settled:
    """How a table stood after its last settled entry, as far as its log does not tell."""

    def __init__(self) -> None:
        self.door = TableDoor()
        self.members: list[tuple[Member, int | None, int, bool]] = []
        """Who was there: seat, `since`, `dealt`."""
        self.put_away: GameAtTable | None = None
        """The game that is no more, until that is settled."""
        self.faults = 0
        """How many of our own came in a row, with nothing settled between them."""

    def note_members(self, members: Mapping[int, Member]) -> None:
        """These are there now."""
        self.members = [(one, one.seat, one.since, one.dealt) for one in members.values()]


def settle(table: Table, now: float) -> tuple[tuple[Shown, ...], Mail]:
    """Make what was noted final. Gives the new entries in full, and what the members are to be told, in order."""
    due.arrange(table, now)
    code, log, settled = table.room.code, table.log, table.settled
    fresh = log.fresh
    entries = tuple([Shown(code, n, event) for n, event in enumerate(fresh, log.n - len(fresh) + 1)])
    mail = telling.news(table, entries, now)
    of_room = [entry.event for entry in entries if isinstance(entry.event, rm.RoomEvent)]
    if of_room:
        keeping.note_places(table)
        settled.note_members(table.members)
    log.settle()
    table.clock_telling.settle()
    settled.door, settled.put_away = table.door, None
    if entries:
        settled.faults = 0
        begun = any(isinstance(event, rm.GameOpened | rm.GamePlaced) for event in of_room)
        log.rebase(table.room, table.state, now=begun)
    return entries, mail


def restore(table: Table, now: float) -> None:
    """After a fault of our own: back to the last settled entry."""
    table.log.drop()
    table.bot_seats = None
    table.facts.clear()
    table.put_out.clear()
    table.time_outs = TimeOuts(table.times_kept.time_outs)
    table.room, state = table.log.rebuilt()
    table.rules = table.room.rules
    table.door = table.settled.door
    table.game = table.settled.put_away or table.game
    if table.game is not None and state is not None:
        table.game.state = state
        table.game.actions.clear()
        table.game.end_hold()
    elif state is None:
        table.game = None
    _restore_members(table)
    table.settled.faults += 1
    table.frozen = table.settled.faults >= limits.FAULTS_IN_A_ROW
    table.bots.rest()
    due.arrange(table, now)


def _restore_members(table: Table) -> None:
    """Whoever came after the last settled entry is gone; everyone else is back where the room has them.

    But who leaves a frozen table has left: nothing there may keep anybody.
    """
    came = table.members
    table.members = {}
    for member, seat, since, dealt in table.settled.members:
        if table.frozen and member.session not in came:
            continue
        member.seat, member.since, member.dealt, member.told = seat, since, dealt, UNKNOWN
        table.members[member.session] = member
    table.gone += [session for session in came if session not in table.members]
