"""Cards as boxes, and the table with them at every size, with few and many players and cards, in every theme."""

import re
from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from itertools import product

import pytest

from tests.client.fake import NAMES, at_table, seen, text_of
from tests.client.fullscreen.painted import Painted, look, paint
from uno_client.core.legal_moves import choosable
from uno_client.core.model import Model
from uno_client.drawing.palette import palette
from uno_client.fullscreen.cards import BOXES, Box, boxed, hand_of_boxes
from uno_client.fullscreen.screens import render
from uno_client.fullscreen.themes import THEMES
from uno_client.fullscreen.widgets import Lines, Size, colour_style
from uno_engine.cards import Card, card, deck

SIZES = (Size(60, 20), Size(80, 24), Size(120, 40), Size(200, 60), Size(250, 70))
HANDS = (1, 7, 20, 40)
SMALL = BOXES[-1]


def words(lines: Lines) -> list[str]:
    return text_of(lines).splitlines()


def holding(count: int, seats: int = 4) -> Model:
    """A table of `seats` whose first player holds so many cards of two decks."""
    own = " ".join(each.name for each in [*deck(1)[::3], *deck(1)[1::3]][:count])
    others = [f"R{number}" for number in range(1, seats)]
    return at_table(own, *others, top="G9", options={"decks": "2"}).model


def test_a_card_is_letter_rank_and_shape_in_a_box() -> None:
    assert words(boxed(card("R5"), SMALL)) == ["╭────╮", "│R  5│", "│ ●  │", "╰────╯"]
    assert words(boxed(card("W+4"), SMALL)) == ["╭────╮", "│W +4│", "│●▲■◆│", "╰────╯"]


@pytest.mark.parametrize("box", [*BOXES, *(box.low for box in BOXES)], ids=str)
def test_boxes_have_their_size_and_no_two_cards_look_alike(box: Box) -> None:
    drawn = {each.name: words(boxed(each, box)) for each in deck(1)}
    assert {(len(lines), len(line)) for lines in drawn.values() for line in lines} == {(box.rows, box.columns)}
    assert len({"\n".join(lines) for lines in drawn.values()}) == len(drawn)


def test_playable_cards_stand_out_and_the_cursor_is_marked_without_colour() -> None:
    hand = [card("R5"), card("Y3"), card("B7"), card("W+4")]
    assert [line.rstrip() for line in words(hand_of_boxes(hand, hand[:1], 1, SMALL, 60))] == [
        " ╭────╮",
        " │R  5│ ╔════╗ ╭────╮ ╭────╮",
        " │ ●  │▸║Y▲ 3║ │B◆ 7│ │W +4│",
        " ╰────╯ ╚════╝ ╰────╯ ╰────╯",
    ]


def test_the_title_of_the_hand_tells_of_raised_cards_only_where_one_is() -> None:
    shown = seen(at_table("B7 B8", "G1 G2"))
    assert "you have no card to play" in shown
    assert "raised:" not in shown


SEATS = (2, 4, 10)
_SPOT = re.compile(r"\[spot:(\d+)\]")

Places = dict[int, list[tuple[int, int]]]
"""Row and column of every cell of a card, by its place in the hand."""


@cache
def table(seats: int, count: int) -> Model:
    """The player's turn at a table of two decks, with so many cards in hand; the last of them is under the cursor."""
    return holding(count, seats).pointing_at(count - 1)


def places(lines: Lines, hand: int) -> Places:
    """Where each card of the hand is, without the margin that the mark of the cursor stands in."""
    found: Places = defaultdict(list)
    for row, line in enumerate(lines[hand + 1 :], hand + 1):
        column, before = 0, ""
        for style, part in line:
            if spot := _SPOT.search(style):
                margin = spot[0] != before
                found[int(spot[1])] += [(row, column + at) for at in range(margin, len(part))]
            before = spot[0] if spot else ""
            column += len(part)
    return found


def shown(painted: Painted, cells: list[tuple[int, int]]) -> str:
    return "".join(painted.cells[row][column].letter for row, column in cells)


def face(card: Card) -> set[str]:
    """What has to be seen of a card."""
    return {
        "W" if card.colour is None else card.colour.value,
        *(card.rank.value if card.colour else card.rank.value[1:]),
    }


def tables() -> Iterator[object]:
    """Every theme meets every size, every number of players and every hand; a soak has all that is left."""
    for at in product(range(4), range(len(SEATS)), range(len(HANDS)), range(len(THEMES))):
        size, seats, count, theme = SIZES[at[0]], SEATS[at[1]], HANDS[at[2]], list(THEMES)[at[3]]
        tier = pytest.mark.soak if (at[0] + at[1] + at[2] - at[3]) % len(THEMES) else pytest.mark.fast
        yield pytest.param(size, seats, count, theme, marks=tier, id=f"{size}-{seats}-{count}-{theme}")


@pytest.mark.parametrize(("size", "seats", "count", "theme"), list(tables()))
def test_a_table_can_be_read(size: Size, seats: int, count: int, theme: str) -> None:
    model = table(seats, count)
    painted, lines = paint(model, size, theme), render(model, size, palette())
    assert painted.lines == words(lines)
    _nothing_is_cut(painted, seats, count)
    _own_row_is_marked(painted, theme)
    _cards_are_seen(painted, places(lines, painted.row("Your hand: ")), model, theme)
    _turn_is_in_the_colour_in_play(painted, theme)


def _nothing_is_cut(painted: Painted, seats: int, count: int) -> None:
    screen = "\n".join(painted.lines)
    assert "…" not in screen.replace("▮…", "")  # the backs of a long hand
    assert [name for name in NAMES[:seats] if not re.search(rf"\b{name}\b.*\d+ card", screen)] == []
    assert f"Your hand: {count} card{'s' * (count > 1)}" in screen
    bottom = painted.lines[-1]
    assert "? help" in bottom
    assert "q leave" in bottom
    assert "Enter " in bottom
    assert "G■ 9" in screen or re.search(r"│G +9│", screen)


def _own_row_is_marked(painted: Painted, theme: str) -> None:
    own, other = painted.cell("ann (you)"), painted.cell("bob ")
    assert (own.fill, "u" in own.marks) != (other.fill, "u" in other.marks)
    if theme in ("dark", "light"):
        assert own.fill == look(theme, "class:own")[1]
    assert painted.row("▶") == painted.row("ann (you)")


def _cards_are_seen(painted: Painted, found: Places, model: Model, theme: str) -> None:
    hand, may = model.left, choosable(model)
    if len(found) < len(hand):
        assert re.search(r"\(rows \d+-\d+ of \d+\)", painted.lines[painted.row("Your hand: ")])
    assert len(hand) - 1 in found, "the card under the cursor is seen"
    heights: dict[bool, set[int]] = defaultdict(set)
    for at, cells in found.items():
        words = shown(painted, cells)
        assert face(hand[at]) <= set(words)
        looks = {
            (cell.ink, cell.fill)
            for cell in (painted.cells[row][column] for row, column in cells)
            if _filled(cell.letter)
        }
        assert looks == {look(theme, colour_style(hand[at].colour)) if theme != "mono" else ("default", "default")}
        playable = hand[at] in may
        if "╭" in words or "╔" in words:
            top, bottom = sorted({row for row, column in cells if painted.cells[row][column].letter in "╭╔╯╝"})
            heights[playable].add(bottom - top)
        else:
            assert ("[" in words) == playable, hand[at]
    assert all(len(each) == 1 for each in heights.values())
    assert len(heights) < 2 or max(heights[True]) > max(heights[False]), "a card that can be played stands out"
    assert painted.cursor in found[len(hand) - 1]


def _filled(letter: str) -> bool:
    return letter not in " ▸"


def _turn_is_in_the_colour_in_play(painted: Painted, theme: str) -> None:
    sign = painted.cell("G■ Your turn")
    if theme == "mono":
        assert "r" in sign.marks
    else:
        assert (sign.ink, sign.fill) == look(theme, "class:green")


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_every_card_can_be_reached(size: Size) -> None:
    model = table(10, 40)
    for at in range(40):
        lines = render(model.pointing_at(at), size, palette())
        hand = next(row for row, line in enumerate(lines) if any("Your hand: " in part for _, part in line))
        assert at in places(lines, hand)
