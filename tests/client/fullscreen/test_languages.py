"""The full screen in other languages: nothing is forgotten, and nothing is too long."""

import pytest

from tests.client.fake import at_table, page_of, seen
from tests.client.fullscreen.test_every_decision import ROWS, opened
from tests.client.fullscreen.test_screens import LOST, models
from tests.client.untranslated import untranslated
from uno_client.core.forms import create, edit, shown
from uno_client.core.front_door import at_door, settings_form
from uno_client.core.model import Model
from uno_client.core.model.parts import Scope, Screen
from uno_client.core.model.question import MORE
from uno_client.drawing.texts import width
from uno_client.fullscreen.keys import BINDINGS, rank, works_now
from uno_client.messages import Typed
from uno_client.preferences import Preferences
from uno_client.screens.frame import SMALLEST, Size
from uno_client.structs import replace
from uno_client.wording.front_door import Hosting
from uno_engine.decisions import TakeTurn
from uno_engine.language import _
from uno_engine.options import values_of
from uno_engine.presets import PRESETS, preset
from uno_engine.rules import TABLE
from uno_protocol.catalogues import ENGLISH, LANGUAGES, PSEUDO, choose
from uno_protocol.wording.options import value_text

pytestmark = pytest.mark.fast

ROOMY = Size(200, 60)
HINT = 18
"""Columns of the longest label of a key, so that the bottom line has room for several."""
TITLE = 34
"""Columns of the longest label of a field: so wide is the list of a form at the smallest size, with its value below."""
OTHERS = [code for code in (*LANGUAGES, PSEUDO) if code != ENGLISH]


def test_every_screen_is_in_the_players_language() -> None:
    choose(PSEUDO)
    told = LOST.replace(",", "").split()  # by the net, which has words of its own
    forgotten = {name: untranslated(seen(model, ROOMY), *told) for name, model in models().items()}
    assert {name: words for name, words in forgotten.items() if words} == {}


@pytest.mark.parametrize("kind", ROWS)
def test_every_question_and_what_comes_of_its_answers_is_in_the_players_language(kind: str) -> None:
    choose(PSEUDO)
    for keys in ROWS[kind].answers:
        game = opened(ROWS[kind])
        assert untranslated(seen(game, ROOMY)) == set()
        assert untranslated(seen(game.press(keys), ROOMY)) == set()


@pytest.mark.parametrize("name", PRESETS)
def test_the_help_and_the_rules_of_every_preset_are_in_the_players_language(name: str) -> None:
    choose(PSEUDO)
    game = at_table("R5 B7", "G1 G2", rules=name)
    assert untranslated(page_of(game.model, Scope.HELP)) == set()


def test_the_front_door_is_in_the_players_language() -> None:
    choose(PSEUDO)
    runs = Hosting(7778, ("192.0.2.5:7778",), "", "", frozenset({"ann"}), 7777, "", "http://192.0.2.5:7778/", True)
    form = settings_form(Preferences(name="ann"))
    for model in (
        at_door(Model(), None),
        at_door(Model(), runs),
        replace(at_door(Model(), runs), screen=Screen.HOSTED),
        *(Model(screen=Screen.SETTINGS, form=replace(form, at=at)) for at in range(len(form.fields))),
    ):
        assert untranslated(seen(model, ROOMY)) == set()


@pytest.mark.parametrize("code", OTHERS)
def test_the_bottom_line_keeps_what_is_most_pressing_at_the_smallest_size(code: str) -> None:
    choose(code)
    for name, model in models().items():
        bottom = seen(model, SMALLEST).splitlines()[-1]
        kept = [each.shown_now for each in works_now(model) if rank(each) == 0]
        pressing = [each.shown_now for each in works_now(model) if rank(each) == 1][:1]
        assert [key for key in (*kept, *pressing) if f" {key} " not in bottom] == [], name


@pytest.mark.parametrize("code", LANGUAGES)
def test_no_label_is_longer_than_its_place(code: str) -> None:
    choose(code)
    labels = {_(each.label) for each in BINDINGS}
    assert [label for label in labels if width(label) > HINT] == []
    fields = [*create("ann").fields, *settings_form(Preferences()).fields]
    assert [field.label for field in fields if width(field.label) > TITLE] == []


@pytest.mark.parametrize("code", LANGUAGES)
def test_every_value_of_a_new_table_can_be_read_at_the_smallest_size(code: str) -> None:
    choose(code)
    form = create("ann").write("x").filled(MORE, "shown")
    cut = []
    for at, field in enumerate(form.shown):
        standard = {values_of(preset(name))[field.key] for name in PRESETS} if field.key in TABLE else set()
        for value in {*field.choices, *standard}:
            model = Model(screen=Screen.CREATE, form=replace(form, at=at).write(value))
            if f"‹ {shown(field, value)} ›" not in seen(model, SMALLEST):
                cut.append((field.label, shown(field, value)))
    assert cut == []


@pytest.mark.parametrize(("turn", "asks"), [(1, "j j"), (1, "u enter"), (0, "u enter enter"), (0, "q enter enter")])
def test_in_german_enter_is_yes_but_not_at_the_moment_of_the_question(turn: int, asks: str) -> None:
    choose("de")
    for yes in ("y", "enter"):
        game = at_table("R5 B7 B8", "G1 G2", asked=TakeTurn(turn)).press(asks)
        assert " Enter " in game.bottom
        game.wait(0.5)
        assert game.press("j").sent == []
        assert len(game.press(yes).sent) == 1


def test_a_number_has_the_comma_of_the_language() -> None:
    assert value_text("uno_grace", "1.5") == "1.5 s"
    choose("de")
    assert value_text("uno_grace", "1.5") == "1,5 s"
    assert value_text("forget_chance", "0.1") == "10 %"
    assert "1,5 Sekunden" in TABLE["uno_grace"].explain("1.5")
    assert "0,1" in TABLE["forget_chance"].explain("0.1")
    form = create("ann").pointing_at("uno_grace")
    for typed in "4,5":
        form = edit(form, Typed(typed))
    assert form["uno_grace"] == "4.5"
