"""What is read over the screen: one screen of keys first, and the reason for a card at the card."""

import pytest

from tests.client.fake import at_table, said_on, seen
from uno_client.core.model.parts import Page
from uno_client.drawing.grid import Canvas
from uno_client.drawing.palette import palette
from uno_client.fullscreen.screens import settled
from uno_client.fullscreen.widgets import SMALLEST, Size
from uno_client.screens.frame import Frame, KeyGroup, KeyLine, Popup, draw_popup
from uno_client.screens.page import Page as Read
from uno_client.screens.page import Text, laid, show
from uno_engine.clauses import CLAUSES

LOOKS = palette()
SIZES = (SMALLEST, Size(80, 24), Size(120, 40))
KEYS = tuple(KeyLine(f"k{at}", f"do number {at} of all that can be done", f"do {at}") for at in range(6))


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_the_help_begins_with_one_screen_of_keys_and_the_text_follows(size: Size) -> None:
    game = at_table("R5 B7", "G1 G2").press("?")
    first = seen(game, size)
    for words in ("Play", "Look", "Talk", "Menu and leaving", "Enter", "F2-F9"):
        assert words in first
    assert "Penalties in cards" not in first
    game.but(lambda model: settled(model, size)).press("space")
    assert "Penalties in cards" in said_on(game, size)


def test_groups_stand_side_by_side_and_what_has_no_room_is_said_in_short() -> None:
    groups = (KeyGroup("Play", KEYS), KeyGroup("Talk", KEYS[:3]), KeyGroup("Leave", KEYS[:1]))
    page = Read(Frame(), (Text("then"),), groups=groups, more="more below")
    wide, narrow = ("\n".join(show(page, columns, 24, LOOKS).text()) for columns in (110, 60))
    assert "k0       do number 0 of all" in wide
    assert "k0       do 0" in narrow
    assert any("Play" in line and "Talk" in line for line in narrow.splitlines())
    rows = laid(page, 60, 21)
    assert [said.text for _left, said in rows[20].texts] == ["more below"]
    assert [said.text for _left, said in rows[21].texts] == ["then"]


def test_a_page_says_how_far_it_is_read_and_offers_no_next_one_at_its_end() -> None:
    long = Read(Frame(title="Rules"), tuple(Text(f"line {at}") for at in range(60)), scroll=99)
    drawn = show(long, 80, 24, LOOKS).text()
    assert "40-60 / 60" in drawn[0]
    assert any("line 59" in line for line in drawn)
    assert " / " not in show(Read(Frame(title="Rules"), (Text("short"),)), 80, 24, LOOKS).text()[0]


def boxed(near: tuple[int, int] | None) -> list[int]:
    """The rows on which a box is drawn."""
    canvas = Canvas(80, 24, LOOKS.roles.ground)
    draw_popup(canvas, Popup("Green 1 doesn't match.", hint="Esc closes."), LOOKS, near)
    return [y for y, line in enumerate(canvas.text()) if line.strip()]


def test_the_box_is_right_above_its_card_or_in_the_middle_where_there_is_no_room() -> None:
    assert boxed((40, 17))[-1] == 15
    assert boxed((40, 4)) == boxed(None)


def test_a_key_tells_the_reason_for_a_card_and_of_all_cards() -> None:
    game = at_table("R5 B7 B8 G1", "G1 G2").press("right n")
    assert game.model.page is Page.REASONS
    assert "Green 1 doesn't match" in said_on(game)
    assert "Blue 7 doesn't match" in said_on(game.press("right"))
    assert "Red 5 can be played." in said_on(game.press("left left"))
    every = said_on(game.press("up"))
    assert f"A2: {CLAUSES['A2'].split('.')[0]}" in every
    assert "1■ 7◆ 8◆" in every
    assert game.press("n").model.page is None
