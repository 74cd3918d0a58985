"""The clock: its messages, and the default when time runs out (P-9.8)."""

from uno_protocol.conformance.moves import BALLOT, FOUR, KEEPING, PASSING, TURN, go
from uno_protocol.conformance.placed import asked, events, kinds, like_a_snapshot, one_event, placed, until, until_all
from uno_protocol.conformance.tools import Failed, Kit, Message, Person, case, fail_if, same

LATE = 4.0
"""Seconds after which a clock of one second has surely run out."""


def _runs(person: Person, of: float) -> Message:
    """The clock for the present decision; the server must have sent it. Raises Failed."""

    def told() -> bool:
        clock = person.clock or {}
        return clock.get("decision") == person.decision and clock.get("seconds") is not None

    until(person, told, "a clock that runs")
    clock = person.clock or {}
    if clock.get("of") not in (None, of) or not of - 1.5 < clock["seconds"] <= of:
        raise Failed(f"expected a clock of {of} seconds, got {clock.get('seconds')} of {clock.get('of')}")
    return clock


def _ran_out(person: Person, n: int, *due: str) -> None:
    """After entry `n` the time of somebody ran out, and the default was taken: these events, and then a question."""
    person.event("time_ran_out", LATE)
    until(person, lambda: kinds(person, n)[-1] in ("asked", "round_ended"), "what comes of it")
    same("the events", list(due), kinds(person, n)[: len(due)])


@case("CK-1", "P-9.8")
def a_clock_for_each_question(kit: Kit) -> None:
    """begins a round with 30 seconds for each turn, and plays
    -> everyone is told a clock of 30 seconds with the decision number, and a new one for each question"""
    people = placed(kit, TURN, watching=1, turn_seconds=30)
    a = people[0]
    for one in people:
        _runs(one, 30)
    a.play("play", cards=["W"])
    for one in people:
        until(one, lambda one=one: (one.waiting_for or {}).get("k") == "name_colour", "a question")  # type: ignore[misc]
        _runs(one, 30)


@case("CK-2", "P-9.8")
def no_clock_without_a_limit(kit: Kit) -> None:
    """plays at a table without a limit -> no clock runs: clock has no seconds, or none comes"""
    people = placed(kit, TURN)
    go(people, "a plays R5 > b take_turn")
    for one in people:
        one.catch_up(0.1)
        if one.clock is not None and one.clock.get("seconds") is not None:
            raise Failed(f"expected no clock with turn_seconds 0, got {one.clock}")


@case("CK-3", "P-9.8")
def the_time_for_a_turn(kit: Kit) -> None:
    """lets the time for a turn run out -> time_ran_out, a card drawn and kept, the next player's turn"""
    a, _b, c = placed(kit, TURN, turn_seconds=1)
    n = c.n
    _ran_out(c, n, "time_ran_out", "cards_drawn")
    drawn = one_event(c, "cards_drawn", n)
    same("what is drawn", (0, 1), (drawn["seat"], drawn["count"]))
    until(c, lambda: c.waiting_for == {"k": "take_turn", "seat": 1}, "the next player's turn", LATE)
    fail_if("cards_played" in kinds(c, n), "the card that was drawn is kept")
    until(a, lambda: a.n >= c.n, f"entry {c.n}")
    like_a_snapshot(a)


@case("CK-4", "P-9.8", "P-7.23")
def the_time_for_a_drawn_card(kit: Kit) -> None:
    """lets the time for a drawn card run out -> it is kept where it may be, and played where it must be"""
    position = "rules: {} | seats: a b c | hand a: B1 B2 | hand b: G3 G4 | hand c: G5 G6 | stock: R5 R6 | discard: R9"
    for rules, due in (("official", "drawn_kept"), ("classic113", "cards_played")):
        a, b, _ = people = placed(kit, position.format(rules), turn_seconds=1)
        go(people, "a draws > a play_drawn")
        n = a.n
        _ran_out(a, n, "time_ran_out", due)
        until(b, lambda b=b: b.asked, "the next player's turn")  # type: ignore[misc]


@case("CK-5", "P-9.8")
def the_time_for_a_colour(kit: Kit) -> None:
    """lets the time for a colour run out -> the colour that was in play is named"""
    _, b, _ = people = placed(kit, TURN.replace("discard: R9", "discard: G8 B9"), turn_seconds=1)
    go(people, "a plays W > a name_colour")
    b.event("time_ran_out", LATE)
    same("the colour", "B", b.event("colour_named").get("colour"))


@case("CK-6", "P-9.8")
def the_time_for_a_player(kit: Kit) -> None:
    """lets the time to choose a player run out -> the next player in the direction of play is chosen"""
    position = (
        "rules: classic113 | seats: a b c | hand a: WS R7 R8 | hand b: B1 B2 | hand c: G1 G2 G3 | "
        "direction: counterclockwise | discard: R9"
    )
    _, b, _ = people = placed(kit, position, turn_seconds=1)
    go(people, "a plays WS:G > a choose_player")
    b.event("time_ran_out", LATE)
    same("the player", 2, b.event("player_chosen").get("target"))


@case("CK-7", "P-9.8")
def the_time_for_a_draw_four(kit: Kit) -> None:
    """lets the time to answer a Wild Draw Four run out -> it is accepted"""
    _, b, _ = people = placed(kit, FOUR, turn_seconds=1)
    go(people, "a plays W+4:G > b answer_draw_four")
    b.event("time_ran_out", LATE)
    drawn = b.event("cards_drawn")
    same("what is drawn", (1, 4, "card"), (drawn["seat"], drawn["count"], drawn["reason"]))
    fail_if(events(b, "challenged"), "nobody has challenged")


@case("CK-8", "P-9.8")
def the_time_for_a_stack(kit: Kit) -> None:
    """lets the time to answer a stack run out -> the cards are taken"""
    position = "rules: street | seats: a b | hand a: R+2 R5 R6 | hand b: B+2 R1 B2 | discard: R9"
    _, b = people = placed(kit, position, turn_seconds=1)
    go(people, "a plays R+2 > b answer_stack")
    b.event("time_ran_out", LATE)
    same("what is drawn", 2, b.event("cards_drawn")["count"])


@case("CK-9", "P-9.8", "P-9.3")
def the_time_to_pass_on_a_card(kit: Kit) -> None:
    """lets the time to pass on a card run out, after one of three has answered
    -> one clock for all; the others pass on their first card in canonical order"""
    position = PASSING.replace("hand b: B1 B2", "hand b: W B1 R8").replace("hand c: G1 G2", "hand c: GS G2")
    a, b, c = people = placed(kit, position, turn_seconds=2)
    a.play("play", cards=["WC"], colours=["R"])
    for one in people:
        asked(one, "pass_card")
    _runs(a, 2)
    a.play("give", card="R6")
    until_all(people, lambda one: bool(events(one, "cards_passed")), "cards_passed", 2 * LATE)
    same("whose time ran out", [1, 2], sorted(event["seat"] for event in events(a, "time_ran_out")))
    same("the hands", (["R5", "G2"], ["R6", "B1", "W"], ["R8", "GS"]), (a.hand, b.hand, c.hand))


@case("CK-10", "P-9.8")
def the_time_to_keep_a_card(kit: Kit) -> None:
    """lets the time to keep a card run out -> the first in canonical order of the colour in play is kept"""
    _, b = people = placed(kit, KEEPING, turn_seconds=1)
    go(people, "a plays WC:R > a keep_one")
    b.event("time_ran_out", LATE)
    same("what is discarded", ["R6", "R7"], sorted(b.event("colour_discarded")["cards"]))


@case("CK-11", "P-9.8", "P-7.14")
def the_time_for_a_vote(kit: Kit) -> None:
    """lets the time for a vote run out -> players who have not voted abstain; the cast vote decides"""
    a, b, _ = placed(kit, BALLOT, turn_seconds=1)
    a.play("vote", rule="open_hand")
    b.event("rule_chosen", LATE)
    chosen = one_event(b, "rule_chosen")
    same("what was chosen", ("open_hand", [0, 1, 0]), (chosen["rule"], chosen["votes"]))
    until(b, lambda: b.game["phase"] == "playing", "the deal")


@case("CK-12", "P-9.8", "P-7.22")
def the_clock_stands_in_a_pause(kit: Kit) -> None:
    """pauses and resumes -> the clock stops, and then continues with what was left"""
    began = kit.world.now()
    a, b, _ = people = placed(kit, TURN, turn_seconds=30)
    left = _runs(b, 30)["seconds"]
    a.ok("pause")
    until(b, lambda: (b.clock or {}).get("seconds") is None, "a clock that stands")
    ran = kit.world.now() - began
    a.refused("draw", "paused", decision=a.decision)
    for one in (*people, *people):
        one.catch_up(0.4)
    a.ok("pause", paused=False)
    until(b, lambda: (b.clock or {}).get("seconds") is not None, "a clock that runs")
    now = (b.clock or {})["seconds"]
    if not left - ran - 1 <= now <= left + 1:
        raise Failed(f"at most {ran:.1f} seconds before the pause {left:g} were left, and after it {now:g}")


@case("CK-13", "P-9.8", "P-5.9")
def the_clock_runs_for_who_is_away(kit: Kit) -> None:
    """disconnects the player who is asked
    -> the game goes on by its clock, and the default is taken for the seat that is held"""
    a, b, _ = placed(kit, TURN, turn_seconds=1)
    a.drop()
    b.event("time_ran_out", LATE)
    until(b, lambda: (b.waiting_for or {}).get("seat") == 1, "the own turn", LATE)
    a.back(table=a.code, seen=a.n)
    until(a, lambda: a.n >= b.n, f"entry {b.n}")
