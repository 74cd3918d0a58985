"""A match plays every deal from every seat, and its figures can be had again."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.patience import HANG
from tests.scripts.conftest import SCRIPTS, Command
from uno_engine.scenario.run import run_text

TIMES = {"cpu_ms_per_decision", "cpu_ms_at_most"}
FIGURES = {"share", "interval", "even", "games", "deals", *TIMES}


def figures(command: Command, line: str) -> dict[str, object]:
    code, out, _ = command(line + " --json")
    assert code == 0
    (printed,) = out.splitlines()
    found: dict[str, object] = json.loads(printed)
    return {name: value for name, value in found.items() if name not in TIMES}


@pytest.mark.fast
def test_it_runs_with_nothing_installed_and_prints_one_line_of_json(tmp_path: Path) -> None:
    argv = [
        sys.executable,
        "-I",
        str(SCRIPTS / "arena.py"),
        *["--a", "hard", "--b", "normal", "--games", "3", "--seed", "4", "--json"],
    ]
    done = subprocess.run(argv, cwd=tmp_path, capture_output=True, text=True, timeout=HANG, check=True)
    (line,) = done.stdout.splitlines()
    found = json.loads(line)
    assert found.keys() >= FIGURES
    assert (found["games"], found["deals"], found["seed"]) == (4, 2, 4)
    assert found["cpu_ms_per_decision"].keys() == {"a", "b"}


@pytest.mark.fast
def test_the_same_seed_gives_the_same_figures_whatever_the_jobs(command: Command) -> None:
    line = "--a hard --b normal-0.1 --games 60 --seed 3"
    found = figures(command, line)
    assert found == figures(command, line + " --jobs 2")
    assert found != figures(command, "--a hard --b normal-0.1 --games 60 --seed 4")


@pytest.mark.fast
def test_challenges_pay_against_who_always_bluffs_and_cost_nothing_against_who_never_does(command: Command) -> None:
    line = "--a hard --b hard --without-challenges --seed 5 --games 120 --bluffs"
    assert figures(command, f"{line} 0")["gained"] >= -0.01  # type: ignore[operator]
    always = figures(command, f"{line} 100")
    assert always["gained"] > 0  # type: ignore[operator]
    assert always["games"] == 120, "the copy's games are not counted"


TEN_LINES = SCRIPTS / "examples" / "bots" / "ten_lines.py"


@pytest.mark.fast
@pytest.mark.parametrize("rules", ["official", "street", "party --set goal=points target=100", "skyrus"])
def test_a_bot_is_measured_and_a_game_that_it_loses_is_a_scenario(command: Command, tmp_path: Path, rules: str) -> None:
    lost = tmp_path / "lost.game"
    found = figures(command, f"--a {TEN_LINES} --b hard --games 10 --rules {rules} --lost {lost}")
    assert found["games"] == 10
    (outcome,) = run_text(lost.read_text())
    assert outcome.passed
    assert "ten_lines is seat" in outcome.name


@pytest.mark.fast
def test_a_game_lost_to_bluffs_is_one_of_those_that_were_counted(command: Command, tmp_path: Path) -> None:
    lost = tmp_path / "lost.game"
    command(f"--a easy --b easy --games 10 --seed 3 --bluffs 100 --lost {lost}")
    with_bluffs = lost.read_text()
    command(f"--a easy --b easy --games 10 --seed 3 --bluffs 0 --lost {lost}")
    assert lost.read_text() != with_bluffs


def test_a_match_without_a_lost_game_says_so_and_leaves_the_file(command: Command, tmp_path: Path) -> None:
    lost = tmp_path / "lost.game"
    code, _, err = command(f"--a hard --b laying --games 1 --seed 2 --lost {lost}")
    assert (code, err) == (0, f"arena.py match: {lost} is not written: hard has lost no game\n")
    assert not lost.exists()


def test_a_lost_game_that_could_not_be_written_is_refused_before_the_match(
    command: Command, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    with pytest.raises(SystemExit, match="2"):
        command(f"--a hard --b easy --lost {tmp_path / 'none' / 'lost.game'}")
    assert capsys.readouterr().err.endswith("lost.game can't be written: No such file or directory\n")


LISTENING = """
from uno_engine.evolve import evolve

after = []

def told(view, event):
    evolve(view, event)
    after[:] = [view]

def choose(view, actions):
    assert (after[0].hands, after[0].counts, after[0].discard) == (view.hands, view.counts, view.discard)
    return actions[0]
"""
FUNCTIONS = """
from uno_engine.events import RoundDealt

print("loaded")
seats, deals = set(), []

def told(view, event):
    seats.add(view.viewer)
    deals.extend([event] if isinstance(event, RoundDealt) else [])
    assert len(seats) == len(deals) == 1

def choose(view, actions):
    print("chooses")
    return actions[0]
"""
CLASS = """
from uno_engine.events import RoundDealt

print("loaded")

class Bot:
    def __init__(self):
        self.seats, self.deals = set(), []

    def told(self, view, event):
        self.seats.add(view.viewer)
        self.deals.extend([event] if isinstance(event, RoundDealt) else [])
        assert len(self.seats) == len(self.deals) == 1

    def choose(self, view, actions):
        return actions[0]
"""


@pytest.mark.fast
@pytest.mark.parametrize("text", [FUNCTIONS, CLASS])
@pytest.mark.parametrize("options", ["", "--bluffs 50", "--without-challenges"])
def test_each_seat_has_a_new_bot_in_each_game(command: Command, tmp_path: Path, text: str, options: str) -> None:
    bot = tmp_path / "bot.py"
    bot.write_text(text)
    code, out, err = command(f"--a {bot} --b {bot} --games 4 --json {options}")
    assert code == 0, err
    assert len(out.splitlines()) == 1, "what a bot prints is not on standard output"
    assert (err.count("loaded") == 1) is (text is CLASS)


RAISES = "    raise ValueError('no')\n"
IDLE = "def choose(view, actions):\n    return actions[0]\n"
TRACEBACK = """Traceback (most recent call last):
  File "{bot}", line {line}, in {name}
    raise ValueError('no')
ValueError: no
"""


@pytest.mark.fast
@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("def choose(view, actions):\n    return 7\n", "failed: it chose 7, which is none of the actions"),
        (f"def choose(view, actions):\n{RAISES}", "failed: it raised ValueError"),
        (f"{IDLE}def told(view, event):\n{RAISES}", "failed: it raised ValueError"),
        ("import sys\ndef choose(view, actions):\n    sys.exit()\n", "failed: it ended"),
        (f"{IDLE}deals = []\ndef told(view, event):\n    raise SystemExit\n", "failed: it ended"),
    ],
)
def test_a_bot_that_fails_ends_the_match_with_its_own_traceback_and_one_sentence(
    command: Command, tmp_path: Path, text: str, said: str
) -> None:
    bot = tmp_path / "bot.py"
    bot.write_text(text)
    code, out, err = command(f"--a easy --b {bot} --games 4")
    line = text.count("\n")
    name = "told" if "told" in text else "choose"
    shown = TRACEBACK.format(bot=bot, line=line, name=name) if RAISES in text else ""
    assert (code, out, err) == (1, "", f"{shown}arena.py match: bot.py {said}\n")


def test_a_bot_hears_the_events_as_its_seat_does(command: Command, tmp_path: Path) -> None:
    bot = tmp_path / "bot.py"
    bot.write_text(LISTENING)
    assert command(f"--a {bot} --b easy --games 4")[0] == 0


@pytest.mark.parametrize(
    ("text", "said"), [("", "has neither a function"), ("raise SystemExit", "bot.py ended when it was loaded")]
)
def test_a_file_without_a_bot_is_refused(
    command: Command, capsys: pytest.CaptureFixture[str], tmp_path: Path, text: str, said: str
) -> None:
    bot = tmp_path / "bot.py"
    bot.write_text(text)
    with pytest.raises(SystemExit, match="2"):
        command(f"--a {bot} --b easy")
    assert said in capsys.readouterr().err


def test_a_player_that_there_is_not_is_refused_by_name(command: Command, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        command("--a herd --b easy")
    assert "there is no player 'herd'" in capsys.readouterr().err
