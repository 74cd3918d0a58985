"""A record in card notation: the position where its game began, and the moves since."""

from uno_engine.actions import Action, Join
from uno_engine.decide import advance
from uno_engine.events import Event
from uno_engine.scenario.notation import BETWEEN, Unwritable, moves_line, position_line
from uno_engine.state import State
from uno_protocol.records.file import ALL, GameRecord
from uno_protocol.room import RoomEvent, SeatTaken
from uno_protocol.wire import ACTIONS

_ACTIONS = tuple(ACTIONS.values())


def notation_of(record: GameRecord, at: int | None = None, between: str = BETWEEN) -> str:
    """The game of a record of all hands, which `read_position` reads back and `uno-client --position` starts from.

    `at`: only what led to its first so many events. `between`: a line break makes it a text of many lines.
    A game that people joined begins after the last of them, because no step can seat a newcomer.
    Raises Unwritable for a record of one viewer's eyes, Unwritable or Refused for a false one; RecordUnknown,
    RecordMalformed.
    """
    try:
        return _notation(record, at, between)
    except (LookupError, ValueError, TypeError, AttributeError) as fault:  # Unwritable, or the record makes no sense
        raise Unwritable(str(fault)) from None


def _notation(record: GameRecord, at: int | None, between: str) -> str:
    if record.header.eyes != ALL:
        raise Unwritable("a record of one viewer's eyes has no moves")
    game = State(record.header.begin())
    names = ["" if player is None else player.name for player in record.header.seats]
    actions, events = list[Action](), 0
    for step in record.steps:
        if events == at:
            break
        if isinstance(step.what, _ACTIONS):
            actions.append(step.what)
        elif isinstance(step.what, (Event, RoomEvent)):
            events += 1
        if isinstance(step.what, SeatTaken):
            names[step.what.seat] = step.what.name
    first = max((n for n, action in enumerate(actions, 1) if isinstance(action, Join)), default=0)
    for action in actions[:first]:
        advance(game, action)
    line, moves = position_line(game, names, between), moves_line(actions[first:], names, between)
    return between.join((line, "---", moves)) if moves else line
