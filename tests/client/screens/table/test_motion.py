"""Motion: it ends at what is after, and never covers what has to be read."""

import pytest

from tests.client.screens.table.scenes import CLOCK, LOG, SHOUT, table, waiting
from uno_client.drawing.grid import Canvas
from uno_client.drawing.palette import palette
from uno_client.screens.table import motion
from uno_client.screens.table.motion import CardFlies, Drew, Motion, Named, Opened, Reversed, TurnPasses, duration
from uno_client.screens.table.show import TablePicture, show
from uno_client.structs import replace
from uno_engine.cards import Colour, card

DARK = palette()
SCREENS = [(60, 20), (80, 24), (120, 40), (200, 50)]
BEFORE = replace(table(4), log=LOG)
AFTER = waiting(replace(BEFORE, piles=replace(BEFORE.piles, top=card("W"), colour=Colour.BLUE, clockwise=False)), "Dan")
EVENTS: dict[motion.Event, tuple[int, int]] = {
    **{CardFlies(card("B4"), held=held): (240, 5) for held in (0, 2, 7)},
    CardFlies(card("W"), plate=0): (240, 5),
    Drew(1): (200, 3),
    Drew(4, plate=2): (380, 4),
    Drew(2, penalty=True): (660, 3),
    Drew(4, plate=2, penalty=True): (820, 3),
    TurnPasses(None, 2, True, Colour.RED): (320, 8),
    TurnPasses(1, 0, False, None): (320, 8),
    Named(): (160, 3),
    Reversed(clockwise=False): (300, 6),
    Opened(): (90, 3),
}
"""With their milliseconds, and how many pictures differ."""


def shown(screen: tuple[int, int], after: bool = False) -> TablePicture:
    return show(replace(AFTER, shout=SHOUT) if after else BEFORE, CLOCK, *screen, DARK)


def pictures(event: motion.Event, screen: tuple[int, int], how: Motion = Motion.FULL) -> list[Canvas]:
    times = range(0, duration(event, how), 20)
    return [motion.frame(event, at, shown(screen), shown(screen, after=True), DARK, how) for at in times]


@pytest.mark.parametrize("screen", SCREENS)
@pytest.mark.parametrize("event", EVENTS, ids=repr)
def test_something_moves_but_never_over_a_plate_the_hand_the_question_what_is_said_or_the_edges(
    event: motion.Event, screen: tuple[int, int]
) -> None:
    still = shown(screen)
    places = still.places
    assert places is not None
    all_rows = [canvas.text() for canvas in pictures(event, screen)]
    before = still.canvas.text()
    assert any(rows != before for rows in all_rows)
    for rows in all_rows:
        assert (rows[0], rows[-1]) == (before[0], before[-1])
        said = () if isinstance(event, Named | Opened) else still.said
        for x, y, columns, high in (*places.plates, places.question, places.hand, *said):
            for row in range(y, y + high):
                assert rows[row][x : x + columns] == before[row][x : x + columns]


@pytest.mark.parametrize("event", EVENTS, ids=repr)
def test_it_ends_at_what_is_after(event: motion.Event) -> None:
    before, after = shown((80, 24)), shown((80, 24), after=True)
    assert motion.frame(event, duration(event), before, after, DARK) is after.canvas
    assert motion.frame(event, 0, before, after, DARK, Motion.NONE) is after.canvas
    assert motion.frame(event, 0, before, after, palette(signs="ascii")) is after.canvas


@pytest.mark.parametrize("event", EVENTS, ids=repr)
def test_each_takes_its_time_and_has_its_pictures(event: motion.Event) -> None:
    seen = [len({str(each.lines()) for each in pictures(event, (200, 50), how)}) for how in Motion]
    assert (duration(event), seen[0]) == EVENTS[event]
    assert seen[1:] == [isinstance(event, CardFlies | TurnPasses), 0]
    assert duration(motion.PassedBy(0)) == 300


@pytest.mark.parametrize(
    ("count", "arrived"), [(1, [0, 1, 1, 1, 1, 1]), (3, [0, 1, 2, 3, 3, 3]), (7, [0, 1, 2, 3, 4, 7])]
)
def test_drawn_cards_arrive_one_by_one_and_from_the_fifth_on_together(count: int, arrived: list[int]) -> None:
    assert [Drew(count).landed(at) for at in (0, 200, 260, 320, 380, 440)] == arrived
    assert Drew(count).landed(duration(Drew(count))) == count
    assert [Drew(4, penalty=True).landed(at) for at in (200, 279, 280)] == [1, 1, 2]
