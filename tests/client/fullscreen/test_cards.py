"""Cards as boxes: every one different without colour, playable ones raised, and as large as there is room for."""

import re

import pytest

from tests.client.fake import at_table, seen
from uno_client.core.model import Model
from uno_client.fullscreen.cards import BOXES, Box, boxed, hand_of_boxes, largest
from uno_client.fullscreen.screens import render
from uno_client.fullscreen.widgets import Lines, Size, width
from uno_engine.cards import card, deck
from uno_engine.decisions import TakeTurn

SIZES = (Size(60, 20), Size(80, 24), Size(120, 40), Size(200, 60), Size(250, 70))
HANDS = (1, 7, 20, 40)
SMALL = BOXES[-1]


def words(lines: Lines) -> list[str]:
    return ["".join(part for _, part in line) for line in lines]


def holding(count: int, seats: int = 4) -> Model:
    """A table of `seats` whose first player holds so many cards of two decks."""
    own = " ".join(each.name for each in [*deck(1)[::3], *deck(1)[1::3]][:count])
    others = [f"R{number}" for number in range(1, seats)]
    return at_table(own, *others, top="G9", options={"decks": "2"}).model


def test_a_card_is_letter_rank_and_shape_in_a_box() -> None:
    assert words(boxed(card("R5"), SMALL)) == ["╭────╮", "│R  5│", "│ ●  │", "╰────╯"]
    assert words(boxed(card("W+4"), SMALL)) == ["╭────╮", "│W +4│", "│●▲■◆│", "╰────╯"]
    assert words(boxed(card("G+2"), BOXES[-2])) == [
        "╭────────╮",
        "│G     +2│",
        "│   ■■   │",
        "│        │",
        "│+2     G│",
        "╰────────╯",
    ]


@pytest.mark.parametrize("box", [*BOXES, *(box.low for box in BOXES)], ids=str)
def test_boxes_have_their_size_and_no_two_cards_look_alike(box: Box) -> None:
    drawn = {each.name: words(boxed(each, box)) for each in deck(1)}
    assert {(len(lines), len(line)) for lines in drawn.values() for line in lines} == {(box.rows, box.columns)}
    assert len({"\n".join(lines) for lines in drawn.values()}) == len(drawn)


@pytest.mark.parametrize("box", BOXES, ids=str)
def test_a_card_that_lies_low_is_shorter_and_as_whole_as_the_others(box: Box) -> None:
    for each in deck(1):
        *above, top = range(box.lift + 1)
        low = words(hand_of_boxes([each], (), 1, box, 80))
        assert not any(low[row].strip() for row in above)
        assert (low[top].strip(), low[-1].strip()) == tuple(words(boxed(each, box))[row] for row in (0, -1))
        shapes = set("●▲■◆") if box is SMALL and each.wild else set[str]()
        assert set("".join(words(boxed(each, box)))) - shapes <= set("".join(low)), "letter, rank and shape"


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_every_card_of_a_hand_is_closed(size: Size) -> None:
    """Also in the row above another one, and out of turn."""
    for count in HANDS:
        shown = seen(holding(count), size).partition("Your hand")[2]
        assert len(re.findall("[╭╔]", shown)) == len(re.findall("[╰╚]", shown)) == len(re.findall("[╯╝]", shown))


def test_playable_cards_stand_out_and_the_cursor_is_marked_without_colour() -> None:
    hand = [card("R5"), card("Y3"), card("B7"), card("W+4")]
    assert [line.rstrip() for line in words(hand_of_boxes(hand, hand[:1], 1, SMALL, 60))] == [
        " ╭────╮",
        " │R  5│ ╔════╗ ╭────╮ ╭────╮",
        " │ ●  │▸║Y▲ 3║ │B◆ 7│ │W +4│",
        " ╰────╯ ╚════╝ ╰────╯ ╰────╯",
    ]


@pytest.mark.parametrize(("count", "first_row"), [(10, 10), (11, 6), (21, 7)])
def test_no_card_lies_alone_in_a_row(count: int, first_row: int) -> None:
    hand = list(deck(1))[:count]
    top = words(hand_of_boxes(hand, hand, 0, BOXES[-2], 120))[0]
    assert top.count("╭") == first_row - 1, "and one under the cursor"


@pytest.mark.parametrize(
    ("count", "size", "box"),
    [
        (7, (80, 5), SMALL),
        (7, (80, 3), None),
        (12, (80, 7), None),
        (12, (80, 8), SMALL),
        (7, (120, 12), BOXES[-2]),
        (7, (120, 11), SMALL),
        (7, (250, 42), BOXES[0]),
        (9, (250, 56), BOXES[1]),
        (40, (250, 36), BOXES[3]),
        (40, (250, 30), BOXES[-2]),
        (0, (80, 4), SMALL),
    ],
)
def test_cards_are_as_large_as_there_is_room(count: int, size: tuple[int, int], box: Box | None) -> None:
    assert largest(count, *size) == box


@pytest.mark.parametrize("seats", [2, 4, 10])
@pytest.mark.parametrize("count", HANDS)
@pytest.mark.parametrize("size", SIZES, ids=str)
def test_a_hand_uses_the_room_and_leaves_the_players_theirs(size: Size, count: int, seats: int) -> None:
    model = holding(count, seats)
    shown = seen(model, size)
    assert [name for name in ("ann (you)", "bob", "jon") if name not in shown] == ([] if seats == 10 else ["jon"])
    assert f"Your hand: {count} card" in shown
    assert "▸" in shown
    assert re.search("G■ 9|│G +9│", shown)
    assert "Your turn" in shown


@pytest.mark.parametrize(
    ("count", "size", "raised"),
    [
        (7, Size(60, 20), True),
        (7, Size(80, 24), True),
        (20, Size(80, 24), True),
        (20, Size(60, 20), False),
        (40, Size(80, 24), False),
        (40, Size(120, 40), True),
    ],
)
def test_cards_are_boxes_where_there_is_room(count: int, size: Size, raised: bool) -> None:
    assert ("raised:" in seen(holding(count), size)) == raised


@pytest.mark.parametrize("size", [Size(60, 20), Size(80, 24)])
def test_the_title_of_the_hand_tells_of_raised_cards_only_where_one_is(size: Size) -> None:
    game = at_table("B7 B8", "G1 G2")
    shown = seen(game, size)
    assert "you have no card to play" in shown
    assert "raised:" not in shown
    assert "can be played" not in shown


def test_cards_keep_their_size_while_something_is_said() -> None:
    """The commonest questions and notices take their room from the log."""
    game = at_table("R5 B7 B8", "G1 G2", "Y1", "B1")
    other = at_table("R5 B7 B8", "G1 G2", "Y1", "B1", asked=TakeTurn(1))
    for model in (game.model, other.model):
        assert "╭────╮" in seen(model)
    game.press("c")
    assert "There's nobody to catch." in seen(game.model)
    assert "╔════╗" in seen(game.model)


def test_every_line_of_a_hand_is_as_wide_as_the_screen() -> None:
    for size in SIZES:
        assert {width(line) for line in render(holding(40), size)} == {size.columns}


def test_on_a_huge_screen_the_piles_lie_in_the_middle_and_cards_of_others_are_drawn() -> None:
    rows = seen(holding(7), Size(200, 60)).splitlines()
    piles = next(line for line in rows if "draw pile" in line)
    assert 50 < piles.index("draw pile") < 150
    assert any("bob" in line and "▮" in line for line in rows)
    assert "…" not in "".join(rows)


def test_a_hand_of_rows_of_text_has_all_the_rows_that_the_log_can_spare() -> None:
    assert "rows" not in seen(holding(40), Size(60, 20))
