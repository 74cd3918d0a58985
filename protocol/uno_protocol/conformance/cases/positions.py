"""Tables whose games begin at a given position (P-7.30)."""

from uno_protocol.conformance.checks import ready
from uno_protocol.conformance.link import unpacked
from uno_protocol.conformance.placed import begin, lines, named_nowhere, placed, settle
from uno_protocol.conformance.tools import Failed, Kit, Person, fail_if, listing, told

POSITION = "rules: street | seats: a b | hand a: R5 R6 R7 | hand b: B1 B2 | discard: R9"


SECRET = (
    "rules: official | seats: quaxler fribbet | hand quaxler: R5 R6 R7 | hand fribbet: B1 B2 G8 | stock: Y3 Y4 YR | "
    "discard: R9"
)
WORDS = (b"quaxler", b"fribbet", b"stock:")
"""The words of that text, and of no other."""


def _opened(kit: Kit, **new: object) -> Person:
    """Somebody who has opened a table at POSITION."""
    kit.need("scenario")
    person = kit.person()
    person.open({"position": lines(POSITION), **new})
    return person


class PositionsCases(Kit):
    def a_mark_wherever_it_is_told_of(self) -> None:
        """PO-1 P-7.30 P-7.15: opens a table at a position -> it is marked wherever it is told of"""
        ann = _opened(self)
        marks = {
            "room": ann.room.get("test"),
            "rules": ann.ok("table_rules", table=ann.code).get("test"),
            "tables": listing(ann)[ann.code].get("test"),
        }
        fail_if(set(marks.values()) != {True}, f"test should be true: {marks}")
        bob = self.person()
        bob.open({})
        fail_if(bob.room.get("test") or listing(bob)[bob.code].get("test"), "a table without a position is marked")

    def rules_and_seats_are_those_of_the_position(self) -> None:
        """PO-2 P-7.30: opens a table at a position -> its rules and seats, whatever else is asked for"""
        ann = _opened(self, preset="official", seats=7)
        if ann.room["preset"] != "street" or len(ann.room["occupants"]) != 2:
            raise Failed(f"the table has {ann.room['preset']} and {len(ann.room['occupants'])} seats")

    def positions_that_cannot_be(self) -> None:
        """PO-3 P-7.30 P-12.1: opens tables at wrong positions -> rules_refused, new.position"""
        self.need("scenario")
        ann = self.person()
        for wrong in (
            "nonsense",
            "rules: official",
            POSITION.replace("B1 B2", "B1 B1 B1"),
            POSITION.replace("R9", "Q9"),
        ):
            error = ann.refused("create_table", "rules_refused", name=self.name(), new={"position": lines(wrong)})
            fail_if(error.get("field") != "new.position", f"it should be new.position, got {error.get('field')!r}")
        ann.refused("leave_table", "not_at_table")

    def such_rules_stay(self) -> None:
        """PO-4 P-7.30 P-7.20: changes such a table -> rules_refused; other things change"""
        ann = _opened(self)
        ann.refused("change_table", "rules_refused", preset="official")
        ann.refused("change_table", "rules_refused", seats=3)
        ann.ok("change_table", turn_seconds=17)
        fail_if(ann.event("table_changed").get("turn_seconds") != 17, "the time for a turn has not changed")

    def the_beginning_is_a_snapshot(self) -> None:
        """PO-5 P-7.30 P-8.2: starts a game at a position -> a snapshot that counts it"""
        ann, bob = placed(self, POSITION)
        if "game_placed" in [entry["event"]["k"] for one in (ann, bob) for entry in one.entries]:
            raise Failed("game_placed is told to nobody")
        if ann.n != bob.n or ann.hand != ["R5", "R6", "R7"] or bob.game["discard"] != ["R9"]:
            raise Failed("the position is not what was asked for")
        fail_if(bob.game.get("hands", [None, []])[0] is not None, "another hand is told")

    def every_seat_is_needed(self) -> None:
        """PO-6 P-7.30 P-7.9: starts with an empty seat -> too_few_players: a position needs all"""
        ann = _opened(self)
        ann.ok("ready")
        ann.refused("start", "too_few_players")

    def the_text_is_told_nowhere(self) -> None:
        """PO-7 P-7.30 P-13.1: opens a table at a position with words of its own; reads rules, lists, snapshots and
        entries, in all seats -> no word of the text, and no card that has not been shown, is told to anybody"""
        self.need("scenario")
        ann, bob, watcher, guest = everyone = self.people(4)
        links = [one.link for one in everyone]
        ann.open({"position": lines(SECRET), "turn_seconds": 0})
        bob.join(ann.code)
        watcher.watch(ann.code)
        for one in (guest, watcher, bob, ann):
            one.ok("table_rules", table=ann.code)
        listing(guest)
        ann.ok("change_table", turn_seconds=17)
        ann.ok("change_table", turn_seconds=0)
        ann.ask("change_table", preset="official")
        for _ in range(2):
            ready((ann, bob))
            begin([ann, bob, watcher])
            ann.play("play", cards=["R5"])
            settle([ann, bob, watcher])
            bob.ok("why_not")
            for one in (ann, bob, watcher):
                for fields in ({}, {"table": ann.code, "seen": one.n}):
                    one.back(**fields)
                    one.find(lambda message: message["t"] == "clock", "clock")
                    links.append(one.link)
            listing(guest)
            guest.ok("table_rules", table=ann.code)
            ann.ok("end_game")
            settle([ann, bob, watcher])
        for link in links:
            for body in link.bodies:
                if word := next((word for word in WORDS if word in body.lower()), None):
                    raise Failed(f"{word.decode()!r} of the position was told: {told(unpacked(body))} {body!r:.300}")
        named_nowhere(links, "Y3", "Y4", "YR")
