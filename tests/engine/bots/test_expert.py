"""The level `expert` sees what a move leads to."""

from dataclasses import replace

from tests.engine.bots.positions import OFFICIAL, SEED, view_of
from uno_engine.actions import Play
from uno_engine.bots import expert, thumb
from uno_engine.legal import legal_actions
from uno_engine.rules import Goal, SevenZero
from uno_engine.state import View


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
