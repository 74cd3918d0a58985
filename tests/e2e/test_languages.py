"""The programs themselves: a client speaks the language of its system, a server English."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.patience import HANG


def printed(tmp_path: Path, *arguments: str, **variables: str) -> str:
    usual = {name: value for name, value in os.environ.items() if name not in ("LC_ALL", "LC_MESSAGES", "UNO_LANG")}
    environment = usual | {"UNO_STATE_DIR": str(tmp_path), "PYTHONIOENCODING": "utf-8"} | variables
    argv = [sys.executable, "-P", "-m", *arguments]
    return subprocess.run(argv, env=environment, capture_output=True, encoding="utf-8", timeout=HANG, check=True).stdout


@pytest.mark.parametrize(
    ("arguments", "variables", "said"),
    [
        ((), {"LANG": "C"}, "no known servers"),
        ((), {"LANG": "de_AT.UTF-8"}, "keine bekannten Server"),
        ((), {"LANG": "de_AT.UTF-8", "UNO_LANG": "en"}, "no known servers"),
        (("--lang", "de"), {"LANG": "C"}, "keine bekannten Server"),
    ],
)
def test_a_client_speaks_the_language_of_its_system_or_the_one_that_it_is_told(
    tmp_path: Path, arguments: tuple[str, ...], variables: dict[str, str], said: str
) -> None:
    assert printed(tmp_path, "uno_client", "--known", *arguments, **variables) == f"{said}\n"


def test_a_server_and_its_journal_speak_english_everywhere(tmp_path: Path) -> None:
    for program in ("uno_server", "uno_server.archive.cli"):
        assert "Optionen" not in printed(tmp_path, program, "--help", LANG="de_DE.UTF-8", UNO_LANG="de")
