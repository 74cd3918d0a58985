"""Transactions: what a request or a step changes at a table, as one value; and the rollback after a fault."""

from msgspec import Struct

from uno_engine import actions as act
from uno_engine.events import Event
from uno_protocol import room as rm
from uno_server.base import limits
from uno_server.base.refusal import Refusal
from uno_server.table import broadcast
from uno_server.table.broadcast import Mail
from uno_server.table.clock import Times
from uno_server.table.event_log import Shown
from uno_server.table.hold import Held
from uno_server.table.state import CLOSED, NEVER, UNKNOWN, SeatClaim
from uno_server.table.table import Table

_OF_ROOM = frozenset(rm.ROOM_EVENTS.values())
OURS = "internal server error; nothing was changed"


class Change(Struct, frozen=True):
    """The changes at a table, for the hub to store and to send, in this order."""

    entries: tuple[Shown, ...] = ()
    """The new entries in full."""
    actions: tuple[act.Action, ...] = ()
    """The actions of the game."""
    stored: bool = False
    """Something is to be stored, if only a clock that has started or stopped."""
    mail: Mail = ()
    """The messages to the members, in order."""
    refused: tuple[tuple[Held, Refusal], ...] = ()
    """Held requests that will never be taken."""
    left: tuple[int, ...] = ()
    """Sessions that are no longer at the table."""
    ended: bool = False
    """The table is closed or lost."""
    hurried: bool = False
    """Released requests must be taken before anything else."""
    deadline: float = NEVER
    """When the table next does something by itself."""
    claims: tuple[tuple[SeatClaim, str], ...] = ()
    """Claims to seats that are over, each with its outcome (P-5.17)."""


def settle(table: Table, now: float) -> Change:
    """Make final what was noted. Returns what changed."""
    deadline = table.arrange(now)
    entries, mail = _finish_entries(table, now)
    kept = times(table)
    # A clock can start or stop, and a spectator come and go, without an entry.
    stored = bool(entries) or table.touched or kept != table.times_kept
    ended = table.room.phase is CLOSED
    table.times_kept, table.touched = kept, False
    table.play.taking = None
    return Change(  # by place, as names take three times as long
        entries,
        _take_actions(table),
        stored,
        mail,
        _take_refused(table, ended=ended),
        _take_left(table, ended=ended),
        ended,
        table.play.hurried and not table.frozen and not ended,
        deadline,
        _take_decided(table),
    )


def _finish_entries(table: Table, now: float) -> tuple[tuple[Shown, ...], Mail]:
    """The new entries in full, and the messages to the members, in order."""
    code, log, settled = table.room.code, table.log, table.settled
    fresh = log.fresh
    entries: tuple[Shown, ...] = ()
    of_room: list[rm.RoomEvent | Event] = []
    for n, event in enumerate(fresh, log.n - len(fresh) + 1):
        entries += (Shown(code, n, event),)
        if type(event) in _OF_ROOM:
            of_room += (event,)
    mail = broadcast.news(table, entries, now)
    for session in table.back:
        table.members[session].left_at = None
    if of_room or table.back:  # that a spectator is back is no entry
        settled.note_members(table.members)
    table.back.clear()
    log.settle()
    table.clock_telling.settle()
    settled.access, settled.result, table.play.put_away = table.access, table.result, None
    settled.dealing = table.dealing
    if entries:
        settled.faults = 0
        begun = bool(of_room) and any(isinstance(event, rm.GameOpened | rm.GamePlaced) for event in of_room)
        game = table.play.game
        log.rebase(table.room, None if game is None else game.state, now=begun)
    return entries, mail


def _take_actions(table: Table) -> tuple[act.Action, ...]:
    """The actions of the game since the last commit."""
    game = table.play.game
    if game is None:
        return ()
    actions, game.actions = tuple(game.actions), []
    return actions


def _take_refused(table: Table, *, ended: bool) -> tuple[tuple[Held, Refusal], ...]:
    """Held requests that will never be taken, as their game or table is gone."""
    play = table.play
    if not play.dropped and not ended:
        return ()
    no_game, closed = Refusal("no_game", text="the game was ended"), Refusal("not_at_table", text="the table is closed")
    dropped, play.dropped = play.dropped, []
    held = play.give_back() if ended else []
    return (*[(one, no_game) for one in dropped], *[(one, closed) for one in held])


def _take_decided(table: Table) -> tuple[tuple[SeatClaim, str], ...]:
    """Claims to seats that are over since the last commit."""
    table.settled.claim = table.claim
    if not table.decided:
        return ()
    decided, table.decided = table.decided, []
    return tuple(decided)


def _take_left(table: Table, *, ended: bool) -> tuple[int, ...]:
    """Sessions that left and did not come back within the transaction."""
    if not table.gone and not ended:
        return ()
    left = [session for session in table.gone if ended or session not in table.members]
    table.gone.clear()
    return (*left, *(table.members if ended else ()))


def times(table: Table) -> Times:
    """The times that the table waits for."""
    game = table.play.game
    hold = None if game is None else game.hold
    until, left = (None, None) if hold is None else (hold.until, hold.left)
    feats = None if game is None else game.feats
    return Times(*table.play.clock.kept, until, table.deserted_since, _time_outs(table), left, feats)


def _time_outs(table: Table) -> tuple[int, ...]:
    """Time-outs by seat, up to the last with any."""
    counts = {one.seat: one.time_outs for one in table.members.values() if one.time_outs and one.seat is not None}
    return tuple([counts.get(seat, 0) for seat in range(max(counts) + 1)]) if counts else ()


def restore(table: Table, now: float) -> Change:
    """Roll back to the last settled entry after a fault of our own; after too many in a row, freeze the table."""
    settled = table.settled
    table.log.drop()
    table.kicked.clear()
    table.back.clear()
    table.room, state = table.log.rebuilt()
    table.rules = table.room.rules
    table.access, table.dealing, table.result = settled.access, settled.dealing, settled.result
    table.claim = settled.claim
    table.decided.clear()
    table.play.restore(state)
    _restore_members(table)
    table.forget()
    settled.faults += 1
    table.frozen = settled.faults >= limits.FAULTS_IN_A_ROW
    deadline = table.arrange(now)
    held = table.play.give_up_taking() + (table.play.give_back() if table.frozen else [])
    if not table.members:
        return _given_up(table, held)
    refused = tuple([(one, Refusal("internal", text=OURS)) for one in held])
    hurried = table.play.hurried and not table.frozen
    return Change(refused=refused, left=_take_left(table, ended=False), hurried=hurried, deadline=deadline)


def _restore_members(table: Table) -> None:
    """Put everyone back where the room has them; members that came after the last settled entry are gone.

    Those who leave a frozen table have left for good: it must not keep anybody.
    """
    came, counts = table.members, table.times_kept.time_outs
    table.members = {}
    for member, seat, since, dealt in table.settled.members:
        if table.frozen and member.session not in came:
            continue
        member.seat, member.since, member.dealt, member.told = seat, since, dealt, UNKNOWN
        member.time_outs = counts[seat] if seat is not None and seat < len(counts) else 0
        table.members[member.session] = member
    table.gone += [session for session in came if session not in table.members]


def give_up(table: Table) -> Change:
    """End a table that cannot even be rolled back; everyone has left."""
    return _given_up(table, table.play.give_up_taking() + table.play.give_back())


def _given_up(table: Table, held: list[Held]) -> Change:
    """End the table without an entry."""
    return Change(
        stored=True,
        refused=tuple([(one, Refusal("internal", text=OURS)) for one in held]),
        left=(*table.gone, *table.members),
        ended=True,
        claims=() if table.claim is None else ((table.claim, "gone"),),
    )
