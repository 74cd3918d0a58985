"""The level `expert` sees what a move leads to."""

from engine.actions import Play
from engine.bots import expert, thumb
from engine.cards import card
from engine.legal import legal_actions
from engine.state import View
from tests.engine.bots.positions import SEED, view_of


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


def test_the_same_seed_gives_the_same_move_and_changes_nothing() -> None:
    view = view_of("R1 B9 G9 R4 W Y2", top="R9", others=(5, 4))
    before = view.copy()
    assert lays(view) == lays(view)
    assert view == before
    assert card(lays(view)) in view.hands[0]
