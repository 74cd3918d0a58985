"""Turns: what is listed, what each question may be answered with, and that what is listed is accepted (P-9)."""

from uno_protocol.conformance import scenario
from uno_protocol.conformance.moves import TURN, asked, go, lists, placed, refusal, settle, turn, until
from uno_protocol.conformance.placed import can, kinds, listed, unchanged
from uno_protocol.conformance.tools import Failed, Kit, Message, Person, fail_if, same, says


def _turns(people: list[Person], most: int) -> int:
    """How many turns were taken, each by another of the listed actions, until the round was over."""
    return next((number for number in range(most) if not turn(people, number)), most)


SWAP = "rules: classic113 | seats: a b c | hand a: WS R7 R8 | hand b: B1 B2 G3 G4 | hand c: G1 G2 | discard: R9"


JUMP = (
    "rules: official jump_in=yes uno_grace=0 | seats: a b c | hand a: R5 R6 G1 | hand b: B1 B2 R7 | "
    "hand c: R9 G2 B4 | discard: R3 R9"
)


scenario.of_group(__name__)


class PlayCases(Kit):
    def what_is_listed(self) -> None:
        """PL-1 P-9.4 P-9.5: begins a round, and reads what is listed for everyone -> draw and every playable card, once
        each, with what it asks, for the player asked; nothing for others"""
        a, b, c, watcher = placed(self, TURN, watching=1)
        due: list[Message] = [{"k": "play", "card": card} for card in ("R5", "G9")]
        due += [{"k": "play", "card": card, "asks": ["name_colour"]} for card in ("W", "W+4")]
        lists(listed(a), [*due, {"k": "draw"}])
        after = (a.legal or {}).get("n")
        if not isinstance(after, int) or not a.snapshot["n"] <= after <= a.n:
            raise Failed(f"expected a list for the entry that asked, {a.n}, got one for {after}")
        settle([a, b, c, watcher])
        fail_if(b.listed or c.listed, f"expected nothing listed for others, got {b.listed or c.listed}")
        fail_if(watcher.legal is not None, "who watches gets no list")

    def lists_are_replaced(self) -> None:
        """PL-2 P-9.4 P-9.1: plays, and reads the lists that come -> the next player's list comes, and the older list is
        replaced by an empty one"""
        a, b, _c = people = placed(self, TURN)
        a.play("play", cards=["R5"])
        until(a, lambda: not a.listed, "an empty list")
        asked(b, "take_turn")
        lists(b.listed, [{"k": "draw"}])
        go(people, "b draws > b play_drawn")
        fail_if(not can(b, k="keep") or can(b, k="draw"), f"expected keep in the list, got {b.listed}")

    def what_is_listed_is_accepted(self) -> None:
        """PL-3 P-9.5 P-9.1: plays 30 actions out of what is listed, each completed as the document says -> every one is
        carried out"""
        people = self.playing(3, turn_seconds=0, options={"uno_grace": "0", "first_card": "starter"})
        fail_if(_turns(people, 30) < 7, "a round is over before anybody can have played seven cards")

    def what_is_listed_with_all_cards_is_accepted(self) -> None:
        """PL-4 P-9.5 P-7.14: plays 40 actions out of what is listed where hands are swapped, shuffled and passed on ->
        every one is carried out"""
        options = {"extra": "4,4,3", "customizable_rule": "everyone_passes_one", "uno_grace": "0", "hand_size": "9"}
        people = self.playing(3, turn_seconds=0, preset="skyrus", options=options)
        fail_if(_turns(people, 40) < 9, "a round is over before anybody can have played nine cards")

    def decision_numbers(self) -> None:
        """PL-9 P-9.2: answers several questions -> each asked raises the decision number by one, for everyone"""
        a, b, c = people = placed(self, TURN)
        first = a.decision
        go(people, "a plays W > a name_colour")
        same("the decision number", first + 1, a.decision)
        go(people, "a names B > b take_turn", "b draws > b play_drawn", "b keeps > c take_turn")
        settle([a, b, c])
        same("the decision numbers", [first + 4] * 3, [one.decision for one in (a, b, c)])

    def a_jump_in_that_comes_too_late(self) -> None:
        """PL-13 P-9.6 P-12.2: jumps in after the player on turn has drawn, and by the number before it -> stale, which
        costs nothing"""
        a, _, c = people = placed(self, JUMP)
        old = a.decision
        go(people, "a draws > a play_drawn")
        settle(people)

        def act() -> None:
            says(refusal(c, "play", "stale", cards=["R9"]), decision=c.decision)
            says(refusal(c, "play", "stale", cards=["R9"], decision=old), decision=c.decision)

        unchanged(people, act)
        until(c, lambda: not can(c, k="play"), "a list without the card")

    def the_hosts_own_rule_is_confirmed(self) -> None:
        """PL-17 P-18.4 P-9.3 P-9.5: lays a card with the host's own rule, and everyone confirms it; one twice, one with
        an old number -> confirm for all who are in, with done alone listed; confirmed for each; then the next turn"""
        position = (
            "rules: official extra=0,0,1 customizable_rule=own | own: Sing. | seats: a b c | hand a: WC R6 R7 | "
            "hand b: B1 B2 | hand c: G1 G2 | discard: R9"
        )
        people = placed(self, position)
        same("the host's own rule", "Sing.", people[2].room.get("own_text"))
        a, b, c = people
        a.play("play", cards=["WC"], colours=["B"])
        settle(people)
        for one in people:
            same("the question", {"k": "confirm", "seats": [0, 1, 2]}, one.game["waiting_for"])
            lists(listed(one), [{"k": "done"}])
        refusal(c, "done", "stale", decision=c.decision - 1)
        for one, left in ((c, [0, 1]), (a, [1])):
            n = settle(people)
            one.play("done")
            settle(people)
            same("the events", ["confirmed"], kinds(b, n))
            same("who has not confirmed", left, b.game["waiting_for"]["seats"])
            refusal(one, "done", "not_your_turn")
        go(people, "b confirms > b take_turn")
