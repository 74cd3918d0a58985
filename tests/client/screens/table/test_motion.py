"""Motion: it ends at what is after, and never covers what has to be read."""

import pytest

from tests.client.screens.table.scenes import CLOCK, LOG, SHOUT, table, waiting
from uno_client.drawing.grid import Canvas
from uno_client.drawing.palette import palette
from uno_client.screens.table.motion import (
    CardFlies,
    Drew,
    Event,
    Motion,
    Named,
    Opened,
    Reversed,
    Skipped,
    TurnPasses,
    duration,
    frame,
)
from uno_client.screens.table.show import TablePicture, show
from uno_client.structs import replace
from uno_engine.cards import Colour, card

DARK = palette()
SCREENS = [(60, 20), (80, 24), (120, 40), (200, 50)]
BEFORE = replace(table(4), log=LOG)
PILES = replace(BEFORE.piles, top=card("B4"), colour=Colour.BLUE, clockwise=False)
AFTER = waiting(replace(BEFORE, piles=PILES), "Dan")
EVENTS: list[Event] = [
    *(CardFlies(card("B4"), held=held) for held in (0, 2, 7)),
    CardFlies(card("W"), plate=0),
    Drew(1),
    Drew(4, plate=2),
    TurnPasses(None, 2, True, Colour.RED),
    TurnPasses(1, 0, False, None),
    Named(),
    Reversed(clockwise=False),
    Opened(),
]


def shown(screen: tuple[int, int], after: bool = False) -> TablePicture:
    return show(replace(AFTER, shout=SHOUT) if after else BEFORE, CLOCK, *screen, DARK)


def pictures(event: Event, screen: tuple[int, int], how: Motion = Motion.FULL) -> list[Canvas]:
    times = range(0, duration(event, how), 20)
    return [frame(event, at, shown(screen), shown(screen, after=True), DARK, how) for at in times]


@pytest.mark.parametrize("screen", SCREENS)
@pytest.mark.parametrize("event", EVENTS, ids=repr)
def test_something_moves_but_never_over_a_plate_the_hand_the_question_what_is_said_or_the_edges(
    event: Event, screen: tuple[int, int]
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
def test_it_ends_at_what_is_after(event: Event) -> None:
    before, after = shown((80, 24)), shown((80, 24), after=True)
    assert frame(event, duration(event), before, after, DARK) is after.canvas
    assert frame(event, 0, before, after, DARK, Motion.NONE) is after.canvas
    assert frame(event, 0, before, after, palette(signs="ascii")) is after.canvas


def test_little_motion_is_one_picture_of_plays_and_turns() -> None:
    moving = [event for event in EVENTS if duration(event, Motion.LITTLE) > 0]
    assert {type(event) for event in moving} == {CardFlies, TurnPasses}
    assert len(moving) == 6
    assert len({tuple(canvas.text()) for canvas in pictures(EVENTS[0], (80, 24), Motion.LITTLE)}) == 1


@pytest.mark.parametrize(
    ("event", "whole", "pictures_seen"),
    [
        (CardFlies(card("R5"), 0), 240, 5),
        (Drew(1, 0), 200, 3),
        (Drew(3), 320, 0),
        (Drew(9), 440, 0),
        (Drew(2, penalty=True), 660, 0),
        (Drew(4, 0, penalty=True), 820, 0),
        (TurnPasses(None, 1, True, None), 320, 8),
        (Reversed(clockwise=False), 300, 6),
        (Skipped(0), 300, 1),
        (Named(), 160, 3),
        (Opened(), 90, 3),
    ],
)
def test_each_motion_takes_its_time_and_has_its_pictures(event: Event, whole: int, pictures_seen: int) -> None:
    before, after = shown((200, 50)), shown((200, 50), after=True)
    times = range(0, duration(event), 5 if pictures_seen else whole)
    seen = {str(frame(event, at, before, after, DARK).lines()) for at in times}
    assert (duration(event), len(seen)) == (whole, max(1, pictures_seen))


@pytest.mark.parametrize(
    ("drew", "arrived"),
    [
        (Drew(1), [0, 1, 1, 1, 1, 1]),
        (Drew(3), [0, 1, 2, 3, 3, 3]),
        (Drew(7), [0, 1, 2, 3, 4, 7]),
        (Drew(7, penalty=True), [0, 1, 1, 2, 3, 4]),
    ],
)
def test_drawn_cards_arrive_one_by_one_and_from_the_fifth_on_together(drew: Drew, arrived: list[int]) -> None:
    assert [drew.landed(at) for at in (0, 200, 260, 320, 380, 440)] == arrived
    assert drew.landed(duration(drew)) == drew.count
