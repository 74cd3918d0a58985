"""Somebody else at a table of a real server, who does what the test says, and nothing else: the suite's own client."""

from typing import Self

from tests.patience import HANG
from uno_protocol.conformance.kit import Kit
from uno_protocol.conformance.person import Person


class Companion(Person):
    """A player on loopback, without encryption, who has logged in. The connection ends with the `with` block."""

    def __init__(self, port: int, name: str) -> None:
        self.finds(port)
        try:
            super().__init__(self.kit, name)
        except BaseException:
            self._tools.close()
            raise

    def finds(self, port: int) -> None:
        """From now on, the server is at that port."""
        self.kit = self._tools = Kit("127.0.0.1", port, timeout=HANG)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._tools.close()

    def plays(self, card: str, **more: object) -> None:
        """Play a card as soon as the game asks for one."""
        if not self.listed:
            self.find(lambda _: bool(self.listed), "something to do")
        self.legal = None
        self.play("play", cards=[card], **more)
