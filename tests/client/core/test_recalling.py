"""Whoever comes late, or back, finds this round in the log: asked for once, told to nobody twice."""

import pytest

from tests.client.fake import Fake, after_a_game, at_table, seen
from uno_client.core.plays import recent_plays
from uno_client.lines.game_text import heard_lines
from uno_client.structs import replace
from uno_engine import actions as act
from uno_engine.cards import card
from uno_engine.decisions import TakeTurn, asked
from uno_protocol import messages as net
from uno_protocol import room as rm
from uno_protocol.room import RoomPhase


def draws(game: Fake) -> Fake:
    """Whoever is asked draws a card, and keeps it."""
    (seat,) = asked(game.state.waiting_for)
    game.play(act.Draw(seat))
    return game if isinstance(game.state.waiting_for, TakeTurn) else game.play(act.Keep(seat))


def second_round(seat: int | None = 0, *, answers: bool = True) -> Fake:
    """A round that was dealt, and one turn of it, on the server's side; the client comes now."""
    game = after_a_game(options={"goal": "points"}, phase=RoomPhase.BETWEEN_ROUNDS)
    draws(game.happen(rm.PhaseChanged(RoomPhase.PLAYING)).play(act.Deal()))
    return Fake(game.state, seat, answers=answers, n=game.n, past=game.past, log=game.log)


def lines(game: Fake) -> list[str]:
    return [line.text for line in game.model.play.log if line.text]


@pytest.mark.parametrize("seat", [0, None])
def test_a_latecomer_has_the_round_in_the_log_and_it_is_no_news(seat: int | None) -> None:
    game = second_round(seat)
    game.room.remarks.append(rm.Remark("bob", "hurry", 1))
    game.begin()
    plays = recent_plays(game.model.play.log)
    assert [play.drew for play in plays] == [0, 1]
    assert "hurry" in lines(game)[-1], "chat comes after it"
    assert game.model.play.told == 1, "only the chat was told"
    assert any("draws 1 card" in line or "You draw" in line for line in heard_lines(game.model, game.model.play.log))


def test_what_happens_before_the_answer_comes_is_there_once() -> None:
    game = second_round(answers=False)
    game.begin()
    draws(game)
    game.feed(net.RoundHistory(id=game.model.link.next_id, entries=game.past))
    assert [play.drew for play in recent_plays(game.model.play.log)] == [0, 1, 1]
    game.feed(net.RoundHistory(id=99, entries=game.past))
    assert [play.drew for play in recent_plays(game.model.play.log)] == [0, 1, 1], "no answer fills it again"


def test_whoever_comes_back_keeps_the_chat_and_has_the_round_once() -> None:
    game = second_round().begin().happen(rm.Said("bob", "hello", 1))
    draws(game)
    game.snapshot()
    assert [play.drew for play in recent_plays(game.model.play.log)] == [0, 1, 1]
    assert len([line for line in lines(game) if "hello" in line]) == 1


def test_whoever_has_gone_has_the_name_that_is_known_and_no_newcomers() -> None:
    game = second_round().happen(rm.SeatFreed(1), rm.SeatTaken(1, "dee"), rm.SeatFreed(1), rm.SeatTaken(1, "eve"))
    late = Fake(game.state, n=game.n, past=game.past)
    late.room = game.room
    assert lines(late.begin())[2:] == [
        *("seat 2 draws 1 card.", "seat 2 keeps the card.", "seat 2 leaves the table."),
        *("dee sits down.", "dee leaves the table.", "eve sits down."),
    ]


def test_a_latecomer_calls_by_name_who_left_the_game() -> None:
    game = second_round().happen(rm.SeatFreed(1))
    late = Fake(game.state, n=game.n, past=game.past)
    late.room = game.room
    assert lines(late.begin())[-3:] == ["bob draws 1 card.", "bob keeps the card.", "bob leaves the table."]


def test_a_latecomer_knows_what_decided_the_round() -> None:
    game = second_round().begin()
    assert game.table.log == game.log
    assert game.log.drawn.count(1) == 1


def test_a_card_played_out_of_turn_is_told_as_a_jump_in_later_too() -> None:
    state = at_table("R3 B8", "R3 R1 R2", "G1 G2", asked=TakeTurn(1), options={"jump_in": "yes"})
    state.past.append(net.PastEntry(n=0, event={"k": "asked", "decision": {"k": "take_turn", "seat": 1}}))
    state.play(act.Play(1, (card("R3"),))).play(act.Play(0, (card("R3"),)))
    late = Fake(state.state, 2, n=state.n, past=state.past).begin()
    assert "ann jumps in with red 3." in lines(late)


@pytest.mark.parametrize(
    "answer",
    [
        net.Error(id=2, code="rate_limited"),
        net.RoundHistory(id=2, entries=[net.PastEntry(n=1, event={"k": "cards_drawn", "seat": 99})]),
        net.RoundHistory(id=2, entries=[net.PastEntry(n=1, event={"k": "asked", "decision": 7})]),
    ],
    ids=["refused", "no such seat", "no decision"],
)
def test_a_history_that_cannot_be_had_costs_nothing(answer: net.ServerMessage) -> None:
    game = second_round(answers=False).begin()
    before = seen(game)
    game.model = replace(game.model, link=replace(game.model.link, pending=(net.History(id=2),)))
    game.feed(answer)
    assert (seen(game), game.said, game.model.play.contradicted) == (before, "", False)


def test_a_table_without_a_game_is_not_asked() -> None:
    game = at_table()
    for sees_a_game in (False, True):
        picture = game.picture()
        game.feed(picture if sees_a_game else net.Snapshot(table="ABCD", n=0, room=picture.room, seat=0))
        assert any(isinstance(each, net.History) for each in game.sent) is sees_a_game
