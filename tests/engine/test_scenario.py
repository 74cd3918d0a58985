"""The scenario runner: what it reads, what it finds wrong, and where it says so."""

import json
import random
import subprocess
import sys
from pathlib import Path

import pytest

from tests.engine.tables import at
from tests.patience import HANG
from uno_engine import judging
from uno_engine.actions import Action
from uno_engine.customizable import drawable
from uno_engine.decide import advance
from uno_engine.events import Event
from uno_engine.scenario import run
from uno_engine.scenario.run import Outcome, run_text
from uno_engine.scenario.text import blocks
from uno_engine.state import State

ROOT = Path(__file__).resolve().parents[2]

TABLE = """scenario: a test
rules: official
seats: ann bob cem
hand ann: R1 W W+4 R5
hand bob: B1 B2
hand cem: G2 G3
discard: R9
stock: Y1 Y2
---
"""
STEPS_BEGIN = TABLE.count("\n") + 1


def outcome(steps: str, table: str = TABLE) -> Outcome:
    (found,) = run_text(table + steps)
    return found


def position_fault(old: str, new: str, table: str = TABLE) -> Outcome:
    """What is said of a table with some text of its position changed."""
    assert table.count(old) == 1
    (found,) = run_text(table.replace(old, new))
    assert not found.passed
    assert found.step == ""
    return found


def test_a_file_holds_many_scenarios_comments_and_blank_lines() -> None:
    text = (
        "# about this file\n\n" + TABLE + "ann plays R1 # a comment\nexpect turn bob\n\n" + TABLE + "expect turn bob\n"
    )
    first, second = run_text(text)
    assert first.passed
    assert not second.passed
    assert (second.line, second.step) == (text.splitlines().index("expect turn bob", 20) + 1, "expect turn bob")
    assert second.found == "ann is asked take_turn"


@pytest.mark.parametrize(
    ("steps", "found"),
    [
        ("expect turn bob", "ann is asked take_turn"),
        ("expect asked ann play_drawn", "ann is asked take_turn"),
        ("expect count ann 3", "4"),
        ("expect has ann R2", "ann has R1 R5 W W+4"),
        ("expect top R8", "R9"),
        ("expect sees bob ann: R1", "bob was shown no hand"),
        ("expect round won ann", "the round is open"),
        ("expect round blocked", "the round is open"),
        ("expect game won ann", "the game is open"),
        ("expect playable ann: R1", "ann may play R1 R5 W W+4"),
        ("expect dealer ann", "cem"),
        ("expect rank ann bob", "the places are won by nobody"),
        ("ann plays B1", "refused as not_in_hand (A9)"),
        ("ann plays R1 -> refused", "not refused: cards_played, asked"),
        ("bob draws -> refused wrong_answer", "refused as not_your_turn (O2)"),
        ("bob plays B1 -> refused not_your_turn", "not refused: out_of_turn, cards_drawn"),
    ],
)
def test_a_failure_tells_its_line_its_step_and_what_was_found(steps: str, found: str) -> None:
    said = outcome("\n" + steps)
    assert not said.passed
    assert (said.line, said.step, said.found) == (STEPS_BEGIN + 1, steps, found)


def test_after_the_game_nobody_is_asked_anything() -> None:
    assert outcome("ann leaves\nbob leaves\nexpect turn cem").found == "nobody is asked anything"


@pytest.mark.parametrize(
    ("steps", "reason"),
    [
        ("dan draws", "does not begin with a seat"),
        ("ann sings", "unknown step 'sings'"),
        ("ann plays", "a card is missing"),
        ("ann plays R10", "no card is written 'R10'"),
        ("ann plays W colour=X", "'X' is no colour"),
        ("ann plays W:B colour=G", "two colours"),
        ("ann draws two", "'two' is left over"),
        ("ann calls bingo", "'bingo' is not one of uno"),
        ("ann draws -> allowed", "not one of refused"),
        ("ann draws -> refused because", "'because' is not one of"),
        ("expect", "what is expected is missing"),
        ("expect luck", "unknown expectation 'luck'"),
        ("expect count ann many", "expected a whole number"),
        ("expect asked ann nicely", "'nicely' is not one of"),
        ("expect round lost", "'lost' is not one of"),
        ("expect top R9 R8", "'R8' is left over"),
    ],
)
def test_a_step_that_cannot_be_read_is_an_error_with_its_line(steps: str, reason: str) -> None:
    said = outcome("ann draws\n" + steps)
    assert not said.passed
    assert said.line == STEPS_BEGIN + 1
    assert reason in said.found


@pytest.mark.parametrize(
    ("old", "new", "line", "reason"),
    [
        ("hand bob: B1 B2", "hand bob: B0 B0", 5, "the deck does not have B0 that often"),
        ("stock: Y1 Y2", "stock: Y1 Y1 Y1", 8, "the deck does not have Y1 that often"),
        ("hand bob: B1 B2", "hand dan: B1 B2", 5, "nobody is called 'dan'"),
        ("hand bob: B1 B2", "# no hand", 1, "no hand bob: line"),
        ("hand bob: B1 B2", "hand bob:", 5, "bob has no cards"),
        ("hand bob: B1 B2", "hands bob: B1 B2", 5, "unknown line"),
        ("hand bob: B1 B2", "hand ann: B1 B2", 5, "is given twice"),
        ("stock: Y1 Y2", "stock: Y1\nstock-only: Y2", 9, "exclude each other"),
        ("stock: Y1 Y2", "seed: none", 8, "expected a whole number"),
        ("stock: Y1 Y2", "direction: left", 8, "not one of clockwise, counterclockwise"),
        ("stock: Y1 Y2", "colour: B", 8, "the colour in play is R"),
        ("stock: Y1 Y2", "out: cem", 8, "goes with goal=until_last"),
        ("stock: Y1 Y2", "chosen: cem", 8, "goes with starter=chosen"),
        ("stock: Y1 Y2", "custom: open_hand", 8, "goes with Customizable cards"),
        ("discard: R9", "discard: W", 7, "a colour: line must name"),
        ("discard: R9", "discard:", 7, "a card must lie"),
        ("discard: R9", "# none", 1, "exactly one of discard:, first: and ballot:"),
        ("discard: R9", "first: R9 R8", 7, "R9 stays on the discard pile"),
        ("discard: R9", "first: R9\nturn: bob", 8, "turn: does not go with first:"),
        ("seats: ann bob cem", "seats: ann ann cem", 3, "two seats are called ann"),
        ("rules: official", "rules: official hand_size", 2, "write an option as option=value"),
        ("rules: official", "rules: official players=4-6", 3, "4 to 6 can play"),
        ("rules: official", "# none", 1, "no rules: line"),
        ("rules: official", "rules:", 2, "the name of a preset is missing"),
        ("rules: official", "rules: official uno=off uno=calls", 2, "uno is set twice"),
        (
            *("rules: official", "rules: classic113 customizable_rule=hands_move_on\ncustom: open_hand", 3),
            "the rule of the Customizable cards is hands_move_on here",
        ),
        ("seats: ann bob cem", "seats: ann", 3, "a table has at least two seats"),
        ("seats: ann bob cem", "seats: ann bob expect", 3, "a seat cannot be called expect"),
        ("stock: Y1 Y2", f"seed: {1 << 256}", 8, "a seed has 256 bits"),
        ("discard: R9", "first:", 7, "a card must be turned up"),
    ],
)
def test_a_position_that_cannot_be_is_an_error_with_its_line(old: str, new: str, line: int, reason: str) -> None:
    said = position_fault(old, new)
    assert reason in said.found
    assert said.line == line


def test_invalid_rules_must_be_refused_for_the_option_named() -> None:
    good, clash, wrong, accepted, stepped = run_text(
        "scenario: good\nrules: official players=2-11\ninvalid: players\n"
        "scenario: clash\nrules: official hand_size=15\ninvalid: decks\n"
        "scenario: wrong\nrules: official players=2-11\ninvalid: decks\n"
        "scenario: accepted\nrules: official chains=yes\ninvalid: chains\n"
        "scenario: stepped\nrules: official players=2-11\ninvalid: players\n---\ndeal\n"
    )
    assert [said.passed for said in (good, clash, wrong, accepted, stepped)] == [True, True, False, False, False]
    assert "these rules are accepted" in accepted.found
    assert "has no steps" in stepped.found


BALLOT = """scenario: a vote
rules: skyrus starter=left_of_dealer
seats: ann bob
ballot: play_again open_hand
---
"""


UNTIL_LAST = """scenario: places
rules: official goal=until_last
seats: ann bob cem dan
out: cem ann
hand bob: R1 B2
hand dan: R2 R3
discard: R9
---
"""

MERCILESS = UNTIL_LAST.replace("official goal=until_last", "no_mercy").replace("out: cem ann", "lost: cem 20")


@pytest.mark.parametrize(
    ("table", "old", "new", "reason"),
    [
        (BALLOT, "play_again open_hand", "play_again sing", "'sing' is not one of"),
        (BALLOT, "play_again open_hand", "play_again play_again", "names at least one rule, and each once"),
        (BALLOT, "ballot: play_again open_hand", "ballot:", "names at least one rule, and each once"),
        (BALLOT, "skyrus", "official", "goes with Customizable cards"),
        (BALLOT, "skyrus", "skyrus customizable_rule=open_hand", "goes with customizable_rule=vote"),
        (BALLOT, "seats:", "stock: R1\nseats:", "stock: does not go with ballot:"),
        (BALLOT, "seats:", "hand ann: R1\nseats:", "hand: does not go with ballot:"),
        (BALLOT, "seats:", "discard: R1\nseats:", "exactly one of discard:, first: and ballot:"),
        (BALLOT, "starter=left_of_dealer", "starter=random\ndealer: bob", "dealer: goes with starter=left_of_dealer"),
        (UNTIL_LAST, "out: cem ann", "out: cem ann bob", "at least two players must still be in"),
        (UNTIL_LAST, "out: cem ann", "out: cem cem", "nobody is out twice"),
        (UNTIL_LAST, "out: cem ann", "out: cem ann\nhand ann: R5", "ann is out and has no hand"),
        (UNTIL_LAST, "out: cem ann", "out: cem ann\nturn: ann", "ann is out"),
        (MERCILESS, "lost: cem 20", "lost: cem 20 cem 3", "cem is out already"),
        (MERCILESS, "lost: cem 20", "lost: cem 20 ann 3 dan 4", "at least two players must still be in"),
    ],
)
def test_a_ballot_and_who_is_out_are_held_against_the_rest_of_the_position(
    table: str, old: str, new: str, reason: str
) -> None:
    assert reason in position_fault(old, new, table).found


def test_without_a_custom_line_the_seed_picks_a_rule_that_a_vote_can_draw() -> None:
    lines = "seats: ann bob; hand ann: R1; hand bob: B1; discard: R9; seed: "
    picked = {at(f"{lines}{seed}", "classic113").custom for seed in range(40)}
    assert picked == set(drawable(2, 1))
    assert at(lines + "1", "official").custom is None


def test_a_refusal_that_changes_the_game_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    def clumsy(game: State, seat: int, kind: type) -> None:
        game.turn += 1
        legal_check(game, seat, kind)

    legal_check = judging.check_asked
    monkeypatch.setattr(judging, "check_asked", clumsy)
    said = outcome("bob draws -> refused")
    assert "but the game has changed" in said.found


@pytest.mark.parametrize(
    ("lost", "found"),
    [([], "the counts are not those of the hands and the stock"), (["stock"], "cards are not conserved: lost")],
)
def test_a_wrong_count_and_a_lost_card_fail(monkeypatch: pytest.MonkeyPatch, lost: list[str], found: str) -> None:
    def careless(state: State, action: Action) -> list[Event]:
        events = advance(state, action)
        state.stock_count += 1
        for pile in lost:
            getattr(state, pile).pop()
        return events

    monkeypatch.setattr(run, "advance", careless)
    assert found in outcome("ann plays R1").found


def test_whatever_a_file_says_there_is_an_outcome_for_every_scenario() -> None:
    choice = random.Random(11)
    sound = [
        line for file in sorted(ROOT.glob("tests/scenarios/**/*.game")) for line in file.read_text("utf-8").splitlines()
    ]
    words = [word for line in sound for word in line.split()] + ["->", "#", ":", "---", "=", "W:", "\ufeff", "٣", "-1"]
    for _ in range(400):
        at = choice.randrange(len(sound) - 40)
        lines = sound[at : at + 40]
        for _ in range(choice.randrange(1, 6)):
            place = choice.randrange(len(lines))
            parts = lines[place].split(" ")
            parts[choice.randrange(len(parts))] = choice.choice(words)
            lines[place] = " ".join(parts)
        text = "\n".join(lines)
        outcomes = run_text(text)
        assert len(outcomes) == len(blocks(text))
        for said in outcomes:
            assert said.passed or (said.found and 1 <= said.line <= 40), (text, said)


def command(*arguments: str) -> subprocess.CompletedProcess[str]:
    argv = [sys.executable, str(ROOT / "scripts" / "scenario.py"), *arguments]
    return subprocess.run(argv, capture_output=True, encoding="utf-8", timeout=HANG, check=False)


@pytest.mark.fast
def test_the_command_tells_failures_and_counts(tmp_path: Path) -> None:
    good, bad = tmp_path / "good.game", tmp_path / "bad.game"
    good.write_text(TABLE + "ann plays R1\n", encoding="utf-8")
    bad.write_text(TABLE + "expect turn bob\n", encoding="utf-8")
    done = command(str(good))
    assert (done.returncode, done.stdout) == (0, "1 passed, 0 failed\n")
    done = command(str(good), str(bad))
    assert done.returncode == 1
    line, last = done.stdout.splitlines()
    assert line == f"{bad}:{STEPS_BEGIN}: a test: expect turn bob: found: ann is asked take_turn"
    assert last == "1 passed, 1 failed"
    done = command(str(bad), "--json")
    told = json.loads(done.stdout.splitlines()[-1])
    assert (told["passed"], told["failed"], told["failures"][0]["line"]) == (0, 1, STEPS_BEGIN)
