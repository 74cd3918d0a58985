"""What every screen has around it: what is left out first, pop-ups, and notices that go with their screen."""

import pytest

from tests.client.fake import NORMAL, at_table, press, said_on, seen, with_tables
from tests.client.fullscreen.test_mouse import click
from tests.client.fullscreen.test_screens import lobby
from tests.client.test_every_request import waiting
from uno_client.core.requests import say
from uno_client.drawing.grid import Canvas
from uno_client.drawing.palette import palette
from uno_client.fullscreen.screens import draw
from uno_client.screens.frame import AT_CARD, SMALLEST, Frame, Hint, Size, framed, kept_hints
from uno_client.screens.pieces import SaidLine
from uno_client.screens.told import rows_of
from uno_client.structs import replace
from uno_engine.decisions import TakeTurn


@pytest.mark.parametrize(
    ("columns", "kept"), [(40, "play menu help"), (28, "play menu help"), (20, "play help"), (7, "help")]
)
def test_keys_that_are_less_pressing_are_left_out_first(columns: int, kept: str) -> None:
    hints = [Hint("x", "play"), Hint("m", "menu", 2), Hint("?", "help", 0)]
    assert [each.does for each in kept_hints(hints, columns)] == kept.split()


@pytest.mark.parametrize("columns", [60, 80, 200])
def test_the_header_keeps_the_title_and_leaves_out_the_last_facts(columns: int) -> None:
    frame = Frame("Friday at the Kitchen", " · ".join(["30 s per turn"] * 4), "not encrypted", "0:25", urgent=True)
    canvas = Canvas(columns, 20)
    with framed(canvas, frame):
        pass
    line = canvas.text()[0]
    assert "Friday at the Kitchen" in line
    assert line.rstrip().endswith("0:25")
    assert "not encrypted · 30 s pe" in line
    assert line.count("…") == (columns == 60)


@pytest.mark.parametrize("size", [SMALLEST, NORMAL, Size(120, 40)], ids=str)
def test_a_question_over_a_screen_is_a_box_that_alone_can_be_clicked(size: Size) -> None:
    game = waiting().press("m d")
    assert "Close the table for everybody?" in said_on(game, size)
    canvas = draw(game.model, size, palette())
    assert isinstance(canvas, Canvas)
    row = next(at for at, line in enumerate(seen(game, size).splitlines()) if "ann" in line)
    assert canvas.hit(6, row) is None
    click(game, "n no", size)
    assert game.model.question is None


def test_what_is_typed_into_a_box_is_seen_with_what_it_is_for() -> None:
    model, _ = press(lobby(), "c " + " ".join("kxqp" * 12))
    shown = said_on(model)
    assert "kxqp" in shown
    assert "Four letters; ask anyone at the table." in shown


@pytest.mark.parametrize("key", ["w", "c"])
def test_where_no_table_is_listed_the_box_for_a_code_says_so(key: str) -> None:
    none = "No tables are listed; if you know of an unlisted one, type its four letters."
    assert none in said_on(press(with_tables(lobby()), key)[0])
    assert none not in said_on(press(lobby(), "c")[0])


def test_a_notice_goes_with_its_screen_or_by_itself() -> None:
    model = say(lobby(), "There's nobody to catch.")
    assert "There's nobody to catch." in seen(model)
    assert "There's nobody to catch." not in seen(press(model, "?")[0])
    assert "There's nobody to catch." not in seen(replace(model, now=60.0))
    assert "There's nobody to catch." in seen(press(model, "down")[0])


def test_the_chat_line_is_above_the_keys_and_says_when_it_is_your_turn() -> None:
    game = waiting().press("t h i")
    assert "Say to the table: hi" in seen(game).splitlines()[-2]
    assert "Say in the lobby:" in seen(press(lobby(), "t")[0]).splitlines()[-2]
    long = waiting().press("t " + " ".join("x" * 190))
    assert "10 left" in seen(long).splitlines()[-2]


def test_a_loss_of_the_connection_is_said_on_every_screen() -> None:
    model = lobby()
    lost = replace(model, link=replace(model.link, phase=type(model.link.phase).LOST, text="it is gone"))
    assert "No connection, trying again … (it is gone)" in seen(lost)


@pytest.mark.parametrize(("most", "shown"), [(4, "bcd"), (3, "bcd"), (2, "d"), (1, "d"), (0, "")])
def test_a_log_begins_with_a_whole_line(most: int, shown: str) -> None:
    a, b, d = (SaidLine(words) for words in ("a a", "b c", "d"))
    assert [row.text for row in rows_of([a, b, d], 1, most)] == list(shown)
    assert [row.text for row in rows_of([SaidLine("a b c")], 1, most)] == list("abc"[3 - min(most, 3) :])


@pytest.mark.parametrize("size", [NORMAL, Size(120, 40)], ids=str)
def test_a_question_about_a_card_is_over_that_card_as_far_as_there_is_room(size: Size) -> None:
    middles = []
    for right in range(8):
        game = at_table("R5 R8 B7 G8 B8 Y1 Y4 G3", "G1 G2", asked=TakeTurn(1)).press("right " * right + "j")
        rows = seen(game, size).splitlines()
        low, mark = next((at, row.index("▾")) for at, row in enumerate(rows) if "▾" in row)
        edge = rows[low - 1].index("▆▆▆▆▆▆▆▆▆▆")
        assert abs(edge + AT_CARD // 2 - mark) <= 1 or edge == 2 or edge + AT_CARD == size.columns - 2
        middles.append(edge)
    assert middles == sorted(middles)
    assert middles[0] < middles[-1]


@pytest.mark.parametrize("size", [NORMAL, Size(120, 40)], ids=str)
def test_reasons_are_on_the_side_of_the_card_under_the_cursor(size: Size) -> None:
    begins = []
    for right in (0, 7):
        game = at_table("R5 R8 B7 G8 B8 Y1 Y4 G3", "G1 G2").press("right " * right + "n")
        begins.append(min(row.index("A2: A card") for row in seen(game, size).splitlines() if "A2: A card" in row))
    assert begins[1] - begins[0] > size.columns // 4
