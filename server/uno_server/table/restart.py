"""Restart: how a table comes back from the journal, with all its members disconnected."""

from collections.abc import Container

from uno_server.base import limits
from uno_server.table.access import Access
from uno_server.table.facts import MemberPlace, Times
from uno_server.table.hold import Hold
from uno_server.table.state import Expected, Member
from uno_server.table.table import Table
from uno_server.table.tally import none_yet


def recover(table: Table, places: tuple[MemberPlace, ...], access: Access, times: Times, now: float) -> None:
    """Take over what the journal stored besides log, room and game. `after_restart` comes next."""
    table.times_kept = times
    table.facts.clear()
    table.places_kept = places
    table.access = table.settled.access = access
    counts = times.time_outs
    for one in places:
        # An older server can have stored what had been seen before an absence that was over.
        left_at = None if one.connected else one.left_at
        member = Member(*one[:4], one.away_since, one.dealt, left_at)
        if one.seat is None and not one.connected and one.left_at is None:
            member.left_at = table.log.n
        if one.seat is not None and one.seat < len(counts):
            member.time_outs = counts[one.seat]
        table.members[one.session] = member
    table.settled.note_members(table.members)
    table.rules = table.room.rules
    play = table.play
    if play.game is not None:
        play.game.feats = times.feats or none_yet(play.game.state)
    if play.game is not None and times.hold_until is not None:
        play.game.hold = Hold(times.hold_until, left=times.hold_left)
    table.deserted_since = times.deserted_since
    left = times.left
    if left is not None and times.running_since is not None:
        left = max(0.0, left - (now - times.running_since))
    play.clock.set_back(play.awaited().waits_for, times.of, left)


def after_restart(table: Table, known: Container[int], now: float) -> None:
    """Disconnect everybody; the clocks wait until all are back, but not for ever.

    Members whose session is no longer `known` cannot come back, and leave.
    """
    for session in [session for session in table.members if session not in known]:
        table.leave(session, now)
    members = table.members.values()
    cut = sorted(member.session for member in members if table.connected(member))
    # Those disconnected a moment ago may still be coming back, perhaps since an earlier restart.
    coming = [member.session for member in members if now - member.away_since < limits.RETURN_SECONDS]
    table.expected = Expected({*cut, *coming}, now + limits.RETURN_SECONDS)
    last = table.log.n
    for session in cut:
        table.link_lost(session, now)
        table.members[session].left_at = last
    for member in members:
        if member.seat is None:  # when a spectator was disconnected or came back is not stored
            member.away_since = now
