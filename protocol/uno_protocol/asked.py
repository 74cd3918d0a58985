"""What a client's message declares beside its fields: who may send it where and when, and what comes of it (P-7, P-9).

Permissions, the version gate, schema, drawings, the document's answers and the samples of tests all read it here.
"""

from collections.abc import Mapping
from enum import Enum
from types import MappingProxyType
from typing import Any, ClassVar, NamedTuple

from msgspec import Struct

from uno_engine.refused import Code
from uno_protocol.room import RoomPhase


class Where(Enum):
    """Where a session is."""

    LOBBY = "lobby"
    WATCHING = "watching"
    SEATED = "seated"
    HOST = "host"

    __hash__ = object.__hash__  # that of Enum is slow, and every request is looked up here


# Where a request is refused, and with which code.
ANYWHERE: Mapping[Where, str] = {}
AT_NO_TABLE = dict.fromkeys((Where.WATCHING, Where.SEATED, Where.HOST), "already_at_table")
WITHOUT_SEAT = dict.fromkeys((Where.SEATED, Where.HOST), "already_at_table")
AT_TABLE = {Where.LOBBY: "not_at_table"}
WITH_SEAT = {Where.LOBBY: "not_at_table", Where.WATCHING: "not_seated"}
AS_HOST = {Where.LOBBY: "not_at_table", Where.WATCHING: "not_host", Where.SEATED: "not_host"}

# In which phases of the table it is refused.
EVER: Mapping[RoomPhase, str] = {}
OPEN = {RoomPhase.CLOSED: "not_at_table"}
_IN_GAME = (RoomPhase.PLAYING, RoomPhase.PAUSED, RoomPhase.BETWEEN_ROUNDS)
BETWEEN_GAMES = {**dict.fromkeys(_IN_GAME, "game_running"), **OPEN}
IN_GAME = {**dict.fromkeys((RoomPhase.WAITING, RoomPhase.FINISHED), "no_game"), **OPEN}
NOT_PAUSED = {RoomPhase.PAUSED: "paused", **OPEN}


class Declaration(NamedTuple):
    """The declaration of one message of a client."""

    where: Mapping[Where, str] = ANYWHERE
    """With which code it is refused, by where the session is."""
    phases: Mapping[RoomPhase, str] = EVER
    """With which code it is refused at a table, by its phase, if `where` lets it pass."""
    like: Mapping[str, Any] = MappingProxyType({})
    """An example: its fields, but for the id and the decision; at a table of two people and a computer player."""
    to: Where | None = None
    """Where the session is after it."""
    answer: str = "ok"
    """The type of its answer."""
    refuses: tuple[str, ...] = ()
    """Other codes with which it may be refused, depending on its fields; without those that apply to any message."""
    limited: bool = False
    """Whether it can come too often, or be one too many: `limit` (P-10.4)."""
    logged: bool = False
    """Whether the administrator's log tells of it."""
    often: bool = False
    """Whether it is one of the most frequent, with neither floats nor unknown keys: it is decoded without a scan."""
    screen: bool = False
    """Whether a screen may ask it (P-5.14)."""
    since: int = 2
    """The first version of the protocol that has it; a later field says so in its annotation (`versions.Since`)."""

    @property
    def refused(self) -> tuple[str, ...]:
        """All codes with which it may be refused, each once."""
        limit = ("limit",) if self.limited else ()
        return tuple(dict.fromkeys((*self.where.values(), *self.phases.values(), *self.refuses, *limit)))


BY_THE_RULES = ("no_game", *(code.value for code in Code))
"""With which codes a move is refused (P-12.2)."""
OF_PLAY = Declaration(WITH_SEAT, NOT_PAUSED, refuses=("away", *BY_THE_RULES), often=True)
"""The common declaration of all requests of play."""


class FromClient(Struct, tag_field="t", frozen=True, omit_defaults=True):
    """A message of a client."""

    asked: ClassVar[Declaration]
