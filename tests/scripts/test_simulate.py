"""The simulation tells a sound engine from a faulty one, and a good player from a bad one."""

import json
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from types import ModuleType

import pytest

from tests.engine.faulty import Advance, forgets_an_event, refuses_plays, swaps_a_card
from tests.patience import HANG
from tests.scripts.conftest import SCRIPTS, Command
from uno_engine import decide
from uno_engine.actions import Action, Draw, Play
from uno_engine.events import Event
from uno_engine.presets import PRESETS
from uno_engine.rules import Goal, RuleSet
from uno_engine.state import State

FIGURES = {"games", "actions", "seconds", "games_s", "actions_s", "blocked", "violations"}


@pytest.mark.fast
def test_it_runs_with_nothing_installed_and_prints_one_line_of_json(tmp_path: Path) -> None:
    argv = [sys.executable, "-I", str(SCRIPTS / "simulate.py"), "--games", "3", "--players", "3", "--json"]
    done = subprocess.run(argv, cwd=tmp_path, capture_output=True, text=True, timeout=HANG, check=True)
    (line,) = done.stdout.splitlines()
    figures = json.loads(line)
    assert figures.keys() >= FIGURES
    assert (figures["games"], figures["players"], figures["violations"]) == (3, 3, 0)
    assert figures["actions"] > 30
    assert figures["actions_s"] > figures["games_s"] > 0


def test_the_levels_move_on_by_a_seat_and_share_what_they_win_together(
    script: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    seatings = []

    def both_win(_rules: RuleSet, levels: list[str], *_: object, **__: object) -> object:
        seatings.append(levels)
        return script.Played((0, 1), actions=5, blocked=1)

    monkeypatch.setattr(script, "play_game", both_win)
    result = script.simulate(RuleSet(), 3, 3, 1, ("normal", "random", "laying"))
    assert seatings == [["normal", "random", "laying"], ["random", "laying", "normal"], ["laying", "normal", "random"]]
    assert result.wins == {"normal": 1.0, "random": 1.0, "laying": 1.0}
    assert (result.actions, result.blocked) == (15, 3)


def test_blocked_rounds_are_counted(script: ModuleType) -> None:
    # Who draws as readily as plays, and forgets UNO, hardly ever goes out: after 1,000 turns the round is blocked (A3).
    result = script.simulate(RuleSet(), 2, 10, 1, ("random",))
    assert 0 < result.blocked < 10
    assert result.wins == {"random": 10.0}


def test_a_match_for_points_is_played_to_its_end(script: ModuleType) -> None:
    one = script.simulate(RuleSet(), 2, 5, 3, ("laying",))
    match = script.simulate(RuleSet(goal=Goal.POINTS), 2, 5, 3, ("laying",))
    assert match.violations == 0
    assert match.wins == {"laying": 5.0}
    assert match.actions > 2 * one.actions


def test_the_same_seed_plays_the_same_games(script: ModuleType) -> None:
    def figures(seed: int) -> tuple[object, ...]:
        result = script.simulate(RuleSet(), 3, 10, seed, ("normal", "random"))
        return result.actions, result.blocked, result.wins

    assert figures(1) == figures(1)
    assert figures(1) != figures(2)


@pytest.mark.fast
def test_normal_beats_random_play_clearly(script: ModuleType) -> None:
    part, half = script.rate(script.simulate(RuleSet(), 2, 150, 1, ("normal", "random")).wins["normal"], 150)
    assert part - half > 0.9


@pytest.mark.fast
@pytest.mark.parametrize(("bots", "more_than"), [(("normal", "laying"), 0.58), (("normal", *["laying"] * 3), 0.30)])
def test_normal_beats_whoever_lays_what_fits(script: ModuleType, bots: Sequence[str], more_than: float) -> None:
    result = script.simulate(RuleSet(), len(bots), 600, 1, bots)
    assert result.wins["normal"] / result.games > more_than


def test_a_rate_has_the_width_of_its_confidence(script: ModuleType) -> None:
    part, half = script.rate(6500, 10_000)
    assert part == pytest.approx(0.65)
    assert half == pytest.approx(0.00935, abs=0.0001)


BOOKS = ("official", "quickplay", "classic113", "street", "computer", "skyrus")


@pytest.mark.parametrize("preset", BOOKS)
def test_every_rule_book_is_played_by_computer_players(script: ModuleType, preset: str) -> None:
    rules = replace(PRESETS[preset], target=100)
    result = script.simulate(rules, 3, 4, 2, ("normal", "random", "laying"), strict=True)
    assert (result.games, result.violations) == (4, 0)


@pytest.mark.parametrize("preset", BOOKS)
def test_normal_beats_random_play_in_every_rule_book(script: ModuleType, preset: str) -> None:
    rules = replace(PRESETS[preset], goal=Goal.SINGLE_ROUND)
    result = script.simulate(rules, 2, 40, 1, ("normal", "random"))
    assert result.wins["normal"] > 32


def loses_a_card(state: State, action: Action) -> list[Event]:
    events = decide.advance(state, action)
    if isinstance(action, Draw):
        del state.discard[:1]
    return events


@pytest.mark.parametrize(
    ("fault", "strict"), [(loses_a_card, False), (refuses_plays, False), (forgets_an_event, True), (swaps_a_card, True)]
)
def test_a_planted_fault_is_a_violation_of_its_game(script: ModuleType, fault: Advance, strict: bool) -> None:
    result = script.simulate(RuleSet(), 2, 3, 1, ("laying", "random"), strict=strict, advance=fault)
    assert result.violations == 3
    assert [told.partition(":")[0] for told in result.told] == ["game 0", "game 1", "game 2"]
    if strict:  # the fault is of the events alone
        assert script.simulate(RuleSet(), 2, 3, 1, ("laying", "random"), advance=fault).violations == 0


def test_a_round_that_does_not_end_is_a_violation(script: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(script, "MOST_ACTIONS", 5)
    result = script.simulate(RuleSet(), 2, 1, 1, ("laying",))
    assert result.told == ["game 0: round 1 has not ended after 5 actions"]


def test_nothing_listed_for_whoever_is_asked_is_a_violation(
    script: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(script, "legal_actions", lambda _view, _seat: [])
    (told,) = script.simulate(RuleSet(), 2, 1, 1, ("laying",)).told
    assert told.startswith("game 0: nothing is listed for seat")


def test_many_violations_are_counted_and_a_few_told(script: ModuleType) -> None:
    result = script.simulate(RuleSet(), 2, 30, 1, ("laying",), advance=refuses_plays)
    assert (result.violations, len(result.told)) == (30, script.TOLD)


def test_violations_end_in_exit_code_1(command: Command, script: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    assert command("--games 2 --json")[0] == 0
    sound = script.simulate(RuleSet(), 2, 2, 1, ("laying",))
    sound.violated("game 1: lost")
    monkeypatch.setattr(script, "simulate", lambda *_, **__: sound)
    code, out, _ = command("--games 2 --json")
    assert (code, json.loads(out)["violations"]) == (1, 1)
    assert "violations: 1" in command("--games 2")[1]


def test_bots_are_told_apart_in_the_figures(command: Command) -> None:
    code, out, _ = command("--bots normal,random --games 20 --seed 4 --set uno=automatic --json")
    figures = json.loads(out)
    assert code == 0
    assert figures["players"] == 2
    assert figures["set"] == ["uno=automatic"]
    assert figures["wins"].keys() == figures["rate"].keys() == figures["ci95"].keys() == {"normal", "random"}
    assert sum(figures["rate"].values()) == pytest.approx(1)
    assert "normal:" in command("--bots normal,random --games 5")[1]


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("--random-rules --rules street", "--random-rules"),
        ("--game-seed 4 --players 3", "--game-seed"),
        ("--random-rules --seconds 0", "--seconds"),
        ("--random-rules --workers 0", "--workers"),
        ("--seconds 5", "--random-rules"),
        ("--rules poker", "poker"),
        ("--set decks=7", "decks"),
        ("--bots normal,brilliant", "brilliant"),
        ("--players 11", "2 to 10"),
        ("--players 1", "2 to 10"),
        ("--games 0", "--games"),
    ],
)
def test_what_makes_no_sense_is_a_usage_error(
    command: Command, capsys: pytest.CaptureFixture[str], line: str, says: str
) -> None:
    with pytest.raises(SystemExit) as left:
        command(line)
    assert left.value.code == 2
    assert says in capsys.readouterr().err


@pytest.mark.fast
def test_games_under_random_rules_are_played_for_a_while(command: Command) -> None:
    code, out, _ = command("--random-rules --seconds 1 --seed 3 --json")
    (line,) = out.splitlines()
    figures = json.loads(line)
    assert figures.keys() >= FIGURES
    assert figures["violations"] == 0
    assert figures["games"] > 0
    assert figures["actions"] > figures["games"]
    assert figures["seconds"] >= 1
    assert figures["reached"]["action"]["play"] > 10
    assert code == 1  # nobody reaches everything in a second
    assert figures["missing"]


@pytest.mark.parametrize(("violations", "missing", "code"), [(0, [], 0), (1, [], 1), (0, ["event: passed"], 1)])
def test_the_exit_code_tells_violations_and_what_was_never_reached(
    command: Command,
    script: ModuleType,
    monkeypatch: pytest.MonkeyPatch,
    violations: int,
    missing: list[str],
    code: int,
) -> None:
    tally = script.Tally(games=3, seconds=1.0, violations=violations)
    monkeypatch.setattr(tally.reached, "missing", lambda: missing)
    monkeypatch.setattr(script, "play_random", lambda *_: tally)
    assert command("--random-rules --seconds 1 --json")[0] == code
    assert command("--random-rules --seconds 1")[0] == code


def test_counts_are_printed_for_people_by_kind(command: Command) -> None:
    code, out, _ = command("--game-seed 5")
    assert code == 0
    assert out.splitlines()[0].startswith("1 games, ")
    assert "violations: 0" in out
    assert "\nplay\nsingle card: " in out
    assert max(map(len, out.splitlines())) <= 120


@pytest.mark.fast
def test_a_game_that_fails_is_told_by_a_number_that_plays_it_again(
    script: ModuleType, command: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    advance = decide.advance

    def faulty(state: State, action: Action) -> list[Event]:
        events = advance(state, action)
        state.scores[0] += isinstance(action, Play) and action.uno
        return events

    play = script.game.play
    monkeypatch.setattr(script.game, "play", lambda number, reached: play(number, reached, faulty))
    tally = script.play_chunk(7, 1, 1.0)
    assert 0 < tally.violations <= tally.games
    told = tally.told[0].split()
    assert told[0] == "--game-seed"
    number = int(told[1].rstrip(":"))
    again = script.Tally()
    script.play_number(number, again)
    assert (again.violations, again.told) == (1, tally.told[:1])
    assert "the events do not lead to the same game" in again.told[0]
    assert command(f"--game-seed {number}")[0] == 1


def test_no_two_games_have_the_same_number(script: ModuleType) -> None:
    number_of = script.number_of
    numbers = {number_of(seed, chunk, game) for seed in range(3) for chunk in range(50) for game in range(50)}
    assert len(numbers) == 3 * 50 * 50


@pytest.mark.fast
def test_several_processes_share_the_work(script: ModuleType) -> None:
    told: list[int] = []
    tally = script.play_random(2, 1.0, 2, lambda _part, tally: told.append(tally.games))
    assert tally.violations == 0
    assert tally.games == told[-1] >= 2
    assert told == sorted(told)
    assert tally.reached.counts["action", "deal"] >= tally.games


def test_what_is_told_and_kept_does_not_grow(script: ModuleType) -> None:
    tally = script.Tally()
    for _ in range(30):
        tally.add(script.Tally(games=1, violations=1, told=["--game-seed 1: lost"]))
    assert (tally.games, tally.violations, len(tally.told)) == (30, 30, script.TOLD)
