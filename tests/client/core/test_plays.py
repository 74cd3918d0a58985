"""Plays: what each player has done last, as one thing each, and the penalties that have just landed."""

from tests.client.fake import Fake, play, position
from uno_client.core.model.table import LogLine
from uno_client.core.plays import RecentPlay, gathered, landed, recent_plays
from uno_client.wording.words import voice_of
from uno_engine import actions as act
from uno_engine import events as ev
from uno_engine.cards import Colour, card
from uno_engine.decisions import TakeTurn


def plays(game: Fake) -> tuple[RecentPlay, ...]:
    return recent_plays(game.model.play.log)


def test_a_card_that_is_drawn_and_played_is_one_play() -> None:
    game = Fake(position("R5 B7", "R6 G2 G3 G4", top="Y9")).begin()
    game.state.stock[-1] = card("Y1")
    game.play(act.Draw(0))
    assert plays(game) == (RecentPlay(0, drew=1),)
    game.play(play(0, "Y1"))
    assert plays(game) == (RecentPlay(0, (card("Y1"),), drew=1),)


def test_a_jump_in_after_the_own_draw_is_a_play_of_its_own() -> None:
    events = (ev.CardsDrawn(0, 1, ev.DrawReason.TURN, None), ev.Asked(TakeTurn(1)), ev.CardsPlayed(0, (card("R5"),)))
    told = recent_plays([LogLine(event, "") for event in events])
    assert told == (RecentPlay(0, drew=1), RecentPlay(0, (card("R5"),), jumped=True))


def test_what_a_player_draws_card_by_card_is_one_line() -> None:
    game = Fake(position("R5 B7", "G1 G2")).begin()
    drawn = [ev.CardsDrawn(seat, 1, ev.DrawReason.TURN, None) for seat in (1, 1, 1, 0, 1)]
    told = gathered([LogLine(event, "") for event in drawn], voice_of(game.model.table))
    assert [line.text for line in told[:1]] == ["bob draws 3 cards."]
    assert [line.event.count for line in told if isinstance(line.event, ev.CardsDrawn)] == [3, 1, 1]


def test_who_is_skipped_is_told() -> None:
    game = Fake(position("RS B7 B8", "R6 G2", "RR G3 G4", top="R9")).begin()
    game.play(play(0, "RS"))
    game.play(play(2, "RR"))
    assert plays(game) == (
        RecentPlay(0, (card("RS"),)),
        RecentPlay(1, what="skipped"),
        RecentPlay(2, (card("RR"),)),
    )


def test_a_challenge_says_how_it_ended_and_a_catch_what_it_cost() -> None:
    caught = ev.CardsDrawn(1, 2, ev.DrawReason.CAUGHT, None)
    happened = (ev.Challenged(1, 0, True, False, None), ev.UnoCaught(1, by=2), caught)
    assert recent_plays([LogLine(event, "") for event in happened]) == (
        RecentPlay(1, what="a bluff"),
        RecentPlay(1, what="caught", penalty=2),
    )


def test_a_new_round_begins_anew() -> None:
    dealt = ev.RoundDealt(2, 0, 1, (7, 7), 90, None, None)
    first = ev.FirstCardTurned(card("W+4")), ev.FirstCardReturned(None), ev.FirstCardTurned(card("W"))
    happened = (ev.CardsPlayed(0, (card("R5"),)), ev.PlayerLeft(1, None), dealt, *first, ev.ColourNamed(0, Colour.RED))
    assert recent_plays([LogLine(event, "") for event in happened]) == (RecentPlay(None, (card("W"),)),)
    assert landed([LogLine(ev.CardsDrawn(1, 2, ev.DrawReason.CARD, None), ""), LogLine(dealt, "")]) == {}
