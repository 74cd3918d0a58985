"""Keys under the rules beyond `official`, and what the screen says of these rules."""

import pytest

from tests.client.fake import NORMAL, Fake, at_table, position, said_on, scene, seen, told
from tests.client.test_every_request import waiting
from uno_client.core.legal_moves import costly
from uno_client.core.model import Model
from uno_client.core.model.table import LogLine
from uno_client.fullscreen.keys import works_now
from uno_client.lines.game_text import choice_lines, event_lines, midgame_lines, score_lines, state_lines
from uno_client.screens.frame import SMALLEST, Size
from uno_engine import actions as act
from uno_engine.cards import card, cards
from uno_engine.decisions import AnswerStack, Confirm, Decision, PlayDrawn, TakeTurn
from uno_engine.events import Asked
from uno_engine.rules import Uno
from uno_protocol import messages as net
from uno_protocol import room as rm
from uno_protocol.room import RoomPhase

EXTRA = {"extra": "2,2,4"}
DISCARD = EXTRA | {"customizable_rule": "discard_colour", "false_uno_penalty": "0"}


def labels(model: Model) -> list[str]:
    return [binding.label for binding in works_now(model)]


def test_who_is_out_cannot_be_chosen() -> None:
    game = at_table("R5 B7 WS", "G1 G2", "", "Y1", options=EXTRA | {"goal": "until_last"})
    game.state.playing[2], game.state.out = False, (2,)
    game.begin().press("w enter b 3")
    assert (game.sent, game.said) == ([], "Nothing in the list has that number.")
    assert game.press("2").sent == [net.Play(id=2, decision=1, cards=["WS"], colours=["B"], target=3)]


@pytest.mark.parametrize("uno", [Uno.AUTOMATIC, Uno.RANDOM_FORGET, Uno.OFF])
def test_where_nobody_calls_uno_no_key_is_offered(uno: Uno) -> None:
    game = at_table("R5 R6", "G1 G2", options={"uno": uno.value, "uno_caught_by": "referee"})
    assert "UNO" not in labels(game.model)
    assert "press u" not in seen(game.model)
    game.press("u")
    assert (game.model.hand.uno, game.said) == (False, "At this table nobody has to call UNO.")


def test_the_referee_leaves_nobody_to_catch() -> None:
    game = at_table("B8 B7 B6", "R1 R2", "G1 G2", asked=TakeTurn(1), rules="street")
    game.play(act.Play(1, (card("R1"),)))
    assert "catch!" not in labels(game.model)
    assert game.press("c").sent == []


def test_uno_can_go_with_a_card_that_discards_a_colour() -> None:
    """U2: the call is judged when the colour is gone."""
    game = at_table("B6 B7 B8 WC", "G1 G2", options=DISCARD)
    assert "UNO" in labels(game.model)
    assert game.press("u w enter b").sent == [net.Play(id=2, decision=1, cards=["WC"], colours=["B"], uno=True)]
    game.press("enter")
    assert (game.state.counts[0], game.said) == (1, "")


@pytest.mark.parametrize(
    ("hand", "options"),
    [("B6 B7 R8 WC", DISCARD), ("B6 WC W", DISCARD), ("B6 B7 B8 WC WC", DISCARD), ("R5 R6", {"uno_penalty": "0"})],
)
def test_no_uno_is_offered_where_none_can_be_due(hand: str, options: dict[str, str]) -> None:
    assert "UNO" not in labels(at_table(hand, "G1 G2", options=options).model)


def test_where_playing_out_of_turn_or_a_false_call_is_refused_no_price_is_named() -> None:
    game = at_table(asked=TakeTurn(1), rules="skyrus").press("enter")
    assert (game.asks, game.said) == ("", "It's not your turn.")
    game = at_table(rules="skyrus").press("u")
    assert (game.asks, game.model.hand.uno) == ("", False)


def test_a_drawn_wild_that_must_be_played_asks_for_its_colour() -> None:
    game = at_table("B7 W", "G1 G2", asked=PlayDrawn(0), drawn="W", rules="classic113")
    assert "You drew Wild and must play it: press Enter." in told(game)
    assert "keep" not in labels(game.model)
    assert game.press("enter g").sent == [net.Play(id=2, decision=1, cards=["W"], colours=["G"])]


def test_the_host_names_who_starts_with_the_cursor() -> None:
    game = waiting(options={"starter": "chosen"}).press("down")
    assert "starts the game" in seen(game)
    assert "The player under the cursor (↑ ↓) plays first." in said_on(game)
    assert game.press("s").last == net.Start(id=2, chosen=1)
    assert waiting().press("down s").last == net.Start(id=2), "elsewhere the cursor means nothing to the start"


def test_tab_lays_the_cards_by_colour_by_rank_and_as_they_came() -> None:
    game = at_table("R9 G2 B2 W+4 W+4 W+4 W+4", "G1 G2", top="R5").play(act.Draw(0))
    drawn = game.state.drawn or game.state.hands[0][0]
    game.but(lambda model: model.pointing_at(game.model.left.index(card("G2"))))
    orders = []
    for _ in range(5):
        game.press("tab")
        orders.append([held.name for held in game.model.left])
        assert game.model.left[game.model.hand.selected] is card("G2")
        assert sorted(orders[-1]) == sorted(orders[0])
    by_rank, came, by_colour, _, again = orders
    assert by_rank.index("B2") == by_rank.index("G2") + 1
    assert came == again == ["R9", "G2", "B2", *["W+4"] * 4, drawn.name] != by_colour
    assert by_colour == [held.name for held in game.state.hands[0]]
    assert "Your cards lie unsorted." in game.said


@pytest.mark.parametrize(
    ("hand", "top", "asked", "keys", "cards", "target"),
    [
        ("R5 B5 G7 Y5 Y1", "R9", TakeTurn(0), "r5 space b5 space g7 space enter", ["R5", "B5"], None),
        ("R7 B7 G1 G2", "R9", TakeTurn(0), "r7 space b7 space enter 2", ["R7", "B7"], 2),
        ("R+2 B+2 B8", "Y+2", AnswerStack(0, 2), "r+ space b+ space enter", ["R+2", "B+2"], None),
    ],
)
def test_a_double_is_picked_card_by_card(
    hand: str, top: str, asked: Decision, keys: str, cards: list[str], target: int | None
) -> None:
    """A double of sevens asks for the player once; a penalty is answered with a double, too."""
    options = {"doubles": "same", "seven_zero": "sevens", "stacking": "same"}
    game = at_table(hand, "G1 G2", "Y1 Y2 Y3", top=top, asked=asked, options=options)
    assert "several" in seen(game)
    game.press(keys)
    assert game.last == net.Play(id=game.last.id, decision=1, cards=cards, target=target)


def test_a_penalty_that_was_deflected_says_which_card_draws() -> None:
    options = {"stacking": "any", "deflect": "yes", "doubles": "same"}
    asked = AnswerStack(0, 4, card("W+4"))
    game = at_table("RS B8", "G1 G2", top="RR", colour="R", asked=asked, options=options)
    assert "The penalty came from Wild Draw Four. Take 4 cards" in told(game)
    assert "several" not in seen(game)  # a Skip deflects alone


@pytest.mark.parametrize(("held", "marked"), [(21, True), (20, False)])
def test_a_hand_near_the_limit_of_mercy_is_marked(held: int, marked: bool) -> None:
    state = position("R5", "G1 G2", "Y1", options={"mercy": "25"})
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
    assert (told in said_on(model)) == (told in " ".join(choice_lines(model))) == fatal


def test_who_is_out_by_mercy_is_told_and_the_row_says_so() -> None:
    near = "G1 G1 G2 G2 G3 G3 G4 G4 G5 G5 G6 G6 G7 G7 G8"
    game = at_table("R+2 R5", near, "Y1 Y2", options={"mercy": "16"}).play(act.Play(0, (card("R+2"),)))
    assert "Too many cards: bob is out of the round." in told(game)
    bob = scene(game).players[0]
    assert (bob.name, bob.count, bob.mark, bob.did) == ("bob", None, "out", "out")


def test_the_lowest_score_stands_first_under_low_points() -> None:
    state = position("R5", "G1 G2", "Y1", options={"goal": "low_points"})
    state.scores[:] = [40, 10, 20]
    model = Fake(state).begin().play(act.Play(0, cards("R5"))).happen(rm.PhaseChanged(RoomPhase.BETWEEN_ROUNDS)).model
    shown = seen(model)
    assert shown.index("bob") < shown.index("cem") < shown.index("ann")
    assert "bob 13, cem 21, You 40" in score_lines(model)[0]
    assert "lowest score wins at 500 " in seen(at_table(options={"goal": "low_points"}))


@pytest.mark.parametrize("size", [SMALLEST, NORMAL])
def test_everyone_reads_the_hosts_own_rule(size: Size) -> None:
    options = {"extra": "1,0,3", "customizable_rule": "own", "own_text": "Sing " * 39}
    game = at_table("R5", "G1 G2", top="WC", colour="B", asked=Confirm((1,)), options=options)
    assert seen(game, size).count("Sing") == 39
    assert "Waiting for bob to confirm." in said_on(game, size)
    lines = [*event_lines(LogLine(Asked(Confirm((1,))), ""), game.model), *midgame_lines(game.model)]
    assert sum("Sing Sing" in line for line in lines) == 2


@pytest.mark.parametrize(("others", "armed"), [("G1", True), ("G1 G2", False)])
def test_uno_goes_with_a_swap_that_may_bring_one_card_and_else_is_asked_about(others: str, armed: bool) -> None:
    options = {"seven_zero": "sevens", "uno_after_swap": "owed"}
    priced = at_table("R7 B1 B2 B3", others, options=options)
    assert (costly(priced.model, act.Play(0, (card("R7"),), uno=True)) is None) == armed
    game = at_table("R7 B1 B2 B3", others, options=options | {"false_uno_penalty": "0"})
    assert ("u calls UNO with a card that moves hands and leaves you one." in said_on(game)) == armed
    assert game.press("u").model.hand.uno == armed
