"""Which names are accepted, and which are refused for which reason (FAULTS 28)."""

from __future__ import annotations

import pytest

from server.base.limits import Limits
from server.base.names import NameRejected, skeleton
from server.base.names import clean as cleaned


def clean(name: str) -> str:
    """A player's name, by the usual limit."""
    return cleaned(name, Limits().name_length)


@pytest.mark.parametrize(
    ("sent", "kept"),
    [
        ("Ann", "Ann"),
        ("  Ann  ", "Ann"),
        ("Ann  Lee", "Ann Lee"),
        ("Zoe\u0308", "Zo\u00eb"),
        ("李雷", "李雷"),
        ("<b>&amp;{x}%s", "<b>&amp;{x}%s"),
        ("🎲 Bob", "🎲 Bob"),
        ("x" * 20, "x" * 20),
    ],
)
def test_a_name_is_trimmed_and_normalised(sent: str, kept: str) -> None:  # FAULTS 28
    assert clean(sent) == kept


@pytest.mark.parametrize(
    ("sent", "reason"),
    [
        ("", "empty"),
        ("   ", "empty"),
        ("x" * 21, "too_long"),
        ("\u0301\u0301", "combining"),
        ("a" + "\u0301\u0302\u0303\u0304\u0306", "combining"),
        (" \u0336x", "combining"),
        ("\u200b", "control"),
        ("An\u200dn", "control"),
        ("\u202eAnn", "control"),
        ("\u2066Ann\u2069", "control"),
        ("Ann\nBob", "control"),
        ("Ann\x1b[31m", "control"),
        ("Ann\x07", "control"),
        ("\x9b31m", "control"),
        ("\ufeffAnn", "control"),
        ("\u3164", "invisible"),
        ("\u2800\u2800", "invisible"),
        ("Ann\u2003Lee", "invisible"),
        ("Ann\u2028Lee", "control"),
        ("\ue000", "control"),
        ("\ud800", "control"),
    ],
)
def test_a_name_that_cannot_be_seen_or_trusted_is_refused(sent: str, reason: str) -> None:  # FAULTS 28
    with pytest.raises(NameRejected) as refused:
        clean(sent)
    assert refused.value.reason == reason


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Ann", "ann"),
        ("Ann", "ANN"),
        ("paul", "р\u0430ul"),
        ("Oscar", "\u041escar"),
        ("Bob", "\u0392ob"),
        ("Ann", "\uff21nn"),
        ("Ann Lee", "AnnLee"),
        ("Bill", "Bi11"),
        ("Ian", "lan"),
        ("Strasse", "Straße"),
    ],
)
def test_look_alikes_have_one_skeleton(one: str, other: str) -> None:  # FAULTS 28
    assert skeleton(one) == skeleton(other)


@pytest.mark.parametrize(("one", "other"), [("Ann", "Anna"), ("Zoe", "Zo\u00eb"), ("bob1", "bob2"), ("Иван", "Ирина")])
def test_different_names_have_different_skeletons(one: str, other: str) -> None:
    assert skeleton(one) != skeleton(other)
