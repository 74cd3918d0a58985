"""Faults are planted in the server, one at a time, and the simulation has to find each."""

from collections.abc import Callable, Iterator

import pytest
from msgspec import structs

from tests.instead import Plant, Right, planted
from tests.simulation.episode import play
from tests.simulation.mind import USUAL
from tests.simulation.wrong import Kind
from uno_engine.state import State
from uno_protocol import messages as m
from uno_protocol import room as rm
from uno_protocol.room import Room
from uno_server.core.hub import Hub, Peer
from uno_server.core.outputs import Close, Deliver, Fetch, Output
from uno_server.core.sessions import Answers, Session
from uno_server.journal import bodies, database, recovery, store
from uno_server.journal.database import BodyRow
from uno_server.journal.store import DiskJournal, JournalFailed
from uno_server.net.outbox import Outbox
from uno_server.table import broadcast
from uno_server.table.clock import TableClock, Times
from uno_server.table.event_log import Logged, Shown, TableLog
from uno_server.table.game import GameAtTable
from uno_server.table.state import Member
from uno_server.table.table import Table

MOST_WORLDS = 60
"""In so many worlds at most a fault has to be found."""
FIRST_WORLD = {
    "a restart loses the grace of a hold": 44,
    "a restart loses who was late": 2,
    "forget the oldest of what a rollback folds": 2,
    "never give back what was held": 5,
    "take a full disk for a written batch": 3,
}
"""Where nothing is found for long."""

LOST, DOUBLED, DIVERGED, UNFINISHED, EARLY, FAILED = Kind
FAULTS: dict[str, tuple[Plant, tuple[Kind, ...]]] = {}
"""What is planted, and under which headings it may be found."""


def fault(owner: object, name: str, *kinds: Kind) -> Callable[[Callable[..., object]], None]:
    """Add a function to the faults: it is planted in place of that one of a class or module."""

    def enter(wrong: Callable[..., object]) -> None:
        FAULTS[wrong.__name__.replace("_", " ")] = planted(owner, name)(wrong), kinds

    return enter


@fault(Outbox, "release", EARLY)
def send_before_it_is_stored(_: Right[object], self: Outbox) -> list[Deliver | Close | Fetch]:
    released = [output for _, outputs in self._waiting for output in outputs]
    self._waiting.clear()
    return released


@fault(Hub, "_done", EARLY)
def tell_first_and_answer_then(done: Right[list[Output]], self: Hub) -> list[Output]:
    outputs = done(self)
    answers = [one for one in outputs if isinstance(one, Deliver) and isinstance(next(iter(one.messages)), m.Ok)]
    return [one for one in outputs if one not in answers] + answers


@fault(Hub, "_numbered", DOUBLED)
def carry_out_every_repetition(
    _: Right[None], self: Hub, link: Peer, session: Session, request: m.Request, now: float
) -> None:
    session.last_id = max(session.last_id, request.id)
    self._carry_out(link, session, request, now)


def replay_from(offset: int) -> Plant:
    @planted(TableLog, "missed")
    def off(missed: Right[list[Logged] | None], self: TableLog, seen: int, since: int) -> list[Logged] | None:
        return missed(self, min(self.n, max(0, seen + offset)), since)

    return off


@fault(TableLog, "missed", LOST)
def replay_nothing_of_what_is_no_longer_kept(
    missed: Right[list[Logged] | None], self: TableLog, seen: int, since: int
) -> list[Logged]:
    return missed(self, seen, since) or []


def forget_in_a_restart(**times: object) -> Plant:
    @planted(bodies, "_set_times")
    def without(set_times: Right[None], table: Table, kept: Times, now: float) -> None:
        set_times(table, structs.replace(kept, **times), now)

    return without


@fault(bodies, "Member", LOST, DIVERGED)
def lose_the_hand_in_a_restart(member: Right[Member], *stored: object) -> Member:
    found = member(*stored)
    found.dealt = False
    return found


@fault(Table, "sit_in", DIVERGED)
def tell_that_somebody_sits_in_and_let_nobody(_: Right[None], table: Table, seat: int) -> None:
    if (occupant := table.room.occupants[seat]) is not None and occupant.stand_in is None:
        table.log.note(rm.StandInChanged(seat, "normal"))  # told, and not done


@fault(Shown, "to", DIVERGED)
def show_entries_to_the_next_seat(_: Right[object], self: Shown, seat: int | None) -> m.Entry:
    return self.public if seat is None else self.private.get(seat + 1, self.public)


def set_the_clock_in_a_restart(*, wound: bool) -> Plant:
    """To its whole time, or to none."""

    @planted(TableClock, "set_back")
    def set_back(_: Right[None], self: TableClock, waits_for: object, of: float | None, left: float | None) -> None:
        self.waits_for, self.of, self._left, self._running_since = waits_for, of, of if wound else None, None

    return set_back


@fault(database, "rows", LOST, DIVERGED, FAILED)
def lose_a_table_in_recovery(rows: Right[Iterator[BodyRow]], connection: object, of: str) -> Iterator[BodyRow]:
    return iter(list(rows(connection, of))[: -1 if of == "tables" else None])


@fault(Hub, "put_back", DIVERGED)
def leave_a_recovered_table_out_of_the_list(put_back: Right[None], self: Hub, table: Table) -> None:
    put_back(self, table)
    self.lobby._changed.discard(table.room.code)


@fault(recovery, "read_session", DOUBLED, LOST, DIVERGED)
def forget_the_answers_in_recovery(read_session: Right[Session], *stored: object) -> Session:
    session = read_session(*stored)
    session.answers, session.last_id = Answers(), 0
    return session


@fault(store, "write_table", DIVERGED)
def store_a_table_as_it_was(write_table: Right[bytes], table: Table) -> bytes:
    before: bytes = getattr(table, "before", None) or write_table(table)
    table.before = write_table(table)  # type: ignore[attr-defined]  # planted
    return before


@fault(GameAtTable, "end_hold", UNFINISHED, DIVERGED)
def never_give_back_what_was_held(_: Right[None], self: GameAtTable) -> None:
    self.hold = None


@fault(broadcast, "legal_news", DIVERGED)
def renew_the_list_too_seldom(
    news: Right[m.Legal | None], room: Room, n: int, state: State | None, member: Member, *, always: bool = False
) -> m.Legal | None:
    return news(room, n, state, member, always=always) if always or n % 5 else None


def free_the_seat_of_a_lost_link(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(Table, "link_lost", Table.leave)


@fault(DiskJournal, "flush", LOST, DIVERGED, FAILED)
def take_a_full_disk_for_a_written_batch(flush: Right[None], self: DiskJournal) -> None:
    taken = self._next.number
    try:
        flush(self)
    except JournalFailed:
        self.durable = taken


def answer(times: int) -> Plant:
    """Answer so often who is told with `ok` that something was done at once."""

    @planted(Hub, "handle")
    def handled(handle: Right[list[Output]], self: Hub, *more: object) -> list[Output]:
        found: list[Output] = []
        for one in handle(self, *more):
            if isinstance(one, Deliver) and isinstance(next(iter(one.messages)), m.Ok):
                found += [structs.replace(one) for _ in range(times)]
            else:
                found.append(one)
        return found

    return handled


@fault(Hub, "next_deadline", DIVERGED)
def ring_a_second_late(next_deadline: Right[float | None], self: Hub) -> float | None:
    deadline = next_deadline(self)
    return None if deadline is None else deadline + 1.0


@fault(TableLog, "settle", DIVERGED, FAILED)
def forget_the_oldest_of_what_a_rollback_folds(settle: Right[None], self: TableLog) -> None:
    settle(self)
    self._since_base = min(self._since_base, 100)


FAULTS |= {
    "a resume begins one entry late": (replay_from(+1), (LOST,)),
    "a resume begins one entry early": (replay_from(-1), (DOUBLED,)),
    "a restart loses the grace of a hold": (forget_in_a_restart(hold_until=None), (DIVERGED,)),
    "a restart loses who was late": (forget_in_a_restart(time_outs=()), (DIVERGED,)),
    "a restart loses the clock": (set_the_clock_in_a_restart(wound=False), (DIVERGED,)),
    "a restart winds the clock anew": (set_the_clock_in_a_restart(wound=True), (DIVERGED,)),
    "a lost link costs the seat": (free_the_seat_of_a_lost_link, (LOST, FAILED, DIVERGED)),
    "a request is not answered": (answer(0), (UNFINISHED,)),
    "a request is answered twice": (answer(2), (DOUBLED,)),
}


@pytest.mark.slow
@pytest.mark.parametrize("name", FAULTS)
def test_the_fault_is_found(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    plant, kinds = FAULTS[name]
    plant(monkeypatch)
    first = FIRST_WORLD.get(name, 0)
    for world in range(first, first + MOST_WORLDS):
        wrong = play(f"planted {world}", USUAL).wrong
        if wrong is not None:
            assert wrong.kind in kinds, (wrong.kind, str(wrong))
            return
    pytest.fail(f"not found in {MOST_WORLDS} worlds")
