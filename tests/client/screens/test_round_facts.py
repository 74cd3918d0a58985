"""What decided a round is counted from what everybody did, and never guessed."""

from uno_client.screens.end import facts_of
from uno_protocol.result import RoundCounts
from uno_protocol.sentences import Voice


def counts(
    *held: tuple[int, ...],
    every: int = 1,
    drawn: tuple[int, ...] = (0, 0, 0),
    caught: tuple[int, ...] = (0, 0, 0),
    won: tuple[int, ...] = (0, 0, 0),
) -> RoundCounts:
    return RoundCounts(held or ((7, 0), (7, 3), (7, 4)), every, drawn, caught, won, won)


def facts(told: RoundCounts) -> list[tuple[str, str]]:
    return facts_of(told, Voice(("ann", "bob", "cem")))


def test_a_round_in_which_nothing_stood_out_has_no_facts() -> None:
    assert facts(counts(drawn=(2, 2, 2))) == []


def test_the_facts_are_told_with_their_players_and_at_most_three() -> None:
    led = (7, 3, 3, 3, 0), (7, 5, 5, 5, 5), (7, 5, 5, 5, 5)
    told = facts(counts(*led, drawn=(1, 9, 2), caught=(0, 0, 2), won=(1, 0, 0)))
    assert told == [("Called a bluff", "ann"), ("Caught without UNO", "cem, 2×"), ("Most cards drawn", "bob, 9 cards")]
    assert facts(counts(*led)) == [("Longest in front", "ann, 3 turns")]


def test_two_may_share_a_fact_and_three_may_not() -> None:
    assert facts(counts(drawn=(4, 4, 1))) == [("Most cards drawn", "ann and bob, 4 cards")]
    assert facts(counts(drawn=(4, 4, 4))) == []


def test_a_lead_is_counted_in_turns_and_only_of_those_who_still_play() -> None:
    assert facts(counts((5, 5, 5), (4, 4, 4), (0, 0, 0), every=4)) == [("Longest in front", "bob, 8 turns")]


def test_the_hands_at_the_end_are_no_turn_in_front() -> None:
    assert facts(counts((7, 7, 7, 0), (7, 7, 7, 1), every=3)) == []
