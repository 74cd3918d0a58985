"""What each event sets in motion, and from where to where."""

import pytest

from tests.client.fake import Fake, at_table, play, position, scene
from uno_client.core.model import Model
from uno_client.core.model.table import LogLine
from uno_client.screens.table import motion
from uno_client.screens.table.motion import STOCK, CardFlies, Drew, Given, Named, PassedBy, Reversed, TurnPasses, begun
from uno_client.structs import replace
from uno_engine import actions as act
from uno_engine import events as ev
from uno_engine.cards import Colour, card
from uno_engine.decisions import TakeTurn

PASSED_OVER = TurnPasses(None, 1, True, Colour.RED)


def moved(game: Fake, action: act.Action) -> list[motion.Event]:
    before = game.model
    game.play(action)
    return list(begun(before, game.model, scene(game)))


@pytest.mark.parametrize(
    ("hands", "action", "moves"),
    [
        (("R5 B7", "G1 G2"), play(0, "R5"), [CardFlies(card("R5")), TurnPasses(None, 0, True, Colour.RED)]),
        (
            ("W B7", "G1 G2"),
            play(0, "W", Colour.BLUE),
            [CardFlies(card("W"), None, 1), Named(), TurnPasses(None, 0, True, Colour.BLUE)],
        ),
        (("R+2 B7", "G1", "Y1"), play(0, "R+2"), [CardFlies(card("R+2")), Drew(2, 0, penalty=True), PASSED_OVER]),
        (
            ("RR B7", "G1", "Y1"),
            play(0, "RR"),
            [CardFlies(card("RR")), Reversed(clockwise=False), TurnPasses(None, 1, False, Colour.RED)],
        ),
        (("RS B7", "G1", "Y1"), play(0, "RS"), [CardFlies(card("RS")), PassedBy(0), PASSED_OVER]),
        (("R5 B7", "G1 G2"), act.Draw(0), [Drew(1, None)]),
    ],
    ids=["play", "wild", "penalty", "reverse", "skip", "draw"],
)
def test_a_play_moves_its_card_and_what_follows_from_it(
    hands: tuple[str, ...], action: act.Action, moves: list[motion.Event]
) -> None:
    game = at_table(*hands)
    game.but(lambda model: told(model, ev.Asked(TakeTurn(0))))
    assert moved(game, action) == moves


def test_the_turn_runs_from_plate_to_plate() -> None:
    game = at_table("R5 B7", "R6 G1", "R7 Y1").play(play(0, "R5"))
    assert moved(game, play(1, "R6")) == [CardFlies(card("R6"), 0, 0), TurnPasses(0, 1, True, Colour.RED)]
    assert moved(game, play(2, "R7")) == [CardFlies(card("R7"), 1, 0), TurnPasses(1, None, True, Colour.RED)]


@pytest.mark.parametrize(
    ("action", "direction", "ways"),
    [
        (play(0, "R7", target=2), 1, {(None, 1), (1, None)}),
        (play(0, "R0"), 1, {(None, 0), (0, 1), (1, None)}),
        (play(0, "R0"), -1, {(None, 1), (0, None), (1, 0)}),
    ],
)
def test_hands_go_to_their_next_players(action: act.Play, direction: int, ways: set[tuple[int, int]]) -> None:
    game = Fake(position("R7 R0 B7 B8", "R6 G2", "G3 G4", options={"seven_zero": "yes"}))
    game.state.direction = direction
    (given,) = (each for each in moved(game.begin(), action) if isinstance(each, Given))
    assert set(given.ways) == ways


def told(model: Model, *events: ev.Event) -> Model:
    log = tuple(LogLine(event, "") for event in events)
    return replace(model, play=replace(model.play, log=(*model.play.log, *log), told=model.play.told + len(events)))


@pytest.mark.parametrize(
    ("event", "ways"),
    [
        (ev.HandsMoved(ev.MoveReason.SHUFFLE, {0: 2, 1: 2}, {}), ((None, STOCK), (0, STOCK))),
        (ev.CardsPassed({0: 1, 1: 0}, {}), ((None, 0), (0, None))),
        (ev.RoundDealt(1, 2, 0, (7, 7, 7), 80, None, None), ((STOCK, 0), (STOCK, 1), (STOCK, None)) * 2),
    ],
)
def test_what_is_shuffled_passed_or_dealt_goes_to_its_place(event: ev.Event, ways: tuple[object, ...]) -> None:
    game = at_table("R5 B7", "R6 G2", "G3 G4")
    (given,) = begun(game.model, told(game.model, event), scene(game))
    assert isinstance(given, Given)
    assert given.ways == ways


def test_a_snapshot_and_a_flood_of_events_move_nothing() -> None:
    game = at_table("R5 B7", "R6 G2", "G3 G4")
    drawn = ev.CardsDrawn(1, 1, ev.DrawReason.TURN, None)
    assert begun(Model(), game.model, scene(game)) == begun(game.model, game.model, scene(game)) == ()
    assert len(begun(game.model, told(game.model, *[drawn] * 11), scene(game))) == 11
    assert begun(game.model, told(game.model, *[drawn] * 12), scene(game)) == ()


def test_who_is_asked_again_passes_no_turn() -> None:
    game = at_table("R5 B7", "R6 G2", "G3 G4")
    model = told(game.model, ev.Asked(TakeTurn(1)))
    assert begun(model, told(model, ev.Asked(TakeTurn(1))), scene(game)) == ()
    (turn,) = begun(model, told(model, ev.Asked(TakeTurn(2))), scene(game))
    assert turn == TurnPasses(0, 1, True, Colour.RED)
