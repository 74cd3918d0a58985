"""Coming back: while tables are still coming from the journal, whoever asks for more than has come waits."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from protocol import messages as m
from server.core.sessions import Session, Sessions


class Coming:
    """The peers that wait, and what they have said since."""

    def __init__(self, sessions: Sessions) -> None:
        self._sessions = sessions
        self._said: dict[int, list[m.ClientMessage]] = {}
        """By peer: its messages, the oldest first."""
        self._for_table: dict[int, list[int]] = {}
        """By session: the peers that would resume it as soon as its table is here."""

    def holds(self, peer: int, session: Session | None, message: m.ClientMessage, now: float) -> bool:
        """Whether the message has to wait: a `resume` for its table, others for all; what a table asks does not."""
        if peer in self._said:
            self._said[peer].append(message)
            return True
        match message:
            case m.Resume(token):
                session = self._sessions.by_token(token, now)
                if session is not None:
                    if session.table is not None:
                        return False
                    self._for_table.setdefault(session.number, []).append(peer)
            case m.Login():
                pass
            case m.Request() if session is not None:
                if session.table is not None and not isinstance(message, m.ListTables | m.TableRules):
                    return False
            case _:
                return False
        self._said[peer] = [message]
        return True

    def forget(self, peer: int) -> None:
        """The peer is gone."""
        self._said.pop(peer, None)

    def let_in(self, members: Iterable[int]) -> Iterator[tuple[int, m.ClientMessage]]:
        """What those have said who have waited for the table with these sessions."""
        for session in members:
            yield from self._take(self._for_table.pop(session, ()))

    def let_all_in(self) -> Iterator[tuple[int, m.ClientMessage]]:
        """What all others have said."""
        yield from self._take(list(self._said))

    def _take(self, peers: Iterable[int]) -> Iterator[tuple[int, m.ClientMessage]]:
        for peer in peers:
            for message in self._said.pop(peer, ()):
                yield peer, message
