"""A connection has what its version has, and nothing later: shown with a made-up next one (P-4.2, P-11.3)."""

import pytest

from tests.protocol.next_version import ALIKE, LATER, LATER_RULES, NEXT, NOW, SOON, JoinTable, rule_later, speak
from tests.server.harness import Person, World
from uno_engine import actions as act
from uno_protocol import messages as m
from uno_protocol.codec import CodecFault, decode_client, encode
from uno_protocol.versions import OLDEST, Spoken, as_of, lacks


@pytest.mark.parametrize(
    ("versions", "chosen"),
    [
        *(([2, 2], 2), ([0, 9], 3), ([3, 9], 3), ([1, 2], 2)),
        *(([0, 1], None), ([4, 9], None), ([3, 2], None), ([9, 1], None)),
    ],
)
def test_the_highest_version_of_both_sides_is_chosen(versions: list[int], chosen: int | None) -> None:
    assert Spoken(2, 3).choice(versions) == chosen


@pytest.mark.parametrize(("request_", "field"), LATER, ids=str)
def test_what_a_later_version_has_is_unknown_before(
    request_: m.Request, field: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    speak(monkeypatch)
    assert decode_client(encode(request_), SOON) == request_
    with pytest.raises(CodecFault) as found:
        decode_client(encode(request_), NOW)
    assert (found.value.code, found.value.field, found.value.id) == ("bad_schema", field, 1)
    assert not found.value.closes
    assert (lacks(NOW, request_), lacks(SOON, request_)) == (True, False)


@pytest.mark.parametrize("request_", ALIKE, ids=str)
def test_what_both_versions_have_means_the_same_in_both(request_: m.Request, monkeypatch: pytest.MonkeyPatch) -> None:
    speak(monkeypatch)
    assert decode_client(encode(request_), NOW) == decode_client(encode(request_), SOON) == request_
    assert not lacks(NOW, request_)


@pytest.mark.parametrize(("name", "preset", "options", "field", "reason"), LATER_RULES)
def test_rules_of_a_later_version_are_unknown_before(
    name: str, preset: str | None, options: dict[str, str], field: str, reason: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    rule_later(monkeypatch, name)
    change = m.ChangeTable(id=1, preset=preset, options=options)
    opening = m.JoinTable(id=1, table="T", new=m.NewTable(preset=preset or "official", options=options))
    for request in (change, opening):
        assert (lacks(NOW, request), lacks(SOON, request)) == (True, False)
    assert not lacks(NOW, m.JoinTable(id=1, table="T", new=m.NewTable(options={"stacking": "same"})))
    ann = World(spoken=NEXT).person("ann")
    refused = ann.ask(m.JoinTable, table="T", new=opening.new)
    assert isinstance(refused, m.Error)
    assert (refused.code, refused.field, refused.args["reason"]) == ("rules_refused", f"new.{field}", reason)
    ann.join("T", seats=2)
    refused = ann.ask(m.ChangeTable, preset=preset, options=options)
    assert isinstance(refused, m.Error)
    assert (refused.code, refused.field, refused.args["reason"]) == ("rules_refused", field, reason)
    newer = newcomer(World(spoken=NEXT), "bob")
    assert isinstance(newer.ask(m.JoinTable, table="T", new=opening.new), m.Joined)
    assert isinstance(newer.ask(m.ChangeTable, preset=preset, options=options), m.Ok)


def test_a_move_is_of_the_version_that_its_row_names(monkeypatch: pytest.MonkeyPatch) -> None:
    rule_later(monkeypatch, act.Draw.kind)
    assert (m._move(act.Draw).asked.since, m._move(act.Keep).asked.since) == (SOON, OLDEST)


def newcomer(world: World, name: str) -> Person:
    """Somebody whose program speaks the next version, too."""
    person = Person(world, name)
    person.versions = NEXT
    person.connect()
    person.say(m.Login(name=name))
    return person


def test_two_versions_play_at_one_table_that_only_one_of_them_could_open(monkeypatch: pytest.MonkeyPatch) -> None:
    speak(monkeypatch)
    rule_later(monkeypatch, "preset=party")
    world = World(spoken=NEXT)
    bob, ann = newcomer(world, "bob"), world.person("ann")
    assert [one.last(m.Welcome).version for one in (bob, ann)] == [SOON, NOW]
    bob.join("T", seats=2, preset="party", turn_seconds=0)
    ann.join("T")
    for one in (bob, ann):
        assert isinstance(one.ask(m.Ready), m.Ok)
    assert isinstance(bob.ask(m.Start), m.Ok)
    while ann.phase == "playing":
        if not any(one.move() for one in (bob, ann)):
            world.wait_until(world.hub.next_deadline() or world.now)
    assert bob.phase == ann.phase == "finished"
    assert not [told for told in ann.heard if isinstance(told, m.Error)]


def test_a_message_without_later_fields_is_of_one_type_in_every_version() -> None:
    assert as_of(JoinTable, NOW) is not JoinTable
    assert as_of(JoinTable, SOON) is JoinTable
    assert [kind for kind in m.REQUESTS.values() if as_of(kind, m.VERSION) is not kind] == []
