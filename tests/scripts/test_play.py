"""play.py gets from a fresh checkout to a game."""

import json
import os
import re
import runpy
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.patience import HANG

ROOT = Path(__file__).resolve().parents[2]
SOLO = ["uno_client", "--solo", "--bots", "3:normal"]
BY_ITSELF = ["--autoplay", "normal", "--rounds", "1", "--json"]


@pytest.fixture
def command(monkeypatch: pytest.MonkeyPatch) -> Callable[[list[str]], list[str]]:
    """What play.py runs for what was typed."""
    monkeypatch.syspath_prepend(str(ROOT / "scripts"))
    found: Callable[[list[str]], list[str]] = runpy.run_path(str(ROOT / "scripts" / "play.py"))["command"]
    return found


@pytest.mark.parametrize(
    ("typed", "runs"),
    [
        ("", SOLO),
        ("--plain", [*SOLO, "--plain"]),
        ("--plain --rules street", [*SOLO, "--plain", "--rules", "street"]),
        ("--autoplay", [*SOLO, *BY_ITSELF]),
        ("--autoplay --rules street", [*SOLO, *BY_ITSELF, "--rules", "street"]),
        ("--list --json", ["uno_client", "--list", "--json"]),
        ("192.0.2.7", ["uno_client", "192.0.2.7"]),
        ("[::1]:7777 --name ann", ["uno_client", "[::1]:7777", "--name", "ann"]),
        ("host:7777 --autoplay", ["uno_client", "host:7777", *BY_ITSELF]),
        ("--server", ["uno_server", "--port", "7777"]),
        ("--server --port 0 --ephemeral", ["uno_server", "--port", "7777", "--port", "0", "--ephemeral"]),
    ],
)
def test_play_opens_joins_or_serves(command: Callable[[list[str]], list[str]], typed: str, runs: list[str]) -> None:
    assert command(typed.split()) == runs


@pytest.mark.parametrize(
    ("typed", "runs"),
    [
        ("", ["uno_client"]),
        ("--plain", ["uno_client", "--plain"]),
        ("--lang de --order=came --no-motion", ["uno_client", "--lang", "de", "--order=came", "--no-motion"]),
        ("--lang de --rules street", [*SOLO, "--lang", "de", "--rules", "street"]),
        ("--autoplay", [*SOLO, *BY_ITSELF]),
    ],
)
def test_at_a_terminal_play_opens_the_front_door(
    command: Callable[[list[str]], list[str]], typed: str, runs: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys.stdin, "isatty", lambda: True)
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    assert command(typed.split()) == runs


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """A copy of this checkout without anything that was made in it; its path holds a space."""
    place = tmp_path / "a fresh one"
    left_out = shutil.ignore_patterns(
        *("__pycache__", ".venv*", ".git", ".*_cache", ".hypothesis", "dist", "tests", "uno.mo", "words")
    )
    shutil.copytree(ROOT, place, ignore=left_out)
    return place


def script(checkout: Path, *argv: str, **variables: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, str(checkout / "scripts" / argv[0]), *argv[1:]],
        cwd=checkout.parent,
        env={**os.environ, **variables},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        encoding="utf-8",
        timeout=HANG,
        check=False,
    )


@pytest.mark.slow
def test_one_command_plays_a_round_from_nothing_and_the_second_time_at_once(checkout: Path) -> None:
    first = script(checkout, "play.py", "--autoplay")
    assert first.returncode == 0, first.stderr
    (line,) = first.stdout.splitlines()
    assert {"winner", "scores", "rounds", "actions", "seconds"} <= json.loads(line).keys()
    assert json.loads(line)["rounds"] == 1

    second = script(checkout, "play.py", "--server", "--help")
    assert (second.returncode, second.stderr) == (0, "")
    assert "uno-server" in second.stdout

    # What is made of a catalogue is made again when that has changed.
    catalogue = checkout / "protocol" / "uno_protocol" / "locale" / "de" / "LC_MESSAGES" / "uno.po"
    assert "Aufruf: uno-client" in script(checkout, "play.py", "--lang", "de", "--help").stdout
    catalogue.write_text(catalogue.read_text(encoding="utf-8").replace('"Aufruf: ', '"So geht es: '), encoding="utf-8")
    assert "So geht es: uno-client" in script(checkout, "play.py", "--lang", "de", "--help").stdout


@pytest.mark.slow
def test_a_set_up_that_fails_says_so_in_one_line_and_is_done_anew_the_next_time(checkout: Path) -> None:
    # Nothing to install from: no index, and no folder of wheels.
    failed = script(checkout, "play.py", PIP_CONFIG_FILE=os.devnull, PIP_NO_INDEX="1", PIP_FIND_LINKS="")
    assert (failed.returncode, failed.stdout) == (1, "")
    *_, words = failed.stderr.splitlines()
    assert words.startswith("play.py: pip could not install what is needed")
    assert "Traceback" not in failed.stderr

    # Files with other hashes than those that are locked are not installed.
    lock = checkout / "scripts" / "locked" / "play.txt"
    text = re.sub(r"sha256:[0-9a-f]{64}", "sha256:" + "0" * 64, lock.read_text(encoding="utf-8"))
    lock.write_text(text, encoding="utf-8")
    assert script(checkout, "play.py", "--help").returncode == 0
    failed = script(checkout, "play.py", "--server", "--help")
    assert failed.returncode == 1
    assert "play.py: pip could not install what is needed" in failed.stderr
    assert "UNO_UNLOCKED=1 takes other versions, without comparing hashes" in failed.stderr
    assert "Traceback" not in failed.stderr


@pytest.mark.fast
def test_a_python_without_ensurepip_is_told_what_to_install(checkout: Path) -> None:
    lacking = checkout / "lacking"
    lacking.mkdir()
    (lacking / "sitecustomize.py").write_text("import sys\nsys.modules['ensurepip'] = None\n", encoding="utf-8")
    failed = script(checkout, "play.py", PYTHONPATH=str(lacking))
    assert failed.returncode == 1
    assert "python3-venv" in failed.stderr
    assert "Traceback" not in failed.stderr


@pytest.mark.parametrize("name", ["play.txt", "test.txt"])
def test_a_lock_names_one_version_of_everything_and_hashes_of_its_files(name: str) -> None:
    text = (ROOT / "scripts" / "locked" / name).read_text(encoding="utf-8")
    blocks = [block for block in re.split(r"^(?=\w)", text, flags=re.MULTILINE) if not block.startswith("#")]
    for block in blocks:
        assert re.match(r"[\w.-]+==[\w.]+( ; [^\\]+)? \\\n", block), block
        assert re.search(r"--hash=sha256:[0-9a-f]{64}", block), block
    names = {re.split("==", block)[0] for block in blocks}
    assert len(names) == len(blocks)
    assert {"msgpack", "prompt-toolkit", "hatchling"} <= names


@pytest.mark.fast
def test_a_lock_that_is_older_than_the_project_is_found_out(checkout: Path) -> None:
    assert script(checkout, "lock.py", "--check").returncode == 0
    project = checkout / "pyproject.toml"
    project.write_text(project.read_text(encoding="utf-8").replace('"ifaddr>=0.2"', '"ifaddr>=0.1"'), encoding="utf-8")
    stale = script(checkout, "lock.py", "--check")
    assert stale.returncode == 1
    assert "play.txt is out of date: python3 scripts/lock.py" in stale.stderr
