"""The host's requests work at a table, and everything that cannot be done is refused (P-7.17 to P-7.22, P-7.28)."""

from pathlib import Path
from typing import Any

import pytest

from tests.server.crashing import Crashing
from tests.server.harness import Person, World, dealt, gathered, over, play_out, playing, set_up, sit_down, start
from uno_protocol import messages as m
from uno_protocol.room import Occupant
from uno_server.base import limits

AWAY_FROM_HERE = "192.0.2.7"


def error(person: Person, kind: type[m.Request], **fields: Any) -> tuple[str, str | None, dict[str, str | int]]:
    """Code, field and arguments with which a request is refused; nothing has changed by it."""
    before = person.world.table().log.n
    answer = person.error(kind, **fields)
    assert person.world.table().log.n == before
    return answer.code, answer.field, answer.args


def ok(person: Person, kind: type[m.Request], **fields: Any) -> None:
    answer = person.ask(kind, **fields)
    assert answer == m.Ok(id=person.last_id), answer


def watcher(world: World, name: str = "eve", address: str = "127.0.0.1") -> Person:
    somebody = world.person(name, address=address)
    ok_or_joined = somebody.ask(m.SpectateTable, table="T")
    assert isinstance(ok_or_joined, m.Joined)
    return somebody


def between_rounds() -> tuple[World, list[Person]]:
    world, people = over(options={"goal": "points"})
    assert people[0].phase == "between_rounds"
    return world, people


def mid_round(names: str = "ann bob cem", **new: Any) -> tuple[World, list[Person]]:
    hands = ["R1 R2 R3", "R4 R5 R6", "R7 R8 R9", "B1 B2 B3"][: len(names.split())]
    return dealt(*hands, names=names, **new)


def test_new_rules_are_shown_to_all_and_accepted_by_nobody_yet() -> None:  # P-7.20, K1
    world = World()
    ann, bob = people = sit_down(world)
    bob.ask(m.Ready)
    ok(ann, m.ChangeTable, options={"stacking": "any"})
    assert bob.room.options == {"stacking": "any"}
    assert ann.room.occupants[bob.seat] == Occupant("bob")
    assert ann.refused(m.Start) == "not_ready"
    start(people)
    assert world.state().rules.stacking.value == "any"
    assert all(person.agrees() for person in people)


def test_a_preset_without_options_is_that_preset_alone() -> None:
    world, (ann, bob) = gathered(options={"stacking": "any"})
    ok(ann, m.ChangeTable, preset="street")
    assert (bob.room.preset, bob.room.options) == ("street", {})
    ok(ann, m.ChangeTable, preset="official", options={"decks": "2"})
    assert (bob.room.preset, bob.room.options) == ("official", {"decks": "2"})
    assert world.table().rules.decks == 2


def test_what_is_not_named_stays() -> None:
    world, (ann, bob) = gathered(options={"decks": "2"}, turn_seconds=15, show_hands=True)
    ok(ann, m.ChangeTable, locked=True)
    room = bob.room
    assert (room.locked, room.options, room.turn_seconds, room.show_hands) == (True, {"decks": "2"}, 15, True)
    assert room.listed
    assert room.watching
    ok(ann, m.ChangeTable)
    assert bob.room == world.table().room


@pytest.mark.parametrize(
    ("fields", "field", "args"),
    [
        ({"preset": "nothing"}, "preset", {"option": "preset", "reason": "unknown_preset"}),
        ({"options": {"stacking": "sometimes"}}, "options.stacking", {"option": "stacking", "reason": "bad_value"}),
        ({"options": {"colour": "pink"}}, "options.colour", {"option": "colour", "reason": "unknown_option"}),
        ({"options": {"players": "3-4"}}, "seats", {"option": "players", "reason": "seats"}),
    ],
)
def test_rules_that_make_no_sense_are_refused(fields: dict[str, Any], field: str, args: dict[str, str | int]) -> None:
    ann, _ = sit_down(World())
    ann.ask(m.Ready)
    code, where, told = error(ann, m.ChangeTable, **fields)
    assert (code, where) == ("rules_refused", field)
    assert told.get("reason") == args["reason"]
    assert ann.agrees()


def test_seats_are_added_and_free_ones_go() -> None:
    world, (ann, bob) = gathered()
    ok(ann, m.ChangeTable, seats=4)
    assert bob.room.occupants[2:] == [None, None]
    cem = world.person("cem")
    cem.join()
    assert cem.seat == 2
    ok(ann, m.ChangeTable, seats=3)
    assert error(ann, m.ChangeTable, seats=2) == ("seats_taken", "seats", {"seats": 2})
    cem.ask(m.LeaveTable)
    ok(ann, m.ChangeTable, seats=2)
    assert len(bob.room.occupants) == 2


@pytest.mark.parametrize(
    ("fields", "field"),
    [({"preset": "street"}, "preset"), ({"options": {"decks": "2"}}, "options"), ({"seats": 5}, "seats")],
)
@pytest.mark.parametrize("where", ["playing", "paused", "between_rounds"])
def test_rules_and_seats_stay_while_a_game_is_on(fields: dict[str, Any], field: str, where: str) -> None:
    _, people = between_rounds() if where == "between_rounds" else mid_round()
    ann = people[0]
    if where == "paused":
        ok(ann, m.Pause)
    assert ann.phase == where
    assert error(ann, m.ChangeTable, **fields)[:2] == ("game_running", field)


def test_who_may_come_in_and_how_long_one_may_think_changes_at_any_time() -> None:
    world, (ann, bob, _) = mid_round(turn_seconds=30)

    def seconds() -> float | None:
        return bob.seconds

    ok(ann, m.ChangeTable, listed=False, locked=True, watching=False, show_hands=True, turn_seconds=5, password="x")
    room = bob.room
    assert (room.listed, room.locked, room.watching, room.show_hands, room.password) == (False, True, False, True, True)
    assert seconds() == 30.0  # this answer keeps its time
    ann.play(m.Play, cards=["R1"])
    assert seconds() == 5.0
    ok(ann, m.ChangeTable, turn_seconds=60)
    assert seconds() == 60.0
    ok(ann, m.ChangeTable, turn_seconds=0)
    assert seconds() is None
    world.wait(1000.0)
    assert "time_ran_out" not in bob.kinds()


def test_a_change_puts_the_game_that_is_over_away() -> None:
    world, (ann, bob) = over()
    ok(ann, m.ChangeTable, seats=3)
    assert bob.kinds()[-3:] == ["game_cleared", "phase_changed", "table_changed"]
    assert bob.phase == "waiting"
    assert world.table().game is None
    assert bob.table is not None
    assert bob.table.game is None
    assert bob.refused(m.WhyNot) == "no_game"


def test_the_door_alone_leaves_the_game_that_is_over() -> None:
    world, (ann, bob) = over()
    ok(ann, m.ChangeTable, locked=True, turn_seconds=10)
    assert bob.phase == "finished"
    assert world.table().game is not None


def test_a_change_of_the_time_to_think_clears_the_marks_before_a_game() -> None:
    ann, bob = sit_down(World())
    bob.ask(m.Ready)
    ok(ann, m.ChangeTable, locked=True)
    assert ann.room.occupants[bob.seat] == Occupant("bob", ready=True)
    ok(ann, m.ChangeTable, turn_seconds=10)
    assert ann.room.occupants[bob.seat] == Occupant("bob")


def test_a_password_is_asked_of_whoever_comes_in_and_told_to_nobody() -> None:  # P-7.17
    world, (ann,) = gathered("ann", seats=4, password="open sesame")
    bob = world.person("bob")
    assert isinstance(bob.ask(m.JoinTable, table="T", password="open sesame"), m.Joined)
    cem = world.person("cem")
    for password in ("", "open", "OPEN SESAME"):
        for kind in (m.JoinTable, m.SpectateTable):
            assert error(cem, kind, table="T", password=password)[:2] == ("wrong_password", "password")
    assert isinstance(cem.ask(m.JoinTable, table="T", password="open sesame"), m.Joined)
    assert not any(b"sesame" in body for person in (ann, bob, cem) for body in person.bytes)
    ok(ann, m.ChangeTable, password="")
    assert isinstance(world.person("dee").ask(m.JoinTable, table="T"), m.Joined)


def test_nobody_comes_in_where_it_is_locked_and_nobody_goes() -> None:
    world, (ann, bob) = gathered(seats=4)
    eve = watcher(world)
    ok(ann, m.ChangeTable, locked=True)
    cem = world.person("cem")
    assert cem.refused(m.JoinTable, table="T") == "locked"
    assert cem.refused(m.SpectateTable, table="T") == "locked"
    assert bob.agrees()
    assert eve.agrees()
    bob.drop()
    bob.resume()
    assert bob.seat == 1


def test_where_nobody_may_watch_those_who_do_may_stay() -> None:
    world, (ann, _) = gathered(seats=3)
    eve = watcher(world)
    ok(ann, m.ChangeTable, watching=False)
    assert world.person("fay").refused(m.SpectateTable, table="T") == "no_watching"
    assert eve.agrees()


def test_a_table_that_is_not_listed_is_found_by_its_code_alone() -> None:
    world, (ann,) = gathered("ann", seats=3, listed=False)
    cem = world.person("cem")
    answer = cem.ask(m.ListTables)
    assert isinstance(answer, m.Tables)
    assert answer.tables == []
    assert cem.refused(m.JoinTable, table="T") == "no_such_table"
    assert isinstance(cem.ask(m.JoinTable, table=ann.room.code.lower()), m.Joined)


@pytest.mark.parametrize("ban", [False, True])
def test_who_is_kicked_is_told_and_is_in_the_lobby(ban: bool) -> None:  # P-7.18
    _, (ann, bob, cem) = mid_round()
    code = bob.room.code
    ok(ann, m.Kick, name="bob", ban=ban)
    told = bob.last(m.PutOut)
    assert (told.table, told.code) == (code, "banned" if ban else "kicked")
    freed = [entry.event for entry in cem.all(m.Entry) if entry.event["k"] == "seat_freed"]
    assert freed == [{"k": "seat_freed", "seat": 1, "reason": "banned" if ban else "kicked"}]
    assert bob.refused(m.Ready) == "not_at_table"
    heard = len(bob.heard)
    assert isinstance(ann.play(m.Play, cards=["R1"]), m.Ok)
    assert len(bob.heard) == heard
    assert ann.game.playing == [True, False, True]  # A10
    if ban:
        assert bob.refused(m.JoinTable, table="T") == "banned"
        assert bob.refused(m.SpectateTable, table="T") == "banned"
    else:
        assert isinstance(bob.ask(m.JoinTable, table="T"), m.Joined)


def test_somebody_who_watches_is_kicked_too() -> None:
    world, (ann, bob, _) = mid_round()
    eve = watcher(world)
    ok(ann, m.Kick, name="eve")
    assert eve.last(m.PutOut).code == "kicked"
    assert bob.room.watchers == []
    assert eve.refused(m.LeaveTable) == "not_at_table"


def test_who_has_lost_the_link_is_kicked_and_told_so_by_the_resume() -> None:
    _, (ann, bob, _) = mid_round()
    bob.drop()
    ok(ann, m.Kick, name="bob")
    bob.connect()
    bob.say(m.Resume(token=bob.token))
    assert bob.last(m.Resumed).table is None


def test_a_ban_holds_for_look_alikes_and_for_the_address() -> None:
    world, (ann, *_) = gathered(seats=4)
    bad = world.person("Mallory", address=AWAY_FROM_HERE)
    bad.join()
    ok(ann, m.Kick, name="Mallory", ban=True)
    other = world.person("Trudy", address=AWAY_FROM_HERE)
    assert other.refused(m.JoinTable, table="T") == "banned"
    bad.ask(m.LeaveTable)
    bad.drop()
    world.wait(100_000.0)
    again = world.person("mallory", address="192.0.2.8")
    assert again.refused(m.JoinTable, table="T") == "banned"


def test_a_ban_is_for_the_address_from_which_somebody_came_back_last() -> None:
    world, (ann, *_) = gathered(seats=4)
    bad = world.person("Mallory")
    bad.join()
    bad.drop()
    bad.address = AWAY_FROM_HERE
    bad.resume()
    ok(ann, m.Kick, name="Mallory", ban=True)
    other = world.person("Trudy", address=AWAY_FROM_HERE)
    assert other.refused(m.JoinTable, table="T") == "banned"


def test_a_ban_is_by_name_alone_where_somebody_else_at_the_table_is_at_the_same_machine() -> None:
    world, (ann, *_) = gathered(seats=4)
    for name in ("Mallory", "cem"):
        world.person(name, address=AWAY_FROM_HERE).join()
    ok(ann, m.Kick, name="Mallory", ban=True)
    assert isinstance(world.person("dee", address=AWAY_FROM_HERE).ask(m.JoinTable, table="T"), m.Joined)


ONE, NEXT, ELSEWHERE = "2001:db8::5", "2001:db8::6", "2001:db8:0:1::5"
"""The first two are in one network."""


def test_a_ban_holds_for_the_network_of_an_ipv6_address(tmp_path: Path) -> None:
    world = Crashing(tmp_path)
    ann, *_ = sit_down(world, seats=4)
    world.person("Mallory", address=ONE).join()
    ok(ann, m.Kick, name="Mallory", ban=True)
    for restarts in (False, True):
        if restarts:
            world.crash(ann)
        for address in (ONE, NEXT):
            person = world.person(f"{address} {restarts}", address=address)
            assert person.refused(m.JoinTable, table="T") == "banned"
    assert isinstance(world.person("dee", address=ELSEWHERE).ask(m.JoinTable, table="T"), m.Joined)


def test_a_ban_holds_for_an_ipv6_address_alone_while_somebody_else_at_the_table_is_in_its_network() -> None:
    world, (ann, *_) = gathered(seats=5)
    for name, address in (("Mallory", ONE), ("cem", NEXT)):
        world.person(name, address=address).join()
    ok(ann, m.Kick, name="Mallory", ban=True)
    assert world.person("Trudy", address=ONE).refused(m.JoinTable, table="T") == "banned"
    assert isinstance(world.person("dee", address=NEXT).ask(m.JoinTable, table="T"), m.Joined)


def test_a_ban_at_loopback_is_by_name_alone() -> None:
    world, (ann, *_) = gathered(seats=4)
    world.person("cem").join()
    ok(ann, m.Kick, name="cem", ban=True)
    assert isinstance(world.person("dee").ask(m.JoinTable, table="T"), m.Joined)


@pytest.mark.parametrize("name", ["ann", "nobody", "Abacus", "BOB", ""])
def test_nobody_else_can_be_kicked(name: str) -> None:
    ann, _ = sit_down(World(), seats=3, bots=["normal"])
    assert error(ann, m.Kick, name=name)[:2] == ("no_such_player", "name")


def test_a_ban_and_a_password_are_there_after_a_restart(tmp_path: Path) -> None:
    world = Crashing(tmp_path)
    ann, bob = people = sit_down(world, seats=4)
    ok(ann, m.Kick, name="bob", ban=True)
    ok(ann, m.ChangeTable, password="mellon", listed=False, watching=False)
    world.crash(*people)
    assert world.told == []
    ann.resume()
    assert (ann.room.password, ann.room.listed, ann.room.watching) == (True, False, False)
    bob.table = None
    bob.resume()
    code = ann.room.code
    assert bob.refused(m.JoinTable, table=code, password="mellon") == "banned"
    cem = world.person("cem")
    assert cem.refused(m.JoinTable, table=code) == "wrong_password"
    assert isinstance(cem.ask(m.JoinTable, table=code, password="mellon"), m.Joined)


def test_the_door_is_after_a_restart_what_it_was_whatever_happened_since(tmp_path: Path) -> None:
    world = Crashing(tmp_path)
    ann, _ = sit_down(world, seats=4)
    world.person("Mallory", address=AWAY_FROM_HERE).join()
    ok(ann, m.Kick, name="Mallory", ban=True)
    ok(ann, m.ChangeTable, password="mellon")
    ok(ann, m.Ready)
    world.crash(ann)
    trudy, cem = world.person("Trudy", address=AWAY_FROM_HERE), world.person("cem")
    assert trudy.refused(m.JoinTable, table="T", password="mellon") == "banned"
    assert cem.refused(m.JoinTable, table="T") == "wrong_password"


def test_two_people_change_places() -> None:  # P-7.21
    world = World()
    ann, bob = people = sit_down(world, seats=4)
    ok(ann, m.MoveSeat, seat=0, to=1)
    assert (ann.seat, bob.seat) == (1, 0)
    assert world.table().room.host == 1
    ok(ann, m.MoveSeat, seat=0, to=3)
    assert bob.seat == 3
    assert ann.room.occupants[0] is None
    assert all(person.agrees() for person in people)
    start(people)
    assert world.state().seated == [False, True, False, True]
    play_out(world, people)
    assert all(person.agrees() for person in people)


def test_a_computer_player_changes_places_with_a_person() -> None:
    world, (ann, bob) = gathered(seats=3, bots=["normal"])
    bot = next(seat for seat, one in enumerate(world.table().room.occupants) if one is not None and one.bot)
    ok(ann, m.MoveSeat, seat=bot, to=bob.seat)
    assert bob.seat == bot
    assert ann.agrees()
    assert bob.agrees()


def test_after_a_game_nobody_who_moves_sees_the_hand_of_another() -> None:
    world, (ann, bob) = over()
    assert world.state().hands[bob.seat]
    ok(ann, m.MoveSeat, seat=0, to=1)
    assert world.table().game is None
    for person in (ann, bob):
        assert person.agrees()
        assert person.last(m.Snapshot).game is None


def test_who_missed_a_move_has_a_snapshot() -> None:
    _, (ann, bob) = gathered()
    bob.drop()
    ok(ann, m.MoveSeat, seat=0, to=1)
    shots = len(bob.all(m.Snapshot))
    bob.resume()
    assert len(bob.all(m.Snapshot)) == shots + 1
    assert bob.seat == 0
    assert bob.agrees()


@pytest.mark.parametrize(
    ("fields", "refused"),
    [
        ({"seat": 3, "to": 0}, ("no_such_seat", "seat", {"seat": 3})),
        ({"seat": 0, "to": 9}, ("no_such_seat", "to", {"seat": 9})),
        ({"seat": 2, "to": 0}, ("empty_seat", "seat", {"seat": 2})),
    ],
)
def test_nobody_is_moved_from_or_to_where_no_seat_is(fields: dict[str, int], refused: tuple[object, ...]) -> None:
    ann, _ = sit_down(World(), seats=3)
    assert error(ann, m.MoveSeat, **fields) == refused


def test_to_the_own_seat_nothing_moves() -> None:
    world, (ann, _) = over()
    n = world.table().log.n
    ok(ann, m.MoveSeat, seat=0, to=0)
    assert world.table().log.n == n


def test_another_person_becomes_host() -> None:
    _, (ann, bob, cem) = mid_round()
    ok(ann, m.HandOver, seat=2)
    assert bob.room.host == 2
    assert ann.refused(m.Pause) == "not_host"
    ok(cem, m.HandOver, seat=2)
    ok(cem, m.Pause)


def test_only_a_person_who_is_there_becomes_host() -> None:
    world, (ann, bob) = gathered(seats=4, bots=["normal"])
    bot = next(seat for seat, one in enumerate(world.table().room.occupants) if one is not None and one.bot)
    for seat in (bot, 3, 9):
        assert error(ann, m.HandOver, seat=seat) == ("not_a_person", "seat", {"seat": seat})
    bob.drop()
    assert error(ann, m.HandOver, seat=bob.seat)[0] == "not_a_person"


def test_a_game_stands_still_until_the_host_lets_it_go_on() -> None:  # P-7.22
    world, (ann, bob, cem) = mid_round("ann bob cem", seats=4, bots=["normal"], turn_seconds=10)
    world.wait(4.0)
    ok(ann, m.Pause)
    assert (bob.phase, bob.room.held) == ("paused", True)
    assert bob.seconds is None
    assert ann.refused(m.Play, cards=["R1"], decision=ann.game.decision) == "paused"
    assert isinstance(ann.ask(m.WhyNot), m.Reasons)  # what changes nothing may be asked
    ok(ann, m.Pause)
    n = world.table().log.n
    world.wait(3600.0)
    assert world.table().log.n == n
    ok(ann, m.Pause, paused=False)
    assert (bob.phase, bob.room.held) == ("playing", False)
    assert bob.seconds == pytest.approx(6.0)
    ok(ann, m.Pause, paused=False)
    assert isinstance(ann.play(m.Play, cards=["R1"]), m.Ok)
    assert cem.agrees()


def test_between_rounds_no_deal_comes_while_the_host_holds_the_game() -> None:
    world, (ann, bob) = between_rounds()
    world.wait(4.0)
    ok(ann, m.Pause)
    assert (bob.phase, bob.room.held) == ("between_rounds", True)
    for person in (ann, bob):
        person.ask(m.Ready)
    world.wait(3600.0)
    assert bob.phase == "between_rounds"
    ok(ann, m.Pause, paused=False)
    assert bob.phase in ("between_rounds", "playing")
    world.wait(10.0)
    assert bob.phase == "playing"


def test_a_table_that_is_held_stays_so_when_all_go_and_one_comes_back() -> None:
    world, people = mid_round("ann bob")
    ann, bob = people
    ok(ann, m.Pause)
    for person in people:
        person.drop()
    world.wait(60.0)
    bob.resume()
    assert (bob.phase, bob.room.held) == ("paused", True)
    world.wait(60.0)
    assert bob.room.host == bob.seat
    ok(bob, m.Pause, paused=False)
    assert bob.phase == "playing"


def test_a_held_game_is_held_after_a_restart(tmp_path: Path) -> None:
    world = Crashing(tmp_path)
    people = ann, bob = playing(world, turn_seconds=10)
    world.wait(4.0)
    ok(ann, m.Pause)
    world.crash(*people)
    assert world.told == []
    for person in people:
        person.resume()
    world.wait(600.0)
    assert (bob.phase, bob.room.held) == ("paused", True)
    ok(ann, m.Pause, paused=False)
    assert bob.seconds == pytest.approx(6.0)
    play_out(world, people)


def test_leaving_a_held_game_does_what_leaving_does() -> None:  # A10
    _, (ann, bob, cem) = mid_round()
    ok(ann, m.Pause)
    cem.ask(m.LeaveTable)
    assert (bob.phase, bob.room.held) == ("paused", True)
    bob.ask(m.LeaveTable)
    assert ann.phase == "finished"
    assert not ann.room.held


@pytest.mark.fast
@pytest.mark.parametrize("where", ["playing", "paused", "between_rounds", "held between rounds"])
def test_the_host_ends_the_game_and_nobody_has_won(where: str) -> None:
    world, people = between_rounds() if "between" in where else mid_round("ann bob")
    ann, bob = people
    if where in ("paused", "held between rounds"):
        ok(ann, m.Pause)
    ok(ann, m.EndGame)
    assert bob.kinds()[-2:] == ["game_cleared", "phase_changed"]
    assert (bob.phase, bob.room.held) == ("waiting", False)
    assert "game_seed" not in bob.kinds()
    assert world.table().game is None
    assert bob.seconds is None
    start(people)
    play_out(world, people)
    assert all(person.agrees() for person in people)


def test_what_was_held_for_a_game_that_is_ended_is_answered() -> None:  # U3, P-6.2
    world, people = dealt("R5 B7", "R1 R2 R3", "R6 R7 R8")
    ann, bob, cem = people
    assert isinstance(ann.play(m.Play, cards=["R5"]), m.Ok)
    assert cem.play(m.Catch, target=0) is None
    ok(ann, m.EndGame)
    answer = cem.answer(cem.last_id)
    assert isinstance(answer, m.Error)
    assert answer.code == "no_game"
    world.wait(10.0)
    assert bob.phase == "waiting"


def test_a_game_that_was_ended_stays_so_after_a_restart(tmp_path: Path) -> None:
    world = Crashing(tmp_path)
    people = ann, bob = playing(world)
    ok(ann, m.EndGame)
    ok(ann, m.ChangeTable, options={"decks": "2"})
    world.crash(*people)
    assert world.told == []
    for person in people:
        person.resume()
    assert bob.phase == "waiting"
    assert world.table().game is None
    start(people)
    assert world.state().rules.decks == 2
    play_out(world, people)
    world.crash(*people)
    assert world.told == []
    for person in people:
        person.resume()
        assert person.agrees()


def test_the_host_closes_the_table_and_everybody_is_in_the_lobby() -> None:
    world, (ann, bob, cem) = mid_round()
    eve = watcher(world)
    ok(ann, m.CloseTable)
    assert world.hub.lobby.find("T") is None
    for person in (ann, bob, cem, eve):
        assert person.phase == "closed"
        assert person.refused(m.LeaveTable) == "not_at_table"
    ann.join("T", seats=2)


def test_all_hands_are_shown_when_a_round_is_over_where_the_table_is_for_that() -> None:  # P-7.19
    world = World()
    people = ann, bob = playing(world, show_hands=True, options={"goal": "points"})
    eve = watcher(world)
    set_up(world, people, "R5", "B1 B2")
    assert not any("hands_shown" in one.kinds() for one in (ann, bob, eve))
    ann.play(m.Play, cards=["R5"])
    for one in (ann, bob, eve):
        shown = [entry.event for entry in one.all(m.Entry) if entry.event["k"] == "hands_shown"]
        assert [event["hands"] for event in shown] == [[[], ["B1", "B2"]]]
        kinds = one.kinds()
        assert kinds[kinds.index("hands_shown") + 1] == "phase_changed"


def test_so_many_are_muted_at_a_table_and_no_more(monkeypatch: pytest.MonkeyPatch) -> None:  # P-7.28
    monkeypatch.setattr(limits, "MUTED", 2)
    ann, bob, *_ = sit_down(World(), "ann bob cem dee")
    for name in ("bob", "bob", "cem"):
        ok(ann, m.Mute, name=name)
    assert bob.room.muted == ["bob", "cem"]
    assert error(ann, m.Mute, name="dee")[:2] == ("limit", "name")
    assert error(ann, m.Mute, name="nobody")[:2] == ("no_such_player", "name")
    for _ in range(2):
        ok(ann, m.Mute, name="bob", muted=False)
    ok(ann, m.Mute, name="dee")
    assert bob.room.muted == ["cem", "dee"]
