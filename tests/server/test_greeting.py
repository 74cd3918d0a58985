"""How a connection begins, and what ends it (FAULTS 15 to 19)."""

import pytest

from tests.protocol.next_version import LATER, NEXT, speak
from tests.server.harness import Person, World
from uno_protocol import messages as m
from uno_protocol.codec import CodecFault, decode_client, encode
from uno_protocol.versions import Spoken


def stranger(world: World) -> Person:
    person = Person(world, "ann")
    person.connect(greet=False)
    return person


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
    ann = stranger(World(spoken=spoken))
    ann.say(m.Hello(versions=versions))
    error = ann.last(m.Error)
    assert (error.code, error.args) == ("unsupported_version", {"lowest": spoken.lowest, "highest": spoken.newest})
    assert remedy in error.text
    assert ann.last(m.Bye) == m.Bye(code="unsupported_version", come_back=False)
    assert ann.link is None


@pytest.mark.parametrize(("request_", "field"), LATER, ids=str)
def test_what_came_after_the_version_of_a_connection_is_refused_there(
    request_: m.Request, field: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    speak(monkeypatch)
    world = World(spoken=NEXT)
    for newest in NEXT:
        ann = stranger(world)
        ann.say(m.Hello(versions=[2, newest]))
        ann.say(m.Login(name=f"ann {newest}"))
        assert ann.link is not None
        version = world.hub.greeted_in(ann.link) or 0
        if version == 3:
            assert decode_client(encode(request_), version) == request_
            continue
        with pytest.raises(CodecFault) as found:
            decode_client(encode(request_), version)
        world.do(world.hub.fault(ann.link, found.value, world.now))
        assert (ann.last(m.Error).code, ann.last(m.Error).field, ann.last(m.Error).id) == ("bad_schema", field, 1)
        assert isinstance(ann.ask(m.ListTables), m.Tables)
