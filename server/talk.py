"""What may be said, and how often? At a table, and in the lobby, whose last lines are kept here (FAULTS 33 to 38)."""

from __future__ import annotations

import logging
from collections import deque

from protocol import messages as m
from protocol import room as rm
from protocol.text import clean
from server.limits import CROWD_BURST, CROWD_PER_SECOND, LOBBY_LINES, Limits
from server.members import Member
from server.pace import Pace
from server.refusal import Refusal
from server.session import Session
from server.table import Table

log = logging.getLogger(__name__)

LOBBY = 0
"""The crowd that is no table's: tables are numbered from 1."""


class Talk:
    """Judges what people say. What was said at a table is in its room; of the lobby the last lines are kept here.

    Those are not stored, and are numbered from 1 anew with each start of the server.
    """

    def __init__(self, limits: Limits) -> None:
        self._longest = limits.chat_length
        self._pace = Pace(limits.chat_at_once, limits.chat_per_minute / 60)
        self._crowd_pace = Pace(CROWD_BURST, CROWD_PER_SECOND)
        self._lines: deque[m.TalkLine] = deque(maxlen=LOBBY_LINES)
        self._n = 0

    def at_table(self, table: Table, who: Member, request: m.Chat | m.React, now: float) -> m.Ok:
        """Carry out `chat` or `react` at a table. Raises Refusal `muted`, `bad_text`, `limit`."""
        if who.name in table.room.muted:
            raise Refusal("muted", text="the host lets you speak no more at this table")
        event: rm.RoomEvent
        if isinstance(request, m.React):
            event = rm.Reacted(who.name, request.reaction, who.seat)
        else:
            event = rm.Said(who.name, _words(request.text, self._longest), who.seat)
        self._count(who.session, table.number if who.seat is None else None, now)
        log.debug("session %d speaks at table %s", who.session, table.room.code)
        table.happen(event)
        return m.Ok(id=request.id)

    def in_lobby(self, who: Session, text: str, now: float) -> m.LobbySaid:
        """What the lobby is told of a `chat` there. Raises Refusal `already_at_table`, `bad_text`, `limit`."""
        if who.table is not None:
            text = "you are at a table; what you say there is heard there"
            raise Refusal("already_at_table", field="to", args={"table": who.table}, text=text)
        words = _words(text, self._longest)
        self._count(who.number, LOBBY, now)
        self._n += 1
        log.debug("session %d speaks in the lobby", who.number)
        self._lines.append(m.TalkLine(n=self._n, name=who.name, text=words))
        return m.LobbySaid(n=self._n, name=who.name, text=words)

    def lately(self, request: m.LobbyTalk) -> m.Talk:
        """The answer to `lobby_talk`: the lines of the lobby that are kept, those after the number named."""
        return m.Talk(id=request.id, lines=[line for line in self._lines if line.n > request.after])

    def _count(self, session: int, crowd: int | None, now: float) -> None:
        """Chat and reactions of a session together, wherever it is, and of the crowd that it is in, if any.

        Raises Refusal `limit`; what is refused does not count.
        """
        if wait := self._pace.wait(session, now):
            raise _later(wait, "you speak too fast")
        if crowd is not None and (wait := self._crowd_pace.take(crowd, now)):
            raise _later(wait, "too many speak at once")
        self._pace.take(session, now)


def _words(text: str, longest: int) -> str:
    """One line of what was typed. Raises Refusal `bad_text` if nothing of it can be seen."""
    words = clean(text, longest)
    if not words:
        raise Refusal("bad_text", field="text", text="there is nothing in it that could be read")
    return words


def _later(seconds: int, why: str) -> Refusal:
    return Refusal("limit", args={"seconds": seconds}, text=f"{why}; wait {seconds} s")
