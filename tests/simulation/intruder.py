"""Somebody without a token: tries one that is wrong, cut or made up, and must always hear the same."""

import random

from tests.simulation.network import Connection, Network
from tests.simulation.wrong import Kind, Wrong
from uno_protocol import messages as m
from uno_protocol.codec import decode_server, encode

SAID = m.Error(code="bad_token", text="unknown or expired token")


class Intruder:
    """One try to resume a session that is not theirs."""

    place = "127.0.0.99"

    def __init__(self, network: Network, choice: random.Random, tokens: list[str]) -> None:
        self._network = network
        self._token = _wrong(choice, tokens)

    def begin(self) -> None:
        """Dial."""
        self._network.connect(self)

    def connected(self, connection: Connection) -> None:
        connection.upward.send(encode(m.Hello(versions=[*m.SPOKEN])))
        connection.upward.send(encode(m.Resume(token=self._token)))

    def no_way(self) -> None:
        """No server, no harm."""

    def hears(self, connection: Connection, body: bytes, sent_at: float) -> None:
        match decode_server(body):
            case m.Welcome() | m.Ping():
                pass
            case m.Error() as error if error == SAID:
                pass
            case m.Bye(code="bad_token" | "server_stopping" | "storage"):
                connection.upward.send(None)
            case other:
                raise Wrong(Kind.FAILED, f"somebody with a wrong token is told {other}")

    def hung_up(self, connection: Connection) -> None:
        connection.upward.send(None)


def _wrong(choice: random.Random, tokens: list[str]) -> str:
    token = choice.choice(tokens) if tokens else "A" * 32
    at = choice.randrange(len(token))
    other = "A" if token[at] != "A" else "B"
    return choice.choice(("", token[:-1], token[:at] + other + token[at + 1 :], token + "=", "A" * len(token)))
