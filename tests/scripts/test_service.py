"""The systemd unit is one that systemd understands, and its flags are ones that the server knows."""

import configparser
import shlex
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.patience import HANG
from uno_server import config

UNIT = Path(__file__).resolve().parents[2] / "scripts" / "uno-server.service"


def service() -> configparser.SectionProxy:
    unit = configparser.ConfigParser(strict=True, interpolation=None)
    unit.optionxform = str  # type: ignore[assignment, method-assign]
    unit.read(UNIT, encoding="utf-8")
    return unit["Service"]


def command() -> list[str]:
    """The command, with what systemd puts in."""
    return shlex.split(service()["ExecStart"].replace("${STATE_DIRECTORY}", "/var/lib/uno-server"))


def test_its_flags_are_ours() -> None:
    program, *flags = command()
    assert Path(program).name == config.PROGRAM
    found = config.read(flags, {}, "1")
    assert (found.port, found.data_dir, found.log_json) == (7777, Path("/var/lib/uno-server"), True)
    assert found.data_dir == Path("/var/lib") / service()["StateDirectory"]


@pytest.mark.fast
@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="there is no systemd here")
def test_systemd_understands_every_line_of_it(tmp_path: Path) -> None:
    program = shutil.which("true")
    assert program is not None
    unit = tmp_path / UNIT.name
    unit.write_text(UNIT.read_text(encoding="utf-8").replace("/opt/uno-lan/bin/uno-server", program), encoding="utf-8")
    checked = subprocess.run(
        ["systemd-analyze", "verify", "--man=no", str(unit)], capture_output=True, text=True, timeout=HANG, check=False
    )
    said = [line for line in checked.stderr.splitlines() if UNIT.name in line or str(unit) in line]
    assert (checked.returncode, said) == (0, []), checked.stderr


def test_it_may_do_little_keeps_its_secrets_in_a_file_and_is_not_started_again_with_wrong_settings() -> None:
    told = dict(service())
    assert {told[key] for key in ("NoNewPrivileges", "DynamicUser", "PrivateTmp", "ProtectHome")} == {"yes"}
    assert (told["ProtectSystem"], told["CapabilityBoundingSet"]) == ("strict", "")
    assert told["EnvironmentFile"] == "-/etc/uno-server.env"
    assert "password" not in told["ExecStart"]
    assert (told["Restart"], told["RestartPreventExitStatus"]) == ("on-failure", str(config.USAGE))
