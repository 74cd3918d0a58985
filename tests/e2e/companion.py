"""Somebody else at a table of a real server, who does what the test says, and nothing else."""

import socket
from types import TracebackType
from typing import Any, Self, TypeVar

from tests.patience import HANG
from uno_protocol import messages as m
from uno_protocol.codec import decode_server, encode
from uno_protocol.framing import Frames, frame

Told = TypeVar("Told", bound=m.ServerMessage)
LARGEST = 65_536


class Wire:
    """A connection to a server on loopback, without encryption. It ends with the `with` block."""

    def __init__(self, port: int) -> None:
        self._socket = socket.create_connection(("127.0.0.1", port), HANG)
        self._frames = Frames(LARGEST)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, fault: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Close the connection."""
        self._socket.close()

    def say(self, message: m.ClientMessage) -> None:
        """Send a message."""
        self._socket.sendall(frame(encode(message)))

    def next(self) -> m.ServerMessage | m.Ping | m.Pong | None:
        """What comes next."""
        while (body := self._frames.take()) is None:
            received = self._socket.recv(LARGEST)
            assert received, "the server has closed the connection"
            self._frames.add(received)
        return decode_server(body)


class Companion(Wire):
    """A player who is logged in."""

    def __init__(self, port: int, name: str) -> None:
        super().__init__(port)
        self._id = 0
        self._legal: m.Legal | None = None
        """What this player may do, as it was told last."""
        self.say(m.Hello(versions=[*m.SPOKEN]))
        self.say(m.Login(name=name))
        self._hear(m.LoggedIn)

    def ask(self, kind: type[m.Request], **fields: Any) -> None:
        """Ask for something, and wait until it is answered; a refusal fails the test."""
        self._id += 1
        self.say(kind(id=self._id, **fields))
        while getattr(answer := self._hear(m.ServerMessage), "id", None) != self._id:
            pass
        assert not isinstance(answer, m.Error), answer

    def play(self, kind: type[m.PlayRequest], **fields: Any) -> None:
        """Answer what the game asks this player next."""
        while self._legal is None or not self._legal.actions:
            self._hear(m.Legal)
        decision, self._legal = self._legal.decision, None
        self.ask(kind, decision=decision, **fields)

    def _hear(self, kind: type[Told]) -> Told:
        """The next message of a kind; what comes before it is passed over."""
        while True:
            message = self.next()
            if isinstance(message, m.Ping):
                self.say(m.Pong(nonce=message.nonce))
            if isinstance(message, m.Legal):
                self._legal = message
            if isinstance(message, kind):
                return message
