"""Random play does everything that is listed, each as likely."""

from collections import Counter

from tests.engine.bots.positions import chosen, seeds, view_of
from uno_engine.actions import CallUno, Catch, Draw, Play
from uno_engine.bots.at_random import lay
from uno_engine.cards import Colour
from uno_engine.decisions import TakeTurn
from uno_engine.legal import legal_actions
from uno_engine.state import View


def test_every_listed_action_is_as_likely() -> None:
    view = view_of("R1 R5 B7 G9", top="R9")
    done = Counter(
        type(action).__name__ if isinstance(action, Draw) else str(action.cards[0]) for action in _many(view)
    )
    assert done.keys() == {"R1", "R5", "G9", "Draw"}
    assert all(200 < times < 300 for times in done.values())


def test_a_colour_is_named_with_the_wild_or_afterwards() -> None:
    named = {action.colours for action in _many(view_of("W B7", top="R9")) if isinstance(action, Play)}
    assert named == {(), *((colour,) for colour in Colour)}


def test_out_of_turn_it_calls_or_catches_every_other_time() -> None:
    view = view_of("R1 R5", top="R9", others=(1, 5), waits_for=TakeTurn(2))
    view.window = 1
    done = Counter(chosen(view, seed, "random") for seed in seeds(300))
    assert done.keys() == {Catch(0, 1), None}
    assert 100 < done[None] < 200


def test_the_harder_one_never_forgets_to_call_or_to_catch() -> None:
    view = view_of("R1 R5", top="R9", others=(1,))
    for action in (lay(view, legal_actions(view, 0), seed) for seed in seeds(40)):
        assert isinstance(action, Play)
        assert action.uno
    view.window = 1
    assert lay(view, legal_actions(view, 0), b"") == Catch(0, 1)
    view.window = 0
    assert lay(view, legal_actions(view, 0), b"") == CallUno(0)
    assert lay(view, [], b"") is None


def _many(view: View) -> list[Draw | Play]:
    actions = [chosen(view, seed, "random") for seed in seeds(1000)]
    return [action for action in actions if isinstance(action, Draw | Play)]
