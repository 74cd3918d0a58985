"""Recovery in steps: while tables are still loading from the journal, requests that need more than has loaded wait."""

from collections import deque
from collections.abc import Callable, Iterable

from uno_protocol import messages as m
from uno_protocol.codec import CodecFault
from uno_server.core.sessions import Session, Sessions

Said = m.ClientMessage | CodecFault
"""A peer's input: a message, or a body that is none."""


class Coming:
    """The peers that wait, and what they have said since."""

    def __init__(self, sessions: Sessions) -> None:
        self._sessions = sessions
        self._said: dict[int, deque[Said]] = {}
        """By peer, the oldest first."""
        self._for_table: dict[int, list[int]] = {}
        """By session: the peers that would resume it as soon as its table is here."""
        self._let_in: deque[int] = deque()
        """Peers that have waited long enough."""
        self._going_on: int | None = None
        """The peer that `next` has named."""
        self._complete = False
        """All tables are here."""

    def holds(self, peer: int, session: Session | None, said: Said, now: float) -> bool:
        """Whether that has to wait: a `resume` for its table, others for all; what a table is asked does not."""
        if peer == self._going_on:
            self._going_on = None
            return False
        if isinstance(said, m.Ping | m.Pong):
            return False
        if peer in self._said:
            self._said[peer].append(said)
            return True
        if not self._must_wait(peer, session, said, now):
            return False
        self._said[peer] = deque((said,))
        return True

    def _must_wait(self, peer: int, session: Session | None, said: Said, now: float) -> bool:
        if self._complete:
            return False
        match said:
            case m.Login() | m.MoveHere() | m.ClaimSeat() | m.ListTables():
                return True
            case m.Resume(token):
                session = self._sessions.by_token(token, now)
                if session is not None and session.table is None:
                    self._for_table.setdefault(session.number, []).append(peer)
                return session is None or session.table is None
            case m.Request() if session is not None:
                return session.table is None or isinstance(said, _OF_ALL_TABLES)
            case _:
                return False

    def forget(self, peer: int) -> None:
        """The peer is gone."""
        self._said.pop(peer, None)

    def let_in(self, members: Iterable[int]) -> None:
        """The table with these sessions is here."""
        for session in members:
            self._let_in += self._for_table.pop(session, ())

    def let_all_in(self) -> bool:
        """All tables are here. Whether somebody still waits."""
        self._complete = True
        self._let_in = deque(self._said)
        return bool(self._let_in)

    def next(self, session_of: Callable[[int], Session | None], now: float) -> tuple[int, Said] | None:
        """The next peer that can continue, with its messages: give those to the hub now. None if nobody can."""
        while self._let_in:
            peer = self._let_in[0]
            said = self._said.get(peer)
            if said and not self._must_wait(peer, session_of(peer), said[0], now):
                self._going_on = peer
                return peer, said.popleft()
            self._let_in.popleft()
            if not said:
                self._said.pop(peer, None)
        return None


_OF_ALL_TABLES = (m.TableRules, m.JoinTable, m.SpectateTable)
"""Requests of somebody at a table that other tables have to be there for."""
