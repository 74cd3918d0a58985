"""Nothing from the network moves the cursor, turns a line round, hides or piles up (FAULTS 35 to 38)."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from uno_client.wording.sanitize import clean_message, clean_tree
from uno_protocol import messages as net
from uno_protocol.text import LONGEST, MOST_MARKS, clean


@pytest.mark.parametrize(
    ("raw", "cleaned"),
    [
        ("\x1b]52;c;aGk=\x07bob", "]52;c;aGk=bob"),  # 35: the clipboard
        ("\x1b]8;;http://x\x1b\\bob", "]8;;http://x\\bob"),
        ("\x1b[2Jbob", "[2Jbob"),
        ("\x9b2Jbob\x90", "2Jbob"),  # C1
        ("a\x07b\x08c\x00d\x7fe", "abcde"),
        ("ann\u202ebob\u2066x\u2069", "annbobx"),  # 36: overrides and isolates
        ("a\u200bb\u200dc\ufeffd\u2060e", "abcde"),
        ("\u3164\u115f\u2800", ""),
        ("a\ufe0f\U000e0100", "a"),
        ("two\r\nlines\tand\u2028more", "two lines and more"),  # 38
        ("<b>a<b {x} %s %(x)s &amp;", "<b>a<b {x} %s %(x)s &amp;"),  # 37
        ("  ann   b  ", "ann b"),
        ("日本語 é", "日本語 é"),
        ("한글 \u1112\u1161\u11ab", "한글 한"),
        ("한" + "\u1161" * 200 + "y", "한\u1161\u1161\u1161y"),  # drawn into the letter before
        ("x\u1161y", "xy"),
        ("e\u200b\u0301", "é"),
        ("", ""),
    ],
)
def test_a_text_is_one_line_of_visible_characters(raw: str, cleaned: str) -> None:
    assert clean(raw) == cleaned


def test_combining_marks_do_not_pile_up() -> None:
    piled = clean("e" + "\u0323\u0301" * 100 + "x")
    assert sum(unicodedata.category(letter) == "Mn" for letter in piled) <= MOST_MARKS
    assert piled.endswith("x")


def test_marks_without_a_letter_vanish() -> None:
    assert clean("\u0301\u0301") == ""


def test_a_long_text_is_cut_with_an_ellipsis() -> None:
    assert len(clean("x" * 10_000)) == LONGEST
    assert clean("x" * 10_000).endswith("…")


@given(st.text(max_size=80))
def test_whatever_comes_is_printable_and_clean_already_when_cleaned_again(raw: str) -> None:
    cleaned = clean(raw)
    assert cleaned.isprintable()
    assert clean(cleaned) == cleaned


def test_every_text_of_a_message_is_cleaned() -> None:
    room = {"name": "Kit\x1bchen", "occupants": [{"name": "b\u202eob"}, None], "n\x07": 3}
    message = clean_message(net.Snapshot(table="AB\nCD", n=1, room=room))
    assert message.table == "AB CD"
    assert message.room == {"name": "Kitchen", "occupants": [{"name": "bob"}, None], "n": 3}


def test_lines_of_the_lobby_are_cleaned() -> None:
    line = net.TableLine(code="A", name="x\x1b[31m", seats=2, people=1, bots=0, phase="waiting", preset="official")
    assert clean_message(net.Tables(id=1, tables=[line])).tables[0].name == "x[31m"


def test_what_is_no_text_stays_as_it_is() -> None:
    assert clean_tree([1, 2.5, None, True, ("a\x00",)]) == [1, 2.5, None, True, ("a",)]
