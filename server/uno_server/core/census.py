"""Census: what is announced on the network: how many players are here, and where there is a free seat (P-15)."""

from uno_protocol.discovery import Advertisement
from uno_server.core.hub import Hub
from uno_server.table.table import Table


def census(hub: Hub) -> Advertisement:
    """The counts to announce now: numbers, no names, and listed tables only."""
    listed = [table for table in hub.lobby if is_listed(table)]
    free = [seats for seats in map(free_seats, listed) if seats]
    return Advertisement(
        server_id=hub.id,
        name=hub.name,
        lowest=hub.spoken.lowest,
        highest=hub.spoken.newest,
        players=sum(session.peer is not None and not session.screen for session in hub.sessions),
        tables=len(listed),
        open_tables=len(free),
        free_seats=sum(free),
        password=hub.admission.password_needed,
        key=hub.fingerprint,
    )


def is_listed(table: Table) -> bool:
    """Whether everybody may know about the table."""
    return table.room.listed and not table.closed


def free_seats(table: Table) -> int:
    """How many people could take a seat at the table now."""
    if table.frozen or table.room.locked or table.closed:
        return 0
    return table.room.occupants.count(None)
