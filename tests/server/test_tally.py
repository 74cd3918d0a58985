"""The tally of a table counts what everybody did in the games that were finished there (P-7.31)."""

from typing import Any

import pytest

from tests.server.crashing import Crashing
from tests.server.harness import Person, World, dealt, over, play_out, playing, set_up, start
from uno_engine.presets import preset
from uno_engine.state import new_game
from uno_protocol import messages as m
from uno_protocol.room import LINES_TALLIED, Occupant, Room, TallyLine
from uno_server.table.tally import Feats, tally_after


def tally(person: Person) -> dict[str, TallyLine]:
    """By name, as the person's client knows it."""
    assert person.table is not None
    assert person.agrees()
    return {one.name: one for one in person.table.room.tally or ()}


def finish(world: World, people: list[Person]) -> None:
    """The first of them wins, without a call, while the others hold two cards each."""
    set_up(world, people, "R5", *["B1 B2"] * (len(people) - 1))
    assert isinstance(people[0].play(m.Play, cards=["R5"]), m.Ok)
    assert people[0].phase == "finished"


@pytest.mark.parametrize(
    ("feat", "options", "hands", "moves", "told"),
    [
        (
            "caught",
            {"uno_grace": "0"},
            ("R5 R6", "B1 B2"),
            [(0, m.Play, {"cards": ["R5"]}), (1, m.Catch, {"target": 0})],
            (0, 1),
        ),
        (
            "biggest",
            {"first_card": "number"},
            ("R5 W+4", "B1 B2 B3 B4 B5 B6 B7 B8 B9"),
            [(0, m.Play, {"cards": ["W+4"], "colours": ["R"], "uno": True}), (1, m.Accept, {})],
            (7, 13),
        ),
        (
            "longest",
            {"chains": "yes"},
            ("R5 B5 Y5 G1 G2", "B1 B2"),
            [(0, m.Play, {"cards": ["R5", "B5", "Y5"]})],
            (3, 0),
        ),
    ],
    ids=["who caught", "the biggest hand at once", "the longest chain of a turn"],
)
def test_what_everybody_did_is_counted(
    feat: str,
    options: dict[str, str],
    hands: tuple[str, ...],
    moves: list[tuple[int, type[m.PlayRequest], dict[str, Any]]],
    told: tuple[int, ...],
) -> None:
    world, people = dealt(*hands, options=options)
    for seat, kind, fields in moves:
        assert isinstance(people[seat].play(kind, **fields), m.Ok)
    finish(world, people)
    assert tuple(getattr(line, feat) for line in tally(people[0]).values()) == told


def test_a_game_without_a_result_counts_nothing() -> None:
    world, (ann, bob) = over()
    before = tally(ann)
    start([ann, bob])
    ann.ask(m.EndGame)
    assert ann.phase == "waiting"
    assert tally(ann) == before
    start([ann, bob])
    finish(world, [ann, bob])
    assert tally(ann)["ann"].games == 2


def test_whoever_sits_down_in_mid_game_begins_with_nothing() -> None:
    feats = Feats((7, 20), (1, 2), (0, 4)).of_newcomer(1)
    assert feats == Feats((7, 0), (1, 0), (0, 0))
    assert Feats((7, 7, 7)).of_newcomer(2) == Feats((7, 7, 0))


def test_those_who_played_last_stay_in_a_long_tally() -> None:
    occupants: list[Occupant | None] = [Occupant("ann"), None, Occupant("Abacus", "normal")]
    old = tuple(TallyLine(f"p{number}", 1) for number in range(LINES_TALLIED))
    room = Room("KXWM", "T", "official", {}, 30, occupants, 0, tally=old)
    state = new_game(preset("official"), (True, False, True), bytes(32))
    told = tally_after(room, state, Feats())
    assert [one.name for one in told] == ["ann", "Abacus", *(f"p{number}" for number in range(LINES_TALLIED - 2))]


def test_a_restart_in_mid_game_loses_nothing(world: Crashing) -> None:
    people = playing(world, "ann bob", options={"uno_grace": "0"})
    play_out(world, people)
    start(people)
    for _ in range(30):
        any(one.move() for one in people)
    game = world.table().game
    assert game is not None
    feats, before = game.feats, tally(people[0])
    world.crash_and_return(*people)
    assert world.told == []
    game = world.table().game
    assert game is not None
    assert game.feats == feats
    assert tally(people[0]) == before
    play_out(world, people)
    assert {one.games for one in tally(people[1]).values()} == {2}
