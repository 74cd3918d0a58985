"""Restart: how a table comes back from the journal, with all its members disconnected."""

from collections.abc import Container

from uno_server.base import limits
from uno_server.base.states import AT_REST
from uno_server.table import seats
from uno_server.table.state import Expected
from uno_server.table.table import Table


def after_restart(table: Table, known: Container[int], now: float) -> None:
    """Disconnect everybody; the clocks wait until all are back, but not for ever.

    Members whose session is no longer `known` cannot come back, and leave.
    """
    for session in [session for session in table.members if session not in known]:
        table.depart(session, now, "left")
    members = table.members.values()
    cut = sorted(member.session for member in members if table.connected(member))
    # Those disconnected a moment ago may still be coming back, perhaps since an earlier restart.
    coming = [member.session for member in members if now - member.away_since < limits.RETURN_SECONDS]
    table.expected = Expected({*cut, *coming}, now + limits.RETURN_SECONDS)
    table.arrived_at = now
    last = table.log.n
    for session in cut:
        table.link_lost(session, now)
        table.members[session].left_at = last
    if table.dealing is None and table.room.phase in AT_REST and not any(one.ready for one in seats.people(table.room)):
        table.bind()  # the journal was written before tables were bound to a secret
    for member in members:
        if member.seat is None:  # when a spectator was disconnected or came back is not stored
            member.away_since = now
