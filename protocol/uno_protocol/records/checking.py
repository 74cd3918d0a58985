"""Whether a record is true: its actions, played again by the rules, lead to every event, mark and result in it."""

from __future__ import annotations

from collections import deque
from enum import Enum
from typing import NamedTuple

from uno_engine.actions import Join
from uno_engine.events import Event
from uno_engine.evolve import evolve
from uno_engine.mixing import commitment, list_fault, mixing_fault
from uno_engine.refused import Refused
from uno_engine.state import Game, Phase, State
from uno_protocol.records.file import (
    ALL,
    GameOutcome,
    GameRecord,
    Mark,
    RecordDamaged,
    RecordMalformed,
    RecordUnknown,
    What,
    after,
    read,
)
from uno_protocol.records.showing import room_of
from uno_protocol.room import DealMixed, SeatTaken
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


class Source(Enum):
    """Where every card of a true record comes from. The values are phrases of the verdict."""

    SEED = "the rules lead from its seed to every card in it"
    UNBOUND_SEED = f"{SEED}; no commitment is in it, so it doesn't show that nobody chose the cards"
    POSITION = "the rules lead from its position to every card in it"


class Finding(NamedTuple):
    """The verdict on a record, and its reason in one sentence."""

    verdict: RecordVerdict
    text: str
    line: int | None = None
    """The first line of the file that is not as the rules make it, from 1."""
    source: Source | None = None
    """Only of a true record."""


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
    """A record of one viewer: that its events follow on each other, and what everybody saw of the list of bytes."""
    mixed = _mixed(record)
    if (fault := list_fault(room_of(record.header).kinds, record.header.shares or (), mixed)) is not None:
        return _false(1, fault.value)
    for line, (_, what) in enumerate(record.steps, 2):
        try:
            check_seats(what, game.seats)
            if isinstance(what, Event):
                evolve(game, what)
            elif isinstance(what, DealMixed) and what is not mixed:
                raise _Wrong("bytes are mixed into the seed before the first deal only")
            elif isinstance(what, _ACTIONS):
                raise _Wrong("a record of one viewer has no actions")
        except (_Wrong, LookupError, ValueError, TypeError, AttributeError) as fault:
            return _false(line, f"it contradicts what came before ({fault})")
    text = "this record cannot be checked: it shows only what one viewer saw"
    return Finding(RecordVerdict.NOT_CHECKED, text + _missing(record))


def _mixed(record: GameRecord) -> DealMixed | None:
    """How the list of bytes was closed: what comes before everything else."""
    first = record.steps[0].what if record.steps else None
    return first if isinstance(first, DealMixed) else None


def _missing(record: GameRecord) -> str:
    """Whose bytes are missing, in words: nobody but they can know whether the server left them out."""
    mixed, seats = _mixed(record), record.header.seats
    names = [player.name for seat in (mixed.dropped if mixed else ()) if (player := seats[seat]) is not None]
    return f"; the bytes of {' and '.join(names)} are missing from the deal" if names else ""


def _unbound(record: GameRecord) -> str | None:
    """What is wrong with the way from the commitment to the seed (P-7.33 to P-7.35); None if nothing is."""
    header, mixed = record.header, _mixed(record)
    if not (header.secret and header.commitment):
        if header.secret or header.commitment or header.shares or mixed:
            return f"{'the secret' if header.commitment else 'the commitment'} is missing"
        return None
    secret, seed = bytes.fromhex(header.secret), bytes.fromhex(header.seed)
    if commitment(secret).hex() != header.commitment:
        return "the secret is not the one that the server had committed itself to"
    fault = mixing_fault(secret, seed, room_of(header).kinds, header.shares or (), mixed)
    return None if fault is None else fault.value


def _played(record: GameRecord, game: State) -> Finding:
    if (wrong := _unbound(record)) is not None:
        return _false(1, wrong)
    steps = [step.what for step in record.steps]
    mixed = _mixed(record) is not None
    again = _PlayedAgain(game)
    for line, what in enumerate(steps[mixed:], 2 + mixed):
        try:
            again.take(what)
        except Refused as refused:
            return _false(line, f"the rules refuse it ({refused})")
        except _Wrong as other:
            return _false(line, str(other))
        except (LookupError, ValueError, TypeError, AttributeError) as fault:
            return _false(line, f"it makes no sense here ({fault})")
    if again.due or again.joining is not None or game.phase is not Phase.OVER:
        return _false(len(steps) + 2, "the game does not end there")
    bound = Source.SEED if record.header.commitment else Source.UNBOUND_SEED
    source = Source.POSITION if record.header.position else bound
    text = f"this record is true: {source.value}{_missing(record)}"
    return Finding(RecordVerdict.TRUE, text, source=source)


class _PlayedAgain:
    """The game of a record, step by step."""

    def __init__(self, game: State) -> None:
        self.game = game
        self.due = deque[What]()
        """What the last action leads to and has not come yet."""
        self.joining: int | None = None
        """The seat of a newcomer who joins next."""

    def take(self, what: What) -> None:
        """The next step. Raises _Wrong, Refused, or whatever nonsense brings about."""
        if self.due:
            if what != self.due[0]:
                due, found = _name(self.due[0]), _name(what)
                raise _Wrong(f"the rules give {'another ' if due == found else ''}{due}")
            self.due.popleft()
        elif isinstance(what, SeatTaken) and self.joining is None:
            self.joining = what.seat
        elif isinstance(what, _ACTIONS):
            check_seats(what, self.game.seats)
            if (what.seat if isinstance(what, Join) else None) != self.joining:
                raise _Wrong("a newcomer sits down just before joining the game")
            self.joining = None
            self.due.extend(after(self.game, what))
        else:
            raise _Wrong("nothing leads to it")


def _false(line: int, why: str) -> Finding:
    return Finding(RecordVerdict.FALSE, f"this record is false at line {line}: {why}", line)


def _name(what: What) -> str:
    match what:
        case Mark():
            return "mark"
        case GameOutcome():
            return "result"
        case _:
            return what.kind
