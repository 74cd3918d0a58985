"""Keys to requests: every question of the game is answered by keys, and what costs cards is confirmed first."""

from typing import Any

import pytest

from tests.client.fake import after_a_game, at_table, in_list, notice, press, said_on, seen, solo
from tests.client.test_every_request import waiting
from uno_client.core import forms
from uno_client.core.model import Model
from uno_client.core.model.parts import LinkPart, LinkPhase, LobbyPart, Screen, SettingsPart
from uno_client.messages import Quit, Tick, Typed
from uno_client.screens.frame import SMALLEST, Size
from uno_client.structs import replace
from uno_engine import actions as act
from uno_engine.cards import card
from uno_engine.clauses import CLAUSES
from uno_engine.decisions import (
    AnswerDrawFour,
    AnswerStack,
    Decision,
    KeepOne,
    NameColour,
    PassCard,
    PlayDrawn,
    TakeTurn,
)
from uno_engine.options import MEANINGLESS, fingerprint
from uno_engine.presets import DESCRIPTIONS, PRESETS
from uno_engine.rules import OWN_TEXT, TABLE
from uno_protocol import messages as net
from uno_protocol import room as rm


def laid(name: str, **more: Any) -> net.Move:
    move: net.Move = net.Play(id=2, decision=1, cards=[name], **more)
    return move


WHY = net.WhyNot(id=2)
NO_UNO = "There's no UNO to call now."
OTHERS = {"asked": TakeTurn(1)}
JUMP = {"asked": TakeTurn(1), "options": {"jump_in": "yes"}}
DRAWN: dict[str, Any] = {"asked": PlayDrawn(0), "drawn": "R5"}
STACK: dict[str, Any] = {"top": "R+2", "asked": AnswerStack(0, 2), "options": {"stacking": "same"}}
HARMLESS = {"asked": TakeTurn(1), "options": {"out_of_turn_penalty": "0", "false_uno_penalty": "0"}}
QUICK = {"rules": "quickplay"}
SWAP = {"options": {"extra": "2,2,4"}}
ORANGE: dict[str, Any] = {"top": "W", "asked": NameColour(0), "rules": "street"}
DISCARD = {"extra": "2,2,4", "customizable_rule": "discard_colour"}
KEEP: dict[str, Any] = {"top": "WC", "colour": "B", "asked": KeepOne(0), "options": DISCARD}
KEEPS = SettingsPart(keeps_after=1.2)
PASS = {"asked": PassCard((0, 1)), "options": {"extra": "2,2,4", "customizable_rule": "everyone_passes_one"}}


@pytest.mark.parametrize(
    ("hands", "more", "keys", "sent", "said"),
    [
        # A card that does not fit is not sent, and what it should match is said.
        ("R5 B7 B8 / G1 G2", {}, "right enter", [WHY], "Blue 7 doesn't match red or 9."),
        ("B7 R4 R5 / G1 G2", DRAWN, "left enter", [WHY], "O3"),
        ("R5 B+2 / G1 G2", STACK, "r5 enter", [WHY], "S4"),
        ("R5 B7 B8 / G1 G2", KEEP, "r5 enter", [], "Choose one of your blue cards."),
        ("R5 B7 B8 / G1 G2", {}, "b7 enter r5 enter", [WHY, net.Play(id=3, decision=1, cards=["R5"])], ""),
        # An answer that a rule forbids is refused with its clause.
        ("R5 B7 B8 / G1", {"options": {"voluntary_draw": "no"}}, "d", [net.Draw(id=2, decision=1)], "H6"),
        ("R5 B7 B8 / G1", {}, "p", [net.Pass(id=2, decision=1)], "A3"),
        ("R5 B7 / G1", DRAWN | {"options": {"drawn_card": "must_play"}}, "k", [net.Keep(id=2, decision=1)], "C4"),
        # A key without meaning is passed over where nothing is asked.
        ("R5 B7 B8 / G1 G2", OTHERS, "z", [], ""),
        # Where several cards can be played in one turn, one is played as ever.
        ("R1 R5 RS B5 / G1 G2", QUICK, "r1 enter", [laid("R1")], ""),
        ("R1 R5 RS B5 / G1 G2", QUICK, "b5 space", [WHY], "Blue 5 doesn't match red or 9."),
        # Escape keeps the card.
        ("B1 B2 W / G1 G2", {}, "w enter escape", [], ""),
        ("R5 B7 WS / G1 G2 / Y1 Y2 Y3", SWAP, "w enter b escape escape", [], ""),
        # U before the play calls UNO with it, twice as once; Backspace takes that back.
        ("R5 B7 / G1 G2", {}, "u enter", [laid("R5", uno=True)], ""),
        ("R5 B7 / G1 G2", {}, "u u enter", [laid("R5", uno=True)], ""),
        ("R5 B7 / G1 G2", {}, "u backspace enter", [laid("R5")], ""),
        ("R5 B7 / G1 G2", {}, "backspace enter", [laid("R5")], ""),
        ("R9 B1 / G1 G2", JUMP, "r9 u j", [laid("R9", uno=True)], ""),
        ("W B7 / G1 G2", {}, "w u enter u b", [laid("W", colours=["B"], uno=True)], ""),
        ("W B7 / G1 G2", {}, "w enter u b", [laid("W", colours=["B"], uno=True)], ""),
        ("Y5 B7 / G1 G2", {}, "u", [], "You have no card to play, so there's no play to call UNO with."),
        ("R5 B7 B8 / G1 G2", {}, "c", [], "There's nobody to catch."),
        # A play out of turn is offered once, and only where it is punished.
        ("R5 B7 B8 / G1 G2", OTHERS, "j n", [], ""),
        ("R5 B7 B8 / G1 G2", OTHERS, "j y j", [laid("R5")], "You have no card to jump in with."),
        ("R9 B1 / G1 G2", JUMP, "r9 enter", [], "It's not your turn. To jump in, press j."),
        ("R5 B7 B8 / G1 G2", HARMLESS, "enter u", [], NO_UNO),
        # Swap Hands asks for a colour and a player, and for no more than it must.
        ("R5 B7 WS / G1 G2 / Y1 Y2 Y3", SWAP, "w enter b 2", [laid("WS", colours=["B"], target=2)], ""),
        ("R5 B7 WS / G1 G2 / Y1 Y2 Y3", SWAP, "w enter b right enter", [laid("WS", colours=["B"], target=2)], ""),
        ("R5 B7 WS / G1 G2", SWAP, "w enter b", [laid("WS", colours=["B"])], ""),
        ("WS / G1 G2 / Y1 Y2 Y3", SWAP, "enter", [laid("WS")], ""),
        # A seven asks for a player and no colour.
        ("R7 B7 / G1 / Y1 Y2 Y3", {"options": {"seven_zero": "yes"}}, "r7 enter 1", [laid("R7", target=1)], ""),
        ("R5 B7 / G1", ORANGE, "o", [net.Name(id=2, decision=1, colour="Y")], ""),
        # A player who has passed a card on waits and is not punished for a key.
        ("R5 B7 B8 / G1 G2", PASS, "enter enter u", [net.Give(id=2, decision=1, card="R5")], NO_UNO),
    ],
)
def test_keys_lead_to_a_request_or_to_a_reason(
    hands: str, more: dict[str, Any], keys: str, sent: list[net.Request], said: str
) -> None:
    game = at_table(*hands.split(" / "), **more).press(keys)
    assert (game.sent, game.model.question, game.model.hand.uno) == (sent, None, False)
    assert game.said.endswith(f" {said}: {CLAUSES[said]}") if said in CLAUSES else game.said == said


@pytest.mark.parametrize("asked", [{}, OTHERS, DRAWN, STACK, KEEP, PASS, {"asked": NameColour(0)}])
def test_escape_asks_whether_to_leave_whatever_the_game_asks(asked: dict[str, Any]) -> None:
    assert at_table("R5 B7 B8", "G1 G2", **asked).press("escape").asks.startswith("Leave the table for good?")


BOB, CEM = act.Play(1, (card("R3"),)), act.Play(2, (card("R4"),))


@pytest.mark.parametrize(
    ("hands", "steps", "said"),
    [
        # Until the player's turn comes.
        ("R5 B7 B8 / G1 R3 G4 / Y1 R4", ["d", BOB], "It's not your turn."),
        ("R5 B7 B8 / G1 R3 G4 / Y1 R4", ["d", BOB, CEM], ""),
        # Until a question is answered, or is none any more.
        ("R5 B7 B8 / G1 R3 G4 / Y1 R4", ["j n"], ""),
        ("R5 B7 B8 / G1 R3 G4 / Y1 R4", ["j y"], ""),
        ("R5 B7 B8 / G1 R3 G4 / Y1 R4", ["j", BOB], "bob was faster: you keep your red 5."),
        ("R5 B7 B8 / G1 G2 R3", ["j", BOB], "bob was faster: you keep your red 5."),
        # Until the round is over.
        ("R5 B7 B8 / R3", ["d", BOB], ""),
    ],
)
def test_what_was_said_or_asked_stays_as_long_as_it_matters(
    hands: str, steps: list[str | act.Action], said: str
) -> None:
    game = at_table(*hands.split(" / "), asked=TakeTurn(1))
    for step in steps:
        if isinstance(step, str):
            game.press(step)
        else:
            game.play(step)
    assert (game.model.question, game.said) == (None, said)


def test_a_swap_that_was_being_chosen_is_ended_by_who_was_faster() -> None:
    game = at_table("R7 B1 B2", "R9 G1", "Y1 Y2", options={"jump_in": "yes", "seven_zero": "yes"}).press("r7 enter")
    game.play(act.Play(1, (card("R9"),)))
    assert (game.model.question, game.said) == (None, "bob was faster: you keep your red 7.")


def test_a_key_pressed_twice_plays_once() -> None:
    game = at_table("R5 R6 R7", "G1 G2", answers=False).press("enter enter d")
    assert len(game.sent) == 1


def test_a_call_with_many_cards_is_warned_of_at_once() -> None:
    game = at_table("R5 B7 B8", "G1 G2").press("u")
    assert game.said.startswith("You have 3 cards: UNO with a play that leaves more than one costs 4 cards.")
    for keys in ("backspace", "u enter n"):
        assert game.press(keys).said == "Taken back: you won't call UNO with your next play."
        assert (game.model.hand.uno, game.asks, game.sent) == (False, "", [])


def test_a_call_for_the_next_play_lapses_when_the_hand_grows() -> None:
    game = at_table("B8 B7", "G1 R+2 G3", asked=TakeTurn(1)).press("u").play(act.Play(1, (card("R+2"),)))
    assert not game.model.hand.uno


@pytest.mark.parametrize(
    ("asked", "keys", "price", "request_"),
    [
        (TakeTurn(1), "j", "costs 2 cards", net.Play(id=2, decision=1, cards=["R5"])),
        (TakeTurn(1), "u", "costs 4 cards", net.CallUno(id=2, decision=1)),
        (TakeTurn(0), "u enter", "costs 4 cards", net.Play(id=2, decision=1, cards=["R5"], uno=True)),
    ],
)
def test_what_costs_cards_is_confirmed_first(asked: Decision, keys: str, price: str, request_: net.Request) -> None:
    game = at_table("R5 B7 B8", "G1 G2", asked=asked).press(keys)
    assert game.sent == []
    assert price in game.asks
    assert game.press("y").sent == [request_]


@pytest.mark.parametrize("asks", ["j", "u", "q", "c-q", "m n 1"])
def test_enter_is_no_yes_where_yes_costs_something(asks: str) -> None:
    game = at_table("R5 B7 B8", "G1 G2", asked=TakeTurn(1)).press(asks)
    asked = game.asks
    assert asked
    assert (game.press("enter enter").asks, game.sent, game.others) == (asked, [], [])


@pytest.mark.parametrize(
    ("asked", "keys", "said"),
    [
        (TakeTurn(1), "j enter", "Enter does nothing here. Try: y play anyway, n no."),
        (TakeTurn(1), "j x", "x does nothing here. Try: y play anyway, n no."),
        (AnswerDrawFour(0, 1, 4), "d", "d does nothing here. Try: a take 4, x challenge, "),
        (AnswerDrawFour(0, 1, 4), "enter", "Press a to take the cards, or x to challenge."),
        (PlayDrawn(0), "d", "d does nothing here. Try: Enter play, k keep, "),
        (NameColour(0), "o", "o does nothing here. Try: r y g b name, "),
        (NameColour(0), "delete", "Del does nothing here. Try: r y g b name, "),
        (TakeTurn(0), "k a x", "x does nothing here. Try: Enter play, d draw, "),
        (TakeTurn(0), "z", "z does nothing here. Try: Enter play, d draw, "),
        (TakeTurn(0), "9", "You don't have that card."),
    ],
)
def test_a_key_that_does_nothing_at_a_question_is_answered_with_those_that_do(
    asked: Decision, keys: str, said: str
) -> None:
    game = at_table("R5 B7 B8", "G1 G2", asked=asked, drawn="R5" if isinstance(asked, PlayDrawn) else None)
    game.press(keys)
    assert game.said.startswith(said)
    assert game.sent == []


def test_what_a_useless_key_is_told_goes_with_the_question() -> None:
    game = at_table("R5 B7 B8", "G1 G2", asked=TakeTurn(1)).press("j f9")
    assert game.said.startswith("F9 does nothing here.")
    assert game.happen(rm.GameCleared()).said == ""
    game = at_table("R5 B7 B8", "G1 G2").press("z")
    assert game.said.startswith("z does nothing here.")
    assert game.play(act.Play(0, (card("R5"),))).said == "", "the clock has played"


def test_q_in_a_game_alone_asks_whether_to_end_the_program() -> None:
    over = after_a_game().but(solo)
    assert "q to quit" in seen(over, Size(100, 30))
    assert over.press("q").others == [Quit(0)]
    game = at_table("R5 B7", "G1 G2").but(solo)
    assert "q quit" in game.bottom
    game.press("q")
    assert (game.others, game.asks) == ([], "Quit? You'll lose this game.")
    game.press("y")
    assert (game.others, game.sent) == ([Quit(0)], [])


FOUND = {
    "R1": ["9"],
    "R7": ["7"],
    "RS": ["r s", "right right"],
    "Y7": ["y", "7 7", "down"],
    "G7": ["g", "g g g"],
    "G+2": ["g g", "+ +", "g +"],
    "BR": ["v"],
    "B7": ["b 7"],
    "W": ["w", "up"],
    "W+4": ["w w", "+", "w +", "left"],
}


@pytest.mark.parametrize(("found", "keys"), [(found, keys) for found, several in FOUND.items() for keys in several])
def test_letters_and_digits_find_a_card(found: str, keys: str) -> None:
    game = at_table(" ".join(FOUND), "G1 G2").press(keys)
    assert game.model.cards[game.model.hand.selected].name == found


def test_the_cursor_stays_on_its_card_when_the_hand_changes() -> None:
    game = at_table("R5 B7 B8", "G1 R+2 G3", asked=TakeTurn(1)).press("b b")
    before = game.model.cards[game.model.hand.selected]
    game.play(act.Play(1, (card("R+2"),)))
    assert game.model.cards[game.model.hand.selected] is before


def lobby() -> Model:
    lines = in_list("AAAA"), in_list("BBBB")
    return Model(link=LinkPart(LinkPhase.ONLINE), screen=Screen.TABLES, lobby=LobbyPart(lines), name="ann")


def on_option(option: str, model: Model | None = None) -> Model:
    """The create screen with the cursor on an option."""
    model = model or press(lobby(), "n up enter")[0]
    for _at in model.form.fields:
        if model.form.current.key == option:
            return model
        model, _ = press(model, "down")
    raise AssertionError(f"{option} is not seen")


CHAINED = on_option("stacking", press(on_option("chains"), "right")[0])


def test_a_table_of_the_list_is_chosen() -> None:
    assert press(lobby(), "down enter")[0].link.pending == (net.JoinTable(id=1, table="BBBB"),)
    assert press(lobby(), "down down up w")[0].link.pending == (net.SpectateTable(id=1, table="AAAA"),)


def test_a_table_is_opened_by_a_form() -> None:
    model, _ = press(lobby(), "n c-u K i t down down right down right right down right up up up up up enter")
    model, _ = press(on_option("jump_in", model), "right enter")
    assert model.link.pending == (
        net.CreateTable(id=1, name="Kit", new=net.NewTable(seats=5, options={"jump_in": "yes"}, bots=["hard", "hard"])),
    )


def test_a_new_table_takes_two_steps() -> None:
    model, _ = press(lobby(), "n")
    assert "More rules …" in seen(model)
    assert "Stacking penalties" not in seen(model, Size(120, 60))
    model, _ = press(model, "up enter")
    shown = seen(model, Size(120, 70))
    for words in ("Save these rules as", "The deal", "The Wild Draw Four"):
        assert words in shown
    for option, words in (("starter", "left of the dealer"), ("stacking", "Stacking penalties")):
        assert words in seen(replace(model, form=model.form.pointing_at(option)))
    model, _ = press(model, "enter down")
    assert model.form.current.key == "name"
    model, _ = press(model, "enter")
    assert model.link.pending == (net.CreateTable(id=1, name="ann's table", new=net.NewTable()),)


def test_another_preset_brings_its_values_and_fits_the_seats() -> None:
    model, _ = press(lobby(), "n down down 1 up right right right")
    assert model.form["rules"] == "street"
    assert (model.form["seats"], model.form["stacking"], model.form["fourth_colour"]) == ("4", "same", "orange")
    model, _ = press(model, "enter")
    new = net.NewTable(seats=4, preset="street")
    assert model.link.pending[-1] == net.CreateTable(id=1, name="ann's table", new=new)


@pytest.mark.parametrize("name", PRESETS)
def test_the_form_of_a_preset_says_what_it_is_and_makes_it(name: str) -> None:
    model, _ = press(lobby(), "n down" + " right" * list(PRESETS).index(name))
    shown = said_on(model, SMALLEST)
    assert [words for words in (f"‹ {name.replace('_', ' ')} ›", DESCRIPTIONS[name]) if words not in shown] == []
    assert forms.chosen_options(model.form) == {}
    assert fingerprint(forms.chosen_rules(model.form)) == fingerprint(PRESETS[name])


@pytest.mark.parametrize(
    ("key", "yes", "no"),
    [("listed", "Everyone on this server sees it", "join by code"), ("watching", "Others may", "Nobody may")],
)
def test_below_a_choice_stands_what_it_means(key: str, yes: str, no: str) -> None:
    form = on_option(key).form
    for said, value in zip((yes, no), form.current.choices, strict=True):
        assert said in forms.explained(form, replace(form.current, value=value))


@pytest.mark.parametrize("option", [option for option in TABLE if option != OWN_TEXT])
def test_every_option_is_on_the_form_with_its_title_and_what_its_value_means(option: str) -> None:
    form = forms.create("ann", {}).pointing_at("rules")
    while option in MEANINGLESS and MEANINGLESS[option](forms.chosen_rules(form)):  # another preset
        form = forms.turn(form, 1)
    form = form.pointing_at(option)
    assert form.current.label == TABLE[option].title
    assert forms.explained(form, form.current).startswith(TABLE[option].explain(form.current.value))
    for _ in form.current.choices:
        form = forms.turn(form, 1)
        assert forms.explained(form, form.current).startswith(TABLE[option].explain(form.current.value))
        assert "_" not in forms.shown(form.current, form.current.value), "it is shown in words"


@pytest.mark.parametrize(
    ("model", "keys", "said"),
    [
        (on_option("name"), "c-u enter", "Give the table a name."),
        (on_option("bots"), "left enter", "9 computer players leave no seat for you at a table of 4."),
        (on_option("players"), "3 - 3 enter", "These rules are for 3 to 3 players, not for 4 seats."),
        (CHAINED, "right enter", "Several cards in one turn: does not go with stacking."),
    ],
)
def test_a_form_that_makes_no_sense_is_not_sent(model: Model, keys: str, said: str) -> None:
    model, _ = press(model, keys)
    assert (model.link.pending, model.screen, notice(model)) == ((), Screen.CREATE, said)


@pytest.mark.parametrize(
    ("option", "typed", "value"),
    [("players", "Fun", "2-10"), ("players", "3x-5", "3-5"), ("uno_grace", "F2,5", "2.5"), ("target", "-1000", "1000")],
)
def test_where_a_number_is_wanted_letters_are_not_taken(option: str, typed: str, value: str) -> None:
    form = forms.create("ann").pointing_at(option)
    for each in typed:
        form = forms.edit(form, Typed(each))
    assert form[option] == value


def test_the_waiting_room_by_keys() -> None:
    game = waiting().happen(rm.ReadyChanged(1, False))
    assert game.press("enter").sent == []
    assert game.happen(rm.ReadyChanged(0, False)).press("b escape x escape").sent == []
    assert game.press("s").sent == [net.Ready(id=2), net.Start(id=3)]


@pytest.mark.parametrize(("key", "code"), [("c-c", 130), ("c-q", 0)])
def test_quitting_a_game_is_confirmed_first_and_an_interruption_told_by_the_exit_code(key: str, code: int) -> None:
    game = at_table().press(key)
    assert game.others == []
    assert game.press(key).others == [Quit(code)]


@pytest.mark.parametrize(
    ("asked", "drawn", "rules", "does", "request_"),
    [
        (TakeTurn(0), None, "official", "Enter draw", net.Draw(id=2, decision=1)),
        (PlayDrawn(0), "G7", "official", "Enter keep", net.Keep(id=2, decision=1)),
        (AnswerStack(0, 4), None, "street", "Enter take 4", net.Accept(id=2, decision=1)),
    ],
)
def test_enter_does_the_one_thing_that_is_left(
    asked: Decision, drawn: str | None, rules: str, does: str, request_: net.Request
) -> None:
    game = at_table("B7 B8 G7", "G1 G2", top="R+2", asked=asked, drawn=drawn, rules=rules)
    assert does in game.bottom
    game.answers = False
    assert game.press("enter").sent == [request_]


def test_a_drawn_card_that_cannot_be_played_is_kept_by_itself_after_a_moment() -> None:
    game = at_table("B7 B8 G7", "G1 G2", asked=PlayDrawn(0), drawn="G7", answers=False)
    game.wait(5.0)
    assert game.sent == []
    game.but(lambda model: replace(model, settings=KEEPS))
    game.legal()
    game.wait(1.0)
    assert game.sent == []
    game.wait(0.5)
    assert game.sent == [net.Keep(id=2, decision=1)]
    game.wait(0.5)
    assert len(game.sent) == 1
    game.feed(net.Ok(id=2), Tick(game.model.now))  # before the server tells what came of it
    assert len(game.sent) == 1
    game.play(act.Keep(0))
    assert game.press("enter").asks == "", "it was meant for the card: nothing is played out of turn"


def test_a_drawn_card_that_can_be_played_waits_for_the_player() -> None:
    game = at_table("B7 R7", "G1 G2", asked=PlayDrawn(0), drawn="R7").but(lambda model: replace(model, settings=KEEPS))
    game.wait(60.0)
    assert game.sent == []
