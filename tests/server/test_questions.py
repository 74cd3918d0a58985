"""Every question of the rules at a table: who is asked, for how long, what can be asked back, who leaves meanwhile."""

from typing import NamedTuple

import pytest

from tests.server.harness import Person, World, begun, dealt, gathered, playing, set_up, start
from uno_engine.actions import CanPlay
from uno_engine.cards import card
from uno_engine.clauses import CLAUSES
from uno_engine.decisions import DECISIONS, asked
from uno_protocol import messages as m

CUSTOM = {"extra": "0,0,4", "goal": "points"}


class Case(NamedTuple):
    """How a question comes about: ann (seat 0) plays with these options and this hand; who is asked then."""

    options: dict[str, str]
    hand: str
    play: dict[str, object] | None
    asked: int
    top: str = "R9"


CASES: dict[str, Case] = {
    "take_turn": Case({}, "R5 R6 R7", {"cards": ["R5"]}, 1),
    "play_drawn": Case({}, "G5 G6 G7", None, 0),
    "name_colour": Case({}, "W R6 R7", {"cards": ["W"]}, 0),
    "choose_player": Case({"seven_zero": "yes"}, "R7 R6 R5", {"cards": ["R7"]}, 0),
    "answer_draw_four": Case({}, "W+4 R6 R7", {"cards": ["W+4"], "colours": ["B"]}, 1),
    "answer_stack": Case({"stacking": "same"}, "R+2 R6 R7", {"cards": ["R+2"]}, 1),
    "keep_one": Case(
        {**CUSTOM, "customizable_rule": "discard_colour"}, "WC R6 R7", {"cards": ["WC"], "colours": ["R"]}, 0
    ),
    "pass_card": Case(
        {**CUSTOM, "customizable_rule": "everyone_passes_one"}, "WC R6 R7", {"cards": ["WC"], "colours": ["R"]}, 2
    ),
    "confirm": Case({**CUSTOM, "customizable_rule": "own"}, "WC R6 R7", {"cards": ["WC"], "colours": ["R"]}, 2),
}


def asking(kind: str, **new: object) -> tuple[World, list[Person], Person]:
    """Three people, and somebody is asked a question of that kind."""
    world = World()
    if kind == "vote":
        people = playing(world, "ann bob cem", options=CUSTOM, **new)
        return world, people, people[1]
    case = CASES[kind]
    people = playing(world, "ann bob cem", options=case.options, own_text="Sing.", **new)
    set_up(world, people, case.hand, "B1 B2 B3", "Y1 Y2 Y3", top=case.top)
    ann = people[0]
    answer = ann.play(m.Draw) if case.play is None else ann.play(m.Play, **case.play)
    assert isinstance(answer, m.Ok), answer
    assert ann.game.waiting_for is not None
    assert ann.game.waiting_for.kind == kind
    assert case.asked in asked(ann.game.waiting_for)
    return world, people, people[case.asked]


def test_there_is_a_case_for_every_question() -> None:
    assert {*CASES, "vote"} == DECISIONS.keys()


@pytest.mark.parametrize("kind", sorted(DECISIONS))
def test_the_clock_answers_every_question(kind: str) -> None:  # A11
    world, people, late = asking(kind, turn_seconds=5)
    decision = late.game.decision
    assert late.seconds == 5.0
    world.wait(4.9)
    assert late.game.decision == decision
    world.wait(0.2)
    assert late.game.decision > decision
    assert "time_ran_out" in late.kinds()
    assert all(person.agrees() for person in people)


@pytest.mark.parametrize("kind", sorted(DECISIONS))
def test_a_computer_player_answers_every_question(kind: str) -> None:
    world = World(5)
    options = {**CASES[kind].options} if kind in CASES else dict(CUSTOM)
    new = {"options": options, "own_text": "Sing.", "turn_seconds": 0}
    (ann,) = playing(world, "ann", seats=3, bots=["normal", "random"], **new)
    if kind == "vote":
        world.wait(0.0)
        assert asked(ann.game.waiting_for) == (0,)
        return
    case = CASES[kind]
    set_up(world, [ann], "B1 B2 B3", case.hand, case.hand, top=case.top, turn=1)
    seen = len(ann.all(m.Entry))
    for _ in range(12):
        ann.move()
        world.wait(2.0)
    told = [entry.event for entry in ann.all(m.Entry)[seen:]]
    assert not world.table().frozen
    assert {event["seat"] for event in told if event["k"] in ("cards_played", "cards_drawn")} >= {1, 2}
    assert ann.agrees()


def test_everyone_votes_at_once_before_the_first_deal() -> None:  # C12
    _, (ann, bob, cem), _ = asking("vote")
    game = ann.game
    assert (game.phase.value, game.round, game.counts) == ("voting", 0, [0, 0, 0])
    assert [one.rule for one in ann.listed] == list(game.ballot)  # type: ignore[union-attr]  # votes
    first, second, _third = game.ballot
    decision = game.decision
    assert isinstance(ann.play(m.Cast, rule=first), m.Ok)
    assert ann.listed == ()
    assert ann.refused(m.Cast, decision=decision, rule=second) == "not_your_turn"
    assert bob.refused(m.Cast, decision=decision, rule="play_again") == "bad_target"
    assert bob.refused(m.Draw, decision=decision) == "wrong_answer"
    assert bob.refused(m.CallUno, decision=decision) == "not_your_turn"
    assert bob.game.decision == decision
    assert isinstance(bob.play(m.Cast, rule=second), m.Ok)
    assert isinstance(cem.play(m.Cast, rule=second), m.Ok)
    assert ann.game.custom == second
    assert (ann.game.phase.value, ann.game.round) == ("playing", 1)
    chosen = next(entry.event for entry in ann.all(m.Entry) if entry.event["k"] == "rule_chosen")
    assert (chosen["rule"], chosen["votes"]) == (second, [1, 2, 0])
    assert all(person.agrees() for person in (ann, bob, cem))


def test_who_has_not_voted_when_the_time_is_over_abstains_and_one_clock_runs_for_all() -> None:  # A11
    world, (ann, bob, cem), _ = asking("vote", turn_seconds=10)
    world.wait(6.0)
    ann.play(m.Cast, rule=ann.game.ballot[1])
    clocks = [one.seconds for one in bob.all(m.Clock)]
    assert clocks == [10.0]
    world.wait(3.9)
    assert bob.game.phase.value == "voting"
    world.wait(0.2)
    assert bob.game.phase.value == "playing"
    assert bob.game.custom == ann.game.ballot[1]
    ran_out = [entry.event["seat"] for entry in cem.all(m.Entry) if entry.event["k"] == "time_ran_out"]
    assert ran_out == [1, 2]
    assert cem.agrees()


def test_computer_players_vote_though_the_time_of_people_is_over_first() -> None:  # A11: they have no clock
    world, people = gathered(seats=4, bots=["normal", "normal"], bot_pause=5.0, turn_seconds=1, options=CUSTOM)
    start(people)
    world.wait(1.1)
    assert people[0].game.phase.value == "voting"
    assert set(asked(people[0].game.waiting_for)) == {1, 2}
    assert people[0].all(m.Clock)[-1].seconds is None
    world.wait(20.0)
    assert people[0].game.phase.value == "playing"
    ran_out = [entry.event["seat"] for entry in people[0].all(m.Entry) if entry.event["k"] == "time_ran_out"]
    assert set(ran_out[:2]) == {0, 3}


def test_who_sits_down_during_the_vote_has_none_and_waits() -> None:  # A6
    world, (ann, bob) = begun(seats=3, options=CUSTOM)
    cem = world.person("cem")
    cem.join()
    assert cem.listed == ()
    assert cem.refused(m.Cast, decision=cem.game.decision, rule=cem.game.ballot[0]) == "out_of_game"
    for person in (ann, bob):
        person.play(m.Cast, rule=person.game.ballot[0])
    assert cem.game.counts == [7, 7, 0]
    assert all(person.agrees() for person in (ann, bob, cem))


def test_who_is_back_during_the_vote_still_sees_the_own_vote() -> None:
    _, (ann, *_), _ = asking("vote")
    ann.play(m.Cast, rule=ann.game.ballot[2])
    for seen in (-1, None):
        ann.drop()
        ann.resume(seen=seen)
        assert ann.game.votes == {0: ann.game.ballot[2]}
        assert ann.agrees()


def test_the_vote_is_not_held_for_a_second_round_and_again_for_a_second_game() -> None:  # C12
    world, people, _ = asking("vote")
    for person in people:
        person.play(m.Cast, rule=person.game.ballot[0])
    set_up(world, people, "R5", "B1 B2", "Y1 Y2")
    people[0].play(m.Play, cards=["R5"])
    for person in people:
        person.ask(m.Ready)
    assert people[0].game.round == 2
    assert people[0].kinds().count("ballot_drawn") == 1
    world.state().scores[0] = 499
    world.table().log.rebase(world.table().room, world.state(), now=True)
    set_up(world, people, "R5", "B1 B2", "Y1 Y2")
    people[0].play(m.Play, cards=["R5"])
    assert people[0].phase == "finished"
    start(people)
    assert people[0].kinds().count("ballot_drawn") == 2
    assert people[0].game.phase.value == "voting"


def test_everyone_passes_a_card_in_any_order_under_one_number() -> None:
    _, (ann, bob, cem), _ = asking("pass_card")
    decision = ann.game.decision
    assert isinstance(cem.play(m.Give, card="Y1"), m.Ok)
    assert isinstance(ann.play(m.Give, card="R6"), m.Ok)
    assert ann.game.decision == decision
    assert ann.refused(m.Give, decision=decision, card="R7") == "not_your_turn"
    assert bob.refused(m.Give, decision=decision, card="R6") == "not_in_hand"
    assert bob.refused(m.Play, decision=decision, cards=["B1"]) == "wrong_answer"
    assert isinstance(bob.play(m.Give, card="B3"), m.Ok)
    assert [one.name for one in ann.game.hands[0]] == ["R7", "Y1"]
    assert [one.name for one in bob.game.hands[1]] == ["R6", "B1", "B2"]
    assert all(person.agrees() for person in (ann, bob, cem))


def chaining(hand: str = "R1 R5 RS W B3") -> tuple[World, Person, Person]:
    world, (ann, bob) = dealt(hand, "B1 B2 B3", preset="quickplay", options={"chain_actions": "all_last"})
    return world, ann, bob


def follows(person: Person, *cards: str, colours: list[str | None] | None = None) -> list[str]:
    answer = person.play(m.Continuations, cards=list(cards), colours=colours or [])
    assert isinstance(answer, m.Follow), answer
    return [line["card"] for line in answer.actions]


def test_a_chain_is_built_from_what_may_follow() -> None:  # Q2, Q3
    world, ann, bob = chaining()
    n, heard, decision = world.table().log.n, len(bob.heard), ann.game.decision
    assert follows(ann, "R1") == ["R5", "RS", "W"]
    assert follows(ann, "R1", "RS") == []
    assert follows(ann, "R1", "W", colours=[None, "B"]) == ["B3"]
    assert (world.table().log.n, len(bob.heard), ann.game.decision) == (n, heard, decision)
    assert isinstance(ann.play(m.Play, cards=["R1", "W", "B3"], colours=[None, "B", None]), m.Ok)
    assert ann.game.counts == [2, 3]
    assert bob.agrees()


@pytest.mark.parametrize(
    ("cards", "colours", "code", "clause"),
    [
        (["R9"], [], "not_in_hand", "A9"),
        (["B3"], [], "does_not_fit", "A2"),
        (["R1", "B3"], [], "chain_broken", "Q2"),
        (["RS", "R1"], [], "chain_broken", "Q3"),
        (["W"], [], "colour_missing", "Q2"),
        (["R1", "W"], [], "colour_missing", "Q2"),
        (["R1", "R1"], [], "not_in_hand", "A9"),
    ],
)
def test_what_is_no_chain_has_no_continuation(
    cards: list[str], colours: list[str | None], code: str, clause: str
) -> None:
    _, ann, _ = chaining()
    answer = ann.error(m.Continuations, decision=ann.game.decision, cards=cards, colours=colours)
    assert (answer.code, answer.clause, answer.text) == (code, clause, CLAUSES[clause])


def test_continuations_are_for_the_seat_that_is_asked_now() -> None:
    world, ann, bob = chaining()
    assert bob.refused(m.Continuations, decision=bob.game.decision, cards=["B1"]) == "not_your_turn"
    assert bob.refused(m.Continuations, decision=bob.game.decision, cards=["R1"]) == "not_in_hand"
    assert ann.refused(m.Continuations, decision=ann.game.decision - 1, cards=["R1"]) == "stale"
    answer = ann.error(m.Continuations, decision=ann.game.decision, cards=["R1", "Z3"])
    assert (answer.code, answer.field) == ("bad_schema", "cards[1]")
    answer = ann.error(m.Continuations, decision=ann.game.decision, cards=["R1", "W"], colours=["B"])
    assert (answer.code, answer.field) == ("bad_schema", "colours")
    eve = world.person("eve")
    eve.ask(m.SpectateTable, table="T")
    assert eve.refused(m.Continuations, decision=1, cards=["R1"]) == "not_seated"
    assert eve.refused(m.WhyNot) == "not_seated"


def test_nothing_may_follow_where_the_table_plays_no_chains() -> None:  # C5
    _, people = dealt("R1 R2 R3", "B1 B2")
    assert follows(people[0], "R1") == []
    assert people[0].refused(m.Continuations, decision=people[0].game.decision, cards=["R1", "R2"]) == "chain_broken"


def test_a_drawn_card_is_played_alone() -> None:  # Q8
    world, ann, _ = chaining("G1 G2 G3")
    world.state().stock[-1] = card("R2")
    ann.play(m.Draw)
    assert [one.kind for one in ann.listed] == ["play", "keep"]
    assert follows(ann, "R2") == []
    assert ann.refused(m.Continuations, decision=ann.game.decision, cards=["G1"]) == "wrong_answer"
    assert ann.refused(m.Play, decision=ann.game.decision, cards=["R2", "G2"]) == "chain_broken"


def reasons(person: Person) -> dict[str, tuple[str, str]]:
    answer = person.ask(m.WhyNot)
    assert isinstance(answer, m.Reasons), answer
    assert all(one.text == CLAUSES[one.clause] for one in answer.reasons)
    return {one.card: (one.code, one.clause) for one in answer.reasons}


def test_why_not_tells_the_clause_for_each_card_that_does_not_go() -> None:
    world, (ann, bob) = dealt(
        "R1 R1 G9 B3 B3 W W+4", "B1 B2 B3", options={"wild_draw_four": "enforced", "draw_two_on_wild_draw_four": "no"}
    )
    n = world.table().log.n
    assert reasons(ann) == {"B3": ("does_not_fit", "A2"), "W+4": ("not_allowed", "O4")}
    assert reasons(bob) == dict.fromkeys(("B1", "B2", "B3"), ("not_your_turn", "O8"))
    assert world.table().log.n == n
    assert isinstance(ann.play(m.Play, cards=["R1"]), m.Ok)


@pytest.mark.fast
def test_why_not_agrees_with_what_is_listed_and_with_what_is_refused() -> None:
    for seed in range(3):
        world = World(seed)
        people = playing(
            world, "ann bob", seats=3, bots=["random"], preset="classic113", options={"goal": "single_round"}
        )
        for _ in range(60):
            for person in people:
                if person.phase != "playing" or person.game.phase.value != "playing":
                    continue
                listed = {one.card.name for one in person.listed if isinstance(one, CanPlay)}
                held = {one.name for one in person.game.hands[person.seat]}
                told = reasons(person)
                assert set(told) == held - listed
                for name, (code, _) in list(told.items())[:1]:
                    refused = person.refused(m.Play, decision=person.game.decision, cards=[name])
                    assert refused == code
            if not any(person.move() for person in people):
                world.wait(0.1)


def test_why_not_before_a_game_and_without_a_part_in_it() -> None:
    world, (ann, bob) = gathered(seats=3)
    assert ann.refused(m.WhyNot) == "no_game"
    start([ann, bob])
    cem = world.person("cem")
    cem.join()
    assert cem.refused(m.WhyNot) == "out_of_game"
    assert cem.refused(m.Continuations, decision=cem.game.decision, cards=["R1"]) == "out_of_game"


def test_both_are_answered_while_requests_are_held() -> None:  # U3
    world, (ann, bob, cem) = dealt("R5 B7", "R1 R2 R3", "Y6 Y7 Y8", preset="quickplay")
    ann.play(m.Play, cards=["R5"])
    assert cem.play(m.Catch, target=0) is None
    assert bob.play(m.Play, cards=["R1"]) is None
    assert follows(bob, "R1") == ["R2", "R3"]
    assert set(reasons(cem)) == {"Y6", "Y7", "Y8"}
    world.wait(1.6)
    assert cem.answer(1) is not None
    assert ann.game.counts == [3, 2, 3]
