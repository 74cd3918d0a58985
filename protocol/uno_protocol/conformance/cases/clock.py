"""The clock: its messages, and the default when time runs out (P-9.8)."""

from uno_protocol.conformance import scenario
from uno_protocol.conformance.moves import BALLOT, PASSING, TURN, go
from uno_protocol.conformance.placed import asked, events, one_event, placed, until, until_all
from uno_protocol.conformance.tools import Failed, Kit, Message, Person, same

LATE = 4.0
"""Seconds after which a clock of one second has surely run out."""


def _runs(person: Person, of: float) -> Message:

    def told() -> bool:
        clock = person.clock or {}
        return clock.get("decision") == person.decision and clock.get("seconds") is not None

    until(person, told, "a clock that runs")
    clock = person.clock or {}
    if clock.get("of") not in (None, of) or not of - 1.5 < clock["seconds"] <= of:
        raise Failed(f"expected a clock of {of} seconds, got {clock.get('seconds')} of {clock.get('of')}")
    return clock


scenario.of_group(__name__)


class ClockCases(Kit):
    def a_clock_for_each_question(self) -> None:
        """CK-1 P-9.8: begins a round with 30 seconds for each turn, and plays -> everyone is told a clock of 30 seconds
        with the decision number, and a new one for each question"""
        people = placed(self, TURN, watching=1, turn_seconds=30)
        a = people[0]
        for one in people:
            _runs(one, 30)
        a.play("play", cards=["W"])
        for one in people:
            until(one, lambda one=one: (one.waiting_for or {}).get("k") == "name_colour", "a question")  # type: ignore[misc]
            _runs(one, 30)

    def no_clock_without_a_limit(self) -> None:
        """CK-2 P-9.8: plays at a table without a limit -> no clock runs: clock has no seconds, or none comes"""
        people = placed(self, TURN)
        go(people, "a plays R5 > b take_turn")
        for one in people:
            one.catch_up(0.1)
            if one.clock is not None and one.clock.get("seconds") is not None:
                raise Failed(f"expected no clock with turn_seconds 0, got {one.clock}")

    def the_time_to_pass_on_a_card(self) -> None:
        """CK-9 P-9.8 P-9.3: lets the time to pass on a card run out, after one of three has answered -> one clock for
        all; the others pass on their first card in canonical order"""
        position = PASSING.replace("hand b: B1 B2", "hand b: W B1 R8").replace("hand c: G1 G2", "hand c: GS G2")
        a, b, c = people = placed(self, position, turn_seconds=2)
        a.play("play", cards=["WC"], colours=["R"])
        for one in people:
            asked(one, "pass_card")
        _runs(a, 2)
        a.play("give", card="R6")
        until_all(people, lambda one: bool(events(one, "cards_passed")), "cards_passed", 2 * LATE)
        same("whose time ran out", [1, 2], sorted(event["seat"] for event in events(a, "time_ran_out")))
        same("the hands", (["R5", "G2"], ["R6", "B1", "W"], ["R8", "GS"]), (a.hand, b.hand, c.hand))

    def the_time_for_a_vote(self) -> None:
        """CK-11 P-9.8 P-7.14: lets the time for a vote run out -> who has not voted abstains; the cast vote decides"""
        a, b, _ = placed(self, BALLOT, turn_seconds=1)
        a.play("vote", rule="open_hand")
        b.event("rule_chosen", LATE)
        chosen = one_event(b, "rule_chosen")
        same("what was chosen", ("open_hand", [0, 1, 0]), (chosen["rule"], chosen["votes"]))
        until(b, lambda: b.game["phase"] == "playing", "the deal")

    def the_clock_stands_in_a_pause(self) -> None:
        """CK-12 P-9.8 P-7.22: pauses and resumes -> the clock stops, and then continues with what was left"""
        began = self.world.now()
        a, b, _ = people = placed(self, TURN, turn_seconds=30)
        left = _runs(b, 30)["seconds"]
        a.ok("pause")
        until(b, lambda: (b.clock or {}).get("seconds") is None, "a clock that stands")
        ran = self.world.now() - began
        a.refused("draw", "paused", decision=a.decision)
        for one in (*people, *people):
            one.catch_up(0.4)
        a.ok("pause", paused=False)
        until(b, lambda: (b.clock or {}).get("seconds") is not None, "a clock that runs")
        now = (b.clock or {})["seconds"]
        if not left - ran - 1 <= now <= left + 1:
            raise Failed(f"at most {ran:.1f} seconds before the pause {left:g} were left, and after it {now:g}")

    def the_clock_runs_for_who_is_away(self) -> None:
        """CK-13 P-9.8 P-5.9: disconnects the player who is asked -> the game goes on by its clock, and the default is
        taken for the seat that is held"""
        a, b, _ = placed(self, TURN, turn_seconds=1)
        a.drop()
        b.event("time_ran_out", LATE)
        until(b, lambda: (b.waiting_for or {}).get("seat") == 1, "the own turn", LATE)
        a.back(table=a.code, seen=a.n)
        until(a, lambda: a.n >= b.n, f"entry {b.n}")
