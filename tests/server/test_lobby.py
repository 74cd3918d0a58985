"""The lobby: what is kept of its list and for whom, the ends of its size, and tables that no case can bring about."""

from collections import Counter
from sys import getsizeof
from unittest.mock import Mock

import pytest

from tests.server.harness import Person, World, begun, gathered
from uno_protocol import messages as m
from uno_server.base import limits
from uno_server.core import lobby
from uno_server.table import broadcast


def drawn_code(*draws: bytes) -> tuple[str, int]:
    """The code that comes of what is drawn, and how much of that it took."""
    left = list(draws)
    return lobby.Lobby(lambda _count: left.pop(0), limits.Limits())._code(), len(draws) - len(left)


def test_each_letter_of_a_code_is_as_likely_as_the_others() -> None:
    good = bytes(lobby.CODE_LENGTH)
    codes = [drawn_code(bytes([byte, *good[1:]]), good) for byte in range(256)]
    likely = Counter(code[0] for code, draws in codes if draws == 1)
    assert likely == dict.fromkeys(lobby.CODE_LETTERS, 256 // len(lobby.CODE_LETTERS))


def listing(person: Person) -> list[m.TableLine]:
    """The whole list, as it is told page by page."""
    lines: list[m.TableLine] = []
    more = True
    while more:
        page = person.ask(m.ListTables, after=lines[-1].code if lines else "")
        assert isinstance(page, m.Tables)
        lines += page.tables
        more = page.more
    return lines


def test_what_is_rolled_back_is_not_in_the_list(monkeypatch: pytest.MonkeyPatch) -> None:  # FAULTS 44
    _, (ann, bob) = gathered()
    (before,) = listing(bob)
    monkeypatch.setattr(broadcast, "news", Mock(side_effect=ValueError))
    assert ann.refused(m.ChangeTable, locked=True) == "internal"
    monkeypatch.undo()
    assert listing(bob) == [before]


def test_a_row_of_the_list_is_made_once_for_each_change(monkeypatch: pytest.MonkeyPatch) -> None:
    world, (ann, bob) = gathered()
    world.person("cem").ask(m.CreateTable, name="U")
    monkeypatch.setattr(lobby, "line", line := Mock(wraps=lobby.line))
    for person in (ann, bob, ann):
        listing(person)
    assert sorted(call.args[0].room.name for call in line.mock_calls) == ["T", "U"]
    ann.ask(m.Ready)
    ann.ask(m.ChangeTable, locked=True)
    for person in (ann, bob):
        listing(person)
    assert sorted(call.args[0].room.name for call in line.mock_calls) == ["T", "T", "U"]


def test_those_who_ask_for_the_list_keep_one_copy_of_it() -> None:
    world, people = gathered()
    for person in people:
        for _ in range(limits.ANSWERS_KEPT):
            listing(person)
    answers = [session.answers for session in world.hub.sessions]
    assert [len(one.kept) for one in answers] == [limits.ANSWERS_KEPT] * 2
    assert len({id(kept) for one in answers for kept in one.kept}) == 1
    assert all(getsizeof(one) + getsizeof(one.ids) + getsizeof(one.kept) < 1024 for one in answers)


def test_of_a_list_that_changes_only_the_changed_rows_are_kept_anew() -> None:
    world = World()
    others = limits.TABLES_PER_PAGE - 1
    for number in range(others):
        world.person(f"p{number}").ask(m.CreateTable, name=f"t{number}")
    ann, bob = world.person("ann"), world.person("bob")
    ann.ask(m.CreateTable, name="Ann's")
    for change in range(limits.ANSWERS_KEPT):
        assert isinstance(ann.ask(m.ChangeTable, locked=change % 2 == 0), m.Ok)
        world.wait(1.0)
        listing(bob)
    (kept,) = [session.answers.kept for session in world.hub.sessions if session.name == "bob"]
    rows = [id(row) for page in kept if isinstance(page, m.Tables) for row in page.tables]
    assert len(rows) == limits.ANSWERS_KEPT * limits.TABLES_PER_PAGE
    assert len(set(rows)) == others + limits.ANSWERS_KEPT


def test_who_asks_from_anywhere_on_leaves_no_pages_behind() -> None:
    world = World(messages_at_once=1000)
    for number in range(limits.TABLES_PER_PAGE + 2):
        world.person(f"p{number}").ask(m.CreateTable, name=f"t{number}")
    ann = world.person("ann")
    for line in listing(ann):
        ann.ask(m.ListTables, after=line.code)
    assert len(world.hub.lobby._pages) == 2


def test_an_unlisted_table_changes_nothing_about_the_list() -> None:
    world, (ann, bob) = gathered()
    ann.ask(m.ChangeTable, listed=False)
    world.person("cem").ask(m.CreateTable, name="U")
    page = world.hub.lobby.page("")
    bob.ask(m.Ready)
    assert world.hub.lobby.page("") is page


@pytest.mark.parametrize("count", [0, 4])
def test_a_table_keeps_within_the_bounds_of_its_preset(count: int) -> None:  # K1
    options = {"extra": f"1,0,{count}"}
    world, (ann,) = gathered("ann", seats=3, preset="skyrus")
    refused = world.person("bob").error(m.CreateTable, name="U", new=m.NewTable(preset="skyrus", options=options))
    assert (refused.code, refused.field) == ("rules_refused", "new.options.extra")
    assert refused.args == {"option": "extra", "reason": "does_not_combine"}
    assert refused.text == "extra: these rules take one to three Customizable cards"
    assert ann.refused(m.ChangeTable, options=options) == "rules_refused"
    assert isinstance(ann.ask(m.ChangeTable, preset="official", options=options), m.Ok)


@pytest.mark.parametrize("playing", [False, True])
def test_a_seat_that_is_left_empty_too_long_is_free_again_before_a_game_and_held_in_it(playing: bool) -> None:
    world, (ann, bob) = begun(turn_seconds=0) if playing else gathered()
    bob.drop()
    world.wait(limits.AWAY_SECONDS - 1)
    assert ann.room.occupants[1] is not None
    world.wait(100 * limits.AWAY_SECONDS if playing else 2.0)
    assert (ann.room.occupants[1] is not None) is playing
    bob.resume()
    assert (bob.last(m.Resumed).table is not None) is playing
