"""What is said on the felt: it is read whole, hides nothing that has to be seen, and points at what is meant."""

import re

import pytest

from tests.client.screens.table.scenes import CLOCK, LOG, table
from tests.client.screens.table.test_show import DARK, shown
from uno_client.core.lesson.beats import CalloutTarget
from uno_client.drawing.palette import palette
from uno_client.screens.table.scene import Callout, ToldWords
from uno_client.screens.table.show import TablePicture, callout_rows, show
from uno_client.structs import replace
from uno_engine.cards import cards

SCREENS = [(60, 20), (80, 24), (100, 36), (120, 40), (200, 50)]
NOTICE = Callout(
    (ToldWords("Blue 7 isn't allowed now: it matches neither the colour nor the number of the top card."),)
)
LESSON = replace(NOTICE, paper=True, at=CalloutTarget.CARD, held=0)


def words(picture: TablePicture) -> str:
    return "\n".join(picture.canvas.text())


@pytest.mark.parametrize("screen", SCREENS)
@pytest.mark.parametrize("others", [1, 3, 9])
@pytest.mark.parametrize("callout", [NOTICE, LESSON], ids=["notice", "lesson"])
def test_it_is_read_whole_beside_names_pile_colour_and_question(
    callout: Callout, others: int, screen: tuple[int, int]
) -> None:
    plain = shown(table(others), screen)
    picture = shown(replace(table(others), callout=callout), screen)
    text = words(picture)
    assert [word for word in callout.lines[0].words.split() if word not in text] == []
    assert "● red" in text
    before, after, places = plain.canvas.text(), picture.canvas.text(), plain.places
    assert places is not None
    for x, y, columns, rows in (*places.plates, *picture.hand):
        for row in range(y, y + rows):
            assert after[row][x : x + columns] == before[row][x : x + columns]
    assert "YOUR TURN" in after[places.question.y]
    pile = places.pile
    assert after[pile.y][pile.x : pile.x + 4] == before[pile.y][pile.x : pile.x + 4]


def test_a_wedge_or_a_mark_points_at_the_card() -> None:
    held = shown(table(3, 8), (80, 24)).hand
    for place in range(8):
        picture = shown(replace(table(3, 8), callout=replace(LESSON, held=place)), (80, 24))
        own, above = range(held[place].x, held[place].x + held[place].columns), held[place].y - 1
        marked = "▾" in picture.canvas.text()[above][own.start : own.stop]
        assert marked or any(DARK.roles.paper in picture.canvas.paints(x, above - 1) for x in own)


@pytest.mark.parametrize("screen", [(80, 24), (120, 40)])
def test_a_note_of_the_lesson_has_air_around_what_it_says_and_what_to_do(screen: tuple[int, int]) -> None:
    lines = (ToldWords("Colours match: your red 8 goes on the red 5."), ToldWords("Enter plays it."))
    picture = shown(replace(table(2), callout=replace(LESSON, lines=lines)), screen)
    rows = picture.canvas.text()
    row, x = next((at, row.index("Enter plays it.")) for at, row in enumerate(rows) if "Enter plays it." in row)
    assert rows[row - 1][x : x + 15].strip() == "" != rows[row - 2][x : x + 15].strip()


@pytest.mark.parametrize("screen", [(80, 24), (100, 30), (120, 40), (200, 50)])
def test_a_note_of_the_lesson_leaves_the_stock_alone_and_no_word_alone_in_a_line(screen: tuple[int, int]) -> None:
    said = "A Skip costs the next player a turn, and yours goes on the red 7."
    note = replace(LESSON, lines=(ToldWords(said), ToldWords("Enter plays it.")), held=1)
    plain, picture = shown(table(2), screen), shown(replace(table(2), callout=note), screen)
    assert plain.places is not None
    x, y, size = plain.places.stock
    for row in range(y, y + size.rows):
        before, after = (canvas.text()[row][x - 1 : x + size.columns] for canvas in (plain.canvas, picture.canvas))
        assert before == after
    ends = next(line for line in picture.canvas.text() if " 7. " in line)
    assert re.search(r"\w 7\. ", ends)


def test_what_is_said_in_the_chat_is_not_said_twice() -> None:
    said = replace(table(), log=LOG, callout=Callout((ToldWords("» bob: hello", "chat", logged=True),)))
    assert "hello" in words(shown(said, (80, 24)))
    assert "hello" not in words(shown(said, (120, 40)))


def test_cards_that_reasons_are_about_are_shown_and_what_is_too_much_scrolls() -> None:
    reasons = Callout(tuple(ToldWords(f"Reason {at}: it doesn't fit.", cards=cards("R7 B5 G2 Y1")) for at in range(12)))
    scene = replace(table(), callout=reasons)
    rows, room = callout_rows(scene, 60, 20)
    assert rows > room
    assert "Reason 0" in words(shown(scene, (60, 20)))
    end = words(shown(replace(scene, callout=replace(reasons, scroll=rows - room)), (60, 20)))
    assert "Reason 11" in end
    assert " 5◆ " in end


def test_in_lines_of_text_it_is_a_line_too() -> None:
    assert "Blue 7 isn't allowed now" in words(shown(replace(table(), callout=NOTICE), (58, 18)))


@pytest.mark.parametrize("screen", SCREENS)
def test_without_unicode_it_is_ascii(screen: tuple[int, int]) -> None:
    for callout in (NOTICE, LESSON, replace(LESSON, at=CalloutTarget.STOCK)):
        picture = show(replace(table(), callout=callout), CLOCK, *screen, palette(signs="ascii"))
        assert words(picture).isascii()
