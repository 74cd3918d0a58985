"""Motion: what moves at which time, that any key ends it and is carried out, and how often it asks for a drawing."""

from collections.abc import Callable
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pytest

from tests.client.fake import NORMAL, Fake, at_table, position, text_of
from tests.client.fullscreen.test_app import running
from uno_client.core.model import Model
from uno_client.core.model.table import LogLine
from uno_client.drawing.palette import palette
from uno_client.fullscreen.motion import (
    COLOUR,
    FLIGHT,
    FRAME,
    PILE,
    STOCK,
    TURN,
    Flight,
    MotionStage,
    PenaltyCount,
    Turning,
    anchor,
    begun,
    painted,
    seat_anchor,
)
from uno_client.fullscreen.screens import render
from uno_client.fullscreen.widgets import Lines, Size, width
from uno_engine import actions as act
from uno_engine import events as ev
from uno_engine.cards import card

BIG = Size(120, 40)


def play(seat: int, name: str, target: int | None = None) -> act.Play:
    return act.Play(seat, (card(name),), (), target)


def at(game: Fake, *moving: Flight | PenaltyCount | Turning, now: float, size: Size = NORMAL) -> str:
    lines = painted(render(game.model, size, palette()), moving, now)
    assert [width(line) for line in lines] == [size.columns] * size.rows
    return text_of(lines)


def moved(game: Fake, action: act.Action) -> tuple[Model, Model]:
    before = game.model
    game.play(action)
    return before, game.model


def bob_plays() -> tuple[Fake, Flight]:
    game = at_table("R5 B7 B8", "R6 G2").play(play(0, "R5"))
    (flight,) = begun(*moved(game, play(1, "R6")), now=10.0)
    assert isinstance(flight, Flight)
    return game, flight


def place(screen: str, words: str) -> tuple[int, int]:
    return next((row, line.index(words)) for row, line in enumerate(screen.splitlines()) if words in line)


@pytest.mark.parametrize(("size", "moves"), [(NORMAL, True), (Size(79, 24), False), (Size(80, 23), False)], ids=str)
def test_in_a_terminal_smaller_than_80_by_24_nothing_moves(size: Size, moves: bool) -> None:
    game, flight = bob_plays()
    stage = MotionStage(lambda: flight.since + FLIGHT / 2, lambda _seconds, _then: None, lambda: None, (flight,))
    still = render(game.model, size, palette())
    assert (text_of(stage.paint(still, size)) != text_of(still)) == moves


def test_a_card_goes_from_its_player_to_the_pile() -> None:
    game, flight = bob_plays()
    still = text_of(render(game.model, NORMAL, palette()))
    first, second, third = (place(at(game, flight, now=10.0 + part * FLIGHT), "│ R● 6 │") for part in (0.1, 0.5, 0.9))
    bob, pile = place(still, "bob"), place(still, "│ R● 6 │")
    assert bob[0] <= first[0] < second[0] < third[0] <= pile[0]
    assert at(game, flight, now=10.0 + FLIGHT) == still
    assert at(game, flight, now=9.9) == still


def marked(lines: Lines, mark: str) -> tuple[str, set[str]]:
    """The letters that have a mark, without blanks, and their styles."""
    cells = [cell for line in lines for cell in line if mark in cell[0]]
    return "".join(words.replace(" ", "") for _, words in cells), {style for style, _ in cells}


@pytest.mark.parametrize("size", [NORMAL, BIG, Size(250, 70)], ids=str)
def test_until_a_card_lands_the_pile_and_the_colour_beside_it_are_what_they_were(size: Size) -> None:
    game = at_table("R5 B7 B8", "G5 G2").play(play(0, "R5"))
    before = render(game.model, size, palette())
    (flight,) = begun(*moved(game, play(1, "G5")), now=0.0)
    after, flying = render(game.model, size, palette()), painted(render(game.model, size, palette()), (flight,), 0.01)
    for mark in (anchor(PILE), anchor(COLOUR)):
        was, now, flown = (marked(each, mark) for each in (before, after, flying))
        assert was == flown != now
    assert flying[-3:] == after[-3:], "what is asked counts at once"
    assert at(game, flight, now=FLIGHT, size=size) == text_of(after)


def test_a_penalty_is_counted_up_where_it_lands() -> None:
    game = at_table("R+2 B7 B8", "R6 G2", "G3 G4")
    moving = begun(*moved(game, play(0, "R+2")), now=0.0)
    (stacking,) = (each for each in moving if isinstance(each, PenaltyCount))
    assert sum(isinstance(each, Flight) and each.end == seat_anchor(1) for each in moving) == 2
    assert "bob +1" in at(game, stacking, now=0.05)
    assert "bob +2" in at(game, stacking, now=0.2)


@pytest.mark.parametrize(
    ("action", "direction", "pairs"),
    [
        (play(0, "R7", target=2), 1, {(0, 2), (2, 0)}),
        (play(0, "R0"), 1, {(0, 1), (1, 2), (2, 0)}),
        (play(0, "R0"), -1, {(0, 2), (1, 0), (2, 1)}),
    ],
)
def test_hands_that_move_fly_to_their_next_players(
    action: act.Play, direction: int, pairs: set[tuple[int, int]]
) -> None:
    game = Fake(position("R7 R0 B7 B8", "R6 G2", "G3 G4", options={"seven_zero": "yes"}))
    game.state.direction = direction
    moving = begun(*moved(game.begin(), action), now=0.0)
    hands = [each for each in moving if isinstance(each, Flight) and each.card is None]
    assert {(each.start, each.end) for each in hands} == {
        (seat_anchor(one), seat_anchor(other)) for one, other in pairs
    }
    assert "▐█▌" * 3 in at(game, hands[0], now=0.1)


def test_the_direction_turns() -> None:
    game = at_table("RR B7 B8", "R6 G2", "G3 G4")
    (turning,) = (each for each in begun(*moved(game, play(0, "RR")), now=0.0) if isinstance(each, Turning))
    shown = [at(game, turning, now=part * TURN) for part in (0.1, 0.5, 0.9)]
    assert [screen[screen.index("counter-clockwise") - 2] for screen in shown] == list("↓→↑")


@pytest.mark.parametrize(
    ("event", "ends"),
    [
        (ev.HandsMoved(ev.MoveReason.SHUFFLE, {0: 2, 1: 2}, {}), [anchor(STOCK)] * 2),
        (ev.CardsPassed({0: 1, 1: 0}, {}), [seat_anchor(1), seat_anchor(0)]),
        (ev.RoundEnded((0,), True, (0, 0, 0)), []),
    ],
)
def test_cards_that_are_shuffled_or_passed_fly_to_where_they_go(event: ev.Event, ends: list[str]) -> None:
    model = at_table("R5 B7", "R6 G2", "G3 G4").model
    play = replace(model.play, log=(LogLine(event, ""),), told=model.play.told + 1)
    moving = begun(model, replace(model, play=play), 0.0)
    assert [each.end for each in moving if isinstance(each, Flight)] == ends


def test_what_has_no_place_on_the_screen_is_left_out() -> None:
    game, flight = bob_plays()
    game.press("?")
    assert at(game, flight, now=10.1) == text_of(render(game.model, NORMAL, palette()))
    assert begun(Model(), game.model, 0.0) == begun(game.model, game.model, 0.0) == (), "a snapshot moves nothing"


class Clock:
    """Time that goes by when it is told to, and what is to be called then."""

    def __init__(self) -> None:
        self.now = 0.0
        self.calls: list[tuple[float, Callable[[], None]]] = []

    def later(self, seconds: float, call: Callable[[], None]) -> None:
        self.calls.append((self.now + seconds, call))

    def run(self, until: float) -> None:
        while due := sorted((each for each in self.calls if each[0] <= until), key=lambda each: each[0]):
            self.calls.remove(due[0])
            self.now = due[0][0]
            due[0][1]()
        self.now = until


@pytest.fixture
def scene() -> tuple[Fake, Clock, MotionStage, list[float]]:
    game, clock, drawn = at_table("R5 B7 B8", "R6 G2 R2 R3"), Clock(), list[float]()

    def redraw() -> None:
        drawn.append(clock.now)
        stage.paint(render(game.model, NORMAL, palette()), NORMAL)

    stage = MotionStage(lambda: clock.now, clock.later, redraw)
    return game, clock, stage, drawn


Scene = tuple[Fake, Clock, MotionStage, list[float]]


def test_it_draws_at_most_thirty_times_a_second_and_stops_by_itself(scene: Scene) -> None:
    game, clock, stage, drawn = scene
    for action in (play(0, "R5"), play(1, "R6"), act.Draw(0)):  # much at once
        stage.tell(*moved(game, action))
        stage.redraw()
    clock.run(5.0)
    frames = drawn[3:]
    assert 4 <= len(frames) <= FLIGHT / FRAME + 2
    assert min(later - sooner for sooner, later in pairwise(frames)) >= 1 / 30
    assert not clock.calls
    assert not stage.moving


def test_a_key_ends_all_that_moves(scene: Scene) -> None:
    game, clock, stage, drawn = scene
    stage.tell(*moved(game, play(0, "R5")))
    stage.skip()
    assert stage.paint(render(game.model, NORMAL, palette()), NORMAL) == render(game.model, NORMAL, palette())
    clock.run(5.0)
    assert drawn == []


@pytest.mark.fast
async def test_the_key_that_ends_it_is_carried_out(tmp_path: Path) -> None:
    game = at_table("R5 B7 B8", "R6 G2").play(play(0, "R5"))
    async with running(tmp_path, game.model) as screen:
        clock = Clock()
        screen.shell.stage = stage = MotionStage(lambda: clock.now, clock.later, screen.shell.redraw)
        heard = len(game.heard)
        game.play(play(1, "R6"))
        for message in game.heard[heard:]:
            screen.shell.feed(message)
        await screen.until(lambda: bool(clock.calls))
        assert stage.moving
        await screen.type("?", "Menu and leaving")
        assert not stage.moving
