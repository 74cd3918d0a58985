"""Which names are accepted, and which are refused for which reason (FAULTS 28)."""

import sys
import unicodedata
from unittest.mock import Mock

import pytest
from hypothesis import given
from hypothesis import strategies as st
from wcwidth import wcwidth

from uno_protocol.text import GONE, INVISIBLE
from uno_protocol.text import clean as shown
from uno_server.base.limits import Limits
from uno_server.base.look_alikes import TAKEN_FOR
from uno_server.base.names import BOT_NAMES, NameRejected, looks, skeleton
from uno_server.base.names import clean as cleaned


def clean(name: str) -> str:
    """A player's name, by the usual limit."""
    return cleaned(name, Limits().name_length)


@pytest.mark.parametrize(
    ("sent", "kept"),
    [
        ("  Ann  Lee ", "Ann Lee"),
        ("Zoe\u0308", "Zo\u00eb"),
        ("<b>&amp;{x}%s", "<b>&amp;{x}%s"),
        ("🎲 李雷", "🎲 李雷"),
        ("x" * 20, "x" * 20),
        ("a" + "\u0323" * 3, "\u1ea1" + "\u0323" * 2),
        ("x" + "\u0323" * 3, "x" + "\u0323" * 3),  # P-5.3: more than three are too many
    ],
)
def test_a_name_is_trimmed_and_normalised(sent: str, kept: str) -> None:  # FAULTS 28
    assert clean(sent) == kept


@pytest.mark.parametrize(
    ("sent", "reason"),
    [
        *((sent, "empty") for sent in ("", "   ")),
        ("x" * 21, "too_long"),
        *((sent, "combining") for sent in (" \u0336x", "x" + "\u0323" * 4, "\u1161")),
        *((sent, "control") for sent in ("An\u200dn", "\u2066Ann\u2069", "Bo\n", "Ann\u2028Lee", "\x9b31m")),
        *((sent, "control") for sent in ("\ue000", "\ud800")),
        *((sent, "invisible") for sent in ("Bo\ufe0f", "Bo\U0001d159", "Bo\ufffc")),
        *((sent, "invisible") for sent in ("\u00a0Bo", "\u3164", "\u2800\u2800")),
    ],
)
def test_a_name_that_cannot_be_seen_or_trusted_is_refused(sent: str, reason: str) -> None:  # FAULTS 28
    with pytest.raises(NameRejected) as refused:
        clean(sent)
    assert refused.value.reason == reason


@pytest.mark.parametrize(
    ("one", "other"),
    [
        *(("Ann", "aNN"), ("paul", "р\u0430ul"), ("Ann", "\uff21nn"), ("Ann Lee", "AnnLee"), ("Bill", "Bi11")),
        *(("Ian", "lan"), ("Strasse", "Straße"), ("Bo", "B\u115fo\ufe0f"), ("Tom", "Torn")),
        *(("bo", "\U0001d41b\U0001d428"), ("CAT", "\u13df\u13aa\u13a2")),  # Cherokee
        ("van", "\u03bdan"),  # a small Greek nu
        ("Nan", "\u039dan"),  # and its capital
    ],
)
def test_look_alikes_have_one_skeleton(one: str, other: str) -> None:  # FAULTS 28
    assert skeleton(one) == skeleton(other)


@pytest.mark.parametrize(("one", "other"), [("Νίκος", "νίκος"), ("ΝΙΚΟΣ", "νικος"), ("нan", "HAN"), ("ελενη", "ΕΛΕΝΗ")])
def test_names_that_differ_in_case_are_confused_although_case_changes_a_letter_beyond_likeness(
    one: str, other: str
) -> None:
    assert looks(one) & looks(other)


@pytest.mark.fast
def test_what_is_let_in_is_shown_as_it_is_and_never_as_nothing() -> None:
    for code in range(sys.maxunicode + 1):
        letter = chr(code)
        if unicodedata.category(letter) in GONE:
            continue
        try:
            name = clean(f"a{letter}b")
        except NameRejected:
            continue
        assert shown(name) == name, f"U+{code:04X}"
        if unicodedata.category(letter)[0] != "M" and len(name) == 3:
            assert wcwidth(letter) > 0, f"U+{code:04X}"


@pytest.mark.fast
def test_a_jamo_that_joins_the_letter_before_is_let_in_after_hangul_only() -> None:
    named = {chr(code): unicodedata.name(chr(code), "") for code in range(sys.maxunicode + 1)}
    joins = ("HANGUL JUNGSEONG", "HANGUL JONGSEONG")
    jamo = [letter for letter, its_name in named.items() if its_name.startswith(joins) and letter not in INVISIBLE]
    assert len(jamo) == 231
    for letter in jamo:
        for hangul in ("한", "\u1100", "\ua960", "\u1100\ud7b0", "한\u11ff"):
            assert clean(hangul + letter) == unicodedata.normalize("NFC", hangul + letter)
        for other in ("Bo", "李", "é", "\u0915\u093e", "\u3131", "\uffa1", "한 ", "한\u0301"):
            with pytest.raises(NameRejected, match="combining"):
                clean(other + letter)


@given(st.text(max_size=20))
def test_a_name_is_let_in_only_as_a_client_shows_it(sent: str) -> None:
    try:
        name = clean(sent)
    except NameRejected:
        return
    assert shown(name) == name == clean(name)


def test_a_name_that_is_far_too_long_is_not_looked_at(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("unicodedata.normalize", normalize := Mock(wraps=unicodedata.normalize))
    with pytest.raises(NameRejected, match="at most 20 characters"):
        clean(" " * 100 + "\ufdfa" * 924)
    assert not normalize.called
    looks("\ufdfb" * 1024)
    assert sum(len(call.args[1]) for call in normalize.mock_calls) < 10_000
    assert clean(" " * 500 + "\u03b1\u0313\u0300\u0345" * 20) == "\u1f82" * 20


@given(st.text(max_size=20))
def test_a_skeleton_is_its_own_skeleton(name: str) -> None:
    assert skeleton(skeleton(name)) == skeleton(name)


def test_computer_players_have_names_that_are_let_in_and_do_not_look_alike() -> None:
    assert [clean(name) for name in BOT_NAMES] == list(BOT_NAMES)
    assert len(frozenset[str]().union(*map(looks, BOT_NAMES))) == len(BOT_NAMES)


def test_each_look_alike_leads_to_its_end_at_once() -> None:
    assert [chr(code) for code, shape in TAKEN_FOR.items() if skeleton(shape) != shape] == []


@pytest.mark.parametrize(("one", "other"), [("Ann", "Anna"), ("Zoe", "Zo\u00eb"), ("bob1", "bob2"), ("Иван", "Ирина")])
def test_different_names_have_different_skeletons(one: str, other: str) -> None:
    assert skeleton(one) != skeleton(other)
