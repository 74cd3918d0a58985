"""Computer players react by level and luck, and those that search for their moves make nobody wait."""

import pickle
import random
from itertools import islice
from typing import Any

import pytest

from tests.engine.bots.positions import positions
from tests.server.crashing import Crashing
from tests.server.harness import World, dealt, gathered, place, play_out, playing, sit_down
from uno_engine.actions import CallUno, Catch, Deal, Give, Play, PlayerAction
from uno_engine.bots import reactions
from uno_engine.bots.choosing import choose
from uno_engine.bots.reactions import BY_LEVEL
from uno_engine.cards import Colour, cards
from uno_engine.decide import advance
from uno_engine.decisions import PassCard, asked
from uno_engine.laws.worlds import can_part, other_world
from uno_engine.legal import legal_actions
from uno_engine.levels import LEVELS
from uno_engine.memory import NOTHING
from uno_engine.presets import preset
from uno_engine.rules import RuleSet
from uno_engine.state import State, new_game
from uno_engine.view import view_for
from uno_protocol import messages as m
from uno_server.base import limits
from uno_server.table import bots
from uno_server.table.bots import ASKED, CALL, CATCH, JUMP, NEVER, BotsAtTable
from uno_server.table.thinking import Question, Thought

SECRETS = [bytes([number]) for number in range(200)]
OFFICIAL = RuleSet()
FOUR = ("R5 B7", "R5 R6 R7", "R5 B6", "Y1 Y2 Y3")


class Slow:
    """A thinker that finds nothing in time, or what it is made to find, and keeps what it was asked."""

    def __init__(self) -> None:
        self.late = 0
        self.found: PlayerAction | None = None
        self.asked: list[Question] = []

    def begin(self, question: Question, seconds: float) -> Thought:
        assert seconds >= 0
        self.asked.append(question)
        return self

    def answer(self) -> PlayerAction | None:
        self.late += self.found is None
        return self.found


def at_turn(*hands: str, turn: int = 1, window: int | None = None, rules: RuleSet = OFFICIAL) -> State:
    """A round with these hands, a red 9 on top."""
    state = new_game(rules, (True,) * len(hands), bytes(32))
    advance(state, Deal())
    place(state, hands, turn=turn)
    state.window = window
    return state


def planned(state: State, levels: dict[int, str], secret: bytes = b"", pace: float = 1.0) -> BotsAtTable:
    """Computer players of these levels at a table, who have just seen that."""
    found = BotsAtTable(pace, secret)
    found.plan(state, levels, {}, 0.0)
    return found


def times(state: State, levels: dict[int, str], kind: str, pace: float = 1.0) -> dict[int, list[float]]:
    """When each seat does something of that kind, for many secrets."""
    found: dict[int, list[float]] = {}
    for secret in SECRETS:
        for (seat, what), plan in planned(state, levels, secret, pace)._plans.items():
            if what == kind:
                found.setdefault(seat, []).append(plan.at)
    return found


def seen(seconds: list[float]) -> list[float]:
    return [each for each in seconds if each < NEVER]


def test_one_of_the_best_level_present_catches_for_all() -> None:
    state = at_turn("R5", *FOUR[1:], window=0)
    found = times(state, {1: "easy", 2: "hard", 3: "hard"}, CATCH)
    assert set(found) == {2, 3}
    together = [*found[2], *found[3]]
    assert len(together) == len(SECRETS)  # one roll for the table
    assert len(seen(together)) / len(SECRETS) == pytest.approx(0.75, abs=0.12)
    assert 0.6 <= min(together) < max(seen(together)) <= 2.2  # the grace is over: until then they rest
    bots_at_table = planned(state, {2: "expert"})
    assert bots_at_table.choose(state, (2, CATCH), {}) == Catch(2, 0)
    refereed = at_turn("R5", *FOUR[1:], window=0, rules=preset("street"))
    assert not times(refereed, {1: "easy", 2: "hard"}, CATCH)


@pytest.mark.parametrize("kind", [CATCH, JUMP])
def test_a_window_and_a_card_are_rolled_for_once_whatever_happens_meanwhile(kind: str) -> None:
    levels = {2: "hard"}
    state = at_turn("R5", *FOUR[1:], window=0 if kind == CATCH else None, rules=RuleSet(jump_in=True))
    for secret in SECRETS:
        found = planned(state, levels, secret)
        first = found._plans[2, kind].at
        later = state.copy()
        later.decision, later.turn = state.decision + 1, state.turn + 1
        found.plan(later, levels, {}, 0.5)
        assert found._plans[2, kind].at == first


@pytest.mark.parametrize("key", [(3, CALL), (2, CATCH), (2, JUMP), (1, ASKED)])
def test_nothing_can_be_foretold_from_another_game_of_the_table(key: tuple[int, str]) -> None:
    def happens_in(game: int) -> list[object]:
        table = BotsAtTable(1.0, b"")
        table.begin(game)
        found: list[object] = []
        for state.round in range(1, 31):
            table.plan(state, {1: "easy", 2: "normal", 3: "normal"}, {}, 0.0)
            found.append(table._plans[key].at if key[1] != ASKED else table.choose(state, key, {}))
        return found

    state = at_turn("R1 R2", "R5 R6", "B1 B2", "R5", window=3, rules=RuleSet(jump_in=True))
    assert happens_in(1) == happens_in(1) != happens_in(2)


def test_who_forgot_to_call_calls_late_half_of_the_times() -> None:
    state = at_turn(FOUR[0], FOUR[1], "R5", window=2)
    (found,) = times(state, {2: "normal"}, CALL).values()
    assert len(seen(found)) / len(found) == pytest.approx(0.5, abs=0.15)
    assert all(1 <= seconds <= 3 for seconds in seen(found))
    assert planned(state, {2: "normal"}).choose(state, (2, CALL), {}) == CallUno(2)


@pytest.mark.parametrize(("level", "chance"), [("easy", 0.3), ("expert", 0.01)])
def test_a_level_forgets_uno_with_a_play_as_often_as_it_should(level: str, chance: float) -> None:
    state = at_turn(FOUR[0], "R5 R6")
    plays = [planned(state, {1: level}, secret, 0).choose(state, (1, ASKED), {}) for secret in SECRETS]
    forgot = [not play.uno for play in plays if isinstance(play, Play)]
    assert len(forgot) == len(SECRETS)
    assert sum(forgot) / len(forgot) == pytest.approx(chance, abs=0.12)


def test_a_jump_in_is_seen_by_level_and_luck_and_made_if_there_is_a_twin() -> None:
    state = at_turn("R9 R1 R2", "R9 R1", "B1 B2", "Y1 Y2", turn=3, rules=RuleSet(jump_in=True))
    found = times(state, {0: "easy", 1: "expert"}, JUMP)
    assert len(seen(found[0])) / len(SECRETS) == pytest.approx(0.2, abs=0.12)
    assert len(seen(found[1])) / len(SECRETS) == pytest.approx(0.95, abs=0.06)
    assert min(found[0]) >= 2 > max(seen(found[1])) > 1
    at_table = planned(state, {0: "hard", 1: "expert", 2: "hard"})
    assert isinstance(at_table.choose(state, (1, JUMP), {}), Play)
    assert at_table.choose(state, (2, JUMP), {}) is None


def test_who_is_on_turn_leaves_time_to_call_and_to_jump_in() -> None:
    hands = ("R5", "R5 R6", "R1 R2")
    assert planned(at_turn(*hands), {1: "hard"}, pace=0.5).deadline < 1
    grace = at_turn(*hands, window=0)
    assert planned(grace, {1: "hard"}, pace=0.5)._plans[1, ASKED].at >= 1
    jump = at_turn(*hands, rules=RuleSet(jump_in=True))
    assert planned(jump, {1: "hard"}, pace=0.5)._plans[1, ASKED].at >= 1.5


def test_a_table_keeps_the_pace_of_its_host_and_computers_alone_are_quick() -> None:
    state = at_turn(*["R1 R2 R3"] * 10)
    usual = planned(state, {1: "hard"}).deadline
    assert planned(state, {1: "hard"}, pace=1.5).deadline == pytest.approx(1.5 * usual)
    assert planned(state, {1: "hard"}, pace=0).deadline == 0
    many = planned(state, dict.fromkeys(range(1, 10), "hard")).deadline
    assert many == pytest.approx(usual * 8 / (1.3 * 9))
    assert planned(state, dict.fromkeys((1, 9, 8), "hard")).deadline == usual
    assert planned(state, dict.fromkeys(range(10), "hard")).deadline == pytest.approx(usual / 4)


def thinking(state: State, levels: dict[int, str], pace: float = 1.0) -> tuple[BotsAtTable, Slow]:
    table, thinker = BotsAtTable(pace, b""), Slow()
    table.thinker = thinker
    table.plan(state, levels, {}, 0.0)
    return table, thinker


def test_an_expert_whose_move_is_late_plays_as_hard_would() -> None:
    state = at_turn(*FOUR, turn=1)
    table, thinker = thinking(state, {1: "expert"})
    assert table.deadline == planned(state, {1: "hard"}).deadline
    chosen = table.choose(state, (1, ASKED), {})
    (question,) = thinker.asked
    assert question.view == view_for(state, 1)
    assert chosen == choose("hard", question.view, legal_actions(state, 1), question.seed)
    assert thinker.late == 1


def test_an_expert_searches_anew_if_it_sees_something_else_and_goes_on_if_others_answer_in_secret() -> None:
    state, levels = at_turn(*FOUR), {1: "expert"}
    state.waiting_for = PassCard((0, 1, 2))
    table, thinker = thinking(state, levels)
    due = table.deadline
    thinker.found = Give(1, cards("R5")[0])
    state.gifts, state.waiting_for = {0: cards("R5")[0]}, PassCard((1, 2))
    table.plan(state, levels, {}, 0.1)
    assert len(thinker.asked) == 1
    state.counts[2] += 1
    table.plan(state, levels, {}, 0.2)
    assert len(thinker.asked) == 2
    assert thinker.asked[1].view == view_for(state, 1)
    assert table.deadline == due
    state.counts[2] += 1
    table.plan(state, levels, {}, due)
    assert table.choose(state, (1, ASKED), {}) == thinker.found  # counted, if there were nothing


def test_an_expert_thinks_only_where_there_is_time_but_where_it_has_no_choice_too() -> None:
    state = at_turn(*FOUR, turn=1)
    assert not thinking(state, {1: "expert"}, pace=0)[1].asked
    assert thinking(at_turn(*FOUR, turn=3), {3: "expert"})[1].asked  # it can only draw, which nobody shall know
    assert len(thinking(state, {1: "expert", 2: "expert"})[1].asked) == 1


@pytest.mark.clause("law2")
@pytest.mark.parametrize("peeks", [False, True])
def test_a_thinker_is_told_what_its_seat_knows_and_nothing_else(monkeypatch: pytest.MonkeyPatch, peeks: bool) -> None:
    """In two worlds that its seat cannot tell apart it is asked the same, unless somebody lets it peek."""

    def peeking(state: State, seat: int | None) -> object:
        view = view_for(state, seat)
        view.hands = [hand.copy() for hand in state.hands]
        return view

    if peeks:
        monkeypatch.setattr(bots, "view_for", peeking)
    choice, differ = random.Random(1), 0
    for state, seat in islice(positions(2, 3), 0, 150, 3):
        if can_part(state):
            asked = []
            for world in (state, other_world(state, seat, choice, stock=True)):
                table, thinker = thinking(world, dict.fromkeys(range(3), "expert"))
                asked.append(([pickle.dumps(one) for one in thinker.asked if one.view.viewer == seat], table.deadline))
            differ += asked[0] != asked[1]
    assert bool(differ) is peeks


@pytest.mark.parametrize("level", BY_LEVEL)
def test_a_decision_is_the_same_whoever_of_the_others_is_a_person(level: str) -> None:
    for state, seat in islice(positions(2, 4), 0, 150, 3):
        if seat in asked(state.waiting_for):
            decisions, questions = [], []
            for others in ({}, dict.fromkeys(range(4), "easy"), {0: "expert", 1: "random", 3: "normal"}):
                table, thinker = thinking(state, others | {seat: level})
                questions.append([question for question in thinker.asked if question.view.viewer == seat])
                decisions.append(table.choose(state, (seat, ASKED), {}))
            assert questions[0] == questions[1] == questions[2]
            assert decisions[0] == decisions[1] == decisions[2]


def test_a_server_seats_only_so_many_experts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "CORES", 2)
    world = World(experts_per_core=1)
    (ann,) = sit_down(world, "ann", seats=4)
    for _ in range(2):
        assert isinstance(ann.ask(m.AddBot, level="expert"), m.Ok)
    ann.ask(m.RemoveBot, seat=2)
    levels: list[Any] = ["expert"]
    eve, new = world.person("eve"), m.NewTable(seats=3, bots=levels * 2)
    refusal = eve.ask(m.CreateTable, name="E", new=new)
    assert isinstance(refusal, m.Error)
    assert refusal.args == {"experts": 2, "left": 1}
    ann.ask(m.AddBot, level="expert")
    assert ann.refused(m.AddBot, level="expert") == "limit"
    assert isinstance(ann.ask(m.AddBot, level="hard"), m.Ok)
    new = m.NewTable(seats=2, bots=levels)
    assert eve.refused(m.CreateTable, name="E", new=new) == "limit"
    assert world.hub.lobby.find("E") is None
    ann.ask(m.RemoveBot, seat=1)
    assert isinstance(eve.ask(m.CreateTable, name="E", new=new), m.Joined)
    assert ann.refused(m.AddBot, level="expert") == "limit"


def test_every_level_plays_a_game_to_its_end_at_a_table() -> None:
    world, (ann,) = gathered("ann", seats=1 + len(LEVELS), bot_pause=1.0)
    for level in LEVELS:
        assert isinstance(ann.ask(m.AddBot, level=level), m.Ok)
    thinker = Slow()
    world.table().play.bots.thinker = thinker
    ann.ask(m.Ready)
    ann.ask(m.Start)
    play_out(world, [ann])
    assert ann.agrees()
    assert thinker.late
    assert not world.table().frozen
    bots_at_table = world.table().play.bots
    game = bots_at_table._game
    ann.ask(m.Ready)
    world.wait(30.0)
    assert bots_at_table._game > game


@pytest.mark.parametrize(("bot_pause", "pace"), [(1.0, "calm"), (0.3, "brisk")])
def test_the_pace_holds_for_what_comes_next_and_after_a_restart(world: Crashing, bot_pause: float, pace: Any) -> None:
    (ann,) = playing(world, "ann", seats=2, bots=["normal"], bot_pause=bot_pause)
    assert world.table().play.bots.pace == bot_pause
    ann.ask(m.ChangeTable, pace=pace)
    assert world.table().play.bots.pace == reactions.PACES[pace]
    world.crash(ann)
    ann.resume()
    world.wait(0.1)
    assert (ann.room.pace, world.table().play.bots.pace) == (pace, reactions.PACES[pace])


def test_after_a_restart_experts_count_and_go_on_with_a_new_memory(world: Crashing) -> None:
    (ann,) = sit_down(world, "ann", seats=2, bot_pause=1.0)
    ann.ask(m.AddBot, level="expert")
    ann.ask(m.Ready)
    ann.ask(m.Start)
    world.wait(5.0)
    game = world.table().play.bots._game
    world.crash(ann)
    assert {table.room.name for table in world.hub.lobby._experts} == {"T"}
    world.table().play.bots.thinker = Slow()
    ann.resume()
    world.wait(1.0)
    assert world.table().play.bots._game > game
    play_out(world, [ann])
    assert ann.agrees()


def test_computer_players_remember_what_their_seat_was_shown() -> None:
    world, (ann,) = dealt("W+4 B1 B2", "R1 R2 R3", names="ann", seats=2, bots=["normal"], bot_pause=5.0)
    game = world.table().game
    assert game is not None
    assert game.memories[1] == NOTHING
    ann.play(m.Play, cards=["W+4"], colours=["B"])
    assert [memory.play is not None for memory in game.memories.values()] == [True]
    assert game.memories[1].laid_on == (cards("R9")[0], Colour.RED)
