"""Strangers' clients play a round while their connections are cut, and nothing is wrong."""

import json
import shutil

import pytest

from tests.node import NODE
from tests.scripts.conftest import SCRIPTS, Command

COMPILER = SCRIPTS / "examples" / "typescript" / "node_modules" / "typescript"


@pytest.mark.slow
@pytest.mark.skipif(
    not (NODE and shutil.which("go") and COMPILER.is_dir()), reason="there is no Go here, or no TypeScript"
)
def test_a_round_of_strangers_is_judged_clean(command: Command) -> None:
    code, out, err = command("--only first_game --rounds 1 --tables 1 --json")
    assert code == 0, err
    figures = json.loads(out)
    assert figures["rounds"] == 1
    assert figures["presets"]["first_game"]["compared"]["things"] > 100
