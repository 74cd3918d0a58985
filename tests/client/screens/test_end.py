"""The end of a round: a victory and a defeat look different, and the ranking is always there."""

import dataclasses
import re

import pytest

from tests.client.fake import NAMES, Fake, position, said_on, seen
from uno_client.drawing.grid import Canvas
from uno_client.drawing.palette import Palette, palette
from uno_client.fullscreen.screens import draw
from uno_client.screens.end import RoundOver, Standing, over_of, title_of
from uno_client.screens.frame import SMALLEST, Size
from uno_client.structs import replace
from uno_engine import actions as act
from uno_engine.cards import Colour, cards
from uno_engine.decisions import TakeTurn
from uno_protocol import room as rm
from uno_protocol.result import RoundCounts
from uno_protocol.room import RoomPhase

pytestmark = pytest.mark.fast

SIZES = (SMALLEST, Size(80, 24), Size(100, 30), Size(120, 40), Size(200, 50), Size(250, 70))


def ended(winner: int = 0, seat: int | None = 0, seats: int = 3, *, shown: bool = False, over: bool = False) -> Fake:
    """The end of a round that somebody won with a red 7; the others held two cards each."""
    hands = ["R7" if each == winner else f"B{each} G{each}" for each in range(seats)]
    state = position(*hands, top="R3", asked=TakeTurn(winner), options={"goal": "points", "target": "500"})
    state.scores[:] = [10 * each for each in range(seats)]
    game = Fake(state, seat).begin()
    game.play(act.Play(winner, cards("R7")))
    assert game.ended is not None
    held = tuple((7, 4, 0 if each == winner else 2) for each in range(seats))
    zeros, drawn = (0,) * seats, (0, 9, *(1,) * (seats - 2))
    counts = RoundCounts(held, 1, drawn, zeros, zeros, zeros)
    winners = game.ended.winners if over else None
    game.ended = dataclasses.replace(game.ended, counts=counts, game_winners=winners)
    game.happen(rm.PhaseChanged(RoomPhase.FINISHED if over else RoomPhase.BETWEEN_ROUNDS))
    if shown:
        game.happen(rm.HandsShown(tuple(map(tuple, game.state.hands))))
    game.snapshot()
    return game


def over(game: Fake) -> RoundOver:
    found = over_of(game.model)
    assert found is not None
    return found


def standing(game: Fake, name: str) -> Standing:
    return next(each for each in over(game).standings if each.name == name)


def colours(canvas: Canvas) -> int:
    return len({canvas.paints(x, y)[2] for x in range(canvas.columns) for y in range(1, canvas.rows)})


def test_only_a_victory_is_shouted() -> None:
    assert (over(ended(0)).shout, over(ended(1)).shout) == ("YOU WIN", "")
    assert over(ended(1, seat=None)).shout == "BOB WINS", "those who watch see who won as the winner does"
    assert title_of(over(ended(0))) == "You win round 1"
    assert title_of(over(ended(1))) == "bob wins round 1"
    assert title_of(over(ended(1, over=True))) == "bob wins"


@pytest.mark.parametrize("size", SIZES, ids=str)
@pytest.mark.parametrize("seats", [2, 4, 10])
def test_winner_card_and_ranking_are_in_sight_whatever_the_size(size: Size, seats: int) -> None:
    for winner, seat, title in ((0, 0, "You win"), (1, 0, "bob wins"), (1, None, "bob wins")):
        for shown in (False, True):
            game = ended(winner, seat, seats, shown=shown)
            assert f"{title} round 1" in said_on(game, size)
            assert "with the red 7" in said_on(game, size)
            screen = seen(game, size)
            assert all(re.search(rf"\d +{name} .*\d ○ *$", screen, re.MULTILINE) for name in NAMES[:seats])


@pytest.mark.parametrize("theme", ["dark", "light", "contrast", "colourblind"])
def test_a_victory_has_more_colours_than_a_defeat(theme: str) -> None:
    victory, defeat = (draw(ended(winner).model, Size(80, 24), palette(theme)) for winner in (0, 1))
    assert isinstance(victory, Canvas)
    assert isinstance(defeat, Canvas)
    assert colours(victory) > colours(defeat)


def test_confetti_keeps_off_words() -> None:
    canvas = draw(ended(0).model, Size(120, 40), palette())
    assert isinstance(canvas, Canvas)
    rows = canvas.text()
    for words in ("You win round 1", "Most cards drawn"):
        y, x = next((y, line.index(words)) for y, line in enumerate(rows) if words in line)
        around = {canvas.paints(at, row)[2] for row in (y - 1, y + 1) for at in range(x, x + len(words))}
        assert around == {palette().roles.ground}


def test_cards_in_lines_below_each_other_are_not_glued_together() -> None:
    for size, glued in ((Size(80, 24), True), (Size(120, 40), False)):
        canvas = draw(ended(1, shown=True, seats=4).model, size, palette())
        assert isinstance(canvas, Canvas)
        y, x = next((y, line.index("2■")) for y, line in enumerate(canvas.text()) if "2■" in line)
        assert (canvas.paints(x, y)[2] != palette().lit[Colour.GREEN].body) is glued


def test_a_single_fact_is_told_with_what_the_defeat_means() -> None:
    assert "★" not in said_on(ended(1), Size(120, 40))
    assert "Most cards drawn: bob, 9 cards" in said_on(ended(1), Size(120, 40))


@pytest.mark.parametrize("looks", [palette(signs="ascii"), palette(signs="narrow")], ids=["ascii", "narrow"])
def test_without_blocks_cards_over_the_round_are_digits(looks: Palette) -> None:
    drawn = "\n".join(draw(ended(1).model, Size(80, 24), looks).text())
    assert ("742" in drawn) is not looks.signs.unicode
    assert ("▇▇▄▄▂▂" in drawn) is looks.signs.unicode


def test_the_best_is_first_with_points_cards_and_what_was_gained() -> None:
    game = ended(1, seats=4)
    assert [(each.place, each.name, each.gained, each.total) for each in over(game).standings] == [
        ("1", "dee", "–", "30"),
        ("2", "bob", "+10", "20"),
        ("2", "cem", "–", "20"),
        ("4", "ann", "–", "0"),
    ]
    assert (standing(game, "cem").count, standing(game, "bob").count) == ("2 cards", "none")
    assert standing(game, "cem").cards == (7, 4, 2)


def test_without_points_who_has_fewer_cards_is_ahead() -> None:
    state = position("R7", "B1 B2 B3", "G1", top="R3", options={"goal": "single_round"})
    game = Fake(state).begin().play(act.Play(0, cards("R7")))
    game.happen(rm.PhaseChanged(RoomPhase.FINISHED))
    assert [(each.place, each.name) for each in over(game).standings] == [("1", "ann"), ("2", "cem"), ("3", "bob")]


def test_hands_are_shown_where_the_table_shows_them() -> None:
    assert standing(ended(1), "cem").left is None
    shown = ended(1, shown=True)
    assert standing(shown, "cem").left == cards("G2 B2")
    assert re.search(r"cem .*2■ +2◆", seen(shown))


def test_columns_stand_near_the_names_and_have_whole_names_where_there_is_room() -> None:
    large = seen(ended(1, shown=True), Size(120, 40))
    assert re.search(r"\n +Cards over the round {15,}Left in the hand +round +total", large)
    assert re.search(r"cem {5,9}[▁▂▃▄▅▆▇]", large)
    assert re.search(r"\n +cards +left +round +total", seen(ended(1, shown=True)))


def test_a_defeat_shows_your_cards_and_what_they_cost() -> None:
    assert over(ended(1)).held == cards("G0 B0")
    for words in ("You held 2 cards:", "You're 3rd, 20 points behind."):
        assert words in said_on(ended(1), Size(120, 40))
    assert "4 points for ann." in said_on(ended(0, seat=2), Size(120, 40))
    assert over(ended(0)).held == ()


def test_the_facts_are_told_in_words() -> None:
    assert over(ended(1)).facts == [("Most cards drawn", "bob, 9 cards")]


def test_who_comes_back_after_the_end_sees_it_as_before() -> None:
    game = ended(1, shown=True)
    before = seen(game)
    game.model = replace(game.model, play=replace(game.model.play, table=None, log=(), told=0))
    game.snapshot()
    assert seen(game) == before


def test_names_are_those_of_the_end_whoever_sits_there_now() -> None:
    game = ended(1).happen(rm.SeatFreed(1), rm.SeatTaken(1, "eve"))
    assert title_of(over(game)) == "bob wins round 1"
    assert standing(game, "bob").gone


def test_letters_before_a_name_say_which_face_the_others_see() -> None:
    game = ended(1)
    game.room.occupants[0] = rm.Occupant("ann", face=3)
    game.snapshot()
    game.happen(rm.SeatFreed(1), rm.SeatTaken(1, "eve", face=7))
    assert {each.name: each.face for each in over(game).standings} == {"ann": "Fo", "bob": "", "cem": ""}
    assert re.search(r"[^a-z]Fo ann ", seen(game))


def test_what_is_said_after_the_end_is_shown_and_the_round_before_it_is_not() -> None:
    game = ended(1).happen(rm.Said("cem", "again?", 2))
    assert "plays" not in seen(game)
    assert "» cem: again?" in seen(game)
