"""Broadcast: messages to the members of a table: entries, snapshots, legal actions, the clock."""

from collections.abc import Sequence

from uno_engine.legal import alone, legal_actions
from uno_engine.state import State, View
from uno_engine.view import view_for
from uno_protocol import messages as m
from uno_protocol.kept import pack
from uno_protocol.result import RoundResult
from uno_protocol.room import Room
from uno_protocol.wire import listed_to_map, result_to_map, room_to_map, view_to_map
from uno_server.base.limits import HISTORY_BYTES
from uno_server.table.event_log import Missed, Shown
from uno_server.table.state import Member
from uno_server.table.table import Table

Letter = tuple[Sequence[int], tuple[m.ServerMessage, ...] | Missed]
Mail = Sequence[Letter]
"""Messages in order, with the numbers of the sessions that get them."""


def view_of(state: State, member: Member) -> View:
    """A member's view of the game."""
    if member.seat is None or member.dealt:
        return view_for(state, member.seat)
    # The cards at this seat were dealt to somebody else.
    view = view_for(state, None)
    view.viewer = member.seat
    return view


def snapshot(room: Room, n: int, state: State | None, member: Member, result: RoundResult | None = None) -> m.Snapshot:
    """The table after entry `n`, with everything that this member may see."""
    game = None if state is None else view_to_map(view_of(state, member))
    told = None if result is None else result_to_map(result)
    return m.Snapshot(table=room.code, n=n, room=room_to_map(room), game=game, seat=member.seat, result=told)


def history(table: Table, member: Member, request: m.History) -> m.RoundHistory:
    """The entries of the round as this member was shown them; those from before it came, as a spectator was."""
    entries, cut = table.log.of_round() if table.play.game is not None else ([], False)
    found: list[m.PastEntry] = []
    left = HISTORY_BYTES
    for logged in reversed(entries):
        shown = Shown(table.room.code, *logged).to(member.seat if logged.n > member.since else None)
        past = m.PastEntry(n=shown.n, event=shown.event)
        left -= len(pack((past.n, past.event))) + 8  # with its two keys
        if left < 0:
            return m.RoundHistory(id=request.id, entries=found[::-1], cut=True)
        found.append(past)
    return m.RoundHistory(id=request.id, entries=found[::-1], cut=cut)


def legal_news(room: Room, n: int, state: State | None, member: Member, *, always: bool = False) -> m.Legal | None:
    """The member's legal actions, if they differ from the list last sent, or `always`."""
    if state is None or member.seat is None:
        return None
    person = room.occupants[member.seat]
    away = person is not None and person.stand_in is not None
    listed = () if away else legal_actions(state, member.seat)
    told = (state.decision, tuple(listed)) if listed else None
    if told == member.told and not always:
        return None
    member.told = told
    return m.Legal(table=room.code, decision=state.decision, n=n, actions=list(map(listed_to_map, listed)))


def news(table: Table, entries: Sequence[Shown], now: float) -> Mail:
    """The messages to all members, in order, when these entries are settled.

    New members get a snapshot, and those who are back get what they missed; disconnected ones get nothing.
    """
    room, game, n = table.room, table.play.game, table.log.n
    state = None if game is None else game.state
    clock = table.clock_telling.news(table.play.clock, room, 0 if state is None else state.decision, now)
    told: list[m.ServerMessage] = []
    knowing: set[int | None] = set()
    for entry in entries:
        told.append(entry.public)
        if entry.private:
            knowing.update(entry.private)
    for_all = (*told, *clock)
    only = None if state is None else alone(state)
    mail: list[Letter] = [((one,), (told,)) for one, told in table.kicked]
    table.kicked.clear()
    alike: list[int] = []
    lists: list[Letter] = []
    present, back = table.present(), table.back
    for session, member in table.members.items():
        if member.since < 0:
            member.since = n
            mail += _afresh(table, member, now)
        elif session in back:
            mail += catch_up(table, member, back[session], now)
        elif session in present:
            if member.seat in knowing:
                mail.append(((session,), (*[entry.to(member.seat) for entry in entries], *clock)))
            else:
                alike.append(session)
            if not entries or (member.told is None and only is not None and only != member.seat):
                continue  # nothing is listed, and nothing was
            if (legal := legal_news(room, n, state, member)) is not None:
                lists.append(((session,), (legal,)))
    if for_all:
        mail.append((alike, for_all))
    return mail + lists


def catch_up(table: Table, member: Member, seen: int | None, now: float) -> Mail:
    """The messages that a member missed since entry `seen`: exactly those, or a snapshot."""
    lost = seen is not None and member.left_at is not None and seen > member.left_at
    member.told = None
    missed = None if seen is None or lost else table.log.missed(seen, member.since)
    if missed is None:
        return _afresh(table, member, now)
    replay = Missed(table.room.code, missed, member.seat)
    return [*([((member.session,), replay)] if replay else []), *_besides(table, member, now)]


def _afresh(table: Table, member: Member, now: float) -> Mail:
    """Everything that a member may know, regardless of earlier messages."""
    shot = snapshot(table.room, table.log.n, table.state, member, table.result)
    return [((member.session,), (shot,)), *_besides(table, member, now)]


def _besides(table: Table, member: Member, now: float) -> Mail:
    """The messages outside the log: the member's legal actions and the clock, regardless of earlier messages."""
    if table.play.game is None:
        return []
    legal = legal_news(table.room, table.log.n, table.state, member, always=True)
    clock = table.play.clock.message(table.room, table.decision, now)
    return [((member.session,), (clock,) if legal is None else (legal, clock))]
