"""Places: on every screen and with any number of players, nothing lies over anything that has to be read."""

from itertools import combinations, pairwise, product

import pytest

from uno_client.drawing.faces import CardSize
from uno_client.drawing.grid import Rect
from uno_client.screens.table.hand import arranged
from uno_client.screens.table.layout import SMALLEST, Lying, layout

SCREENS = [
    *product((60, 75, 76, 80, 99, 100, 120, 160, 200, 250), (20, 24, 30, 35, 36, 40, 50, 70)),
    (67, 23),
    (131, 43),
]


def covers(one: Rect, other: Rect) -> bool:
    return (
        one.x < other.x + other.columns
        and other.x < one.x + one.columns
        and one.y < other.y + other.rows
        and other.y < one.y + one.rows
    )


def card_of(lying: Lying) -> Rect:
    return Rect(lying.x, lying.y, lying.size.columns, lying.size.rows)


@pytest.mark.parametrize(("columns", "rows"), SCREENS)
def test_no_place_lies_over_another(columns: int, rows: int) -> None:
    for players, asked, log in product(range(1, 10), (1, 2), (False, True)):
        places = layout(columns, rows, players, asked, log=log)
        assert len(places.plates) == players
        solid = [*places.plates, card_of(places.stock), card_of(places.pile), places.question, places.hand]
        solid += [places.hit, places.log] if places.log else [places.hit]
        for one, other in combinations(solid, 2):
            assert not covers(one, other), (players, asked, log, one, other)
        for plate in places.plates:
            assert not covers(plate, places.stage)
            assert plate.x >= 1
            assert plate.x + plate.columns < places.table.columns
        assert places.hand.y + places.hand.rows == rows - 1
        assert places.stage.columns >= 34
        assert places.stage.rows >= 5
        assert places.stage.y + places.stage.rows <= places.question.y


def test_players_sit_from_your_left_around_to_your_right() -> None:
    plates = layout(200, 50, 9).plates
    assert [plate.x for plate in plates[2:6]] == sorted(plate.x for plate in plates[2:6])
    assert plates[0].y > plates[1].y > plates[2].y
    assert plates[8].y > plates[7].y > plates[6].y


def test_pile_hand_and_log_are_as_large_as_the_screen_allows() -> None:
    screens = ((60, 20), (80, 24), (149, 48), (150, 47), (150, 48), (160, 48))
    places = [layout(*screen, 3, log=True) for screen in screens]
    assert [each.pile.size.name[0] for each in places] == [*"MLLLHH"]
    assert [each.hand.rows for each in places] == [6, 8, 11, 11, 14, 14]
    assert [each.log.columns for each in places if each.log] == [26, 26, 26, 34]
    assert layout(80, 24, 3, watching=True).hand.rows == 3


@pytest.mark.parametrize(
    ("screen", "cards", "size", "single", "over"),
    [
        ((80, 24), 9, CardSize.MEDIUM, True, False),
        ((80, 24), 10, CardSize.MEDIUM, True, True),
        ((80, 24), 24, CardSize.MEDIUM, True, True),
        ((80, 24), 25, CardSize.SMALL, False, True),
        ((80, 24), 48, CardSize.SMALL, False, True),
        ((120, 40), 9, CardSize.LARGE, True, False),
        ((120, 40), 15, CardSize.MEDIUM, True, True),
        ((200, 50), 12, CardSize.HUGE, True, False),
        ((60, 20), 18, CardSize.SMALL, True, True),
    ],
)
def test_a_hand_has_the_largest_cards_that_fit(
    screen: tuple[int, int], cards: int, size: CardSize, single: bool, over: bool
) -> None:
    how = arranged(cards, layout(*screen, 3).hand)
    assert how is not None
    assert (how.size, how.single, how.over) == (size, single, over)


@pytest.mark.parametrize(
    ("screen", "cards", "size"),
    [((120, 40), 7, CardSize.LARGE), ((80, 24), 7, CardSize.MEDIUM), ((80, 24), 40, CardSize.SMALL)],
)
def test_a_hand_of_which_no_card_is_raised_leaves_those_rows_to_the_table(
    screen: tuple[int, int], cards: int, size: CardSize
) -> None:
    places = layout(*screen, 3, 4, flat=True)
    assert places.hand.y == layout(*screen, 3, 4).hand.y + 2
    assert places.pile.size is CardSize.LARGE
    how = arranged(cards, places.hand, flat=True)
    assert how is not None
    assert how.size is size


def test_a_hand_that_is_too_large_becomes_lines_of_text() -> None:
    assert arranged(49, layout(80, 24, 3).hand) is None
    assert arranged(19, layout(*SMALLEST, 3).hand) is None


@pytest.mark.parametrize("cards", [20, 40])
def test_the_chosen_card_covers_no_rank_of_those_beside_it(cards: int) -> None:
    how = arranged(cards, layout(80, 24, 3).hand, 4)
    assert how is not None
    assert how.places[5][0] > how.places[4][0] + how.size.columns


@pytest.mark.parametrize(("columns", "rows"), SCREENS)
def test_every_card_of_a_hand_is_inside_and_shows_three_columns(columns: int, rows: int) -> None:
    for cards, at, flat in product(range(1, 60), (None, 0, 7), (False, True)):
        place = layout(columns, rows, 3, flat=flat).hand
        how = arranged(cards, place, at, flat=flat)
        if how is None:
            continue
        for x, y in how.places:
            assert x >= 2
            assert x + how.size.columns <= columns - 2
            assert place.y <= y
            assert y + how.size.rows <= place.y + place.rows
        pairs = [(x, y) for (x, y), (_, below) in pairwise(how.places) if y == below]
        assert all(after - x >= 3 for (x, _y), (after, _) in pairwise(pairs) if after > x)
