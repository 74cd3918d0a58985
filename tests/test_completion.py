"""Every command can be completed by a shell, from its own options."""

import importlib
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.patience import HANG

pytestmark = pytest.mark.fast

COMMANDS = {
    "uno-client": (
        "uno_client.cli",
        {
            "--spec": "--spectate",
            "--tls re": "required",
            "--autoplay ha": "hard",
            "rep": "replay",
            "replay g": "games game.unorec",
            "replay game.unorec --pl": "--plain",
        },
    ),
    "uno-server": ("uno_server.cli", {"--keep-d": "--keep-days"}),
    "uno-records": ("uno_server.archive.cli", {"pru": "prune"}),
    "uno-conformance": ("uno_protocol.conformance.cli", {"--jun": "--junit"}),
}
"""Where each begins, and what is made of some words that are begun."""


@pytest.fixture
def printed(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Callable[[str, str], str]:
    """What a command prints for a shell."""

    def run(command: str, shell: str) -> str:
        monkeypatch.setattr(sys, "argv", [command, "--print-completion", shell])
        with pytest.raises(SystemExit, match="0"):
            importlib.import_module(COMMANDS[command][0]).main()
        return capsys.readouterr().out

    return run


@pytest.mark.skipif(shutil.which("bash") is None, reason="there is no bash")
@pytest.mark.parametrize("command", COMMANDS)
def test_bash_completes_the_words_of_every_command(
    command: str, printed: Callable[[str, str], str], tmp_path: Path
) -> None:
    file = tmp_path / "completion"
    file.write_text(printed(command, "bash"), encoding="utf-8")
    (tmp_path / "games").mkdir()
    for name in ("game.unorec", "game.txt"):
        (tmp_path / name).touch()
    function = f"_shtab_{command.replace('-', '_')}"
    for begun, completed in COMMANDS[command][1].items():
        words = [command, *begun.split()]
        ask = f"COMP_WORDS=({' '.join(words)}); COMP_CWORD={len(words) - 1}; {function}; echo ${{COMPREPLY[@]}}"
        argv = ["bash", "-c", f"source {file}; {ask}"]
        told = subprocess.run(argv, capture_output=True, text=True, timeout=HANG, check=True, cwd=tmp_path)
        assert sorted(told.stdout.split()) == sorted(completed.split())


@pytest.mark.parametrize("shell", ["zsh", "fish"])
def test_other_shells_get_what_they_need(shell: str, printed: Callable[[str, str], str], tmp_path: Path) -> None:
    script = printed("uno-client", shell)
    assert "uno-client" in script
    assert "spectate" in script
    if (program := shutil.which(shell)) is not None:
        (file := tmp_path / "completion").write_text(script, encoding="utf-8")
        subprocess.run([program, "-n", str(file)], check=True, timeout=HANG)
