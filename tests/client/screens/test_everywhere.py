"""Every screen in every theme, at every depth of colours, with the signs that a terminal can show."""

import pytest
from prompt_toolkit.output import ColorDepth, DummyOutput

from tests.client.fake import NORMAL, press, render, text_of
from tests.client.fullscreen.test_screens import MODELS, lobby
from uno_client.core.front_door import at_door, settings_form
from uno_client.core.model import Model
from uno_client.core.model.parts import Scope, Screen, SettingsPart
from uno_client.core.navigation import place_of
from uno_client.drawing.grid import Canvas
from uno_client.drawing.palette import ASCII, NARROW, UNICODE, Depth
from uno_client.drawing.texts import width
from uno_client.fullscreen.looks import depth_of, look, signs_of
from uno_client.fullscreen.screens import draw, in_ascii
from uno_client.preferences import SETTINGS, Preferences
from uno_client.screens.frame import SMALLEST, Size
from uno_protocol import catalogues

USUAL = look("dark", Depth.TRUE, "unicode")
SHOWN = {
    **{name: model for name, model in MODELS.items() if isinstance(draw(model, NORMAL, USUAL), Canvas)},
    "door": at_door(Model(name="ann"), None),
    "settings": press(Model(screen=Screen.SETTINGS, form=settings_form(Preferences())), "down down")[0],
}
SIZES = (SMALLEST, NORMAL, Size(120, 40), Size(250, 70))
LOOKS = [
    *((theme, Depth.TRUE, "unicode", (NORMAL,)) for theme in SETTINGS["theme"].takes.choices if theme != "auto"),
    *(("dark", depth, "unicode", (NORMAL,)) for depth in (Depth.FEW, Depth.SIXTEEN)),
    ("dark", Depth.TRUE, "unicode", SIZES),
    ("light", Depth.FEW, "narrow", SIZES),
    ("dark", Depth.MONO, "ascii", SIZES),
]


@pytest.mark.fast
@pytest.mark.parametrize(("theme", "depth", "signs", "sizes"), LOOKS)
def test_every_screen_fills_the_terminal_however_it_looks(
    theme: str, depth: Depth, signs: str, sizes: tuple[Size, ...]
) -> None:
    palette = look(theme, depth, signs)
    for model in SHOWN.values():
        for size in sizes:
            assert [width(text_of([line])) for line in render(model, size, palette)] == [size.columns] * size.rows


def test_where_no_blocks_can_be_shown_every_sign_is_ascii() -> None:
    palette = look("dark", Depth.TRUE, "ascii")
    odd = {
        name: sorted({sign for sign in text_of(in_ascii(render(model, NORMAL, palette))) if not sign.isascii()})
        for name, model in SHOWN.items()
    }
    assert {
        name: signs for name, signs in odd.items() if signs and not set(signs) <= set("日本語の名前とても長い")
    } == {}


@pytest.mark.parametrize(
    ("variables", "usual", "depth"),
    [
        ({}, ColorDepth.DEPTH_8_BIT, Depth.FEW),
        ({}, ColorDepth.DEPTH_4_BIT, Depth.SIXTEEN),
        ({"COLORTERM": "truecolor", "NO_COLOR": "1"}, ColorDepth.DEPTH_8_BIT, Depth.MONO),
        ({}, ColorDepth.DEPTH_24_BIT, Depth.TRUE),
    ],
)
def test_the_colours_are_those_of_the_terminal(
    variables: dict[str, str], usual: ColorDepth, depth: Depth, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(DummyOutput, "get_default_color_depth", lambda _output: usual)
    assert depth_of(variables, DummyOutput()) is depth


@pytest.mark.parametrize(
    ("variables", "encoding", "signs"),
    [
        ({"LANG": "en_GB.UTF-8"}, "utf-8", UNICODE),
        ({"LC_ALL": "ja_JP.UTF-8", "LANG": "en_GB.UTF-8"}, "utf-8", NARROW),
        ({"LC_ALL": "", "LANG": "de_DE.UTF-8"}, "utf-8", UNICODE),
        ({}, "ascii", ASCII),
    ],
)
def test_the_signs_are_those_that_the_terminal_can_show(
    variables: dict[str, str], encoding: str, signs: object
) -> None:
    assert look("dark", Depth.TRUE, signs_of(variables, encoding)).signs is signs


def test_a_theme_without_colours_has_none_and_cards_have_the_words_of_the_language() -> None:
    assert look("mono", Depth.TRUE, "unicode").depth is Depth.MONO
    catalogues.choose("de")
    assert list(look("dark", Depth.TRUE, "unicode").lettering.long.values()) == ["ROT", "GELB", "GRÜN", "BLAU"]


def test_the_screens_around_the_table_are_drawn_on_canvases() -> None:
    drawn = {place_of(model) for model in SHOWN.values()}
    assert drawn >= {Scope.DOOR, Scope.SETTINGS, Scope.TABLES, Scope.WAITING, Scope.CREATE, Scope.MENU, Scope.CONNECT}
    assert draw(lobby(), NORMAL, USUAL).lines()


def test_cards_are_plain_for_those_who_want_it() -> None:
    own = Preferences(cards="plain")
    plain = look("dark", Depth.TRUE, "unicode", Model(settings=SettingsPart(wants=own)))
    assert (USUAL.ovals, plain.ovals) == (True, False)
    forms = [Model(screen=Screen.SETTINGS, form=settings_form(each)) for each in (Preferences(), own)]
    assert len({text_of(render(each, NORMAL, USUAL)).splitlines()[4] for each in forms}) == 2
