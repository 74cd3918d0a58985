"""One table of keys drives the client, its bottom line and its help."""

import re
from collections import Counter
from typing import Any

import pytest

from tests.client.core.test_replay import of_file
from tests.client.fake import Fake, at_table, page_of, position, seen
from tests.protocol.recorded_games import recorded
from uno_client.core.actions.action import Action
from uno_client.core.actions.play import WHY
from uno_client.core.model import Model
from uno_client.core.model.parts import Scope, Screen, SettingsPart
from uno_client.core.navigation import place_of, to_connect
from uno_client.fullscreen.help_keys import _FIRST, _GROUPS
from uno_client.fullscreen.key_handlers import _BY_KEY, _DO
from uno_client.fullscreen.keys import ACTIONS, BINDINGS, Intent, bindings_with, key_of, meaning, named, works_now
from uno_client.fullscreen.own_keys import own_keys
from uno_client.fullscreen.screens import PAGES, keys_now
from uno_client.messages import Key, Typed
from uno_client.preferences import Preferences
from uno_client.structs import replace
from uno_engine import decisions as asks


@pytest.mark.parametrize("place", Scope)
def test_no_key_means_two_things_in_one_place(place: Scope) -> None:
    undoing = [each for each in BINDINGS if isinstance(each.intent, Action) and each.intent.undoes]
    keys = Counter(key for each in BINDINGS if place in each.places and each not in undoing for key in each.keys)
    assert [key for key, times in keys.items() if times > 1] == []


def test_every_intent_is_carried_out() -> None:
    assert set(_DO) ^ set(_BY_KEY) == set(Intent)
    assert {binding.intent for binding in BINDINGS if isinstance(binding.intent, Intent)} == set(Intent)
    assert {*_GROUPS, *_FIRST} <= {named(binding.intent) for binding in BINDINGS}


def test_the_help_tells_every_key() -> None:
    game = at_table("R5", "G1")
    words = " ".join(page_of(game.model, Scope.HELP).split())
    has = [binding for binding in BINDINGS if Scope.HAND in binding.places and binding.under(game.state.rules)]
    assert [binding.help_now() for binding in has if binding.help_now() not in words] == []


def help_at(**more: Any) -> str:
    """The help at a table, as one text; without the rules in words, which follow it."""
    model = at_table("R5", "G1", **more).model
    return " ".join(page_of(model, Scope.HELP).split()).split("Rules of ")[0]


def test_the_help_leaves_out_what_the_table_does_not_have() -> None:
    others = ("WS", "WC", "orange", "Space", "Voting", "Choosing a player", "Keeping one card", "A penalty against you")
    has = ("W+4 Wild Draw Four", "A Wild Draw Four against you", "call UNO")
    assert [words for words in (*others, *has) if words in help_at()] == list(has)
    assert "call UNO" not in help_at(rules="computer")
    assert "A Wild Draw Four against you" not in help_at(rules="street")


@pytest.mark.parametrize(
    ("options", "told"),
    [
        ({"extra": "1,0,0"}, ("WS Swap Hands", "Choosing a player")),
        ({"extra": "0,0,3", "customizable_rule": "discard_colour"}, ("WC Customizable", "Keeping one card")),
        ({"extra": "0,0,3"}, ("Voting for a rule", "Passing a card on", "Keeping one card")),
        ({"seven_zero": "yes"}, ("Choosing a player",)),
        ({"extra": "0,0,3", "customizable_rule": "own", "own_text": "Sing."}, ("confirm that you did",)),
        ({"stacking": "any"}, ("pass the penalty on", "A penalty against you")),
        ({"chains": "yes"}, ("Space", "play several cards", "Playing several cards")),
        ({"fourth_colour": "orange"}, ("Y▲ orange",)),
    ],
)
def test_the_help_tells_what_the_table_has(options: dict[str, str], told: tuple[str, ...]) -> None:
    assert [words for words in told if words not in help_at(options=options)] == []


def headings(model: Model) -> list[str]:
    """The headings of the help, in order."""
    model = replace(model, page=Scope.HELP)
    return [each.words for each in PAGES[Scope.HELP](model, keys_now(model)).blocks if each.titles]


def test_every_place_has_its_keys_in_the_help() -> None:
    own = {"extra": "0,0,1", "customizable_rule": "own", "own_text": "Sing."}
    tables: tuple[dict[str, str], ...] = ({"stacking": "any", "extra": "1,1,3"}, {"chains": "yes"}, own)
    told = {each for options in tables for each in headings(at_table("R5", "G1", options=options).model)}
    spelled = Model(settings=SettingsPart(wants=Preferences(typed="on")))
    told |= set(headings(Fake(position("R5", "G1"), model=spelled).begin().model))
    for screen in (Screen.DOOR, Screen.SETTINGS, Screen.HOSTED):
        told |= set(headings(Model(screen=screen)))
    told |= set(headings(of_file(recorded(9))))
    over = {Scope.HELP, Scope.RULES, Scope.REASONS, Scope.NUMBERS, Scope.CONFIRM, Scope.TRUST, Scope.OPENING}
    assert {place.value for place in Scope if place not in over} <= told


@pytest.mark.parametrize(("screen", "own"), [(Screen.CREATE, Scope.CREATE), (Screen.TABLES, Scope.TABLES)])
def test_before_a_table_the_help_begins_with_the_own_keys_and_tells_none_of_a_table(screen: Screen, own: Scope) -> None:
    model = Model(screen=screen, page=Scope.HELP)
    first, *others = headings(model)
    assert first == own.value
    before = (Scope.TABLES, Scope.CREATE, Scope.TYPING, Scope.SAYING, Scope.CONNECT)
    assert set(others) == {place.value for place in before} - {own.value}
    assert "Penalties in cards" not in page_of(model, Scope.HELP)


def test_a_spectator_watches() -> None:
    assert place_of(at_table("R5", "G1", seat=None).model) is Scope.WATCHING


def meant(model: Model, key: Key | Typed) -> Intent | Action | None:
    found = meaning(model, key)
    return found and found[0].intent


def test_letters_are_text_in_a_form_where_f1_opens_the_help() -> None:
    form = to_connect(Model())
    assert meant(form, Typed("q")) is None
    assert meant(replace(form, screen=Screen.TABLES), Typed("q")) is not None
    assert meant(form, Key("f1")) is Intent.HELP


def with_keys(own: dict[str, str], *hands: str, **more: Any) -> Fake:
    keys, wrong = own_keys(own)
    assert wrong == []
    return at_table(*hands, model=Model(settings=SettingsPart(keys=keys)), **more)


def with_all_keys_changed(*hands: str, presses: str = "", **more: Any) -> Fake:
    own = {action: chr(ord("ሀ") + number) for number, action in enumerate(sorted(ACTIONS))}
    game = with_keys(own, *hands, **more)
    return game.press(" ".join(key_of(game.model, ACTIONS[name]) for name in presses.split()))


LONE = re.compile(r"(?<![\w'/])[b-z](?![\w'])")
"""A small letter that stands alone; a is a word."""


@pytest.mark.parametrize(
    "game",
    [
        lambda: with_all_keys_changed("R5 B7", "G1 G2"),
        lambda: with_all_keys_changed("R5 B7", "G1 G2", presses="uno"),
        lambda: with_all_keys_changed("R5 B7 B8", "G1 G2", presses="uno", options={"false_uno_penalty": "2"}),
        lambda: with_all_keys_changed("R5 B7 B8", "G1 G2", asked=asks.PlayDrawn(0), drawn="R5"),
        lambda: with_all_keys_changed("R5 B7", "G1 G2", top="W+4", colour="R", asked=asks.AnswerDrawFour(0, 1, 4)),
        lambda: with_all_keys_changed("R5 B7", "G1 G2", asked=asks.AnswerStack(0, 4), rules="street"),
    ],
)
def test_no_sentence_names_a_key_that_was_changed(game: Any) -> None:
    model = game().model
    assert [line for line in seen(model).splitlines()[-6:] if LONE.search(line)] == []
    told = [each for each in bindings_with(model.settings.keys) if each.intent.name.lower() in ACTIONS]
    assert [each.help_now() for each in told if LONE.search(each.help_now())] == []


def test_a_changed_key_does_what_the_old_one_did_and_is_told_everywhere() -> None:
    game = with_keys({"why": "z", "say": "f"})
    assert [each.shown for each in works_now(game.model) if each.intent is WHY] == ["z"]
    assert meant(game.model, Typed("Z")) is WHY
    assert meant(game.model, Typed("n")) is None
    told = re.findall(r"^  (.) +show why you can't play", page_of(game.model, Scope.HELP), re.MULTILINE)
    assert set(told) == {"z"}
    assert [key_of(game.model, intent) for intent in (WHY, Intent.CHOOSE)] == ["z", "Enter"]


def test_two_actions_can_change_places() -> None:
    keys, wrong = own_keys({"why": "u", "uno": "n"})
    assert (dict(keys), wrong) == ({"why": "u", "uno": "n"}, [])


@pytest.mark.parametrize(
    ("own", "told"),
    [
        ({"hop": "z"}, "keys: there is no action hop. There are: accept, "),
        ({"yes": "z"}, "keys: there is no action yes"),
        ({"why": "zz"}, "keys: why takes one character, space or tab, not zz"),
        ({"why": "İ"}, "keys: why takes one character, space or tab, not \\u0130"),
        ({"why": "\x1b"}, "keys: why takes one character, space or tab, not \\x1b"),
        ({"why": "q"}, "keys: why can't be q: that key is “leave” (At the table)"),
        ({"draw": "5"}, "keys: draw can't be 5: that key is “find” (At the table)"),
        ({"menu": "Y"}, "keys: menu can't be y: that key is "),
        ({"uno": "z", "why": "z"}, "keys: why can't be z: that key is “UNO” (At the table)"),
    ],
)
def test_a_key_that_means_something_else_stays_as_it_was(own: dict[str, str], told: str) -> None:
    keys, wrong = own_keys(own)
    assert len(wrong) == 1
    assert wrong[0].startswith(told)
    assert len(keys) == len(own) - 1


@pytest.mark.parametrize("action", sorted(ACTIONS))
def test_every_action_can_have_another_key(action: str) -> None:
    keys, wrong = own_keys({action: "~"})
    assert (keys, wrong) == (((action, "~"),), [])
    changed = [each for each in bindings_with(keys) if "~" in each.keys]
    assert ACTIONS[action] in {each.intent for each in changed}


def test_enter_is_not_offered_where_a_card_could_jump_in() -> None:
    game = at_table("R9 B1 B2", "G1 G2", asked=asks.TakeTurn(1), options={"jump_in": "yes"})
    assert "j jump in" in game.bottom
    assert "Enter" not in game.bottom
    assert not game.press("enter").sent
