"""Stand-ins for players who are away, and extra time for those who need it (P-7.23, P-7.24, P-9.8)."""

from uno_protocol.conformance import tabled
from uno_protocol.conformance.checks import come_back, lost
from uno_protocol.conformance.likeness import same_in_any_order
from uno_protocol.conformance.placed import kinds as _kinds
from uno_protocol.conformance.rounds import may_move, move, turn_of, wait_for
from uno_protocol.conformance.tools import Failed, Kit, Person, absent, fail_if, marks, same, start

_SLOW = {"bot_pause": 5}
"""Computer players take their time, so that a case can come between."""


def _stand_in(person: Person, seat: int | None) -> object:
    return (person.room["occupants"][seat or 0] or {}).get("stand_in")


def _alone(kit: Kit, **new: object) -> Person:
    """A person whose turn it is, with a computer player opposite, that does not wait."""
    person = kit.person()
    person.open({"seats": 2, "bots": ["normal"], "bot_pause": 0, "options": {"hand_size": "10"}, **new})
    person.ok("ready")
    person.ok("start")
    wait_for([person], lambda: may_move(person), kit.timeout)
    return person


tabled.of_group(__name__, "AW")


class AwayCases(Kit):
    def away(self) -> None:
        """AW-1 P-7.23: steps away while it is asked -> stand_in_changed to level normal for all, an empty list, and a
        computer player that plays"""
        people = self.playing(2, bot_pause=0)
        ann = turn_of(people)
        bob = next(one for one in people if one is not ann)
        decision = ann.decision
        ann.ok("away")
        event = bob.event("stand_in_changed")
        same("the event", (ann.seat, "normal"), (event.get("seat"), event.get("level")))
        wait_for(people, lambda: bob.decision > decision and bob.asked, self.timeout)
        ann.catch_up()
        fail_if(ann.listed, "something is listed for a person for whom a computer player plays")
        same("the occupant's name", ann.name, ann.room["occupants"][ann.seat or 0]["name"])
        same("stand_in and ready", ("normal", True), (_stand_in(ann, ann.seat), marks(ann)[ann.seat or 0]))

    def back_again(self) -> None:
        """AW-3 P-7.23 P-9.4: steps away and takes the seat back before anybody has played -> stand_in_changed without a
        level, the list of what may be done, and it is played"""
        people = self.playing(2, **_SLOW)
        ann = turn_of(people)
        before = ann.listed
        ann.ok("away")
        ann.event("stand_in_changed")
        ann.ok("away", away=False)
        if not absent(ann.event("stand_in_changed"), "level"):
            raise Failed("stand_in_changed has a level although no computer player plays there any more")
        wait_for([ann], lambda: may_move(ann), self.timeout)
        fail_if(not same_in_any_order(ann.listed, before), f"{before} should be listed again, got {ann.listed}")
        same("the stand-in", None, _stand_in(ann, ann.seat))
        move(ann)

    def away_without_a_link(self) -> None:
        """AW-5 P-7.23: steps away, loses the connection, and resumes -> still away, until it says otherwise"""
        ann, bob = self.table(2)
        bob.ok("away")
        ann.event("stand_in_changed")
        lost(bob, ann)
        come_back(bob)
        same("the stand-in", "normal", _stand_in(bob, bob.seat))
        bob.ok("away", away=False)
        fail_if(not absent(ann.event("stand_in_changed"), "level"), "the seat was not taken back")

    def time_runs_out_twice(self) -> None:
        """AW-6 P-7.23 P-9.8: lets its time run out twice in a row -> time_ran_out both times, and stand_in_changed by
        itself after the second, not the first"""
        person = _alone(self, turn_seconds=1)
        kinds: list[str] = []

        def over() -> bool:
            kinds[:] = _kinds(person)
            return "stand_in_changed" in kinds

        wait_for([person], over, 6 + self.timeout)
        same("how often time ran out before", 2, kinds[: kinds.index("stand_in_changed")].count("time_ran_out"))

    def time_runs_out_with_a_move_between(self) -> None:
        """AW-7 P-7.23: lets its time run out, plays, and lets it run out again -> no computer player takes over: a play
        in between restarts the count"""
        person = _alone(self, turn_seconds=1)
        person.event("time_ran_out", seconds=2 + self.timeout)
        decision = person.decision
        wait_for([person], lambda: person.decision > decision and may_move(person), self.timeout)
        n = person.n
        move(person)
        wait_for([person], lambda: "time_ran_out" in _kinds(person, n), 4 + self.timeout)
        person.catch_up()
        same("the stand-in", None, _stand_in(person, person.seat))

    def the_clock_of_who_is_away(self) -> None:
        """AW-10 P-7.23 P-9.8: steps away while its clock runs, and comes back -> no clock meanwhile; then what was left
        of the time, not more"""
        people = self.playing(2, turn_seconds=60, **_SLOW)
        ann = turn_of(people)
        ann.catch_up(0.8)
        ann.ok("away")
        if not absent(ann.find(lambda one: one["t"] == "clock", "clock"), "seconds"):
            raise Failed("the clock runs for a computer player")
        ann.ok("away", away=False)
        left = ann.find(lambda one: one["t"] == "clock", "clock").get("seconds")
        fail_if(left is None or not 50 < left <= 59.5, f"expected what was left of 60 seconds, got {left}")

    def the_host_gives_time(self) -> None:
        """AW-11 P-7.24 P-9.8: gives time as the host, to another and to itself -> time_given to all, and a clock of so
        much more for that seat from its next question on"""
        ann, bob = self.table(2, turn_seconds=40)
        for seat, seconds in ((ann.seat, 25), (bob.seat, 35)):
            ann.ok("give_time", seat=seat, seconds=seconds)
            event = bob.event("time_given")
            same("the event", (seat, seconds), (event.get("seat"), event.get("seconds")))
        same("extra_seconds", [25, 35], [one["extra_seconds"] for one in bob.room["occupants"]])
        start((ann, bob))
        for one in (ann, bob):
            one.catch_up()
        due = 65 if ann.asked else 75
        same("the clock in all", due, (bob.clock or {}).get("of"))

    def no_limit_of_time(self) -> None:
        """AW-16 P-7.24 P-9.8: plays without a limit of time -> no clock runs, whatever was given"""
        people = self.playing(2, turn_seconds=0)
        people[0].ok("give_time", seat=turn_of(people).seat, seconds=100)
        move(turn_of(people))
        for one in people:
            one.catch_up()
            if (one.clock or {}).get("seconds") is not None:
                raise Failed(f"a clock runs although there is no time limit: {one.clock}")

    def the_default_is_taken(self) -> None:
        """AW-18 P-9.8 P-7.23: is asked and does nothing, with a short time for a turn -> time_ran_out when it is over
        and not before, and the default: a card is drawn and the turn goes on"""
        people = self.playing(2, turn_seconds=2)
        ann = turn_of(people)
        bob = next(one for one in people if one is not ann)
        began, cards = self.world.now(), len(ann.hand)
        wait_for(people, lambda: bob.asked and bob.decision > 1, 4 + self.timeout)
        ann.catch_up()
        fail_if(self.world.now() - began < 1.0, "the time ran out too soon")
        kinds = _kinds(bob)
        if "time_ran_out" not in kinds or len(ann.hand) != cards + 1:
            raise Failed(f"expected time_ran_out and one more card, got {kinds[-4:]}")

    def time_runs_out_without_a_link(self) -> None:
        """AW-19 P-7.23 P-5.9: loses the connection, and its time runs out twice in a row -> a computer player plays for
        it; it takes the seat back when it has resumed"""
        people = self.playing(2, turn_seconds=2, options={"hand_size": "15", "players": "2-2"})
        ann = turn_of(people)
        bob = next(one for one in people if one is not ann)
        ann.drop()

        def over() -> bool:
            if may_move(bob):
                move(bob)
            return _stand_in(bob, ann.seat) == "normal"

        wait_for([bob], over, 8 + self.timeout)
        come_back(ann)
        same("the stand-in", "normal", _stand_in(ann, ann.seat))
        ann.ok("away", away=False)
        wait_for([bob], lambda: _stand_in(bob, ann.seat) is None, self.timeout)

    def one_clock_for_several(self) -> None:
        """AW-20 P-7.24 P-9.8: has more time than the others, and all are asked at once -> one clock with the most that
        any of them has"""
        people = self.table(3, preset="classic113", turn_seconds=40)
        for one, seconds in zip(people, (10, 25, 0), strict=True):
            one.ok("give_time", seat=one.seat, seconds=seconds)
        start(people)
        wait_for(people, lambda: all((one.waiting_for or {}).get("k") == "vote" for one in people), self.timeout)
        wait_for(people, lambda: all((one.clock or {}).get("of") is not None for one in people), self.timeout)
        for one in people:
            same("the clock in all", 65, (one.clock or {}).get("of"))
