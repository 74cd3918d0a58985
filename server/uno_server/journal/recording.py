"""Records of saved games (`engine/RECORD.md`): with all hands where the table opened them, else one viewer's eyes."""

import sys
import time
from collections.abc import Iterable, Iterator
from importlib.metadata import version
from typing import Protocol, TypeVar

from msgspec.structs import replace

from uno_engine.actions import Action, Join
from uno_engine.events import Event, PlayerJoined, RoundEnded
from uno_engine.refused import Refused
from uno_engine.view import view_for
from uno_protocol.records.file import (
    ALL,
    Header,
    RecordStep,
    seen,
    write,
)
from uno_protocol.records.file import played as played_again
from uno_protocol.room import DealMixed, GameOpened, HandsShown, RoomEvent, SeatTaken
from uno_protocol.wire import view_to_map
from uno_server.journal.bodies import Head, Moment, seed_after
from uno_server.journal.database import Damaged
from uno_server.table.state import Spans

EVER: Spans = ((0, sys.maxsize),)
Timed = tuple[float, Event | RoomEvent]
T = TypeVar("T")
SLICE_SECONDS = 0.0005
"""How long a thread makes records at a time."""
PAUSE_SECONDS = 0.0015
"""How long it then leaves the process to the moves."""


class Pacing(Protocol):
    """Gives the same items, and decides when."""

    def __call__(self, items: Iterable[T], /) -> Iterable[T]: ...


def at_once(items: Iterable[T]) -> Iterable[T]:
    """For a process that has nothing else to do."""
    return items


def at_leisure(items: Iterable[T]) -> Iterator[T]:
    """With pauses, so that moves go before a thread that works through them."""
    end = time.perf_counter() + SLICE_SECONDS
    for item in items:
        yield item
        if time.perf_counter() >= end:
            time.sleep(PAUSE_SECONDS)
            end = time.perf_counter() + SLICE_SECONDS


def lines(record: bytes) -> list[str]:
    """The lines of a file, without their ends."""
    return record.decode().split("\n")[:-1]


def is_open(head: Head, *, finished: bool) -> bool:
    """Whether everybody may see the whole game: it is over, and its table opens hands (P-7.19)."""
    return finished and head.room.show_hands


def whole_record(name: str, head: Head, moments: Iterable[Moment], pace: Pacing = at_once) -> bytes:
    """The record of all hands of a game that is over and open. Raises Damaged if it is not as the rules make it."""
    state, stored, timed = head.state(), list[Event](), list[tuple[float, Action, SeatTaken | None]]()
    first, listed = list[RecordStep](), list[str | None]()
    for moment, newcomers in _with_newcomers(head, pace(moments)):
        listed += listed_in(moment)
        for mixed in (event for event in moment.events if isinstance(event, DealMixed)):
            state.seed = seed_after(head, mixed)
            first.append(RecordStep(moment.wall - head.began, mixed))
        stored += [event for event in moment.events if isinstance(event, Event)]
        since = moment.wall - head.began
        timed += [(since, one, newcomers.get(one.seat) if isinstance(one, Join) else None) for one in moment.actions]
    seed = state.seed
    try:
        steps = [*first, *pace(played_again(state, timed))]
    except Refused as refused:
        raise Damaged(f"the rules refuse an action ({refused})") from None
    due = [step.what for step in steps if isinstance(step.what, Event)]
    if len(due) != len(stored) or any(one != other for one, other in pace(zip(due, stored, strict=True))):
        raise Damaged("its events are not what the rules lead to")
    return write(_whole_header(name, head, listed, seed), pace(steps))


def own_record(
    name: str,
    head: Head,
    moments: Iterable[Moment],
    viewer: int | None,
    *,
    finished: bool,
    spans: Spans = EVER,
    pace: Pacing = at_once,
) -> bytes:
    """The record of what that seat has seen, or a spectator (None), of the rounds that are over. Raises Damaged.

    `spans`: the commits of which it shows the seat's eyes; whatever else is in it, a spectator has seen.
    """
    moments = list(moments)
    timed = list(_events(head, moments, spans))
    shown = timed if finished else _rounds(timed)
    listed = listed_in(moments[0]) if shown else ()
    return write(_header(name, head, listed, viewer, from_start=spans[0][0] == 0), pace(seen(shown, viewer)))


def _rounds(timed: list[Timed]) -> list[Timed]:
    """Without the round that is being played."""
    ends = [at for at, (_, event) in enumerate(timed) if isinstance(event, RoundEnded | HandsShown)]
    return timed[: ends[-1] + 1] if ends else []


def _events(head: Head, moments: Iterable[Moment], spans: Spans) -> Iterator[Timed]:
    for moment, newcomers in _with_newcomers(head, moments):
        since = moment.wall - head.began
        own = any(first <= moment.commit <= last for first, last in spans)
        for event in moment.events:
            if isinstance(event, PlayerJoined) and event.seat in newcomers:
                yield since, newcomers[event.seat]
            if isinstance(event, HandsShown | DealMixed):
                yield since, event
            elif isinstance(event, Event):
                yield since, event if own else event.seen_by(None)


def _with_newcomers(head: Head, moments: Iterable[Moment]) -> Iterator[tuple[Moment, dict[int, SeatTaken]]]:
    """Each moment, with those who join the game in it."""
    room = head.room.copy()
    for at, moment in enumerate(moments):
        newcomers = {}
        for event in moment.events:
            if isinstance(event, RoomEvent) and at:  # the room is that after the first moment
                event.fold(room)
            elif isinstance(event, PlayerJoined) and (one := room.occupants[event.seat]) is not None:
                newcomers[event.seat] = SeatTaken(event.seat, one.name, one.bot, program=one.program)
        yield moment, newcomers


def _header(
    name: str, head: Head, listed: Iterable[str | None], viewer: int | None = None, *, from_start: bool = True
) -> Header:
    """`from_start`: the viewer had the seat when the game began."""
    start = None
    if head.position:
        view = view_for(head.state(), viewer if from_start else None)
        view.viewer = viewer
        start = view_to_map(view)
    return Header.of(
        head.room,
        head.seated,
        viewer,
        program=f"uno-lan {version('uno-lan')}",
        game=name,
        began=round(head.began, 3),
        chosen=head.chosen,
        shares=listed,
        start=start,
    )


def _whole_header(name: str, head: Head, listed: Iterable[str | None], seed: bytes) -> Header:
    """That of a record of all hands, with the seed of its deals."""
    header = replace(_header(name, head, listed), eyes=ALL, start=None)
    if head.position:
        return replace(header, position=head.position)
    return replace(header, seed=seed.hex(), secret=head.seed.hex() if head.room.commitment else "")


def listed_in(moment: Moment) -> tuple[str | None, ...]:
    """The hashes that `game_opened` listed, in the first moment of a game; empty if it listed none."""
    return next((event.shares for event in moment.events if isinstance(event, GameOpened)), ())
