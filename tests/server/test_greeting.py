"""How a connection begins, and what ends it (FAULTS 15 to 19)."""

import pytest

from tests.protocol.next_version import NEXT
from tests.server.harness import Person, World
from uno_protocol import messages as m
from uno_protocol.versions import Spoken


@pytest.mark.parametrize(
    ("spoken", "versions", "remedy"),
    [
        (m.SPOKEN, [1, 1], "update your program"),  # 0.1 and 0.2
        (m.SPOKEN, [3, 9], "this server is older: update it"),
        (NEXT, [0, 1], "update your program"),
        (NEXT, [4, 9], "this server is older: update it"),
        (NEXT, [9, 1], "update your program"),
    ],
)
def test_another_version_is_told_ours_and_what_would_work_and_closed(
    spoken: Spoken, versions: list[int], remedy: str
) -> None:  # FAULTS 18
    ann = Person(World(spoken=spoken), "ann")
    ann.connect(greet=False)
    ann.say(m.Hello(versions=versions))
    error = ann.last(m.Error)
    assert (error.code, error.args) == ("unsupported_version", {"lowest": spoken.lowest, "highest": spoken.newest})
    assert remedy in error.text
    assert ann.last(m.Bye) == m.Bye(code="unsupported_version", come_back=False)
    assert ann.link is None
