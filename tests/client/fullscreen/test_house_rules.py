"""The added rules at the table: doubles, deflected penalties, mercy, low points, the host's own rule."""

import re

import pytest

from tests.client.fake import NORMAL, Fake, position, seen
from tests.client.fullscreen.test_chaining import add
from tests.client.lines.at_lines import AtLines, two
from uno_client.core.model import LogLine
from uno_client.fullscreen.widgets import SMALLEST, Size
from uno_client.lines.game_text import choice_lines, event_lines, midgame_lines, score_lines, state_lines
from uno_engine import actions as act
from uno_engine.cards import card
from uno_engine.clauses import CLAUSES
from uno_engine.decisions import AnswerStack, Confirm, TakeTurn
from uno_engine.events import Asked
from uno_protocol import messages as net
from uno_protocol.room import RoomPhase


def table(hand: str, top: str = "R9", **options: str) -> Fake:
    return Fake(position(hand, "G1 G2", "Y1 Y2 Y3", top=top, options=options)).begin()


def test_a_double_is_picked_card_by_card() -> None:
    game = table("R5 B5 G7 Y5 Y1", doubles="same")
    add(game, "r5", "b5")
    assert game.model.chain.cards == (card("R5"), card("B5"))
    add(game, "g7")
    assert game.said.endswith(f"can't follow blue 5 here. N7: {CLAUSES['N7']}")
    game.press("enter")
    assert game.last == net.Play(id=game.last.id, decision=1, cards=["R5", "B5"])


def test_a_double_of_sevens_asks_for_the_player_once() -> None:
    game = table("R7 B7 G1 G2", doubles="same", seven_zero="sevens")
    add(game, "r7", "b7")
    game.press("enter")
    assert "Swap hands with whom?" in seen(game)
    game.press("2")
    assert game.last == net.Play(id=game.last.id, decision=1, cards=["R7", "B7"], target=2)


def test_a_penalty_is_answered_with_a_double_where_the_table_has_them() -> None:
    state = position(
        "R+2 B+2 B8", "G1 G2", top="Y+2", asked=AnswerStack(0, 2), options={"stacking": "same", "doubles": "same"}
    )
    game = Fake(state).begin()
    assert "several" in seen(game)
    add(game, "r+", "b+")
    game.press("enter")
    assert game.last == net.Play(id=game.last.id, decision=1, cards=["R+2", "B+2"])


def test_a_penalty_that_was_deflected_says_which_card_draws() -> None:
    options = {"stacking": "any", "deflect": "yes", "doubles": "same"}
    asked = AnswerStack(0, 4, card("W+4"))
    game = Fake(position("RS B8", "G1 G2", top="RR", colour="R", asked=asked, options=options)).begin()
    assert "You face a penalty. The penalty came from Wild Draw Four. Take 4 cards" in " ".join(seen(game).split())
    assert "several" not in seen(game)  # a Skip deflects alone


@pytest.mark.parametrize(("held", "marked"), [(21, True), (20, False)])
def test_a_hand_near_the_limit_of_mercy_is_marked(held: int, marked: bool) -> None:
    state = position("R5", "G1 G2", "Y1", options={"mercy": "25"}, asked=TakeTurn(0))
    state.hands[1] = [card("G1")] * held
    state.counts[1] = held
    model = Fake(state).begin().model
    assert (f"{held} of 25 cards" in seen(model)) == marked
    assert (f"bob {held} of 25" in state_lines(model)[1]) == marked


@pytest.mark.parametrize(("held", "fatal"), [(23, True), (21, True), (20, False)])
def test_a_penalty_says_that_it_puts_the_player_out(held: int, fatal: bool) -> None:
    state = position("R5", "G1 G2", top="R+2", asked=AnswerStack(0, 4), options={"mercy": "25", "stacking": "up"})
    state.hands[0] = [card("G1")] * held
    state.counts[0] = held
    model = Fake(state).begin().model
    told = "Drawing 4 cards puts you out of the round!"
    assert (told in " ".join(seen(model).split())) == (told in " ".join(choice_lines(model))) == fatal


def test_who_is_out_by_mercy_is_told_and_the_row_says_so() -> None:
    game = Fake(
        position(
            "R+2 R5",
            "G1 G1 G2 G2 G3 G3 G4 G4 G5 G5 G6 G6 G7 G7 G8",
            "Y1 Y2",
            options={"mercy": "16"},
            asked=TakeTurn(0),
        )
    ).begin()
    game.play(act.Play(0, (card("R+2"),)))
    shown = seen(game)
    assert "Too many cards: bob is out of the round." in shown
    assert re.search(r"bob.* out ", shown)
    assert "+1 → bob out" in shown


def test_the_lowest_score_stands_first_under_low_points() -> None:
    state = position("R5", "G1 G2", "Y1", options={"goal": "low_points"}, asked=TakeTurn(0))
    state.scores[:] = [40, 10, 25]
    game = Fake(state)
    game.room.phase = RoomPhase.BETWEEN_ROUNDS
    model = game.begin().model
    shown = seen(model)
    assert shown.index("bob") < shown.index("cem") < shown.index("ann")
    assert "bob 10, cem 25, You 40" in score_lines(model)[0]


@pytest.mark.parametrize("size", [SMALLEST, NORMAL])
def test_everyone_reads_the_hosts_own_rule(size: Size) -> None:
    options = {"extra": "1,0,3", "customizable_rule": "own", "own_text": "Sing " * 39}
    game = Fake(position("R5", "G1 G2", top="WC", colour="B", asked=Confirm((1,)), options=options)).begin()
    shown = " ".join(seen(game, size).split())
    assert "The Customizable card says: “Sing Sing" in shown
    assert "Waiting for bob to confirm." in shown
    told = [*event_lines(LogLine(Asked(Confirm((1,))), ""), game.model), *midgame_lines(game.model)]
    assert sum("Sing Sing" in line for line in told) == 2


async def test_a_double_is_typed_in_one_line_or_built(capsys: pytest.CaptureFixture[str]) -> None:
    text = two("R5 B5 G8", rules="official doubles=same")
    for lines in (["play R5 B5 uno"], ["chain R5", "chain B5", "send uno"]):
        at = AtLines(text, capsys)
        at.type(*lines)
        assert at.acted == [act.Play(0, (card("R5"), card("B5")), uno=True)]


@pytest.mark.parametrize(("others", "armed"), [("G1", True), ("G1 G2", False)])
def test_uno_goes_with_a_swap_that_may_bring_one_card(others: str, armed: bool) -> None:
    options = {"seven_zero": "sevens", "uno_after_swap": "owed", "false_uno_penalty": "0"}
    game = Fake(position("R7 B1 B2 B3", others, options=options, asked=TakeTurn(0))).begin()
    assert ("u calls UNO with a card that moves hands and leaves you one." in " ".join(seen(game).split())) == armed
    game.press("u")
    assert game.model.uno == armed
