"""Whether a record is true: its actions, played again by the rules, lead to every event, mark and result in it."""

from __future__ import annotations

from collections import deque
from enum import Enum
from typing import Any, NamedTuple

from uno_engine.actions import Join
from uno_engine.events import Event
from uno_engine.evolve import evolve
from uno_engine.refused import Refused
from uno_engine.state import Game, Phase, State
from uno_protocol.records.file import ALL, GameRecord, RecordDamaged, RecordMalformed, RecordUnknown, What, after, read
from uno_protocol.room import SeatTaken
from uno_protocol.wire import ACTIONS, check_seats

_ACTIONS = tuple(ACTIONS.values())


class RecordVerdict(Enum):
    """What can be said of a record."""

    TRUE = "true"
    DAMAGED = "damaged"
    FALSE = "false"
    UNKNOWN = "unknown"
    """Made by a format or rules that this program doesn't know."""
    NOT_CHECKED = "not_checked"
    """It shows only what one viewer saw, so nobody can play it again."""


class Finding(NamedTuple):
    """The verdict on a record, and its reason in one sentence."""

    verdict: RecordVerdict
    text: str
    line: int | None = None
    """The first line of the file that is not as the rules make it, from 1."""


class _Wrong(Exception):
    """The step is not what the rules lead to."""


def check(data: bytes) -> Finding:
    """The verdict on the file of a record. It never raises."""
    try:
        record = read(data)
        game = record.header.begin()
    except RecordDamaged as fault:
        return Finding(RecordVerdict.DAMAGED, str(fault))
    except RecordUnknown as fault:
        return Finding(RecordVerdict.UNKNOWN, str(fault))
    except RecordMalformed as fault:
        return Finding(RecordVerdict.FALSE, f"this record is false: {fault}", fault.line)
    if record.header.eyes != ALL:
        return _folded(record, game)
    return _played(record, State(game))


def _folded(record: GameRecord, game: Game) -> Finding:
    """A record of one viewer: only that its events follow on each other can be seen."""
    for line, (_, what) in enumerate(record.steps, 2):
        try:
            check_seats(what, game.seats)
            if isinstance(what, Event):
                evolve(game, what)
            elif isinstance(what, _ACTIONS):
                raise _Wrong("a record of one viewer has no actions")
        except (_Wrong, LookupError, ValueError, TypeError, AttributeError) as fault:
            return _false(line, f"it contradicts what came before ({fault})")
    return Finding(RecordVerdict.NOT_CHECKED, "this record cannot be checked: it shows only what one viewer saw")


def _played(record: GameRecord, game: State) -> Finding:
    due = deque[What]()
    joining: int | None = None
    for line, (_, what) in enumerate(record.steps, 2):
        try:
            if due:
                if what != due[0]:
                    raise _Wrong(f"the rules give {_name(due[0])}")
                due.popleft()
            elif isinstance(what, SeatTaken):
                if joining is not None:
                    raise _Wrong("nobody has joined since the last newcomer")
                joining = what.seat
            elif isinstance(what, _ACTIONS):
                check_seats(what, game.seats)
                if (what.seat if isinstance(what, Join) else None) != joining:
                    raise _Wrong("a newcomer sits down just before joining the game")
                joining = None
                due.extend(after(game, what))
            else:
                raise _Wrong("nothing leads to it")
        except Refused as refused:
            return _false(line, f"the rules refuse it ({refused})")
        except _Wrong as wrong:
            return _false(line, str(wrong))
        except (LookupError, ValueError, TypeError, AttributeError) as fault:
            return _false(line, f"it makes no sense here ({fault})")
    if due or joining is not None or game.phase is not Phase.OVER:
        return _false(len(record.steps) + 2, "the game does not end there")
    return Finding(RecordVerdict.TRUE, "this record is true: the rules lead from its seed to every card in it")


def _false(line: int, why: str) -> Finding:
    return Finding(RecordVerdict.FALSE, f"this record is false at line {line}: {why}", line)


def _name(what: Any) -> str:
    return str(getattr(what, "kind", type(what).__name__.lower()))
