"""Which theme fits the background, and what a terminal says of itself."""

import pytest
from prompt_toolkit.input import create_pipe_input
from prompt_toolkit.input.typeahead import get_typeahead
from prompt_toolkit.output import ColorDepth

from uno_client.fullscreen.looks import theme_name
from uno_client.fullscreen.output import colours_of
from uno_client.fullscreen.terminal import Sieve, TerminalAnswer, hand_over, heard, questions, shade


@pytest.mark.parametrize(
    ("environment", "background", "name"),
    [
        ({}, None, "dark"),
        ({}, "light", "light"),
        ({"NO_COLOR": "1"}, "light", "mono"),
        ({"NO_COLOR": "0"}, "light", "mono"),
        ({"NO_COLOR": ""}, None, "dark"),
        ({"COLORFGBG": "0;15"}, None, "light"),
        ({"COLORFGBG": "0;15"}, "dark", "dark"),
        ({"COLORFGBG": "0;default;7"}, None, "light"),
        ({"COLORFGBG": "15;8"}, None, "dark"),
        ({"COLORFGBG": "odd"}, None, "dark"),
    ],
)
def test_which_theme_is_chosen(environment: dict[str, str], background: str | None, name: str) -> None:
    assert theme_name(environment, background) == name


DARK, LIGHT, DEVICE = "\x1b]11;rgb:1e1e/1e1e/1e1e\x1b\\", "\x1b]11;rgb:ffff/ffff/ffff\x07", "\x1b[?62;22c"


@pytest.mark.parametrize(
    ("channels", "said"), [(("0", "0", "0"), "dark"), (("fd", "f6", "e3"), "light"), (("ffff", "0000", "0000"), "dark")]
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
