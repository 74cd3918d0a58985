"""Audit: log lines about players, tables and games, for the administrator (`--log-json`).

They have names, addresses and codes; never a hand, a token, a password, or chat (FAULTS 40).
"""

import logging
from collections.abc import Callable

from uno_protocol import messages as m
from uno_protocol.room import GameOpened, GamePlaced, PhaseChanged, Room, RoomPhase
from uno_server.base.logs import Field, LogLimiter, plain, told
from uno_server.base.refusal import Refusal
from uno_server.table.table import Table
from uno_server.table.transaction import Change

log = logging.getLogger(__name__)


_FINISHED = RoomPhase.FINISHED  # asked for at every move
_BEGINS = frozenset((GameOpened, GamePlaced))


class Audit:
    """Writes lines of level INFO, at most one per second for each event and subject."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._limiter = LogLimiter(clock)

    def logged_in(self, name: str, address: str) -> None:
        """A new session."""
        self._write("logged_in", name, f"{name} logged in from {address}", name=name, address=address)

    def came_back(self, name: str, address: str) -> None:
        """A session was resumed."""
        self._write("came_back", name, f"{name} reconnected from {address}", name=name, address=address)

    def logged_out(self, name: str, address: str) -> None:
        """A session was ended by its player."""
        self._write("logged_out", name, f"{name} logged out", name=name, address=address)

    def went(self, name: str, address: str) -> None:
        """A session was disconnected."""
        self._write("went", name, f"{name} disconnected", name=name, address=address)

    def claimed(self, name: str, address: str, code: str) -> None:
        """Somebody asks for a seat."""
        text = f"{address} asks for the seat of {name} at {code}"
        self._write("claimed", name, text, name=name, address=address, table=code)

    def kicked(self, name: str, address: str | None, code: str) -> None:
        """The administrator kicked or banned somebody."""
        self._write(code, name, f"{name} was {code} by the administrator", name=name, address=address)

    def asked(self, name: str, table: Table, request: m.Request) -> None:
        """Somebody made a request at a table; those that say so are logged."""
        if not request.asked.logged:
            return
        code = table.room.code
        match request:
            case m.Kick(name=who, ban=ban):
                event, did = ("table_ban", "banned") if ban else ("table_kick", "kicked")
                self._write(event, who, f"{name} {did} {who} from {code}", name=who, by=name, table=code)
            case m.AnswerClaim(allow=allow):
                did = "allowed" if allow else "refused"
                self._write("claim", name, f"{name} {did} a claim at {code}", name=name, answer=did, table=code)
            case m.Chat() | m.React():
                self._write("spoke", name, f"{name} spoke at {code}", name=name, table=code)
            case _:
                kind = request.__struct_config__.tag
                self._write("asked", name, f"{name} asked for {kind} at {code}", name=name, table=code)

    def happened(self, room: Room, change: Change) -> None:
        """A table changed: log its opening, its end, and its games."""
        code = room.code
        for entry in change.entries:
            if entry.n == 1:
                text = f"table {code} ({room.name}) opened"
                self._write("table_opened", code, text, table=code, name=room.name, preset=room.preset)
            if type(entry.event) in _BEGINS:
                self._write("game_begun", code, f"a game started at {code}", table=code)
            elif type(entry.event) is PhaseChanged and entry.event.phase is _FINISHED:
                self._write("game_ended", code, f"the game at {code} ended", table=code)
        if change.ended:
            self._write("table_closed", code, f"table {code} closed", table=code)

    def refused(self, name: str, refusal: Refusal) -> None:
        """A request was refused; where a setting of the administrator did it, its name is logged."""
        if "experts" in refusal.arguments:
            self._write("no_expert", name, f"{name} got no expert: experts_per_core allows no more", name=name)

    def _write(self, event: str, about: str, text: str, **fields: Field) -> None:
        if log.isEnabledFor(logging.INFO) and self._limiter.admits(event, about):
            log.info("%s", plain(text), extra=told(event, **fields))
