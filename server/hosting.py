"""What the host of a table may do besides dealing: change it, move and put out people, pause, end, hand over (P-7)."""

from __future__ import annotations

from copy import deepcopy
from typing import TYPE_CHECKING

from engine.options import fingerprint, options_of
from engine.rules import RuleSet, RulesRefused
from protocol import messages as m
from protocol import room as rm
from protocol.room import Room, RoomPhase
from server import limits, rounds, seats
from server.door import loopback
from server.machines import AT_REST, Turn
from server.refusal import Refusal

if TYPE_CHECKING:
    from server.members import Member
    from server.table import Table


def checked_rules(room: Room, where: str) -> RuleSet:
    """The rules of a room, if they make sense and are for so many seats. Raises Refusal `rules_refused`.

    `where` goes before the names of fields (`new.`, or nothing).
    """
    try:
        rules = room.rules
    except RulesRefused as fault:
        field = f"{where}preset" if fault.code == "unknown_preset" else f"{where}options.{fault.option}"
        args = {"option": fault.option, "reason": fault.code}
        raise Refusal("rules_refused", field=field, args=args, text=str(fault)) from None
    least, most = rules.players
    if not least <= len(room.occupants) <= most:
        text = f"these rules take {least} to {most} players"
        args = {"option": "players", "reason": "seats"}
        raise Refusal("rules_refused", field=f"{where}seats", args=args, text=text)
    return rules


def change_table(table: Table, request: m.ChangeTable) -> None:
    """Carry out `change_table`. Raises Refusal `game_running`, `rules_refused`, `seats_taken`."""
    event = rm.TableChanged(
        request.preset,
        {} if request.preset is not None and request.options is None else request.options,
        request.seats,
        request.turn_seconds,
        None if request.password is None else bool(request.password),
        request.listed,
        request.locked,
        request.watching,
        request.show_hands,
    )
    plays_otherwise = [name for name in ("preset", "options", "seats") if getattr(request, name) is not None]
    if plays_otherwise:
        rules = _changed_rules(table, request, event, plays_otherwise[0])
        if event.options is not None:
            event.rules, event.fingerprint = options_of(rules), fingerprint(rules)
        clear_game(table)
    if request.password is not None:
        table.set_password(request.password)
    table.happen(event)


def _changed_rules(table: Table, request: m.ChangeTable, event: rm.TableChanged, field: str) -> RuleSet:
    """The rules as they will be. Raises Refusal."""
    room = table.room
    if room.phase not in AT_REST:
        raise Refusal("game_running", field=field, text="rules and seats stay as they are while a game is on")
    if request.seats is not None and any(one is not None for one in room.occupants[request.seats :]):
        args: dict[str, str | int] = {"seats": request.seats}
        raise Refusal("seats_taken", field="seats", args=args, text="somebody sits in a seat that would be gone")
    if room.test:
        args = {"option": "position", "reason": "bad_value"}
        text = "rules and seats of this table are those of its position"
        raise Refusal("rules_refused", field=field, args=args, text=text)
    changed = deepcopy(room)
    rm.fold(changed, event)
    return checked_rules(changed, "")


def clear_game(table: Table) -> None:
    """The game that is over is shown no more: seats or rules are others now."""
    if table.game is not None:
        table.happen(rm.GameCleared())
        rounds.drop_game(table)
    if table.room.phase is RoomPhase.FINISHED:
        table.enter(Turn.AGAIN)


def move_seat(table: Table, seat: int, to: int) -> None:
    """Carry out `move_seat`. Raises Refusal `empty_seat`, `no_such_seat`."""
    who = seats.at(table.room, "seat", seat)
    seats.at(table.room, "to", to)
    if who is None:
        raise seats.empty_seat("seat", seat)
    if seat == to:
        return
    clear_game(table)
    table.happen(rm.SeatsMoved(seat, to))
    for member in table.members.values():
        if member.seat in (seat, to):
            member.sits_anew(to if member.seat == seat else seat)


def kick(table: Table, host: int, request: m.Kick, now: float) -> None:
    """Carry out `kick`, for the session of the host. Raises Refusal `no_such_player`."""
    member = find(table, request.name)
    if member.session == host:
        raise Refusal("no_such_player", field="name", text="you cannot put yourself out; leave, or hand over")
    reason = "banned" if request.ban else "kicked"
    if request.ban:  # nobody else at the table is banned along: two may share a machine
        shared = any(one.address == member.address for one in table.members.values() if one is not member)
        table.ban(member.name, "" if shared or loopback(member.address) else member.address)
    text = "the host has put you out of the table" + (" for good" if request.ban else "")
    table.put_out.append((member.session, m.PutOut(table=table.room.code, code=reason, text=text)))
    table.leave(member.session, now, reason)


def hand_over(table: Table, seat: int) -> None:
    """Carry out `hand_over`. Raises Refusal `not_a_person`."""
    people = [one.seat for one in table.members.values() if one.seat is not None]
    if seat not in people or not seats.occupant(table.room, seat).connected:
        text = "nobody is there who could be the host"
        raise Refusal("not_a_person", field="seat", args={"seat": seat}, text=text)
    if seat != table.room.host:
        table.happen(rm.HostChanged(seat))


def pause(table: Table, paused: bool) -> None:
    """Carry out `pause`."""
    if paused:
        if not table.room.held:
            table.enter(Turn.HELD, held=True)
    elif table.room.held:
        table.go_on()


def end_game(table: Table) -> None:
    """Carry out `end_game`: what was played counts for nothing."""
    table.happen(rm.GameCleared())
    rounds.drop_game(table)
    table.enter(Turn.ENDED)


def mute(table: Table, name: str, muted: bool) -> None:
    """Carry out `mute`. Raises Refusal `no_such_player`, `limit`."""
    if not muted:
        if name in table.room.muted:
            table.happen(rm.MuteChanged(name, muted=False))
        return
    found = find(table, name).name
    if len(table.room.muted) >= limits.MUTED:
        raise Refusal("limit", field="name", text="too many people are muted at this table")
    if found not in table.room.muted:
        table.happen(rm.MuteChanged(found, muted=True))


def find(table: Table, name: str) -> Member:
    """The person of that name at the table. Raises Refusal `no_such_player`."""
    for member in table.members.values():
        if member.name == name:
            return member
    raise Refusal("no_such_player", field="name", text="nobody of that name is at this table")
