"""The drawings of the screens are text in SVG, with the colours of the terminal, and those that a run would make."""

from types import ModuleType
from xml.etree import ElementTree as ET

import pyte
import pytest

from tests.scripts.conftest import Command

NAME = "{http://www.w3.org/2000/svg}"


def drawn(script: ModuleType, text: str) -> ET.Element:
    screen = pyte.Screen(80, 24)
    pyte.Stream(screen).feed(text)
    return ET.fromstring(script.svg(screen, "dark", {":41235": ":7777"}))


def test_letters_are_text_in_their_place_and_colour(script: ModuleType) -> None:
    picture = drawn(script, "one\r\n  \x1b[1;38;5;231;48;5;124mR● <5>\x1b[0m")
    texts = picture.findall(f"{NAME}text")
    assert [each.text for each in texts] == ["one", "R● <5>"]
    assert float(texts[1].get("x", "")) == pytest.approx(script.EDGE + 2 * script.WIDE)
    assert texts[1].get("textLength") == f"{6 * script.WIDE:g}"
    styles = picture.findtext(f"{NAME}style", "")
    assert f".{texts[1].get('class')}{{fill:#ffffff;font-weight:bold}}" in styles
    assert [each.get("fill") for each in picture.findall(f"{NAME}path")] == ["#af0000"]


def test_every_drawing_that_a_document_shows_is_there_and_no_other(script: ModuleType) -> None:
    assert {"table-dark", "result-mono"} <= script.shown()
    assert set(script.SCREENS.iterdir()) == set(script.files())


@pytest.mark.soak
def test_the_drawings_are_current(command: Command) -> None:
    assert command("--check") == (0, "", "")
