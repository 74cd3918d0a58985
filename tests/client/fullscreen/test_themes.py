"""Themes: cards that nobody mistakes, letters that everybody can read, and which theme fits the background."""

import math
from functools import cache
from itertools import combinations

import pytest
from coloraide import Color as Plain
from coloraide.everything import ColorAll as Color
from prompt_toolkit.input import create_pipe_input
from prompt_toolkit.input.typeahead import get_typeahead
from prompt_toolkit.output import ColorDepth
from prompt_toolkit.styles import Style

from uno_client.fullscreen.output import colours_of
from uno_client.fullscreen.terminal import Sieve, TerminalAnswer, hand_over, heard, questions, shade
from uno_client.fullscreen.themes import CARD_STYLES, THEMES, theme_name

SIGHTS = ("normal", "protan", "deutan", "tritan")
METHODS = ("brettel", "machado")
"""Two models of how others see; the smaller distance counts."""
APART = {"dark": 25.0, "light": 18.0, "contrast": 25.0}
BACKGROUNDS = {"dark": ("#000000", "#303030"), "light": ("#ffffff", "#eeeeee"), "contrast": ("#000000",)}
INK = {"dark": 4.5, "light": 4.5, "contrast": 7.0}
LEVELS = (0x00, 0x5F, 0x87, 0xAF, 0xD7, 0xFF)
NOT_TOGETHER = {"yellow", "orange"}
"""Two names of the fourth colour: a table has one of them."""


def style(theme: str, name: str) -> tuple[str, str]:
    """Ink and fill of a style as the terminal gets them, with `#`; empty for the terminal's own."""
    found = Style.from_dict(dict(THEMES[theme])).get_attrs_for_style_str(f"class:{name}")
    ink, fill = (f"#{each}" if each else "" for each in (found.color, found.bgcolor))
    return ink, fill


@cache
def place(colour: str, sight: str, method: str) -> tuple[float, ...]:
    """Where a colour lies in CAM02-UCS for somebody who sees so."""
    seen = Color(colour) if sight == "normal" else Color(colour).filter(sight, method=method).clip("srgb")
    return tuple(seen.convert("cam02-ucs").coords())


def distance(one: str, other: str, sight: str) -> float:
    both = [(place(one, sight, method), place(other, sight, method)) for method in METHODS]
    return min(math.dist(here, there) for here, there in both)


@pytest.mark.parametrize("sight", SIGHTS)
@pytest.mark.parametrize("theme", APART)
def test_no_two_cards_look_alike_to_anybody(theme: str, sight: str) -> None:
    fills = {name: style(theme, name)[1] for name in CARD_STYLES}
    near = {
        (one, other): round(apart, 1)
        for one, other in combinations(CARD_STYLES, 2)
        if {one, other} != NOT_TOGETHER and (apart := distance(fills[one], fills[other], sight)) < APART[theme]
    }
    assert near == {}


@pytest.mark.parametrize("theme", INK)
def test_every_card_is_filled_and_has_an_ink_that_can_be_read(theme: str) -> None:
    for name in CARD_STYLES:
        ink, fill = style(theme, name)
        assert Plain(ink).contrast(fill) >= INK[theme], name


@pytest.mark.parametrize("theme", INK)
def test_every_text_can_be_read_on_every_usual_background(theme: str) -> None:
    for name in THEMES[theme]:
        ink, fill = style(theme, name)
        grounds = (fill,) if fill else BACKGROUNDS[theme]
        if ink and name != "rule":
            assert min(Plain(ink).contrast(ground) for ground in grounds) >= INK[theme], name


@pytest.mark.parametrize("theme", APART)
def test_a_terminal_of_256_colours_shows_the_colours_that_are_tested(theme: str) -> None:
    for name in CARD_STYLES:
        for colour in style(theme, name):
            assert all(int(colour[at : at + 2], 16) in LEVELS for at in (1, 3, 5)), (name, colour)


def test_the_theme_without_colour_has_no_colour() -> None:
    assert not any("#" in style or "ansi" in style for style in THEMES["mono"].values())


def test_every_theme_has_every_style() -> None:
    assert {name: set(THEMES[name]) ^ set(THEMES["dark"]) - {""} for name in THEMES} == {
        name: {""} if name == "contrast" else set() for name in THEMES
    }


@pytest.mark.parametrize(
    ("environment", "asked", "background", "name"),
    [
        ({}, "auto", None, "dark"),
        ({}, "auto", "light", "light"),
        ({"NO_COLOR": "1"}, "auto", "light", "mono"),
        ({"NO_COLOR": "0"}, "auto", "light", "mono"),
        ({"NO_COLOR": ""}, "auto", None, "dark"),
        ({"NO_COLOR": "1"}, "contrast", None, "contrast"),
        ({}, "mono", "light", "mono"),
        ({"COLORFGBG": "0;15"}, "auto", None, "light"),
        ({"COLORFGBG": "0;15"}, "auto", "dark", "dark"),
        ({"COLORFGBG": "0;default;7"}, "auto", None, "light"),
        ({"COLORFGBG": "15;8"}, "auto", None, "dark"),
        ({"COLORFGBG": "odd"}, "auto", None, "dark"),
    ],
)
def test_which_theme_is_chosen(environment: dict[str, str], asked: str, background: str | None, name: str) -> None:
    assert theme_name(environment, asked, background) == name


DARK, LIGHT, DEVICE = "\x1b]11;rgb:1e1e/1e1e/1e1e\x1b\\", "\x1b]11;rgb:ffff/ffff/ffff\x07", "\x1b[?62;22c"


@pytest.mark.parametrize(
    ("channels", "said"),
    [(("0", "0", "0"), "dark"), (("fd", "f6", "e3"), "light"), (("ffff", "0000", "0000"), "dark")],
)
def test_a_background_is_dark_or_light(channels: tuple[str, ...], said: str) -> None:
    assert shade(channels) == said


@pytest.mark.parametrize(
    ("pieces", "typed"),
    [
        ((f"r{LIGHT}5{DEVICE}q",), "r5q"),
        (("r\x1b]11;rg", "b:1e1e/1e1e/1e1e\x1b", f"\\{DEVICE}5"), "r5"),
        (("\x1b[?6", "2;22cq"), "q"),
        (("\x1bP1+r5247", "42=38\x1b", "\\q"), "q"),
        (("\x1b[?2026;2$", "yq"), "q"),
        (("\x1b",), "\x1b"),
        (("\x1b[", "A"), "\x1b[A"),
        ((f"\x1b]11;{'x' * 90}",), f"\x1b]11;{'x' * 90}"),
    ],
)
def test_late_answers_are_no_keys(pieces: tuple[str, ...], typed: str) -> None:
    sieve = Sieve(0)
    assert "".join(sieve.sifted(piece) for piece in pieces) == typed


@pytest.mark.parametrize(
    ("said", "answer"),
    [
        (f"q{DARK}\x1b[?2026;2$y\x1bP1+r524742=38\x1b\\{DEVICE}", TerminalAnswer(True, "dark", True, True, "q")),
        (f"{LIGHT}\x1b[?2026;0$y\x1bP0+r524742\x1b\\{DEVICE}", TerminalAnswer(True, "light")),
        (f"\x1b[?2026;4$y{DEVICE}", TerminalAnswer(True)),
        ("5", TerminalAnswer(True, typed="5")),
    ],
    ids=["knows all", "knows neither", "has switched it off", "says nothing"],
)
def test_what_a_terminal_says_of_itself(said: str, answer: TerminalAnswer) -> None:
    assert heard(said) == answer


@pytest.mark.parametrize("environment", [{"TERM_PROGRAM": "Apple_Terminal"}, {"TERM": "linux"}])
def test_a_terminal_that_would_show_the_questions_is_asked_less(environment: dict[str, str]) -> None:
    assert questions(environment) == b"\x1b]11;?\x1b\\\x1b[c"
    assert questions({"TERM": "xterm-256color"}) == b"\x1b]11;?\x1b\\\x1b[?2026$p\x1bP+q524742\x1b\\\x1b[c"


@pytest.mark.parametrize(
    ("environment", "told", "depth"),
    [
        ({}, TerminalAnswer(), None),
        ({"COLORTERM": "truecolor"}, TerminalAnswer(), ColorDepth.TRUE_COLOR),
        ({"COLORTERM": "24bit"}, TerminalAnswer(), ColorDepth.TRUE_COLOR),
        ({"COLORTERM": "yes"}, TerminalAnswer(), None),
        ({}, TerminalAnswer(true_colour=True), ColorDepth.TRUE_COLOR),
    ],
)
def test_true_colour_is_used_where_it_is_known(
    environment: dict[str, str], told: TerminalAnswer, depth: ColorDepth | None
) -> None:
    assert colours_of(environment, told) is depth


def test_keys_that_were_typed_before_there_was_a_screen_reach_it() -> None:
    with create_pipe_input() as keyboard:
        hand_over(TerminalAnswer(typed="q\x1b[A"), keyboard)
        assert [press.data for press in get_typeahead(keyboard)] == ["q", "\x1b[A"]
