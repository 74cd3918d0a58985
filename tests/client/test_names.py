"""Everybody gets a name, even with an odd login."""

import getpass

import pytest

from uno_client.names import LONGEST_NAME, NOBODY, fit, name_of_user, numbered


@pytest.mark.parametrize(
    ("login", "name"),
    [
        ("ann", "ann"),
        ("CORP\\ann.b", "ann.b"),
        ("ann@corp", "anncorp"),
        ("Jörg", "Jörg"),
        ("Jo\u0308rg", "Jörg"),
        ("a\u202eb\x1b[1m", "ab1m"),
        ("x" * 40, "x" * LONGEST_NAME),
        ("", NOBODY),
        ("...", NOBODY),
    ],
)
def test_a_login_name_is_made_fit_for_a_table(login: str, name: str) -> None:
    assert fit(login) == name


def test_who_has_no_login_name_is_a_player(monkeypatch: pytest.MonkeyPatch) -> None:
    def nobody() -> str:
        raise OSError("no entry")

    monkeypatch.setattr(getpass, "getuser", nobody)
    assert name_of_user() == NOBODY


def test_a_number_goes_behind_a_name_that_is_taken() -> None:
    assert list(numbered("ann", 4)) == ["ann", "ann2", "ann3", "ann4"]
    assert list(numbered("x" * LONGEST_NAME, 2)) == ["x" * LONGEST_NAME, "x" * (LONGEST_NAME - 1) + "2"]
