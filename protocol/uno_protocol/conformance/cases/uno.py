"""Punished actions, and how UNO is called and caught (P-9.6, P-9.7)."""

from uno_protocol.conformance import scenario
from uno_protocol.conformance.moves import asked, go, placed, refusal, settle, until
from uno_protocol.conformance.placed import can, events, kinds, silent_on, until_all
from uno_protocol.conformance.tools import Failed, Kit, Person, fail_if, same, says, told

HELD = (
    "rules: official uno_grace=1.5 | seats: a b c d | hand a: R5 R6 | hand b: R7 B2 G3 | hand c: R1 G2 B9 | "
    "hand d: Y1 Y2 | discard: R9"
)
GRACE = 1.5


def _window(kit: Kit, position: str = HELD) -> list[Person]:
    """The first player has played the next-to-last card without a call, and everyone knows."""
    people = placed(kit, position)
    people[0].play("play", cards=["R5"])
    until(people[0], lambda: can(people[0], k="uno"), "uno in the list")
    until_all(people[1:], lambda one: can(one, k="catch", target=0), "catch in the list")
    return people


def _unanswered(person: Person, id: int, seconds: float) -> None:
    for message in silent_on(person.link, seconds):
        fail_if(message.get("id") == id, f"expected the request to be held for uno_grace, got {told(message)} at once")
        person.take_in(message)


scenario.of_group(__name__)


class UnoCases(Kit):
    def a_catch_is_held(self) -> None:
        """UN-10 P-9.7: catches within uno_grace -> no answer while the grace lasts, and no word to others; then ok, and
        uno_caught"""
        a, b, c, d = people = _window(self)
        n = c.n
        began = self.world.now()
        id = c.request("catch", target=0, decision=c.decision)
        _unanswered(c, id, GRACE / 2)
        for one in (a, b, d):
            one.catch_up(0.02)
            same("what others are told meanwhile", [], kinds(one, n))
        same("the answer", "ok", c.answer(id)["t"])
        if self.world.now() - began > 3 * GRACE:
            raise Failed(f"the hold lasts {GRACE} seconds, and the answer came after {self.world.now() - began:.1f}")
        settle(people)
        same("the events", ["uno_caught", "cards_drawn"], kinds(b, n))

    def a_second_one_is_refused(self) -> None:
        """UN-11 P-9.7 P-12.2: sends a second request that would be held -> rate_limited at once; the first is decided
        and answered"""
        _, _, c, _ = _window(self)
        id = c.request("catch", target=0, decision=c.decision)
        began = self.world.now()
        says(refusal(c, "catch", "rate_limited", target=0), seat=2)
        fail_if(self.world.now() - began > GRACE / 2, "a second one is refused at once")
        same("the answer to the first", "ok", c.answer(id)["t"])

    def a_call_ends_the_hold(self) -> None:
        """UN-12 P-9.7: calls UNO while a catch and the next player's move are held -> ok and uno_called at once; then
        the catch is nothing_to_catch, and the move is carried out"""
        a, b, c, _ = people = _window(self)
        n = b.n
        catch = c.request("catch", target=0, decision=c.decision)
        draw = b.request("draw", decision=b.decision)
        _unanswered(b, draw, GRACE / 5)
        began = self.world.now()
        a.play("uno")
        answer = c.answer(catch)
        fail_if(self.world.now() - began > GRACE / 2, "a call ends the hold at once")
        fail_if(answer.get("code") != "nothing_to_catch", f"expected nothing_to_catch then, got {told(answer)}")
        same("the answer to the move", "ok", b.answer(draw)["t"])
        settle(people)
        same("the events", ["uno_called", "cards_drawn", "asked"], kinds(a, n))

    def catches_come_first(self) -> None:
        """UN-13 P-9.7: moves within uno_grace, before another catches -> both are held; the catch is decided first"""
        _, b, c, d = people = _window(self)
        n = d.n
        draw = b.request("draw", decision=b.decision)
        _unanswered(b, draw, GRACE / 5)
        catch = c.request("catch", target=0, decision=c.decision)
        second = None
        _unanswered(c, catch, GRACE / 5)
        second = d.request("catch", target=0, decision=d.decision)
        same("the answer to the first catch", "ok", c.answer(catch)["t"])
        same("the answer to the second catch", "nothing_to_catch", d.answer(second).get("code"))
        same("the answer to the move", "ok", b.answer(draw)["t"])
        settle(people)
        same("the events", ["uno_caught", "cards_drawn", "cards_drawn", "asked"], kinds(c, n))

    def what_closes_nothing_is_not_held(self) -> None:
        """UN-14 P-9.7 P-9.10: asks why_not, draws out of turn of another and chats while requests are held -> answered
        at once: only what would close the window is held"""
        _, b, c, _ = _window(self)
        draw = b.request("draw", decision=b.decision)
        began = self.world.now()
        fail_if(c.ok("why_not")["t"] != "reasons" or b.ok("why_not")["t"] != "reasons", "expected reasons")
        refusal(c, "draw", "not_your_turn")
        c.ok("react", reaction="wow")
        fail_if(self.world.now() - began > GRACE / 2, "what closes no window is not held")
        _unanswered(b, draw, GRACE / 10)

    def the_own_answer_is_not_held(self) -> None:
        """UN-15 P-9.7: names the colour of its own next-to-last card within uno_grace -> carried out at once; the
        window stays open for a catch"""
        a, b, c, _ = people = placed(self, HELD.replace("hand a: R5 R6", "hand a: W R6"))
        go(people, "a plays W > a name_colour")
        began = self.world.now()
        a.play("name", colour="B")
        fail_if(self.world.now() - began > GRACE / 2, "what completes the own play is not held")
        asked(b, "take_turn")
        until(c, lambda: c.decision == b.decision and can(c, k="catch", target=0), "catch in the list")
        c.play("catch", target=0)
        settle(people)
        same("how often it is caught", 1, len(events(b, "uno_caught")))

    def clocks_stand_meanwhile(self) -> None:
        """UN-16 P-9.7 P-9.8: leaves a window open with a clock for each turn -> the clock stops for uno_grace, then the
        next player has the whole time"""
        people = placed(self, HELD, turn_seconds=30)
        a, b = people[:2]
        before = b.decision
        began = self.world.now()
        a.play("play", cards=["R5"])

        def runs() -> bool:
            clock = b.clock or {}
            return bool(clock.get("decision", 0) > before and clock.get("seconds") is not None)

        until(b, runs, "a clock that runs", GRACE + self.timeout)
        fail_if(self.world.now() - began < GRACE - 0.3, "the clock runs during the grace period")
        if (b.clock or {})["seconds"] < 30 - 1:  # less than the grace, and room for a server that tells whole seconds
            raise Failed(f"the hold costs no time, and there are {(b.clock or {})['seconds']} of 30 seconds left")

    def a_held_request_that_is_repeated(self) -> None:
        """UN-17 P-9.7 P-6.4: loses the connection while its catch is held, comes back, and sends the catch again -> it
        is decided once, and its answer comes once"""
        _, b, c, _ = people = _window(self)
        id = c.request("catch", target=0, decision=c.decision)
        _unanswered(c, id, GRACE / 10)
        decision = c.decision
        c.drop()
        c.back(table=c.code, seen=c.n)
        c.link.send({"t": "catch", "id": id, "target": 0, "decision": decision})
        same("the answer", "ok", c.answer(id)["t"])
        settle(people)
        same("how often it is caught", 1, len(events(b, "uno_caught")))
        fail_if(any(message.get("id") == id for message in c.others), "a second answer came")

    def a_jump_in_and_a_move_are_held(self) -> None:
        """UN-19 P-9.7 P-9.2: jumps in while a window is open, before the player on turn draws -> both are held; the
        first to have arrived plays, the other is stale"""
        position = HELD.replace("official", "official jump_in=yes").replace("hand c: R1", "hand c: R5")
        _, b, c, _ = people = _window(self, position)
        n = b.n
        jump = c.request("play", cards=["R5"], decision=c.decision)
        _unanswered(c, jump, GRACE / 5)
        draw = b.request("draw", decision=b.decision)
        _unanswered(b, draw, GRACE / 5)
        same("the answer to the jump-in", "ok", c.answer(jump)["t"])
        same("the answer to the move", "stale", b.answer(draw).get("code"))
        settle(people)
        *both, last = kinds(b, n) or [""]  # of the first two no clause says which comes first
        same("the events", (["cards_played", "uno_window_closed"], "asked"), (sorted(both), last))

    def no_play_is_refused_for_a_call(self) -> None:
        """UN-20 P-9.6 P-9.5: sends uno with a play that leaves too many cards: where that is free, after a false call
        in the same turn, and with a 7 that brings two cards under `uno_after_swap` `owed` -> the play stands; no
        false_uno, and no cards are drawn"""
        owed = "false_uno_penalty=0 seven_zero=sevens uno_after_swap=owed"
        for options, calls in (("false_uno_penalty=0", 0), ("false_uno_penalty=4", 1), (owed, 0)):
            a, b = people = placed(
                self, f"rules: official {options} | seats: a b | hand a: R7 B2 B3 | hand b: B1 G2 | discard: R9"
            )
            for _ in range(calls):
                a.play("uno")
            n = settle(people)
            a.play("play", cards=["R7"], uno=True)
            asked(b, "take_turn")
            settle(people)
            same("the cards of the caller", 2 + 4 * calls, b.game["counts"][0])
            cost = {"false_uno", "cards_drawn"} & {*kinds(b, n)}
            fail_if(cost, f"expected a call that costs nothing to be ignored, got {kinds(b, n)}")
