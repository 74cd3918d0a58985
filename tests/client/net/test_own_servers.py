"""The player's own server: it is started once, found again, and stopped; nothing else is taken for it."""

import asyncio
import json
import os
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.client.net.scripted import Peer, greets, hello, scripted
from tests.patience import HANG
from uno_client.address import Address
from uno_client.net import own_servers
from uno_client.net.own_servers import Host, Hosted, ServerFailed
from uno_client.wording.front_door import Hosting
from uno_protocol.messages import Bye
from uno_protocol.private_files import open_private, try_lock

pytestmark = [pytest.mark.fast, pytest.mark.real_clock]


@pytest.fixture(autouse=True)
def _no_hurry(monkeypatch: pytest.MonkeyPatch) -> None:
    for limit in ("START_SECONDS", "STOP_SECONDS", "ANSWER_SECONDS"):
        monkeypatch.setattr(own_servers, limit, HANG)


@pytest.fixture
def port(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[int]:
    """A port that is free; servers listen on loopback, and save nothing."""
    monkeypatch.setenv("PYTHONPATH", str(Path(__file__).parents[3]))
    for name, value in {"HOST": "127.0.0.1", "ANNOUNCE": "off", "EPHEMERAL": "1", "TLS": "off"}.items():
        monkeypatch.setenv(f"UNO_{name}", value)
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        found = int(free.getsockname()[1])
    monkeypatch.setenv("UNO_PORT", str(found))
    monkeypatch.setattr(own_servers, "WORDS_SECONDS", 0.1)  # without encryption there are none
    yield found
    for process in own_servers._OURS:
        process.kill()
        process.wait()
    own_servers._OURS.clear()


@pytest.mark.parametrize("locks", [True, False])
async def test_it_is_started_once_found_and_stopped(
    port: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, *, locks: bool
) -> None:
    monkeypatch.setattr(own_servers, "_LOCKS", locks and own_servers._LOCKS)
    monkeypatch.setenv("UNO_TLS", "off" if locks else "required")  # without locks it lives while it answers
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", port))
        taken.listen()
        hosted = await Host(tmp_path / "h").start("Anna's game")
    assert (hosted.address.host, hosted.wanted) == ("127.0.0.1", port)
    assert port < hosted.address.port < port + own_servers.MOST_PORTS
    if sys.platform != "win32":
        assert os.getsid(hosted.pid) == hosted.pid
    later = Host(tmp_path / "h")
    assert await later.find() == hosted
    assert await later.start("another") == hosted
    assert later.told().people == frozenset()
    if sys.platform != "win32":
        assert {path.stat().st_mode & 0o077 for path in (tmp_path / "h").iterdir()} == {0}
    await later.stop(hosted)
    assert await later.find() is None
    own_servers._OURS[0].wait(HANG)
    again = await later.start("Anna's game", hosted.address.port)
    assert again.address == hosted.address, "where its players look for it"
    await later.stop(again)
    assert not (tmp_path / "h" / "server.json").exists()


async def test_why_it_cannot_start_is_told(port: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """At once: no other port would do."""
    monkeypatch.setenv("UNO_PORT", "99999")
    with pytest.raises(ServerFailed, match="a port is a number from 0 to 65535, not '99999'"):
        await Host(tmp_path / "h").start("Anna's game")
    monkeypatch.setenv("UNO_PORT", str(port))
    monkeypatch.setenv("UNO_HOST", "192.0.2.77")  # no address of this machine
    with pytest.raises(ServerFailed, match=rf"cannot listen on 192\.0\.2\.77, port {port}"):
        await Host(tmp_path / "h").start("Anna's game")
    (tmp_path / "file").touch()
    with pytest.raises(ServerFailed, match="The server can't be started: "):
        await Host(tmp_path / "file" / "h").start("Anna's game")


def noted(folder: Path, **changes: object) -> Path:
    folder.mkdir(exist_ok=True)
    file = folder / "server.json"
    note = {"pid": os.getpid(), "id": "s", "host": "127.0.0.1", "port": 9, "wanted": 9, **changes}
    file.write_text(json.dumps(note), encoding="utf-8")
    return file


def assert_unlocked(folder: Path) -> None:
    with open_private(folder / "server.log") as log:
        assert try_lock(log)


LOCKS = pytest.mark.skipif(sys.platform == "win32", reason="there are no locks that a process inherits")


@LOCKS
async def test_what_an_earlier_one_left_behind_is_removed_and_not_one_that_is_slow_or_full(tmp_path: Path) -> None:
    """A process of that number may be another's by now: without the lock on its log it is not our server."""
    file = noted(tmp_path / "h")
    assert await Host(tmp_path / "h").find() is None
    assert not file.exists()
    noted(tmp_path / "h", port=11)
    with open_private(file.with_name("server.log")) as log:
        assert try_lock(log)
        found = await Host(tmp_path / "h").find()
        assert found is not None
        assert found.address.port == 11
        assert await Host(tmp_path / "h").start("Anna's game") == found
        assert file.exists()
        file.unlink()
        with pytest.raises(ServerFailed, match="just being started"):
            await Host(tmp_path / "h").start("Anna's game")


@LOCKS
@pytest.mark.parametrize("until", ["listens", "answers", "is noted"])
async def test_an_interrupted_start_leaves_none_behind(
    port: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, until: str
) -> None:
    """Ctrl-C, or the end of the terminal, while it starts."""
    monkeypatch.setattr(own_servers, "WORDS_SECONDS", HANG)
    if until == "answers":

        async def never(_address: Address) -> str | None:
            await asyncio.sleep(HANG)
            return None

        monkeypatch.setattr(own_servers, "_answer_at", never)
    host = Host(tmp_path / "h")
    starting = asyncio.create_task(host.start("Anna's game"))
    reached = {
        "listens": (tmp_path / "h" / "server.log").exists,
        "answers": lambda: bool(host.told().place),
        "is noted": (tmp_path / "h" / "server.json").exists,
    }
    async with asyncio.timeout(HANG):
        while not reached[until]():  # noqa: ASYNC110  (no event for a file)
            await asyncio.sleep(0.01)
    starting.cancel()
    with pytest.raises(asyncio.CancelledError):
        await starting
    assert not (tmp_path / "h" / "server.json").exists()
    assert_unlocked(tmp_path / "h")


@LOCKS
async def test_nor_is_what_it_was_just_starting_left_behind(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It holds the log a moment longer than the server that was killed."""
    script = "sleep 0.2 & echo listening on 127.0.0.1:9; wait"
    monkeypatch.setattr(
        own_servers, "_spawn", lambda _port, _name, log: subprocess.Popen(["sh", "-c", script], stdout=log)
    )
    with pytest.raises(ServerFailed, match="doesn't answer"):
        await Host(tmp_path / "h").start("Anna's game")
    assert_unlocked(tmp_path / "h")


@LOCKS
async def test_one_that_has_ended_is_stopped_without_a_signal(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its number may be another process's by now."""
    monkeypatch.setattr(os, "kill", lambda *_arguments: pytest.fail("a signal"))
    file = noted(tmp_path)
    await Host(tmp_path).stop(Hosted(os.getpid(), "s", "127.0.0.1", 9, 9))
    assert not file.exists()


@pytest.mark.parametrize("text", ["", "[]", "5", '{"pid": 1}', '{"pid": "1"}', "\xff"])
async def test_a_damaged_note_is_none(tmp_path: Path, text: str) -> None:
    noted(tmp_path).write_text(text, encoding="latin-1")
    assert await Host(tmp_path).find() is None


async def test_one_that_never_says_where_it_listens_is_given_up(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    silent: list[subprocess.Popen[bytes]] = []

    def spawn(*_arguments: object) -> subprocess.Popen[bytes]:
        silent.append(subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE))
        return silent[0]

    monkeypatch.setattr(own_servers, "_spawn", spawn)
    monkeypatch.setattr(own_servers, "START_SECONDS", 0.2)
    with pytest.raises(ServerFailed, match="did not start in time"):
        await Host(tmp_path / "h").start("Anna's game")
    assert silent[0].returncode not in (None, 0)
    assert silent[0].stdin is not None
    silent[0].stdin.close()


async def test_one_that_does_not_stop_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(own_servers, "STOP_SECONDS", 0.1)
    signals = []

    def forbidden(_pid: int, number: int) -> None:
        signals.append(number)
        raise PermissionError

    monkeypatch.setattr(os, "kill", forbidden)
    host = Host(tmp_path)

    async def lives(_hosted: Hosted) -> bool:
        return True

    monkeypatch.setattr(host, "_lives", lives)
    with pytest.raises(ServerFailed, match="doesn't stop"):
        await host.stop(Hosted(os.getpid(), "s", "127.0.0.1", 9, 9))
    assert signals == [signal.SIGTERM]


def test_its_log_is_read_on_from_where_it_was_read_to(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(own_servers, "MOST_AT_ONCE", 60)
    host, log = Host(tmp_path), tmp_path / "server.log"
    came = [json.dumps({"event": "logged_in", "name": name}) + "\n" for name in ("ann", "bob", "cem")]
    log.write_text(came[0] + came[1] + came[2][:9], encoding="utf-8")
    assert host.told().people == {"ann"}
    assert host.told().people == {"ann", "bob"}
    log.write_text("".join(came), encoding="utf-8")
    assert host.told().people == {"ann", "bob", "cem"}
    log.write_text(came[2], encoding="utf-8")
    assert host.told().people == {"cem"}


def test_its_log_tells_how_others_join_and_who_is_there(tmp_path: Path) -> None:
    lines: list[object] = [
        {"event": "listening", "address": "192.0.2.5:7777"},
        {"event": "page", "address": "http://192.0.2.5:7777/"},
        {"event": "nobody_came"},
        {"event": "identity", "link": "uno://192.0.2.5:7777#f"},
        {"event": "identity", "words": "one two"},
        *({"event": "logged_in", "name": name} for name in ("ann", "bob", "cem")),
        {"event": "went", "name": "ann"},
        {"event": "kicked", "name": "bob"},
        {"event": "came_back", "name": "bob"},
        {"event": "logged_out", "name": "cem"},
        {"event": "cannot_listen", "text": "taken", "port_taken": True},
        "nothing of ours",
    ]
    text = "\n".join(["listening on [::]:7777", *map(json.dumps, lines), "and so on"])
    (tmp_path / "server.log").write_text(text, encoding="utf-8")
    page, here = "http://192.0.2.5:7777/", frozenset({"bob"})
    link = "uno://192.0.2.5:7777#f"
    assert Host(tmp_path).told() == Hosting(
        0, ("192.0.2.5:7777",), link, "one two", here, 0, "", page, True, "[::]:7777", "taken", True
    )
    (tmp_path / "server.log").write_text(f'{text}\n{{"event": "somebody_came"}}\n', encoding="utf-8")
    assert not Host(tmp_path).told().unreached
    (tmp_path / "server.log").write_text("Traceback …\nuno-server: UNO_HOST: none\n", encoding="utf-8")
    assert Host(tmp_path).told() == Hosting(failed="UNO_HOST: none")
    assert Host(tmp_path / "none").told() == Hosting()
    assert own_servers._reached_at("[::]:7777") == Address("127.0.0.1", 7777)
    assert own_servers._reached_at("[fe80::1]:7777") == Address("fe80::1", 7777)


async def test_without_locks_a_server_with_a_secret_id_lives(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(own_servers, "_LOCKS", False)

    async def closes(_peer: Peer) -> None:
        """To a client that begins with encryption."""

    full = hello(Bye(code="too_many_connections", come_back=True))
    async with scripted([full, closes, greets(server_id="ours")]) as address:
        noted(tmp_path / "h", id="ours", port=address.port)
        assert await Host(tmp_path / "h").find() is not None
        noted(tmp_path / "h", id="another", port=address.port)
        assert await Host(tmp_path / "h").find() is None


@pytest.mark.parametrize("locks", [True, False])
async def test_one_at_a_time_starts_it(port: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, locks: bool) -> None:
    monkeypatch.setattr(own_servers, "_LOCKS", locks and own_servers._LOCKS)
    started = (Host(tmp_path / "h").start("Anna's game") for _each in range(2))
    first, second = await asyncio.gather(*started, return_exceptions=True)
    assert isinstance(first, Hosted)
    assert "just being started" in str(second)
