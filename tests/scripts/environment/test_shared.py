"""The manual page of a command says what its `--help` says."""

import argparse
import re
import shutil
import subprocess
from pathlib import Path
from types import ModuleType

import pytest

from tests.patience import HANG


def a_command() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="uno-x", description="Do x. Then y.", epilog=".. \\n or 'all'")
    parser.add_argument("--host-name", metavar="N", help="'N' is\na name (default: %(default)s)", default="ann")
    parser.add_argument("--secret", help=argparse.SUPPRESS)
    commands = parser.add_subparsers(metavar="COMMAND")
    commands.add_parser("list", description="List all.").add_argument("--json", help="as JSON")
    return parser


def test_it_names_every_option_also_of_subcommands_and_nothing_that_is_hidden(script: ModuleType) -> None:
    page = script.manual(a_command(), "1.2")
    assert page.startswith('.TH UNO\\-X 1 "" "uno-lan 1.2"')
    assert "\nuno\\-x \\- Do x\n" in page
    assert "\n.B \\-\\-host\\-name N\n\\&'N' is a name (default: ann)\n" in page
    assert "\n.SH LIST\nList all.\n.TP\n.B \\-\\-json JSON\nas JSON\n" in page
    assert "secret" not in page


def test_no_text_of_ours_is_taken_for_a_request(script: ModuleType) -> None:
    page = script.manual(a_command(), "1.2")
    assert {line.split()[0] for line in page.splitlines() if line.startswith((".", "'"))} == {".TH", ".SH", ".B", ".TP"}
    assert page.endswith("\\&.. \\en or 'all'\n")


@pytest.mark.skipif(shutil.which("man") is None, reason="there is no man")
@pytest.mark.fast
def test_man_shows_it(script: ModuleType, tmp_path: Path) -> None:
    (file := tmp_path / "uno-x.1").write_text(script.manual(a_command(), "1.2"), encoding="utf-8")
    argv = ["man", "-E", "ascii", "--warnings", "-l", str(file)]
    shown = subprocess.run(argv, capture_output=True, text=True, timeout=HANG, check=True)
    assert shown.stderr == ""
    assert re.search(r"--host-name N\s+'N' is a name", shown.stdout)
