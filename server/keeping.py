"""What does the journal keep of a table besides its entries, and how does a table come back from it?"""

from __future__ import annotations

from collections.abc import Container
from typing import TYPE_CHECKING

from engine import actions as act
from server import due, limits, seats
from server.away import TimeOuts
from server.facts import Fact, Place, PlacesChanged, Times
from server.hold import Hold
from server.members import Expected, Member
from server.table_door import TableDoor

if TYPE_CHECKING:
    from server.table import Table


def note_places(table: Table) -> None:
    """Tell the journal who is at the table, if that is not as it was told last."""
    # By the room, which knows of a link that is back before the member has caught up; watchers have no entries.
    places = tuple(
        Place(
            one.session,
            one.name,
            one.seat,
            one.since,
            one.dealt,
            one.connected if one.seat is None else seats.occupant(table.room, one.seat).connected,
            one.away_since,
            one.left_at,
        )
        for one in table.members.values()
    )
    if places != table.places_kept:
        table.places_kept = places
        table.facts.append(PlacesChanged(places))


def take_facts(table: Table) -> tuple[Fact, ...]:
    """What has to be kept besides the entries that were settled last."""
    facts, table.facts = tuple(table.facts), []
    return facts


def take_actions(table: Table) -> tuple[act.Action, ...]:
    """What the game was asked for since the last commit."""
    if table.game is None:
        return ()
    actions, table.game.actions = tuple(table.game.actions), []
    return actions


def times(table: Table) -> Times:
    """What the table waits for."""
    hold = None if table.game is None else table.game.hold
    until, left = (None, None) if hold is None else (hold.until, hold.left)
    return Times(*table.clock.kept, until, table.deserted_since, table.time_outs.kept, left)


def recover(table: Table, places: tuple[Place, ...], door: TableDoor, times: Times, now: float) -> None:
    """Take up what the journal has kept; log, room and game are there already. `after_restart` then goes on."""
    table.times_kept = times
    table.facts.clear()
    table.places_kept = places
    table.door = table.settled.door = door
    game = table.game
    table.members = {
        one.session: Member(*one[:4], one.connected, one.away_since, one.dealt, left_at=one.left_at) for one in places
    }
    table.settled.note_members(table.members)
    table.rules = table.room.rules
    if game is not None and times.hold_until is not None:
        game.hold = Hold(times.hold_until, left=times.hold_left)
    table.deserted_since = times.deserted_since
    table.time_outs = TimeOuts(times.time_outs)
    left = times.left
    if left is not None and times.running_since is not None:
        left = max(0.0, left - (now - times.running_since))
    table.clock.set_back(due.awaited(table).waits_for, times.of, left)


def after_restart(table: Table, known: Container[int], now: float) -> None:
    """Every link is lost; the clocks wait until all are back, but not for ever.

    Whose session is not `known` any more cannot come back, and leaves.
    """
    for session in [session for session in table.members if session not in known]:
        table.leave(session, now)
    cut = sorted(member.session for member in table.members.values() if member.connected)
    # Who was lost a moment ago may still be on the way back, from the restart before perhaps.
    coming = (one for one in table.members.values() if now - one.away_since < limits.RETURN_SECONDS)
    back = {*cut, *(member.session for member in coming if not member.connected)}
    table.expected = Expected(back, now + limits.RETURN_SECONDS)
    last = table.log.n
    for session in cut:
        table.link_lost(session, now)
        table.members[session].left_at = last
    for member in table.members.values():
        if member.seat is None:  # when a watcher was lost, or came back, is not stored
            member.away_since = now
