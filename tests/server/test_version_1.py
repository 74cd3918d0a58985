"""Who speaks version 1 of the protocol among those who speak version 2 (P-18)."""

from __future__ import annotations

from dataclasses import replace

import msgpack
import pytest

from engine.options import TABLE, fingerprint, options_of
from engine.presets import PRESETS
from protocol import messages as m
from protocol.codec import CodecFault, decode_client
from tests.server.harness import Person, World

NEWER = {
    "preset": m.NewTable(preset="party"),
    "a value": m.NewTable(options={"stacking": "any_colour"}),
    "an option": m.NewTable(options={"mercy": "20"}),
    "own": m.NewTable(options={"extra": "0,0,1", "customizable_rule": "own"}, own_text="Sing."),
}


def old(world: World, name: str) -> Person:
    return world.person(name, version=1)


def error(person: Person, request: type[m.Request], **fields: object) -> m.Error:
    answer = person.ask(request, **fields)
    assert isinstance(answer, m.Error)
    return answer


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({"t": "done", "id": 1, "decision": 1}, "t"),
        ({"t": "add_bot", "id": 1, "level": "hard"}, "level"),
        ({"t": "create_table", "id": 1, "name": "T", "new": {"bots": ["expert"]}}, "new.bots[0]"),
        ({"t": "join_table", "id": 1, "table": "T", "new": {"own_text": "Sing."}}, "new.own_text"),
        ({"t": "change_table", "id": 1, "own_text": "Sing."}, "own_text"),
        ({"t": "change_table", "id": 1, "pace": "calm"}, "pace"),
    ],
)
def test_what_version_2_adds_is_no_message_of_version_1(body: dict[str, object], field: str) -> None:
    packed = msgpack.packb(body)
    decode_client(packed)
    with pytest.raises(CodecFault) as found:
        decode_client(packed, 1)
    assert (found.value.code, found.value.field, found.value.id) == ("bad_schema", field, 1)


@pytest.mark.parametrize(("new", "option"), [(NEWER["preset"], "rules"), (NEWER["a value"], "stacking")])
def test_presets_and_values_of_version_2_are_refused_as_ever(new: m.NewTable, option: str) -> None:
    ann = old(World(), "ann")
    refused = error(ann, m.CreateTable, name="T", new=new)
    assert (refused.code, refused.args["option"]) == ("rules_refused", option)
    assert "party" not in refused.text.partition("; ")[2]


@pytest.mark.parametrize("name", ["quickplay", "skyrus"])
def test_a_preset_means_what_it_did(name: str) -> None:
    world = World()
    ann, bob = old(world, "ann"), world.person("bob")
    ann.ask(m.CreateTable, name="T", new=m.NewTable(preset=name))
    bob.ask(m.JoinTable, table="T")
    assert world.hub.lobby.find("T").rules == PRESETS[name]  # type: ignore[union-attr]  # it was just opened
    then, now = ann.last(m.Snapshot).room, bob.last(m.Snapshot).room
    assert (then["preset"], then["options"], then["rules"]) == (name, {}, options_of(PRESETS[name]))
    assert then["fingerprint"] == now["fingerprint"] == fingerprint(PRESETS[name])
    assert now["options"] in ({"chain_actions": "all_last"}, {"uno_after_swap": "announced"})
    ((line_then,), (line_now,)) = (one.ask(m.ListTables).tables for one in (ann, bob))  # type: ignore[union-attr]
    assert (line_then.preset, line_then.options, line_now.options) == (name, {}, now["options"])
    ann.ask(m.ChangeTable, preset=name, options={"hand_size": "5"})
    changed = ann.last(m.Entry).event
    assert (changed["preset"], changed["options"]) == (name, {"hand_size": "5"})
    assert bob.last(m.Entry).event["options"] == {**now["options"], "hand_size": "5"}
    assert ann.table is not None
    assert bob.table is not None
    assert replace(ann.table.room, pace="normal") == bob.table.room


def test_a_preset_that_only_has_a_new_name_is_told_as_what_it_is() -> None:
    world = World()
    ann, bob = world.person("ann"), old(world, "bob")
    ann.ask(m.CreateTable, name="T", new=m.NewTable(preset="tournament"))
    bob.ask(m.JoinTable, table="T")
    told = bob.last(m.Snapshot).room
    assert (told["preset"], told["options"]) == ("official", {"uno_grace": "1", "goal": "points"})
    ann.ask(m.ChangeTable, options={"hand_size": "5"})
    changed = bob.last(m.Entry).event
    assert (changed["preset"], changed["options"]["hand_size"], changed["options"]["goal"]) == (
        "official",
        "5",
        "points",
    )
    ann.ask(m.HandOver, seat=1)
    bob.ask(m.ChangeTable, options={"goal": "points"})
    assert (ann.last(m.Entry).event["preset"], ann.last(m.Entry).event["options"]) == ("official", {"goal": "points"})


@pytest.mark.parametrize("new", NEWER.values(), ids=NEWER)
def test_nobody_of_version_1_gets_in_where_more_would_have_to_be_told(new: m.NewTable) -> None:
    world = World()
    ann, bob = world.person("ann"), old(world, "bob")
    ann.ask(m.CreateTable, name="T", new=new)
    for request in (m.JoinTable, m.SpectateTable, m.TableRules):
        refused = error(bob, request, table="T")
        assert (refused.code, refused.args["version"]) == ("needs_newer", 2)
        assert "newer program" in refused.text
        assert f"({refused.args['option']})" in refused.text
    (line,) = bob.ask(m.ListTables).tables  # type: ignore[union-attr]  # a page
    assert line.locked
    assert set(line.options) <= set(TABLE)
    assert line.preset in PRESETS


def test_they_may_watch_where_nothing_else_is_told() -> None:
    world = World()
    ann, bob = world.person("ann"), old(world, "bob")
    ann.ask(m.CreateTable, name="T", new=m.NewTable(preset="quickplay", options={"last_card": "number"}))
    assert error(bob, m.JoinTable, table="T").code == "needs_newer"
    assert isinstance(bob.ask(m.SpectateTable, table="T"), m.Joined)
    told = bob.last(m.Snapshot).room
    assert (told["preset"], told["options"]) == ("quickplay", {})
    assert set(told["rules"]) == set(TABLE)


def test_the_host_is_told_who_keeps_the_rules_as_they_are() -> None:
    world = World()
    ann, bob = world.person("ann"), old(world, "bob")
    ann.ask(m.CreateTable, name="T", new=m.NewTable())
    bob.ask(m.JoinTable, table="T")
    refused = error(ann, m.ChangeTable, options={"mercy": "20"})
    assert (refused.code, refused.field) == ("needs_newer", "options")
    assert refused.args == {"name": "bob", "option": "mercy", "version": 2}
    bob.ask(m.LeaveTable)
    assert isinstance(ann.ask(m.ChangeTable, options={"mercy": "20"}), m.Ok)


def test_nobody_of_version_1_comes_back_to_other_rules() -> None:
    world = World()
    ann, bob = world.person("ann"), world.person("bob")
    ann.ask(m.CreateTable, name="T", new=m.NewTable(options={"mercy": "20"}))
    bob.ask(m.JoinTable, table="T")
    bob.drop()
    bob.version = 1
    bob.resume()
    assert (bob.last(m.Error).code, bob.last(m.Bye).code, bob.last(m.Bye).come_back) == (
        "needs_newer",
        "needs_newer",
        False,
    )
    bob.version = 2
    bob.resume()
    assert bob.last(m.Resumed).table == ann.last(m.Joined).table


def test_levels_are_told_as_those_of_version_1() -> None:
    world = World()
    ann, bob = world.person("ann"), old(world, "bob")
    ann.ask(m.CreateTable, name="T", new=m.NewTable(bots=["hard", "random"]))
    bob.ask(m.JoinTable, table="T")
    ann.ask(m.RemoveBot, seat=1)
    ann.ask(m.AddBot, level="expert")
    assert bob.last(m.Entry).event["bot"] == "normal"
    assert ann.last(m.Entry).event["bot"] == "expert"
    assert [one and one["bot"] for one in bob.last(m.Snapshot).room["occupants"][1:3]] == ["normal", "random"]


def test_the_hosts_own_rule_stands_in_a_field_of_its_own() -> None:
    world = World()
    ann, bob = world.person("ann"), world.person("bob")
    own = {"extra": "0,0,1", "customizable_rule": "own"}
    assert error(ann, m.CreateTable, name="T", new=m.NewTable(options=own)).field == "new.options.customizable_rule"
    refused = error(ann, m.CreateTable, name="T", new=m.NewTable(options={**own, "own_text": "Sing."}))
    assert (refused.field, refused.args["reason"]) == ("new.options.own_text", "unknown_option")
    refused = error(ann, m.CreateTable, name="T", new=m.NewTable(options=own, own_text="a" * 201))
    assert (refused.field, refused.args["reason"]) == ("new.own_text", "bad_value")
    ann.ask(m.CreateTable, name="T", new=m.NewTable(options=own, own_text="  Everybody   sings. "))
    bob.ask(m.JoinTable, table="T")
    room = bob.last(m.Snapshot).room
    assert (room["own_text"], "own_text" in room["rules"], "own_text" in room["options"]) == (
        "Everybody sings.",
        False,
        False,
    )
    told = bob.ask(m.TableRules, table="T")
    assert isinstance(told, m.Rules)
    assert (told.own_text, told.fingerprint) == ("Everybody sings.", room["fingerprint"])
    ann.ask(m.ChangeTable, own_text="Nobody sings.")
    event = bob.last(m.Entry).event
    assert (event["own_text"], event["fingerprint"] != room["fingerprint"]) == ("Nobody sings.", True)
    ann.ask(m.ChangeTable, preset="street")
    assert bob.last(m.Entry).event["own_text"] == ""
    assert bob.table is not None
    assert bob.table.room.own_text is None
    ann.ask(m.ChangeTable, options={"customizable_rule": "own"}, own_text="Sing.")  # no card has it yet
    ann.ask(m.ChangeTable, options={"extra": "0,0,1", "customizable_rule": "own"})
    assert bob.table.room.own_text == "Sing."


def test_a_rule_that_no_card_has_is_kept_with_the_table() -> None:
    ann = World().person("ann")
    ann.ask(m.CreateTable, name="T", new=m.NewTable(options={"customizable_rule": "own"}, own_text="Sing."))
    room = ann.last(m.Snapshot).room
    assert (room["own_text"], room["rules"]["customizable_rule"]) == ("Sing.", "vote")


def test_the_pace_is_told_to_version_2_alone() -> None:
    world = World()
    ann, bob = world.person("ann"), old(world, "bob")
    ann.ask(m.CreateTable, name="T", new=m.NewTable(bot_pause=0.5))
    bob.ask(m.JoinTable, table="T")
    assert (ann.room.pace, bob.last(m.Snapshot).room.get("pace")) == ("brisk", None)
    ann.ask(m.ChangeTable, pace="calm")
    assert (ann.last(m.Entry).event, bob.last(m.Entry).event) == (
        {"k": "table_changed", "pace": "calm"},
        {"k": "table_changed"},
    )
    rules = {"preset": "classic113", "pace": "normal"}
    ann.ask(m.ChangeTable, **rules)
    assert (ann.room.pace, "pace" in bob.last(m.Entry).event) == ("normal", False)
