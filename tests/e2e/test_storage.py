"""A real server says in one line what is wrong with its directory, and survives a full disk (FAULTS 43)."""

import shutil
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path

import pytest

from tests.e2e.companion import Companion
from tests.e2e.processes import House
from tests.patience import HANG
from uno_protocol.conformance.person import Person
from uno_protocol.conformance.verdicts import Failed, Message

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="signals and limits are those of POSIX")


def port_of(address: str) -> int:
    return int(address.rpartition(":")[2])


def refused(house: House, place: Path) -> str:
    """The one line with which a server does not start."""
    server = house.start("uno_server", "--host", "127.0.0.1", "--port", "0", "--data-dir", str(place))
    assert server.wait() == 1
    assert server.out == ""
    assert server.err.startswith("uno-server: ")
    assert server.err.count("\n") == 1, server.err
    return server.err


def test_what_is_in_use_damaged_no_directory_or_not_to_be_written_is_named_in_one_line(
    house: House, tmp_path: Path
) -> None:
    first, _ = house.serve("--data-dir", "~/deep/down", HOME=str(tmp_path))
    used = tmp_path / "deep" / "down"
    assert (used / "journal.sqlite").is_file()
    assert used.stat().st_mode & 0o077 == 0
    assert f"another uno-server uses {used}; stop it" in refused(house, used)
    first.stop()
    second, _ = house.serve("--data-dir", str(used))
    second.end()
    assert "uno-server:" not in second.err
    (used / "journal.sqlite").write_bytes(bytes(100))
    third, _ = house.serve("--data-dir", str(used))
    third.end()
    (line,) = [line for line in third.err.splitlines() if line.startswith("uno-server: ")]
    kept = line.partition(" and is kept as ")[2].partition(":")[0]
    assert (used / kept).is_file()
    (tmp_path / "file").touch()
    assert "choose another --data-dir" in refused(house, tmp_path / "file" / "below")
    if (nobodys := Path("/proc/self/fd")).exists():  # where not even root can write
        assert str(nobodys) in refused(house, nobodys)


def can_mount() -> bool:
    """True where a file system of one's own can be made."""
    if shutil.which("unshare") is None:
        return False
    tried = subprocess.run(
        ["unshare", "-m", "sh", "-c", "mount -t tmpfs none /mnt"], capture_output=True, timeout=HANG, check=False
    )
    return tried.returncode == 0


@pytest.mark.skipif(sys.platform != "linux", reason="mount is Linux's")
def test_a_full_disk(house: House, tmp_path: Path) -> None:
    """A file system of 2 MB of its own that something else fills but for 400 kB."""
    if not can_mount():
        pytest.skip("no file system can be mounted here")
    directory = tmp_path / "data"
    directory.mkdir()
    settings = tmp_path / "server.toml"
    settings.write_text("[limits]\nchanges_per_second = 1000\n", encoding="utf-8")
    mount = f"mount -t tmpfs -o size=2m,mode=700 none '{directory}'"
    script = f"{mount} && head -c 1600000 /dev/zero > '{directory}/more' && exec \"$@\""
    server = house.run(
        *("unshare", "-m", "sh", "-c", script, "sh"),
        *(sys.executable, "-P", "-m", "uno_server", "--host=127.0.0.1", "--port=0"),
        *(f"--data-dir={directory}", f"--config={settings}"),
    )
    address = server.listens()
    with Companion(port_of(address), "ann") as ann:
        ann.join("T", new={"seats": 2})
        last, goodbye = play_with_readiness(ann)
        assert (goodbye["code"], goodbye["come_back"]) == ("storage", True)

        fresh = house.client(address, "--name", "eve", "--plain")
        assert fresh.wait() == 69
        assert "can't save the game right now" in fresh.err + fresh.out
        assert "Traceback" not in fresh.err

        Path(f"/proc/{server.pid}/root{directory}/more").unlink()
        come_back(ann)
        ann.find(lambda one: one["t"] == "snapshot", "a snapshot")
        assert ann.room["occupants"][0].get("ready", False) == bool(last % 2)
        ann.send({"t": "ready", "id": last, "ready": not last % 2})
        assert ann.answer(last) == {"t": "ok", "id": last}
        assert ann.entries == []
        ann.last_id, n = last, ann.n
        ann.ok("ready", ready=not last % 2)
        ann.event("ready_changed")
        assert ann.n == n + 1
        complaints = [line for line in server.err.splitlines() if "no moves are accepted" in line]
        assert complaints
        assert all("full" in line for line in complaints)
        assert "Traceback" not in server.err
        server.end()


def play_with_readiness(ann: Person) -> tuple[int, Message]:
    """Be ready and not ready in turns until the server says goodbye: the last id that was acknowledged."""
    for _ in range(5000):
        ann.request("ready", ready=not ann.last_id % 2)
        answer = ann.find(lambda one: one["t"] in ("ok", "bye"), "an answer")
        if answer["t"] == "bye":
            return ann.last_id - 1, answer
    raise AssertionError("the disk is never full")


def come_back(ann: Person) -> None:
    """Come back as soon as the server lets her in again."""
    end = time.monotonic() + HANG
    while time.monotonic() < end:
        with suppress(Failed):
            ann.back()
            return
    raise AssertionError("the server does not come back")
