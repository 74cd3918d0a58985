"""The environment for research: it keeps to the interfaces, shows a seat its view, and does what its page says."""

import doctest
import random
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("pettingzoo", reason="the extra zoo is not installed")

import gymnasium
from pettingzoo.test import api_test, seed_test

from tests.engine.tables import at
from uno_engine import PRESETS, actions, card, new_rules
from uno_engine.decide import decide
from uno_engine.events import FalseUno, OutOfTurn
from uno_engine.laws.any_rules import some_rules
from uno_engine.laws.worlds import can_part, other_world
from uno_engine.refused import Refused
from uno_engine.rules import RuleSet
from uno_engine.scenario.run import run_text
from uno_engine.state import Game, State
from uno_engine.view import view_for
from uno_engine.zoo import IDS, UnoAlone, UnoEnv, encoding, env
from uno_engine.zoo.encoding import BegunMove, action_of, mask, number_of, observation
from uno_engine.zoo.episode import Episode

PAGE = (Path(__file__).parents[3] / "engine" / "ZOO.md").read_text(encoding="utf-8")


def legal(episode: Episode) -> list[int]:
    return [number for number, may in enumerate(episode.mask(episode.seat)) if may]


def games(count: int, rules: RuleSet | None = None) -> list[tuple[random.Random, Episode]]:
    """Tables of random rules, each with its luck."""
    found = []
    for number in range(count):
        choice = random.Random(number)
        chosen = rules or some_rules(choice)
        players = max(chosen.players.least, choice.randint(2, min(4, chosen.players.most)))
        found.append((choice, Episode(chosen, players, choice.randbytes(32))))
    return found


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("name", IDS)
def test_pettingzoo_accepts_every_preset(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    api_test(env(name, players=3), num_cycles=60)


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("name", ["uno_official_v0", "uno_party_v0"])
def test_the_same_seed_gives_the_same_game(name: str) -> None:
    seed_test(lambda: env(name), num_cycles=60)


@pytest.mark.parametrize("preset", PRESETS)
def test_gymnasium_plays_every_preset_and_the_same_game_again(preset: str) -> None:
    game = gymnasium.make(f"uno_{preset}-v0", players=3, opponents=["easy", "hard"], seat=1)

    def played() -> list[Any]:
        choice, (seen, info), found, over = random.Random(1), game.reset(seed=1), [], False
        while not over:
            assert (info["action_mask"] == game.get_wrapper_attr("action_masks")()).all()
            number = choice.choice(info["action_mask"].nonzero()[0])
            seen, reward, terminated, truncated, info = game.step(number)
            over = terminated or truncated
            found.append((number, bytes(seen), reward))
        return found

    assert played() == played()


def test_the_mask_is_what_the_engine_takes_without_a_penalty() -> None:
    for choice, episode in games(12):
        for _ in range(60):
            if episode.over:
                break
            moves = episode.mask(episode.seat)
            for number in {*choice.sample(range(encoding.MOVES), 40), *legal(episode)}:
                action = action_of(number, episode.state, episode.seat, episode.begun)
                if action is None or isinstance(action, BegunMove) or episode.begun.cards or not episode.must:
                    continue
                if moves[number]:
                    assert number_of(action, episode.state.seats) == number
                    assert taken(episode.state, action) == "yes", action
                elif number_of(action, episode.state.seats) == number and not is_loose(action):
                    assert taken(episode.state, action) != "yes", action
            episode.choose(choice.choice(legal(episode)))


def is_loose(action: actions.PlayerAction) -> bool:
    """Whether the engine also takes it where it makes no difference (a last wild's colour), or may turn out false."""
    if isinstance(action, actions.Play):
        return action.uno or action.cards[0].wild
    return isinstance(action, actions.CallUno)


def taken(state: State, action: actions.PlayerAction) -> str:
    """Whether the engine takes an action, and if so what it punishes."""
    try:
        events = decide(state, action)
    except Refused:
        return "no"
    punished = [type(event).__name__ for event in events if isinstance(event, FalseUno | OutOfTurn)]
    return punished[0] if punished else "yes"


Look = Callable[[Game, int], bytearray]


def shows_only_the_view(look: Look) -> bool:
    """Whether a seat sees the same in its view, in the state, and in another world that it can't tell apart."""
    for choice, episode in games(14):
        for _ in range(50):
            if episode.over:
                break
            state = episode.state
            for seat in range(state.seats):
                seen = look(state, seat)
                if seen != look(view_for(state, seat), seat):
                    return False
                if can_part(state) and state.playing[seat]:
                    other = other_world(state, seat, choice, stock=True)
                    if seen != look(other, seat):
                        return False
            episode.choose(choice.choice(legal(episode)))
    return True


def test_a_seat_sees_its_view_alone() -> None:
    assert shows_only_the_view(observation)
    assert shows_only_the_view(mask)


def next_card(game: Game, seat: int) -> bytearray:
    return bytearray([game.stock[-1].order if game.stock else 0])


def hand_after(game: Game, seat: int) -> bytearray:
    return bytearray(held.order for held in game.hands[(seat + 1) % game.seats])


def drawn_by_anybody(game: Game, seat: int) -> bytearray:
    return bytearray([game.drawn.order if game.drawn else 0])


def evidence(game: Game, seat: int) -> bytearray:
    return bytearray([game.sealed is not None])


@pytest.mark.parametrize("peeks", [next_card, hand_after, drawn_by_anybody, evidence])
def test_an_observation_that_peeks_is_found(peeks: Look) -> None:
    def leaks(game: Game, seat: int) -> bytearray:
        return observation(game, seat) + peeks(game, seat)

    assert not shows_only_the_view(leaks)


def test_what_a_seat_has_begun_only_it_sees() -> None:
    episode = Episode(PRESETS["quickplay"], 2, bytes(32))
    episode.state = at("seats: ann bob; hand ann: R1 R2 R3; hand bob: B1; discard: R9", "quickplay")
    episode._turn()
    seen = episode.seen(1)
    episode.choose(encoding.MOVE_AT["play_more"] + card("R1").order)
    assert episode.seen(1) == seen
    assert episode.seen(0)[0][encoding.FIELD_AT["begun"] + card("R1").order] == 1
    assert legal(episode)[:2] == [card("R2").order, card("R3").order]
    episode.choose(encoding.MOVE_AT["play_more"] + card("R2").order)
    episode.choose(card("R3").order)
    assert episode.over


def field(row: bytearray, name: str) -> list[int]:
    first = encoding.FIELD_AT[name]
    return list(row[first : first + encoding.FIELD_SIZES[name]])


def test_seats_count_from_the_agents_own() -> None:
    state = at("seats: ann bob cem; hand ann: R1 R2; hand bob: B1 B2 B3; hand cem: Y1; discard: R9; turn: bob")
    row = observation(state, 2)
    assert field(row, "counts")[:4] == [1, 2, 3, 0]
    assert field(row, "asked")[:4] == [0, 0, 1, 0]


def test_scores_are_percent_of_the_target() -> None:
    lines = "seats: ann bob; hand ann: R1; hand bob: B1; discard: R9; score ann: 250; score bob: 5000"
    assert field(observation(at(lines, "official goal=points"), 0), "scores")[:3] == [50, 255, 0]


def test_votes_and_the_rule_they_choose_are_seen() -> None:
    episode = Episode(new_rules("classic113", {"customizable_rule": "vote"}), 3, bytes(32))
    ballot = episode.state.ballot
    assert sum(field(episode.seen(0)[0], "ballot")) == len(ballot) == len(legal(episode))
    while episode.state.custom is None:
        episode.choose(legal(episode)[0])
    assert field(episode.seen(0)[0], "custom")[encoding.CUSTOM.index(episode.state.custom)] == 1


@pytest.mark.parametrize(("rewards", "expected"), [("round", [1.0, -0.5, -0.5]), ("points", [25.0, -3.0, -22.0])])
def test_every_loser_pays_and_the_sum_is_0(rewards: Any, expected: list[float]) -> None:
    episode = Episode(PRESETS["official"], 3, bytes(32), rewards)
    episode.state = at("seats: ann bob cem; hand ann: R1; hand bob: G1 G2; hand cem: Y2 YS; discard: R9")
    episode._turn()
    assert episode.choose(card("R1").order) == expected


def test_a_blocked_round_that_nobody_wins_pays_nothing() -> None:
    episode = Episode(PRESETS["tournament"], 2, bytes(32))
    episode.state = at("seats: ann bob; hand ann: B1; hand bob: G1; discard: R9; stock-only:", "tournament")
    episode._turn()
    assert episode.choose(encoding._SIMPLE_AT[actions.Pass]) is None
    assert episode.choose(encoding._SIMPLE_AT[actions.Pass]) == [0.0, 0.0]
    assert episode.state.round == 2


def test_a_chance_to_catch_comes_with_waiting() -> None:
    episode = Episode(PRESETS["official"], 3, bytes(32))
    episode.state = at("seats: ann bob cem; hand ann: R1 R2; hand bob: B1 B2; hand cem: Y1 Y2; discard: R9")
    episode._turn()
    episode.choose(card("R1").order)
    while episode.must:
        episode.moves += 1  # another order
        episode._turn()
    waiting = episode.seat
    assert encoding.WAIT in legal(episode)
    assert len(legal(episode)) == 2
    episode.choose(encoding.WAIT)
    assert episode.seat != waiting


@pytest.mark.parametrize("number", [-1, 355, 72, 73, 78, 79, 80, 211])
def test_an_illegal_choice_changes_nothing(number: int) -> None:
    episode = Episode(PRESETS["first_game"], 2, bytes(32))
    episode.state = at("seats: ann bob; hand ann: R1 R2; hand bob: B1 B2; discard: R9", "no_mercy")
    episode._turn()
    before = episode.state.copy()
    with pytest.raises(ValueError, match="not legal now"):
        episode.choose(number)
    assert episode.state == before


@pytest.mark.parametrize("cut", ["pettingzoo", "gymnasium"])
def test_an_endless_episode_is_cut_off(cut: str) -> None:
    if cut == "pettingzoo":
        both = UnoEnv(most_steps=2)
        both.reset(seed=1)
        for _ in range(2):
            both.step(both.action_mask(both.agent_selection).nonzero()[0][0])
        assert all(both.truncations.values())
    else:
        alone = UnoAlone(most_steps=1)
        _, info = alone.reset(seed=1)
        assert alone.step(info["action_mask"].nonzero()[0][0])[2:4] == (False, True)


def test_gymnasium_deals_again_if_the_others_end_the_round_first() -> None:
    alone = UnoAlone("quickplay", 3)
    for seed in range(12):  # in a third of them
        _, info = alone.reset(seed=seed)
        assert info["action_mask"].any()


def test_rewards_reach_every_agent_and_are_cleared_after_the_round() -> None:
    game = UnoEnv(new_rules("tournament", {"target": "1000"}))
    game.reset(seed=3)
    choice = random.Random(1)
    rounds: list[list[float]] = []
    while not rounds or any(rounds[-1]):
        game.step(choice.choice(game.action_mask(game.agent_selection).nonzero()[0]))
        if any(game.rewards.values()) or rounds:
            rounds.append(list(game.rewards.values()))
    assert sum(rounds[0]) == 0
    assert rounds[-1] == [0.0, 0.0]


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        (lambda: env("uno_v0"), "there is no 'uno_v0'; there are uno_official_v0"),
        (lambda: UnoEnv("chess"), "there are no rules 'chess'"),
        (lambda: UnoEnv(players=11), "for 2 to 10 players, not 11"),
        (lambda: UnoEnv(rewards="money"), "by round or by points, not by 'money'"),  # type: ignore[arg-type]
        (lambda: UnoAlone(opponents=["easy", "hard"]), "1 opponents and one learner"),
        (lambda: UnoAlone(opponents="best"), "there is no level 'best'"),
        (lambda: number_of(actions.Play(0, (card("R1"), card("R2"))), 2), "more than one step"),
    ],
)
def test_wrong_arguments_get_one_clear_error(wrong: Callable[[], object], said: str) -> None:
    with pytest.raises(ValueError, match=said):
        wrong()


@pytest.mark.filterwarnings("ignore")
def test_the_examples_of_the_page_are_true() -> None:
    examples = "\n".join(re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL))
    test = doctest.DocTestParser().get_doctest(examples, {}, "ZOO.md", None, 0)
    assert doctest.DocTestRunner().run(test).failed == 0


@pytest.mark.parametrize(
    ("at", "sizes"), [(encoding.MOVE_AT, encoding.MOVE_SIZES), (encoding.FIELD_AT, encoding.FIELD_SIZES)]
)
def test_the_tables_of_the_page_are_those_of_the_code(at: dict[str, int], sizes: dict[str, int]) -> None:
    rows = {name: numbers for numbers, name in re.findall(r"^\| ([\d–]+) \| `(\w+)`:", PAGE, re.MULTILINE)}
    for name, size in sizes.items():
        assert rows[name] == (f"{at[name]}–{at[name] + size - 1}" if size > 1 else str(at[name])), name


def test_the_positions_that_rlcard_plays_differently_hold() -> None:
    found = run_text("\n".join(re.findall(r"```scenario\n(.*?)```", PAGE, re.DOTALL)))
    assert len(found) == 10
    assert [outcome for outcome in found if not outcome.passed] == []
