"""The table in a terminal: at every size, with few and many players and cards, in every theme."""

import re
from collections.abc import Iterator
from functools import cache
from itertools import product

import pytest

from tests.client.fake import NAMES, at_table, seen
from tests.client.fullscreen.painted import paint
from uno_client.core.model import Model
from uno_client.drawing.palette import UNICODE
from uno_client.preferences import Preferences
from uno_client.screens.frame import Size
from uno_client.structs import replace
from uno_engine.cards import deck
from uno_engine.decisions import TakeTurn
from uno_protocol.catalogues import choose

pytestmark = pytest.mark.fast

THEMES = ("dark", "light", "contrast", "colourblind", "mono")
SIZES = (Size(60, 20), Size(80, 24), Size(120, 40), Size(200, 60), Size(250, 70))
SEATS = (2, 4, 10)
HANDS = (1, 7, 20, 40)


@cache
def table(seats: int, count: int) -> Model:
    """Your turn at a table of two decks, with so many cards in hand; the last of them is chosen."""
    own = " ".join(each.name for each in [*deck(1)[::3], *deck(1)[1::3]][:count])
    others = [f"R{number}" for number in range(1, seats)]
    return at_table(own, *others, top="G9", options={"decks": "2"}).model.pointing_at(count - 1)


def tables() -> Iterator[object]:
    """Each size, number of players, hand and theme meets each of the others; a soak has all that is left."""
    for at in product(range(len(SIZES)), range(len(SEATS)), range(len(HANDS)), range(len(THEMES))):
        size, seats, count, theme = SIZES[at[0]], SEATS[at[1]], HANDS[at[2]], list(THEMES)[at[3]]
        chosen = (at[1], at[2]) == ((at[0] - at[3]) % len(SEATS), (at[0] + at[3]) % len(HANDS))
        tier = pytest.mark.fast if chosen else pytest.mark.soak
        yield pytest.param(size, seats, count, theme, marks=tier, id=f"{size}-{seats}-{count}-{theme}")


@pytest.mark.parametrize(("size", "seats", "count", "theme"), list(tables()))
def test_a_table_can_be_read(size: Size, seats: int, count: int, theme: str) -> None:
    model = table(seats, count)
    painted = paint(model, size, theme)
    screen = "\n".join(painted.lines)
    assert [name for name in NAMES[1:seats] if not re.search(rf"\b{name}\b", screen)] == []
    assert "green" in screen
    assert f"ann {count}" in screen
    assert "YOUR TURN" in screen
    assert "? help" in painted.lines[-1]
    assert "q leave" in painted.lines[-1]
    assert "Enter " in painted.lines[-1]
    assert painted.cursor is not None
    row, column = painted.cursor
    rank = model.cards[count - 1].rank
    assert painted.lines[row][column:].startswith(UNICODE.ranks.get(rank, rank.value))


def test_on_a_slow_line_there_are_sixteen_colours() -> None:
    model = table(4, 7)
    slow = replace(model, settings=replace(model.settings, wants=Preferences(slow=True)))
    inks = {cell.ink for row in paint(slow, Size(80, 24), "dark").cells for cell in row}
    assert inks
    assert not any(re.fullmatch("[0-9a-f]{6}", ink) for ink in inks)


@pytest.mark.parametrize("size", [Size(80, 24), Size(120, 40), Size(200, 50)], ids=str)
def test_german_shouts_have_block_letters(size: Size) -> None:
    choose("de")
    game = at_table("R9 B1 B2", "G1 G2", asked=TakeTurn(1), options={"jump_in": "yes"})
    assert "DAZWISCHEN!" not in seen(game, size)
    assert "Du hast dieselbe Karte" in seen(game, size)


@pytest.mark.parametrize("size", [Size(80, 24), Size(120, 40)], ids=str)
def test_on_a_slow_line_another_colour_changes_few_cells(size: Size) -> None:
    def cells(colour: str, *, slow: bool) -> list[object]:
        model = at_table("R5 B7 W", "G1 G2", top="W", colour=colour).model
        model = replace(model, settings=replace(model.settings, wants=Preferences(slow=slow)))
        return [cell for row in paint(model, size, "dark").cells for cell in row]

    changed = {
        slow: sum(one != other for one, other in zip(cells("R", slow=slow), cells("G", slow=slow), strict=True))
        for slow in (True, False)
    }
    assert 0 < changed[True] < changed[False] / 2
