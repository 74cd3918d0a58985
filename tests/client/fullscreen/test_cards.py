"""Cards as boxes: every one different without colour, playable ones raised, and as large as there is room for."""

from __future__ import annotations

import pytest

from client.core.model import Model
from client.fullscreen.cards import BOXES, Box, boxed, hand_of_boxes, largest
from client.fullscreen.screens import render
from client.fullscreen.widgets import Lines, Size, width
from engine.cards import card, deck
from engine.decisions import TakeTurn
from tests.client.fake import Fake, position, seen

SIZES = (Size(60, 20), Size(80, 24), Size(120, 40), Size(200, 60), Size(250, 70))
HANDS = (1, 7, 20, 40)
SMALL = BOXES[-1]


def words(lines: Lines) -> list[str]:
    return ["".join(part for _, part in line) for line in lines]


def holding(count: int, seats: int = 4) -> Model:
    """A table of `seats` whose first player holds so many cards of two decks."""
    own = " ".join(each.name for each in [*deck(1)[::3], *deck(1)[1::3]][:count])
    others = [f"R{number}" for number in range(1, seats)]
    return Fake(position(own, *others, top="G9", options={"decks": "2"})).begin().model


def test_a_card_is_letter_rank_and_shape_in_a_box() -> None:
    assert words(boxed(card("R5"), SMALL)) == ["╭────╮", "│R  5│", "│ ●  │", "╰────╯"]
    assert words(boxed(card("W+4"), SMALL)) == ["╭────╮", "│W +4│", "│●▲■◆│", "╰────╯"]
    assert words(boxed(card("G+2"), BOXES[1])) == [
        "╭────────╮",
        "│G     +2│",
        "│   ■■   │",
        "│        │",
        "│+2     G│",
        "╰────────╯",
    ]


@pytest.mark.parametrize("box", BOXES, ids=str)
def test_boxes_have_their_size_and_no_two_cards_look_alike(box: Box) -> None:
    drawn = {each.name: words(boxed(each, box)) for each in deck(1)}
    assert {(len(lines), len(line)) for lines in drawn.values() for line in lines} == {(box.rows, box.columns)}
    assert len({"\n".join(lines) for lines in drawn.values()}) == len(drawn)


@pytest.mark.parametrize("box", BOXES, ids=str)
def test_of_a_card_that_lies_low_letter_rank_and_shape_are_seen(box: Box) -> None:
    for each in deck(1):
        low = "\n".join(words(hand_of_boxes([each], (), 1, box, 80)))
        shown = "\n".join(words(boxed(each, box)[:-1]))
        assert set(shown) <= set(low) | {"\n"}


def test_playable_cards_lie_higher_and_the_cursor_is_marked_without_colour() -> None:
    hand = [card("R5"), card("Y3"), card("B7")]
    assert [line.rstrip() for line in words(hand_of_boxes(hand, hand[:1], 1, SMALL, 60))] == [
        " ╭────╮",
        " │R  5│ ╔════╗ ╭────╮",
        " │ ●  │▸║Y  3║ │B  7│",
        " ╰────╯ ║ ▲  ║ │ ◆  │",
    ]


@pytest.mark.parametrize(("count", "first_row"), [(10, 10), (11, 6), (21, 7)])
def test_no_card_lies_alone_in_a_row(count: int, first_row: int) -> None:
    hand = list(deck(1))[:count]
    assert words(hand_of_boxes(hand, hand, 0, BOXES[1], 120))[0].count("╭") == first_row - 1  # and one under the cursor


@pytest.mark.parametrize(
    ("count", "size", "box"),
    [
        (7, (80, 5), SMALL),
        (7, (80, 3), None),
        (12, (80, 7), None),
        (12, (80, 8), SMALL),
        (7, (120, 12), BOXES[1]),
        (7, (120, 11), SMALL),
        (7, (250, 40), BOXES[0]),
        (40, (250, 36), BOXES[0]),
        (40, (250, 30), BOXES[1]),
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
    assert "G■ 9" in shown or "│G      9│" in shown or "│G          9│" in shown
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


def test_cards_keep_their_size_while_something_is_said() -> None:
    """The commonest questions and notices take their room from the log."""
    game = Fake(position("R5 B7 B8", "G1 G2", "Y1", "B1")).begin()
    other = Fake(position("R5 B7 B8", "G1 G2", "Y1", "B1", asked=TakeTurn(1))).begin()
    for model in (game.model, other.model):
        assert "╭────╮" in seen(model)
    game.press("c")
    assert "There's nobody to catch." in seen(game.model)
    assert "╔════╗" in seen(game.model)


def test_every_line_of_a_hand_is_as_wide_as_the_screen() -> None:
    for size in SIZES:
        assert {width(line) for line in render(holding(40), size)} == {size.columns}
