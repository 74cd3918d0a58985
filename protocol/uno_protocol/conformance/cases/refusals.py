"""Refusals: every code of P-12.2, one at a time and together, and that nothing changes."""

from uno_protocol.conformance.moves import BALLOT, CHAIN, FOUR, KEEPING, ONE_LEFT, PASSING, TURN, go, refusal
from uno_protocol.conformance.placed import asked, can, kinds, lists, placed, settle, unchanged, until
from uno_protocol.conformance.tools import Failed, Kit, case, fail_if, same, says


@case("RF-1", "P-12.2", "P-7.11")
def out_of_game(kit: Kit) -> None:
    """asks to play from a seat that takes no part in the round -> out_of_game with the seat"""
    position = "rules: classic113 goal=until_last | seats: a b c | out: c | hand a: R5 R6 | hand b: B1 B2 | discard: R9"
    a, b, c = placed(kit, position)

    def act() -> None:
        says(refusal(c, "draw", "out_of_game"), seat=2)
        refusal(c, "play", "out_of_game", cards=["R5"])
        refusal(c, "draw", "out_of_game", decision=c.decision - 1)
        error = c.refused("why_not", "out_of_game")
        says(error, seat=2)

    unchanged([a, b, c], act)


@case("RF-2", "P-9.2", "P-12.2")
def stale(kit: Kit) -> None:
    """answers with the number of an older decision -> stale with the present number; nothing changes"""
    a, b, c = people = placed(kit, TURN)
    old = a.decision
    go(people, "a plays R5 > b take_turn")

    def act() -> None:
        says(refusal(b, "draw", "stale", decision=old), decision=b.decision)
        refusal(b, "play", "stale", cards=["B1"], decision=old)

    unchanged([a, b, c], act)


@case("RF-3", "P-9.2", "P-9.6")
def stale_out_of_turn(kit: Kit) -> None:
    """names an older decision in uno, catch and a play out of turn -> stale, which costs nothing"""
    a, b, c = people = placed(kit, TURN)
    old = a.decision
    go(people, "a plays R5 > b take_turn")
    settle([a, b, c])

    def act() -> None:
        refusal(c, "play", "stale", cards=["G1"], decision=old)
        refusal(c, "uno", "stale", decision=old)
        refusal(c, "catch", "stale", target=0, decision=old)

    unchanged([a, b, c], act)


@case("RF-4", "P-12.2")
def not_in_hand(kit: Kit) -> None:
    """plays a card that it does not hold -> not_in_hand with the card"""
    people = placed(kit, TURN)
    a = people[0]

    def act() -> None:
        says(refusal(a, "play", "not_in_hand", cards=["R7"]), card="R7")
        says(refusal(a, "play", "not_in_hand", cards=["B2", "B2"]), card="B2")

    unchanged(people, act)


@case("RF-5", "P-12.2")
def not_your_turn(kit: Kit) -> None:
    """draws, keeps, passes, names, accepts out of turn -> not_your_turn with the seat; nothing changes"""
    people = placed(kit, TURN)
    b = people[1]

    def act() -> None:
        for type_, fields in (("draw", {}), ("keep", {}), ("pass", {}), ("name", {"colour": "B"}), ("accept", {})):
            says(refusal(b, type_, "not_your_turn", **fields), seat=1)

    unchanged(people, act)


@case("RF-6", "P-9.6", "P-12.2")
def out_of_turn_where_it_is_refused(kit: Kit) -> None:
    """plays out of turn where out_of_turn_penalty is 0 -> not_your_turn; nothing changes"""
    people = placed(kit, TURN.replace("uno_grace=0", "uno_grace=0 out_of_turn_penalty=0"))
    unchanged(people, lambda: refusal(people[1], "play", "not_your_turn", cards=["B1"]))


@case("RF-7", "P-12.2", "P-9.3")
def wrong_answers(kit: Kit) -> None:
    """answers a turn, a drawn card and a colour with what they do not ask
    -> wrong_answer with the kind that is asked"""
    a, b, _ = people = placed(kit, TURN)

    def at_turn() -> None:
        for type_, fields in (("keep", {}), ("name", {"colour": "B"}), ("accept", {}), ("challenge", {})):
            says(refusal(a, type_, "wrong_answer", **fields), asked="take_turn")
        refusal(a, "choose", "wrong_answer", target=1)
        refusal(a, "vote", "wrong_answer", rule="play_again")
        refusal(a, "give", "wrong_answer", card="R5")
        refusal(a, "retain", "wrong_answer", card="R5")

    unchanged(people, at_turn)
    go(people, "a plays W > a name_colour")

    def at_colour() -> None:
        says(refusal(a, "draw", "wrong_answer"), asked="name_colour")
        says(refusal(a, "play", "wrong_answer", cards=["R5"]), asked="name_colour")

    unchanged(people, at_colour)
    go(people, "a names R > b take_turn", "b draws > b play_drawn")

    def at_drawn() -> None:
        says(refusal(b, "draw", "wrong_answer"), asked="play_drawn")
        other = next(card for card in b.hand if card != b.game.get("drawn"))
        says(refusal(b, "play", "wrong_answer", cards=[other]), asked="play_drawn")

    unchanged(people, at_drawn)


@case("RF-8", "P-12.2", "P-9.3")
def wrong_answers_to_a_draw_four(kit: Kit) -> None:
    """answers a Wild Draw Four with what it does not ask -> wrong_answer with answer_draw_four"""
    _, b, _ = people = placed(kit, FOUR)
    go(people, "a plays W+4:G > b answer_draw_four")
    same("the decision", {"k": "answer_draw_four", "seat": 1, "offender": 0, "penalty": 4}, b.waiting_for)
    lists(b.listed, [{"k": "accept"}, {"k": "challenge"}])

    def act() -> None:
        for type_, fields in (("draw", {}), ("play", {"cards": ["G3"]}), ("keep", {}), ("name", {"colour": "B"})):
            says(refusal(b, type_, "wrong_answer", **fields), asked="answer_draw_four")

    unchanged(people, act)


@case("RF-9", "P-12.2", "P-9.3")
def wrong_answers_to_a_stack(kit: Kit) -> None:
    """answers a stack with what it does not ask
    -> wrong_answer with answer_stack, and does_not_fit for a card that does not stack"""
    position = "rules: street uno_grace=0 | seats: a b | hand a: R+2 R5 R6 | hand b: B+2 R1 B2 | discard: R9"
    a, b = people = placed(kit, position)
    go(people, "a plays R+2 > b answer_stack")
    same("the decision", {"k": "answer_stack", "seat": 1, "penalty": 2}, b.waiting_for)
    lists(b.listed, [{"k": "play", "card": "B+2"}, {"k": "accept"}])

    def act() -> None:
        says(refusal(b, "draw", "wrong_answer"), asked="answer_stack")
        refusal(b, "challenge", "wrong_answer")
        says(refusal(b, "play", "does_not_fit", cards=["R1"]), card="R1", top="R+2", colour="R")

    unchanged(people, act)
    go(people, "b plays B+2 > a answer_stack")
    same("the penalty", 4, (a.waiting_for or {}).get("penalty"))
    a.play("accept")
    same("what is drawn", 4, a.event("cards_drawn")["count"])


DRAWN = "rules: classic113 | seats: a b | hand a: B1 B2 G3 | hand b: B4 B5 | stock: R5 | discard: R9"


@case("RF-10", "P-12.2")
def must_play(kit: Kit) -> None:
    """keeps a drawn card, and passes, where a card must be played -> must_play; nothing changes"""
    a, b = people = placed(kit, DRAWN)
    go(people, "a draws > a play_drawn")
    lists(a.listed, [{"k": "play", "card": "R5"}])
    unchanged(people, lambda: refusal(a, "keep", "must_play"))
    go(people, "a plays R5 > b take_turn")
    unchanged(people, lambda: refusal(b, "pass", "must_play"))


@case("RF-11", "P-12.2")
def bad_targets(kit: Kit) -> None:
    """chooses itself, a seat that is out, and one that does not exist -> bad_target with the target"""
    position = (
        "rules: classic113 goal=until_last | seats: a b c d | out: d | hand a: WS R7 R8 | hand b: B1 B2 | "
        "hand c: G1 G2 | discard: R9"
    )
    people = placed(kit, position)
    a = people[0]
    unchanged(
        people,
        lambda: [
            says(refusal(a, "play", "bad_target", cards=["WS"], colours=["B"], target=target), target=target)
            for target in (0, 3, 9)
        ],
    )
    go(people, "a plays WS:B > a choose_player")
    unchanged(
        people, lambda: [says(refusal(a, "choose", "bad_target", target=target), target=target) for target in (0, 3, 9)]
    )


@case("RF-12", "P-12.2", "P-9.3")
def other_bad_targets(kit: Kit) -> None:
    """votes for a rule that does not stand, keeps a card of another colour, passes on one that it does not hold
    -> bad_target with rule or card, and not_in_hand"""
    people = placed(kit, BALLOT)
    unchanged(people, lambda: says(refusal(people[0], "vote", "bad_target", rule="play_again"), rule="play_again"))
    people = placed(kit, KEEPING)
    a = people[0]
    go(people, "a plays WC:R > a keep_one")
    lists(a.listed, [{"k": "retain", "card": card} for card in ("R5", "R6", "R7")])
    unchanged(people, lambda: says(refusal(a, "retain", "bad_target", card="B1"), card="B1"))
    people = placed(kit, PASSING)
    a = people[0]
    go(people, "a plays WC:R > a pass_card")
    unchanged(people, lambda: says(refusal(a, "give", "not_in_hand", card="B1"), card="B1"))


@case("RF-13", "P-12.2", "P-9.3")
def nobody_answers_twice(kit: Kit) -> None:
    """votes and passes on a card twice
    -> not_your_turn: nobody can answer twice; the others answer under the same number"""
    a, b, c = people = placed(kit, PASSING)
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
    people = placed(kit, BALLOT)
    a = people[0]
    a.play("vote", rule="open_hand")
    until(a, lambda: not a.asked, "the own answer")
    unchanged(people, lambda: refusal(a, "vote", "not_your_turn", rule="hands_move_on"))


@case("RF-14", "P-12.2", "P-9.9")
def colour_missing(kit: Kit) -> None:
    """plays a chain with a wild that has no colour -> colour_missing with its place"""
    people = placed(kit, CHAIN)
    a = people[0]

    def act() -> None:
        says(refusal(a, "play", "colour_missing", cards=["R1", "W", "B3"]), place=2)
        says(refusal(a, "play", "colour_missing", cards=["R1", "W"]), place=2)

    unchanged(people, act)


@case("RF-15", "P-12.2", "P-9.9")
def chain_broken(kit: Kit) -> None:
    """plays chains that break -> chain_broken with the place of the first card at fault; nothing of it is played"""
    people = placed(kit, CHAIN)
    a = people[0]

    def act() -> None:
        for cards, place in ((["R1", "R5", "B3"], 3), (["RS", "R1"], 2)):
            args = says(refusal(a, "play", "chain_broken", cards=cards), place=place)
            if args.get("card") not in (None, cards[place - 1]):
                raise Failed(f"card {place} of {cards} is at fault, and args are {args}")

    unchanged(people, act)
    people = placed(kit, TURN)
    unchanged(people, lambda: refusal(people[0], "play", "chain_broken", cards=["R5", "R5"]))


@case("RF-16", "P-12.2")
def does_not_fit(kit: Kit) -> None:
    """plays a card that fits neither colour nor number nor symbol -> does_not_fit with card, top and colour"""
    people = placed(kit, TURN)
    unchanged(
        people, lambda: says(refusal(people[0], "play", "does_not_fit", cards=["B2"]), card="B2", top="R9", colour="R")
    )
    people = placed(kit, CHAIN)
    unchanged(
        people,
        lambda: says(
            refusal(people[0], "play", "does_not_fit", cards=["B8", "B3"]), card="B8", top="R9", colour="R", place=1
        ),
    )


@case("RF-17", "P-12.2")
def not_allowed(kit: Kit) -> None:
    """plays a Wild Draw Four that is not allowed, and draws where a card must be played
    -> not_allowed; nothing changes"""
    people = placed(kit, TURN.replace("official", "official wild_draw_four=enforced voluntary_draw=no"))
    a = people[0]
    if can(a, k="play", card="W+4") or can(a, k="draw"):
        raise Failed(f"neither W+4 nor draw is allowed, and listed is {a.listed}")

    def act() -> None:
        refusal(a, "play", "not_allowed", cards=["W+4"], colours=["B"])
        refusal(a, "draw", "not_allowed")

    unchanged(people, act)


@case("RF-18", "P-9.6", "P-12.2")
def false_call(kit: Kit) -> None:
    """calls UNO with too many cards where false_uno_penalty is 0
    -> false_call with the count; the whole play is refused"""
    people = placed(kit, TURN.replace("official", "official false_uno_penalty=0"))
    a = people[0]

    def act() -> None:
        says(refusal(a, "uno", "false_call"), count=6)
        says(refusal(a, "play", "false_call", cards=["R5"], uno=True), count=5)

    unchanged(people, act)


@case("RF-19", "P-9.7", "P-12.2")
def nothing_to_catch(kit: Kit) -> None:
    """catches with nothing to catch, and again in the same turn; catches itself
    -> nothing_to_catch with the target, then rate_limited; bad_target"""
    a, b, c = people = placed(kit, TURN)

    def act() -> None:
        says(refusal(b, "catch", "nothing_to_catch", target=0), target=0)
        says(refusal(b, "catch", "rate_limited", target=2), seat=1)
        refusal(a, "catch", "nothing_to_catch", target=2)
        says(refusal(c, "catch", "bad_target", target=2), target=2)  # its first in this turn

    unchanged(people, act)
    people[0].play("draw")
    asked(people[0], "play_drawn")
    people[0].play("keep")
    asked(b, "take_turn")
    refusal(b, "catch", "nothing_to_catch", target=0)


@case("RF-20", "P-12.2", "P-9.6")
def already_called(kit: Kit) -> None:
    """calls UNO with the play, and again after it -> uno_called and no window; then already_called with the seat"""
    a, _, _ = people = placed(kit, ONE_LEFT)
    go(people, "a plays R5 uno > b take_turn")
    settle(people)
    fail_if("uno_called" not in kinds(a) or "uno_window_opened" in kinds(a), f"expected uno_called, got {kinds(a)}")
    unchanged(people, lambda: says(refusal(a, "uno", "already_called"), seat=0))


@case("RF-21", "P-12.2")
def the_first_code_is_told(kit: Kit) -> None:
    """sends requests to which several codes apply -> the first of the list is told"""
    a, b, _ = people = placed(kit, TURN)
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


@case("RF-22", "P-12.1", "P-9.1")
def without_a_game(kit: Kit) -> None:
    """asks to play before the first game, and from no seat -> no_game, not_seated, not_at_table"""
    ann, _bob = kit.table(2)
    for type_, fields in (("draw", {}), ("play", {"cards": ["R5"]}), ("uno", {}), ("catch", {"target": 1})):
        ann.refused(type_, "no_game", decision=0, **fields)
    ann.refused("why_not", "no_game")
    ann.refused("continuations", "no_game", decision=0, cards=["R5"])
    watcher, nobody = kit.people(2)
    watcher.watch(ann.code)
    watcher.refused("draw", "not_seated", decision=0)
    watcher.refused("why_not", "not_seated")
    nobody.refused("draw", "not_at_table", decision=0)
    nobody.refused("why_not", "not_at_table")


@case("RF-23", "P-6.6", "P-9.1", "P-9.2")
def a_refusal_leaves_the_decision(kit: Kit) -> None:
    """plays a card that does not fit, and then another under the same decision number
    -> the first is refused, the second is accepted: a refusal asks no new question"""
    a, b, _ = placed(
        kit, "rules: official | seats: a b c | hand a: R5 B7 | hand b: B1 B2 | hand c: G1 G2 | discard: R9"
    )
    decision = a.decision
    for _ in range(2):
        refusal(a, "play", "does_not_fit", cards=["B7"], decision=decision)
    fail_if(a.ok("play", cards=["R5"], decision=decision)["t"] != "ok", "expected ok")
    asked(b, "take_turn")
