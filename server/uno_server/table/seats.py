"""Seats: their occupants, the host, and ready marks."""

from collections.abc import Collection, Iterator

from uno_protocol.room import Occupant, Room
from uno_server.base.names import BOT_NAMES
from uno_server.base.refusal import Refusal


def occupant(room: Room, seat: int) -> Occupant:
    """The occupant of a seat, which must be taken."""
    found = room.occupants[seat]
    assert found is not None
    return found


def people(room: Room) -> Iterator[Occupant]:
    """Everyone seated but the computer players."""
    return (one for one in room.occupants if one is not None and one.bot is None)


def bots(room: Room) -> list[int]:
    """The seats of the computer players."""
    return [seat for seat, one in enumerate(room.occupants) if one is not None and one.bot is not None]


def played_by_computers(room: Room) -> dict[int, str]:
    """The seats where a computer player moves, for itself or for a person who is away, each with its level."""
    levels = ((seat, one.bot or one.stand_in) for seat, one in enumerate(room.occupants) if one is not None)
    return {seat: level for seat, level in levels if level is not None}


def deserted(room: Room) -> bool:
    """True while nobody seated is connected."""
    for one in room.occupants:  # noqa: SIM110  (asked about at every move)
        if one is not None and one.connected and one.bot is None:
            return False
    return True


def free_seat(room: Room, held: Collection[int]) -> int:
    """The lowest free seat, without the `held` ones. Raises Refusal `table_full`."""
    for seat, one in enumerate(room.occupants):
        if one is None and seat not in held:
            return seat
    raise Refusal("table_full", args={"seats": len(room.occupants)}, text="every seat is taken")


def bot_name(room: Room) -> str:
    """The name of the next computer player; no two at a table share one."""
    taken = {one.name for one in room.occupants if one is not None}
    return next(name for name in BOT_NAMES if name not in taken)


def faces(room: Room) -> list[int]:
    """The faces at the table."""
    return [one.face for one in room.occupants if one is not None and one.face is not None]


def at(room: Room, field: str, seat: int) -> Occupant | None:
    """The occupant of the seat in `field` of a request. Raises Refusal `no_such_seat`."""
    if seat >= len(room.occupants):
        raise Refusal("no_such_seat", field=field, args={"seat": seat}, text="the table has no such seat")
    return room.occupants[seat]


def empty_seat(field: str, seat: int) -> Refusal:
    """The refusal when nobody sits in the seat given in `field` of a request."""
    return Refusal("empty_seat", field=field, args={"seat": seat}, text="nobody sits there")


def check_taken(room: Room, seat: int, late: Collection[int]) -> None:
    """Raise Refusal `empty_seat` unless somebody sits there who will play; `late` as in `check_start`."""
    if seat >= len(room.occupants) or room.occupants[seat] is None or seat in set(missing(room)).difference(late):
        raise empty_seat("chosen", seat)


def check_bot(room: Room, seat: int) -> None:
    """Raise Refusal `not_a_bot` unless a computer player sits there."""
    if seat not in bots(room):
        raise Refusal("not_a_bot", field="seat", args={"seat": seat}, text="no computer player sits there")


def check_back(room: Room, seat: int) -> None:
    """Raise Refusal `away` while a computer player plays for that seat."""
    person = room.occupants[seat]
    if person is not None and person.stand_in is not None:
        raise Refusal("away", text="a computer player plays for you; take your seat back first")


def there(room: Room) -> int:
    """How many players a game would start with now, without the `missing` ones."""
    return sum(one is not None and (one.ready or one.connected) for one in room.occupants)


def somebody_wants_more(room: Room, least: int) -> bool:
    """True if enough seats are taken, and a person who isn't away is ready."""
    wanted = any(one.ready and one.stand_in is None for one in people(room))
    return wanted and sum(one is not None for one in room.occupants) >= least


def all_ready(room: Room) -> bool:
    """True if everyone seated is ready."""
    return all(one is None or one.ready for one in room.occupants)


def missing(room: Room) -> list[int]:
    """The seats of people who are neither ready nor connected: a start does not wait for them."""
    return [seat for seat, one in enumerate(room.occupants) if one is not None and not (one.ready or one.connected)]


def late(room: Room) -> list[int]:
    """The seats of people who are not ready."""
    return [seat for seat, one in enumerate(room.occupants) if one is not None and not one.ready]


def check_start(room: Room, least: int, late: Collection[int], wait: int) -> None:
    """Raise Refusal `too_few_players` or `not_ready` unless a game with at least that many players can start.

    The seats of `late` play without being ready; `wait` is the number of seconds until the host may start anyway.
    """
    absent = set(missing(room)).difference(late)
    if sum(one is not None for one in room.occupants) - len(absent) < least:
        raise Refusal("too_few_players", args={"least": least}, text=f"the game needs at least {least} players")
    for seat, one in enumerate(room.occupants):
        if one is not None and not one.ready and seat not in absent and seat not in late:
            raise Refusal("not_ready", args={"seat": seat, "seconds": wait}, text="not everyone is ready")
