"""One language for a process, from the catalogues beside the code."""

from pathlib import Path

import pytest

from uno_engine.language import N_, _, ngettext, pgettext, speaks_english
from uno_protocol.catalogues import ENGLISH, FOLDER, LANGUAGES, PSEUDO, LanguageRefused, choose, of_locale


def cards(count: int) -> str:
    return ngettext("{n} card", "{n} cards", count).format(n=count)


def test_a_process_that_chooses_nothing_speaks_english() -> None:
    assert (_("Draw Two"), cards(1), cards(2), pgettext("noun", "Draw")) == ("Draw Two", "1 card", "2 cards", "Draw")
    assert N_("Draw Two") == "Draw Two"


@pytest.mark.parametrize("code", LANGUAGES)
def test_every_language_has_a_catalogue(code: str) -> None:
    choose(code)
    assert _("there is no such text") == "there is no such text"
    assert code == ENGLISH or (FOLDER / code / "LC_MESSAGES" / "uno.po").exists()


def test_a_language_that_is_not_installed_is_english(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr("uno_protocol.catalogues.FOLDER", tmp_path)
    choose("de")
    assert (_("Draw Two"), cards(1), cards(2), pgettext("noun", "Draw")) == ("Draw Two", "1 card", "2 cards", "Draw")
    assert speaks_english()


def test_a_language_that_there_is_not_is_refused_with_those_that_there_are() -> None:
    with pytest.raises(LanguageRefused, match="no language 'xx'; there are en, de"):
        choose("xx")


def test_the_pseudo_language_leaves_places_and_nothing_else_as_they_are() -> None:
    choose(PSEUDO)
    assert _("{name} plays.").format(name="bob") == "⟦bob ƥĺáýš.····⟧".replace("ĺ", "ľ")
    assert cards(1).startswith("⟦1 çáŕđ·")
    assert cards(2).startswith("⟦2 çáŕđš·")
    assert pgettext("noun", "Draw") == "⟦Đŕáŵ·⟧"
    assert _("") == ""


@pytest.mark.parametrize(
    ("variables", "code"),
    [
        ({}, "en"),
        ({"LANG": "de_AT.UTF-8"}, "de"),
        ({"LANG": "C.UTF-8"}, "en"),
        ({"LANG": "en_US.UTF-8", "LC_MESSAGES": "de_DE"}, "de"),
        ({"LANG": "de_DE", "LC_MESSAGES": "de_DE", "LC_ALL": "C"}, "en"),
        ({"LANG": "de_DE", "LC_ALL": ""}, "de"),
    ],
)
def test_the_language_of_the_system_is_that_of_its_messages(variables: dict[str, str], code: str) -> None:
    assert of_locale(variables) == code
