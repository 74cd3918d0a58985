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


@pytest.mark.parametrize(
    ("terminal", "typed", "runs"),
    [
        (False, "", SOLO),
        (False, "--plain --rules street", [*SOLO, "--plain", "--rules", "street"]),
        (False, "--autoplay --rules street", [*SOLO, *BY_ITSELF, "--rules", "street"]),
        (False, "--list --json", ["uno_client", "--list", "--json"]),
        (False, "192.0.2.7", ["uno_client", "192.0.2.7"]),
        (False, "[::1]:7777 --name ann", ["uno_client", "[::1]:7777", "--name", "ann"]),
        (False, "host:7777 --autoplay", ["uno_client", "host:7777", *BY_ITSELF]),
        (False, "host:7777 --autoplay hard", ["uno_client", "host:7777", "--autoplay", "hard"]),
        (False, "--server --port 0 --ephemeral", ["uno_server", "--port", "7777", "--port", "0", "--ephemeral"]),
        (True, "", ["uno_client"]),
        (True, "--lang de --order=came --no-motion", ["uno_client", "--lang", "de", "--order=came", "--no-motion"]),
        (True, "--name Mia", ["uno_client", "--name", "Mia"]),
        (True, "--lang de --rules street", [*SOLO, "--lang", "de", "--rules", "street"]),
        (True, "--autoplay", [*SOLO, *BY_ITSELF]),
    ],
)
def test_play_opens_joins_or_serves_and_at_a_terminal_it_opens_the_front_door(
    terminal: bool, typed: str, runs: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.syspath_prepend(str(ROOT / "scripts"))
    monkeypatch.setattr(sys.stdin, "isatty", lambda: terminal)
    monkeypatch.setattr(sys.stdout, "isatty", lambda: terminal)
    command: Callable[[list[str]], list[str]] = runpy.run_path(str(ROOT / "scripts" / "play.py"))["command"]
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
def test_one_command_plays_a_round_from_nothing_once_a_set_up_no_longer_fails_and_then_at_once(checkout: Path) -> None:
    lock = checkout / "scripts" / "locked" / "play.txt"
    locked = lock.read_text(encoding="utf-8")
    nowhere = {"PIP_CONFIG_FILE": os.devnull, "PIP_NO_INDEX": "1", "PIP_FIND_LINKS": ""}
    without_index = script(checkout, "play.py", **nowhere)
    lock.write_text(re.sub(r"sha256:[0-9a-f]{64}", "sha256:" + "0" * 64, locked), encoding="utf-8")
    with_other_hashes = script(checkout, "play.py")
    for failed in (without_index, with_other_hashes):
        assert (failed.returncode, failed.stdout) == (1, "")
        assert failed.stderr.splitlines()[-1].startswith("play.py: pip could not install what is needed")
        assert "UNO_UNLOCKED=1 takes other versions, without comparing hashes" in failed.stderr
        assert "Traceback" not in failed.stderr

    lock.write_text(locked, encoding="utf-8")
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
    catalogue.write_text(catalogue.read_text(encoding="utf-8").replace('"Aufruf: ', '"So geht es: '), encoding="utf-8")
    assert "So geht es: uno-client" in script(checkout, "play.py", "--lang", "de", "--help").stdout


@pytest.mark.fast
def test_a_python_without_ensurepip_is_told_what_to_install(checkout: Path) -> None:
    lacking = checkout / "lacking"
    lacking.mkdir()
    (lacking / "sitecustomize.py").write_text("import sys\nsys.modules['ensurepip'] = None\n", encoding="utf-8")
    failed = script(checkout, "play.py", PYTHONPATH=str(lacking))
    assert failed.returncode == 1
    assert "python3-venv" in failed.stderr
    assert "Traceback" not in failed.stderr


@pytest.mark.fast
def test_a_lock_that_is_older_than_the_project_is_found_out(checkout: Path) -> None:
    assert script(checkout, "lock.py", "--check").returncode == 0
    project = checkout / "pyproject.toml"
    project.write_text(project.read_text(encoding="utf-8").replace('"ifaddr>=0.2"', '"ifaddr>=0.1"'), encoding="utf-8")
    stale = script(checkout, "lock.py", "--check")
    assert stale.returncode == 1
    assert "play.txt is out of date: python3 scripts/lock.py" in stale.stderr
