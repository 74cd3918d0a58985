"""A record of all hands as text: who played and won, then a scenario that plays the game again."""

from collections.abc import Iterator
from datetime import datetime

from uno_engine.actions import Join
from uno_engine.decide import advance
from uno_engine.scenario.notation import moves_line, position_line
from uno_engine.state import State
from uno_protocol.records.file import GameOutcome, Header, read
from uno_protocol.room import SeatTaken
from uno_protocol.text import clean
from uno_protocol.wire import ACTIONS

_ACTIONS = tuple(ACTIONS.values())


def text(data: bytes) -> str:
    """The text of the record in `data`, whose actions the rules must allow (`engine/SCENARIOS.md`).

    Where somebody joins, a further scenario begins: no step lets anybody join. Raises RecordFault, Unwritable.
    """
    header, steps = read(data)
    names = [one.name if one else "" for one in header.seats]
    said, state, parts = list(_head(header)), State(header.begin()), list[str]()
    start, moves = position_line(state, names, "\n"), list[str]()
    for step in steps:
        match step.what:
            case SeatTaken(seat, name=name):
                names[seat] = name
            case Join() as joined:
                if moves:
                    parts.append("\n".join([start, "---", *moves]))
                advance(state, joined)
                start, moves = position_line(state, names, "\n"), []
            case GameOutcome() as end:
                said.append(_result(end, names))
            case action if isinstance(action, _ACTIONS):
                moves.append(moves_line([action], names))
                advance(state, action)
    parts.append("\n".join([start, "---", *moves]))
    shown = [f"scenario: game {clean(header.game)}, part {n}\n{part}\n" for n, part in enumerate(parts, 1)]
    return "\n".join(["".join(f"# {line}\n" for line in said), *shown])


def _head(header: Header) -> Iterator[str]:
    when = datetime.fromtimestamp(header.began).astimezone()
    at = f" at {clean(header.table)}" if header.table else ""
    yield f"game {clean(header.game)}{at}, {when:%Y-%m-%d %H:%M}"
    yield ", ".join(clean(one.name) for one in header.seats if one is not None)


def _result(end: GameOutcome, names: list[str]) -> str:
    winners = " and ".join(clean(names[seat]) for seat in end.winners) or "nobody"
    points = ", ".join(f"{clean(name)} {end.scores[seat]}" for seat, name in enumerate(names) if name)
    many = "1 round" if end.rounds == 1 else f"{end.rounds} rounds"
    return f"won by {winners} after {many}; points: {points}"
