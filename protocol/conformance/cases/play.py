"""Turns: what is listed and accepted, what is refused and with which code, what is punished (P-9, P-12.2)."""

from __future__ import annotations

from protocol.conformance.judging import Failed, case
from protocol.conformance.kit import Kit, Person, told
from protocol.conformance.link import Message
from protocol.conformance.placed import (
    asked,
    can,
    events,
    is_that,
    is_told,
    kinds,
    like_a_snapshot,
    listed,
    one_event,
    placed,
    settle,
    unchanged,
    until,
)

TURN = """
rules: official uno_grace=0
seats: a b c
hand a: R5 R5 G9 B2 W W+4
hand b: B1 B2 G3 Y9
hand c: G1 G2 Y4
discard: R9
"""
CHAIN = """
rules: quickplay uno_grace=0
seats: a b
hand a: R1 R5 RS GS B8 W B3
hand b: B1 B2 G3
discard: R9
"""


def refusal(person: Person, type_: str, code: str, **fields: object) -> Message:
    """A request for the present decision is refused so, with a clause and a sentence (P-9.10)."""
    error = person.refused(type_, code, **{"decision": person.decision, **fields})
    if not error.get("clause") or not error.get("text"):
        raise Failed(f"a refusal names the clause of the rule book and says it in text: {error}")
    return error


# --- what is listed ----------------------------------------------------------------------------------------------


@case(
    "PL-1",
    "P-9.4",
    "P-9.5",
    does="begins a round, and reads what is listed for everyone",
    expects="for who is asked every card that may be laid, once each, with what it asks, and draw; nothing for others",
)
def what_is_listed(kit: Kit) -> None:
    a, b, c, watcher = placed(kit, TURN, watching=1)
    due: list[Message] = [{"k": "play", "card": card} for card in ("R5", "G9")]
    due += [{"k": "play", "card": card, "asks": ["name_colour"]} for card in ("W", "W+4")]
    is_that(listed(a), [*due, {"k": "draw"}], "the list")
    is_that((a.legal or {}).get("n"), a.n, "the entry after which the list holds")
    settle([a, b, c, watcher])
    if b.listed or c.listed:
        raise Failed(f"others have nothing to do, and there is {b.listed or c.listed}")
    if watcher.legal is not None:
        raise Failed("who watches gets no list")


@case(
    "PL-2",
    "P-9.4",
    "P-9.1",
    does="plays, and reads the lists that come",
    expects="the next player's list comes, and the older list is replaced by an empty one",
)
def lists_are_replaced(kit: Kit) -> None:
    a, b, _c = placed(kit, TURN)
    a.play("play", cards=["R5"])
    until(a, lambda: not a.listed, "an empty list")
    asked(b, "take_turn")
    is_that(b.listed, [{"k": "draw"}], "the list")
    b.play("draw")
    asked(b, "play_drawn")
    if not can(b, k="keep") or can(b, k="draw"):
        raise Failed(f"keep is due in the list, and there is {b.listed}")


def _rotate(people: list[Person], most: int) -> int:
    """Everyone who is asked answers with another of the listed actions each time; how many were carried out."""
    done = 0
    while done < most:
        settle(people)
        if people[0].room["phase"] != "playing":
            break
        person = next(one for one in people if one.asked)
        actions = [action for action in listed(person) if action["k"] not in ("uno", "catch")]
        if not actions:
            raise Failed(f"nothing is listed for {person.waiting_for}")
        _complete(person, actions[(done * 7) % len(actions)])
        done += 1
    return done


def _complete(person: Person, action: Message) -> None:
    """Make a request of a listed action and send it (P-9.5)."""
    fields = {key: value for key, value in action.items() if key not in ("k", "card", "asks")}
    if action["k"] == "play":
        fields["cards"] = [action["card"]]
    elif "card" in action:
        fields["card"] = action["card"]
    person.play(action["k"], **fields)


@case(
    "PL-3",
    "P-9.5",
    "P-9.1",
    does="plays 30 actions out of what is listed, each completed as the document says",
    expects="every one is carried out",
)
def what_is_listed_is_accepted(kit: Kit) -> None:
    people = kit.playing(3, turn_seconds=0, options={"uno_grace": "0", "first_card": "starter"})
    if _rotate(people, 30) < 7:
        raise Failed("a round is over before anybody can have laid seven cards")


@case(
    "PL-4",
    "P-9.5",
    "P-7.14",
    does="plays 40 actions out of what is listed where hands are swapped, shuffled and passed on",
    expects="every one is carried out",
)
def what_is_listed_with_all_cards_is_accepted(kit: Kit) -> None:
    options = {"extra": "4,4,4", "customizable_rule": "everyone_passes_one", "uno_grace": "0", "hand_size": "9"}
    people = kit.playing(3, turn_seconds=0, preset="skyrus", options=options)
    if _rotate(people, 40) < 9:
        raise Failed("a round is over before anybody can have laid nine cards")


@case(
    "PL-5",
    "P-9.5",
    does="lays a Wild without a colour",
    expects="name_colour is asked, all four are listed, one is named",
)
def a_colour_is_asked(kit: Kit) -> None:
    a, b, _ = placed(kit, TURN)
    a.play("play", cards=["W"])
    asked(a, "name_colour")
    is_that(a.listed, [{"k": "name", "colour": colour} for colour in "RYGB"], "the list")
    a.play("name", colour="B")
    asked(b, "take_turn")
    is_that(one_event(b, "colour_named"), {"k": "colour_named", "seat": 0, "colour": "B"}, "the event")
    is_that(b.game["colour"], "B", "the colour in play")


@case("PL-6", "P-9.5", does="lays a Wild with a colour", expects="nothing is asked, and the colour is that")
def a_colour_with_the_play(kit: Kit) -> None:
    a, b, _ = placed(kit, TURN)
    a.play("play", cards=["W"], colours=["G"])
    asked(b, "take_turn")
    is_that(b.game["colour"], "G", "the colour in play")
    if not can(b, k="play", card="G3"):
        raise Failed(f"G3 fits, and listed is {b.listed}")


SWAP = """
rules: classic113
seats: a b c
hand a: WS R7 R8
hand b: B1 B2 G3 G4
hand c: G1 G2
discard: R9
"""


@case(
    "PL-7",
    "P-9.5",
    "P-9.3",
    does="lays Swap Hands with colour and player, and without both",
    expects="carried out at once, or asked one after the other in the order of asks",
)
def a_player_is_chosen(kit: Kit) -> None:
    a, b, c = placed(kit, SWAP)
    if not can(a, k="play", card="WS", asks=["name_colour", "choose_player"]):
        raise Failed(f"WS asks name_colour, then choose_player; listed is {a.listed}")
    a.play("play", cards=["WS"], colours=["B"], target=2)
    asked(b, "take_turn")
    is_that(b.game["counts"], [2, 4, 2], "the counts")
    until(a, lambda: a.hand == ["G1", "G2"], "the other hand")
    a, b, c = placed(kit, SWAP)
    a.play("play", cards=["WS"])
    asked(a, "name_colour")
    a.play("name", colour="B")
    asked(a, "choose_player")
    is_that(a.listed, [{"k": "choose", "target": 1}, {"k": "choose", "target": 2}], "the list")
    a.play("choose", target=1)
    asked(b, "take_turn")
    is_that(b.hand, ["R7", "R8"], "the other hand")
    settle([a, b, c])
    like_a_snapshot(c)


@case(
    "PL-8",
    "P-9.5",
    does="sends a colour and a target with a card that asks none, and a colour with the last card",
    expects="they are ignored",
)
def needless_fields_are_ignored(kit: Kit) -> None:
    a, b, _ = placed(kit, TURN)
    a.play("play", cards=["R5"], colours=["B"], target=0)
    asked(b, "take_turn")
    is_that(b.game["colour"], "R", "the colour in play")
    position = "rules: official\nseats: a b\nhand a: W\nhand b: B1 B2\ndiscard: R9"
    a, b = placed(kit, position)
    if not can(a, k="play", card="W") or can(a, k="play", card="W", asks=["name_colour"]):
        raise Failed(f"a last Wild asks nothing, and listed is {a.listed}")
    a.play("play", cards=["W"], colours=["B"])
    b.event("round_ended")


@case(
    "PL-9",
    "P-9.2",
    does="answers several questions",
    expects="each asked raises the decision number by one, for everyone",
)
def decision_numbers(kit: Kit) -> None:
    a, b, c = placed(kit, TURN)
    first = a.decision
    a.play("play", cards=["W"])
    asked(a, "name_colour")
    is_that(a.decision, first + 1, "the decision number")
    a.play("name", colour="B")
    asked(b, "take_turn")
    b.play("draw")
    asked(b, "play_drawn")
    b.play("keep")
    asked(c, "take_turn")
    settle([a, b, c])
    is_that([one.decision for one in (a, b, c)], [first + 4] * 3, "the decision numbers")


# --- P-12.2, one by one ------------------------------------------------------------------------------------------


@case(
    "PL-10",
    "P-12.2",
    "P-7.11",
    does="asks to play from a seat that takes no part in the round",
    expects="out_of_game with the seat",
)
def out_of_game(kit: Kit) -> None:
    position = """
    rules: classic113 goal=until_last
    seats: a b c
    out: c
    hand a: R5 R6
    hand b: B1 B2
    discard: R9
    """
    a, b, c = placed(kit, position)

    def act() -> None:
        is_told(refusal(c, "draw", "out_of_game"), seat=2)
        refusal(c, "play", "out_of_game", cards=["R5"])
        refusal(c, "draw", "out_of_game", decision=c.decision - 1)
        error = c.refused("why_not", "out_of_game")
        is_told(error, seat=2)

    unchanged([a, b, c], act)


@case(
    "PL-11",
    "P-9.2",
    "P-12.2",
    does="answers with the number of an older decision",
    expects="stale with the present number; nothing changes",
)
def stale(kit: Kit) -> None:
    a, b, c = placed(kit, TURN)
    old = a.decision
    a.play("play", cards=["R5"])
    asked(b, "take_turn")

    def act() -> None:
        is_told(refusal(b, "draw", "stale", decision=old), decision=b.decision)
        refusal(b, "play", "stale", cards=["B1"], decision=old)

    unchanged([a, b, c], act)


@case(
    "PL-12",
    "P-9.2",
    "P-9.6",
    does="names an older decision in uno, catch and a play out of turn",
    expects="stale, which costs nothing",
)
def stale_out_of_turn(kit: Kit) -> None:
    a, b, c = placed(kit, TURN)
    old = a.decision
    a.play("play", cards=["R5"])
    asked(b, "take_turn")
    settle([a, b, c])

    def act() -> None:
        refusal(c, "play", "stale", cards=["G1"], decision=old)
        refusal(c, "uno", "stale", decision=old)
        refusal(c, "catch", "stale", target=0, decision=old)

    unchanged([a, b, c], act)


@case("PL-13", "P-12.2", does="plays a card that it does not hold", expects="not_in_hand with the card")
def not_in_hand(kit: Kit) -> None:
    people = placed(kit, TURN)
    a = people[0]

    def act() -> None:
        is_told(refusal(a, "play", "not_in_hand", cards=["R7"]), card="R7")
        is_told(refusal(a, "play", "not_in_hand", cards=["B2", "B2"]), card="B2")

    unchanged(people, act)


@case(
    "PL-14",
    "P-12.2",
    does="draws, keeps, passes, names, accepts out of turn",
    expects="not_your_turn with the seat; nothing changes",
)
def not_your_turn(kit: Kit) -> None:
    people = placed(kit, TURN)
    b = people[1]

    def act() -> None:
        for type_, fields in (("draw", {}), ("keep", {}), ("pass", {}), ("name", {"colour": "B"}), ("accept", {})):
            is_told(refusal(b, type_, "not_your_turn", **fields), seat=1)

    unchanged(people, act)


@case(
    "PL-15",
    "P-9.6",
    "P-12.2",
    does="plays out of turn where out_of_turn_penalty is 0",
    expects="not_your_turn; nothing changes",
)
def out_of_turn_where_it_is_refused(kit: Kit) -> None:
    people = placed(kit, TURN.replace("uno_grace=0", "uno_grace=0 out_of_turn_penalty=0"))
    unchanged(people, lambda: refusal(people[1], "play", "not_your_turn", cards=["B1"]))


@case(
    "PL-16",
    "P-12.2",
    "P-9.3",
    does="answers a turn, a drawn card and a colour with what they do not ask",
    expects="wrong_answer with the kind that is asked",
)
def wrong_answers(kit: Kit) -> None:
    people = placed(kit, TURN)
    a, b, _ = people

    def at_turn() -> None:
        for type_, fields in (("keep", {}), ("name", {"colour": "B"}), ("accept", {}), ("challenge", {})):
            is_told(refusal(a, type_, "wrong_answer", **fields), asked="take_turn")
        refusal(a, "choose", "wrong_answer", target=1)
        refusal(a, "vote", "wrong_answer", rule="play_again")
        refusal(a, "give", "wrong_answer", card="R5")
        refusal(a, "retain", "wrong_answer", card="R5")

    unchanged(people, at_turn)
    a.play("play", cards=["W"])
    asked(a, "name_colour")

    def at_colour() -> None:
        is_told(refusal(a, "draw", "wrong_answer"), asked="name_colour")
        is_told(refusal(a, "play", "wrong_answer", cards=["R5"]), asked="name_colour")

    unchanged(people, at_colour)
    a.play("name", colour="R")
    asked(b, "take_turn")
    b.play("draw")
    asked(b, "play_drawn")

    def at_drawn() -> None:
        is_told(refusal(b, "draw", "wrong_answer"), asked="play_drawn")
        other = next(card for card in b.hand if card != b.game.get("drawn"))
        is_told(refusal(b, "play", "wrong_answer", cards=[other]), asked="play_drawn")

    unchanged(people, at_drawn)


FOUR = """
rules: official uno_grace=0
seats: a b c
hand a: W+4 G5 G6 B7
hand b: B1 B2 G3
hand c: G1 G2
discard: R9
"""


@case(
    "PL-17",
    "P-12.2",
    "P-9.3",
    does="answers a Wild Draw Four with what it does not ask",
    expects="wrong_answer with answer_draw_four",
)
def wrong_answers_to_a_draw_four(kit: Kit) -> None:
    people = placed(kit, FOUR)
    a, b, _ = people
    a.play("play", cards=["W+4"], colours=["G"])
    asked(b, "answer_draw_four")
    is_that(b.waiting_for, {"k": "answer_draw_four", "seat": 1, "offender": 0, "penalty": 4}, "the decision")
    is_that(b.listed, [{"k": "accept"}, {"k": "challenge"}], "the list")

    def act() -> None:
        for type_, fields in (("draw", {}), ("play", {"cards": ["G3"]}), ("keep", {}), ("name", {"colour": "B"})):
            is_told(refusal(b, type_, "wrong_answer", **fields), asked="answer_draw_four")

    unchanged(people, act)


@case(
    "PL-18",
    "P-12.2",
    "P-9.3",
    does="answers a stack with what it does not ask",
    expects="wrong_answer with answer_stack, and does_not_fit for a card that does not stack",
)
def wrong_answers_to_a_stack(kit: Kit) -> None:
    position = """
    rules: street uno_grace=0
    seats: a b
    hand a: R+2 R5 R6
    hand b: B+2 R1 B2
    discard: R9
    """
    people = placed(kit, position)
    a, b = people
    a.play("play", cards=["R+2"])
    asked(b, "answer_stack")
    is_that(b.waiting_for, {"k": "answer_stack", "seat": 1, "penalty": 2}, "the decision")
    is_that(b.listed, [{"k": "play", "card": "B+2"}, {"k": "accept"}], "the list")

    def act() -> None:
        is_told(refusal(b, "draw", "wrong_answer"), asked="answer_stack")
        refusal(b, "challenge", "wrong_answer")
        is_told(refusal(b, "play", "does_not_fit", cards=["R1"]), card="R1", top="R+2", colour="R")

    unchanged(people, act)
    b.play("play", cards=["B+2"])
    asked(a, "answer_stack")
    is_that((a.waiting_for or {}).get("penalty"), 4, "the penalty")
    a.play("accept")
    is_that(a.event("cards_drawn")["count"], 4, "what is drawn")


DRAWN = """
rules: classic113
seats: a b
hand a: B1 B2 G3
hand b: B4 B5
stock: R5
discard: R9
"""


@case(
    "PL-19",
    "P-12.2",
    does="keeps a drawn card, and passes, where a card must be played",
    expects="must_play; nothing changes",
)
def must_play(kit: Kit) -> None:
    people = placed(kit, DRAWN)
    a, b = people
    a.play("draw")
    asked(a, "play_drawn")
    is_that(a.listed, [{"k": "play", "card": "R5"}], "the list")
    unchanged(people, lambda: refusal(a, "keep", "must_play"))
    a.play("play", cards=["R5"])
    asked(b, "take_turn")
    unchanged(people, lambda: refusal(b, "pass", "must_play"))


@case(
    "PL-20",
    "P-12.2",
    does="chooses itself, a seat that is out, and one that there is not",
    expects="bad_target with the target",
)
def bad_targets(kit: Kit) -> None:
    position = """
    rules: classic113 goal=until_last
    seats: a b c d
    out: d
    hand a: WS R7 R8
    hand b: B1 B2
    hand c: G1 G2
    discard: R9
    """
    people = placed(kit, position)
    a = people[0]
    unchanged(
        people,
        lambda: [
            is_told(refusal(a, "play", "bad_target", cards=["WS"], colours=["B"], target=target), target=target)
            for target in (0, 3, 9)
        ],
    )
    a.play("play", cards=["WS"], colours=["B"])
    asked(a, "choose_player")
    unchanged(
        people,
        lambda: [is_told(refusal(a, "choose", "bad_target", target=target), target=target) for target in (0, 3, 9)],
    )


BALLOT = """
rules: skyrus
seats: a b c
ballot: hands_move_on open_hand discard_colour
"""
PASSING = """
rules: skyrus uno_grace=0 customizable_rule=everyone_passes_one
seats: a b c
hand a: WC R5 R6
hand b: B1 B2
hand c: G1 G2
discard: R9
"""
KEEPING = """
rules: skyrus uno_grace=0 customizable_rule=discard_colour
seats: a b
hand a: WC R5 R6 R7 B1
hand b: B2 B3
discard: R9
"""


@case(
    "PL-21",
    "P-12.2",
    "P-9.3",
    does="votes for a rule that does not stand, keeps a card of another colour, passes on one that it does not hold",
    expects="bad_target with rule or card, and not_in_hand",
)
def other_bad_targets(kit: Kit) -> None:
    people = placed(kit, BALLOT)
    unchanged(people, lambda: is_told(refusal(people[0], "vote", "bad_target", rule="play_again"), rule="play_again"))
    people = placed(kit, KEEPING)
    a = people[0]
    a.play("play", cards=["WC"], colours=["R"])
    asked(a, "keep_one")
    is_that(a.listed, [{"k": "retain", "card": card} for card in ("R5", "R6", "R7")], "the list")
    unchanged(people, lambda: is_told(refusal(a, "retain", "bad_target", card="B1"), card="B1"))
    people = placed(kit, PASSING)
    a = people[0]
    a.play("play", cards=["WC"], colours=["R"])
    asked(a, "pass_card")
    unchanged(people, lambda: is_told(refusal(a, "give", "not_in_hand", card="B1"), card="B1"))


@case(
    "PL-22",
    "P-12.2",
    "P-9.3",
    does="votes and passes on a card twice",
    expects="not_your_turn: nobody can answer twice; the others answer under the same number",
)
def nobody_answers_twice(kit: Kit) -> None:
    people = placed(kit, PASSING)
    a, b, c = people
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
    is_that([one.hand for one in people], [["R6", "G1"], ["R5", "B2"], ["G2", "B1"]], "the hands")
    people = placed(kit, BALLOT)
    a = people[0]
    a.play("vote", rule="open_hand")
    until(a, lambda: not a.asked, "the own answer")
    unchanged(people, lambda: refusal(a, "vote", "not_your_turn", rule="hands_move_on"))


@case(
    "PL-23",
    "P-12.2",
    "P-9.9",
    does="lays a chain with a wild that has no colour",
    expects="colour_missing with its place",
)
def colour_missing(kit: Kit) -> None:
    people = placed(kit, CHAIN)
    a = people[0]

    def act() -> None:
        is_told(refusal(a, "play", "colour_missing", cards=["R1", "W", "B3"]), place=2)
        is_told(refusal(a, "play", "colour_missing", cards=["R1", "W"]), place=2)

    unchanged(people, act)


@case(
    "PL-24",
    "P-12.2",
    "P-9.9",
    does="lays chains that break",
    expects="chain_broken with the place of the first card at fault; nothing of it is played",
)
def chain_broken(kit: Kit) -> None:
    people = placed(kit, CHAIN)
    a = people[0]

    def act() -> None:
        is_told(refusal(a, "play", "chain_broken", cards=["R1", "R5", "B3"]), place=3, card="B3")
        is_told(refusal(a, "play", "chain_broken", cards=["RS", "R1"]), place=2, card="R1")

    unchanged(people, act)
    people = placed(kit, TURN)
    unchanged(people, lambda: refusal(people[0], "play", "chain_broken", cards=["R5", "R5"]))


@case(
    "PL-25",
    "P-12.2",
    does="lays a card that fits neither colour nor number nor symbol",
    expects="does_not_fit with card, top and colour",
)
def does_not_fit(kit: Kit) -> None:
    people = placed(kit, TURN)
    unchanged(
        people,
        lambda: is_told(refusal(people[0], "play", "does_not_fit", cards=["B2"]), card="B2", top="R9", colour="R"),
    )
    people = placed(kit, CHAIN)
    unchanged(
        people,
        lambda: is_told(
            refusal(people[0], "play", "does_not_fit", cards=["B8", "B3"]), card="B8", top="R9", colour="R", place=1
        ),
    )


@case(
    "PL-26",
    "P-12.2",
    does="lays a Wild Draw Four that is not allowed, and draws where a card must be played",
    expects="not_allowed; nothing changes",
)
def not_allowed(kit: Kit) -> None:
    people = placed(kit, TURN.replace("official", "official wild_draw_four=enforced voluntary_draw=no"))
    a = people[0]
    if can(a, k="play", card="W+4") or can(a, k="draw"):
        raise Failed(f"neither W+4 nor draw is allowed, and listed is {a.listed}")

    def act() -> None:
        refusal(a, "play", "not_allowed", cards=["W+4"], colours=["B"])
        refusal(a, "draw", "not_allowed")

    unchanged(people, act)


@case(
    "PL-27",
    "P-9.6",
    "P-12.2",
    does="calls UNO with too many cards where false_uno_penalty is 0",
    expects="false_call with the count; the whole play is refused",
)
def false_call(kit: Kit) -> None:
    people = placed(kit, TURN.replace("official", "official false_uno_penalty=0"))
    a = people[0]

    def act() -> None:
        is_told(refusal(a, "uno", "false_call"), count=6)
        is_told(refusal(a, "play", "false_call", cards=["R5"], uno=True), count=5)

    unchanged(people, act)


@case(
    "PL-28",
    "P-9.7",
    "P-12.2",
    does="catches where there is nothing to catch, and once more in the turn; catches itself",
    expects="nothing_to_catch with the target, then rate_limited; bad_target",
)
def nothing_to_catch(kit: Kit) -> None:
    people = placed(kit, TURN)
    b = people[1]

    def act() -> None:
        is_told(refusal(b, "catch", "nothing_to_catch", target=0), target=0)
        is_told(refusal(b, "catch", "rate_limited", target=2), seat=1)
        refusal(people[2], "catch", "nothing_to_catch", target=0)
        refusal(b, "catch", "bad_target", target=1)

    unchanged(people, act)
    people[0].play("draw")
    asked(people[0], "play_drawn")
    people[0].play("keep")
    asked(b, "take_turn")
    refusal(b, "catch", "nothing_to_catch", target=0)


ONE_LEFT = """
rules: official uno_grace=0
seats: a b c
hand a: R5 R6
hand b: R7 B2 G3
hand c: R1 G2 B9
discard: R9
"""


@case(
    "PL-29",
    "P-12.2",
    "P-9.6",
    does="calls UNO with the play, and again after it",
    expects="uno_called and no window; then already_called with the seat",
)
def already_called(kit: Kit) -> None:
    people = placed(kit, ONE_LEFT)
    a, b, _ = people
    a.play("play", cards=["R5"], uno=True)
    asked(b, "take_turn")
    settle(people)
    if "uno_called" not in kinds(a) or "uno_window_opened" in kinds(a):
        raise Failed(f"uno_called is due, and there came {kinds(a)}")
    unchanged(people, lambda: is_told(refusal(a, "uno", "already_called"), seat=0))


@case(
    "PL-30",
    "P-12.2",
    does="sends requests to which several codes apply",
    expects="the first of the list is told",
)
def the_first_code_is_told(kit: Kit) -> None:
    people = placed(kit, TURN)
    a, b, _ = people
    old = a.decision
    a.play("play", cards=["R5"])
    asked(b, "take_turn")
    settle(people)

    def act() -> None:
        refusal(people[2], "play", "stale", cards=["R8"], decision=old)  # and not held, and not its turn
        refusal(people[2], "play", "not_in_hand", cards=["R8"])  # and not its turn
        refusal(b, "play", "not_in_hand", cards=["G8"])  # and does not fit
        refusal(b, "play", "chain_broken", cards=["B1", "B2"])  # and does not fit
        refusal(people[2], "choose", "not_your_turn", target=2)  # and wrong answer, bad target
        refusal(b, "choose", "wrong_answer", target=1)  # and bad target

    unchanged(people, act)


@case(
    "PL-31",
    "P-12.1",
    "P-9.1",
    does="asks to play before the first game, and from no seat",
    expects="no_game, not_seated, not_at_table",
)
def without_a_game(kit: Kit) -> None:
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


# --- what is punished --------------------------------------------------------------------------------------------


@case(
    "PL-32",
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
    "PL-33",
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
    "PL-34",
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
    "PL-35",
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
    "PL-36",
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


# --- UNO ---------------------------------------------------------------------------------------------------------


@case(
    "PL-37",
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
    "PL-38",
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
    "PL-39",
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
    "PL-40",
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


# --- a Wild Draw Four --------------------------------------------------------------------------------------------


@case(
    "PL-41",
    "P-9.3",
    does="challenges a Wild Draw Four that was a bluff",
    expects="guilty: the offender draws four, and it is the challenger's turn",
)
def guilty(kit: Kit) -> None:
    people = placed(kit, FOUR.replace("G5", "R5"))
    a, b, c = people
    n = settle(people)
    a.play("play", cards=["W+4"], colours=["G"])
    asked(b, "answer_draw_four")
    b.play("challenge")
    asked(b, "take_turn")
    settle(people)
    is_that(kinds(c, n), ["cards_played", "asked", "challenged", "cards_drawn", "asked"], "the events")
    due = {"k": "challenged", "seat": 1, "offender": 0, "guilty": True, "everyone": False}
    is_that({key: one_event(b, "challenged").get(key, False) for key in due}, due, "the event")
    is_that(c.game["counts"], [7, 3, 2], "the counts")


@case(
    "PL-42",
    "P-9.3",
    does="challenges a Wild Draw Four that was allowed, and takes another",
    expects="innocent: six cards and a turn missed; accepted: four cards and a turn missed",
)
def innocent(kit: Kit) -> None:
    for answer, count, reason in (("challenge", 6, "innocent"), ("accept", 4, "card")):
        people = placed(kit, FOUR)
        a, b, c = people
        a.play("play", cards=["W+4"], colours=["G"])
        asked(b, "answer_draw_four")
        b.play(answer)
        asked(c, "take_turn")
        drawn = one_event(c, "cards_drawn")
        is_that((drawn["seat"], drawn["count"], drawn["reason"]), (1, count, reason), "what is drawn")
        settle(people)
        is_that(c.game["colour"], "G", "the colour in play")
        if "turn_missed" not in kinds(c):
            raise Failed(f"the turn is missed, and there came {kinds(c)}")


# --- chains ------------------------------------------------------------------------------------------------------


def _follow(person: Person, cards: list[str], colours: list[str | None] | None = None) -> list[Message]:
    """What may follow in a chain that begins so."""
    fields = {"colours": colours} if colours else {}
    answer = person.ok("continuations", decision=person.decision, cards=cards, **fields)
    if answer["t"] != "continuations":
        raise Failed(f"continuations is due, and there came {told(answer)}")
    found: list[Message] = answer["actions"]
    return found


@case(
    "PL-43",
    "P-9.9",
    does="asks what may follow, card by card, and lays the chain",
    expects="lists as in legal; asking changes nothing; the chain is carried out as one play",
)
def a_chain(kit: Kit) -> None:
    people = placed(kit, CHAIN)
    a, b = people
    is_that(
        listed(a),
        [{"k": "play", "card": card} for card in ("R1", "R5", "RS")]
        + [{"k": "play", "card": "W", "asks": ["name_colour"]}, {"k": "draw"}],
        "the list",
    )

    def ask() -> None:
        wild = {"k": "play", "card": "W", "asks": ["name_colour"]}
        is_that(
            _follow(a, ["R1"]), [{"k": "play", "card": "R5"}, {"k": "play", "card": "RS"}, wild], "what may follow R1"
        )
        is_that(_follow(a, ["R1", "RS"]), [{"k": "play", "card": "GS"}], "what may follow R1 RS")
        due = [{"k": "play", "card": "B3"}, {"k": "play", "card": "B8"}]
        is_that(_follow(a, ["R1", "W"], [None, "B"]), due, "what may follow R1 W:B")

    unchanged(people, ask)
    n = settle(people)
    a.play("play", cards=["R1", "W", "B3"], colours=[None, "B", None])
    asked(b, "take_turn")
    is_that(one_event(b, "cards_played", n)["cards"], ["R1", "W", "B3"], "the cards")
    is_that(b.game["colour"], "B", "the colour in play")
    settle(people)
    like_a_snapshot(a)


@case(
    "PL-44",
    "P-9.9",
    "P-12.2",
    does="asks what may follow where it may not ask, and in chains that cannot be",
    expects="refused as a play of these cards would be",
)
def continuations_that_are_refused(kit: Kit) -> None:
    people = placed(kit, CHAIN)
    a, b = people

    def act() -> None:
        refusal(b, "continuations", "not_your_turn", cards=["B1"])
        refusal(a, "continuations", "not_in_hand", cards=["Y1"])
        is_told(refusal(a, "continuations", "does_not_fit", cards=["B8"]), card="B8")
        is_told(refusal(a, "continuations", "chain_broken", cards=["R1", "B8"]), place=2)
        is_told(refusal(a, "continuations", "colour_missing", cards=["R1", "W"]), place=2)
        refusal(a, "continuations", "stale", cards=["R1"], decision=a.decision - 1)

    unchanged(people, act)


@case(
    "PL-45",
    "P-9.10",
    does="asks why its cards cannot be laid, on its turn and on another's",
    expects="a reason for each that cannot, once each, in canonical order, with code, clause and text",
)
def why_not(kit: Kit) -> None:
    people = placed(kit, TURN)
    a, b, _ = people

    def act() -> None:
        reasons = a.ok("why_not").get("reasons", [])
        is_that([one["card"] for one in reasons], ["B2"], "the cards")
        is_that(
            (reasons[0]["code"], reasons[0].get("args")),
            ("does_not_fit", {"card": "B2", "top": "R9", "colour": "R"}),
            "the reason",
        )
        reasons = b.ok("why_not").get("reasons", [])
        is_that([one["card"] for one in reasons], ["Y9", "G3", "B1", "B2"], "the cards")
        for reason in reasons:
            if not reason.get("code") or not reason.get("clause") or not reason.get("text"):
                raise Failed(f"a reason has code, clause and text: {reason}")

    unchanged(people, act)


# --- jumping in --------------------------------------------------------------------------------------------------

JUMP = """
rules: official jump_in=yes uno_grace=0
seats: a b c
hand a: R5 R6 G1
hand b: B1 B2 R7
hand c: R9 G2 B4
discard: R3 R9
"""


@case(
    "PL-46",
    "P-9.3",
    "P-9.4",
    does="lays the very card on top out of turn where that is allowed",
    expects="it is listed for its holder alone, and play goes on from there",
)
def a_jump_in(kit: Kit) -> None:
    people = placed(kit, JUMP)
    a, b, c = people
    until(c, lambda: can(c, k="play", card="R9"), "the card in the list")
    settle(people)
    is_that((len(b.listed), len(c.listed)), (0, 1), "what is listed for the others")
    c.play("play", cards=["R9"])
    asked(a, "take_turn")
    settle(people)
    is_that(a.game.get("played_by"), 2, "who laid the last card")
    for one in people:
        like_a_snapshot(one)


@case(
    "PL-47",
    "P-9.6",
    "P-12.2",
    does="jumps in after the player on turn has drawn, and by the number before it",
    expects="stale, which costs nothing",
)
def a_jump_in_that_comes_too_late(kit: Kit) -> None:
    people = placed(kit, JUMP)
    a, _, c = people
    old = a.decision
    a.play("draw")
    asked(a, "play_drawn")
    settle(people)

    def act() -> None:
        is_told(refusal(c, "play", "stale", cards=["R9"]), decision=c.decision)
        is_told(refusal(c, "play", "stale", cards=["R9"], decision=old), decision=c.decision)

    unchanged(people, act)
    if can(c, k="play"):
        raise Failed("it is listed no more")


@case(
    "PL-48",
    "P-9.3",
    "P-9.6",
    does="lays the very card on top on the round's first card",
    expects="not listed; a play out of turn, which is punished",
)
def no_jump_in_on_the_first_card(kit: Kit) -> None:
    position = """
    rules: official jump_in=yes
    seats: a b
    hand a: R5 R6 G1
    hand b: R9 B2 R7
    dealer: b
    first: R9
    """
    people = placed(kit, position)
    b = people[1]
    n = settle(people)
    if b.listed:
        raise Failed(f"nothing is listed on the first card, and there is {b.listed}")
    b.play("play", cards=["R9"])
    settle(people)
    is_that(kinds(b, n), ["out_of_turn", "cards_drawn"], "the events")


@case(
    "PL-49",
    "P-9.3",
    "P-9.5",
    does="draws, and plays or keeps the card",
    expects="play_drawn is asked even if the card does not fit; then the turn passes",
)
def drawing(kit: Kit) -> None:
    position = "rules: official\nseats: a b\nhand a: B1 B2\nhand b: G3 G4\nstock: R5 Y1\ndiscard: R9"
    people = placed(kit, position)
    a, b = people
    a.play("draw")
    asked(a, "play_drawn")
    is_that(a.game.get("drawn"), "R5", "the drawn card")
    is_that(a.listed, [{"k": "play", "card": "R5"}, {"k": "keep"}], "the list")
    a.play("play", cards=["R5"])
    asked(b, "take_turn")
    b.play("draw")
    asked(b, "play_drawn")
    is_that(b.listed, [{"k": "keep"}], "the list")
    n = settle(people)
    b.play("keep")
    asked(a, "take_turn")
    is_that(kinds(a, n), ["drawn_kept", "asked"], "the events")


@case(
    "PL-50",
    "P-9.5",
    "P-12.2",
    does="has nothing to draw and nothing to play, and passes",
    expects="pass is listed alone; draw is refused; passed is told",
)
def passing(kit: Kit) -> None:
    position = "rules: official\nseats: a b\nhand a: B1 B2\nhand b: R3 G4\nstock-only:\ndiscard: R9"
    people = placed(kit, position)
    a, b = people
    is_that(listed(a), [{"k": "pass"}], "the list")
    unchanged(people, lambda: refusal(a, "draw", "not_allowed"))
    a.play("pass")
    asked(b, "take_turn")
    is_that(one_event(b, "passed"), {"k": "passed", "seat": 0}, "the event")
