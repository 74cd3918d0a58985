"""The level `expert` sees what a move leads to."""

import random
from dataclasses import replace
from typing import Any

import pytest

from tests.engine.bots.positions import OFFICIAL, SEED, view_of
from tests.engine.tables import at
from uno_engine.actions import CallUno, Catch, Draw, Pass, Play
from uno_engine.bots import expert, thumb
from uno_engine.cards import card
from uno_engine.legal import legal_actions
from uno_engine.memory import NOTHING
from uno_engine.rules import Goal, SevenZero
from uno_engine.sample import sample
from uno_engine.state import State, View


def lays(view: View) -> str:
    action = expert.choose(view, legal_actions(view, 0), SEED, worlds=20)
    return action.cards[0].name if isinstance(action, Play) else type(action).__name__


def test_it_goes_out_before_who_is_about_to() -> None:
    # After the skip it is its turn again, and the five goes on it.
    assert lays(view_of("R5 RS", top="R9", others=(1,))) == "RS"


def test_it_plays_as_hard_where_there_is_no_choice() -> None:
    view = view_of("B1 B2 G5", top="R9")
    listed = legal_actions(view, 0)
    assert expert.choose(view, listed, SEED, worlds=0) == thumb.choose("hard", view, listed, SEED)


def test_under_points_it_thinks_about_whom_to_swap_with_and_not_about_whom_to_stop() -> None:
    rules, others = replace(OFFICIAL, goal=Goal.POINTS, seven_zero=SevenZero.SEVENS), (5, 4, 7)
    view = view_of("WC R7 B1", top="R9", others=others, custom="chosen_player_draws_three", rules=rules)
    view.scores = [400, 100, 90, 300]
    moves = [move for move in expert.moves_of(view, 0, legal_actions(view, 0), SEED) if isinstance(move, Play)]
    assert {(move.cards[0].name, move.target) for move in moves} == {("WC", 3), ("R7", 1), ("R7", 2), ("R7", 3)}


@pytest.mark.parametrize("cards", [0, 500])
def test_it_thinks_no_longer_than_its_budget_of_cards_and_plays_as_hard_where_that_ends_early(
    monkeypatch: pytest.MonkeyPatch, cards: int
) -> None:
    view = view_of("R5 RS", top="R9", others=(1,), rules=replace(OFFICIAL, jump_in=True))
    looked: list[int] = []

    def counted(*asked: Any) -> tuple[float, int]:
        worth, count = played_out(*asked)
        looked.append(count)
        return worth, count

    played_out = expert.played_out
    monkeypatch.setattr(expert, "played_out", counted)
    monkeypatch.setattr(expert, "MOST_CARDS", cards)
    listed = legal_actions(view, 0)
    action = expert.choose(view, listed, SEED)
    assert sum(looked[:-1]) <= cards < sum(looked)
    assert cards or action == thumb.choose("hard", view, listed, SEED)


def test_the_worth_of_moves_is_what_they_gain_on_average() -> None:
    view = view_of("R5 RS", top="R9", others=(1,))
    skips, five, draws = (Play(0, (card("RS"),)), Play(0, (card("R5"),)), Draw(0))
    skip, play, draw = expert.worths(view, (skips, five, draws), SEED, NOTHING, 20)
    assert skip == 1.0
    assert 0 <= play < 1
    assert 0 <= draw < 1


@pytest.mark.parametrize(("cards", "worlds"), [(-1, 0), (40, 1)])
def test_the_worth_of_moves_takes_no_more_than_its_budget_either(
    monkeypatch: pytest.MonkeyPatch, cards: int, worlds: int
) -> None:
    view = view_of("R5 RS", top="R9", others=(1,), rules=replace(OFFICIAL, jump_in=True))
    monkeypatch.setattr(expert, "MOST_CARDS", cards)
    sampled: list[State] = []

    def counted(*asked: Any) -> State:
        sampled.append(sample(*asked))
        return sampled[-1]

    monkeypatch.setattr(expert, "sample", counted)
    (worth,) = expert.worths(view, [Play(0, (card("RS"),))], SEED, NOTHING, 500)
    assert worth == min(1, worlds)
    assert worlds < len(sampled) < 100


def test_a_call_is_no_move_and_a_round_without_end_counts_for_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    view = view_of("R5 R6", top="R9")
    assert expert.moves_of(view, 0, [CallUno(0), Draw(0), Catch(0, 1)], SEED) == [Draw(0)]
    monkeypatch.setattr(expert, "LONGEST", 0)
    assert expert.played_out(sample(view, random.Random(1)), view, Draw(0)) == (0.0, 0)


def test_under_points_a_blocked_round_gains_nobody_anything() -> None:
    view = view_of("B1", top="R9", others=(1,), rules=replace(OFFICIAL, goal=Goal.POINTS))
    world = at("seats: ann bob; hand ann: B1; hand bob: B1; discard: R9; stock-only:", "official goal=points")
    assert expert.played_out(world, view, Pass(0)) == (0.0, 0)
