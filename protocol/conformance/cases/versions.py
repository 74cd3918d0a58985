"""Version 1 among those who speak version 2: what it is told, and what it is refused (P-18)."""

from __future__ import annotations

from protocol.conformance.answers import told
from protocol.conformance.checks import listing, same, says
from protocol.conformance.judging import case
from protocol.conformance.kit import Kit
from protocol.conformance.person import Person
from protocol.conformance.verdicts import Failed, Message

_NEWER: tuple[tuple[str, Message], ...] = (
    ("first_card", {"preset": "party"}),
    ("stacking", {"options": {"stacking": "any_colour"}}),
    ("mercy", {"options": {"mercy": "20"}}),
    ("deflect", {"options": {"stacking": "same", "deflect": "yes"}}),
    ("customizable_rule", {"options": {"extra": "0,0,4", "customizable_rule": "own"}, "own_text": "Sing."}),
)
"""Tables at which nobody of version 1 can be, each with its first option that version 1 lacks."""
_WATCHED: tuple[dict[str, str], ...] = (
    {"last_card": "number"},
    {"doubles": "twins"},
    {"seven_zero": "yes", "uno_after_swap": "owed"},
    {"chains": "yes", "chain_actions": "several_last"},
)


@case(
    "VE-1",
    "P-18.1",
    "P-4.2",
    does="says hello with version 1, with 1 and 2, and with 2 and more",
    expects="welcome with 1, 2 and 2",
)
def the_version_is_agreed_on(kit: Kit) -> None:
    kit.newer()
    for versions, spoken in (([1, 1], 1), ([1, 2], 2), ([2, 2], 2), ([2, 9], 2)):
        same(f"the version of {versions}", spoken, kit.greet(kit.connect(), versions=versions).get("version"))


@case(
    "VE-2",
    "P-18.6",
    "P-3.6",
    does="sends in version 1 what only version 2 has: a request, fields, levels",
    expects="bad_schema with the field",
)
def what_only_version_2_has_is_no_message_of_version_1(kit: Kit) -> None:
    person = kit.older()
    for field, request in (
        ("t", {"t": "done", "decision": 1}),
        ("level", {"t": "add_bot", "level": "hard"}),
        ("new.bots[0]", {"t": "create_table", "name": kit.name(), "new": {"bots": ["expert"]}}),
        ("new.own_text", {"t": "create_table", "name": kit.name(), "new": {"own_text": "Sing."}}),
        ("own_text", {"t": "change_table", "own_text": "Sing."}),
        ("pace", {"t": "change_table", "pace": "calm"}),
    ):
        fields = {name: value for name, value in request.items() if name != "t"}
        says(person.refused(str(request["t"]), "bad_schema", **fields), field)


@case(
    "VE-3",
    "P-18.6",
    "P-7.16",
    does="names in version 1 a preset, an option and a value of version 2",
    expects="rules_refused as if there were no such thing",
)
def rules_of_version_2_are_unknown_in_version_1(kit: Kit) -> None:
    person = kit.older()
    for reason, new in (
        ("unknown_preset", {"preset": "party"}),
        ("unknown_option", {"options": {"mercy": "20"}}),
        ("bad_value", {"options": {"goal": "low_points"}}),
    ):
        says(person.refused("create_table", "rules_refused", name=kit.name(), new=new), reason=reason)


@case(
    "VE-4",
    "P-18.6",
    does="opens in version 1 a table of quickplay and one of skyrus, and changes them",
    expects="what they were: told without a difference there, with one in version 2",
)
def presets_mean_what_they_did(kit: Kit) -> None:
    for name, option, value in (
        ("quickplay", "chain_actions", "all_last"),
        ("skyrus", "uno_after_swap", "announced"),
    ):
        ann, bob = kit.older(), kit.newer()
        ann.open({"preset": name})
        bob.join(ann.code)
        _are_told(ann, bob, name, {}, {option: value})
        ann.ok("change_table", options={"hand_size": "5"})
        for one in (ann, bob):
            one.event("table_changed")
        _are_told(ann, bob, name, {"hand_size": "5"}, {"hand_size": "5", option: value})
        for one, options in ((ann, {"hand_size": "5"}), (bob, {"hand_size": "5", option: value})):
            same("the options in the list", options, listing(one)[ann.code].get("options"))


def _are_told(then: Person, now: Person, preset: str, options: dict[str, str], more: dict[str, str]) -> None:
    """Somebody of version 1 and somebody of version 2 are told the same rules, each in the own way."""
    same("the preset in version 1", preset, then.room["preset"])
    same("the options in version 1", options, then.room["options"])
    same("the preset", preset, now.room["preset"])
    same("the options", more, now.room["options"])
    same("every option", then.room["rules"], now.room["rules"])
    same("the fingerprint", then.room["fingerprint"], now.room["fingerprint"])


@case(
    "VE-5",
    "P-18.6",
    "P-18.7",
    does="sits down in version 1 at a table of tournament",
    expects="it is told as official, with what differs",
)
def a_new_name_for_old_rules(kit: Kit) -> None:
    ann, bob = kit.newer(), kit.older()
    ann.open({"preset": "tournament"})
    bob.join(ann.code)
    same("the preset", "official", bob.room["preset"])
    same("the options", {"uno_grace": "1", "goal": "points"}, bob.room["options"])
    ann.ok("change_table", options={"hand_size": "5"})
    bob.event("table_changed")
    same("the preset", "official", bob.room["preset"])
    same("the options", {"hand_size": "5", "uno_grace": "1", "goal": "points"}, bob.room["options"])


@case(
    "VE-6",
    "P-18.7",
    "P-12.1",
    does="wants in version 1 to play at, watch, and see the rules of tables of version 2",
    expects="needs_newer with the option and the version; the list says locked",
)
def where_version_1_cannot_be(kit: Kit) -> None:
    bob = kit.older()
    for option, new in _NEWER:
        ann = kit.newer()
        ann.open(new)
        for request in ("join_table", "spectate_table", "table_rules"):
            says(bob.refused(request, "needs_newer", table=ann.code), option=option, version=2)
        line = listing(bob)[ann.code]
        same("locked in the list", True, line.get("locked"))
        if option in (line.get("options") or {}):
            raise Failed(f"the list tells {option} in version 1: {line}")


@case(
    "VE-7",
    "P-18.7",
    does="watches in version 1 where nothing of version 2 would have to be told",
    expects="it may; it may not play",
)
def where_version_1_may_watch(kit: Kit) -> None:
    for options in _WATCHED:
        ann, bob = kit.newer(), kit.older()
        ann.open({"options": options})
        bob.refused("join_table", "needs_newer", table=ann.code)
        bob.watch(ann.code)
        added = [option for option in options if option in bob.room["rules"] and option not in _IN_1]
        if added or set(bob.room["options"]) - _IN_1:
            raise Failed(f"a spectator of version 1 is told {bob.room['options']}")


_IN_1 = {"seven_zero", "chains"}


@case(
    "VE-8",
    "P-18.7",
    "P-7.20",
    does="changes the rules to some of version 2 while somebody of version 1 sits or watches there",
    expects="needs_newer with the name, until that somebody has left",
)
def the_host_is_told_who(kit: Kit) -> None:
    for watches in (False, True):
        ann, bob = kit.newer(), kit.older()
        ann.open()
        (bob.watch if watches else bob.join)(ann.code)
        error = ann.refused("change_table", "needs_newer", options={"mercy": "20"})
        says(error, "options", name=bob.name, option="mercy", version=2)
        bob.ok("leave_table")
        ann.ok("change_table", options={"mercy": "20"})


@case(
    "VE-9",
    "P-18.7",
    "P-5.8",
    does="resumes in version 1 a session that plays at a table of version 2",
    expects="needs_newer, bye, and the seat is kept",
)
def nobody_comes_back_in_version_1(kit: Kit) -> None:
    ann, bob = kit.newer(), kit.newer()
    ann.open({"options": {"mercy": "20"}})
    bob.join(ann.code)
    with kit.speaking(1):
        link = kit.greeted()
    link.send({"t": "resume", "token": bob.token})
    error = kit.expect(link, "error")
    if error.get("code") != "needs_newer":
        raise Failed(f"expected needs_newer, got {told(error)}")
    kit.closes(link, "needs_newer", come_back=False)
    with kit.speaking(2):
        bob.back()
    bob.find(lambda one: one["t"] == "snapshot", "snapshot")
    same("the seat", 1, bob.seat)


@case(
    "VE-10",
    "P-18.5",
    "P-18.6",
    does="seats computer players of each level, with somebody of version 1 at the table",
    expects="their levels in version 2; normal and random in version 1",
)
def levels(kit: Kit) -> None:
    ann, bob = kit.newer(), kit.older()
    ann.open({"seats": 10, "bots": ["easy", "normal"]})
    bob.join(ann.code)
    for level in ("hard", "expert", "random"):
        ann.ok("add_bot", level=level)
        bob.event("seat_taken")
    ann.catch_up()
    for one, due in (
        (ann, ["easy", "normal", "hard", "expert", "random"]),
        (bob, ["normal", "normal", "normal", "normal", "random"]),
    ):
        same("the levels", due, [each["bot"] for each in one.room["occupants"] if each and "bot" in each])


@case(
    "VE-11",
    "P-18.5",
    "P-18.6",
    does="opens tables of some bot_pause and changes the pace of one, with somebody of version 1 there",
    expects="the pace in version 2, none where it has no name; nothing of it in version 1",
)
def the_pace(kit: Kit) -> None:
    for pause, pace in ((0, None), (0.5, "brisk"), (1, "normal")):
        eve = kit.newer()
        eve.open({"bot_pause": pause})
        same(f"the pace of {pause}", pace, eve.room.get("pace"))
    ann, bob = kit.newer(), kit.older()
    ann.open({"bot_pause": 1.5})
    same("the pace of 1.5", "calm", ann.room.get("pace"))
    bob.join(ann.code)
    ann.ok("change_table", pace="brisk")
    same("the pace", "brisk", ann.event("table_changed").get("pace"))
    same("the event in version 1", {"k": "table_changed"}, bob.event("table_changed"))
    ann.catch_up()
    same("the pace", "brisk", ann.room.get("pace"))
    if "pace" in bob.room:
        raise Failed("the pace is told in version 1")
    says(ann.refused("change_table", "bad_schema", pace="slow"), "pace")
