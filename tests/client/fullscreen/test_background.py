"""What the terminal says of its background, and that its answers are no keys."""

import pytest
from prompt_toolkit.input import create_pipe_input
from prompt_toolkit.input.typeahead import get_typeahead

from uno_client.fullscreen.background import Sieve, TerminalAnswer, hand_over, shade

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
        (("r", "5"), "r5"),
        ((DARK + DEVICE,), ""),
        ((f"r{LIGHT}5{DEVICE}q",), "r5q"),
        (("r\x1b]11;rg", "b:1e1e/1e1e/1e1e\x1b", f"\\{DEVICE}5"), "r5"),
        (("\x1b[?6", "2;22cq"), "q"),
        (("\x1b",), "\x1b"),
        (("\x1b[", "A"), "\x1b[A"),
        ((f"\x1b]11;{'x' * 90}",), f"\x1b]11;{'x' * 90}"),
    ],
)
def test_late_answers_are_no_keys(pieces: tuple[str, ...], typed: str) -> None:
    sieve = Sieve(0)
    assert "".join(sieve.sifted(piece) for piece in pieces) == typed


def test_keys_that_were_typed_before_there_was_a_screen_reach_it() -> None:
    with create_pipe_input() as keyboard:
        hand_over(TerminalAnswer(typed="q\x1b[A"), keyboard)
        assert [press.data for press in get_typeahead(keyboard)] == ["q", "\x1b[A"]
