"""Coming back to a table: a session receives exactly what it missed, or a snapshot (P-8.6)."""

from copy import deepcopy

from uno_protocol.conformance.likeness import same as like
from uno_protocol.conformance.likeness import same_in_any_order
from uno_protocol.conformance.moves import BALLOT, FOUR, KEEPING, ONE_LEFT, PASSING, TURN, go
from uno_protocol.conformance.person import Person
from uno_protocol.conformance.placed import asked, can, like_a_snapshot, listed, placed, settle, until, until_all
from uno_protocol.conformance.rounds import completed
from uno_protocol.conformance.tools import Failed, Kit, Message, absent, fail_if, same, says, skip_if, told

_MOST_KEPT = 2_000
"""How many entries a case waits for computer players to make."""


def _away(person: Person, others: list[Person]) -> None:
    person.drop()
    until_all(others, lambda one: not one.room["occupants"][person.seat]["connected"], "the lost link")


def _replayed(person: Person) -> list[Message]:
    """The messages between `resumed` and both `legal` and `clock`: entries or a snapshot. Raises Failed."""
    found: list[Message] = []
    ends = {"legal", "clock"}

    def is_all(message: Message) -> bool:
        if message["t"] not in ("legal", "clock"):
            found.append(message)
        ends.discard(message["t"])
        return not ends

    person.find(is_all, "legal and clock after resumed")
    return found


def _is_snapshot(person: Person) -> None:
    """The first message after `resumed` is a snapshot. Raises Failed."""
    first = person.kit.hear(person.link)
    fail_if(first["t"] != "snapshot", f"expected a snapshot, got {told(first)}")
    person.take_in(first)


def _lists(person: Person, actions: list[Message]) -> None:
    fail_if(not same_in_any_order(person.listed, actions), f"the list: expected {actions}, got {person.listed}")


def _same_question(person: Person, people: list[Person]) -> None:
    """The person who is asked resumes with and without a number, and has the same question and list. Raises Failed."""
    settle(people)
    until(person, lambda: bool(person.listed), "a list")
    waiting, actions, n = deepcopy(person.waiting_for), deepcopy(person.listed), person.n
    game = deepcopy(person.game)
    for seen in (None, n, n - 1 if n > person.snapshot["n"] else n):
        if seen is None:
            person.back()
            _is_snapshot(person)
        else:
            person.back(table=person.code, seen=seen)
            for _ in range(n - seen):
                entry = person.kit.hear(person.link)
                same("an entry with a later number", True, entry["t"] == "entry" and entry["n"] > seen)
        person.legal = None
        until(person, lambda: person.legal is not None, "legal")
        same("the question and the game", (waiting, game), (person.waiting_for, person.game))
        listed(person)
        _lists(person, actions)


class ResumeCases(Kit):
    def from_the_last_entry(self) -> None:
        """RS-1 P-8.6: resumes from the last entry while the older link is alive -> no entry and no snapshot; legal and
        clock at once"""
        people = placed(self, TURN)
        a = people[0]
        settle(people)
        before, n = deepcopy(a.listed), a.n
        a.back(table=a.code, seen=n)
        same("what is replayed", [], _replayed(a))
        same("the number of the list", n, (a.legal or {})["n"])
        _lists(a, before)
        self.quiet(a.link)

    def from_the_last_entry_after_a_lost_link(self) -> None:
        """RS-2 P-8.6: resumes from the last entry after its link was lost -> the lost link and the return as
        presence_changed, then legal and clock"""
        a, b, c = people = placed(self, TURN)
        n = settle(people)
        _away(a, [b, c])
        a.back(table=a.code, seen=n)
        told_ = _replayed(a)
        due = [
            {"t": "entry", "n": n + 1, "event": {"k": "presence_changed", "seat": 0, "connected": False}},
            {"t": "entry", "n": n + 2, "event": {"k": "presence_changed", "seat": 0, "connected": True}},
        ]
        fail_if(not like(told_, due), f"what is replayed: expected {due}, got {told_}")
        settle([b, c, a])
        like_a_snapshot(*people)

    def an_exact_replay(self) -> None:
        """RS-3 P-8.6 P-8.2: resumes from an entry in the middle of what it has been told -> every later entry as it was
        shown before, each once"""
        a, b, _ = people = placed(self, TURN)
        start = a.n
        go(people, "a plays W > a name_colour", "a names G > b take_turn", "b draws > b play_drawn")
        settle([b, *people])
        shown = {one["n"]: one for one in b.entries}
        snapshot, end = deepcopy(b.snapshot), b.n
        for seen in (start, start + 1, end - 2, end - 1):
            b.back(table=b.code, seen=seen)
            got = []
            for _ in range(end - seen):
                entry = self.expect(b.link, "entry")
                got.append(entry)
            same(f"what is replayed from {seen}", [shown[n] for n in range(seen + 1, end + 1)], got)
            self.expect(b.link, "legal", "clock")
        b.take_in(snapshot)
        for n in range(snapshot["n"] + 1, end + 1):
            b.take_in(shown[n])
        like_a_snapshot(b)

    def what_happened_meanwhile(self) -> None:
        """RS-4 P-8.6 P-5.9: loses the connection, is away while others play, and resumes -> what happened meanwhile,
        and a picture that is what a snapshot says"""
        a, b, c = people = placed(self, TURN)
        n = settle(people)
        _away(c, [a, b])
        go(people, "a plays R5 > b take_turn", "b draws > b play_drawn")
        b.play("keep")
        until(b, lambda: (b.waiting_for or {}).get("seat") == 2, "the question to who is away")
        c.back(table=c.code, seen=n)
        asked(c, "take_turn")
        same("the numbers", list(range(n + 1, c.n + 1)), [one["n"] for one in c.entries if one["n"] > n])
        fail_if(c.snapshot["n"] > n, "a snapshot came, and the entries that were missed are kept")
        settle(people)
        like_a_snapshot(c)
        asked(c, "take_turn")
        c.play("draw")

    def from_the_future(self) -> None:
        """RS-5 P-8.6 P-12.1: resumes from a number that has not been reached, then without one -> bad_seq with field
        seen and the last number; not resumed, kept; then resumed"""
        people = placed(self, TURN)
        a = people[0]
        n = settle(people)
        older = a.link
        for ahead in (1, 1000, 2**53 - 1 - n):
            error = a.resume(table=a.code, seen=n + ahead)
            if error["t"] != "error" or error.get("code") != "bad_seq" or error.get("field") != "seen":
                raise Failed(f"expected bad_seq with field seen, got {error}")
            fail_if(not absent(error, "id"), f"no request was at fault, and the error has an id: {error}")
            says(error, n=n)
        self.stays(older)
        a.link.send({"t": "lobby_talk", "id": a.last_id + 1})
        self.refused(a.link, "not_logged_in", id=a.last_id + 1)
        a.last_id += 1
        a.link.send({"t": "resume", "token": a.token})
        self.expect(a.link, "resumed")
        _is_snapshot(a)
        self.closes(older, "taken_over", come_back=False)

    def without_a_number(self) -> None:
        """RS-6 P-8.6: resumes without seen, without table, and with the code of another table -> a snapshot each time,
        then legal"""
        people = placed(self, TURN)
        a = people[0]
        n = settle(people)
        for fields in (
            {},
            {"table": a.code},
            {"seen": n},
            {"table": "@@@@", "seen": n},
            {"table": "@@@@", "seen": n + 5},
        ):
            resumed = a.back(**fields)
            same("the table in resumed", a.code, resumed.get("table"))
            _is_snapshot(a)
            until(a, lambda: a.legal is not None, "legal")

    def from_before_the_seat(self) -> None:
        """RS-7 P-8.6: resumes from numbers before it took its seat -> a snapshot: nothing from before is sent"""
        ann, bob = self.table(2, seats=3)
        late = self.person()
        ann.ok("chat", text="before")
        late.join(ann.code)
        since = late.snapshot["n"]
        ann.ok("chat", text="after")
        late.event("said")
        for seen in (0, 1, since - 1):
            late.back(table=late.code, seen=seen)
            _is_snapshot(late)
        late.back(table=late.code, seen=since)
        event = self.expect(late.link, "entry")["event"]
        same("what is replayed", "after", event.get("text"))
        bob.catch_up(0)

    def from_before_a_move(self) -> None:
        """RS-8 P-8.6 P-7.21: is moved to another seat, and resumes from before that -> a snapshot; from after it, the
        entries"""
        ann, bob = self.table(2, seats=3)
        ann.ok("chat", text="before")
        bob.event("said")
        seen = bob.n
        ann.ok("move_seat", seat=1, to=2)
        until(bob, lambda: bob.seat == 2, "the snapshot of the new seat")
        bob.back(table=bob.code, seen=seen)
        _is_snapshot(bob)
        same("the seat", 2, bob.seat)
        n = bob.n
        ann.ok("chat", text="after")
        bob.event("said")
        bob.back(table=bob.code, seen=n)
        same("what is replayed", "after", self.expect(bob.link, "entry")["event"].get("text"))

    def after_leaving(self) -> None:
        """RS-9 P-8.6 P-5.8: leaves the table, and resumes with its code and number -> resumed without a table; nothing
        follows"""
        ann, bob = self.table(2, seats=3)
        seen = bob.n
        bob.ok("leave_table")
        resumed = bob.back(table=bob.code, seen=seen)
        fail_if(not absent(resumed, "table"), f"the session is at no table, and resumed tells {resumed}")
        ann.ok("chat", text="hello")
        self.quiet(bob.link)
        bob.join(ann.code)
        same("what was said", "hello", bob.room["remarks"][-1]["text"])
        bob.back(table=bob.code, seen=seen)
        _is_snapshot(bob)

    def who_watches(self) -> None:
        """RS-10 P-8.6: watches, and resumes from an older entry, and after a lost link -> the entries as they are shown
        to spectators; no legal"""
        people = placed(self, TURN, watching=1)
        a, watcher = people[0], people[3]
        n = watcher.n
        a.play("draw")
        settle(people)
        shown, end = {one["n"]: one for one in watcher.entries}, watcher.n
        watcher.drop()
        watcher.back(table=a.code, seen=n)
        got = [self.expect(watcher.link, "entry") for _ in range(end - n)]
        same("what is replayed", [shown[number] for number in range(n + 1, end + 1)], got)
        after = self.hear(watcher.link)
        same("what comes then", "clock", after["t"])
        self.quiet(watcher.link)

    def in_the_middle_of_a_turn(self) -> None:
        """RS-11 P-8.6 P-9.3: resumes while it is asked for a colour, a player and a drawn card -> the same question,
        the same list, the same picture"""
        position = (
            "rules: classic113 | seats: a b c | hand a: WS R7 R8 | hand b: B1 B2 | hand c: G1 | stock: Y1 | discard: R9"
        )
        a, b, _ = people = placed(self, position)
        _same_question(a, people)
        go(people, "a plays WS > a name_colour")
        _same_question(a, people)
        go(people, "a names G > a choose_player")
        _same_question(a, people)
        go(people, "a chooses b > b take_turn", "b draws > b play_drawn")
        _same_question(b, people)
        b.play("keep")

    def in_the_middle_of_an_answer(self) -> None:
        """RS-12 P-8.6 P-9.3: resumes while it is asked to answer a Wild Draw Four, a stack, and which card to keep ->
        the same question, the same list, the same picture"""
        a, b, _ = people = placed(self, FOUR)
        go(people, "a plays W+4:G > b answer_draw_four")
        _same_question(b, people)
        b.play("challenge")
        a, b = people = placed(self, "rules: street | seats: a b | hand a: R+2 R5 R6 | hand b: B+2 R1 B2 | discard: R9")
        go(people, "a plays R+2 > b answer_stack")
        _same_question(b, people)
        b.play("accept")
        people = placed(self, KEEPING)
        a = people[0]
        go(people, "a plays WC:R > a keep_one")
        _same_question(a, people)
        a.play("retain", card="R7")

    def in_the_middle_of_a_question_to_several(self) -> None:
        """RS-13 P-8.6 P-9.3: resumes in a vote and while cards are passed on, before and after its answer -> the same
        question to the others; its own answer is known to it, and nothing more is listed"""
        for position, first in ((BALLOT, None), (PASSING, "WC")):
            a, b, _ = people = placed(self, position)
            if first is not None:
                a.play("play", cards=[first], colours=["R"])
                asked(a, "pass_card")
                asked(b, "pass_card")
            _same_question(a, people)
            own = next(one for one in a.listed if one["k"] in ("vote", "give"))
            a.play(own["k"], **completed(own))
            until(a, lambda a=a: not a.asked, "the own answer")  # type: ignore[misc]
            settle(people)
            game = deepcopy(a.game)
            a.back()
            _is_snapshot(a)
            until(a, lambda a=a: a.legal is not None, "legal")  # type: ignore[misc]
            same("list and game after the own answer", ([], game), (a.listed, a.game))
            _same_question(b, people)

    def while_a_window_is_open(self) -> None:
        """RS-14 P-8.6 P-9.7: resumes while somebody can be caught -> uno or catch is listed as before"""
        a, b, c = people = placed(self, ONE_LEFT)
        a.play("play", cards=["R5"])
        until(a, lambda: can(a, k="uno"), "uno in the list")
        until(c, lambda: can(c, k="catch", target=0), "catch in the list")
        asked(b, "take_turn")
        for one in (a, c, b):
            _same_question(one, people)
        c.play("catch", target=0)

    def what_was_shown_at_the_time(self) -> None:
        """RS-15 P-8.6 P-13.1: resumes from before a hand was opened, and after it was closed -> the replay shows what
        was shown at the time: no more and no less"""
        position = (
            "rules: skyrus customizable_rule=open_hand uno_grace=0 out_of_turn_penalty=2 | seats: a b c | "
            "hand a: WC R7 R8 | hand b: Y1 B1 G3 B2 | hand c: R1 G2 G4 | stock: Y5 Y6 Y7 Y8 Y4 | discard: R9"
        )
        a, b, c, watcher = people = placed(self, position, watching=1)
        a.play("play", cards=["WC"], colours=["R"], target=2)
        c_decision = settle(people)
        c.play("play", cards=["R1"])
        go(people, "b draws > b play_drawn", "b keeps > c take_turn")
        c.play("draw")
        settle(people)
        for one in (a, b, c, watcher):
            shown = {entry["n"]: entry for entry in one.entries}
            start, end = one.snapshot["n"], one.n
            got: list[Message] = []
            for seen in (start, c_decision):
                one.back(table=one.code, seen=seen)
                got = [self.expect(one.link, "entry") for _ in range(end - seen)]
                same(f"what is replayed to seat {one.seat}", [shown[n] for n in range(seen + 1, end + 1)], got)
            open_cards = [entry["event"].get("cards") for entry in got if entry["event"]["k"] == "cards_drawn"]
            if open_cards[0] is None or (one is not c and open_cards[-1] is not None):
                raise Failed(f"what was drawn while the hand lay open is shown, and nothing after that: {open_cards}")

    def before_the_first_game(self) -> None:
        """RS-16 P-8.6: resumes before the first game, and at a table in a pause -> before it neither legal nor clock;
        in the pause the same list"""
        ann, bob = self.table(2)
        ann.ok("chat", text="hello")
        bob.event("said")
        bob.back(table=bob.code, seen=bob.n)
        self.quiet(bob.link)
        bob.back()
        _is_snapshot(bob)
        self.quiet(bob.link)
        people = placed(self, TURN)
        a = people[0]
        a.ok("pause")
        until(a, lambda: a.room["phase"] == "paused", "the pause")
        a.back(table=a.code, seen=a.n)
        a.legal = None
        until(a, lambda: a.legal is not None, "legal")

    def from_a_forgotten_entry(self) -> None:
        """RS-17 P-8.6 P-10.1: resumes from an entry that is older than limits.entries_kept -> a snapshot; from the
        oldest that is kept, an exact replay"""
        kept = self.limit("entries_kept")
        skip_if(kept > _MOST_KEPT, f"{kept} entries are kept, too many to play for")
        options = {"goal": "points", "target": "5000", "uno": "off", "hand_size": "15", "decks": "2"}
        ann, bob = self.table(2, seats=10, bots=["random"] * 8, bot_pause=0, turn_seconds=0, options=options)
        seen = bob.n
        for one in (ann, bob):
            one.ok("away")
        ann.ok("start")
        with self.for_seconds(60) as time_is_left:
            while ann.n <= seen + kept + 10 and time_is_left():
                for one in (ann, bob):
                    one.linger(0.02)
        skip_if(ann.n <= seen + kept, f"in a minute of play there came {ann.n - seen} entries, and {kept} are kept")
        ann.ok("end_game")
        until(ann, lambda: ann.room["phase"] == "waiting", "the end of the game", 20)
        settle([ann, bob])
        end, shown = bob.n, {one["n"]: one for one in bob.entries}
        bob.back(table=bob.code, seen=seen)
        _is_snapshot(bob)
        same("the number of the snapshot", end, bob.n)
        bob.back(table=bob.code, seen=end - kept)
        got = [self.expect(bob.link, "entry") for _ in range(kept)]
        same("what is replayed", [shown[n] for n in range(end - kept + 1, end + 1)], got)
        self.quiet(bob.link)

    def taken_over_in_the_middle(self) -> None:
        """RS-18 P-8.6 P-5.7: takes its own session over again and again while others play -> every entry once, on
        whichever connection; the picture is what a snapshot says"""
        a, b, c = placed(self, TURN)
        watcher = self.person()
        watcher.watch(a.code)
        for player, move, fields in ((a, "play", {"cards": ["R5"]}), (b, "draw", {}), (b, "keep", {}), (c, "draw", {})):
            until(player, lambda player=player: player.asked, "the own turn")  # type: ignore[misc]
            before = player.decision
            watcher.back(table=watcher.code, seen=watcher.n)
            player.play(move, **fields)
            watcher.back(table=watcher.code, seen=watcher.n)
            until(player, lambda player=player, before=before: player.decision > before, "the next question")  # type: ignore[misc]
        settle([a, b, c, watcher])
        like_a_snapshot(watcher)

    def from_before_it_came(self) -> None:
        """RS-19 P-8.6 P-8.7: watches, sits down later, and resumes from before each of the two -> a snapshot each time;
        from after it, the entries"""
        ann, bob = self.table(2, seats=4)
        ann.ok("ready")
        bob.event("ready_changed")
        seen = bob.n
        late = self.person()
        for come in (late.watch, late.join):
            come(ann.code)
            since = late.n
            ann.ok("add_bot" if come == late.watch else "away")
            late.event("seat_taken" if come == late.watch else "stand_in_changed")
            late.back(table=late.code, seen=seen)
            _is_snapshot(late)
            late.back(table=late.code, seen=since)
            same("the number of what is replayed first", since + 1, self.expect(late.link, "entry")["n"])
            late.back()
            _is_snapshot(late)
            seen = late.n

    def after_every_snapshot(self) -> None:
        """RS-20 P-8.6 P-9.4 P-9.8: comes to a game that is going on: to watch, to sit down, and back to its seat ->
        after each snapshot the clock, and legal to those seated, and nobody else"""
        ann, _ = self.playing(2, seats=3, turn_seconds=300)
        watcher, late = self.people(2)
        watcher.ok("spectate_table", table=ann.code)
        late.ok("join_table", table=ann.code)
        ann.back()
        for one, due in ((watcher, {"clock"}), (late, {"clock", "legal"}), (ann, {"clock", "legal"})):
            one.find(lambda message: message["t"] == "snapshot", "snapshot")
            came: set[str] = set()

            def all_is_there(message: Message, came: set[str] = came, due: set[str] = due) -> bool:
                came.add(message["t"])
                return came >= due

            one.find(all_is_there, f"{' and '.join(sorted(due))} after a snapshot")
            same("the clock in all", 300, (one.clock or {}).get("of"))
            if "legal" not in due:
                one.catch_up()
                same("a list for one who watches", None, one.legal)
