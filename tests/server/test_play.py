"""Whole games can be played at a table, by people, computer players and the clock."""

import pytest

from tests.server.harness import World, begun, dealt, gathered, over, play_out, playing, set_up, start
from uno_engine.state import Phase
from uno_protocol import messages as m


def test_four_people_play_a_match_and_fold_what_the_server_holds() -> None:
    world, people = begun("ann bob cem dee", options={"goal": "points", "target": "200"})
    play_out(world, people)
    assert world.state().phase is Phase.OVER
    assert max(world.state().scores) >= 200
    assert all(person.agrees() for person in people)
    assert all(person.game.scores == world.state().scores for person in people)


@pytest.mark.fast
@pytest.mark.parametrize("seed", range(5))
def test_one_person_plays_a_match_with_three_computer_players(seed: int) -> None:
    world = World(seed)
    (ann,) = playing(world, "ann", seats=4, bots=["normal", "random", "normal"], options={"goal": "points"})
    play_out(world, [ann])
    assert ann.agrees()
    assert max(ann.game.scores) >= 500
    assert not world.table().frozen


def test_computer_players_pause_and_a_factor_of_nothing_makes_them_quick() -> None:
    def seconds(bot_pause: float) -> float:
        world, (ann,) = begun("ann", seats=3, bots=["normal", "normal"], bot_pause=bot_pause)
        began = world.now
        play_out(world, [ann])
        return world.now - began

    assert seconds(0.0) == 0.0
    assert seconds(1.0) > 10.0
    assert seconds(0.5) == pytest.approx(seconds(1.0) / 2)


def test_the_table_follows_the_game_from_waiting_to_finished_and_back() -> None:
    world, (ann, bob) = gathered()
    assert ann.phase == "waiting"
    start([ann, bob])
    assert ann.phase == "playing"
    set_up(world, [ann, bob], "R5", "B1 B2")
    assert isinstance(ann.play(m.Play, cards=["R5"]), m.Ok)
    assert ann.phase == "finished"
    assert "game_seed" in bob.kinds()
    assert isinstance(bob.ask(m.Ready), m.Ok)
    assert ann.phase == "waiting"
    assert ann.refused(m.Start) == "not_ready"
    assert isinstance(ann.ask(m.Ready), m.Ok)
    assert ann.phase == "playing"
    assert ann.agrees()
    assert bob.agrees()


def test_the_seed_that_is_told_afterwards_is_the_one_that_was_dealt_with() -> None:
    world, people = begun()
    seed = world.state().seed.hex()
    assert not any(seed in str(message) for message in people[0].heard)
    play_out(world, people)
    (told,) = [entry.event["seed"] for entry in people[0].all(m.Entry) if entry.event["k"] == "game_seed"]
    assert told == seed


def test_the_next_round_is_dealt_when_all_are_ready() -> None:
    world, (ann, bob) = over(options={"goal": "points"})
    assert ann.phase == "between_rounds"
    assert ann.seconds == 10.0
    ann.ask(m.Ready)
    assert ann.phase == "between_rounds"
    bob.ask(m.Ready)
    assert ann.phase == "playing"
    assert ann.game.round == 2
    assert world.now == 1000.0


def test_a_newcomer_between_rounds_begins_with_nothing_and_plays_the_next_round() -> None:  # A6
    world, (ann, bob) = dealt("R5", "B1 W", seats=3, options={"goal": "points"})
    ann.play(m.Play, cards=["R5"])
    cem = world.person("cem")
    cem.join()
    assert cem.game.scores == [51, 0, 0]
    for person in (ann, bob, cem):
        person.ask(m.Ready)
    assert cem.game.counts == [7, 7, 7]
    assert len(cem.game.hands[cem.seat]) == 7
    assert all(person.agrees() for person in (ann, bob, cem))


def test_a_newcomer_in_mid_round_watches_it_to_the_end_and_plays_the_next_one() -> None:  # A6
    world, (ann, bob) = begun(seats=3, options={"goal": "points"})
    cem = world.person("cem")
    cem.join()
    assert cem.listed == ()
    assert cem.game.playing == [True, True, False]
    answer = cem.error(m.Draw, decision=cem.game.decision)
    assert answer.code == "out_of_game"
    set_up(world, [ann, bob, cem], "R5", "B1 W", "")
    ann.play(m.Play, cards=["R5"])
    assert "player_joined" in cem.kinds()
    world.wait(10.0)
    assert cem.game.playing == [True, True, True]
    assert all(person.agrees() for person in (ann, bob, cem))


def test_whoever_takes_the_seat_of_a_leaver_does_not_see_the_cards_that_were_left() -> None:
    world, (ann, bob, _) = dealt("R5", "B1 W", "Y1 Y2", options={"goal": "points"})
    ann.play(m.Play, cards=["R5"])
    bob.ask(m.LeaveTable)
    dee = world.person("dee")
    assert dee.join().seat == 1
    assert dee.game.hands[1] == []
    assert not any("W" in str(hand) for hand in dee.game.hands)


def test_time_runs_out_and_the_default_is_taken() -> None:  # A11
    world, (ann, bob) = dealt("R5 R6", "B1 B2")
    world.wait(29.9)
    assert ann.game.counts == [2, 2]
    world.wait(0.2)
    assert ann.game.counts == [3, 2]
    assert ann.game.waiting_for is not None
    assert ann.game.waiting_for.seat == 1
    assert "time_ran_out" in bob.kinds()
    assert bob.seconds == 30.0


def test_every_question_has_its_own_time_and_a_clock_that_is_off_never_runs_out() -> None:
    world, (ann, bob) = dealt("R5 R6", "B1 B2", turn_seconds=0)
    assert world.hub.next_deadline() is None
    assert bob.all(m.Clock) == []
    world.wait(100_000.0)
    assert ann.game.counts == [2, 2]


def test_a_table_may_have_a_shorter_clock() -> None:
    world, (ann, bob) = dealt("R5 R6", "B1 B2", turn_seconds=5)
    assert ann.seconds == 5.0
    world.wait(4.0)
    ann.play(m.Draw)
    assert ann.seconds == 5.0
    world.wait(4.9)
    assert ann.game.counts == [3, 2]
    assert type(ann.game.waiting_for).__name__ == "PlayDrawn"
    world.wait(0.2)
    assert type(ann.game.waiting_for).__name__ == "TakeTurn"
    assert bob.seconds == 5.0


def test_a_person_whose_link_is_lost_keeps_the_seat_and_the_clock_plays() -> None:
    world, (ann, bob) = dealt("R5 R6", "B1 B2", turn_seconds=5)
    ann.drop()
    occupant = bob.occupant(0)
    assert not occupant.connected
    world.wait(5.1)
    assert bob.game.counts == [3, 2]
    ann.resume()
    assert ann.agrees()
    assert occupant.connected


def test_a_table_with_nobody_connected_pauses_and_its_clock_stands() -> None:
    world, (ann, bob) = dealt("R5 R6", "B1 B2", turn_seconds=20)
    world.wait(5.0)
    ann.drop()
    bob.drop()
    assert world.table().room.phase.value == "paused"
    world.wait(600.0)
    assert world.state().counts == [2, 2]
    bob.resume()
    assert bob.phase == "playing"
    assert bob.seconds == pytest.approx(15.0)
    assert bob.agrees()


def test_computer_players_do_not_play_on_without_people() -> None:
    world, (ann,) = begun("ann", seats=4, bots=["normal"] * 3, bot_pause=1.0)
    ann.drop()
    n = world.table().log.n
    world.wait(300.0)
    assert world.table().log.n == n
    ann.resume()
    assert ann.agrees()
    world.wait(60.0)
    assert world.table().log.n > n


def test_a_round_that_begins_while_nobody_is_there_waits_for_somebody() -> None:
    world, (ann, bob) = over(options={"goal": "points"})
    ann.drop()
    bob.drop()
    world.wait(60.0)
    assert world.table().room.phase.value == "between_rounds"
    bob.resume()
    world.wait(10.0)
    assert bob.phase == "playing"


def test_who_leaves_in_mid_round_is_out_and_play_goes_on() -> None:  # A10
    _, (ann, bob, _) = dealt("R5 R6", "B1 B2", "G1 G2")
    assert isinstance(ann.ask(m.LeaveTable), m.Ok)
    assert bob.game.playing == [False, True, True]
    assert bob.game.waiting_for is not None
    assert bob.game.waiting_for.seat == 1
    assert bob.room.occupants[0] is None
    assert bob.room.host == 1
    assert bob.agrees()
    assert ann.refused(m.Ready) == "not_at_table"


def test_the_last_one_left_wins_the_game() -> None:  # A10
    _, (ann, bob) = begun()
    ann.ask(m.LeaveTable)
    assert bob.phase == "finished"
    assert bob.game.winners == (1,)


def test_a_table_without_people_is_closed_though_computer_players_sit_there() -> None:
    world, (ann,) = begun("ann", seats=3, bots=["normal", "normal"])
    eve = world.person("eve")
    eve.ask(m.SpectateTable, table="T")
    ann.ask(m.LeaveTable)
    assert eve.phase == "closed"
    assert len(world.hub.lobby) == 0
    assert world.hub.next_deadline() is None
    assert isinstance(eve.ask(m.CreateTable, name="T"), m.Joined)
