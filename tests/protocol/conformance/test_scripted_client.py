"""The scripted client comes back as P-5.9 and P-6.4 say; the scripted server speaks the version that P-4.2 says."""

import pytest

from uno_protocol.conformance.client import Client
from uno_protocol.conformance.scripted import stage
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


@pytest.mark.parametrize(("versions", "spoken"), [([2, 2], 2), ([2, 3], 3), ([3, 9], 3), ([0, 1], 3), ("2", 3)])
def test_a_client_of_an_older_version_is_tested_in_it(
    versions: object, spoken: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(stage, "VERSION", 3)
    assert stage.version_with({"t": "hello", "versions": versions}) == spoken
