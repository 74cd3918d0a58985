"""Clients that strangers wrote from the core of the protocol alone play with ours, and keep to the document.

Each is tried where its language is found.
"""

import shutil
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.e2e.companion import Companion
from tests.e2e.processes import House, result
from tests.node import NODE
from tests.patience import HANG
from tests.protocol.conformance.caught import SOMETIMES

EXAMPLES = Path(__file__).parents[2] / "scripts" / "examples"
Command = tuple[str, ...]


def built(*argv: str, folder: Path) -> None:
    done = subprocess.run(argv, cwd=folder, capture_output=True, text=True, timeout=HANG, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def in_python(_made: Path) -> Command:
    return sys.executable, str(EXAMPLES / "python" / "client.py")


def in_go(made: Path) -> Command:
    if (go := shutil.which("go")) is None:
        pytest.skip("there is no Go here")
    program = str(made / "unobot")
    built(go, "build", "-o", program, ".", folder=EXAMPLES / "go")
    return program, "--record", str(made / "game.unorec")


def in_typescript(_made: Path) -> Command:
    folder = EXAMPLES / "typescript"
    compiler = folder / "node_modules" / "typescript" / "bin" / "tsc"
    if not (NODE and compiler.is_file()):
        pytest.skip("there is no TypeScript here: npm ci, in scripts/examples/typescript")
    built(NODE, str(compiler), folder=folder)
    return NODE, str(folder / "dist" / "main.js")


@pytest.fixture(scope="module", params=[in_python, in_go, in_typescript], ids=lambda made: made.__name__)
def command(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Command:
    make: Callable[[Path], Command] = request.param
    return make(tmp_path_factory.mktemp("made"))


@pytest.mark.slow
def test_it_plays_a_game_with_ours(command: Command, house: House, address: str) -> None:
    ours = house.autoplay(address, "ann", "--seats", "2")
    with Companion(int(address.rpartition(":")[2]), "looker") as looker:
        while not looker.ask("list_tables")["tables"]:
            time.sleep(0.05)
    program = house.run(*command, address, "--table", "T", "--name", "bob")
    assert result(ours)["scores"].keys() == {"ann", "bob"}
    assert program.wait() == 0, program.err


@pytest.mark.slow
@pytest.mark.parametrize(
    "rest",
    [pytest.param(f"CL-*[!{some}]", marks=when) for some, when in zip(("258", "147", "0369"), SOMETIMES, strict=True)],
)
def test_it_keeps_to_the_document(command: Command, rest: str) -> None:
    started = " ".join(f'"{word}"' for word in command) + " {host}:{port} --table {table} --name {name}"
    suite = [sys.executable, "-P", "-m", "uno_protocol.conformance", "--strict", "--exclude", rest, "--client", started]
    tried = subprocess.run(suite, capture_output=True, text=True, encoding="utf-8", timeout=HANG, check=False)
    assert tried.returncode == 0, tried.stdout + tried.stderr
