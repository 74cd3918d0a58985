"""The computer player of the level `normal` plays with sense."""

from collections import Counter
from dataclasses import replace
from functools import partial

import pytest

from tests.engine.bots.positions import OFFICIAL, chosen, seeds, view_of
from uno_engine import actions as act
from uno_engine import decisions as asks
from uno_engine.bots.choosing import choose
from uno_engine.bots.reactions import BY_LEVEL
from uno_engine.bots.weights import HABITS
from uno_engine.cards import Colour, card, cards
from uno_engine.events import CardsPlayed
from uno_engine.legal import legal_actions
from uno_engine.memory import NOTHING, Memory
from uno_engine.presets import PRESETS
from uno_engine.rules import Doubles, Extra, Goal, LastCard, RuleSet, SevenZero, Stacking, Uno, WildDrawFour
from uno_engine.state import Phase, View

CHAINS = replace(OFFICIAL, chains=True)
SEVEN_ZERO = replace(OFFICIAL, seven_zero=SevenZero.YES)
JUMP_IN = replace(OFFICIAL, jump_in=True)
STACKING = replace(OFFICIAL, stacking=Stacking.ANY)
NUMBER_LAST = replace(OFFICIAL, last_card=LastCard.NUMBER)


def map_seeds(view: View) -> list[act.PlayerAction | None]:
    return [chosen(view, seed) for seed in seeds(20)]


def lays(view: View) -> str:
    """The cards that it lays, whatever its seed."""
    (names,) = {" ".join(map(str, action.cards)) if isinstance(action, act.Play) else "" for action in map_seeds(view)}
    return names


@pytest.mark.parametrize(
    ("laid", "view"),
    [
        # the colour that it holds most of
        ("B9", view_of("R5 B9 B1 B3 B4", top="R9")),
        ("B9", view_of("R5 G9 B9 B1 Y9", top="R9")),
        # a wild only if nothing else fits, and then the one that hurts
        ("R5", view_of("R5 B1 B2 W", top="R9")),
        ("G9", view_of("G9 B1 B2 W+4", top="R9")),
        ("W", view_of("G5 B1 B2 W", top="R9")),
        ("W+4", view_of("G5 B1 B2 W+4", top="R9")),
        ("W+4", view_of("G5 B1 W W+4", top="R9")),
        # what stops a next player who is about to go out
        *((stops, view_of(f"{stops} B9 B1 B2 B3 B4", top="R9", others=(1, 7, 7))) for stops in ("RS", "RR", "R+2")),
        ("B9", view_of("RS B9 B1 B2 B3 B4", top="R9", others=(7, 7, 1))),
        # where points count, what is dear
        ("R9", view_of("R1 R9 B2 G3", top="R5", rules=replace(OFFICIAL, goal=Goal.POINTS))),
        # the longest chain, actions behind numbers, and a wild only if several cards follow
        ("R1 R4 B4 B8", view_of("R1 R4 B4 B8 G2 Y6", top="R9", rules=CHAINS)),
        ("R4 B4", view_of("R4 B4 Y7 G2", top="R9", rules=CHAINS)),
        ("R1 RS", view_of("RS R1 B5 Y6 G8", top="R9", others=(1,), rules=CHAINS)),
        ("R1", view_of("R1 W B3 G5 Y6", top="R9", rules=CHAINS)),
        ("R1 W Y6 Y7 Y8", view_of("R1 W B3 G5 Y6 Y7 Y8", top="R9", rules=CHAINS)),
        # no good hand is given away
        ("R3", view_of("R7 R3 B5", top="R9", others=(9, 9), rules=SEVEN_ZERO)),
        ("R3", view_of("R0 R3 B5", top="R9", others=(9, 9), rules=SEVEN_ZERO)),
        ("R0", view_of("R0 R3 B5 B6 B7 B8", top="R9", others=(9, 1), rules=SEVEN_ZERO)),
        # the only number is kept where the last card must be one
        ("R9", view_of("R9 W BS", top="R5")),
        ("W", view_of("R9 W BS", top="R5", rules=NUMBER_LAST)),
        ("R9", view_of("R9 W B3", top="R5", rules=NUMBER_LAST)),
        # a penalty is passed on
        ("B+2", view_of("B+2 Y1 Y2 G5", top="R+2", waits_for=asks.AnswerStack(0, 4), rules=STACKING)),
    ],
)
def test_it_lays_what_serves_it_best(laid: str, view: View) -> None:
    assert lays(view) == laid


def test_it_looks_at_whoever_is_next_in_the_direction_of_play() -> None:
    view = view_of("RS B9 B1 B2 B3 B4", top="R9", others=(7, 7, 1))
    view.direction = -1
    assert lays(view) == "RS"


BOBS, CHOICE, PASSED = asks.TakeTurn(1), asks.ChoosePlayer(0), asks.PassCard((0, 1))
SEVEN_JUMP = replace(JUMP_IN, seven_zero=SevenZero.YES)


@pytest.mark.parametrize(
    ("does", "view"),
    [
        # it names the colour that it holds most of, and none with its last card
        (act.Play(0, cards("W"), (Colour.GREEN,)), view_of("W G1 G2 B5", top="R9")),
        (act.Name(0, Colour.BLUE), view_of("G1 B2 B5 Y3", top="W", waits_for=asks.NameColour(0))),
        (act.Play(0, cards("W")), view_of("W", top="R9")),
        # it calls UNO with the play that leaves one card
        (act.Play(0, cards("R1"), uno=True), view_of("R1 B5", top="R9")),
        (act.Play(0, cards("R1")), view_of("R1 B5 B6", top="R9")),
        (act.Play(0, cards("R1")), view_of("R1", top="R9")),
        (act.Play(0, cards("R1")), view_of("R1 B5", top="R9", rules=replace(OFFICIAL, uno=Uno.AUTOMATIC))),
        (act.Play(0, cards("WC"), (Colour.BLUE,), uno=True), view_of("WC B1 B4 B6", top="R9", custom="discard_colour")),
        (act.Play(0, cards("WC"), (Colour.BLUE,)), view_of("WC B1 B4 G6", top="R9", custom="discard_colour")),
        # it draws, and accepts, only if nothing fits
        (act.Draw(0), view_of("B1 G5", top="R9")),
        (act.Keep(0), view_of("B1 G5", top="R9", waits_for=asks.PlayDrawn(0), drawn="G5")),
        (act.Play(0, cards("R5")), view_of("B1 B2 R5", top="R9", waits_for=asks.PlayDrawn(0), drawn="R5")),
        (act.Accept(0), view_of("R1 R2", top="R+2", waits_for=asks.AnswerStack(0, 6), rules=STACKING)),
        # it swaps with whoever has the fewest cards, and of several with who plays first
        (act.Play(0, cards("R7"), (), 2), view_of("R7 B1 B2 B3 B4", top="R9", others=(6, 2, 5), rules=SEVEN_ZERO)),
        (act.Choose(0, 2), view_of("B1 B2", top="R7", others=(6, 2, 2), waits_for=CHOICE, rules=SEVEN_ZERO)),
        (
            act.Play(0, cards("G7 B7"), (), 1),  # alone, the +2 would do better
            view_of("G7 B7 G+2 B5", top="G1", others=(2, 6, 6), rules=replace(SEVEN_ZERO, doubles=Doubles.SAME)),
        ),
        # it jumps in, but not with a bad swap
        (act.Play(0, cards("R9")), view_of("R9 B5 B6", top="R9", others=(3, 5), waits_for=BOBS, rules=JUMP_IN)),
        (None, view_of("R7 B5", top="R7", others=(9, 9), waits_for=BOBS, rules=SEVEN_JUMP)),
        # it parts with what it needs least, and never with a wild
        (act.Give(0, card("G8")), view_of("R1 R2 R3 G8 W", top="WC", waits_for=PASSED, custom="everyone_passes_one")),
        (act.Give(0, card("W")), view_of("W", top="WC", waits_for=PASSED, custom="everyone_passes_one")),
        (
            act.Retain(0, card("R4")),
            view_of("R1 R4 B4 G4", top="WC", colour=Colour.RED, waits_for=asks.KeepOne(0), custom="discard_colour"),
        ),
    ],
)
def test_it_does_what_serves_it_best(does: act.PlayerAction | None, view: View) -> None:
    assert chosen(view) == does


@pytest.mark.parametrize("on_turn", [0, 2])
def test_it_catches_whoever_can_be_caught_before_anything_else(on_turn: int) -> None:
    view = view_of("R1 R5", top="R9", others=(1, 5), waits_for=asks.TakeTurn(on_turn))
    view.window = 1
    assert chosen(view) == act.Catch(0, 1)
    view.window = 0
    if on_turn:
        assert chosen(view) == act.CallUno(0)  # late rather than never


def test_it_keeps_a_drawn_wild_draw_four_that_would_be_a_bluff() -> None:
    drawn = partial(view_of, "R1 B2 W+4", top="R9", waits_for=asks.PlayDrawn(0), drawn="W+4")
    assert set(map_seeds(drawn())) == {act.Keep(0)}
    assert isinstance(chosen(drawn(rules=replace(OFFICIAL, wild_draw_four=WildDrawFour.FREE))), act.Play)


def test_it_seldom_bluffs_and_only_when_the_next_player_is_about_to_go_out() -> None:
    def bluffs(others: int) -> int:
        view = view_of("R1 B2 B3 W+4", top="R9", others=(others,))
        actions = (chosen(view, seed) for seed in seeds(600))
        return sum(isinstance(action, act.Play) and action.cards == (card("W+4"),) for action in actions)

    assert 6 <= bluffs(1) <= 60
    assert bluffs(7) == 0


def challenged(offender_holds: int, memory: Memory = NOTHING, level: str = "normal", **more: object) -> bool:
    """Whether it challenges a Wild Draw Four that was laid on a red card."""
    asked = asks.AnswerDrawFour(0, 1, 4)
    view = view_of("R1 B2", top="W+4", under="R9", others=(offender_holds,), waits_for=asked, **more)  # type: ignore[arg-type]
    (answer,) = {choose(level, view, legal_actions(view, 0), seed, memory) for seed in seeds(3)}
    assert answer in (act.Accept(0), act.Challenge(0))
    return answer == act.Challenge(0)


BLUFFER = Memory(guilty=Counter({1: 1}))
LAID_ON_ONE = Memory(play=CardsPlayed(1, cards("W+4"), (Colour.RED,)), laid_on=(card("W+4"), Colour.RED))
CLASSIC = PRESETS["classic113"]


@pytest.mark.clause("C7", "C8")
@pytest.mark.parametrize(
    ("challenges", "held", "colour", "memory", "rules"),
    [
        # whoever has bluffed before, and not whoever never has
        (False, 7, Colour.BLUE, NOTHING, OFFICIAL),
        (True, 7, Colour.BLUE, Memory(guilty=Counter({1: 2})), OFFICIAL),
        (False, 7, Colour.BLUE, Memory(guilty=Counter({1: 1}), innocent=Counter({1: 9})), OFFICIAL),
        (False, 7, Colour.BLUE, Memory(guilty=Counter({0: 2})), OFFICIAL),
        (False, 1, Colour.BLUE, BLUFFER, OFFICIAL),
        (True, 14, Colour.BLUE, BLUFFER, OFFICIAL),
        # whoever names the colour that was in play, unless it means nothing
        (True, 7, Colour.RED, NOTHING, OFFICIAL),
        (False, 7, Colour.RED, Memory(named_itself=True), OFFICIAL),
        (True, 4, Colour.RED, LAID_ON_ONE, OFFICIAL),
        (False, 4, Colour.RED, LAID_ON_ONE, CLASSIC),  # it may be the colour of a Draw Two that cannot be laid
        # whoever can hardly lack the colour, but not who has just drawn for lack of it
        (True, 16, Colour.BLUE, NOTHING, OFFICIAL),
        (False, 16, Colour.BLUE, Memory(lacks={1: {Colour.RED: 2}}), OFFICIAL),
        (True, 16, Colour.BLUE, Memory(lacks={1: {Colour.GREEN: 2}}), OFFICIAL),
        # whoever was seen to hold the colour
        (True, 7, Colour.BLUE, Memory(known={1: [card("R3")]}), OFFICIAL),
        (False, 7, Colour.BLUE, Memory(known={1: [card("G9")]}), OFFICIAL),
    ],
)
def test_it_challenges_who_has_probably_bluffed(
    challenges: bool, held: int, colour: Colour, memory: Memory, rules: RuleSet
) -> None:
    assert challenged(held, memory, colour=colour, rules=rules) is challenges


def test_the_better_the_level_the_sooner_it_challenges() -> None:
    memories = [Memory(guilty=Counter({1: 1}), innocent=Counter({1: lost})) for lost in range(12)]
    daring = [sum(challenged(7, memory, level, colour=Colour.BLUE) for memory in memories) for level in HABITS]
    assert daring == sorted(daring)
    assert daring[0] < daring[-1]


def test_it_goes_out_with_a_chain_whatever_that_costs_and_calls_uno_with_one_that_leaves_a_card() -> None:
    out = chosen(view_of("R1 W B3 B+2", top="R9", rules=CHAINS))
    all_but_one = chosen(view_of("R1 R2 R3 B9", top="R9", rules=CHAINS))
    assert isinstance(out, act.Play)
    assert isinstance(all_but_one, act.Play)
    assert (len(out.cards), out.uno) == (4, False)
    assert (len(all_but_one.cards), all_but_one.uno) == (3, True)


def test_it_names_a_colour_that_the_hand_it_gives_away_lacks_and_one_where_others_play_on() -> None:
    swaps = chosen(view_of("WS B1 B2 B3 B4", top="R9", others=(1,), rules=replace(OFFICIAL, extra=Extra(1, 0, 0))))
    assert isinstance(swaps, act.Play)
    assert swaps.colours[0] is not Colour.BLUE
    goes_out = chosen(view_of("W", top="R9", others=(3, 4), rules=replace(OFFICIAL, goal=Goal.UNTIL_LAST)))
    assert isinstance(goes_out, act.Play)
    assert len(goes_out.colours) == 1


def test_it_seldom_bluffs_to_pass_a_penalty_on() -> None:
    view = view_of("R1 W+4 R2", top="R+2", waits_for=asks.AnswerStack(0, 2), rules=STACKING)
    answers = [chosen(view, seed) for seed in seeds(300)]
    assert 50 < sum(isinstance(answer, act.Play) for answer in answers) < 150


def test_the_more_a_challenge_spares_the_sooner_it_is_made() -> None:
    def challenges(penalty: int) -> bool:
        asked_for = asks.AnswerDrawFour(0, 1, penalty)
        more = {"colour": Colour.BLUE, "waits_for": asked_for, "rules": STACKING}
        view = view_of("R1 B2", top="W+4", under="R9", others=(7,), **more)  # type: ignore[arg-type]
        return chosen(view) == act.Challenge(0)

    assert [challenges(penalty) for penalty in (2, 4, 16, 64)] == [False, False, False, True]


@pytest.mark.clause("N8")
@pytest.mark.parametrize(
    ("colour", "challenges"), [(Colour.RED, [True, False, False, True]), (Colour.BLUE, [False, False, False, True])]
)
def test_it_challenges_if_it_has_too_many_cards_anyway_and_hardly_if_only_by_that(
    colour: Colour, challenges: list[bool]
) -> None:
    hand, rules = "B1 B2 B3 B4 B5 B6 Y1 Y2 Y3 Y4 Y5 Y6", replace(OFFICIAL, mercy=16)
    found = []
    for held in (9, 10, 11, 12):
        view = view_of(hand[: 3 * held], top="W+4", under="R9", others=(6,), colour=colour, rules=rules)
        view.waiting_for = asks.AnswerDrawFour(0, 1, 4)
        found.append(chosen(view) == act.Challenge(0))
    assert found == challenges


def test_it_accepts_where_nothing_lies_that_could_be_a_bluff() -> None:
    """What may be done is told by the server, which may be anybody's."""
    view = view_of("R1 B2", top="R+2", others=(14,), waits_for=asks.AnswerStack(0, 2))
    assert choose("normal", view, [act.Accept(0), act.Challenge(0)], seeds(1)[0]) == act.Accept(0)


def test_it_votes_for_a_rule_of_the_ballot() -> None:
    view = view_of("R1", top="R9", waits_for=asks.Vote((0, 1)), custom="open_hand")
    view.phase, view.ballot = Phase.VOTING, ("open_hand", "hands_move_on", "discard_colour")
    assert set(map_seeds(view)) == {act.Cast(0, rule) for rule in view.ballot}


@pytest.mark.parametrize("level", BY_LEVEL)
def test_of_tied_players_it_stops_any(level: str) -> None:
    view = view_of(
        "R1 R2", top="WC", others=(5, 4, 4), waits_for=asks.ChoosePlayer(0), custom="chosen_player_draws_three"
    )
    assert {repr(chosen(view, seed, level)) for seed in seeds(20)} == {repr(act.Choose(0, 2)), repr(act.Choose(0, 3))}


@pytest.mark.parametrize("level", BY_LEVEL)
@pytest.mark.parametrize(
    ("goal", "others", "stopped"),
    [
        (Goal.POINTS, (5, 4, 7), 3),
        (Goal.LOW_POINTS, (5, 4, 7), 2),
        (Goal.SINGLE_ROUND, (3, 4, 7), 1),
        (Goal.POINTS, (1, 4, 7), 1),  # is about to go out
    ],
)
def test_where_points_count_it_stops_the_leader_unless_somebody_is_about_to_go_out(
    level: str, goal: Goal, others: tuple[int, ...], stopped: int
) -> None:
    custom, rules = "chosen_player_draws_three", replace(OFFICIAL, goal=goal)
    view = view_of("R1 R2", top="WC", others=others, waits_for=asks.ChoosePlayer(0), custom=custom, rules=rules)
    view.scores = [400, 100, 90, 300]
    assert chosen(view, level=level) == act.Choose(0, stopped)
