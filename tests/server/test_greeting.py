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


def codes(person: Person) -> list[str]:
    return [one.code for one in person.heard if isinstance(one, m.Error | m.Bye)]


@pytest.mark.parametrize(("versions", "chosen"), [([2, 2], 2), ([0, 2], 2), ([2, 3], 3), ([2, 9], 3), ([3, 3], 3)])
def test_a_client_that_speaks_a_version_of_ours_is_welcomed_with_the_highest(versions: list[int], chosen: int) -> None:
    ann = stranger(World(spoken=NEXT))
    ann.say(m.Hello(versions=versions, program="x", capabilities=["unheard of"]))
    welcome = ann.last(m.Welcome)
    assert (welcome.version, welcome.name) == (chosen, "the test")
    assert welcome.limits["max_frame"] == 8192
    assert welcome.timeouts["silence"] == 14.0


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


def fault(person: Person, body: bytes) -> None:
    with pytest.raises(CodecFault) as found:
        decode_client(body)
    assert person.link is not None
    person.world.do(person.world.hub.fault(person.link, found.value, person.world.now))


BAD_LIST = b"\x82\xa1t\xablist_tables\xa2id\xa1x"


def test_the_tenth_faulty_message_of_a_connection_closes_it() -> None:  # FAULTS 15
    ann = World().person("ann")
    for _ in range(9):
        fault(ann, BAD_LIST)
    assert codes(ann) == ["bad_schema"] * 9
    assert ann.last(m.Error).field == "id"
    assert isinstance(ann.ask(m.ListTables), m.Tables)
    fault(ann, BAD_LIST)
    assert ann.last(m.Bye) == m.Bye(code="bad_schema", come_back=False)
    assert ann.link is None


def test_a_faulty_hello_is_told_its_field_and_any_other_faulty_message_before_it_closes() -> None:  # FAULTS 15, 17
    ann = stranger(World())
    fault(ann, b"\x82\xa1t\xa5hello\xa8versions\x91\x01")
    assert codes(ann) == ["bad_schema"]
    ann.say(m.Hello(versions=[*m.SPOKEN]))
    assert ann.last(m.Welcome).version == m.VERSION
    bob = stranger(World())
    fault(bob, BAD_LIST)
    assert codes(bob) == ["not_greeted", "not_greeted"]
    assert bob.link is None


def test_a_stopping_server_tells_everybody_to_come_back() -> None:
    world = World()
    ann, bob = world.person("ann"), world.person("bob")
    world.do(world.hub.stop(world.now))
    for person in (ann, bob):
        assert person.last(m.Bye) == m.Bye(code="server_stopping", come_back=True, after=1.0)
        assert person.link is None


@pytest.mark.parametrize(("code", "come_back"), [("read_timeout", True), ("silent", True), ("bad_frame", False)])
def test_a_connection_that_is_given_up_is_told_why(code: str, come_back: bool) -> None:  # FAULTS 2, 5, 46
    world = World()
    ann = world.person("ann")
    assert ann.link is not None
    world.do(world.hub.break_off(ann.link, code, "why", come_back=come_back))
    assert ann.last(m.Bye).code == code
    assert ann.last(m.Bye).come_back is come_back
    assert ann.link is None
