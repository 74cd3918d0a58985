"""The announcement tells how many are here and where there is a free seat, and no more than that (P-15)."""

import pytest

from tests.server.harness import World, gathered
from uno_protocol import messages as m
from uno_protocol.discovery import Advertisement, written
from uno_server.core.census import census, free_seats


def test_players_are_those_who_are_connected_under_a_name_and_no_name_but_the_servers_is_told() -> None:
    world = World()
    assert census(world.hub) == Advertisement(world.hub.id, "the test", 2, 2, 0, 0, 0, 0, password=False)
    world.person("annabella").ask(m.CreateTable, name="Kitchen", new=m.NewTable(seats=4))
    bob = world.person("bob")
    world.person("nobody yet", login=False)
    world.screen()
    assert census(world.hub).players == 2
    bob.drop()
    record = written(census(world.hub))
    assert census(world.hub).players == 1
    assert b"annabella" not in record
    assert b"itchen" not in record
    assert b"name=the test" in record


@pytest.mark.parametrize(
    ("tables", "told"),
    [
        ([m.NewTable(seats=4, bots=["normal"])], (1, 1, 2)),
        ([m.NewTable(seats=4, bots=["normal"]), m.NewTable(seats=2, bots=["normal"])], (2, 1, 2)),
        ([m.NewTable(seats=4, listed=False)], (0, 0, 0)),
    ],
)
def test_tables_are_counted_that_are_listed_and_seats_where_one_can_sit_down(
    tables: list[m.NewTable], told: tuple[int, int, int]
) -> None:
    world = World()
    for number, new in enumerate(tables):
        world.person(f"p{number}").ask(m.CreateTable, name=f"T{number}", new=new)
    found = census(world.hub)
    assert (found.tables, found.open_tables, found.free_seats) == told


def test_at_a_table_that_is_closed_nobody_can_sit_down() -> None:
    world, (ann,) = gathered("ann", seats=4)
    table = world.table()
    assert free_seats(table) == 3
    ann.ask(m.CloseTable)
    assert free_seats(table) == 0
