"""A session survives everything that can happen to its link (FAULTS 22, 24 to 28, 45 to 47)."""

from pathlib import Path

import pytest

from tests.server.harness import Entropy, Person, World, begun, dealt, playing
from uno_protocol import messages as m
from uno_server.base.limits import ANSWERS_KEPT, ENTRIES_KEPT, SESSION_SECONDS, Limits
from uno_server.core import sessions
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


def test_a_login_gives_the_name_as_it_is_kept_and_a_secret() -> None:
    world = World()
    answer = login(world, "  Ann ")
    assert isinstance(answer, m.LoggedIn)
    assert answer.name == "Ann"
    assert len(answer.token) >= 22  # 128 bits and more
    other = login(world, "Bob")
    assert isinstance(other, m.LoggedIn)
    assert other.token != answer.token


def test_a_name_in_use_is_taken_and_one_that_looks_like_it_rejected() -> None:  # FAULTS 28
    world = World()
    world.person("Anna")
    assert refusal(world, "Anna") == ("name_taken", None)
    assert refusal(world, "ANNA") == ("name_rejected", "confusable")
    assert refusal(world, "\u0410nn\u0430") == ("name_rejected", "confusable")
    assert refusal(world, "\u200b") == ("name_rejected", "control")
    assert refusal(world, "Gizmo") == ("name_rejected", "confusable")  # a computer player's


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


def test_a_seat_is_kept_from_newcomers_until_its_table_is_gone(tmp_path: Path) -> None:
    journal = DiskJournal.open(tmp_path)
    world = World(1, journal, sessions=2)
    for person in playing(world):
        person.drop()
    assert refusal(world, "Cem") == ("limit", None)
    journal.abandon()
    journal = DiskJournal.open(tmp_path)
    again = new_hub(journal, name="the test", entropy=Entropy(2), limits=Limits(sessions=2))
    world.begin(again.hub, journal, again.now)
    assert refusal(world, "Cem") == ("limit", None)
    world.wait(Limits().deserted_seconds + 60)
    assert isinstance(login(world, "Cem"), m.LoggedIn)
    journal.close(0.0)


def test_who_makes_room_is_found_without_a_look_at_all_sessions(monkeypatch: pytest.MonkeyPatch) -> None:
    looked: list[str] = []

    def noted(session: sessions.Session) -> bool:
        looked.append(session.name)
        return is_idle(session)

    is_idle = sessions._is_idle
    monkeypatch.setattr(sessions, "_is_idle", noted)
    world = World(sessions=100)
    seated = [world.person(f"x{number}") for number in range(50)]
    for number, person in enumerate(seated):
        person.join(f"T{number}", seats=2)
        person.drop()
    for number in range(50):
        used(world, f"y{number}").drop()
    looked.clear()
    for number in range(50):
        assert isinstance(login(world, f"z{number}"), m.LoggedIn)
    assert len(looked) < 100 + 50 * 5  # each of those at a table once, and a few for each login
    assert {session.name[0] for session in world.hub.sessions} == {"x", "z"}


def test_of_names_without_anybody_the_oldest_goes_first_also_after_a_restart(tmp_path: Path) -> None:
    journal = DiskJournal.open(tmp_path)
    world = World(1, journal, sessions=4)
    people = [world.person(f"x{number}") for number in range(4)]
    people[3].ask(m.ListTables)
    for person in reversed(people):
        person.drop()
    journal.abandon()
    journal = DiskJournal.open(tmp_path)
    again = new_hub(journal, name="the test", entropy=Entropy(2), limits=Limits(sessions=4))
    world.begin(again.hub, journal, again.now)
    for name in ("y0", "y1"):
        assert isinstance(login(world, name), m.LoggedIn)
    assert [session.name for session in again.hub.sessions] == ["x2", "x3", "y0", "y1"]
    journal.close(0.0)


def test_a_name_is_held_while_its_token_is_good_and_free_afterwards() -> None:
    world = World()
    ann = world.person("Ann")
    ann.ask(m.ListTables)
    ann.drop()
    world.wait(SESSION_SECONDS - 1)
    assert refusal(world, "Ann") == ("name_taken", None)
    world.wait(2.0)
    assert isinstance(login(world, "Ann"), m.LoggedIn)


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


def test_a_login_looks_at_as_many_sessions_however_many_there_are(monkeypatch: pytest.MonkeyPatch) -> None:
    looked: list[str] = []

    def noted(session: sessions.Session, now: float) -> bool:
        looked.append(session.name)
        return lapsed(session, now)

    lapsed = sessions.lapsed
    monkeypatch.setattr(sessions, "lapsed", noted)
    world = World()
    people = [world.person(f"x{number}") for number in range(3 * LOOKED_AT)]
    for person in people[::2]:
        person.ask(m.ListTables)
        person.drop()
    for _ in range(5):
        world.wait(SESSION_SECONDS / 10)
        looked.clear()
        login(world, "Ann")
        assert len(looked) <= LOOKED_AT


def test_names_that_were_left_at_once_leave_nothing_behind() -> None:
    world = World()
    for _ in range(100):
        world.person("Ann").drop()
    kept = world.hub.sessions
    assert len(kept) == 1
    assert len(kept._unclaimed) <= 2
    assert len(kept._away) <= 1


def test_a_name_whose_login_may_never_have_been_answered_can_be_had_again() -> None:  # FAULTS 27
    world = World()
    ann = world.person("Ann")
    assert refusal(world, "Ann") == ("name_taken", None)  # while the link stands
    ann.drop()
    again = login(world, "Ann")
    assert isinstance(again, m.LoggedIn)
    assert isinstance(world.person("Bob"), Person)


def test_a_name_whose_token_has_been_used_is_held() -> None:
    world = World()
    ann = world.person("Ann")
    ann.drop()
    ann.resume()
    ann.drop()
    assert refusal(world, "Ann") == ("name_taken", None)


def test_a_token_that_is_wrong_cut_lapsed_or_of_another_server_gets_the_same_error() -> None:  # FAULTS 24
    world = World()
    stranger = World(seed=2).person("Ann")
    ann = world.person("Ann")
    ann.drop()

    def answered(token: str) -> list[bytes]:
        person = world.person("", login=False)
        before = len(person.bytes)
        person.say(m.Resume(token=token))
        assert person.link is None
        return person.bytes[before:]

    wrong = answered("x" * 32)
    assert answered(ann.token[:-1]) == wrong
    assert answered("\u2603") == wrong
    assert answered(stranger.token) == wrong
    world.wait(SESSION_SECONDS + 1)
    assert answered(ann.token) == wrong
    assert b"bad_token" in wrong[0]


def test_a_token_does_not_lapse_while_its_player_is_seated() -> None:
    world, (ann, _) = begun(turn_seconds=0)
    ann.drop()
    world.wait(3 * SESSION_SECONDS)
    ann.resume()
    assert ann.last(m.Resumed).table == world.table().room.code


def test_the_newest_connection_takes_over_and_the_old_one_does_not_come_back() -> None:  # FAULTS 25
    world, (ann, bob) = begun()
    again = Person(world, "ann")
    again.token = ann.token
    again.connect()
    again.say(m.Resume(token=ann.token))
    assert ann.last(m.Bye) == m.Bye(code="taken_over", come_back=False)
    assert ann.link is None
    assert again.agrees()
    occupant = bob.occupant(0)
    assert occupant.connected
    assert again.last(m.Legal).actions or bob.last(m.Legal).actions


def test_coming_back_while_the_old_connection_is_still_closing_takes_over_without_a_second_bye() -> None:
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


def test_resuming_from_the_current_number_replays_nothing_but_the_return() -> None:  # FAULTS 26
    _, (ann, _) = begun()
    ann.drop()
    n = ann.table.n if ann.table else 0
    before = len(ann.heard)
    ann.resume()
    told = [one for one in ann.heard[before:] if isinstance(one, m.Entry | m.Snapshot)]
    assert [one.n for one in told] == [n + 1, n + 2]  # that the link was lost, and that it is back
    assert all(isinstance(one, m.Entry) for one in told)
    assert ann.agrees()


def test_resuming_from_an_old_number_replays_exactly_what_was_missed() -> None:  # FAULTS 26
    world, (ann, bob, cem) = begun("ann bob cem")
    ann.drop()
    for _ in range(40):
        bob.move("random")
        cem.move("random")
        world.wait(5.0)
    before = len(ann.heard)
    ann.resume()
    news = ann.heard[before:]
    assert not any(isinstance(one, m.Snapshot) for one in news)
    numbers = [one.n for one in news if isinstance(one, m.Entry)]
    assert numbers == list(range(numbers[0], world.table().log.n + 1))
    assert len(numbers) > 20
    assert ann.agrees()


def test_a_replay_shows_one_what_one_would_have_seen() -> None:  # FAULTS 39
    def entries_of_ann(gone: bool) -> list[m.Entry]:
        world = World(3)
        ann, _ = playing(world)
        if gone:
            ann.drop()
        world.wait(90.0)
        if gone:
            ann.resume()
        return [one for one in ann.all(m.Entry) if one.event["k"] not in ("presence_changed", "host_changed")]

    here, gone = entries_of_ann(gone=False), entries_of_ann(gone=True)
    assert [entry.event for entry in here] == [entry.event for entry in gone]
    assert any("cards" in entry.event for entry in gone if entry.event["k"] == "cards_drawn")


def test_resuming_from_a_forgotten_number_gives_a_snapshot() -> None:  # FAULTS 26
    world, (ann, _) = dealt("R5 R6", "B1 B2", turn_seconds=1, options={"goal": "points"})
    ann.drop()
    while world.table().log.n < ENTRIES_KEPT + 100:
        world.wait(30.0)
    before = len(ann.heard)
    ann.resume()
    news = [one for one in ann.heard[before:] if isinstance(one, m.Entry | m.Snapshot)]
    assert len(news) == 1
    assert isinstance(news[0], m.Snapshot)
    assert ann.agrees()


def test_as_many_entries_can_be_replayed_as_are_kept() -> None:  # P-8.6
    world, _ = dealt("R5 R6", "B1 B2", turn_seconds=1, options={"goal": "points"})
    while world.table().log.n <= ENTRIES_KEPT:
        world.wait(30.0)
    log = world.table().log
    missed = log.missed(log.n - ENTRIES_KEPT, 0)
    assert missed is not None
    assert [one.n for one in missed] == list(range(log.n - ENTRIES_KEPT + 1, log.n + 1))


@pytest.mark.parametrize(("seen", "table"), [(None, None), (None, "T"), (3, "ELSE")])
def test_resuming_without_a_number_or_for_another_table_gives_a_snapshot(seen: int | None, table: str | None) -> None:
    world, (ann, _) = begun()
    ann.drop()
    ann.resume(seen=seen, table=table)
    assert isinstance([one for one in ann.heard if isinstance(one, m.Entry | m.Snapshot)][-1], m.Snapshot)
    assert ann.agrees()
    assert ann.last(m.Legal).n == world.table().log.n


@pytest.mark.parametrize("beyond", [1, 10_000])
def test_a_number_from_the_future_is_bad_and_the_connection_is_kept(beyond: int) -> None:  # FAULTS 26, P-8.6
    world, (ann, _) = begun()
    ann.drop()
    n = world.table().log.n
    ann.resume(seen=n + beyond)
    assert (ann.last(m.Error).code, ann.last(m.Error).args) == ("bad_seq", {"n": n})
    assert ann.link is not None
    ann.resume(seen=None)
    assert ann.agrees()


def test_nothing_from_before_the_seat_is_replayed() -> None:
    world, (ann, bob) = begun(seats=3, options={"goal": "points"})
    world.wait(60.0)
    cem = world.person("cem")
    cem.join()
    cem.drop()
    cem.resume(seen=2)
    assert isinstance([one for one in cem.heard if isinstance(one, m.Entry | m.Snapshot)][-1], m.Snapshot)
    assert cem.agrees()
    assert ann.agrees()
    assert bob.agrees()


def test_the_same_id_gets_the_same_answer_and_is_applied_once() -> None:  # FAULTS 22
    _, (ann, _) = dealt("R5 R6 R7", "B1 B2")
    play = m.Play(id=100, decision=ann.game.decision, cards=["R5"])
    ann.say(play)
    ann.say(play)
    ann.say(m.Draw(id=100, decision=ann.game.decision))
    assert [one for one in ann.heard if one == m.Ok(id=100)] == [m.Ok(id=100)] * 3
    assert ann.game.counts == [2, 2]


def test_a_link_lost_between_apply_and_answer_applies_once() -> None:  # FAULTS 27
    world, (ann, _) = dealt("R5 R6 R7", "B1 B2")
    play = m.Play(id=100, decision=ann.game.decision, cards=["R5"])
    link = ann.link
    assert link is not None
    world.unplug(link)  # what is sent from now on is lost
    ann.say(play)
    ann.drop()
    ann.resume()
    assert ann.last(m.Resumed).last_id == 100
    ann.say(play)
    assert ann.answer(100) == m.Ok(id=100)
    assert ann.game.counts == [2, 2]
    assert ann.agrees()


def test_the_same_refusal_is_kept_once_for_all() -> None:
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


def test_an_id_that_is_older_than_what_is_kept_is_refused() -> None:
    ann = World().person("ann")
    for _ in range(33):
        ann.ask(m.ListTables)
    ann.say(m.ListTables(id=1))
    error = ann.last(m.Error)
    assert (error.code, error.id, error.args) == ("old_id", 1, {"last_id": 33})
    ann.say(m.ListTables(id=2))
    assert isinstance(ann.answer(2), m.Tables)


def test_a_refusal_is_repeated_too() -> None:
    ann = World().person("ann")
    ann.say(m.Ready(id=1))
    ann.say(m.Ready(id=1))
    assert [one.code for one in ann.all(m.Error)] == ["not_at_table", "not_at_table"]
