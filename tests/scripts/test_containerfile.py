"""The container runs the server as nobody in particular, and its health check tells a server from none."""

import json
import re
import subprocess
import sys

import pytest

from tests.e2e.processes import House
from tests.patience import HANG
from tests.scripts.conftest import SCRIPTS

LINES = (SCRIPTS / "Containerfile").read_text(encoding="utf-8")


def healthy(port: str) -> bool:
    found = re.search(r"^HEALTHCHECK .* CMD (.*)$", LINES, re.MULTILINE)
    assert found is not None
    python, *rest = json.loads(found[1])
    assert python == "/usr/bin/python3"
    argv = [sys.executable, *rest]
    return subprocess.run(argv, env={"UNO_PORT": port}, capture_output=True, timeout=HANG, check=False).returncode == 0


def test_it_is_not_root_and_keeps_its_games_in_a_volume_of_its_own() -> None:
    user = re.search(r"^USER (\d+):\1$", LINES, re.MULTILINE)
    assert user is not None
    assert int(user[1]) > 0
    assert f"COPY --chown={user[1]}:{user[1]} --chmod=700 games /games\n" in LINES
    assert "\nVOLUME /games\n" in LINES
    assert "UNO_DATA_DIR=/games TMPDIR=/games\n" in LINES  # a read-only root may have no other place to write


@pytest.mark.fast
@pytest.mark.parametrize("flags", [(), ("--web", "off"), ("--tls", "required")])
def test_a_server_is_healthy_in_all_its_ways(house: House, flags: tuple[str, ...]) -> None:
    _, address = house.serve(*flags)
    assert healthy(address.rpartition(":")[2])


@pytest.mark.fast
def test_no_server_is_not_healthy() -> None:
    assert not healthy("1")
