"""After a crash everything is there again: tables, seats, hands, scores, the question, times, the UNO window."""

import pytest

from tests.server.crashing import Crashing
from tests.server.harness import play_out, playing, sit_down, start
from tests.server.recorded import ask, gather, started
from uno_protocol import messages as m
from uno_server.base import limits
from uno_server.table import seats, transaction


def members(world: Crashing) -> list[tuple[object, ...]]:
    return [(one.session, one.seat, one.since, one.dealt) for one in world.table().members.values()]


def test_a_game_is_as_it_was_and_goes_on_to_its_end(world: Crashing) -> None:
    people = playing(world, "ann bob cem", seats=4, bots=["normal"], options={"goal": "points", "target": "60"})
    for _ in range(25):
        if not any(person.move() for person in people):
            world.wait(1.0)
    before, state, times = members(world), world.state().copy(), transaction.times(world.table())
    world.crash_and_return(*people)
    assert world.told == []
    assert (world.state(), members(world)) == (state, before)
    assert transaction.times(world.table()).left == times.left
    play_out(world, people)
    assert {person.phase for person in people} == {"finished"}
    world.crash_and_return(*people)
    start(people)
    play_out(world, people)


@pytest.mark.parametrize("paused", [False, True])
def test_a_grace_has_after_a_restart_what_it_had_left(world: Crashing, *, paused: bool) -> None:  # U3, P-7.22
    people = playing(world, options={"uno_grace": "1.5"}, turn_seconds=30)
    while (window := world.state().window) is None:
        assert any(person.move(forgets=lambda: True) for person in people)
    world.wait(0.5)
    if paused:
        people[0].ask(m.Pause)
        world.wait(60.0)
    world.journal.pulse(world.now)
    world.crash_and_return(*people)
    assert world.state().window == window
    if paused:
        people[0].ask(m.Pause, paused=False)
    assert transaction.times(world.table()).hold_until == world.now + 1.0
    catcher = next(person for person in people if person.seat != window)
    assert catcher.play(m.Catch, target=window) is None
    world.wait(0.9)
    assert catcher.answer(catcher.last_id) is None
    world.wait(0.1)
    assert catcher.answer(catcher.last_id) == m.Ok(id=catcher.last_id)
    assert "uno_caught" in catcher.kinds()


def test_a_server_goes_on_at_the_time_at_which_it_was_stopped(world: Crashing) -> None:
    sit_down(world)
    world.wait(10.0)
    stopped = world.now
    world.journal.close(stopped)
    world._go_on()
    assert world.now == stopped


def test_a_killed_server_goes_on_at_the_time_of_its_last_commit(world: Crashing) -> None:
    people = sit_down(world)
    world.wait(10.0)
    assert people[0].ask(m.Ready) is not None
    written = world.now
    world.wait(5.0)
    world.crash(*people)
    assert world.now == written


def test_clocks_wait_until_all_are_back_and_no_longer_than_that(world: Crashing) -> None:
    people = ann, bob = playing(world, turn_seconds=30)
    world.wait(10.0)
    world.journal.pulse(world.now)
    world.crash(*people)
    world.wait(1.0)
    world.crash(*people)  # and again, before anybody was back
    ann.resume()
    world.wait(limits.RETURN_SECONDS - 1)
    assert world.table().play.clock.deadline is None
    bob.resume()
    assert world.table().play.clock.left(world.now) == 20.0
    world.crash(*people)
    ann.resume()
    world.wait(limits.RETURN_SECONDS + 1)
    left = world.table().play.clock.left(world.now)
    assert left is not None
    assert 18.0 <= left <= 20.0


def test_an_absent_seat_a_stand_in_a_vote_and_a_pause_are_after_a_restart_what_they_were(world: Crashing) -> None:
    names, options = "ann bob cem dan", {"customizable_rule": "vote"}
    ann, bob, cem, dan = playing(world, names, preset="classic113", options=options)
    assert ann.move()
    cem.drop()
    dan.ask(m.Away)
    ann.ask(m.Pause)
    before, state = ann.room.copy(), world.state().copy()
    assert (ann.occupant(2).connected, ann.occupant(3).plays) == (False, False)
    world.crash(ann, bob, dan)
    for one in (ann, bob, dan):
        one.resume(seen=None)
    world.wait(limits.RETURN_SECONDS + 1)
    for one in (ann, bob, dan):
        assert (one.room, one.phase, one.game.votes) == (before, "paused", {0: state.votes[0]} if one is ann else {})
    assert world.state() == state
    cem.resume()
    dan.come_back()
    ann.ask(m.Pause, paused=False)
    assert [one.move() for one in (bob, cem, dan)] == [True] * 3
    assert "rule_chosen" in ann.kinds()


def test_a_clock_that_began_to_run_without_an_entry_goes_on_after_a_restart(world: Crashing) -> None:
    people = ann, _ = playing(world, turn_seconds=30)
    world.crash(*people)
    ann.resume()
    world.wait(limits.RETURN_SECONDS + 10)
    world.journal.pulse(world.now)
    left = world.table().play.clock.left(world.now)
    assert left is not None
    world.crash(ann)
    assert transaction.times(world.table()).left == left


def test_the_answer_to_a_request_is_the_same_after_a_restart(world: Crashing) -> None:
    people = playing(world)
    ann = next(person for person in people if person.listed)
    decision = ann.game.decision
    assert ann.play(m.Draw) == m.Ok(id=ann.last_id)
    asked = ann.last_id
    world.crash(*people)
    ann.resume()
    assert ann.last(m.Resumed).last_id == asked
    n = world.table().log.n
    ann.say(m.Draw(id=asked, decision=decision))
    assert ann.heard[-1] == m.Ok(id=asked)
    assert world.table().log.n == n


def test_as_many_answers_are_kept_over_a_restart_as_without_one(world: Crashing) -> None:  # P-6.4
    ann, _ = sit_down(world)
    for at in range(limits.ANSWERS_KEPT):
        assert isinstance(ann.ask(m.Ready, ready=at % 2 == 0), m.Ok)
    world.crash(ann)
    ann.resume()
    for again, answer in ((ann.last_id - limits.ANSWERS_KEPT, "old_id"), (2, m.Ok(id=2))):
        ann.say(m.Ready(id=again))
        heard = ann.heard[-1]
        assert (heard.code if isinstance(heard, m.Error) else heard) == answer


def login(world: Crashing, name: str) -> str:
    """Somebody new logs in under a name; with what code that is refused."""
    person = world.person(name, login=False)
    person.say(m.Login(name=name))
    return person.last(m.Error).code


def test_names_tokens_and_the_server_itself_are_known_again(world: Crashing) -> None:
    ann, zoe = world.person("ann"), world.person("zoe")
    server = ann.last(m.Welcome).server_id
    ann.ask(m.ListTables)
    world.crash(ann, zoe)
    zoe.resume()
    assert zoe.heard[-1] == m.Resumed(name="zoe", last_id=0)
    assert login(world, "Zoe") == "name_rejected"
    assert login(world, "ann") == "name_taken"  # as it was used
    ann.resume()
    assert isinstance(ann.heard[-1], m.Resumed)
    assert ann.last(m.Welcome).server_id == server


def test_faces_and_the_wishes_for_them_are_after_a_restart_what_they_were(world: Crashing) -> None:  # P-5.15
    people = [world.person(name, face=face) for name, face in (("ann", 0), ("bob", 7), ("cem", None))]
    for one in people:
        one.join(seats=3)
    before = seats.faces(world.table().room)
    assert before[:2] == [0, 7]
    world.crash_and_return(*people)
    assert seats.faces(world.table().room) == before
    people[1].ask(m.LeaveTable)
    people[1].join("elsewhere", seats=2)
    assert seats.faces(world.table("elsewhere").room) == [7]


def test_a_program_is_one_after_a_restart(world: Crashing) -> None:  # P-5.18
    ann = world.person("ann", program=True)
    ann.join(seats=2)
    world.crash_and_return(ann)
    ann.ask(m.LeaveTable)
    ann.join("elsewhere", seats=2)
    assert [one is not None and one.program for one in world.table("elsewhere").room.occupants] == [True, False]


def test_a_session_that_was_logged_out_is_gone_after_a_restart_too(world: Crashing) -> None:  # P-5.19
    ann, bob = playing(world)
    assert isinstance(ann.ask(m.Logout), m.Ok)
    world.crash_and_return(bob)
    assert [session.name for session in world.hub.sessions] == ["bob"]


@pytest.mark.parametrize("back", [True, False])
def test_a_spectator_is_sent_what_it_missed_whether_or_not_it_was_back_before_the_crash(
    world: Crashing, *, back: bool
) -> None:  # FAULTS 26
    """No snapshot: that it was away once, and seen so by the journal, does not count any more."""
    ann, bob = people = playing(world)
    eve = world.person("eve")
    eve.ask(m.SpectateTable, table="T")
    eve.drop()
    bob.drop()
    bob.resume()
    for _ in range(3):
        assert any(person.move() for person in people)
    if back:
        eve.resume()
    world.crash(ann, bob, eve)
    ann.resume()
    eve.heard.clear()
    eve.resume()
    assert m.Snapshot not in map(type, eve.heard)
    assert eve.agrees()


def test_a_seat_and_a_table_are_given_up_after_two_hours_however_often_the_server_is_started(world: Crashing) -> None:
    for person in started(world, "deserted", "cem dan"):
        person.drop()
    ann, bob = sit_down(world)
    bob.drop()
    for _ in range(2):
        world.wait(0.6 * 3600)
        world.journal.pulse(world.now)
        world.crash_and_return(ann)
    world.wait(0.7 * 3600)
    assert ann.room.occupants[1] is not None
    assert world.hub.lobby.find("deserted") is not None
    world.wait(0.2 * 3600)
    assert world.hub.lobby.find("deserted") is None
    assert ann.room.occupants[1] is None


def test_whose_session_is_damaged_has_neither_token_nor_seat_any_more(world: Crashing) -> None:
    ann, bob = people = sit_down(world)
    ask(world.directory, "UPDATE sessions SET sum = sum + 1 WHERE number = (SELECT max(number) FROM sessions)")
    world.crash(*people)
    ann.resume()
    bob.resume()
    assert bob.last(m.Error).code == "bad_token"
    assert ann.room.occupants[1] is None


def test_who_sat_down_where_somebody_left_cards_does_not_see_them_after_a_restart_either(world: Crashing) -> None:
    people = playing(world)
    play_out(world, people)
    leaver, winner = sorted(people, key=lambda person: person.game.counts[person.seat], reverse=True)
    assert isinstance(leaver.ask(m.LeaveTable), m.Ok)
    dan = world.person("dan")
    assert dan.join().seat == leaver.seat
    before = dan.game
    world.crash(winner, dan)
    dan.resume(seen=None)
    assert dan.game == before


def test_who_has_lost_a_name_to_another_does_not_get_it_back_by_a_restart(world: Crashing) -> None:  # P-5.4
    first = world.person("ann")
    first.drop()
    second = world.person("ann")
    world.crash(second)
    first.resume()
    assert first.last(m.Error).code == "bad_token"


@pytest.mark.parametrize(("alive", "down", "lapsed"), [(True, 0.5, True), (False, 0.5, True), (False, 0.3, False)])
def test_a_token_lapses_a_day_after_its_last_use_however_often_the_server_is_started(
    world: Crashing, *, alive: bool, down: float, lapsed: bool
) -> None:
    ann = world.person("ann")
    ann.ask(m.ListTables)
    for _ in range(3):
        if alive:
            world.wait(1.0)
            world.journal.pulse(world.now)
        world.crash(ann, down=down * limits.SESSION_SECONDS)
    ann.resume()
    assert [one.code for one in ann.all(m.Error)] == ["bad_token"] * lapsed


@pytest.mark.parametrize("jump", [-limits.SESSION_SECONDS, limits.SESSION_SECONDS])
def test_a_jump_of_the_calendar_takes_no_turn_and_no_seat_and_prolongs_no_token(world: Crashing, jump: float) -> None:
    """FAULTS 24. Only tokens of those at no table follow the calendar: a jump is to them a server that was down."""
    ann, bob = started(world, "playing", "ann bob", turn_seconds=30)
    cem, dan = gather(world, "waiting", "cem dan")
    pip, zoe = world.person("pip"), world.person("zoe")
    zoe.ask(m.ListTables)
    dan.drop()
    world.wait(10.0)
    world.journal.pulse(world.now)
    world.crash(ann, bob, cem, pip, zoe, down=jump)
    for one in (ann, bob, cem, pip):
        one.resume()
        assert not one.all(m.Error)
    assert world.table("playing").play.clock.left(world.now) == 20.0
    world.wait(limits.AWAY_SECONDS - 11)
    dan.resume()
    assert cem.occupant(1).connected
    world.wait(limits.SESSION_SECONDS)
    zoe.resume()
    assert zoe.last(m.Error).code == "bad_token"


def test_time_outs_in_a_row_are_counted_across_a_restart(world: Crashing) -> None:
    people = ann, bob = playing(world, turn_seconds=10)
    first = next(person for person in people if person.listed)
    other = bob if first is ann else ann
    while first.listed:
        world.wait(1.0)
    assert sum(transaction.times(world.table()).time_outs) == 1
    world.crash_and_return(*people)
    assert sum(transaction.times(world.table()).time_outs) == 1
    for _ in range(100):
        if first.away:
            break
        if not other.move():
            world.wait(1.0)
    assert first.away
    first.come_back()
    play_out(world, people)
