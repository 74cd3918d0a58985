"""A fault of our own stays where it is (FAULTS 44)."""

import logging
from typing import Any
from unittest.mock import Mock

import pytest

import uno_engine.decide
from tests.killed import abandon
from tests.server.crashing import Crashing
from tests.server.harness import World, dealt, gathered, playing
from tests.server.test_uno_grace import forgotten
from uno_engine.actions import Play
from uno_protocol import messages as m
from uno_server.table import bots, broadcast
from uno_server.table import game as game_module
from uno_server.table.event_log import TableLog


class Broken(Exception):
    pass


def broken(*_: object, **__: object) -> Any:
    raise Broken


def break_advance(monkeypatch: pytest.MonkeyPatch, times: int) -> None:
    """The next calls of the engine do half their work and fail."""
    sound = uno_engine.decide.advance
    left = [times]

    def advance(state: object, action: object, decision: int | None = None) -> object:
        if left[0]:
            left[0] -= 1
            state.counts[0] += 50  # type: ignore[attr-defined]
            state.hands[0].clear()  # type: ignore[attr-defined]
            raise Broken("R5 R6 are in the hand")
        return sound(state, action, decision)  # type: ignore[arg-type]

    monkeypatch.setattr(game_module, "advance", advance)


def test_a_failing_action_is_refused_and_the_table_is_as_it_was(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    world, (ann, bob) = dealt("R5 R6 R7", "B1 B2")
    sound = world.state().copy()
    said = len(bob.heard)
    break_advance(monkeypatch, 1)
    assert ann.refused(m.Play, decision=ann.game.decision, cards=["R5"]) == "internal"
    assert world.state() == sound
    assert len(bob.heard) == said
    assert isinstance(ann.play(m.Play, cards=["R5"]), m.Ok)
    assert ann.agrees()
    assert bob.agrees()
    (record,) = [one for one in caplog.records if one.levelno >= logging.ERROR]
    assert "Broken at test_containment.py" in record.message
    assert "R5" not in record.message
    assert "\n" not in record.message


def test_what_a_failure_takes_back_is_not_stored_later(monkeypatch: pytest.MonkeyPatch) -> None:
    world, (ann, _) = dealt("R5 R6 R7", "B1 B2")
    with monkeypatch.context() as patch:
        patch.setattr(broadcast, "news", broken)
        assert ann.refused(m.Play, decision=ann.game.decision, cards=["R5"]) == "internal"
    assert isinstance(ann.play(m.Play, cards=["R6"]), m.Ok)
    (action,) = world.commits[-1].actions
    assert isinstance(action, Play)
    assert [card.name for card in action.cards] == ["R6"]


def test_a_table_that_fails_again_and_again_is_frozen_and_can_be_left(monkeypatch: pytest.MonkeyPatch) -> None:
    world, (ann, bob) = dealt("R5 R6 R7", "B1 B2", turn_seconds=1)
    break_advance(monkeypatch, 10**9)
    world.wait(3600.0)
    assert world.table().frozen
    assert ann.refused(m.Play, decision=ann.game.decision, cards=["R5"]) == "internal"
    assert isinstance(ann.ask(m.LeaveTable), m.Ok)
    assert isinstance(bob.ask(m.LeaveTable), m.Ok)
    assert len(world.hub.lobby) == 0
    assert isinstance(ann.ask(m.CreateTable, name="T"), m.Joined)


def test_a_table_that_is_lost_stays_in_the_journal_as_it_was_stored(
    world: Crashing, monkeypatch: pytest.MonkeyPatch
) -> None:
    people = playing(world)
    sql = "SELECT body, sum, at IS NULL FROM known"
    body, sum_, _ = world.journal.connection.execute(sql).fetchone()
    break_advance(monkeypatch, 1)
    monkeypatch.setattr(TableLog, "rebuilt", broken)
    assert any(person.move() for person in people)
    assert len(world.hub.lobby) == 0
    assert world.journal.connection.execute(sql).fetchall() == [(body, sum_, 0)]
    abandon(world.journal)


def test_a_failure_while_sitting_down_leaves_the_seat_free(monkeypatch: pytest.MonkeyPatch) -> None:
    world = World()
    ann = world.person("ann")

    with monkeypatch.context() as patch:
        patch.setattr(broadcast, "snapshot", broken)
        assert ann.refused(m.JoinTable, table="T", new=m.NewTable()) == "internal"
    assert len(world.hub.lobby) == 0
    assert ann.join("T", seats=2).seat == 0
    assert ann.agrees()


@pytest.mark.parametrize(
    ("kind", "fields"),
    [(m.MoveSeat, {"seat": 1, "to": 2}), (m.Kick, {"name": "bob"}), (m.LeaveTable, {}), (m.Logout, {})],
)
def test_a_failure_while_somebody_leaves_or_moves_throws_nobody_out(
    monkeypatch: pytest.MonkeyPatch, kind: type[m.Request], fields: dict[str, Any]
) -> None:
    world, (ann, bob) = gathered(seats=4)
    with monkeypatch.context() as patch:
        patch.setattr(broadcast, "news", broken)
        assert ann.refused(kind, **fields) == "internal"
    assert [member.seat for member in world.table().members.values()] == [0, 1]
    assert {session.table for session in world.hub.sessions} == {world.table().room.code}
    assert isinstance(bob.ask(m.Ready), m.Ok)
    assert isinstance(ann.ask(kind, **fields), m.Ok)
    assert [one.agrees() for one in (ann, bob) if one.name != "ann" or kind not in (m.LeaveTable, m.Logout)]


def test_a_computer_player_that_fails_does_not_stop_the_server(monkeypatch: pytest.MonkeyPatch) -> None:
    world, (ann,) = dealt("R5 R6 R7", "B1 B2", names="ann", seats=2, bots=["normal"])
    monkeypatch.setattr(bots, "choose", broken)
    ann.play(m.Play, cards=["R5"])
    world.wait(3600.0)
    assert world.table().frozen
    assert isinstance(world.person("bob").ask(m.CreateTable, name="U"), m.Joined)


def test_a_held_request_that_fails_is_answered_and_not_tried_again(monkeypatch: pytest.MonkeyPatch) -> None:
    world, (_, bob, cem) = forgotten()
    assert cem.play(m.Catch, target=0) is None
    with monkeypatch.context() as patch:
        patch.setattr(game_module.GameAtTable, "take", taken := Mock(side_effect=Broken))
        world.wait(2.0)
    answer = cem.answer(cem.last_id)
    assert isinstance(answer, m.Error)
    assert answer.code == "internal"
    assert taken.call_count == 1
    assert not world.table().frozen
    assert bob.move()
