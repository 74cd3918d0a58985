"""Upkeep moves finished games to records, and drops entries that nobody can miss any more."""

from pathlib import Path

import pytest

from tests.server.harness import play_out, start
from tests.server.recorded import Stored, gather
from tests.server.test_prune import ask, over
from uno_protocol import messages as m
from uno_server.archive.reader import Archive, check, opened
from uno_server.journal import recovery, upkeep

ENTRIES = "SELECT number FROM entries WHERE tab = {} ORDER BY number"


def agrees(directory: Path) -> None:
    """Every game is there, and follows from its seed."""
    with opened(directory) as connection:
        assert list(check(Archive(connection))) == []


def test_a_finished_game_moves_to_a_record_and_its_last_entries_stay(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(upkeep, "ENTRIES_KEPT", 20)
    world = Stored(tmp_path)
    world.go_on()
    world.journal.tidy()
    people = gather(world, "hall", "ann bob")
    start(people)
    play_out(world, people)
    table = world.table("hall")
    world.journal.tidy()
    assert ask(tmp_path, "SELECT count(*) FROM games WHERE record IS NOT NULL") == [(1,)]
    there = recovery.events_before(world.journal, table.notes.last, table.log.n)
    assert 20 <= len(there) < 40
    start(people)  # of this one all entries are needed
    while len(ask(tmp_path, ENTRIES.format(1))) < 60:
        assert any(one.move() for one in people) or [one.ask(m.Ready) for one in people]
    upkeep.tidy(world.journal.connection, [1])
    assert ask(tmp_path, ENTRIES.format(1))[0] == (table.notes.game,)
    agrees(tmp_path)
    world.journal.abandon()


def test_a_table_without_a_game_keeps_no_more_than_somebody_may_have_missed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(upkeep, "ENTRIES_KEPT", 20)
    world = Stored(tmp_path)
    world.go_on()
    world.journal.tidy()
    ann, _ = gather(world, "hall", "ann bob")
    for ready in (True, False) * 40:
        world.wait(1.0)
        ann.ask(m.Ready, ready=ready)
        if world.journal.untidy:
            world.journal.tidy()
    table = world.table("hall")
    kept = recovery.events_before(world.journal, table.notes.last, table.log.n)
    assert table.log.n > 80
    assert 20 <= len(kept) < 75
    world.journal.abandon()


def test_of_a_table_that_has_ended_only_the_record_stays(tmp_path: Path) -> None:
    world, _ = over(tmp_path)
    world.journal.tidy()
    assert ask(tmp_path, ENTRIES.format(1)) == []
    agrees(tmp_path)
    world.journal.abandon()


def test_after_a_start_it_looks_at_all_but_what_was_set_aside(tmp_path: Path) -> None:
    world, _ = over(tmp_path)
    gather(world, "hall", "cem dora")
    gather(world, "cellar", "eve fay")
    world.journal.set_aside(3, "damaged")
    before = ask(tmp_path, "SELECT number FROM entries WHERE tab > 1")
    world.journal.abandon()
    again = Stored(tmp_path)
    assert again.journal.untidy
    again.journal.tidy()
    assert ask(tmp_path, "SELECT number FROM entries") == before
    again.journal.abandon()
