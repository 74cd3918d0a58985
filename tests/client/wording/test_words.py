"""Refusals and errors in words."""

import re
from dataclasses import replace
from pathlib import Path

import pytest

from uno_client.core.forms import create, explained
from uno_client.wording import levels
from uno_client.wording.levels import LIKE, level_text, level_text_at, levels_at
from uno_client.wording.tally import records_of, tally_sentences, wins_of
from uno_client.wording.words import error_text, means_no, means_yes, note_text
from uno_engine.bots.strength import Measured
from uno_engine.clauses import CLAUSES
from uno_engine.refused import Code
from uno_protocol.catalogues import choose
from uno_protocol.room import Occupant, Room, TallyLine


def test_every_refusal_of_the_engine_has_its_sentence() -> None:
    for code in Code:
        said = error_text(code.value, {"card": "R5"})
        assert code.value not in said
        assert "{" not in said
        assert said.endswith(".")


def test_a_refusal_names_the_card() -> None:
    assert error_text("not_in_hand", {"card": "G+2"}).startswith("You don't have green Draw Two")
    assert "that card" in error_text("not_in_hand", {"card": "nonsense"})


def test_who_gets_no_more_experts_is_told_what_to_do() -> None:
    assert "at most 8 expert players, 5 of them free: choose hard." in error_text("limit", {"experts": 8, "left": 5})


def test_a_refusal_says_what_its_clause_is() -> None:
    assert error_text("not_allowed", {}, clause="H6") == f"That isn't allowed now. H6: {CLAUSES['H6']}"
    assert error_text("rate_limited", {}, clause="O8").startswith("You can do that once a turn. O8: ")
    assert error_text("rate_limited").startswith("Too fast")
    assert error_text("not_allowed", {}, clause="Z9") == "That isn't allowed now."
    assert error_text("not_your_turn", {}, clause="O7").startswith("There's no UNO to call now. O7: ")
    assert error_text("stale", {}, clause="O8") == "Too late: the game has moved on."


def test_a_card_that_does_not_fit_is_told_with_what_it_should_match_and_the_clause_for_whoever_asks_why() -> None:
    args = {"card": "B7", "top": "R9", "colour": "R"}
    said = "Blue 7 doesn't match red or 9."
    assert error_text("does_not_fit", args, clause="A2") == said
    assert error_text("does_not_fit", args, clause="A2", why=True) == f"{said} A2: {CLAUSES['A2']}"
    assert error_text("does_not_fit", args | {"top": "W"}, clause="A2") == "Blue 7 doesn't match red."
    assert error_text("does_not_fit", {"card": "B7"}, clause="A2") == "Blue 7 doesn't match the top card."
    fours = {"card": "R+2", "top": "W+4", "colour": "R"}
    assert error_text("does_not_fit", fours, clause="C7").startswith(
        "You can't play red Draw Two on a Wild Draw Four. C7"
    )


def test_who_may_not_pass_is_told_so_and_not_that_a_card_must_be_played() -> None:
    said = error_text("must_play", clause="A3")
    assert said.startswith("You can't pass while you can draw or play a card. A3: ")
    assert error_text("must_play", clause="C4").startswith("You must play a card. C4: ")


def test_a_broken_chain_names_the_place() -> None:
    assert error_text("chain_broken", {"place": 3}).startswith("Card 3 doesn't fit there.")


def test_an_unknown_code_falls_back_on_the_servers_words_cleaned() -> None:
    assert error_text("brand_new", {}, "Not \x1b[31mnow.") == "Not [31mnow."
    assert error_text("brand_new") == "The server says: brand_new."


def test_the_server_knows_best_which_rule_is_wrong() -> None:
    assert error_text("rules_refused", {}, "hand_size: too many") == "hand_size: too many"


def codes() -> list[str]:
    """Every code of an error that the protocol has (P-12)."""
    document = (Path(__file__).parents[3] / "protocol" / "PROTOCOL.md").read_text(encoding="utf-8")
    section = document.partition("\n## 12 ")[2].partition("\n## ")[0]
    return re.findall(r"^\| `(\w+)` \|", section, re.MULTILINE)


def test_every_code_of_the_protocol_has_its_sentence() -> None:
    assert len(codes()) > 40
    assert [code for code in codes() if error_text(code).startswith("The server says")] == []


def test_a_note_is_a_sentence() -> None:
    assert "already exists" in note_text("table_exists")


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
    level = next(field for field in form.fields if field.key == "level")
    assert explained(form, level).startswith("Plays with care")
    clash = tuple(replace(each, value="yes") if each.key in ("chains", "jump_in") else each for each in form.fields)
    assert explained(replace(form, fields=clash), level) == ""


TALLY = (TallyLine("Bitsy", 6, 1, 0, 17, 0), TallyLine("Anna", 6, 3, 4, 9, 0), TallyLine("Grandma", 4, 2, 4, 9, 0))


def test_whoever_won_most_comes_first() -> None:
    assert wins_of(TALLY) == ["Anna 3", "Grandma 2", "Bitsy 1"]


def test_a_record_names_all_who_share_it_and_nothing_that_nobody_did() -> None:
    assert records_of(TALLY) == ["UNOs caught: Anna and Grandma 4", "Biggest hand: Bitsy 17"]


def test_who_has_won_nothing_is_not_named() -> None:
    nothing = TallyLine("Cogwheel", 6, 0, 0, 0, 0)
    assert wins_of((*TALLY, nothing)) == wins_of(TALLY)
    assert tally_sentences((nothing,)) == ["Tonight, games won: nobody."]


def test_in_lines_it_is_two_sentences() -> None:
    assert tally_sentences(TALLY) == [
        "Tonight, games won: Anna 3, Grandma 2, Bitsy 1.",
        "UNOs caught: Anna and Grandma 4. Biggest hand: Bitsy 17.",
    ]
    assert tally_sentences(()) == []


def test_names_are_cleaned() -> None:
    assert wins_of((TallyLine("a\x1b[2Jb", 1, 1),)) == wins_of((TallyLine("a[2Jb", 1, 1),))
