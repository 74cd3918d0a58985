"""What is punished, and how UNO is called and caught (P-9.6, P-9.7)."""

from __future__ import annotations

from protocol.conformance.judging import Failed, case
from protocol.conformance.kit import Kit
from protocol.conformance.moves import BALLOT, ONE_LEFT, PASSING, TURN, refusal
from protocol.conformance.placed import (
    asked,
    can,
    events,
    is_that,
    is_told,
    kinds,
    like_a_snapshot,
    one_event,
    placed,
    settle,
    unchanged,
    until,
)


@case(
    "UN-1",
    "P-9.6",
    does="plays a card that it holds out of turn",
    expects="ok; out_of_turn, then two cards drawn; the card stays, the question too",
)
def out_of_turn(kit: Kit) -> None:
    people = placed(kit, TURN)
    a, b, _c = people
    n, decision = settle(people), a.decision
    b.play("play", cards=["B1"])
    settle(people)
    for one in people:
        is_that(kinds(one, n), ["out_of_turn", "cards_drawn"], "the events")
        is_that(one.decision, decision, "the decision number")
        drawn = one_event(one, "cards_drawn", n)
        is_that((drawn["seat"], drawn["count"], drawn["reason"]), (1, 2, "out_of_turn"), "what is drawn")
    if "B1" not in b.hand or len(b.hand) != 6 or not a.asked:
        raise Failed(f"the card stays in the hand, which is {b.hand}")
    for one in people:
        like_a_snapshot(one)


@case(
    "UN-2",
    "P-9.6",
    "P-12.2",
    does="plays out of turn twice in a turn, and again in the next",
    expects="the second is rate_limited and costs nothing; in the next turn it is punished again",
)
def out_of_turn_twice(kit: Kit) -> None:
    people = placed(kit, TURN)
    a, _, c = people
    c.play("play", cards=["G1"])
    settle(people)
    unchanged(people, lambda: is_told(refusal(c, "play", "rate_limited", cards=["G2"]), seat=2))
    a.play("play", cards=["R5"])
    asked(people[1], "take_turn")
    n = settle(people)
    c.play("play", cards=["G1"])
    settle(people)
    is_that(kinds(c, n), ["out_of_turn", "cards_drawn"], "the events")


@case(
    "UN-3",
    "P-9.6",
    does="plays out of turn, and calls UNO, during a vote and while cards are passed on",
    expects="not_your_turn, which costs nothing",
)
def no_penalty_in_a_vote(kit: Kit) -> None:
    people = placed(kit, PASSING.replace("skyrus", "skyrus out_of_turn_penalty=2 false_uno_penalty=2"))
    a = people[0]
    a.play("play", cards=["WC"], colours=["R"])
    asked(a, "pass_card")
    a.play("give", card="R5")
    until(a, lambda: not a.asked, "the own answer")

    def act() -> None:
        refusal(a, "play", "not_your_turn", cards=["R6"])
        refusal(a, "uno", "not_your_turn")

    unchanged(people, act)
    people = placed(kit, BALLOT.replace("skyrus", "skyrus out_of_turn_penalty=2 false_uno_penalty=2"))
    unchanged(people, lambda: refusal(people[0], "uno", "not_your_turn"))


@case(
    "UN-4",
    "P-9.6",
    does="calls UNO with many cards: alone, again, and with a play in the next turn",
    expects="four cards each turn (false_uno, cards_drawn), rate_limited the second time; the play stands",
)
def false_uno(kit: Kit) -> None:
    people = placed(kit, TURN)
    a, b, c = people
    n = settle(people)
    c.play("uno")
    settle(people)
    is_that(kinds(b, n), ["false_uno", "cards_drawn"], "the events")
    drawn = one_event(b, "cards_drawn", n)
    is_that((drawn["seat"], drawn["count"], drawn["reason"]), (2, 4, "false_uno"), "what is drawn")
    unchanged(people, lambda: is_told(refusal(c, "uno", "rate_limited"), seat=2))
    n = settle(people)
    a.play("play", cards=["R5"], uno=True)
    asked(b, "take_turn")
    settle(people)
    is_that(kinds(c, n), ["cards_played", "false_uno", "cards_drawn", "asked"], "the events")
    is_that(c.game["counts"][0], 9, "the cards of the caller")
    for one in people:
        like_a_snapshot(one)


@case(
    "UN-5",
    "P-9.6",
    does="sends uno with a play where UNO is not called, and with one that leaves no card",
    expects="it is ignored",
)
def uno_is_ignored(kit: Kit) -> None:
    people = placed(kit, TURN.replace("official uno_grace=0", "official uno=automatic"))
    a, b, _ = people
    a.play("play", cards=["R5"], uno=True)
    asked(b, "take_turn")
    settle(people)
    is_that(a.game["counts"][0], 5, "the cards of the caller")
    refusal(a, "uno", "not_allowed")
    a, b = placed(kit, "rules: official\nseats: a b\nhand a: R5\nhand b: B1 B2\ndiscard: R9")
    a.play("play", cards=["R5"], uno=True)
    b.event("round_ended")
    if events(b, "false_uno") or events(b, "uno_called"):
        raise Failed(f"a call with the last card is ignored, and there came {kinds(b)}")


@case(
    "UN-6",
    "P-9.7",
    "P-9.4",
    does="lays the next-to-last card without a call",
    expects="uno_window_opened; uno is listed for its player, catch for the others; a catch costs two cards",
)
def a_catch(kit: Kit) -> None:
    people = placed(kit, ONE_LEFT)
    a, b, c = people
    n = settle(people)
    a.play("play", cards=["R5"])
    until(a, lambda: can(a, k="uno"), "uno in the list")
    for one in (b, c):
        until(one, lambda one=one: can(one, k="catch", target=0), "catch in the list")  # type: ignore[misc]
    is_that(c.game.get("window"), 0, "the window")
    c.play("catch", target=0)
    settle(people)
    is_that(kinds(b, n), ["cards_played", "uno_window_opened", "asked", "uno_caught", "cards_drawn"], "the events")
    is_that(one_event(b, "uno_caught"), {"k": "uno_caught", "seat": 0, "by": 2}, "the event")
    drawn = one_event(b, "cards_drawn", n)
    is_that((drawn["seat"], drawn["count"], drawn["reason"]), (0, 2, "caught"), "what is drawn")
    if can(b, k="catch") or can(a, k="uno") or not b.asked:
        raise Failed("after the catch nobody can be caught, and the same player is asked")
    for one in people:
        like_a_snapshot(one)


@case(
    "UN-7",
    "P-9.7",
    does="lays the next-to-last card without a call; the next player plays",
    expects="uno_window_closed; a catch comes too late",
)
def the_window_closes(kit: Kit) -> None:
    people = placed(kit, ONE_LEFT)
    a, b, c = people
    n = settle(people)
    a.play("play", cards=["R5"])
    asked(b, "take_turn")
    b.play("play", cards=["R7"])
    asked(c, "take_turn")
    settle(people)
    is_that(
        kinds(a, n),
        ["cards_played", "uno_window_opened", "asked", "uno_window_closed", "cards_played", "asked"],
        "the events",
    )
    unchanged(people, lambda: refusal(c, "catch", "nothing_to_catch", target=0))


@case(
    "UN-8",
    "P-9.7",
    does="calls UNO after the play, while the window is open",
    expects="uno_called closes the window; then a catch is nothing_to_catch",
)
def a_late_call(kit: Kit) -> None:
    people = placed(kit, ONE_LEFT)
    a, _b, c = people
    n = settle(people)
    a.play("play", cards=["R5"])
    until(a, lambda: can(a, k="uno"), "uno in the list")
    a.play("uno")
    settle(people)
    is_that(kinds(c, n), ["cards_played", "uno_window_opened", "asked", "uno_called"], "the events")
    unchanged(people, lambda: refusal(c, "catch", "nothing_to_catch", target=0))


@case(
    "UN-9",
    "P-9.7",
    does="lays the next-to-last card without a call where the referee catches",
    expects="nobody catches; when the next player acts it is caught by nobody by name",
)
def the_referee(kit: Kit) -> None:
    position = """
    rules: street uno_grace=0
    seats: a b c
    hand a: R5 R6
    hand b: R7 B2 G3
    hand c: R1 G2 B9
    discard: R9
    """
    people = placed(kit, position)
    a, b, c = people
    a.play("play", cards=["R5"])
    asked(b, "take_turn")
    n = settle(people)
    unchanged(people, lambda: refusal(c, "catch", "nothing_to_catch", target=0))
    if can(c, k="catch"):
        raise Failed("a catch is listed where the referee catches")
    n = settle(people)
    b.play("play", cards=["R7"])
    asked(c, "take_turn")
    settle(people)
    is_that(kinds(c, n), ["uno_caught", "cards_drawn", "cards_played", "asked"], "the events")
    is_that(one_event(c, "uno_caught", n), {"k": "uno_caught", "seat": 0}, "the event")
