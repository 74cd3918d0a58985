"""Chat: what people may say at a table and in the lobby, and how often (FAULTS 33 to 38)."""

import logging
from collections import deque

from uno_protocol import messages as m
from uno_protocol import room as rm
from uno_protocol.text import clean
from uno_server.base.limits import CROWD_BURST, CROWD_PER_SECOND, LOBBY_LINES, Limits
from uno_server.base.rate_limit import RateLimit
from uno_server.base.refusal import Refusal
from uno_server.core.sessions import Session
from uno_server.table.state import Member
from uno_server.table.table import Table

log = logging.getLogger(__name__)

LOBBY = 0
"""The crowd in the lobby; the others are tables, numbered from 1."""


class ChatKeeper:
    """Checks and counts chat. A table keeps its own in its room; the last lines of the lobby are kept here.

    Those are not stored, and numbering restarts from 1 with the server.
    """

    def __init__(self, limits: Limits) -> None:
        self._longest = limits.chat_length
        self._rate = RateLimit(limits.chat_at_once, limits.chat_per_minute / 60)
        self._crowd_rate = RateLimit(CROWD_BURST, CROWD_PER_SECOND)
        self._lines: deque[m.TalkLine] = deque(maxlen=LOBBY_LINES)
        self._n = 0

    def at_table(self, table: Table, who: Member, request: m.Chat | m.React, now: float) -> m.Ok:
        """Carry out `chat` or `react` at a table. Raises Refusal `muted`, `bad_text`, `limit`."""
        if who.name in table.room.muted:
            raise Refusal("muted", text="the host silenced you at this table")
        event: rm.RoomEvent
        if isinstance(request, m.React):
            event = rm.Reacted(who.name, request.reaction, who.seat)
        else:
            event = rm.Said(who.name, _words(request.text, self._longest), who.seat)
        self._count(who.session, table.number if who.seat is None else None, now)
        log.debug("session %d chatted at table %s", who.session, table.room.code)
        table.happen(event)
        return m.Ok(id=request.id)

    def in_lobby(self, who: Session, text: str, now: float) -> m.LobbySaid:
        """The message to the lobby for a `chat` there. Raises Refusal `already_at_table`, `bad_text`, `limit`."""
        if who.table is not None:
            text = "you are at a table, so you cannot chat in the lobby"
            raise Refusal("already_at_table", field="to", args={"table": who.table}, text=text)
        words = _words(text, self._longest)
        self._count(who.number, LOBBY, now)
        self._n += 1
        log.debug("session %d chatted in the lobby", who.number)
        self._lines.append(m.TalkLine(n=self._n, name=who.name, text=words))
        return m.LobbySaid(n=self._n, name=who.name, text=words)

    def lately(self, request: m.LobbyTalk) -> m.Talk:
        """The answer to `lobby_talk`: the kept lines of the lobby after the given number."""
        return m.Talk(id=request.id, lines=[line for line in self._lines if line.n > request.after])

    def _count(self, session: int, crowd: int | None, now: float) -> None:
        """Count chat and reactions together: for the session, and for the crowd that it is in, if any.

        Raises Refusal `limit`; what is refused does not count.
        """
        if wait := self._rate.wait(session, now):
            raise _later(wait, "you chat too fast")
        if crowd is not None and (wait := self._crowd_rate.take(crowd, now)):
            raise _later(wait, "too many people chat at once")
        self._rate.take(session, now)


def _words(text: str, longest: int) -> str:
    """The text as one clean line. Raises Refusal `bad_text` if nothing visible is left."""
    words = clean(text, longest)
    if not words:
        raise Refusal("bad_text", field="text", text="the message has no visible text")
    return words


def _later(seconds: int, why: str) -> Refusal:
    return Refusal("limit", args={"seconds": seconds}, text=f"{why}; wait {seconds} s")
