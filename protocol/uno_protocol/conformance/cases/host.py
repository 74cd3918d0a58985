"""The rights of the host: change the table, its seats, its people, its game (P-7.5, P-7.18, P-7.20 to P-7.22)."""

from uno_protocol.conformance import shapes, tabled
from uno_protocol.conformance.checks import come_back, listing, lost, marks, ready
from uno_protocol.conformance.person import Person
from uno_protocol.conformance.placed import placed
from uno_protocol.conformance.rounds import MATCH, may_move, move, play_until, short_round, turn_of, wait_for
from uno_protocol.conformance.tools import Failed, Kit, Message, absent, alike, fail_if, same, says

_OF_A_TABLE = (
    "listed",
    "locked",
    "watching",
    "show_hands",
    "password",
    "programs",
    "turn_seconds",
    "seats",
    "preset",
    "options",
)
"""The fields that `table_changed` may report."""


def _after(person: Person, n: int) -> list[Message]:
    """The events that came after entry `n`."""
    return [entry["event"] for entry in person.entries if entry["n"] > n]


def _another_is_asked(person: Person) -> bool:
    return person.waiting_for is not None and not person.asked


def _runs(person: Person) -> bool:
    """Whether a clock runs, by the person's latest `clock`."""
    return (person.clock or {}).get("seconds") is not None


def _has_game(person: Person) -> bool:
    return person.picture is None or bool(person.picture.game)


def _snapshot(person: Person) -> Message:
    return person.find(lambda one: one["t"] == "snapshot", "snapshot")


def _put_out(host: Person, out: Person, *others: Person, ban: bool = False) -> None:
    """The host kicks or bans somebody, who gets `put_out`; the others get an event with the same reason."""
    code = "banned" if ban else "kicked"
    host.ok("kick", name=out.name, **({"ban": True} if ban else {}))
    message = out.find(lambda one: one["t"] == "put_out", "put_out")
    same("put_out", (out.code, code), (message.get("table"), message.get("code")))
    kind, key, who = ("watcher_left", "name", out.name) if out.seat is None else ("seat_freed", "seat", out.seat)
    for one in others:
        event = one.event(kind)
        same("the event", (who, code), (event.get(key), event.get("reason")))


def _out_of_it(kit: Kit, person: Person) -> None:
    """Nothing of the table comes any more, and the session is in the lobby."""
    kit.quiet(person.link)
    person.refused("leave_table", "not_at_table")


tabled.of_group(__name__, "HO")


class HostCases(Kit):
    def computer_players_in_mid_round(self) -> None:
        """HO-8 P-7.10 P-7.11: removes and adds a computer player during a round -> as people go and come"""
        ann, bob = self.playing(2, seats=3, bots=["normal"], bot_pause=5)
        ann.ok("remove_bot", seat=1)
        bob.event("seat_freed")
        bob.catch_up()
        same("who takes part", [True, False, True], bob.game["seated"])
        same("the count of who has gone", 0, bob.game["counts"][1])
        ann.ok("add_bot")
        bob.event("seat_taken")
        same("who takes part", [True, False, True], bob.game["seated"])

    def the_door_is_changed(self) -> None:
        """HO-9 P-7.20 P-8.3: changes the access settings one by one, there and back -> table_changed to all with just
        that, also where it is false; the room as told"""
        ann, bob = self.table(2)
        for field, there, back in (
            ("listed", False, True),
            ("locked", True, False),
            ("watching", False, True),
            ("show_hands", True, False),
            ("password", "p", ""),
            ("programs", False, True),
        ):
            for value in (there, back):
                ann.ok("change_table", **{field: value})
                event = bob.event("table_changed")
                named = {key: event[key] for key in _OF_A_TABLE if not absent(event, key)}
                same("what has changed", {field: bool(value)}, named)
        come_back(bob)
        for field, value in {"listed": True, "locked": False, "watching": True, "password": False}.items():
            same(f"{field} of the room", value, bob.room[field])

    def another_preset(self) -> None:
        """HO-10 P-7.20 P-7.12: changes the preset alone, of a table that has options -> that preset alone: no options,
        its rules and fingerprint in the event and in table_rules"""
        ann, bob = self.table(2, options={"hand_size": "5"})
        ann.ok("change_table", preset="computer")
        event = bob.event("table_changed")
        told_ = bob.ok("table_rules", table=ann.code)
        same("preset and options", ("computer", {}), (event.get("preset"), event.get("options")))
        same("the rules", told_["rules"], event.get("rules"))
        same("the fingerprint", told_["fingerprint"], event.get("fingerprint"))
        same("hand_size", "7", told_["rules"]["hand_size"])
        same("the preset", "computer", told_["preset"])

    def other_options(self) -> None:
        """HO-11 P-7.20: changes the options alone, twice -> the preset stays; the options are those named last, and
        none from before"""
        ann, bob = self.table(2, preset="street")
        ann.ok("change_table", options={"hand_size": "5"})
        ann.ok("change_table", options={"jump_in": "yes"})
        bob.event("table_changed")
        bob.event("table_changed")
        rules = bob.ok("table_rules", table=ann.code)
        same("the preset", "street", rules["preset"])
        same("the options", {"jump_in": "yes"}, rules.get("options"))
        same("the rules of the room", rules["rules"], bob.room["rules"])
        same("the fingerprint of the room", rules["fingerprint"], bob.room["fingerprint"])

    def more_and_fewer_seats(self) -> None:
        """HO-12 P-7.20: makes the table larger and smaller -> so many seats, free where they are new"""
        ann, bob = self.table(2)
        for seats in (5, 2, 3):
            ann.ok("change_table", seats=seats)
            same("the event", seats, bob.event("table_changed").get("seats"))
            same("the seats of the room", seats, len(bob.room["occupants"]))
            same("the seats in the list", seats, listing(self.person())[ann.code]["seats"])
        self.person().join(ann.code)

    def seats_that_are_taken(self) -> None:
        """HO-13 P-7.20 P-12.1: makes the table too small for its players -> seats_taken, field seats"""
        ann, *_ = self.table(3)
        says(ann.refused("change_table", "seats_taken", seats=2), "seats", seats=2)
        same("the seats", 3, listing(self.person())[ann.code]["seats"])

    def the_door_in_mid_round(self) -> None:
        """HO-16 P-7.20 P-9.8: changes access and the time for a turn during a round -> carried out; the time goes for
        the next question"""
        ann, bob = people = self.playing(2, turn_seconds=30)
        ann.ok("change_table", locked=True, turn_seconds=90)
        for one in people:
            one.event("table_changed")
            same("turn_seconds of the room", 90, one.room["turn_seconds"])
        first = turn_of(people)
        other = bob if first is ann else ann
        decision = first.decision

        def another_question() -> bool:
            if first.asked:
                move(first)
            return other.decision > decision + 2 or other.asked

        wait_for(people, another_question, self.timeout)
        bob.catch_up()
        same("the clock in all", 90, (bob.clock or {}).get("of"))

    def rules_without_sense(self) -> None:
        """HO-17 P-7.16 P-12.1: changes to rules that make no sense -> rules_refused with the path without new., option
        and reason; nothing changes"""
        ann, bob = self.table(2)
        ann.catch_up()
        n = ann.n
        wrong: list[tuple[dict[str, object], tuple[str, ...], str]] = [
            ({"preset": "nonsense"}, ("preset",), "unknown_preset"),
            ({"options": {"nonsense": "1"}}, ("options.nonsense",), "unknown_option"),
            ({"options": {"hand_size": "0"}}, ("options.hand_size",), "bad_value"),
            ({"preset": "street", "seats": 6}, ("seats", "preset"), "seats"),
            ({"options": {"players": "3-5"}}, ("seats", "options.players"), "seats"),
        ]
        for fields, at_fault, reason in wrong:
            error = ann.refused("change_table", "rules_refused", **fields)
            says(error, reason=reason)
            if error.get("field") not in at_fault:
                raise Failed(f"{fields} is at fault in {' or '.join(at_fault)}, got {error.get('field')!r}")
        bob.catch_up()
        ann.catch_up()
        same("the last number", n, ann.n)

    def several_changes_of_which_one_is_refused(self) -> None:
        """HO-46 P-6.6 P-7.20: changes several things at once, one of which makes no sense -> rules_refused, and none of
        them is changed"""
        ann, bob = self.table(2)
        ann.refused("change_table", "rules_refused", preset="nonsense", locked=True, listed=False, turn_seconds=5)
        ann.refused("change_table", "bad_schema", locked=True, turn_seconds=10_000)
        ann.catch_up()
        for room in (ann.room, bob.room):
            if room["locked"] or not room["listed"] or room["turn_seconds"] == 5 or room["preset"] == "nonsense":
                raise Failed(f"something was changed: {room}")
        fail_if(self.person().ask("join_table", table=ann.code).get("code") == "locked", "the table is locked")

    def rules_after_a_game(self) -> None:
        """HO-18 P-7.20 P-7.8: changes the rules after a game -> game_cleared, waiting; no game in view"""
        ann, bob = short_round(self)
        n = bob.n
        ann.ok("change_table", options={"hand_size": "2"})
        bob.event("table_changed")
        bob.catch_up()
        kinds = [event["k"] for event in _after(bob, n)]
        if "game_cleared" not in kinds or bob.room["phase"] != "waiting" or _has_game(bob):
            raise Failed(f"expected game_cleared and phase waiting, got {kinds}")
        bob.back()
        fail_if(not absent(_snapshot(bob), "game"), "a game that was put away is in a snapshot")

    def the_door_after_a_game(self) -> None:
        """HO-19 P-7.20: changes access after a game -> the game that is over stays in view"""
        ann, bob = short_round(self)
        ann.ok("change_table", locked=True, show_hands=False)
        bob.event("table_changed")
        bob.catch_up()
        same("the phase of the table", "finished", bob.room["phase"])
        same("the phase of the game", "over", bob.game["phase"])

    def to_a_free_seat(self) -> None:
        """HO-20 P-7.21 P-8.7: moves itself to a free seat -> a snapshot with the new seat for the player who moved,
        seats_moved for the others; it is still host"""
        ann, bob = self.table(2, seats=4)
        ann.ok("move_seat", seat=0, to=3)
        same("the own seat", 3, _snapshot(ann).get("seat"))
        event = bob.event("seats_moved")
        same("the event", (0, 3), (event["seat"], event["to"]))
        same("the host", 3, bob.room["host"])
        same("the occupants", ann.room["occupants"], bob.room["occupants"])
        ann.ok("add_bot")
        same("the lowest free seat", 0, bob.event("seat_taken")["seat"])

    def two_change_places(self) -> None:
        """HO-21 P-7.21 P-8.7: lets two players swap seats -> a snapshot for both, an entry for the third"""
        ann, bob, cem = self.table(3)
        cem.catch_up()
        before = cem.snapshot
        ann.ok("move_seat", seat=1, to=0)
        same("the own seat", 1, _snapshot(ann).get("seat"))
        same("the own seat", 0, _snapshot(bob).get("seat"))
        cem.event("seats_moved")
        cem.catch_up()
        fail_if(cem.snapshot is not before, "a snapshot came for one who has not moved")
        same("the host", 1, cem.room["host"])
        names = [one["name"] for one in cem.room["occupants"]]
        same("who sits where", [bob.name, ann.name, cem.name], names)
        bob.ok("ready")

    def moving_after_a_game(self) -> None:
        """HO-24 P-7.21 P-7.8: moves somebody after a game -> game_cleared, and the table waits"""
        ann, bob = short_round(self, seats=3)
        ann.ok("move_seat", seat=ann.seat, to=2)
        bob.event("seats_moved")
        bob.catch_up()
        same("the phase", "waiting", bob.room["phase"])
        fail_if(not absent(_snapshot(ann), "game") or _has_game(bob), "the game that is over was not put away")

    def kick(self) -> None:
        """HO-25 P-7.18 P-12.4: kicks somebody who sits at a table that waits -> put_out kicked, nothing more of the
        table; others are told the reason; they may come again"""
        ann, bob, cem = self.table(3)
        _put_out(ann, bob, cem)
        _out_of_it(self, bob)
        bob.join(ann.code)

    def kick_who_watches(self) -> None:
        """HO-26 P-7.18: kicks a spectator -> put_out kicked; watcher_left with reason kicked"""
        ann, bob = self.watched()
        _put_out(ann, bob, ann)
        _out_of_it(self, bob)

    def kick_in_mid_round(self) -> None:
        """HO-27 P-7.18 P-7.10: kicks the player who is asked during a round -> the others play on"""
        people = self.playing(3)
        play_until(people, lambda: any(may_move(one) for one in people[1:]))
        out = turn_of(people[1:])
        others = [one for one in people if one is not out]
        _put_out(others[0], out, *others)
        for one in others:
            one.catch_up()
            same("the count of the player who was kicked", 0, one.game["counts"][out.seat or 0])
        wait_for(others, lambda: any(may_move(one) for one in others), self.timeout)
        move(next(one for one in others if may_move(one)))
        _out_of_it(self, out)

    def kick_who_is_away(self) -> None:
        """HO-28 P-7.18 P-5.8: kicks a disconnected player -> resumed at no table"""
        ann, bob = self.table(2)
        lost(bob, ann)
        ann.ok("kick", name=bob.name)
        ann.event("seat_freed")
        if not absent(bob.back(table=ann.code, seen=bob.n), "table"):
            raise Failed("the session is still at the table it was kicked from")
        _out_of_it(self, bob)

    def kick_nobody(self) -> None:
        """HO-29 P-12.1 P-7.18: kicks a name that is not there, one in other letters, a computer player, and itself ->
        no_such_player, field name"""
        ann, bob = self.table(2, seats=3)
        ann.ok("add_bot")
        bot = ann.event("seat_taken")["name"]
        elsewhere = self.person()
        for name in (self.name(), elsewhere.name, bob.name.upper(), f" {bob.name}", bot, ann.name):
            says(ann.refused("kick", "no_such_player", name=name), "name")

    def ban(self) -> None:
        """HO-30 P-7.18 P-7.17 P-12.1: bans somebody, who tries to sit down and to watch -> put_out banned; banned each
        time, and the connection is kept"""
        ann, bob, cem = self.table(3)
        _put_out(ann, bob, cem, ban=True)
        for type_ in ("join_table", "spectate_table"):
            bob.refused(type_, "banned", table=ann.code)
        self.stays(bob.link)
        self.person().join(ann.code)  # others may

    def a_ban_is_of_one_table(self) -> None:
        """HO-32 P-7.18: is banned from one table -> others let it in, and it may open one of its own"""
        ann, bob = self.table(2)
        cem = self.person()
        cem.open()
        _put_out(ann, bob, ban=True)
        bob.join(cem.code)
        bob.ok("leave_table")
        bob.open()

    def closing(self) -> None:
        """HO-33 P-7.21 P-7.8: closes the table -> closed to all, who are in the lobby; the name is free"""
        ann, bob = self.playing(2)
        cem = self.person()
        cem.watch(ann.code)
        name = ann.room["name"]
        ann.ok("close_table")
        for one in (ann, bob, cem):
            same("the phase", "closed", one.event("phase_changed")["phase"])
            one.refused("leave_table", "not_at_table")
        fail_if(ann.code in listing(bob), "a table that is closed is in the list")
        bob.open(name=name)

    def asking_at_a_closed_table(self) -> None:
        """HO-45 P-7.21 P-12.1: closes a table, and one asks there -> not_at_table; nothing comes of it"""
        ann, bob = self.table(2)
        ann.ok("close_table")
        for one in (ann, bob):
            one.event("phase_changed")
            one.refused("ready", "not_at_table")
            self.quiet(one.link)
        bob.refused("join_table", "no_such_table", table=ann.code)

    def pausing(self) -> None:
        """HO-34 P-7.22 P-12.1: pauses during a round, asks for play, and resumes -> phase paused and held; play is
        paused; then playing, not held, with the same question"""
        ann, bob = people = self.playing(2)
        asked = turn_of(people)
        decision = asked.decision
        ann.ok("pause")
        for one in people:
            alike("the event", {"phase": "paused", "held": True}, one.event("phase_changed"))
        tabled.refused(asked, "paused", "paused")
        bob.refused("ready", "game_running")
        ann.ok("pause", paused=False)
        for one in people:
            event = one.event("phase_changed")
            same("phase and held", ("playing", False), (event["phase"], event.get("held", False)))
        same("the question", decision, asked.decision)
        wait_for([asked], lambda: may_move(asked), self.timeout)
        move(asked)

    def pausing_twice(self) -> None:
        """HO-35 P-7.22: pauses twice and resumes twice -> ok each time, told once each"""
        ann, bob = self.playing(2)
        n = bob.n
        for paused in (True, True, False, False):
            ann.ok("pause", paused=paused)
        bob.catch_up()
        same("phases", ["paused", "playing"], [one["phase"] for one in _after(bob, n) if one["k"] == "phase_changed"])

    def clocks_stand(self) -> None:
        """HO-36 P-7.22 P-9.8: pauses while a clock runs -> it stops, and continues with what was left"""
        ann, bob = people = self.playing(2, turn_seconds=60)
        began = self.world.now()
        ran, left = 0.0, list[float]()
        for pause in (0.0, 2.0):
            ann.ok("pause")
            wait_for(people, lambda: not _runs(bob), self.timeout)
            ran = self.world.now() - began
            for one in people:
                one.catch_up(pause / 2)
            ann.ok("pause", paused=False)
            wait_for(people, lambda: _runs(bob), self.timeout)
            began = self.world.now()
            left.append((bob.clock or {})["seconds"])
        if not left[0] - ran - 1.0 < left[1] <= left[0]:
            raise Failed(f"{left[0]} seconds were left before the pause, {left[1]} after it")

    def computer_players_rest(self) -> None:
        """HO-37 P-7.22: pauses while a computer player is asked -> it does nothing until the game resumes"""
        ann = self.person()
        ann.open({"seats": 2, "bots": ["normal"], "bot_pause": 1})
        ann.ok("ready")
        ann.ok("start")
        while not (ann.room["phase"] == "paused" and _another_is_asked(ann)):
            ann.ok("pause", paused=False)
            wait_for([ann], lambda: ann.room["phase"] == "playing", self.timeout)
            wait_for([ann], lambda: _another_is_asked(ann) or may_move(ann), self.timeout)
            if may_move(ann):
                move(ann)
            wait_for([ann], lambda: _another_is_asked(ann) or may_move(ann), self.timeout)
            ann.ok("pause")
            wait_for([ann], lambda: ann.room["phase"] == "paused", self.timeout)
        n = ann.n
        ann.catch_up(2.5)
        same("the last number", n, ann.n)
        ann.ok("pause", paused=False)
        wait_for([ann], lambda: ann.n > n + 1, self.timeout)

    def pausing_between_rounds(self) -> None:
        """HO-38 P-7.22 P-7.8: pauses between rounds, and everyone is ready -> the phase stays, held is true, and no
        deal comes until the host resumes"""
        ann, bob = people = short_round(self, rules=MATCH)
        ann.ok("pause")
        alike("the event", {"phase": "between_rounds", "held": True}, bob.event("phase_changed"))
        ready(people)
        n = bob.n
        bob.catch_up(1.0)
        if any(event["k"] == "round_dealt" for event in _after(bob, n)):
            raise Failed("a round was dealt although the game is paused")
        ann.ok("pause", paused=False)
        wait_for(people, lambda: bob.room["phase"] != "paused" and not bob.room["held"], self.timeout)
        for one in people:
            if bob.room["phase"] == "between_rounds" and not marks(one)[one.seat or 0]:
                one.ok("ready")
        wait_for(people, lambda: bob.room["phase"] == "playing", self.timeout)

    def a_pause_outlives_links(self) -> None:
        """HO-39 P-7.22: pauses, and everyone disconnects and comes back -> it is still paused, until the host
        resumes"""
        ann, bob = self.playing(2)
        ann.ok("pause")
        bob.event("phase_changed")
        for one in (ann, bob):
            one.drop()
        for one in (ann, bob):
            one.back()
            _snapshot(one)
            one.catch_up()
            same("phase and held", ("paused", True), (one.room["phase"], one.room["held"]))
        ann.ok("pause", paused=False)
        wait_for([ann, bob], lambda: bob.room["phase"] == "playing", self.timeout)

    def ending_a_game(self) -> None:
        """HO-41 P-7.22 P-7.8: ends a game during a round -> game_cleared, waiting, no game and no clock any more; play
        is no_game; rules can be changed"""
        ann, bob = self.playing(2)
        n = bob.n
        ann.ok("end_game")
        bob.event("phase_changed")
        bob.catch_up()
        kinds = [event["k"] for event in _after(bob, n)]
        same("the phase", "waiting", bob.room["phase"])
        if "game_cleared" not in kinds or "game_ended" in kinds or _has_game(bob):
            raise Failed(f"expected only game_cleared, got {kinds}")
        bob.refused("draw", "no_game", decision=1)
        ann.ok("change_table", preset="quickplay")
        bob.back()
        fail_if(not absent(_snapshot(bob), "game"), "a game that was ended is in a snapshot")

    def ending_between_rounds(self) -> None:
        """HO-43 P-7.22 P-7.8: ends a game between rounds -> game_cleared, and the table waits"""
        ann, bob = people = short_round(self, rules=MATCH)
        ann.ok("end_game")
        wait_for(people, lambda: bob.room["phase"] == "waiting", self.timeout)
        fail_if(_has_game(bob), "there is a game still")

    def ending_while_something_is_held(self) -> None:
        """HO-44 P-12.1 P-7.22: ends a game while a request is held -> no_game as its one answer"""
        position = "rules: official uno_grace=10 | seats: a b | hand a: R5 R6 | hand b: B1 B2 | discard: R9"
        ann, bob = placed(self, position)
        ann.play("play", cards=["R5"])
        wait_for([bob], lambda: may_move(bob) and bob.game.get("window") == ann.seat, self.timeout)
        held = bob.request("catch", decision=bob.decision, target=ann.seat)
        ann.ok("end_game")
        answer = bob.answer(held)
        same("the answer", ("error", "no_game"), (answer["t"], answer.get("code")))

    def ban_who_watches(self) -> None:
        """HO-47 P-7.18 P-12.1: bans a spectator, who tries to watch and to sit down -> put_out banned, watcher_left
        with reason banned; banned each time"""
        ann, bob = self.watched()
        _put_out(ann, bob, ann, ban=True)
        for type_ in ("spectate_table", "join_table"):
            bob.refused(type_, "banned", table=ann.code)

    def every_level(self) -> None:
        """HO-49 P-18.5: seats computer players of each level -> each with its level in the room"""
        ann, bob = self.people(2)
        levels = shapes.levels()
        ann.open({"seats": 10, "bots": levels[:2]})
        bob.join(ann.code)
        for level in levels[2:]:
            ann.ok("add_bot", level=level)
            same("the level told", level, bob.event("seat_taken").get("bot"))
        ann.catch_up()
        for one in (ann, bob):
            found = [each["bot"] for each in one.room["occupants"] if each and "bot" in each]
            same("the levels", levels, found)
