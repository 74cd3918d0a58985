"""The scripted client does what P-5.9 and P-6.4 ask of one that comes back."""

from uno_protocol.conformance.client import Client
from uno_protocol.conformance.verdicts import Message


class Noting(Client[Message, Message]):
    """A client whose messages are kept."""

    def __init__(self) -> None:
        super().__init__("Ann", "secret")
        self.said: list[Message] = []

    def send(self, message: Message) -> None:
        self.said.append(message)


def test_what_has_no_answer_is_repeated_and_ids_continue() -> None:
    ann = Noting()
    first, second = ann.request("ready"), ann.request("start")
    assert ann.settle(first) == {"t": "ready", "id": 1}
    ann.said.clear()
    ann.enter("KXWM", 7)
    ann.resumed(40)
    ann.request("ready")
    assert ann.said == [
        {"t": "resume", "token": "secret", "table": "KXWM", "seen": 7},
        {"t": "start", "id": second},
        {"t": "ready", "id": 41},
    ]
