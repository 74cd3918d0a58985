"""The ledger: every commit and answer, kept beside the server: nothing acknowledged is lost, or done twice."""

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import compress

from tests.simulation.wrong import Kind, require
from uno_protocol import messages as m
from uno_protocol.codec import decode_server
from uno_server.base.limits import ANSWERS_KEPT
from uno_server.core.outputs import Commit, Deliver, Output
from uno_server.core.sessions import Session

FORGOTTEN = (m.RoundHistory, m.RecordPage)
"""Answers that no server has to keep (P-8.8, P-8.11)."""
Key = tuple[int, int]
"""The number of a session, and the id of a request in it."""


@dataclass(slots=True)
class Answered:
    """The answer that a client got, in its bytes; the commit that it stands in, if any; the life of the server."""

    body: bytes
    commit: int | None
    life: int


class Ledger:
    """What the server has stored and told, and what clients have heard of it."""

    def __init__(self) -> None:
        self.commits: list[Commit] = []
        """All commits, by number from 1; the last ones may not be stored yet."""
        self.stored = 0
        self.told = 0
        """The highest commit of which anything was sent."""
        self.answers: dict[Key, Answered] = {}
        self.repeats = 0
        """Answers that were heard again, and were the same."""
        self._of_request: dict[Key, int] = {}
        self._known: dict[int, set[int]] = {}
        """The requests that each session has stored answers to, as of its last commit."""
        self._names: dict[int, str] = {}
        self._of_entry: dict[tuple[int, int], Key] = {}
        """The request that brought an entry about, by the number of its table and its own."""
        self._stamps: dict[int, tuple[Output, int]] = {}

    def given(self, outputs: list[Output]) -> list[Commit]:
        """The hub has given this; its new commits. What follows a commit must not be sent before it is stored."""
        commits = []
        for output in outputs:
            if isinstance(output, Commit):
                self._commit(output)
                commits.append(output)
            else:
                self._stamps[id(output)] = (output, len(self.commits))
        return commits

    def _commit(self, commit: Commit) -> None:
        due = len(self.commits) + 1
        require(commit.number == due, Kind.DOUBLED, f"commit {commit.number} comes where {due} is due")
        self.commits.append(commit)
        for session in commit.sessions:
            self._names[session.number] = session.name
            for key in self._carried_out(session):
                before = self._of_request.get(key)
                which = f"request {key[1]} of session {key[0]}"
                require(before is None, Kind.DOUBLED, which, "was carried out in commits", before, commit.number)
                self._of_request[key] = commit.number
                if commit.table is not None:
                    self._of_entry |= {(commit.table.number, entry.n): key for entry in commit.entries}

    def _carried_out(self, session: Session) -> list[Key]:
        """The requests that a session has stored answers to since its last commit."""
        number, ids = session.number, list(compress(session.answers.ids, session.answers.stored))
        require(len(ids) == len(set(ids)), Kind.DOUBLED, "session", number, "has two answers to a request:", ids)
        new = [id for id in ids if id not in self._known.get(number, ())]
        self._known[number] = set(ids)
        return [(number, id) for id in new]

    def booted(self, sessions: Iterable[Session]) -> None:
        """A life begins with these sessions."""
        self._known = {one.number: set(compress(one.answers.ids, one.answers.stored)) for one in sessions}

    def sends(self, output: Deliver) -> None:
        """This leaves now. What the hub did not give (a ping) says nothing."""
        _, commit = self._stamps.pop(id(output), (output, 0))
        require(commit <= self.stored, Kind.EARLY, output.messages, "follows commit", commit, "beyond", self.stored)
        self.told = max(self.told, commit)

    def survived(self, number: int) -> list[Commit]:
        """A life begins in which commits up to `number` are there; the others, which are given up."""
        require(number >= self.told, Kind.LOST, f"commit {self.told} was told, and only {number} are there")
        require(number >= self.stored, Kind.LOST, f"commit {self.stored} was stored, and only {number} are there")
        require(
            number <= len(self.commits), Kind.DOUBLED, f"there are {number} commits, {len(self.commits)} were given"
        )
        dropped = self.commits[number:]
        del self.commits[number:]
        self._of_request = {key: commit for key, commit in self._of_request.items() if commit <= number}
        self._of_entry = {entry: key for entry, key in self._of_entry.items() if key in self._of_request}
        self._stamps.clear()
        self.stored = number
        return dropped

    def session_of(self, name: str) -> int:
        """The number of the newest session of that name."""
        found = [number for number, other in self._names.items() if other == name]
        require(bool(found), Kind.LOST, "no session of", name, "was stored")
        return max(found)

    def asked_for(self, table: int, n: int) -> Key | None:
        """The request that brought that entry about, if it was one."""
        return self._of_entry.get((table, n))

    def answered(self, session: int, answer: m.ServerMessage, body: bytes, life: int) -> None:
        """A client has got the answer to a request of its own."""
        id: int = answer.id  # type: ignore[attr-defined]  # every answer has one
        key = (session, id)
        commit = self._of_request.get(key)
        code = answer.code if isinstance(answer, m.Error) else None
        require(code != "internal", Kind.FAILED, f"request {id} of session {session} is answered internal")
        before = self.answers.get(key)
        if code == "old_id":
            self._may_be_old(key, before, life)
            return
        if before is None or (before.commit is None and before.life != life):
            text = f"request {id} of session {session} is refused ({answer}), and has been carried out in {commit}"
            require(code is None or commit is None, Kind.DOUBLED, text)
            self.answers[key] = Answered(body, commit, life)
            return
        which = f"request {id} of session {session}"
        forgotten = isinstance(answer, m.Ok) and isinstance(decode_server(before.body), FORGOTTEN)
        require(
            body == before.body or forgotten, Kind.DOUBLED, which, "is answered", body, "and was answered", before.body
        )
        self.repeats += 1

    def _may_be_old(self, key: Key, before: Answered | None, life: int) -> None:
        """`old_id` is for what lies far back, or was never stored and belongs to an earlier life of the server."""
        newer = sum(1 for session, id in self.answers if session == key[0] and id > key[1])
        unstored = key not in self._of_request and life > 1 and (before is None or before.life != life)
        far = newer >= ANSWERS_KEPT
        require(far or unstored, Kind.LOST, f"request {key[1]} of session {key[0]} is too old, and {newer} are newer")
