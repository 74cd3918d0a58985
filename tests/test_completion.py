"""Every command can be completed by a shell, from its own options."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.patience import HANG

pytestmark = pytest.mark.fast

COMMANDS = {
    "uno-client": ("uno_client.cli", "--spectate"),
    "uno-server": ("uno_server.cli", "--keep-days"),
    "uno-journal": ("uno_server.archive.cli", "--data-dir"),
    "uno-conformance": ("uno_protocol.conformance.cli", "--junit"),
}
"""Where each begins, and an option of it."""


def printed(module: str, shell: str) -> str:
    argv = [sys.executable, "-c", f"from {module} import main; main()", "--print-completion", shell]
    return subprocess.run(argv, capture_output=True, text=True, timeout=HANG, check=True).stdout


@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_every_command_prints_what_a_shell_needs(command: str, shell: str, tmp_path: Path) -> None:
    module, option = COMMANDS[command]
    script = printed(module, shell)
    assert command in script
    assert option.removeprefix("--") in script
    if (program := shutil.which(shell)) is not None:
        file = tmp_path / "completion"
        file.write_text(script, encoding="utf-8")
        subprocess.run([program, "-n", str(file)], check=True, timeout=HANG)


@pytest.mark.skipif(shutil.which("bash") is None, reason="there is no bash")
@pytest.mark.parametrize(
    ("command", "begun", "completed"),
    [
        ("uno-client", "--spec", "--spectate"),
        ("uno-client", "--tls re", "required"),
        ("uno-client", "--autoplay ha", "hard"),
        ("uno-server", "--keep-d", "--keep-days"),
        ("uno-journal", "pru", "prune"),
        ("uno-conformance", "--jun", "--junit"),
    ],
)
def test_bash_completes_a_word(command: str, begun: str, completed: str, tmp_path: Path) -> None:
    file = tmp_path / "completion"
    file.write_text(printed(COMMANDS[command][0], "bash"), encoding="utf-8")
    words = [command, *begun.split()]
    function = f"_shtab_{command.replace('-', '_')}"
    ask = f"COMP_WORDS=({' '.join(words)}); COMP_CWORD={len(words) - 1}; {function}; echo ${{COMPREPLY[@]}}"
    told = subprocess.run(
        ["bash", "-c", f"source {file}; {ask}"], capture_output=True, text=True, timeout=HANG, check=True
    )
    assert told.stdout.split() == [completed]
