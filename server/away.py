"""Who plays for a seat when its person does not: stand-ins, time-outs, and more time for a seat (P-7.23, P-7.24)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from protocol import messages as m
from protocol import room as rm
from protocol.messages import BotLevel
from server import rounds, seats
from server.limits import TIME_OUTS_IN_A_ROW
from server.refusal import Refusal

if TYPE_CHECKING:
    from server.members import Member
    from server.table import Table

LEVEL: BotLevel = "normal"
"""Of the computer players that sit in."""


class TimeOuts:
    """How often in a row the time of each seat's person has run out."""

    __slots__ = ("_counts",)

    def __init__(self, kept: Sequence[int] = ()) -> None:
        self._counts = {seat: count for seat, count in enumerate(kept) if count}

    def once_more(self, seat: int) -> int:
        """The time of that seat has run out; how often now."""
        self._counts[seat] = count = self._counts.get(seat, 0) + 1
        return count

    def forget(self, seat: int) -> None:
        """Who sits there has been in time, or somebody else does."""
        self._counts.pop(seat, None)

    def swap(self, seat: int, to: int) -> None:
        """Who sat in either seat sits in the other."""
        counts = {to: self._counts.pop(seat, 0), seat: self._counts.pop(to, 0)}
        self._counts |= {seat: count for seat, count in counts.items() if count}

    @property
    def kept(self) -> tuple[int, ...]:
        """What the journal keeps: by seat, up to the last with any."""
        if not self._counts:
            return ()
        return tuple([self._counts.get(seat, 0) for seat in range(max(self._counts) + 1)])


def change(table: Table, seat: int, away: bool, now: float) -> None:
    """Carry out `away`, for who sits there: a computer player sits in, or the person plays again."""
    if away:
        sit_in(table, seat)
        rounds.go_on_if_all_are_ready(table, now)
    elif seats.occupant(table.room, seat).stand_in is not None:
        table.time_outs.forget(seat)
        table.happen(rm.StandInChanged(seat, None))


def sit_in(table: Table, seat: int) -> None:
    """A computer player sits in for the person of that seat. It accepts everything, so it is ready."""
    if seats.occupant(table.room, seat).stand_in is None:
        table.happen(rm.StandInChanged(seat, LEVEL))


def time_is_out(table: Table, seat: int) -> None:
    """The time of that seat's person has run out; after the second time in a row somebody sits in."""
    if table.time_outs.once_more(seat) >= TIME_OUTS_IN_A_ROW:
        sit_in(table, seat)


def give_time(table: Table, who: Member, request: m.GiveTime) -> None:
    """Carry out `give_time`. Raises Refusal `no_such_seat`, `empty_seat`, `not_a_person`, `not_host`."""
    seat, room = request.seat, table.room
    person = seats.at(room, "seat", seat)
    if person is None:
        raise seats.empty_seat("seat", seat)
    if who.seat not in (seat, room.host):
        raise Refusal("not_host", text="only the host may give time to others")
    if person.bot is not None:
        raise Refusal("not_a_person", field="seat", args={"seat": seat}, text="a computer player needs no time")
    if person.extra_seconds != request.seconds:
        table.happen(rm.TimeGiven(seat, request.seconds))
