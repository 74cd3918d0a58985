"""What is read over the screen: one screen of keys first."""

import pytest

from tests.client.fake import at_table, said_on, seen
from uno_client.drawing.grid import Canvas
from uno_client.fullscreen.screens import settled
from uno_client.screens.frame import SMALLEST, Frame, KeyGroup, KeyLine, Size
from uno_client.screens.page import Paragraph, ReadPage, laid, show

SIZES = (SMALLEST, Size(80, 24), Size(120, 40))
KEYS = tuple(KeyLine(f"k{at}", f"do {at}", f"do number {at} of all that can be done") for at in range(6))


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_the_help_begins_with_one_screen_of_keys_and_the_text_follows(size: Size) -> None:
    game = at_table("R5 B7", "G1 G2").press("?")
    first = seen(game, size)
    for words in ("Play", "Look", "Talk", "Menu and leaving", "Enter", "F2-F9"):
        assert words in first
    assert "Penalties in cards" not in first
    game.but(lambda model: settled(model, size)).press("space")
    assert "Penalties in cards" in said_on(game, size)


def drawn(page: ReadPage, columns: int = 80) -> list[str]:
    canvas = Canvas(columns, 24)
    show(canvas, page)
    return canvas.text()


def test_groups_stand_side_by_side_and_what_has_no_room_is_said_in_short() -> None:
    groups = (KeyGroup("Play", KEYS), KeyGroup("Talk", KEYS[:3]), KeyGroup("Leave", KEYS[:1]))
    page = ReadPage(Frame(), (Paragraph("then"),), groups=groups, more="more below")
    wide, narrow = ("\n".join(drawn(page, columns)) for columns in (110, 60))
    assert "k0       do number 0 of all" in wide
    assert "k0       do 0" in narrow
    assert any("Play" in line and "Talk" in line for line in narrow.splitlines())
    rows = laid(page, 60, 21)
    assert [said.text for _left, said in rows[20]] == ["more below"]
    assert [said.text for _left, said in rows[21]] == ["then"]


def test_a_page_says_how_far_it_is_read_and_offers_no_next_one_at_its_end() -> None:
    long = ReadPage(Frame(title="Rules"), tuple(Paragraph(f"line {at}") for at in range(60)), scroll=99)
    lines = drawn(long)
    assert "40-60 / 60" in lines[0]
    assert any("line 59" in line for line in lines)
    assert " / " not in drawn(ReadPage(Frame(title="Rules"), (Paragraph("short"),)))[0]
