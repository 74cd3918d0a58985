"""Refusals, levels and tallies in words; nothing from the network hides, turns or piles up (FAULTS 35 to 38)."""

import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from uno_client.core.forms import create, explained
from uno_client.wording import levels
from uno_client.wording.levels import LIKE, level_text, level_text_at, levels_at
from uno_client.wording.sanitize import clean_message, clean_tree
from uno_client.wording.tables import tally_sentences, wins_of
from uno_client.wording.words import error_text, means_no, means_yes, note_text
from uno_engine.bots.strength import Measured
from uno_engine.clauses import CLAUSES
from uno_engine.refused import Code
from uno_protocol import messages as net
from uno_protocol.catalogues import choose
from uno_protocol.room import Occupant, Room, TallyLine
from uno_protocol.text import LONGEST, clean


def test_every_refusal_of_the_engine_has_its_sentence() -> None:
    for code in Code:
        said = error_text(code.value, {"card": "R5"})
        assert code.value not in said
        assert "{" not in said
        assert said.endswith(".")


FITS = {"card": "B7", "top": "R9", "colour": "R"}
FOURS = {"card": "R+2", "top": "W+4", "colour": "R"}


@pytest.mark.parametrize(
    ("code", "args", "clause", "told"),
    [
        ("not_in_hand", {"card": "G+2"}, "", "You don't have green Draw Two."),
        ("not_in_hand", {"card": "nonsense"}, "", "You don't have that card."),
        ("not_allowed", {}, "H6", "That isn't allowed now. H6: {H6}"),
        ("not_allowed", {}, "Z9", "That isn't allowed now."),
        ("rate_limited", {}, "O8", "You can do that once a turn. O8: {O8}"),
        ("not_your_turn", {}, "O7", "There's no UNO to call now. O7: {O7}"),
        ("stale", {}, "O8", "Too late: the game has moved on."),
        ("does_not_fit", FITS, "A2", "Blue 7 doesn't match red or 9."),
        ("does_not_fit", FITS | {"top": "W"}, "A2", "Blue 7 doesn't match red."),
        ("does_not_fit", {"card": "B7"}, "A2", "Blue 7 doesn't match the top card."),
        ("does_not_fit", FOURS, "C7", "You can't play red Draw Two on a Wild Draw Four. C7: {C7}"),
        ("must_play", {}, "A3", "You can't pass while you can draw or play a card. A3: {A3}"),
        ("must_play", {}, "C4", "You must play a card. C4: {C4}"),
        ("chain_broken", {"place": 3}, "", "Card 3 doesn't fit there."),
        ("rules_refused", {}, "", "Not [31mnow."),  # the server knows best which rule is wrong
        ("brand_new", {}, "", "Not [31mnow."),
    ],
)
def test_a_refusal_is_told_with_its_card_and_its_clause(
    code: str, args: dict[str, str | int], clause: str, told: str
) -> None:
    assert error_text(code, args, "Not \x1b[31mnow.", clause=clause) == told.format(**CLAUSES)


def test_what_the_words_of_a_server_are_not_needed_for_is_told_without() -> None:
    assert error_text("brand_new") == "The server says: brand_new."
    assert error_text("rate_limited").startswith("Too fast")
    assert "already exists" in note_text("table_exists")
    assert "at most 8 expert players, 5 of them free: choose hard." in error_text("limit", {"experts": 8, "left": 5})


def codes() -> list[str]:
    """Every code of an error that the protocol has (P-12)."""
    document = (Path(__file__).parents[3] / "protocol" / "PROTOCOL.md").read_text(encoding="utf-8")
    section = document.partition("\n## 12 ")[2].partition("\n## ")[0]
    return re.findall(r"^\| `(\w+)` \|", section, re.MULTILINE)


def test_every_code_of_the_protocol_has_its_sentence() -> None:
    assert len(codes()) > 40
    assert [code for code in codes() if error_text(code).startswith("The server says")] == []


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
