"""A card played letter by letter (M6): S, P, T; colour; rank; C or F; a confirmation; refusals that ask again."""

import pytest

from tests.client.fake import Capture
from tests.client.lines.at_lines import AtLines, two
from tests.client.lines.test_every_decision import play
from uno_client.messages import Tick
from uno_client.preferences import Preferences, PreferenceStore
from uno_engine import actions as act
from uno_engine.cards import Colour
from uno_engine.clauses import CLAUSES
from uno_engine.presets import preset
from uno_engine.state import new_game

pytestmark = pytest.mark.clause("M6")

COLOUR = "Which colour? R red, Y yellow, G green, B blue, S special. Type - for no card.\n"
RED_CARD = "Which red card? 0 to 9, S Skip, D Draw Two, R Reverse. Type - to go back.\n"
SPECIAL = "Which special card? C Colour Change, F Draw Four. Type - to go back.\n"
NAME = "Which colour do you name? R red, Y yellow, G green, B blue. Type - to go back.\n"
THREE = "rules: classic113\nseats: ann bob cem\nhand ann: WS WX WC B7\nhand bob: G1\nhand cem: G2 G3\ndiscard: R9\n"


def table(capsys: Capture, hand: str, *, rules: str = "computer", more: str = "", discard: str = "R9") -> AtLines:
    return AtLines(two(hand, rules=rules, more=more, discard=discard), capsys)


async def test_the_hand_is_shown_by_colour_and_s_sorts_it(capsys: Capture) -> None:
    at = table(capsys, "B+2 W B3 R7 YS W+4 RS R7")
    shown = (
        "You hold 8 cards. Red: 7, 7, Skip. Yellow: Skip. Green: none. Blue: 3, Draw Two. "
        "Special: Wild, Wild Draw Four.\n"
    )
    assert shown in at.opening
    assert at.type("S") == at.type("s") == shown


async def test_cards_lie_as_they_came_in_their_group_until_s_sorts_them(capsys: Capture) -> None:
    at = table(capsys, "R5 B7", more="stock: R3 B2 B1")
    at.type("T", "K")
    at.play(act.Draw(1), act.Keep(1))
    assert "Red: 5, 3." in at.type("hand")
    assert "Red: 3, 5." in at.type("S")
    assert "Red: 3, 5." in at.type("hand")


@pytest.mark.parametrize(
    ("order", "cards"), [("number", "blue 3, red 7, yellow 7 and Wild"), ("came", "red 7, yellow 7, blue 3 and Wild")]
)
async def test_the_hand_can_be_laid_in_two_other_orders_which_are_remembered(
    order: str, cards: str, capsys: Capture
) -> None:
    at = table(capsys, "Y7 R7 W B3")
    at.player.shell._memory = memory = PreferenceStore(None, Preferences())
    assert at.type(f"sort {order}") == f"You hold 4 cards: {cards}.\n"
    assert at.type("hand") == f"You hold 4 cards: {cards}.\n"
    assert memory.kept.order == order
    assert at.type("sort").startswith("You hold 4 cards. Red: 7. Yellow: 7.")
    assert at.type("sort size") == "The orders are colour, number and came. For example: sort number\n"


@pytest.mark.parametrize(
    ("hand", "typed", "played"),
    [
        ("R5 B7 B8", "P, R, 5, Y", play("R5")),
        ("R5 B7 B8", "p, r, 5, y", play("R5")),
        ("R0 B7 B8", "P, R, 0, Y", play("R0")),
        ("RS B7 B8", "P, R, S, Y", play("RS")),
        ("R+2 B7 B8", "P, R, D, Y", play("R+2")),
        ("RR B7 B8", "P, R, R, Y", play("RR")),
        ("W+4 B7 B8", "P, S, F, G, Y", play("W+4", Colour.GREEN)),
        ("R5 B7 W+4", "P, B, 7, S, F, Y, R, 5, Y", play("R5")),  # two cards are refused
        ("R9 B7 W", "P, why, R, why B7, 9, Y", play("R9")),
    ],
)
async def test_a_card_is_played_letter_by_letter(hand: str, typed: str, played: act.Play, capsys: Capture) -> None:
    at = table(capsys, hand)
    at.type(*typed.split(", "))
    assert at.acted == [played]


async def test_who_was_drawn_to_begin_and_what_the_first_card_changed_is_told(capsys: Capture) -> None:
    at = AtLines(new_game(preset("computer"), [True] * 3, bytes([1]) * 32), capsys)
    said = at.play(act.Deal())
    assert "The computer drew cem to begin.\n" in said
    assert said.count("The first card is red 1: it changes nothing. cem begins.\n") == 1
    assert at.hear(Tick(1e9), Tick(2e9)) == "", "no screen before the deal is there to end"
    assert "HUMAN PLAYS\nYour turn: type a number" in table(capsys, "R5 B7").opening
    assert "HUMAN PLAYS" not in table(capsys, "R5 B7", rules="official").opening


async def test_every_step_asks_for_the_next_letter_and_a_dash_leads_back_and_out(capsys: Capture) -> None:
    at = table(capsys, "R5 W B7 B8")
    assert at.type("P") == COLOUR
    assert at.type("R") == RED_CARD
    assert at.type("5") == "Play red 5? Y yes, N no. Type - to go back.\n"
    assert at.type("N").startswith("Not played.\nYou can:\n 1. ")
    assert at.type("P", "S") == COLOUR + SPECIAL
    assert at.type("C") == NAME
    assert at.type("B") == "Play Wild and name blue? Y yes, N no. Type - to go back.\n"
    assert at.type("-", "-", "-", "-").startswith(NAME + SPECIAL + COLOUR + "You can:\n 1. ")
    assert at.type("R").startswith("There's no command")
    assert at.acted == []
    at.type("P", "S", "C", "B", "Y")
    assert at.acted == [play("W", Colour.BLUE)]


@pytest.mark.parametrize(
    ("letters", "said"),
    [
        ("P Y", "You have no yellow card.\n" + COLOUR),
        ("P Q", "'Q' is neither a colour nor S.\n" + COLOUR),
        ("P O", "'O' is neither a colour nor S.\n" + COLOUR),
        ("P R 4", "You don't have red 4.\n" + COLOUR),
        ("P B 7", "Blue 7 doesn't match red or 9.\n" + COLOUR),
        ("P S F", "Wild Draw Four isn't allowed now. O4: {O4}\n" + COLOUR),
        ("P S C", "You don't have Wild.\n" + COLOUR),
        ("P R Q", "There's no such card: 'Q'.\n" + RED_CARD),
        ("P S 5", "There's no such card: '5'.\n" + SPECIAL),
        ("P S H", "There's no such card: 'H'.\n" + SPECIAL),
        ("P R 5 Q", "Type one of the letters.\nPlay red 5? Y yes, N no. Type - to go back.\n"),
        ("P R 5 U", "Type one of the letters.\nPlay red 5? Y yes, N no. Type - to go back.\n"),
    ],
)
async def test_a_wrong_letter_is_refused_and_the_question_repeated(letters: str, said: str, capsys: Capture) -> None:
    at = table(capsys, "R5 B7 B8 W+4")
    *first, last = letters.split()
    at.type(*first)
    assert at.type(last) == said.format(**CLAUSES)
    assert at.acted == []


@pytest.mark.parametrize(
    ("rules", "hand", "more", "letters", "said"),
    [
        ("computer", "R5 B7", "stock: R3", "T P", "Play red 3? Y yes, N no. Type - to go back.\n"),
        ("computer", "R5 B7", "stock: R3", "T P -", "You can:\n 1. play red 3 (R3)\n"),
        ("computer", "R5 B7", "stock: G3", "T P", "Green 3 doesn't match red or 9.\nYou drew green 3; you can't"),
        ("computer", "R5 B7", "turn: bob", "P", "It's not your turn. O2: "),
        ("computer", "R5 B7", "turn: bob", "T", "It's not your turn. O2: "),
        ("computer voluntary_draw=no", "R5 B7", "", "T", "You must play a card. H6: "),
        ("skyrus", "G5 B7", "stock: R3", "T T", "You must play a card. C4: "),
        ("street", "Y5 R1", "", "P", COLOUR.replace("Y yellow", "Y or O orange")),
        ("street", "Y5 R1", "", "P O", "Which orange card?"),
    ],
)
async def test_what_the_rules_ask_for_is_said(
    rules: str, hand: str, more: str, letters: str, said: str, capsys: Capture
) -> None:
    at = table(capsys, hand, rules=rules, more=more)
    *first, last = letters.split()
    at.type(*first)
    acted = len(at.acted)
    assert at.type(last).startswith(said)
    assert len(at.acted) == acted


async def test_what_else_a_deck_has_is_played_by_letters_too(capsys: Capture) -> None:
    letters = {
        "H G cem Y": play("WS", Colour.GREEN, target=2),
        "H G ann 2 Y": play("WS", Colour.GREEN, target=1),
        "X B Y": play("WX", Colour.BLUE),
        "U R 2 Y": play("WC", Colour.RED, target=1),
    }
    for typed, played in letters.items():
        at = AtLines(THREE + "custom: chosen_player_draws_three", capsys)
        assert "H Swap Hands, X Shuffle Hands, U Customizable" in at.type("P", "S")
        said = at.type(*typed.split())
        assert said.count("Which player? 2 bob, 3 cem.") == (2 if "ann" in typed else not typed.startswith("X"))
        assert at.acted == [played]


async def test_uno_can_be_called_with_the_confirmation(capsys: Capture) -> None:
    at = table(capsys, "R5 B7", rules="official")
    assert at.type("P", "R", "5").endswith("Play red 5? Y yes, U yes and call UNO, N no. Type - to go back.\n")
    at.type("U")
    assert at.acted == [play("R5", uno=True)]


async def test_a_command_in_mid_dialogue_is_obeyed(capsys: Capture) -> None:
    at = table(capsys, "R5 B7 B8")
    at.type("P", "R")
    assert at.type("hand").endswith("Blue: 7, 8. Special: none.\n" + RED_CARD)
    at.type("5", "draw")
    assert at.acted == [act.Draw(0)]


async def test_a_letter_that_comes_too_late_plays_nothing(capsys: Capture) -> None:
    at = table(capsys, "R5 B7 B8")
    at.type("P", "R", "5")
    assert "Too late: the game has moved on.\n" in at.play(act.TimedOut(0))
    assert at.type("Y").startswith("There's no command")
    assert at.acted == []


@pytest.mark.parametrize(
    ("letters", "question"),
    [("P", COLOUR), ("P S", SPECIAL), ("P S C", NAME), ("P R 9", "Play red 9? Y yes, N no. Type - to go back.\n")],
)
@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("why", "Blue 7. A2: "),
        ("why B7", "Blue 7 doesn't match red or 9.\n"),
        ("why R9", "Red 9 can be played."),
        ("why G9", f"You don't have green 9. A9: {CLAUSES['A9']}\n"),
        ("why nothing", "Which card? For example: R5\n"),
        ("rules", "Kitchen.\n"),
        ("rules Kitchen", "Kitchen.\n"),
        ("scores", "Scores in round 1: "),
        ("give", "You can't do that now."),
        ("tables", ""),
    ],
)
async def test_after_a_look_the_question_is_repeated(
    line: str, told: str, letters: str, question: str, capsys: Capture
) -> None:
    at = table(capsys, "R9 B7 W")
    at.type(*letters.split())
    said = at.type(line)
    assert told in said
    assert said.endswith(question)
    assert said.count(question) == 1
    assert at.acted == []


@pytest.mark.parametrize(("rules", "fourth"), [("street", "orange"), ("computer", "yellow")])
async def test_the_colours_are_told_as_the_table_calls_them(rules: str, fourth: str, capsys: Capture) -> None:
    at = table(capsys, "Y5 W R1", rules=rules, discard="Y9")
    at.type("play W")
    said = at.type("colour purple")
    assert said == f"Which colour? colour red, colour {fourth}, colour green or colour blue.\n"
    at.type("colour red")
    assert at.type("play O5").startswith("Which card?") is (fourth == "yellow")
