"""Codes and passwords of tables cannot be guessed (P-7.17), and nobody can flood others (FAULTS 33)."""

from typing import Any

import pytest

from tests.server.harness import Person, World, gathered
from uno_protocol import messages as m
from uno_server.base.limits import ENTERING_BURST, TRIES_BURST, Limits

AT_ONCE = 10 * Limits().changes_per_second


def hidden(world: World, **new: Any) -> str:
    """The code of a table that is in no list."""
    return world.person("ann").join("Hidden", seats=4, listed=False, **new).table


def error(person: Person, kind: type[m.Request], **fields: Any) -> m.Error | None:
    answer = person.ask(kind, **fields)
    return answer if isinstance(answer, m.Error) else None


def use_up(person: Person) -> None:
    """Try as many wrong codes as there are tries."""
    for number in range(TRIES_BURST):
        assert person.refused(m.JoinTable, table=f"{number}") == "no_such_table"


@pytest.mark.parametrize("kind", [m.JoinTable, m.SpectateTable, m.TableRules])
def test_after_ten_tries_a_right_code_looks_like_a_wrong_one(kind: type[m.Request]) -> None:
    world = World()
    code = hidden(world)
    cem = world.person("cem")
    use_up(cem)
    wrong, right = cem.error(kind, table="0000"), cem.error(kind, table=code)
    assert (
        (right.code, right.args, right.field)
        == (wrong.code, wrong.args, wrong.field)
        == ("limit", {"seconds": 2}, None)
    )
    world.wait(2)
    assert error(cem, kind, table=code) is None


def test_tables_in_the_list_and_the_own_one_need_no_try() -> None:
    world = World()
    ann = world.person("ann")
    code = ann.join("Hidden", seats=4, listed=False).table
    bob = world.person("bob")
    bob.join("Open", seats=4)
    cem = world.person("cem")
    use_up(cem)
    assert error(cem, m.TableRules, table="Open") is None
    assert error(cem, m.JoinTable, table="Open") is None
    for _ in range(2 * TRIES_BURST):
        assert error(ann, m.TableRules, table=code) is None


OPENING = pytest.mark.parametrize(("kind", "field"), [(m.JoinTable, "table"), (m.CreateTable, "name")])


@OPENING
@pytest.mark.parametrize("form", ["{}", " {} ", "lower", "\u017f"])  # the last is a long s, an S in upper case
def test_a_table_opened_under_what_could_be_a_code_is_a_try(kind: type[m.Request], field: str, form: str) -> None:
    world = World(tables_per_minute=100)
    code = hidden(world)
    cem = world.person("cem")
    for number in range(TRIES_BURST):
        text = "ZZZ" + "BCDFGHJKMN"[number]
        text = text.lower() if form == "lower" else "\u017f" + text[1:] if form == "\u017f" else form.format(text)
        assert isinstance(cem.ask(kind, **{field: text, "new": m.NewTable()}), m.Joined)
        cem.ask(m.LeaveTable)
    for text in ("ZZZP", code):
        assert cem.refused(kind, **{field: text, "new": m.NewTable()}) == "limit"
        assert cem.last(m.Error).args == {"seconds": 2}
    assert isinstance(cem.ask(kind, **{field: "Tea at five", "new": m.NewTable()}), m.Joined)


def test_who_can_open_no_more_tables_or_is_at_one_learns_no_codes_from_that() -> None:
    world = World(tables_per_minute=1)
    code = hidden(world)
    world.person("bob").join("Open", seats=2)
    for name, refused in (("cem", "limit"), ("dan", "already_at_table")):
        cem = world.person(name)
        if refused == "limit":
            cem.join("Cem's", seats=2)
            cem.ask(m.LeaveTable)
        else:
            cem.ask(m.SpectateTable, table="Open")
        for _ in range(TRIES_BURST):
            assert cem.refused(m.JoinTable, table="ZZZZ", new=m.NewTable()) == refused
        answers = [error(cem, m.JoinTable, table=text, new=m.NewTable()) for text in ("ZZZZ", code)]
        assert [answer and (answer.code, answer.args) for answer in answers] == [("limit", {"seconds": 2})] * 2


def test_who_comes_and_goes_all_the_time_has_to_wait() -> None:  # FAULTS 33
    world = World()
    ann, cem = world.person("ann"), world.person("cem")
    ann.join("Open", seats=4)
    for _ in range(ENTERING_BURST):
        assert error(cem, m.SpectateTable, table="Open") is None
        assert error(cem, m.LeaveTable) is None
    assert cem.refused(m.SpectateTable, table="Open") == "limit"
    assert error(world.person("dan"), m.JoinTable, table="Open") is None, "each session has its own pace"
    world.wait(1)
    assert error(cem, m.SpectateTable, table="Open") is None


def test_who_changes_something_all_the_time_has_to_wait_and_can_leave() -> None:  # FAULTS 33
    world, (ann, bob) = gathered(seats=4)
    for number in range(AT_ONCE):
        assert error(bob, m.Away, away=number % 2 == 0) is None
    told = len(ann.heard)
    for kind, fields in ((m.Away, {"away": True}), (m.Ready, {}), (m.GiveTime, {"seat": 1, "seconds": 9})):
        refused = bob.error(kind, **fields)
        assert (refused.code, refused.args) == ("limit", {"seconds": 1})
    assert len(ann.heard) == told
    assert error(ann, m.Ready) is None, "each session has its own pace"
    world.wait(1)
    assert error(bob, m.Away, away=True) is None
    for _ in range(AT_ONCE):
        error(bob, m.GiveTime, seat=1, seconds=9)
    assert error(bob, m.LeaveTable) is None
