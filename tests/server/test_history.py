"""What a table tells of its rounds: the history for those who come late (P-8.8), the result (P-8.9)."""

import pytest

from tests.server.crashing import Crashing
from tests.server.harness import Person, World, begun, over, playing
from tests.server.test_containment import break_advance
from uno_engine import events as ev
from uno_engine.decisions import TakeTurn
from uno_protocol import messages as m
from uno_protocol import room as rm
from uno_protocol.codec import encode
from uno_protocol.result import MOST_POINTS, RoundLog, RoundResult
from uno_server.base import limits
from uno_server.journal import recovery
from uno_server.table import event_log

POINTS = {"goal": "points", "target": "1000"}


def history(person: Person) -> m.RoundHistory:
    """The answer to a person who asks for it."""
    answer = person.ask(m.History)
    assert isinstance(answer, m.RoundHistory), answer
    return answer


def to_the_end(world: World, *people: Person) -> RoundResult:
    """They play until the round is over; the result, which each of them has made from the entries."""
    while people[0].phase == "playing":
        if not any(person.move() for person in people):
            world.wait(1.0)
    result = world.table().result
    assert result is not None
    for person in people:
        assert person.table is not None
        assert person.table.result == result
    return result


def shown_again(person: Person) -> RoundResult | None:
    """The result in a new snapshot."""
    person.connect()
    link = person.link
    person.resume(seen=None)
    person.link = link  # the older one was closed, not this
    assert person.table is not None
    return person.table.result


def test_a_client_that_comes_late_counts_what_its_history_has() -> None:
    world, people = begun("ann bob cem", options=POINTS)
    for _ in range(6):
        any(person.move() for person in people)
    late, later = world.person("dee"), world.person("eve")
    for one in (late, later):
        one.ask(m.SpectateTable, table="T")
    assert late.table is not None
    assert later.table is not None
    late.table.recall(history(late))
    result = to_the_end(world, *people)
    assert late.table.result == result
    assert later.table.result is not None
    assert later.table.result.counts is None


def test_a_history_is_not_kept_for_a_repeat() -> None:
    _, (ann, _) = begun()
    history(ann)
    assert ann.asked is not None
    ann.say(ann.asked)
    assert ann.heard[-1] == m.Ok(id=ann.asked.id)


def test_a_history_of_long_entries_fits_into_a_frame() -> None:
    world, (ann, _) = begun(options=POINTS)
    table = world.table()
    for _ in range(limits.ENTRIES_KEPT - 20):
        table.log.note(rm.WatcherLeft("x" * 1000))
    table.log.settle()
    answer = history(ann)
    assert answer.cut
    assert limits.FRAME_FROM_SERVER // 2 < len(encode(answer)) <= limits.FRAME_FROM_SERVER


def test_of_a_long_round_the_last_entries_are_told_and_everything_is_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(event_log, "ENTRIES_KEPT", 12)
    world, people = begun("ann bob cem", options=POINTS)
    assert not history(people[0]).cut
    for _ in range(12):
        any(person.move() for person in people)
    answer = history(people[0])
    assert answer.cut
    assert [past.n for past in answer.entries] == list(range(world.table().log.n - 11, world.table().log.n + 1))
    result = to_the_end(world, *people)
    assert result.counts is not None
    assert sum(result.counts.drawn) > 0


def test_a_restart_in_mid_round_loses_no_count(world: Crashing, monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (event_log, recovery):
        monkeypatch.setattr(module, "ENTRIES_KEPT", 12)
    people = playing(world, "ann bob cem", options=POINTS)
    for _ in range(12):
        any(person.move() for person in people)
    world.crash_and_return(*people)
    assert to_the_end(world, *people).counts is not None


def test_a_result_outlives_restarts_until_the_next_deal(world: Crashing) -> None:
    ann, bob = people = playing(world)
    result = to_the_end(world, *people)
    for _ in range(2):
        world.crash_and_return(*people)
        assert shown_again(bob) == result
        ann.ask(m.Ready)  # the second time there is a rematch
    bob.ask(m.Ready)
    assert bob.phase == "playing"
    assert shown_again(bob) is None


def test_a_deal_that_fails_leaves_the_result(monkeypatch: pytest.MonkeyPatch) -> None:
    _, people = over(options=POINTS)
    result = shown_again(people[1])
    assert result is not None
    with monkeypatch.context() as patch:
        break_advance(patch, 1)
        people[0].ask(m.Ready)
        assert people[1].refused(m.Ready) == "internal"
    assert shown_again(people[1]) == result


@pytest.mark.parametrize(("turns", "every", "points"), [(10, 1, 11), (63, 1, 64), (64, 2, 33), (127, 4, 33)])
def test_the_turns_of_a_long_round_are_thinned(turns: int, every: int, points: int) -> None:
    log = RoundLog()
    log.take([ev.RoundDealt(1, 0, 0, (1, 1), 90, None, None)])
    for turn in range(turns):
        log.take([ev.Asked(TakeTurn(turn % 2)), ev.CardsDrawn(0, 1, ev.DrawReason.TURN, None)])
    counts = log.so_far()
    assert counts is not None
    assert (counts.every, len(counts.held[0])) == (every, points)
    assert points <= MOST_POINTS
    assert counts.held[0][: points - 1] == tuple(range(1, turns + 1, every))
    assert counts.held[0][-1] == turns + 1
