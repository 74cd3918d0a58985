"""Does a kept game follow from its seed, its actions and the rules alone? Dealt and decided again, event by event."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields

from engine.decide import decide
from engine.events import Event
from engine.evolve import evolve
from engine.refused import Refused
from engine.state import State, new_game
from protocol.room import GameSeed, Room, RoomEvent
from server.archive import Archive, KeptGame, KeptTable, Moment
from server.positions import state_at


class Replay:
    """One game, played again beside what the journal tells of it."""

    def __init__(self, room: Room, game: KeptGame) -> None:
        self._seed = game.seed
        self._state: State = (
            state_at(game.position) if game.position else new_game(room.rules, game.seated, game.seed, game.chosen)
        )

    def differs(self, moment: Moment) -> str | None:
        """Carry out what was asked at that moment; what comes out otherwise than it is stored, without saying cards.

        The next moment goes on from the stored events, so that one difference does not bring about others.
        """
        stored = [logged for logged in moment.entries if not isinstance(logged.event, RoomEvent)]
        at = 0
        for action in moment.actions:
            try:
                due = decide(self._state, action)
            except Refused as refused:
                return f"commit {moment.commit}: the rules refuse {action.kind} ({refused.code.value})"
            for event in due:
                if at == len(stored):
                    return f"commit {moment.commit}: {event.kind} is missing"
                logged = stored[at]
                assert isinstance(logged.event, Event)
                if logged.event != event:
                    return f"entry {logged.n}: {_difference(event, logged.event)}"
                evolve(self._state, logged.event)
                at += 1
        if at < len(stored):
            return f"entry {stored[at].n}: {stored[at].event.kind} follows from nothing that was asked"
        for logged in moment.entries:
            if isinstance(logged.event, GameSeed) and logged.event.seed != self._seed.hex():
                return f"entry {logged.n}: the seed that was told is not that of the game"
        return None


def _difference(due: Event, stored: Event) -> str:
    if type(due) is not type(stored):
        return f"{stored.kind}, where the rules give {due.kind}"
    names = [one.name for one in fields(due) if getattr(due, one.name) != getattr(stored, one.name)]  # type: ignore[arg-type]  # every event is a dataclass
    return f"{stored.kind} is otherwise by the rules: {', '.join(names)}"


def check(archive: Archive, table: KeptTable | None = None, number: int | None = None) -> Iterator[str]:
    """Read everything, or one table (or one game of it); a line for whatever is not as it must be.

    `archive` counts what was read.
    """
    replays: dict[tuple[int, int], Replay | None] = {}
    for where, game, moment in archive.walk(None if table is None else table.number):
        if game is None or where.room is None or number not in (None, game.number):
            continue
        key = where.number, game.number
        if key not in replays:
            replays[key] = Replay(where.room, game)
        replay = replays[key]
        found = None if replay is None else replay.differs(moment)
        if found is not None:
            yield f"game {where.number}.{game.number} at {where.code}: {found}"
        if found is not None or game.finished is not None:
            replays[key] = None  # what comes after a difference follows from it
    for where in archive.tables.values() if table is None else (table,):
        if where.damage is not None:
            yield f"table {where.number} ({where.code}): {where.damage}"
    if table is None:
        yield from archive.rest()
