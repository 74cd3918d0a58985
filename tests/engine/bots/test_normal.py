"""Does the computer player of the level `normal` play with sense?"""

from dataclasses import replace

import pytest

from engine.actions import Accept, CallUno, Catch, Challenge, Draw, Keep, Name, Pass, Play
from engine.cards import Colour, card, cards
from engine.decisions import AnswerDrawFour, NameColour, PlayDrawn, TakeTurn
from engine.rules import Goal, Uno, WildDrawFour
from engine.state import View
from tests.engine.bots.positions import OFFICIAL, chosen, seeds, view_of


def lays(view: View) -> str:
    """The card that it lays, whatever its seed."""
    (name,) = {action.cards[0].name if isinstance(action, Play) else "" for action in map_seeds(view)}
    return name


def map_seeds(view: View) -> list[object]:
    return [chosen(view, seed) for seed in seeds(20)]


def test_it_lays_the_colour_that_it_holds_most_of() -> None:
    assert lays(view_of("R5 B9 B1 B3 B4", top="R9")) == "B9"
    assert lays(view_of("R5 G9 B9 B1 Y9", top="R9")) == "B9"


@pytest.mark.parametrize("wild", ["W", "W+4"])
def test_it_keeps_a_wild_while_something_else_fits(wild: str) -> None:
    assert lays(view_of(f"R5 B1 B2 {wild}", top="R9")) == "R5"
    assert lays(view_of(f"G9 B1 B2 {wild}", top="R9")) == "G9"
    assert lays(view_of(f"G5 B1 B2 {wild}", top="R9")) == wild


def test_of_two_wilds_it_lays_the_one_that_hurts() -> None:
    assert lays(view_of("G5 B1 W W+4", top="R9")) == "W+4"
    assert lays(view_of("R5 B1 W W+4", top="G8")) == "W+4"


@pytest.mark.parametrize("action_card", ["RS", "RR", "R+2"])
def test_it_stops_a_next_player_who_is_about_to_go_out(action_card: str) -> None:
    hand = f"{action_card} B9 B1 B2 B3 B4"
    assert lays(view_of(hand, top="R9", others=(1, 7, 7))) == action_card
    assert lays(view_of(hand, top="R9", others=(7, 7, 1))) == "B9"


def test_it_looks_at_whoever_is_next_in_the_direction_of_play() -> None:
    view = view_of("RS B9 B1 B2 B3 B4", top="R9", others=(7, 7, 1))
    view.direction = -1
    assert lays(view) == "RS"


def test_where_points_count_it_gets_rid_of_dear_cards() -> None:
    hand = "R1 R9 B2 G3"
    points = replace(OFFICIAL, goal=Goal.POINTS)
    assert lays(view_of(hand, top="R5", rules=points)) == "R9"
    assert {str(action) for action in map_seeds(view_of(hand, top="R5"))} != {
        lays(view_of(hand, top="R5", rules=points))
    }


def test_it_names_the_colour_that_it_holds_most_of() -> None:
    action = chosen(view_of("W G1 G2 B5", top="R9"))
    assert action == Play(0, cards("W"), (Colour.GREEN,))
    view = view_of("G1 B2 B5 Y3", top="W", waits_for=NameColour(0))
    assert chosen(view) == Name(0, Colour.BLUE)


def test_it_calls_uno_with_the_play_that_leaves_one_card() -> None:
    assert chosen(view_of("R1 B5", top="R9")) == Play(0, cards("R1"), (), uno=True)
    assert chosen(view_of("R1 B5 B6", top="R9")) == Play(0, cards("R1"))
    assert chosen(view_of("R1", top="R9")) == Play(0, cards("R1"))


def test_it_does_not_call_uno_where_the_game_announces_it() -> None:
    automatic = replace(OFFICIAL, uno=Uno.AUTOMATIC)
    assert chosen(view_of("R1 B5", top="R9", rules=automatic)) == Play(0, cards("R1"))


def test_the_last_wild_names_no_colour() -> None:
    assert chosen(view_of("W", top="R9")) == Play(0, cards("W"))


@pytest.mark.parametrize("on_turn", [0, 2])
def test_it_catches_whoever_can_be_caught_before_anything_else(on_turn: int) -> None:
    view = view_of("R1 R5", top="R9", others=(1, 5), waits_for=TakeTurn(on_turn))
    view.window = 1
    assert chosen(view) == Catch(0, 1)


def test_it_calls_late_rather_than_never() -> None:
    view = view_of("R1", top="R9", waits_for=TakeTurn(1))
    view.window = 0
    assert chosen(view) == CallUno(0)


def test_it_draws_only_when_nothing_fits() -> None:
    assert chosen(view_of("B1 G5", top="R9")) == Draw(0)
    assert isinstance(chosen(view_of("B1 R5", top="R9")), Play)


def test_it_passes_when_there_is_nothing_to_draw_and_to_play() -> None:
    view = view_of("B1 G5", top="R9")
    view.stock_count = 0
    assert chosen(view) == Pass(0)


def test_it_lays_a_drawn_card_that_fits_and_keeps_one_that_does_not() -> None:
    assert chosen(view_of("B1 B2 R5", top="R9", waits_for=PlayDrawn(0), drawn="R5")) == Play(0, cards("R5"))
    assert chosen(view_of("B1 G5", top="R9", waits_for=PlayDrawn(0), drawn="G5")) == Keep(0)


def test_it_keeps_a_drawn_wild_draw_four_that_would_be_a_bluff() -> None:
    bluff = view_of("R1 B2 W+4", top="R9", waits_for=PlayDrawn(0), drawn="W+4")
    assert set(map_seeds(bluff)) == {Keep(0)}
    free = view_of(
        "R1 B2 W+4",
        top="R9",
        waits_for=PlayDrawn(0),
        drawn="W+4",
        rules=replace(OFFICIAL, wild_draw_four=WildDrawFour.FREE),
    )
    assert isinstance(chosen(free), Play)


def test_it_seldom_bluffs_and_only_when_the_next_player_is_about_to_go_out() -> None:
    def bluffs(others: int) -> int:
        view = view_of("R1 B2 B3 W+4", top="R9", others=(others,))
        actions = (chosen(view, seed) for seed in seeds(600))
        return sum(isinstance(action, Play) and action.cards == (card("W+4"),) for action in actions)

    assert 6 <= bluffs(1) <= 60
    assert bluffs(7) == 0


def challenged(offender_holds: int, **more: object) -> bool:
    """Whether it challenges a Wild Draw Four that was laid on a red card."""
    asked = AnswerDrawFour(0, 1, 4)
    view = view_of("R1 B2", top="W+4", under="R9", others=(offender_holds,), waits_for=asked, **more)  # type: ignore[arg-type]
    (answer,) = set(map_seeds(view))
    assert answer in (Accept(0), Challenge(0))
    return answer == Challenge(0)


def test_it_challenges_whoever_holds_many_cards() -> None:
    assert challenged(10, colour=Colour.BLUE)
    assert not challenged(1, colour=Colour.BLUE)
    answers = [challenged(count, colour=Colour.BLUE) for count in range(1, 15)]
    assert answers == sorted(answers)


def test_it_challenges_whoever_names_the_colour_that_was_in_play() -> None:
    assert challenged(2, colour=Colour.RED)
    assert not challenged(2, colour=Colour.GREEN)
