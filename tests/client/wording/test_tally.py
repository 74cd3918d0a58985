"""The tally of a table in words (P-7.31)."""

from uno_client.wording.tally import records_of, tally_sentences, wins_of
from uno_protocol.room import TallyLine

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
