"""Sessions: whose names are kept and for how long, and what is kept for those who come back (FAULTS 22, 24 to 28)."""

from functools import partial
from pathlib import Path
from unittest.mock import Mock

import pytest

from tests.killed import abandon
from tests.server.harness import Entropy, Person, World, playing
from uno_protocol import messages as m
from uno_server.base.limits import ANSWERS_KEPT, SESSION_SECONDS, Limits
from uno_server.core import sessions
from uno_server.core.hub import Hub
from uno_server.core.sessions import LOOKED_AT
from uno_server.journal.recovery import new_hub
from uno_server.journal.store import DiskJournal


def login(world: World, name: str) -> m.Error | m.LoggedIn:
    person = world.person(name, login=False)
    person.say(m.Login(name=name))
    answer = person.heard[-1]
    assert isinstance(answer, m.Error | m.LoggedIn)
    return answer


def refusal(world: World, name: str) -> tuple[str, str | int | None]:
    answer = login(world, name)
    assert isinstance(answer, m.Error), answer
    return answer.code, answer.args.get("reason")


def test_names_alone_never_fill_a_server() -> None:
    world = World(sessions=3)
    ann = world.person("Ann")
    ann.join("T", seats=2)
    ann.drop()
    world.person("Bob")  # connected
    for number in range(40):
        world.person(f"x{number}").drop()
    assert isinstance(login(world, "Cem"), m.LoggedIn)
    assert [session.name for session in world.hub.sessions] == ["Ann", "Bob", "Cem"]
    assert refusal(world, "Dora") == ("limit", None)  # each of these three is somebody's
    ann.resume()
    assert ann.last(m.Resumed).name == "Ann"


def used(world: World, name: str) -> Person:
    """Somebody who has asked for something."""
    person = world.person(name)
    person.ask(m.ListTables)
    return person


def test_nor_do_names_that_asked_for_something_once_and_the_longest_unused_goes_first() -> None:
    world = World(sessions=4)
    used(world, "Ann").drop()
    bob = used(world, "Bob")
    world.person("Cem").drop()
    bob.drop()
    bob.resume()
    used(world, "Dora").drop()
    for name, left in (
        ("Eve", ["Ann", "Bob", "Dora", "Eve"]),  # Cem never asked for anything
        ("Fay", ["Bob", "Dora", "Eve", "Fay"]),
        ("Gil", ["Bob", "Eve", "Fay", "Gil"]),
    ):
        assert isinstance(login(world, name), m.LoggedIn)
        assert [session.name for session in world.hub.sessions] == left
    assert refusal(world, "Hal") == ("limit", None)  # all are connected


def restarted(world: World, journal: DiskJournal, directory: Path) -> DiskJournal:
    """The server is killed, and goes on with its journal in the same directory, which is given."""
    abandon(journal)
    journal, limits = DiskJournal.open(directory), world.hub.limits
    again = new_hub(journal, partial(Hub, name="the test", entropy=Entropy(2), limits=limits))
    world.begin(again.hub, journal, again.now)
    return journal


def test_a_seat_is_kept_from_newcomers_until_its_table_is_gone(tmp_path: Path) -> None:
    journal = DiskJournal.open(tmp_path)
    world = World(1, journal, sessions=2)
    for person in playing(world):
        person.drop()
    assert refusal(world, "Cem") == ("limit", None)
    journal = restarted(world, journal, tmp_path)
    assert refusal(world, "Cem") == ("limit", None)
    world.wait(Limits().deserted_seconds + 60)
    assert isinstance(login(world, "Cem"), m.LoggedIn)
    journal.close(0.0)


def test_who_makes_room_is_found_without_a_look_at_all_sessions(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sessions, "_is_idle", is_idle := Mock(wraps=sessions._is_idle))
    world = World(sessions=100)
    seated = [world.person(f"x{number}") for number in range(50)]
    for number, person in enumerate(seated):
        person.join(f"T{number}", seats=2)
        person.drop()
    for number in range(50):
        used(world, f"y{number}").drop()
    is_idle.reset_mock()
    for number in range(50):
        assert isinstance(login(world, f"z{number}"), m.LoggedIn)
    assert is_idle.call_count < 100 + 50 * 5  # each of those at a table once, and a few for each login
    assert {session.name[0] for session in world.hub.sessions} == {"x", "z"}


def test_of_names_without_anybody_the_oldest_goes_first_also_after_a_restart(tmp_path: Path) -> None:
    journal = DiskJournal.open(tmp_path)
    world = World(1, journal, sessions=4)
    people = [world.person(f"x{number}") for number in range(4)]
    people[3].ask(m.ListTables)
    for person in reversed(people):
        person.drop()
    journal = restarted(world, journal, tmp_path)
    for name in ("y0", "y1"):
        assert isinstance(login(world, name), m.LoggedIn)
    assert [session.name for session in world.hub.sessions] == ["x2", "x3", "y0", "y1"]
    journal.close(0.0)


def test_who_logs_in_does_not_wait_until_all_lapsed_names_are_forgotten() -> None:
    world = World()
    several = 3 * LOOKED_AT
    for number in range(several):
        world.person(f"x{number}").drop()
    ann, bob = playing(world, turn_seconds=0)
    ann.drop()
    back = world.person("Cem")
    back.ask(m.ListTables)
    back.drop()
    back.resume()
    world.wait(SESSION_SECONDS + 1)
    left = len(world.hub.sessions)
    for logins in range(1, 5):
        login(world, f"y{logins}")
        assert len(world.hub.sessions) == left + logins - min(several, logins * LOOKED_AT)
    names = {session.name for session in world.hub.sessions}
    assert names == {"ann", "bob", "Cem", "y1", "y2", "y3", "y4"}
    bob.ask(m.LeaveTable)  # and nobody is left who could keep the table
    world.wait(SESSION_SECONDS + 1)
    login(world, "y5")
    assert "ann" not in {session.name for session in world.hub.sessions}


def test_names_that_were_left_at_once_leave_nothing_behind() -> None:
    world = World()
    for _ in range(100):
        world.person("Ann").drop()
    kept = world.hub.sessions
    assert len(kept) == 1
    assert len(kept._unclaimed) <= 2
    assert len(kept._away) <= 1


def test_a_name_can_be_had_again_until_its_token_has_been_used() -> None:  # FAULTS 27: the login was never answered
    world = World()
    ann = world.person("Ann")
    assert refusal(world, "Ann") == ("name_taken", None)  # while the link stands
    ann.drop()
    again = world.person("Ann")
    for _ in range(2):
        again.drop()
        again.resume()
    again.drop()
    assert refusal(world, "Ann") == ("name_taken", None)


def test_coming_back_while_the_old_connection_is_still_closing_takes_over_without_a_second_bye() -> None:  # FAULTS 25
    world = World()
    ann = world.person("ann")
    old = ann.link
    assert old is not None
    outputs = world.hub.break_off(old, "read_timeout", "why", come_back=True)
    assert len(outputs) == 2
    again = Person(world, "ann")
    again.connect()
    again.say(m.Resume(token=ann.token))
    assert again.last(m.Resumed).name == "ann"
    assert ann.all(m.Bye) == []
    world.do([*outputs])
    assert isinstance(again.ask(m.ListTables), m.Tables)


def test_the_same_refusal_is_kept_once_for_all() -> None:  # FAULTS 22
    world = World()
    people = [world.person(name) for name in ("ann", "bob")]
    for person in people:
        for _ in range(ANSWERS_KEPT):
            assert person.refused(m.Ready) == "not_at_table"
    answers = [session.answers for session in world.hub.sessions]
    assert [len(one) for one in answers] == [ANSWERS_KEPT] * 2
    assert len({id(kept) for one in answers for kept in one.kept}) == 1
    ann = people[0]
    before = ann.error(m.CreateTable, name="V", new=m.NewTable(preset="poker"))
    ann.say(m.Draw(id=before.id or 0, decision=0))
    assert (ann.heard[-1], before.code, before.field) == (before, "rules_refused", "new.preset")
