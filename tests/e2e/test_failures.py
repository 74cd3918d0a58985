"""Everything that can be wrong with a server, or a name, is told in one clear line with the right exit code."""

import socket
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager

import msgpack
import pytest

from tests.e2e.processes import House

FACES = {"autoplay": ("--table", "T", "--autoplay", "normal"), "plain": ("--plain",)}


@contextmanager
def fake_server(answer: bytes) -> Iterator[str]:
    """Something on loopback that gives every connection the same answer, whatever it says, and closes it."""
    with socket.create_server(("127.0.0.1", 0)) as listening:

        def serve() -> None:
            while True:
                try:
                    peer, _ = listening.accept()
                except OSError:
                    return
                with peer:
                    peer.recv(4096)
                    peer.sendall(answer)

        thread = threading.Thread(target=serve, daemon=True)
        thread.start()
        host, port = listening.getsockname()
        yield f"{host}:{port}"
        listening.shutdown(socket.SHUT_RDWR)
        thread.join(5.0)


def framed(**message: object) -> bytes:
    body: bytes = msgpack.packb(message)
    return len(body).to_bytes(4, "big") + body


def told(house: House, address: str, *flags: str) -> tuple[int, str]:
    """Exit code and standard error of a client that is to fail; nothing else is said."""
    client = house.client(address, "--name", "ann", *flags)
    code = client.wait()
    assert client.out == ""
    assert client.err.count("\n") == 1, client.err
    return code, client.err


@pytest.mark.parametrize("face", FACES)
def test_a_host_that_there_is_not(house: House, face: str) -> None:
    code, line = told(house, "no-such-host.invalid", *FACES[face])
    assert code == 69
    assert line == "uno-client: cannot find the host 'no-such-host.invalid'\n"


@pytest.mark.parametrize("face", FACES)
def test_a_port_at_which_nothing_listens(house: House, face: str) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
    code, line = told(house, f"127.0.0.1:{port}", *FACES[face])
    assert code == 69
    assert line == f"uno-client: 127.0.0.1:{port} refuses the connection; is a server running there?\n"


@pytest.mark.parametrize("face", FACES)
def test_a_server_of_another_version(house: House, face: str) -> None:
    error = framed(t="error", code="unsupported_version", args={"lowest": 7, "highest": 9}, text="too old")
    with fake_server(error + framed(t="bye", code="unsupported_version", come_back=False)) as address:
        code, line = told(house, address, *FACES[face])
    assert code == 76
    assert line == f"uno-client: {address} is a newer server (protocol 7 to 9, this is 2): update this program\n"


@pytest.mark.parametrize(
    "answer",
    [
        b"HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\n",
        b"SSH-2.0-OpenSSH_9.6\r\n",
        b"\x00\x00\x00\x00",
        framed(t="tables", id=1, tables=[]),
        framed(t="welcome", version=2),
        framed(t="welcome", version="one", server_id="x", name="x", program="x", limits={}, timeouts={}),
    ],
    ids=["http", "ssh", "zeros", "unasked", "incomplete", "mistyped"],
)
def test_something_that_is_no_uno_server(house: House, answer: bytes) -> None:
    with fake_server(answer) as address:
        code, line = told(house, address, *FACES["autoplay"])
    assert code == 76
    assert line == f"uno-client: {address} is not an UNO server\n"


def test_a_server_that_says_nothing_before_it_closes(house: House) -> None:
    with fake_server(b"") as address:
        code, line = told(house, address, *FACES["autoplay"])
    assert code == 69
    assert line == f"uno-client: {address} closed the connection at once\n"


def test_a_server_that_turns_clients_away_may_use_any_characters(house: House) -> None:
    with fake_server(framed(t="bye", code="full", come_back=True, text="full\x1b]52;c;eA==\x07\n\u202eup")) as address:
        code, line = told(house, address, *FACES["autoplay"])
    assert code == 69
    assert line.rstrip("\n").isprintable()
    assert "full" in line


def test_a_name_that_is_taken(house: House, address: str, tmp_path_factory: pytest.TempPathFactory) -> None:
    first = house.client(address, "--name", "ann", "--plain")
    first.hear("Connected to ")
    code, line = told(house, address, *FACES["plain"])
    assert code == 1
    assert line == "uno-client: somebody on this machine already plays as 'ann'; choose another name\n"
    elsewhere = House(tmp_path_factory.mktemp("elsewhere"))
    try:
        code, line = told(elsewhere, address, *FACES["plain"])
    finally:
        elsewhere.close()
    assert code == 1
    assert line == "uno-client: the name 'ann' is taken on this server; choose another with --name\n"
    first.say("quit")
    assert first.wait() == 0


def test_a_name_that_no_server_takes(house: House, address: str) -> None:
    client = house.client(address, "--plain", "--name", "\u200b")
    assert client.wait() == 1
    assert client.err.startswith("uno-client: the server does not accept the name ")
    assert client.err.count("\n") == 1


@pytest.mark.parametrize(
    ("flags", "line"),
    [
        (("--nonsense",), "uno-client: unrecognized arguments: --nonsense\n"),
        (
            ("--solo", "--set", "goal=money"),
            "uno-client: goal: takes one of points, single_round, until_last, low_points, not 'money'\n",
        ),
        (("host", "--set", "hand_size=15"), "uno-client: hand_size: leaves fewer than 5 cards at a full table"),
    ],
)
def test_a_command_line_that_makes_no_sense(house: House, flags: tuple[str, ...], line: str) -> None:
    client = house.client(*flags)
    assert client.wait() == 2
    assert client.err.startswith(line)
    assert client.err.count("\n") == 1


def test_a_full_screen_without_a_terminal_points_to_plain(house: House) -> None:
    client = house.client("--solo")
    assert client.wait() == 2
    assert "--plain" in client.err


@pytest.mark.skipif(sys.platform == "win32", reason="there is no SIGTERM")
def test_a_plain_client_that_is_told_to_end_ends_in_good_order(house: House, address: str) -> None:
    client = house.client(address, "--name", "ann", "--plain")
    client.hear("Connected to ")
    client.terminate()
    assert client.wait() == 143
    assert "Traceback" not in client.err
    asked = house.client("--plain")
    asked.hear("Which server?")
    asked.terminate()
    assert asked.wait() == 143
    assert asked.err == ""
