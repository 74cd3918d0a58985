"""The plain client says all that a player must know, in words."""

from dataclasses import replace
from typing import get_args

import pytest

from tests.client.fake import Fake, position, seen
from uno_client.core.model import Model
from uno_client.lines.game_text import CHOICES, choice_lines, midgame_lines, score_lines, state_lines
from uno_client.lines.room_text import room_lines
from uno_client.wording.levels import LIKE
from uno_engine import actions as act
from uno_engine.cards import card
from uno_engine.decisions import AnswerDrawFour, NameColour, PlayDrawn, TakeTurn
from uno_engine.rules import Goal
from uno_protocol.room import Occupant, RoomPhase


def test_on_your_turn_the_table_the_hand_and_the_choices_are_told() -> None:
    model = Fake(position("R5 B7 W", "G1 G2", "Y1", top="R9")).begin().model
    assert choice_lines(model) == [
        "On top: red 9. Colour in play: red. Play goes clockwise. Draw pile: 101 cards.",
        "Cards: You 3, bob 2, cem 1.",
        "You hold 3 cards. Red: 5. Yellow: none. Green: none. Blue: 7. Special: Wild.",
        "Your turn: type a number, S to sort, P to play, T to take a card, or a command.",
        " 1. play red 5 (R5)",
        " 2. play Wild",
        " 3. draw a card",
    ]
    assert choice_lines(model, again=True) == ["You can:", " 1. play red 5 (R5)", " 2. play Wild", " 3. draw a card"]


def test_who_comes_to_a_round_that_is_being_played_hears_of_the_table_and_the_own_hand() -> None:
    state = position("R5 B7 W", "G1 G2", "Y1", top="R9", asked=TakeTurn(1))
    table = state_lines(Fake(state).begin().model)
    assert midgame_lines(Fake(state).begin().model) == [
        *table,
        "You hold 3 cards. Red: 5. Yellow: none. Green: none. Blue: 7. Special: Wild.",
        "Waiting for bob.",
    ]
    watched = midgame_lines(Fake(state, seat=None).begin().model)
    assert [line.startswith("You hold") for line in watched] == [False, False, False]
    assert midgame_lines(Fake(state, seat=1).begin().model) == []  # the question tells it all


@pytest.mark.parametrize(("goal", "when"), [(Goal.POINTS, "round"), (Goal.SINGLE_ROUND, "game")])
def test_who_has_sat_down_in_mid_round_hears_and_sees_when_to_play(goal: Goal, when: str) -> None:
    model = Fake(position("R5 B7 W", "G1 G2", "Y1", top="R9", asked=TakeTurn(1))).begin().model
    game = model.game
    assert game is not None
    game.rules = replace(game.rules, goal=goal)
    game.seated[0] = game.playing[0] = False
    words = f"You play from the next {when} on."
    assert midgame_lines(model)[-2:] == [words, "Waiting for bob."]
    assert f"bob's turn. {words}" in seen(model)


def test_a_play_that_leaves_one_card_reminds_of_uno() -> None:
    assert choice_lines(Fake(position("R5 B7", "G1 G2")).begin().model)[-1].endswith(
        "add uno to call it. For example: 1 uno"
    )
    assert "uno" not in choice_lines(Fake(position("R5 B7 B8", "G1 G2")).begin().model)[-1]


def test_every_question_is_put_in_words() -> None:
    drawn = Fake(position("R5 B7", "G1", asked=PlayDrawn(0), drawn="R5")).begin().model
    assert choice_lines(drawn)[:3] == ["You drew red 5: play it or keep it?", " 1. play red 5 (R5)", " 2. keep it"]
    unfit = Fake(position("B7", "G1", asked=PlayDrawn(0), drawn="B7")).begin().model
    assert choice_lines(unfit) == ["You drew blue 7; you can't play it.", " 1. keep it"]
    colour = Fake(position("R5 B7", "G1", top="W", colour="R", asked=NameColour(0))).begin().model
    assert choice_lines(colour)[1:] == ["Which colour do you name?", " 1. red", " 2. yellow", " 3. green", " 4. blue"]
    four = Fake(position("R5 B7", "G1", top="W+4", colour="R", asked=AnswerDrawFour(0, 1, 4))).begin().model
    assert choice_lines(four)[1:] == [
        "bob played a Wild Draw Four on you: accept and draw 4, or challenge? If you lose, you draw 6.",
        " 1. accept the penalty",
        " 2. challenge: it was a bluff",
    ]


def test_every_kind_of_choice_has_its_words() -> None:
    assert set(CHOICES) == set(get_args(act.Listed))


def test_out_of_turn_a_catch_and_a_call_are_offered() -> None:
    state = position("R5 B7", "G1", "B1 B2", asked=TakeTurn(2))
    assert choice_lines(Fake(state).begin().model) == []
    state.window = 1
    assert choice_lines(Fake(state).begin().model) == ["You can:", " 1. catch bob, who forgot UNO"]
    assert choice_lines(Fake(state, seat=1).begin().model) == ["You can:", " 1. call UNO"]


def test_the_waiting_room_tells_who_sits_where() -> None:
    game = Fake(position("R5", "G1", "B1"))
    game.begin()
    game.room.phase = RoomPhase.WAITING
    game.room.occupants[0] = Occupant("ann")
    game.room.occupants[1] = Occupant("Ada", bot="normal", ready=True)
    game.room.occupants[2] = None
    game.snapshot()
    assert room_lines(game.model)[1:] == [
        "Seat 1: ann (you, host, not ready).",
        "Seat 2: Ada (computer player, normal).",
        "Seat 3: free.",
        f"Computer players, normal: {LIKE['normal']}.",
        "Type ready to play, help for all commands.",
    ]


def test_scores_are_told_by_name() -> None:
    game = Fake(position("R5", "G1 G2", options={"goal": "points"}))
    game.begin()
    game.play(act.Play(0, (card("R5"),)))
    assert score_lines(game.model) == ["Scores after round 1: You 3, bob 0."]
    assert score_lines(Model()) == ["There are no scores yet."]
