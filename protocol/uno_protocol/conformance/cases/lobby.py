"""Tables: opening, finding, entering, listing and leaving them (P-7.1 to P-7.4, P-7.10)."""

import unicodedata

from uno_protocol.conformance import tabled
from uno_protocol.conformance.checks import lost
from uno_protocol.conformance.likeness import absent
from uno_protocol.conformance.person import Person
from uno_protocol.conformance.tools import Failed, Kit, Message, alike, fail_if, listing, same, says, skip_if
from uno_protocol.conformance.verdicts import told

tabled.of_group(__name__, "LO")


class LobbyCases(Kit):
    def a_table_with_nothing_said(self) -> None:
        """LO-1 P-7.4 P-7.1 P-7.5: opens a table and names nothing but its name -> joined, then a snapshot in which
        every field of new has its default"""
        person, name = self.person(), self.name()
        joined = person.ok("create_table", name=name)
        snapshot = self.expect(person.link, "snapshot")
        same("the table of the snapshot", joined["table"], snapshot["table"])
        same("the own seat", joined["seat"], snapshot["seat"])
        room = snapshot["room"]
        due = {"name": name, "code": joined["table"], "host": joined["seat"], "phase": "waiting", "preset": "official"}
        due |= {"turn_seconds": 30, "options": {}, "watchers": [], "muted": [], "remarks": []}
        due |= {
            "listed": True,
            "watching": True,
            "locked": False,
            "password": False,
            "show_hands": True,
            "held": False,
        }
        for field, value in due.items():
            same(f"{field} of the room", value, room.get(field))
        others = [one for one in room["occupants"] if one is not None]
        same("the number of seats", 4, len(room["occupants"]))
        fail_if(len(others) != 1 or not absent(snapshot, "game"), "others sit at a new table, or there is a game")
        me = others[0]
        if (me["name"], me["ready"], me["connected"], me.get("extra_seconds")) != (person.name, False, True, 0):
            raise Failed(f"whoever has opened a table sits there, connected and not ready: {me}")

    def a_table_with_everything_said(self) -> None:
        """LO-2 P-7.1 P-7.4: opens a table and sets every field of new -> the room has every one"""
        person = self.person()
        new = {"seats": 5, "preset": "computer", "options": {"hand_size": "5"}, "turn_seconds": 77, "bots": ["random"]}
        door = {
            "password": "p",
            "listed": False,
            "watching": False,
            "show_hands": False,
            "programs": False,
            "bot_pause": 0.5,
        }
        person.open({**new, **door})
        room = person.room
        for field in ("preset", "options", "turn_seconds", "listed", "watching", "show_hands", "programs"):
            same(f"{field} of the room", {**new, **door}[field], room.get(field))
        same("password of the room", True, room["password"])
        same("the number of seats", 5, len(room["occupants"]))

    def codes(self) -> None:
        """LO-3 P-7.1: opens several tables -> codes of four capital letters, no two alike"""
        people = self.people(6)
        for one in people:
            one.open()
        found = [one.code for one in people]
        fail_if(len(set(found)) != len(found), f"two tables have one code: {found}")
        for code in found:
            if len(code) != 4 or not (code.isascii() and code.isalpha() and code.isupper()):
                raise Failed(f"the code {code!r} is not four capital letters")

    def names_are_cleaned(self) -> None:
        """LO-4 P-7.1: opens a table with blanks in its name, and in NFD -> it trimmed, single, in NFC"""
        person, name = self.person(), self.name()
        person.open(name=unicodedata.normalize("NFD", f"  {name}   caf\u00e9 "))
        same("the name", f"{name} caf\u00e9", person.room["name"])

    def names_as_long_as_may_be(self) -> None:
        """LO-5 P-7.1 P-10.1: opens tables with the longest name and a longer one -> too_long"""
        person, most = self.person(), self.limit("table_name_length")
        error = person.refused("create_table", "name_rejected", name=self.name().ljust(most + 1, "x"))
        says(error, "name", reason="too_long")
        person.open(name=(longest := self.name().ljust(most, "x")))
        same("the name", longest, person.room["name"])
        self.stays(person.link)

    def names_that_are_refused(self) -> None:
        """LO-6 P-7.1 P-12.1 P-13.3: opens tables with names without a letter, with control characters, unseen ones,
        marks alone -> name_rejected with field name and the reason"""
        person = self.person()
        wrong = {"": "empty", "   ": "empty", "a\x1b[1mb": "control", "a\u202eb": "control", "a\u3164b": "invisible"}
        for name, reason in {**wrong, "\u0301\u0301": "combining"}.items():
            says(person.refused("create_table", "name_rejected", name=name), "name", reason=reason)
        person.refused("leave_table", "not_at_table")

    def names_that_look_alike(self) -> None:
        """LO-7 P-7.1: opens tables whose names look alike -> both are opened"""
        name = self.name() + "oea"
        self.person().open(name=name)
        self.person().open(name=name.replace("o", "\u043e").replace("e", "\u0435"))

    def names_in_use(self) -> None:
        """LO-8 P-7.1 P-12.1: opens a table of a name in use, in either case -> name_taken, field name"""
        _, bob = self.hosted(2, name=(name := self.name()))
        for again in (name, name.upper()):
            says(bob.refused("create_table", "name_taken", name=again), "name")

    def computer_players_from_the_start(self) -> None:
        """LO-9 P-7.5 P-7.7: opens a table with computer players -> they sit there, ready, told apart"""
        person = self.person()
        person.open({"seats": 4, "bots": ["normal", "random"]})
        person.catch_up()
        others = [one for one in person.room["occupants"] if one is not None and not absent(one, "bot")]
        same("the levels", ["normal", "random"], sorted(one["bot"] for one in others))
        if not all(one["ready"] and one["connected"] for one in others) or len({one["name"] for one in others}) != 2:
            raise Failed(f"computer players are ready, connected, and have names of their own: {others}")
        same("the host", person.seat, person.room["host"])

    def found_by_code(self) -> None:
        """LO-11 P-7.1: joins by code, in small letters too -> joined with the code as it is"""
        ann, bob, cem = self.hosted(3, {"seats": 3})
        for one, text in ((bob, ann.code), (cem, ann.code.lower())):
            one.join(text)
            same("the table", ann.code, one.code)

    def found_by_name(self) -> None:
        """LO-12 P-7.1: joins by name, in capital letters too -> joined with the code of that table"""
        ann, bob, cem = self.hosted(3, {"seats": 3}, name=(name := self.name()))
        for one, text in ((bob, name), (cem, name.upper())):
            one.join(text)
            same("the table", ann.code, one.code)

    def joining(self) -> None:
        """LO-15 P-7.4 P-8.7: joins a table -> joined, then a snapshot with itself; others are told"""
        ann, bob = self.hosted(2, {"seats": 3})
        ann.catch_up()
        joined = bob.ok("join_table", table=ann.code)
        snapshot = self.expect(bob.link, "snapshot")
        bob.take_in(snapshot)
        if not absent(joined, "note") or snapshot.get("seat") != joined["seat"] or joined["seat"] == ann.seat:
            raise Failed(f"joined tells {joined}, the snapshot seat {snapshot.get('seat')!r}")
        event = ann.event("seat_taken")
        alike("the event", {"k": "seat_taken", "seat": joined["seat"], "name": bob.name, "bot": None}, event)
        same("the number", snapshot["n"], ann.n)
        same("the occupants", bob.room["occupants"], ann.room["occupants"])
        self.quiet(bob.link)

    def one_table_at_a_time(self) -> None:
        """LO-16 P-7.2 P-12.1: enters tables while it sits at one -> already_at_table with that table's code, whether
        another, the same or a new one"""
        ann, bob = self.hosted(2, {"seats": 3})
        bob.open()
        requests = (("create_table", {"name": self.name()}), ("join_table", {"table": ann.code}))
        more = (("join_table", {"table": bob.code}), ("join_table", {"table": self.name(), "new": {}}))
        for type_, fields in (*requests, *more, ("spectate_table", {"table": ann.code})):
            says(bob.refused(type_, "already_at_table", **fields), table=bob.code)

    def one_table_at_a_time_for_who_watches(self) -> None:
        """LO-17 P-7.2: watches a table, then enters another -> already_at_table: watching is being at a table too"""
        ann, bob, cem = self.hosted(3)
        bob.open()
        cem.watch(ann.code)
        for type_ in ("join_table", "spectate_table"):
            says(cem.refused(type_, "already_at_table", table=bob.code), table=ann.code)
        cem.refused("create_table", "already_at_table", name=self.name())
        cem.refused("join_table", "already_at_table", table=self.name(), new={})

    def watching(self) -> None:
        """LO-18 P-7.4 P-8.7: watches a table -> joined, a snapshot without a seat; others are told"""
        ann, bob, cem = self.hosted(3)
        snapshot: Message = {}
        for one in (bob, cem):
            joined = one.ask("spectate_table", table=ann.code)
            skip_if(one is cem and joined.get("code") == "limit", "the server lets one person watch a table")
            fail_if(joined["t"] != "joined", f"expected joined, got {told(joined)}")
            snapshot = self.expect(one.link, "snapshot")
            fail_if(joined.get("seat") is not None or snapshot.get("seat") is not None, "whoever watches has no seat")
            same("the event", one.name, ann.event("watcher_came").get("name"))
        same("the watchers, first first", [bob.name, cem.name], snapshot["room"]["watchers"])

    def from_watching_to_a_seat(self) -> None:
        """LO-19 P-7.2 P-8.7: watches a table and sits down at it -> joined with a seat, a snapshot with it;
        watcher_left and seat_taken are told"""
        ann, bob = self.watched()
        bob.join(ann.code)
        if bob.seat is None or bob.room["watchers"] or bob.room["occupants"][bob.seat]["name"] != bob.name:
            raise Failed("the snapshot does not show whoever sat down in the seat alone")
        same("the reason", "left", ann.event("watcher_left").get("reason"))
        if ann.room["occupants"][bob.seat] is None:
            ann.event("seat_taken")
        same("the numbers", ann.n, bob.n)

    def join_or_open(self) -> None:
        """LO-22 P-7.3 P-12.4: joins or opens by one name, twice, with other wishes the second time -> the first opens
        it; the second joins it with the note table_exists, and its wishes are ignored"""
        ann, bob, cem, name = self.person(), self.person(), self.person(), self.name()
        first = ann.ok("join_table", table=name, new={"seats": 3, "preset": "street"})
        fail_if(not absent(first, "note"), "a table that is opened has no note")
        for one, text in ((bob, name.upper()), (cem, str(first["table"]).lower())):
            again = one.ok("join_table", table=text, new={"seats": 7, "preset": "classic113"})
            if again.get("note") != "table_exists" or again["table"] != first["table"]:
                raise Failed(f"expected joined with the note table_exists, got {again}")
        room = self.expect(cem.link, "snapshot")["room"]
        if (len(room["occupants"]), room["preset"]) != (3, "street"):
            raise Failed("the wishes of somebody who joined have changed the table")

    def who_opens_by_joining_is_host(self) -> None:
        """LO-23 P-7.3 P-7.5: opens by joining -> the player who opened the table is its host"""
        person = self.person()
        person.join(self.name(), new={"bots": ["normal"]})
        person.catch_up()
        same("the host", person.seat, person.room["host"])
        bots = [one for one in person.room["occupants"] if one is not None and not absent(one, "bot")]
        same("the number of computer players", 1, len(bots))

    def join_or_open_by_a_bad_name(self) -> None:
        """LO-24 P-7.3 P-12.1: joins or opens by a name that no table may have -> name_rejected for the field table,
        which has the name"""
        person = self.person()
        long = "x" * (self.limit("table_name_length") + 1)
        for name, reason in ((" ", "empty"), (long, "too_long"), ("a\x07b", "control")):
            says(person.refused("join_table", "name_rejected", table=name, new={}), "table", reason=reason)

    def a_line_of_the_list(self) -> None:
        """LO-27 P-7.15 P-7.8 P-5.18: lists a table with a bit of everything -> a line that tells all of it"""
        ann, bob, cem, dan = self.people(4)
        new = {"seats": 6, "preset": "street", "options": {"hand_size": "5", "players": "2-6"}, "bots": ["normal"]}
        ann.open({**new, "password": "s", "programs": False}, name=(name := self.name()))
        bob.join(ann.code, password="s")
        cem.ok("spectate_table", table=ann.code, password="s")
        ann.ok("change_table", locked=True)
        line = listing(dan)[ann.code]
        due: Message = {"name": name, "seats": 6, "people": 2, "bots": 1, "phase": "waiting", "preset": "street"}
        due |= {"options": {"hand_size": "5", "players": "2-6"}, "fingerprint": ann.room["fingerprint"]}
        due |= {"host": ann.name, "password": True, "locked": True, "watchers": 1, "programs": False}
        for field, value in due.items():
            same(f"{field} of the line", value, line.get(field))
        same("watching of the line", True, line.get("watching", True))

    def a_line_follows_the_table(self) -> None:
        """LO-28 P-7.8 P-7.15: lists a table while it changes -> people, phase and host as they are"""
        ann, bob = self.playing(2, watching=False)
        cem = self.person()
        line = listing(cem)[ann.code]
        if (line["phase"], line["people"], line.get("watching", True)) != ("playing", 2, False):
            raise Failed(f"the line of a table that plays, and that nobody may watch, tells {line}")
        ann.ok("hand_over", seat=bob.seat)
        ann.ok("leave_table")
        line = listing(cem)[ann.code]
        fail_if((line["people"], line.get("host")) != (1, bob.name), f"after the host has left the line tells {line}")

    def pages(self) -> None:
        """LO-29 P-10.1 P-7.15: lists more tables than go on a page -> pages of at most limits.tables_per_page, by code;
        after goes on, none is left out or told twice"""
        most = self.limit("tables_per_page")
        skip_if(most > 100, f"{most} tables go on a page, too many to open")
        people: list[Person] = []
        try:
            for _ in range(most + 1):
                one = self.person()
                one.open()
                one.link.close()  # whose session, and seat, stay
                people.append(one)
            asks = self.person()
            first = asks.ok("list_tables")
            if not 0 < len(first["tables"]) <= most or first.get("more") is not True:
                raise Failed(f"the first page has {len(first['tables'])} tables and more {first.get('more')!r}")
            missing = {one.code for one in people} - set(listing(asks))
            fail_if(missing, f"the pages leave out {sorted(missing)}")
        finally:
            for one in people:
                one.back()
                one.ok("leave_table")
                one.link.close()

    def after_the_last(self) -> None:
        """LO-30 P-7.1: lists what comes after the last code -> an empty page, and no more"""
        ann, bob = self.hosted(2)
        answer = bob.ok("list_tables", after="ZZZZ")
        if answer["tables"] or answer.get("more", False) is not False:
            raise Failed(f"expected nothing after ZZZZ, got {told(answer)}")
        after = [line["code"] for line in bob.ok("list_tables", after=ann.code)["tables"]]
        fail_if(ann.code in after or any(code < ann.code for code in after), f"after {ann.code} there came {after}")

    def the_last_person_leaves(self) -> None:
        """LO-33 P-7.10 P-7.8: leaves a table as the last person; a computer player sits there, and somebody watches ->
        closed: the spectator is told, and is in the lobby; code and name are free"""
        ann, bob, name = self.person(), self.person(), self.name()
        ann.open({"bots": ["normal"]}, name=name)
        bob.watch(ann.code)
        ann.ok("leave_table")
        same("the phase", "closed", bob.event("phase_changed").get("phase"))
        fail_if(ann.code in listing(bob), "a table that is closed is in the list")
        bob.refused("leave_table", "not_at_table")
        bob.refused("spectate_table", "no_such_table", table=ann.code)
        bob.open(name=name)

    def found_by_who_does_not_sit_down(self) -> None:
        """LO-35 P-7.1: watches a table, and asks for its rules, by name and by code, in capital and in small letters ->
        it is found each time"""
        ann, bob = self.hosted(2, name=(name := self.name()))
        for text in (name, name.upper(), ann.code, ann.code.lower()):
            same("the table of the rules", ann.code, bob.ok("table_rules", table=text)["table"])
            bob.watch(text)
            same("the table that is watched", ann.code, bob.code)
            bob.ok("leave_table")

    def entering_once(self) -> None:
        """LO-36 P-6.4 P-7.4: opens a table, joins one and watches one, and sends each request again with its id ->
        joined again as it was, and nothing that followed it"""
        ann, bob, cem = self.people(3)
        entered = ann.ok("create_table", name=self.name(), new={"seats": 3})
        for one, type_ in ((ann, "create_table"), (bob, "join_table"), (cem, "spectate_table")):
            if one is not ann:
                entered = one.ok(type_, table=entered["table"])
            self.expect(one.link, "snapshot")
            one.catch_up()
            where = {"name": self.name()} if one is ann else {"table": entered["table"]}
            one.link.send({"t": type_, "id": one.last_id, **where})
            same("the answer to the repeat", entered, self.expect(one.link, "joined"))
            self.quiet(one.link)

    def a_line_of_a_deserted_table(self) -> None:
        """LO-37 P-7.15: lists a table with a computer player and somebody who watches, whose players are connected, are
        all disconnected, and come back -> no host while they are all disconnected"""
        ann, bob, cem, dan = self.people(4)
        ann.open({"seats": 3, "bots": ["normal"]})
        bob.join(ann.code)
        cem.watch(ann.code)
        for gone in (None, ann, bob):
            if gone is not None:
                lost(gone, cem)
            same("whether there is no host", gone is bob, absent(listing(dan)[ann.code], "host"))
        bob.back()
        same("whether there is no host", False, absent(listing(dan)[ann.code], "host"))

    def numbers(self) -> None:
        """LO-38 P-7.37: asks what players have done, in the lobby and at a table -> three lists of at most 20 names,
        each once, who played most first; nobody wins more games than played, and the share is within its bounds"""
        ann = self.person()
        for at_table in (False, True):
            if at_table:
                ann.open()
            answer = ann.ok("numbers")
            for span in ("tonight", "month", "always"):
                lines = answer.get(span, [])
                names, games = [line["name"] for line in lines], [line["games"] for line in lines]
                if len(lines) > 20 or len(names) > len(set(names)) or games != sorted(games, reverse=True):
                    raise Failed(f"{span} has {told({'lines': lines})}")
                for line in lines:
                    share = 100 * line.get("wins", 0) / line["games"]
                    fail_if(not line.get("low", 0) <= share <= line.get("high", 100), f"{span} has {told(line)}")
