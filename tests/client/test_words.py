"""Players, cards, refusals and errors in words."""

from __future__ import annotations

import re
from pathlib import Path

import protocol
from client.words import Voice, error_text, listing, note_text
from engine.cards import card
from engine.clauses import CLAUSES
from engine.refused import Code

VOICE = Voice(("ann", "bob", "cem"), me=0)


def test_every_refusal_of_the_engine_has_its_sentence() -> None:
    for code in Code:
        said = error_text(code.value, {"card": "R5"})
        assert code.value not in said
        assert "{" not in said
        assert said.endswith(".")


def test_a_refusal_names_the_card() -> None:
    assert error_text("not_in_hand", {"card": "G+2"}).startswith("You do not hold green Draw Two")
    assert "that card" in error_text("not_in_hand", {"card": "nonsense"})


def test_a_refusal_says_what_its_clause_is() -> None:
    said = error_text("does_not_fit", {"card": "B7"}, clause="A2")
    assert said == f"Blue 7 does not fit. A2: {CLAUSES['A2']}"
    assert error_text("not_allowed", {}, clause="H6") == f"That is not allowed now. H6: {CLAUSES['H6']}"
    assert error_text("rate_limited", {}, clause="O8").startswith("Once in a turn is enough. O8: ")
    assert error_text("rate_limited").startswith("Too fast")
    assert error_text("stale", {}, clause="Z9") == "Too late: the game has moved on."


def test_who_may_not_pass_is_told_so_and_not_that_a_card_must_be_played() -> None:
    said = error_text("must_play", clause="A3")
    assert said.startswith("You cannot pass while there is a card to draw, or one that you may play. A3: ")
    assert error_text("must_play", clause="C4").startswith("You must play a card. C4: ")


def test_a_broken_chain_names_the_place() -> None:
    assert error_text("chain_broken", {"place": 3}).startswith("The chain breaks at card 3.")


def test_an_unknown_code_falls_back_on_the_servers_words_cleaned() -> None:
    assert error_text("brand_new", {}, "Not \x1b[31mnow.") == "Not [31mnow."
    assert error_text("brand_new") == "The server says: brand_new."


def test_the_server_knows_best_which_rule_is_wrong() -> None:
    assert error_text("rules_refused", {}, "hand_size: too many") == "hand_size: too many"


def test_every_code_of_the_protocol_has_its_sentence() -> None:
    document = (Path(protocol.__file__).parent / "PROTOCOL.md").read_text(encoding="utf-8")
    section = document.partition("\n## 12 ")[2].partition("\n## ")[0]
    codes = re.findall(r"^\| `(\w+)` \|", section, re.MULTILINE)
    assert len(codes) > 40
    assert [code for code in codes if error_text(code).startswith("The server says")] == []


def test_the_fourth_colour_may_be_orange() -> None:
    assert Voice(orange=True).card(card("Y5")) == "orange 5"


def test_seats_without_a_name_are_numbered() -> None:
    assert VOICE.who(7) == "seat 8"


def test_lists_of_words() -> None:
    assert [listing([]), listing(["a"]), listing(["a", "b"]), listing(["a", "b", "c"])] == [
        "",
        "a",
        "a and b",
        "a, b and c",
    ]


def test_a_note_is_a_sentence() -> None:
    assert "exists already" in note_text("table_exists")
