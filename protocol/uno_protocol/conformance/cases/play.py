"""Turns: what is listed, what each question may be answered with, and that what is listed is accepted (P-9)."""

from uno_protocol.conformance.moves import FOUR, TURN, go, refusal, turn
from uno_protocol.conformance.placed import (
    asked,
    can,
    kinds,
    like_a_snapshot,
    listed,
    lists,
    one_event,
    placed,
    settle,
    unchanged,
    until,
)
from uno_protocol.conformance.tools import Failed, Kit, Message, Person, alike, case, fail_if, same, says


@case("PL-1", "P-9.4", "P-9.5")
def what_is_listed(kit: Kit) -> None:
    """begins a round, and reads what is listed for everyone
    -> draw and every playable card, once each, with what it asks, for the player asked; nothing for others"""
    a, b, c, watcher = placed(kit, TURN, watching=1)
    due: list[Message] = [{"k": "play", "card": card} for card in ("R5", "G9")]
    due += [{"k": "play", "card": card, "asks": ["name_colour"]} for card in ("W", "W+4")]
    lists(listed(a), [*due, {"k": "draw"}])
    after = (a.legal or {}).get("n")
    if not isinstance(after, int) or not a.snapshot["n"] <= after <= a.n:
        raise Failed(f"expected a list for the entry that asked, {a.n}, got one for {after}")
    settle([a, b, c, watcher])
    fail_if(b.listed or c.listed, f"expected nothing listed for others, got {b.listed or c.listed}")
    fail_if(watcher.legal is not None, "who watches gets no list")


@case("PL-2", "P-9.4", "P-9.1")
def lists_are_replaced(kit: Kit) -> None:
    """plays, and reads the lists that come
    -> the next player's list comes, and the older list is replaced by an empty one"""
    a, b, _c = people = placed(kit, TURN)
    a.play("play", cards=["R5"])
    until(a, lambda: not a.listed, "an empty list")
    asked(b, "take_turn")
    lists(b.listed, [{"k": "draw"}])
    go(people, "b draws > b play_drawn")
    fail_if(not can(b, k="keep") or can(b, k="draw"), f"expected keep in the list, got {b.listed}")


def _turns(people: list[Person], most: int) -> int:
    """How many turns were taken, each by another of the listed actions, until the round was over."""
    return next((number for number in range(most) if not turn(people, number)), most)


@case("PL-3", "P-9.5", "P-9.1")
def what_is_listed_is_accepted(kit: Kit) -> None:
    """plays 30 actions out of what is listed, each completed as the document says -> every one is carried out"""
    people = kit.playing(3, turn_seconds=0, options={"uno_grace": "0", "first_card": "starter"})
    fail_if(_turns(people, 30) < 7, "a round is over before anybody can have played seven cards")


@case("PL-4", "P-9.5", "P-7.14")
def what_is_listed_with_all_cards_is_accepted(kit: Kit) -> None:
    """plays 40 actions out of what is listed where hands are swapped, shuffled and passed on
    -> every one is carried out"""
    options = {"extra": "4,4,4", "customizable_rule": "everyone_passes_one", "uno_grace": "0", "hand_size": "9"}
    people = kit.playing(3, turn_seconds=0, preset="skyrus", options=options)
    fail_if(_turns(people, 40) < 9, "a round is over before anybody can have played nine cards")


@case("PL-5", "P-9.5")
def a_colour_is_asked(kit: Kit) -> None:
    """plays a Wild without a colour -> name_colour is asked, all four are listed, one is named"""
    a, b, _ = people = placed(kit, TURN)
    go(people, "a plays W > a name_colour")
    lists(a.listed, [{"k": "name", "colour": colour} for colour in "RYGB"])
    go(people, "a names B > b take_turn")
    alike("the event", {"seat": 0, "colour": "B"}, one_event(b, "colour_named"), empty=True)
    same("the colour in play", "B", b.game["colour"])


@case("PL-6", "P-9.5")
def a_colour_with_the_play(kit: Kit) -> None:
    """plays a Wild with a colour -> nothing is asked, and the colour is that"""
    _, b, _ = people = placed(kit, TURN)
    go(people, "a plays W:G > b take_turn")
    same("the colour in play", "G", b.game["colour"])
    fail_if(not can(b, k="play", card="G3"), f"G3 fits, and listed is {b.listed}")


SWAP = "rules: classic113 | seats: a b c | hand a: WS R7 R8 | hand b: B1 B2 G3 G4 | hand c: G1 G2 | discard: R9"


@case("PL-7", "P-9.5", "P-9.3")
def a_player_is_chosen(kit: Kit) -> None:
    """plays Swap Hands with colour and player, and without both
    -> carried out at once, or asked one after the other in the order of asks"""
    a, b, c = people = placed(kit, SWAP)
    if not can(a, k="play", card="WS", asks=["name_colour", "choose_player"]):
        raise Failed(f"WS asks name_colour, then choose_player; listed is {a.listed}")
    go(people, "a plays WS:B target=c > b take_turn")
    same("the counts", [2, 4, 2], b.game["counts"])
    until(a, lambda: a.hand == ["G1", "G2"], "the other hand")
    a, b, c = people = placed(kit, SWAP)
    go(people, "a plays WS > a name_colour", "a names B > a choose_player")
    lists(a.listed, [{"k": "choose", "target": 1}, {"k": "choose", "target": 2}])
    go(people, "a chooses b > b take_turn")
    same("the other hand", ["R7", "R8"], b.hand)
    settle([a, b, c])
    like_a_snapshot(c)


@case("PL-8", "P-9.5")
def needless_fields_are_ignored(kit: Kit) -> None:
    """sends a colour and a target with a card that asks none, and a colour with the last card -> they are ignored"""
    a, b, _ = people = placed(kit, TURN)
    go(people, "a plays R5:B target=a > b take_turn")
    same("the colour in play", "R", b.game["colour"])
    a, b = people = placed(kit, "rules: official | seats: a b | hand a: W | hand b: B1 B2 | discard: R9")
    if not can(a, k="play", card="W") or can(a, k="play", card="W", asks=["name_colour"]):
        raise Failed(f"a last Wild asks nothing, and listed is {a.listed}")
    a.play("play", cards=["W"], colours=["B"])
    b.event("round_ended")


@case("PL-9", "P-9.2")
def decision_numbers(kit: Kit) -> None:
    """answers several questions -> each asked raises the decision number by one, for everyone"""
    a, b, c = people = placed(kit, TURN)
    first = a.decision
    go(people, "a plays W > a name_colour")
    same("the decision number", first + 1, a.decision)
    go(people, "a names B > b take_turn", "b draws > b play_drawn", "b keeps > c take_turn")
    settle([a, b, c])
    same("the decision numbers", [first + 4] * 3, [one.decision for one in (a, b, c)])


@case("PL-10", "P-9.3")
def guilty(kit: Kit) -> None:
    """challenges a Wild Draw Four that was a bluff
    -> guilty: the offender draws four, and it is the challenger's turn"""
    _, b, c = people = placed(kit, FOUR.replace("G5", "R5"))
    n = settle(people)
    go(people, "a plays W+4:G > b answer_draw_four", "b challenges > b take_turn")
    settle(people)
    same("the events", ["cards_played", "asked", "challenged", "cards_drawn", "asked"], kinds(c, n))
    due = {"seat": 1, "offender": 0, "guilty": True, "everyone": False}
    alike("the event", due, one_event(b, "challenged"), empty=True)
    same("the counts", [7, 3, 2], c.game["counts"])


@case("PL-11", "P-9.3")
def innocent(kit: Kit) -> None:
    """challenges a Wild Draw Four that was allowed, and takes another
    -> innocent: six cards and a turn missed; accepted: four cards and a turn missed"""
    for answer, count, reason in (("challenge", 6, "innocent"), ("accept", 4, "card")):
        _, b, c = people = placed(kit, FOUR)
        go(people, "a plays W+4:G > b answer_draw_four")
        b.play(answer)
        asked(c, "take_turn")
        drawn = one_event(c, "cards_drawn")
        same("what is drawn", (1, count, reason), (drawn["seat"], drawn["count"], drawn["reason"]))
        settle(people)
        same("the colour in play", "G", c.game["colour"])
        fail_if("turn_missed" not in kinds(c), f"expected turn_missed, got {kinds(c)}")


JUMP = (
    "rules: official jump_in=yes uno_grace=0 | seats: a b c | hand a: R5 R6 G1 | hand b: B1 B2 R7 | "
    "hand c: R9 G2 B4 | discard: R3 R9"
)


@case("PL-12", "P-9.3", "P-9.4")
def a_jump_in(kit: Kit) -> None:
    """plays the very card on top out of turn where that is allowed
    -> only its holder has it listed, and play continues from there"""
    a, b, c = people = placed(kit, JUMP)
    until(c, lambda: can(c, k="play", card="R9"), "the card in the list")
    settle(people)
    same("what is listed for the others", (0, 1), (len(b.listed), len(c.listed)))
    go(people, "c plays R9 > a take_turn")
    settle(people)
    same("who played the last card", 2, a.game.get("played_by"))
    for one in people:
        like_a_snapshot(one)


@case("PL-13", "P-9.6", "P-12.2")
def a_jump_in_that_comes_too_late(kit: Kit) -> None:
    """jumps in after the player on turn has drawn, and by the number before it -> stale, which costs nothing"""
    a, _, c = people = placed(kit, JUMP)
    old = a.decision
    go(people, "a draws > a play_drawn")
    settle(people)

    def act() -> None:
        says(refusal(c, "play", "stale", cards=["R9"]), decision=c.decision)
        says(refusal(c, "play", "stale", cards=["R9"], decision=old), decision=c.decision)

    unchanged(people, act)
    until(c, lambda: not can(c, k="play"), "a list without the card")


@case("PL-14", "P-9.3", "P-9.6")
def no_jump_in_on_the_first_card(kit: Kit) -> None:
    """plays the very card on top on the round's first card -> not listed; a play out of turn, which is punished"""
    position = "rules: official jump_in=yes | seats: a b | hand a: R5 R6 G1 | hand b: R9 B2 R7 | dealer: b | first: R9"
    people = placed(kit, position)
    b = people[1]
    n = settle(people)
    fail_if(b.listed, f"expected nothing listed on the first card, got {b.listed}")
    b.play("play", cards=["R9"])
    settle(people)
    same("the events", ["out_of_turn", "cards_drawn"], kinds(b, n))


@case("PL-15", "P-9.3", "P-9.5")
def drawing(kit: Kit) -> None:
    """draws, and plays or keeps the card -> play_drawn is asked even if the card does not fit; then the turn passes"""
    position = "rules: official | seats: a b | hand a: B1 B2 | hand b: G3 G4 | stock: R5 Y1 | discard: R9"
    a, b = people = placed(kit, position)
    go(people, "a draws > a play_drawn")
    same("the drawn card", "R5", a.game.get("drawn"))
    lists(a.listed, [{"k": "play", "card": "R5"}, {"k": "keep"}])
    go(people, "a plays R5 > b take_turn", "b draws > b play_drawn")
    lists(b.listed, [{"k": "keep"}])
    n = settle(people)
    go(people, "b keeps > a take_turn")
    same("the events", ["drawn_kept", "asked"], kinds(a, n))


@case("PL-16", "P-9.5", "P-12.2")
def passing(kit: Kit) -> None:
    """has nothing to draw and nothing to play, and passes -> only pass is listed; draw is refused; passed is told"""
    position = "rules: official | seats: a b | hand a: B1 B2 | hand b: R3 G4 | stock-only: | discard: R9"
    a, b = people = placed(kit, position)
    lists(listed(a), [{"k": "pass"}])
    unchanged(people, lambda: refusal(a, "draw", "not_allowed"))
    go(people, "a passes > b take_turn")
    alike("the event", {"seat": 0}, one_event(b, "passed"), empty=True)


@case("PL-17", "P-18.4", "P-9.3", "P-9.5")
def the_hosts_own_rule_is_confirmed(kit: Kit) -> None:
    """lays a card with the host's own rule, and everyone confirms it; one does twice, one with an old number
    -> confirm for all who are in, with done alone listed; confirmed for each; then the next turn"""
    position = (
        "rules: official extra=0,0,1 customizable_rule=own | own: Sing. | seats: a b c | hand a: WC R6 R7 | "
        "hand b: B1 B2 | hand c: G1 G2 | discard: R9"
    )
    people = placed(kit, position)
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


@case("PL-18", "P-9.3", "P-18.1")
def a_deflected_penalty(kit: Kit) -> None:
    """deflects a Draw Two with a Skip; it is then stacked upon
    -> under in answer_stack while the card to judge by is covered, and what fits that card is listed"""
    position = (
        "rules: official stacking=same deflect=yes | seats: a b c | hand a: R+2 R1 R2 | hand b: RS B1 B2 | "
        "hand c: Y+2 G1 G2 | discard: R9"
    )
    a, b, c = people = placed(kit, position)
    question = {"k": "answer_stack", "penalty": 2}
    go(people, "a plays R+2 > b answer_stack")
    same("the question", {**question, "seat": 1}, b.waiting_for)
    go(people, "b plays RS > c answer_stack")
    settle(people)
    for one in people:
        same("the question", {**question, "seat": 2, "under": "R+2"}, one.waiting_for)
        like_a_snapshot(one)
    lists(listed(c), [{"k": "play", "card": "Y+2"}, {"k": "accept"}])
    go(people, "c plays Y+2 > a answer_stack")
    same("the question", {**question, "seat": 0, "penalty": 4}, a.waiting_for)
