"""The book of M6 on the screen: S, P and T, a card letter by letter, five groups, and how a round opens."""

import re
from typing import Any, Literal

import pytest

from tests.client.fake import NORMAL, Fake, at_table, scene, seen, told
from tests.client.fullscreen.test_mouse import click
from uno_client.core.model import Model
from uno_client.core.model.parts import SettingsPart
from uno_client.core.model.table import GROUPS
from uno_client.messages import Pointed
from uno_client.preferences import Preferences, Typing
from uno_client.screens.frame import SMALLEST, Size
from uno_client.structs import replace
from uno_engine import actions as act
from uno_engine.cards import Colour, Rank, card
from uno_engine.decide import advance
from uno_engine.decisions import PlayDrawn, TakeTurn
from uno_engine.options import with_options
from uno_engine.presets import preset
from uno_engine.state import new_game
from uno_protocol import messages as net

pytestmark = pytest.mark.clause("M6")

Letter = Literal["R", "Y", "G", "B"]
MANY = " ".join(f"R{rank}" for rank in (*range(10), "S", "R", "+2")) + " Y1 Y2 Y3 G1 B1"


def at(hand: str, *others: str, typed: Typing = "auto", rules: str = "computer", **more: Any) -> Fake:
    model = Model(settings=SettingsPart(wants=Preferences(typed=typed)))
    return at_table(hand, *others or ("G1 G2", "G3 G4"), rules=rules, model=model, **more)


def bottom(fake: Fake) -> str:
    return "\n".join(seen(fake).splitlines()[-11:])


def played(*names: str, colours: tuple[Letter, ...] = (), uno: bool = False, target: int | None = None) -> net.Move:
    move: net.Move = net.Play(id=2, cards=list(names), colours=list(colours), target=target, uno=uno, decision=1)
    return move


@pytest.mark.parametrize(
    ("rules", "typed", "by_letters"),
    [("computer", "auto", True), ("official", "auto", False), ("computer", "off", False), ("official", "on", True)],
)
def test_letters_are_for_the_tables_and_players_that_want_them(rules: str, typed: Typing, by_letters: bool) -> None:
    shown = seen(at("R5 B7", rules=rules, typed=typed))
    assert ("HUMAN PLAYS" in shown) is by_letters
    assert ("P play" in shown) is by_letters


@pytest.mark.parametrize(
    ("rules", "hand", "keys", "request_"),
    [
        ("computer", "R5 B7 B8", "p r 5 y", played("R5")),
        ("computer", "RS B7 B8", "p r s enter", played("RS")),
        ("computer", "W+4 B7 B8", "p s f g y", played("W+4", colours=("G",))),
        ("computer", "R5 B7 B8", "t", net.Draw(id=2, decision=1)),
        ("computer", "R5 B7 B8", "enter enter", played("R5")),
        ("official", "R5 B7", "p r 5 u", played("R5", uno=True)),
        ("classic113", "WS B7 B8", "p s h b ² 2 y", played("WS", colours=("B",), target=2)),
    ],
)
def test_a_card_is_played_letter_by_letter(rules: str, hand: str, keys: str, request_: net.Request) -> None:
    assert at(hand, rules=rules, typed="on").press(keys).sent == [request_]


def test_j_plays_out_of_turn_and_enter_never_does() -> None:
    game = at("R9 B7 B8", rules="official", typed="on", asked=TakeTurn(1), options={"jump_in": "yes"})
    assert game.press("enter p enter enter enter").sent == []
    assert "Enter" not in game.bottom
    assert game.press("escape j").sent == [played("R9")]


def test_each_step_asks_for_the_next_letter_and_esc_goes_one_back() -> None:
    fake = at("R5 W B7 B8")
    assert "S sort  P play  T take" in bottom(fake)
    steps = {
        "p": ("Which colour?", "R red  Y yellow  G green  B blue  S special"),
        "s": ("Which special card?", "C Colour Change  F Draw Four"),
        "c": ("Which colour do you name?", "R red  Y yellow  G green  B blue"),
        "g": ("Play Wild and name green?", "Y yes  N no"),
        "n": ("S sort  P play  T take",),
    }
    for key, asks in steps.items():
        assert [words for words in asks if words not in bottom(fake.press(key))] == []
    fake.press("p s c b")
    for asked in (*(steps[key][0] for key in "csp"), "S sort  P play  T take"):
        assert asked in bottom(fake.press("escape"))
    assert fake.sent == []


def test_enter_names_the_colour_that_is_held_most() -> None:
    fake = at("R5 W B7 B8").press("p s c")
    assert "Enter blue" in fake.bottom
    assert "Play Wild and name blue?" in bottom(fake.press("enter"))


def test_the_card_that_was_taken_is_played_by_p_or_kept_by_k() -> None:
    fake = at("R5 B7 R3", asked=PlayDrawn(0), drawn="R3")
    assert "You drew red 3." in bottom(fake)
    assert "S sort  P play  K keep" in bottom(fake)
    assert fake.press("t").sent == []
    assert fake.press("p").sent == [played("R3")]


@pytest.mark.parametrize(("top", "letter"), [("R+2", "D●R"), ("W+4", "F"), ("W", "C")])
def test_cards_have_the_letters_of_the_book_on_the_pile_and_in_what_was_played(top: str, letter: str) -> None:
    fake = at("G5 B7", f"{top} G2", "G3 G4", asked=TakeTurn(1))
    fake.play(act.Play(1, (card(top),), (Colour.GREEN,) if top[0] == "W" else ()))
    shown = seen(fake)
    assert re.search(rf"bob +{letter} ", shown)


def test_p_is_not_offered_for_a_card_that_cannot_be_played_and_the_cursor_is_on_it() -> None:
    fake = at("R5 B7 G3", asked=PlayDrawn(0), drawn="G3")
    fake.but(lambda model: replace(model, settings=replace(model.settings, keeps_after=1.0)))
    assert "You can't play it." in bottom(fake)
    assert "S sort  K keep" in bottom(fake)
    assert fake.model.cards[fake.model.hand.selected] is card("G3")
    fake.wait(5.0)
    assert fake.sent == [], "it is not kept by itself"
    assert fake.press("p").said.startswith("Green 3 doesn't match")
    assert isinstance(fake.press("enter").last, net.Keep)


@pytest.mark.parametrize("size", [SMALLEST, NORMAL, Size(200, 60)])
@pytest.mark.parametrize("hand", ["R5 B+2 BS BR W W+4 G0", f"{MANY} W"])
def test_the_hand_lies_by_colour_with_the_letters_of_the_book(hand: str, size: Size) -> None:
    fake = at(hand)
    assert [held.card.colour for held in scene(fake).hand.cards] == sorted(
        (card(name).colour for name in hand.split()), key=GROUPS.index
    )
    shown = seen(fake, size)
    assert [sign for sign in ("⊘", "⇄", "+4") if sign in shown] == []


def test_a_chain_is_begun_with_the_card_under_the_cursor() -> None:
    assert "Together: red 6" in told(at("R5 R6 B7", rules="quickplay", typed="on").press("right space"))


def test_a_card_is_spelled_by_mouse_alone() -> None:
    fake = at("R5 W B7 B8")
    for words in ("P play", "S special", "C Colour Change", "G green", "Y yes"):
        click(fake, words)
    assert fake.sent == [played("W", colours=("G",))]


def test_a_click_on_another_card_plays_nothing_that_was_asked_about() -> None:
    fake = at("R5 R6 B8").press("p r 5").feed(Pointed(1), Pointed(1))
    assert fake.sent == []
    assert "Play red 6?" in bottom(fake)
    assert fake.press("enter").sent == [played("R6")]


@pytest.mark.parametrize("key", ["q", "m", "d", "7"])
def test_while_a_question_is_open_letters_belong_to_it(key: str) -> None:
    fake = at("R5 B7 B8").press(key)
    assert fake.said.startswith(f"{key} does nothing here. Try: s sort, p play, t take")
    fake.press(f"p {key}")
    assert fake.model.question
    assert (fake.model.page, fake.sent) == (None, [])


def test_help_esc_slash_and_arrows_stay() -> None:
    fake = at("R5 B7 B8")
    for letters in ("", "p r"):
        assert "Help" in seen(fake.press(f"{letters} ?")).splitlines()[0]
        assert fake.press("escape /").model.draft.open
        assert fake.press("escape right").model.hand.selected == 1
        fake.press("left")
    fake.press("escape escape escape")
    assert "menu" in seen(fake).splitlines()[0]
    assert fake.press("q").asks.startswith("Leave the table for good?")


def dealt(first: Rank, starter: int, **options: str) -> Fake:
    """A round of three that opens with a card of that rank, begun by that seat."""
    for seed in range(1, 250):
        state, trial = (
            new_game(with_options(preset("computer"), options), [True] * 3, bytes([seed]) * 32) for _again in "ab"
        )
        advance(trial, act.Deal())
        if (trial.discard[0].rank, trial.starter) == (first, starter):
            model = Model(settings=SettingsPart(wants=Preferences(typed="on")))
            return Fake(state, model=model).begin().play(act.Deal())
    raise AssertionError("no such deal")


def test_before_a_deal_it_is_named_who_begins_then_the_cards_are_shuffled() -> None:
    fake = dealt(Rank.ONE, starter=1)
    assert "The computer drew bob to begin." in seen(fake)
    fake.wait(2.6)
    assert "The computer shuffles and deals." in seen(fake)
    fake.wait(2.6)
    assert "BOB PLAYS" in seen(fake)
    assert "it changes nothing. bob begins." in fake.said


def test_help_stays_before_a_deal() -> None:
    fake = dealt(Rank.ONE, starter=0).press("?")
    assert "Help" in seen(fake).splitlines()[0]
    assert "The computer drew" in seen(fake.press("escape"))
    fake.press("x")  # any other key goes on, and nobody is waited for
    assert "The computer shuffles" in seen(fake)
    fake.press("p")
    assert "HUMAN PLAYS" in seen(fake)
    assert (fake.model.question, fake.sent) == (None, [])


def test_who_is_about_something_else_sees_no_screen_before_the_deal() -> None:
    state = new_game(preset("computer"), [True] * 3, bytes(32))
    fake = Fake(state).begin().but(lambda model: replace(model, page=None)).press("?")
    fake.play(act.Deal())
    assert "The computer drew" not in seen(fake.press("escape"))


@pytest.mark.parametrize(
    ("first", "starter", "options", "said"),
    [
        (Rank.SKIP, 1, {}, ": bob misses the turn. cem begins."),
        (Rank.SKIP, 0, {}, ": you miss the turn. bob begins."),
        (Rank.DRAW_TWO, 1, {}, ": bob draws 2 cards and misses the turn. cem begins."),
        (Rank.DRAW_TWO, 1, {"stacking": "any"}, ": bob must take 2 cards or pass them on."),
        (Rank.REVERSE, 2, {}, ": play goes counter-clockwise. bob dealt and begins."),
        (Rank.REVERSE, 1, {}, ": play goes counter-clockwise. You dealt and begin."),
        (Rank.WILD, 2, {}, ": bob names the colour."),
        (Rank.FIVE, 2, {}, ": it changes nothing. cem begins."),
    ],
)
def test_the_first_card_says_what_it_changed(first: Rank, starter: int, options: dict[str, str], said: str) -> None:
    fake = dealt(first, starter, **options).press("x x")
    assert fake.said.endswith(said)
    assert fake.model.play.log[-1].text == fake.said
    assert [line.text for line in fake.model.play.log if line.text][1:] == [fake.said]


def test_the_deal_lies_in_an_order_of_its_own_which_is_the_same_each_time() -> None:
    came, again = (dealt(Rank.ONE, 1).model for _again in "ab")
    assert came.cards == again.cards
    assert sorted(held.name for held in came.hand.came) == sorted(held.name for held in came.held)
    assert came.hand.came != came.held
