"""Somebody else at a table of a real server, who does what the test says, and nothing else."""

import socket
from contextlib import suppress
from typing import Any, Self, TypeVar

from tests.patience import HANG
from tests.peer import Peer, framed
from uno_protocol import messages as m
from uno_protocol.codec import decode_server
from uno_protocol.framing import SERVER_LIMIT, Frames

Told = TypeVar("Told", bound=m.ServerMessage)


class Companion(Peer):
    """A player on loopback, without encryption, who has a session. The connection ends with the `with` block."""

    def __init__(self, port: int, name: str, token: str = "") -> None:
        super().__init__(name, token)
        self._socket = socket.create_connection(("127.0.0.1", port), HANG)
        self._frames = Frames(SERVER_LIMIT)
        self.greet()
        try:
            self.came_in = self.hear(m.LoggedIn, m.Resumed)
            """How the server has let it in."""
        except ConnectionError:
            self._socket.close()
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._socket.close()

    def send(self, message: m.ClientMessage) -> None:
        with suppress(ConnectionError):  # the server's goodbye may be here already
            self._socket.sendall(framed(message))

    def ask(self, kind: type[m.Request], **fields: Any) -> None:
        """Ask for something, and wait until it is answered; a refusal fails the test."""
        self.request(kind, **fields)
        while getattr(answer := self.hear(m.ServerMessage), "id", None) != self.last_id:
            pass
        assert not isinstance(answer, m.Error), answer

    def play(self, kind: type[m.PlayRequest], **fields: Any) -> None:
        """Answer what the game asks this player next."""
        while self.legal is None or not self.legal.actions:
            self.hear(m.Legal)
        decision, self.legal = self.legal.decision, None
        self.ask(kind, decision=decision, **fields)

    def hear(self, *kinds: type[Told]) -> Told:
        """The next message of these kinds; what comes before it is taken in, too. Raises ConnectionError at the end."""
        while True:
            while (body := self._frames.take()) is None:
                received = self._socket.recv(SERVER_LIMIT)
                if not received:
                    raise ConnectionResetError("the server has closed the connection")
                self._frames.add(received)
            message = decode_server(body)
            if message is not None:
                self.take(message)
            if isinstance(message, kinds):
                return message
