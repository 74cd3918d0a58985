"""Refusals: every code of P-12.2, one at a time and together, and that nothing changes."""

from uno_protocol.conformance import scenario, tabled
from uno_protocol.conformance.moves import BALLOT, PASSING, TURN, go, refusal
from uno_protocol.conformance.placed import asked, placed, settle, unchanged, until
from uno_protocol.conformance.tools import Kit, fail_if, same, says

DRAWN = "rules: classic113 | seats: a b | hand a: B1 B2 G3 | hand b: B4 B5 | stock: R5 | discard: R9"


scenario.of_group(__name__)
tabled.of_group(__name__, "RF")


class RefusalsCases(Kit):
    def out_of_game(self) -> None:
        """RF-1 P-12.2 P-7.11: asks to play from a seat that takes no part in the round -> out_of_game with the seat"""
        position = "rules: classic113 goal=until_last | seats: a b c | out: c | hand a: R5 | hand b: B1 | discard: R9"
        a, b, c = placed(self, position)

        def act() -> None:
            says(refusal(c, "draw", "out_of_game"), seat=2)
            refusal(c, "play", "out_of_game", cards=["R5"])
            refusal(c, "draw", "out_of_game", decision=c.decision - 1)
            error = c.refused("why_not", "out_of_game")
            says(error, seat=2)

        unchanged([a, b, c], act)

    def stale(self) -> None:
        """RF-2 P-9.2 P-12.2: answers with an older number -> stale with the present number; nothing changes"""
        a, b, c = people = placed(self, TURN)
        old = a.decision
        go(people, "a plays R5 > b take_turn")

        def act() -> None:
            says(refusal(b, "draw", "stale", decision=old), decision=b.decision)
            refusal(b, "play", "stale", cards=["B1"], decision=old)

        unchanged([a, b, c], act)

    def stale_out_of_turn(self) -> None:
        """RF-3 P-9.2 P-9.6: names an older decision in uno, catch and out of turn -> stale, which costs nothing"""
        a, b, c = people = placed(self, TURN)
        old = a.decision
        go(people, "a plays R5 > b take_turn")
        settle([a, b, c])

        def act() -> None:
            refusal(c, "play", "stale", cards=["G1"], decision=old)
            refusal(c, "uno", "stale", decision=old)
            refusal(c, "catch", "stale", target=0, decision=old)

        unchanged([a, b, c], act)

    def bad_targets(self) -> None:
        """RF-11 P-12.2: chooses itself, a seat that is out, and one too high -> bad_target with the target"""
        a, *_ = people = placed(
            self,
            "rules: classic113 goal=until_last | seats: a b c d | out: d | hand a: WS R7 R8 | hand b: B1 B2 | "
            "hand c: G1 G2 | discard: R9",
        )

        def act(type_: str, **fields: object) -> None:
            for target in (0, 3, 9):
                says(refusal(a, type_, "bad_target", target=target, **fields), target=target)

        unchanged(people, lambda: act("play", cards=["WS"], colours=["B"]))
        go(people, "a plays WS:B > a choose_player")
        unchanged(people, lambda: act("choose"))

    def nobody_answers_twice(self) -> None:
        """RF-13 P-12.2 P-9.3: votes and passes on a card twice -> not_your_turn: nobody can answer twice; the others
        answer under the same number"""
        a, b, c = people = placed(self, PASSING)
        a.play("play", cards=["WC"], colours=["R"])
        for one in people:
            asked(one, "pass_card")
        number = a.decision
        a.play("give", card="R5")
        until(a, lambda: not a.asked, "the own answer")
        unchanged(people, lambda: refusal(a, "give", "not_your_turn", card="R6"))
        b.ok("give", card="B1", decision=number)
        c.ok("give", card="G1", decision=number)
        settle(people)
        same("the hands", [["R6", "G1"], ["R5", "B2"], ["G2", "B1"]], [one.hand for one in people])
        people = placed(self, BALLOT)
        a = people[0]
        a.play("vote", rule="open_hand")
        until(a, lambda: not a.asked, "the own answer")
        unchanged(people, lambda: refusal(a, "vote", "not_your_turn", rule="hands_move_on"))

    def the_first_code_is_told(self) -> None:
        """RF-21 P-12.2: sends requests to which several codes apply -> the first of the list is told"""
        a, b, _ = people = placed(self, TURN)
        old = a.decision
        go(people, "a plays R5 > b take_turn")
        settle(people)

        def act() -> None:
            refusal(people[2], "play", "stale", cards=["R8"], decision=old)  # and not held, and not its turn
            refusal(people[2], "play", "not_in_hand", cards=["R8"])  # and not its turn
            refusal(b, "play", "not_in_hand", cards=["G8"])  # and does not fit
            refusal(b, "play", "chain_broken", cards=["B1", "B2"])  # and does not fit
            refusal(people[2], "choose", "not_your_turn", target=2)  # and wrong answer, bad target
            refusal(b, "choose", "wrong_answer", target=1)  # and bad target

        unchanged(people, act)

    def a_refusal_leaves_the_decision(self) -> None:
        """RF-23 P-6.6 P-9.1 P-9.2: plays a card that does not fit, and then another under the same decision number ->
        the first is refused, the second is accepted: a refusal asks no new question"""
        a, b, _ = placed(self, "rules: official | seats: a b c | hand a: R5 B7 | hand b: B1 | hand c: G1 | discard: R9")
        decision = a.decision
        for _ in range(2):
            refusal(a, "play", "does_not_fit", cards=["B7"], decision=decision)
        fail_if(a.ok("play", cards=["R5"], decision=decision)["t"] != "ok", "expected ok")
        asked(b, "take_turn")
