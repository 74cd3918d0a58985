"""What stands in the log of who comes and goes, and of tables and games: for whoever runs the server (`--log-json`).

Names, addresses and codes; never a hand, a token, a password, or what somebody has said (FAULTS 40).
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable, Sequence

from protocol import messages as m
from protocol.room import PhaseChanged, RoomPhase
from server.facts import Fact, GameBegun, TableEnded, TableOpened
from server.log import Shown
from server.logs import Field, LogLimiter, plain, told
from server.table import Table

log = logging.getLogger(__name__)


NOTED = frozenset((m.Chat, m.React, m.Kick))
"""Requests that leave a line."""


class Diary:
    """Writes lines of level INFO, at most one for an event and whoever it is about within a second."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._limiter = LogLimiter(clock)

    def logged_in(self, name: str, address: str) -> None:
        """A session has begun."""
        self._write("logged_in", name, f"{name} logged in from {address}", name=name, address=address)

    def came_back(self, name: str, address: str) -> None:
        """A session goes on."""
        self._write("came_back", name, f"{name} is back from {address}", name=name, address=address)

    def went(self, name: str, address: str) -> None:
        """The connection of a session is gone."""
        self._write("went", name, f"{name} is gone", name=name, address=address)

    def sent_away(self, name: str, address: str | None, code: str) -> None:
        """The administrator has sent somebody away."""
        self._write(code, name, f"{name} was {code}", name=name, address=address)

    def asked(self, name: str, table: Table, request: m.Request) -> None:
        """Somebody has done something at a table that whoever runs the server may want to know."""
        if type(request) not in NOTED:
            return
        code = table.room.code
        match request:
            case m.Chat() | m.React():
                self._write("spoke", name, f"{name} spoke at {code}", name=name, table=code)
            case m.Kick(name=who, ban=ban):
                event = "table_ban" if ban else "table_kick"
                self._write(event, who, f"{name} put {who} out of {code}", name=who, by=name, table=code)
            case _:
                pass

    def happened(self, table: Table, facts: Sequence[Fact], entries: Iterable[Shown]) -> None:
        """What a commit of a table says of it."""
        room = table.room
        if not facts and room.phase is not RoomPhase.FINISHED:
            return
        for fact in facts:
            match fact:
                case TableOpened():
                    text = f"table {room.code} ({room.name}) is opened"
                    self._write("table_opened", room.code, text, table=room.code, name=room.name, preset=room.preset)
                case TableEnded():
                    self._write("table_closed", room.code, f"table {room.code} is closed", table=room.code)
                case GameBegun():
                    self._write("game_begun", room.code, f"a game begins at {room.code}", table=room.code)
                case _:
                    pass
        if room.phase is RoomPhase.FINISHED and any(_finishes(entry) for entry in entries):
            self._write("game_ended", room.code, f"the game at {room.code} is over", table=room.code)

    def _write(self, event: str, about: str, text: str, **fields: Field) -> None:
        if log.isEnabledFor(logging.INFO) and self._limiter.admits(event, about):
            log.info("%s", plain(text), extra=told(event, **fields))


def _finishes(entry: Shown) -> bool:
    return isinstance(entry.event, PhaseChanged) and entry.event.phase is RoomPhase.FINISHED
