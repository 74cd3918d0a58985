"""The scripted client of the suite and of all tests: the part of a client that does not depend on who it is.

It says hello, logs in or resumes, numbers its requests, keeps those without an answer, and repeats them after it has
resumed. It has no connection, reads nothing and folds nothing. A subclass says how a message leaves (`send`), calls
`settle` and `resumed` for what arrives, and may carry any picture of the table and any judge.

A message is what `make` makes of a type and its fields: a map here, as PROTOCOL.md has it.
"""

from typing import Any, Generic, TypeVar

from uno_protocol.conformance.shapes import HELLO

Greeting = TypeVar("Greeting")
Request = TypeVar("Request")


class Client(Generic[Greeting, Request]):
    """One player's session: a name, a token, and its requests."""

    def __init__(self, name: str, token: str = "") -> None:
        """With a `token` it resumes that session, otherwise it logs in."""
        self.name = name
        self.token = token
        self.last_id = 0
        """The id of the last request."""
        self.pending: dict[int, Request] = {}
        """Requests without an answer, by id."""

    def send(self, message: Greeting | Request) -> None:
        """Send a message, if there is a connection."""
        raise NotImplementedError

    def make(self, type_: str, /, **fields: Any) -> Any:
        """A message of that type."""
        return {"t": type_, **fields}

    def greet(self) -> None:
        """Say hello on a new connection."""
        self.send(self.make("hello", versions=HELLO["versions"]))

    def enter(self, table: str | None = None, seen: int | None = None) -> None:
        """Log in, or resume: at this table, of which entry `seen` was the last one received."""
        if self.token:
            place = {name: value for name, value in (("table", table), ("seen", seen)) if value is not None}
            self.send(self.make("resume", token=self.token, **place))
        else:
            self.send(self.make("login", name=self.name))

    def next_id(self) -> int:
        """The id for the next request."""
        self.last_id += 1
        return self.last_id

    def request(self, type_: str, /, **fields: Any) -> int:
        """Send a new request; returns its id."""
        id = self.next_id()
        self.submit(id, self.make(type_, id=id, **fields))
        return id

    def submit(self, id: int, request: Request) -> None:
        """Send a request that has its id."""
        self.pending[id] = request
        self.send(request)

    def settle(self, id: int) -> Request | None:
        """Note that an answer has arrived: the request that it is for; None if that was answered before."""
        return self.pending.pop(id, None)

    def resumed(self, last_id: int) -> None:
        """Continue a session in which `last_id` was the last request: repeat what has no answer (P-5.9)."""
        self.last_id = max(self.last_id, last_id)
        for request in [*self.pending.values()]:
            self.send(request)
