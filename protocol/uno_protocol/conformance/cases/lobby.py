"""Tables: opening, finding, entering, listing and leaving them (P-7.1 to P-7.4, P-7.10)."""

import unicodedata

from uno_protocol.conformance import shapes
from uno_protocol.conformance.answers import told
from uno_protocol.conformance.cases.host import OF_THE_HOST
from uno_protocol.conformance.checks import alike, listing, same, says
from uno_protocol.conformance.judging import case
from uno_protocol.conformance.kit import Kit
from uno_protocol.conformance.likeness import absent
from uno_protocol.conformance.person import Person
from uno_protocol.conformance.verdicts import Failed, Message, Skipped


@case("LO-1", "P-7.4", "P-7.1", "P-7.5")
def a_table_with_nothing_said(kit: Kit) -> None:
    """opens a table and names nothing but its name
    -> joined, then a snapshot in which every field of new has its default"""
    person, name = kit.person(), kit.name()
    joined = person.ok("create_table", name=name)
    snapshot = kit.expect(person.link, "snapshot")
    same("the table of the snapshot", joined["table"], snapshot["table"])
    same("the own seat", joined["seat"], snapshot["seat"])
    room = snapshot["room"]
    due = {"name": name, "code": joined["table"], "host": joined["seat"], "phase": "waiting", "preset": "official"}
    due |= {"turn_seconds": 30, "options": {}, "watchers": [], "muted": [], "remarks": []}
    due |= {"listed": True, "watching": True, "locked": False, "password": False, "show_hands": False, "held": False}
    for field, value in due.items():
        same(f"{field} of the room", value, room.get(field))
    others = [one for one in room["occupants"] if one is not None]
    same("the number of seats", 4, len(room["occupants"]))
    if len(others) != 1 or not absent(snapshot, "game"):
        raise Failed("somebody else sits at a new table, or there is a game")
    me = others[0]
    if (me["name"], me["ready"], me["connected"], me.get("extra_seconds")) != (person.name, False, True, 0):
        raise Failed(f"whoever has opened a table sits there, connected and not ready: {me}")


@case("LO-2", "P-7.1", "P-7.4")
def a_table_with_everything_said(kit: Kit) -> None:
    """opens a table and sets every field of new -> the room has every one"""
    person = kit.person()
    new = {"seats": 5, "preset": "computer", "options": {"hand_size": "5"}, "turn_seconds": 77, "bots": ["random"]}
    door = {"password": "p", "listed": False, "watching": False, "show_hands": True, "bot_pause": 0.5}
    person.open({**new, **door})
    room = person.room
    for field in ("preset", "options", "turn_seconds", "listed", "watching", "show_hands"):
        same(f"{field} of the room", {**new, **door}[field], room[field])
    same("password of the room", True, room["password"])
    same("the number of seats", 5, len(room["occupants"]))


@case("LO-3", "P-7.1")
def codes(kit: Kit) -> None:
    """opens several tables -> codes of four capital letters, no two alike"""
    people = kit.people(6)
    for one in people:
        one.open()
    found = [one.code for one in people]
    if len(set(found)) != len(found):
        raise Failed(f"two tables have one code: {found}")
    for code in found:
        if len(code) != 4 or not (code.isascii() and code.isalpha() and code.isupper()):
            raise Failed(f"the code {code!r} is not four capital letters")


@case("LO-4", "P-7.1")
def names_are_cleaned(kit: Kit) -> None:
    """opens a table with blanks in its name, and in NFD -> it trimmed, single, in NFC"""
    person, name = kit.person(), kit.name()
    person.open(name=unicodedata.normalize("NFD", f"  {name}   caf\u00e9 "))
    same("the name", f"{name} caf\u00e9", person.room["name"])


@case("LO-5", "P-7.1", "P-10.1")
def names_as_long_as_may_be(kit: Kit) -> None:
    """opens tables with the longest name and a longer one -> too_long"""
    person, most = kit.person(), kit.limit("table_name_length")
    error = person.refused("create_table", "name_rejected", name=kit.name().ljust(most + 1, "x"))
    says(error, "name", reason="too_long")
    person.open(name=(longest := kit.name().ljust(most, "x")))
    same("the name", longest, person.room["name"])
    kit.stays(person.link)


@case("LO-6", "P-7.1", "P-12.1", "P-13.3")
def names_that_are_refused(kit: Kit) -> None:
    """opens tables with names without a letter, with control characters, unseen ones, marks alone
    -> name_rejected with field name and the reason"""
    person = kit.person()
    wrong = {"": "empty", "   ": "empty", "a\x1b[1mb": "control", "a\u202eb": "control", "a\u3164b": "invisible"}
    for name, reason in {**wrong, "\u0301\u0301": "combining"}.items():
        says(person.refused("create_table", "name_rejected", name=name), "name", reason=reason)
    person.refused("leave_table", "not_at_table")


@case("LO-7", "P-7.1")
def names_that_look_alike(kit: Kit) -> None:
    """opens tables whose names look alike -> both are opened"""
    name = kit.name() + "oea"
    kit.person().open(name=name)
    kit.person().open(name=name.replace("o", "\u043e").replace("e", "\u0435"))


@case("LO-8", "P-7.1", "P-12.1")
def names_in_use(kit: Kit) -> None:
    """opens a table of a name in use, in either case -> name_taken, field name"""
    ann, bob = kit.people(2)
    ann.open(name=(name := kit.name()))
    for again in (name, name.upper()):
        says(bob.refused("create_table", "name_taken", name=again), "name")


@case("LO-9", "P-7.5", "P-7.7")
def computer_players_from_the_start(kit: Kit) -> None:
    """opens a table with computer players -> they sit there, ready, told apart"""
    person = kit.person()
    person.open({"seats": 4, "bots": ["normal", "random"]})
    person.catch_up()
    others = [one for one in person.room["occupants"] if one is not None and not absent(one, "bot")]
    same("the levels", ["normal", "random"], sorted(one["bot"] for one in others))
    if not all(one["ready"] and one["connected"] for one in others) or len({one["name"] for one in others}) != 2:
        raise Failed(f"computer players are ready, connected, and have names of their own: {others}")
    same("the host", person.seat, person.room["host"])


@case("LO-10", "P-12.1", "P-7.1")
def no_seat_left_for_oneself(kit: Kit) -> None:
    """opens a table with a computer player for every seat -> table_full"""
    person, name = kit.person(), kit.name()
    says(person.refused("create_table", "table_full", name=name, new={"seats": 2, "bots": ["normal"] * 2}), seats=2)
    person.refused("join_table", "no_such_table", table=name)


@case("LO-11", "P-7.1")
def found_by_code(kit: Kit) -> None:
    """joins by code, in small letters too -> joined with the code as it is"""
    ann, bob, cem = kit.people(3)
    ann.open({"seats": 3})
    for one, text in ((bob, ann.code), (cem, ann.code.lower())):
        one.join(text)
        same("the table", ann.code, one.code)


@case("LO-12", "P-7.1")
def found_by_name(kit: Kit) -> None:
    """joins by name, in capital letters too -> joined with the code of that table"""
    ann, bob, cem = kit.people(3)
    ann.open({"seats": 3}, name=(name := kit.name()))
    for one, text in ((bob, name), (cem, name.upper())):
        one.join(text)
        same("the table", ann.code, one.code)


@case("LO-13", "P-7.1", "P-12.1")
def no_such_table(kit: Kit) -> None:
    """joins and watches no table -> no_such_table, field table"""
    person = kit.person()
    for type_ in ("join_table", "spectate_table"):
        says(person.refused(type_, "no_such_table", table=kit.name()), "table")
    kit.stays(person.link)


@case("LO-14", "P-12.1")
def every_seat_is_taken(kit: Kit) -> None:
    """joins a table whose seats are all taken -> table_full with the number of seats"""
    ann, *_ = kit.table(2)
    error = kit.person().refused("join_table", "table_full", table=ann.code)
    says(error, seats=2)


@case("LO-15", "P-7.4", "P-8.7")
def joining(kit: Kit) -> None:
    """joins a table -> joined, then a snapshot with itself; others are told"""
    ann, bob = kit.people(2)
    ann.open({"seats": 3})
    ann.catch_up()
    joined = bob.ok("join_table", table=ann.code)
    snapshot = kit.expect(bob.link, "snapshot")
    bob.take_in(snapshot)
    if not absent(joined, "note") or snapshot.get("seat") != joined["seat"] or joined["seat"] == ann.seat:
        raise Failed(f"joined tells {joined}, the snapshot seat {snapshot.get('seat')!r}")
    event = ann.event("seat_taken")
    alike("the event", {"k": "seat_taken", "seat": joined["seat"], "name": bob.name, "bot": None}, event)
    same("the number", snapshot["n"], ann.n)
    same("the occupants", bob.room["occupants"], ann.room["occupants"])
    kit.quiet(bob.link)


@case("LO-16", "P-7.2", "P-12.1")
def one_table_at_a_time(kit: Kit) -> None:
    """enters tables while it sits at one
    -> already_at_table with that table's code, whether another, the same or a new one"""
    ann, bob = kit.people(2)
    ann.open({"seats": 3})
    bob.open()
    requests = (("create_table", {"name": kit.name()}), ("join_table", {"table": ann.code}))
    more = (("join_table", {"table": bob.code}), ("join_table", {"table": kit.name(), "new": {}}))
    for type_, fields in (*requests, *more, ("spectate_table", {"table": ann.code})):
        says(bob.refused(type_, "already_at_table", **fields), table=bob.code)


@case("LO-17", "P-7.2")
def one_table_at_a_time_for_who_watches(kit: Kit) -> None:
    """watches a table, then enters another -> already_at_table: watching is being at a table too"""
    ann, bob, cem = kit.people(3)
    ann.open()
    bob.open()
    cem.watch(ann.code)
    for type_ in ("join_table", "spectate_table"):
        says(cem.refused(type_, "already_at_table", table=bob.code), table=ann.code)
    cem.refused("create_table", "already_at_table", name=kit.name())
    cem.refused("join_table", "already_at_table", table=kit.name(), new={})


@case("LO-18", "P-7.4", "P-8.7")
def watching(kit: Kit) -> None:
    """watches a table -> joined, a snapshot without a seat; others are told"""
    ann, bob, cem = kit.people(3)
    ann.open()
    snapshot: Message = {}
    for one in (bob, cem):
        joined = one.ask("spectate_table", table=ann.code)
        if one is cem and joined.get("code") == "limit":
            raise Skipped("the server lets one person watch a table")
        if joined["t"] != "joined":
            raise Failed(f"expected joined, got {told(joined)}")
        snapshot = kit.expect(one.link, "snapshot")
        if joined.get("seat") is not None or snapshot.get("seat") is not None:
            raise Failed("whoever watches has no seat")
        same("the event", one.name, ann.event("watcher_came").get("name"))
    same("the watchers, first first", [bob.name, cem.name], snapshot["room"]["watchers"])


@case("LO-19", "P-7.2", "P-8.7")
def from_watching_to_a_seat(kit: Kit) -> None:
    """watches a table and sits down at it
    -> joined with a seat, a snapshot with it; watcher_left and seat_taken are told"""
    ann, bob = kit.people(2)
    ann.open()
    bob.watch(ann.code)
    bob.join(ann.code)
    if bob.seat is None or bob.room["watchers"] or bob.room["occupants"][bob.seat]["name"] != bob.name:
        raise Failed("the snapshot does not show whoever sat down in the seat alone")
    same("the reason", "left", ann.event("watcher_left").get("reason"))
    if ann.room["occupants"][bob.seat] is None:
        ann.event("seat_taken")
    same("the numbers", ann.n, bob.n)


AT_A_TABLE = (
    *("leave_table", "ready", "away", "give_time", "react", "why_not", "play", "draw", "keep", "pass", "name"),
    *("choose", "vote", "give", "retain", "accept", "challenge", "done", "uno", "catch", "continuations"),
)
"""The other requests that need a table (P-7.2)."""


@case("LO-20", "P-7.2")
def not_at_a_table(kit: Kit) -> None:
    """asks in the lobby for what needs a table -> not_at_table, every time"""
    person = kit.person()
    for type_ in (*OF_THE_HOST, *AT_A_TABLE):
        person.refused(type_, "not_at_table", **shapes.example(type_))
    kit.stays(person.link)


@case("LO-21", "P-7.2", "P-12.1")
def not_in_a_seat(kit: Kit) -> None:
    """watches, and asks for what needs a seat -> not_seated, every time"""
    ann, _ = kit.playing(2)
    cem = kit.person()
    cem.watch(ann.code)
    for type_ in ("ready", "away", "why_not"):
        cem.refused(type_, "not_seated")
    cem.refused("give_time", "not_seated", seat=0, seconds=10)
    for type_ in ("draw", "uno", "accept"):
        cem.refused(type_, "not_seated", decision=cem.decision)
    ann.catch_up()
    same("the last number of the table", cem.n, ann.n)


@case("LO-22", "P-7.3", "P-12.4")
def join_or_open(kit: Kit) -> None:
    """joins or opens by one name, twice, with other wishes the second time
    -> the first opens it; the second joins it with the note table_exists, and its wishes are ignored"""
    ann, bob, cem, name = kit.person(), kit.person(), kit.person(), kit.name()
    first = ann.ok("join_table", table=name, new={"seats": 3, "preset": "street"})
    if not absent(first, "note"):
        raise Failed("a table that is opened has no note")
    for one, text in ((bob, name.upper()), (cem, str(first["table"]).lower())):
        again = one.ok("join_table", table=text, new={"seats": 7, "preset": "classic113"})
        if again.get("note") != "table_exists" or again["table"] != first["table"]:
            raise Failed(f"expected joined with the note table_exists, got {again}")
    room = kit.expect(cem.link, "snapshot")["room"]
    if (len(room["occupants"]), room["preset"]) != (3, "street"):
        raise Failed("the wishes of somebody who joined have changed the table")


@case("LO-23", "P-7.3", "P-7.5")
def who_opens_by_joining_is_host(kit: Kit) -> None:
    """opens by joining -> the player who opened the table is its host"""
    person = kit.person()
    person.join(kit.name(), new={"bots": ["normal"]})
    person.catch_up()
    same("the host", person.seat, person.room["host"])
    bots = [one for one in person.room["occupants"] if one is not None and not absent(one, "bot")]
    same("the number of computer players", 1, len(bots))


@case("LO-24", "P-7.3", "P-12.1")
def join_or_open_by_a_bad_name(kit: Kit) -> None:
    """joins or opens by a name that no table may have -> name_rejected for the field table, which has the name"""
    person = kit.person()
    long = "x" * (kit.limit("table_name_length") + 1)
    for name, reason in ((" ", "empty"), (long, "too_long"), ("a\x07b", "control")):
        says(person.refused("join_table", "name_rejected", table=name, new={}), "table", reason=reason)


@case("LO-25", "P-7.3", "P-7.16")
def join_or_open_with_bad_rules(kit: Kit) -> None:
    """joins or opens with senseless rules -> rules_refused, no table"""
    person, name = kit.person(), kit.name()
    error = person.refused("join_table", "rules_refused", table=name, new={"preset": "nonsense"})
    says(error, "new.preset", reason="unknown_preset")
    person.refused("join_table", "no_such_table", table=name)


@case("LO-26", "P-7.3", "P-12.1")
def join_or_open_a_full_table(kit: Kit) -> None:
    """joins or opens a table that is there and full -> table_full, and no second table"""
    ann, _ = kit.table(2)
    cem = kit.person()
    cem.refused("join_table", "table_full", table=ann.room["name"], new={})
    cem.refused("leave_table", "not_at_table")


@case("LO-27", "P-7.15", "P-7.8")
def a_line_of_the_list(kit: Kit) -> None:
    """lists a table with a bit of everything -> a line that tells all of it"""
    ann, bob, cem, dan = kit.people(4)
    new = {"seats": 6, "preset": "street", "options": {"hand_size": "5", "players": "2-6"}, "bots": ["normal"]}
    ann.open({**new, "password": "s"}, name=(name := kit.name()))
    bob.join(ann.code, password="s")
    cem.ok("spectate_table", table=ann.code, password="s")
    ann.ok("change_table", locked=True)
    line = listing(dan)[ann.code]
    due: Message = {"name": name, "seats": 6, "people": 2, "bots": 1, "phase": "waiting", "preset": "street"}
    due |= {"options": {"hand_size": "5", "players": "2-6"}, "fingerprint": ann.room["fingerprint"]}
    due |= {"host": ann.name, "password": True, "locked": True, "watchers": 1}
    for field, value in due.items():
        same(f"{field} of the line", value, line.get(field))
    same("watching of the line", True, line.get("watching", True))


@case("LO-28", "P-7.8", "P-7.15")
def a_line_follows_the_table(kit: Kit) -> None:
    """lists a table while it changes -> people, phase and host as they are"""
    ann, bob = kit.playing(2, watching=False)
    cem = kit.person()
    line = listing(cem)[ann.code]
    if (line["phase"], line["people"], line.get("watching", True)) != ("playing", 2, False):
        raise Failed(f"the line of a table that plays, and that nobody may watch, tells {line}")
    ann.ok("hand_over", seat=bob.seat)
    ann.ok("leave_table")
    line = listing(cem)[ann.code]
    if (line["people"], line.get("host")) != (1, bob.name):
        raise Failed(f"after the host has left the line tells {line}")


@case("LO-29", "P-10.1", "P-7.15")
def pages(kit: Kit) -> None:
    """lists more tables than go on a page
    -> pages of at most limits.tables_per_page, by code; after goes on, none is left out or told twice"""
    most = kit.limit("tables_per_page")
    if most > 100:
        raise Skipped(f"{most} tables go on a page, too many to open")
    people: list[Person] = []
    try:
        for _ in range(most + 1):
            one = kit.person()
            one.open()
            one.link.close()  # whose session, and seat, stay
            people.append(one)
        asks = kit.person()
        first = asks.ok("list_tables")
        if not 0 < len(first["tables"]) <= most or first.get("more") is not True:
            raise Failed(f"the first page has {len(first['tables'])} tables and more {first.get('more')!r}")
        missing = {one.code for one in people} - set(listing(asks))
        if missing:
            raise Failed(f"the pages leave out {sorted(missing)}")
    finally:
        for one in people:
            one.back()
            one.ok("leave_table")
            one.link.close()


@case("LO-30", "P-7.1")
def after_the_last(kit: Kit) -> None:
    """lists what comes after the last code -> an empty page, and no more"""
    ann, bob = kit.people(2)
    ann.open()
    answer = bob.ok("list_tables", after="ZZZZ")
    if answer["tables"] or answer.get("more", False) is not False:
        raise Failed(f"expected nothing after ZZZZ, got {told(answer)}")
    after = [line["code"] for line in bob.ok("list_tables", after=ann.code)["tables"]]
    if ann.code in after or any(code < ann.code for code in after):
        raise Failed(f"after {ann.code} there came {after}")


@case("LO-31", "P-7.10")
def leaving(kit: Kit) -> None:
    """leaves a table and keeps listening -> nothing more of it; others are told"""
    ann, bob = kit.table(3)[:2]
    bob.ok("leave_table")
    event = ann.event("seat_freed")
    same("the event", (bob.seat, "left"), (event.get("seat"), event.get("reason")))
    ann.ok("add_bot")
    kit.quiet(bob.link)
    bob.refused("ready", "not_at_table")
    bob.open()


@case("LO-32", "P-7.10", "P-7.2")
def no_longer_watching(kit: Kit) -> None:
    """stops watching -> others are told; nothing more of it comes"""
    ann, bob = kit.people(2)
    ann.open()
    bob.watch(ann.code)
    bob.ok("leave_table")
    event = ann.event("watcher_left")
    same("the event", (bob.name, "left"), (event.get("name"), event.get("reason")))
    ann.ok("add_bot")
    kit.quiet(bob.link)
    bob.open()


@case("LO-33", "P-7.10", "P-7.8")
def the_last_person_leaves(kit: Kit) -> None:
    """leaves a table as the last person; a computer player sits there, and somebody watches
    -> closed: the spectator is told, and is in the lobby; code and name are free"""
    ann, bob, name = kit.person(), kit.person(), kit.name()
    ann.open({"bots": ["normal"]}, name=name)
    bob.watch(ann.code)
    ann.ok("leave_table")
    same("the phase", "closed", bob.event("phase_changed").get("phase"))
    if ann.code in listing(bob):
        raise Failed("a table that is closed is in the list")
    bob.refused("leave_table", "not_at_table")
    bob.refused("spectate_table", "no_such_table", table=ann.code)
    bob.open(name=name)


@case("LO-34", "P-7.10", "P-8.1")
def a_seat_that_was_left(kit: Kit) -> None:
    """sits where somebody has left -> a snapshot, then what happens"""
    ann, bob, cem = kit.people(3)
    ann.open({"seats": 2})
    bob.join(ann.code)
    bob.ok("leave_table")
    cem.join(ann.code)
    same("the seat", bob.seat, cem.seat)
    ann.ok("ready")
    cem.event("ready_changed")


@case("LO-35", "P-7.1")
def found_by_who_does_not_sit_down(kit: Kit) -> None:
    """watches a table, and asks for its rules, by name and by code, in capital and in small letters
    -> it is found each time"""
    ann, bob = kit.people(2)
    ann.open(name=(name := kit.name()))
    for text in (name, name.upper(), ann.code, ann.code.lower()):
        same("the table of the rules", ann.code, bob.ok("table_rules", table=text)["table"])
        bob.watch(text)
        same("the table that is watched", ann.code, bob.code)
        bob.ok("leave_table")


@case("LO-36", "P-6.4", "P-7.4")
def entering_once(kit: Kit) -> None:
    """opens a table, joins one and watches one, and sends each request again with its id
    -> joined again as it was, and nothing that followed it"""
    ann, bob, cem = kit.people(3)
    entered = ann.ok("create_table", name=kit.name(), new={"seats": 3})
    for one, type_ in ((ann, "create_table"), (bob, "join_table"), (cem, "spectate_table")):
        if one is not ann:
            entered = one.ok(type_, table=entered["table"])
        kit.expect(one.link, "snapshot")
        one.catch_up()
        where = {"name": kit.name()} if one is ann else {"table": entered["table"]}
        one.link.send({"t": type_, "id": one.last_id, **where})
        same("the answer to the repeat", entered, kit.expect(one.link, "joined"))
        kit.quiet(one.link)
