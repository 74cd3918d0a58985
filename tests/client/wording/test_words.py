"""Refusals, levels and tallies in words; nothing from the network hides, turns or piles up (FAULTS 35 to 38)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from uno_client.core.forms import create, explained
from uno_client.wording import levels
from uno_client.wording.levels import LIKE, level_text, level_text_at, levels_at
from uno_client.wording.sanitize import clean_message, clean_tree
from uno_client.wording.tables import tally_sentences, wins_of
from uno_client.wording.words import means_no, means_yes
from uno_engine.bots.strength import Measured
from uno_protocol import messages as net
from uno_protocol.catalogues import choose
from uno_protocol.room import Occupant, Room, TallyLine
from uno_protocol.text import LONGEST, clean


def test_a_german_says_yes_and_no_in_german_or_in_english() -> None:
    choose("de")
    assert all(map(means_yes, ("ja", "J", "yes", "y")))
    assert all(map(means_no, ("nein", "N", "no")))
    assert not any(map(means_yes, ("nein", "n", "no", "")))


@pytest.mark.parametrize(
    ("rules", "options", "seats", "wins"),
    [
        ("official", {}, 2, "; wins 56 of 100 rounds against normal"),
        ("official", {}, 3, "; wins 31 of 100 rounds against 3 × normal"),
        ("skyrus", {}, 2, "; wins 60 of 100 games against easy"),
        ("official", {"mercy": "0", "stacking": "off", "deflect": "yes"}, 2, "; wins 56 of 100 rounds against normal"),
        ("official", {"jump_in": "yes"}, 2, ""),
        ("street", {}, 2, ""),
    ],
)
def test_what_was_measured_is_told_with_a_level(
    rules: str, options: dict[str, str], seats: int, wins: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    measured = (
        Measured("official", 2, "hard", "normal", 100, 1, share=0.558),
        Measured("official", 4, "hard", "normal", 100, 1, share=0.31),
        Measured("skyrus", 2, "hard", "easy", 100, 1, share=0.6),
    )
    monkeypatch.setattr(levels, "MEASURED", measured)
    assert level_text("hard", rules, options, seats) == LIKE["hard"] + wins
    room = Room("KQTR", "T", rules, options, 30, [*[Occupant("ann", bot="hard")] * seats, None, None])
    assert dict(levels_at(room)) == {"hard": LIKE["hard"] + wins}
    room.occupants[0] = None
    assert level_text_at("hard", room, more=1) == LIKE["hard"] + wins


def test_the_form_says_what_a_level_is_like() -> None:
    form = create("ann")
    level = form.field("level")
    assert explained(form, level).startswith("Plays with care")
    assert explained(form.filled("chains", "yes").filled("jump_in", "yes"), level) == ""


TALLY = (TallyLine("Bitsy", 6, 1, 0, 17, 0), TallyLine("Anna", 6, 3, 4, 9, 0), TallyLine("Grandma", 4, 2, 4, 9, 0))


def test_the_tally_is_two_sentences_without_who_has_won_nothing_and_names_are_cleaned() -> None:
    nothing = TallyLine("Cogwheel", 6, 0, 0, 0, 0)
    assert wins_of((TallyLine("a\x1b[2Jb", 1, 1),)) == wins_of((TallyLine("a[2Jb", 1, 1),))
    assert tally_sentences((nothing,)) == ["Tonight, games won: nobody."]
    assert tally_sentences((*TALLY, nothing)) == [
        "Tonight, games won: Anna 3, Grandma 2, Bitsy 1.",
        "UNOs caught: Anna and Grandma 4. Biggest hand: Bitsy 17.",
    ]
    assert tally_sentences(()) == []


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
        ("\u0301\u0301", ""),  # marks without a letter
        ("q" + "\u0323\u0301" * 100 + "x", "q\u0323\u0323\u0323x"),  # marks that pile up
        ("x" * 10_000, "x" * (LONGEST - 1) + "…"),
    ],
)
def test_a_text_is_one_line_of_visible_characters(raw: str, cleaned: str) -> None:
    assert clean(raw) == cleaned


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


def test_what_is_no_text_stays_as_it_is() -> None:
    assert clean_tree([1, 2.5, None, True, ("a\x00",)]) == [1, 2.5, None, True, ("a",)]
