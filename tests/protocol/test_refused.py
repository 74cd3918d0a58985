"""Refusals and the values of options in words."""

import re
from pathlib import Path

import pytest

from uno_engine.clauses import CLAUSES
from uno_engine.refused import Code
from uno_engine.rules import TABLE
from uno_protocol.wording.options import differing, meant, value_text
from uno_protocol.wording.refusals import NAMES, error_text, note_text, removed_text


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
        ("claim_refused", {"reason": "back"}, "", "That player is back."),
        ("no_such_player", {}, "", "There's no such player at this table."),
        (
            *("no_such_player", {"reason": "seat"}, ""),
            "Nobody of that name has a seat here: check the name, or join under another one.",
        ),
        ("claim_refused", {}, "", "You didn't get the seat."),
        ("bad_token", {"reason": "moved"}, "", "You're playing on another device now."),
        ("still_here", {"seconds": 7}, "", "That player was here a moment ago: try again in 7 s."),
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
    assert error_text("limit", {"seconds": 3}) == "Too many at once: try again in 3 s."
    assert error_text("name_rejected", {"reason": "empty"}) == NAMES["empty"]
    assert error_text("rules_refused", {"option": "uno"}) == "Those rules don't work: look at “UNO”."
    assert removed_text("kicked", "Friday", "") == "The host removed you from Friday."
    assert removed_text("moved", "Friday", "") == "You are no longer at Friday."


def codes() -> list[str]:
    """Every code of an error that the protocol has (P-12)."""
    document = (Path(__file__).parents[2] / "protocol" / "PROTOCOL.md").read_text(encoding="utf-8")
    section = document.partition("\n## 12 ")[2].partition("\n## ")[0]
    return re.findall(r"^\| `(\w+)` \|", section, re.MULTILINE)


def test_every_code_of_the_protocol_has_its_sentence() -> None:
    assert len(codes()) > 40
    assert [code for code in codes() if error_text(code).startswith("The server says")] == []


@pytest.mark.parametrize("option", TABLE)
def test_every_value_of_an_option_has_words(option: str) -> None:
    assert all(value_text(option, value) for value in TABLE[option].choices)


def test_a_value_that_is_none_yet_is_shown_as_it_is() -> None:
    assert value_text("hand_size", "x") == "x"
    assert value_text("stacking", "any") == "any on any"
    assert meant("stacking", "anny") == " (did you mean any?)"
    assert meant("unheard_of", "any") == ""


def test_what_differs_from_a_preset_is_told_also_where_its_rules_are_not_known() -> None:
    assert differing("party", {"jump_in": "yes", "mercy": "20"}) == {"mercy": "20"}
    assert differing("party", {"unheard_of": "yes"}) == {"unheard_of": "yes"}
