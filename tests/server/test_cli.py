"""`uno-server` starts, says where, stops cleanly, and fails with one line."""

import socket
import sys
from contextlib import closing
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from cryptography.x509 import load_der_x509_certificate
from platformdirs import user_data_path

from tests.e2e.processes import House, Program, signalled, words_of
from tests.patience import HANG
from tests.peer import trusting
from uno_protocol.conformance.kit import Kit
from uno_protocol.discovery import AUTO, OFF, Reach
from uno_protocol.identity import fingerprint, words
from uno_server import cli, config


def serving(house: House, *flags: str, **variables: str) -> tuple[Program, int]:
    """A server on loopback as a process of its own, and its port."""
    program, address = house.serve(*flags, **variables)
    return program, int(address.rpartition(":")[2])


def fails(house: House, *flags: str, **variables: str) -> tuple[int, str]:
    """Exit code and standard error of a server that does not come up."""
    program = house.start("uno_server", *flags, **variables)
    code = program.wait()
    assert program.out == ""
    return code, program.err


def client(port: int) -> closing[Kit]:
    return closing(Kit("127.0.0.1", port, timeout=HANG))


@pytest.mark.fast
@pytest.mark.parametrize("name", ["SIGTERM", "SIGINT"])
@pytest.mark.skipif(sys.platform == "win32", reason="signals are sent another way there")
def test_a_signal_tells_the_players_and_ends_with_0(house: House, name: str) -> None:
    server, port = serving(house, "--name", "Ann's game", "--tls", "off")
    with client(port) as ann:
        link = ann.greeted()
        assert ann.welcome["name"] == "Ann's game"
        signalled(server.pid, name)
        assert ann.closes(link, "server_stopping", come_back=True)["after"] == 1.0
    assert (server.wait(), server.out) == (0, f"listening on 127.0.0.1:{port}\n")
    page = f"In a browser on this computer: http://127.0.0.1:{port}/\n"
    assert server.err == f"{page}nothing is saved: games end when the server stops (see --data-dir)\n"


STOPPED_AT_WORK = """
import asyncio, os, signal, sys, threading
import uno_protocol.identity
from uno_server import cli

def slow(key):
    os.kill(os.getpid(), signal.SIGTERM)
    due.wait()

async def shut_down(loop, *timeout):
    now = loop.time
    loop.time = lambda: now() + cli.PAGE_SECONDS
    loop.call_later(0.0, due.set)
    await usual(loop, *timeout)

due, usual = threading.Event(), asyncio.BaseEventLoop.shutdown_default_executor
asyncio.BaseEventLoop.shutdown_default_executor = shut_down
uno_protocol.identity.words = slow
cli.PAGE_SECONDS = 3600.0
sys.argv[1:] = ["--host", "127.0.0.1", "--port", "0"]
sys.exit(cli.main())
"""
"""A server that is told to stop while a thread still works, so that the page is due before the end."""


@pytest.mark.fast
@pytest.mark.skipif(sys.platform == "win32", reason="signals are sent another way there")
def test_the_page_is_not_made_ready_at_the_end(house: House) -> None:
    server = house.run(sys.executable, "-P", "-c", STOPPED_AT_WORK)
    assert server.wait() == 0
    assert [line for line in server.err.splitlines() if "failure" in line] == []


@pytest.mark.fast
def test_it_says_that_test_deals_are_allowed_and_ends_with_its_standard_input(house: House) -> None:  # P-7.30
    server, port = serving(house, "--allow-test-deals", "--exit-with-stdin")
    with client(port) as ann:
        link = ann.greeted()
        assert ann.capabilities == ["records", "scenario", "tls", "web"]
        server.end_input()
        ann.closes(link, "server_stopping", come_back=True)
    assert server.wait() == 0
    assert server.err == "test deals are on: anyone who opens a table can choose its cards\n"


def its_key(port: int) -> bytes:
    """The public key with which a server answers."""
    with trusting().wrap_socket(socket.create_connection(("127.0.0.1", port), timeout=HANG)) as tls:
        certificate = load_der_x509_certificate(tls.getpeercert(binary_form=True) or b"")
    return certificate.public_key().public_bytes(Encoding.DER, PublicFormat.SubjectPublicKeyInfo)


@pytest.mark.fast
def test_it_says_by_what_it_is_known_again_and_keeps_that(house: House, tmp_path: Path) -> None:
    keys = set()
    for _ in range(2):
        server, port = serving(house, "--data-dir", str(tmp_path))
        keys.add(key := its_key(port))
        words_of(server)  # the last line is said
        assert server.err.splitlines()[2:] == [
            f"Link with this server's key: uno://127.0.0.1:{port}#{fingerprint(key)}",
            f"Words that players compare on their first visit: {' '.join(words(key))}",
        ]
        server.end()
    assert len(keys) == 1


@pytest.mark.fast
def test_it_does_not_start_with_a_key_that_is_damaged(house: House, tmp_path: Path) -> None:
    (tmp_path / "server.key").write_text("nonsense", encoding="ascii")
    code, said = fails(house, "--port", "0", "--host", "127.0.0.1", "--data-dir", str(tmp_path))
    assert code == 1
    assert said.startswith(f"uno-server: {tmp_path / 'server.key'} is not this server's key: ")
    assert said.count("\n") == 1
    with client(serving(house, "--data-dir", str(tmp_path), "--tls", "off", "--web", "off")[1]) as ann:
        assert ann.capabilities == ["records", "numbers"]


@pytest.mark.fast
def test_it_takes_encrypted_connections_alone_if_it_is_told_to(house: House) -> None:
    _, port = serving(house, UNO_TLS="required")
    assert its_key(port)
    with client(port) as ann:
        (link := ann.connect()).send(ann.hello)
        ann.refuses_and_closes(link, "tls_required")


@pytest.mark.fast
def test_it_starts_again_at_once_on_the_port_that_it_had(house: House) -> None:
    server, port = serving(house)
    with client(port) as ann:
        link = ann.greeted()
        server.terminate()
        ann.closes(link, "server_stopping", come_back=True)
    server.wait()
    assert serving(house, "--port", str(port))[1] == port


@pytest.mark.fast
def test_a_port_in_use_is_one_line_and_1(house: House) -> None:
    _, port = serving(house)
    said = f"uno-server: cannot listen on 127.0.0.1, port {port}: address already in use\n"
    assert fails(house, "--host", "127.0.0.1", "--port", str(port)) == (1, said)


def test_a_name_that_is_no_address_is_one_line_and_1(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def unknown(*_: object, **__: object) -> list[object]:
        raise socket.gaierror(socket.EAI_NONAME, "Name or service not known")

    monkeypatch.setattr(socket, "getaddrinfo", unknown)
    monkeypatch.setattr(sys, "argv", ["uno-server", "--host", "nowhere", "--port", "0"])
    assert cli.main() == 1
    assert capsys.readouterr().err == "uno-server: cannot listen on nowhere, port 0: no such address\n"


@pytest.mark.fast
def test_the_version_is_told(house: House) -> None:
    server = house.start("uno_server", "--version")
    assert server.wait() == 0
    assert server.out.startswith("uno-server ")


def test_flag_before_variable_before_default() -> None:
    home = user_data_path("uno-lan", appauthor=False) / "server"
    assert config.read([], {}, "1") == config.Config(None, 7777, "UNO", exit_with_stdin=False, data_dir=home / "7777")
    assert config.read(["--port", "7778"], {}, "1").data_dir == home / "7778"
    assert config.read(["--port", "0"], {}, "1").data_dir is None
    variables = {"UNO_HOST": "127.0.0.1", "UNO_PORT": "1234", "UNO_NAME": "x", "UNO_DATA_DIR": "/there"}
    there = Path("/there")
    assert config.read([], variables, "1") == config.Config("127.0.0.1", 1234, "x", False, there)
    flags = ["--port", "5", "--name", "y", "--host", "::1", "--exit-with-stdin", "--data-dir=here", "--durable"]
    assert config.read(flags, variables, "1") == config.Config("::1", 5, "y", True, Path("here"), True)


def test_where_it_is_announced_is_a_flag_or_a_variable() -> None:
    assert config.read([], {}, "1").announce == AUTO
    assert config.read([], {"UNO_ANNOUNCE": "off"}, "1").announce == OFF
    assert config.read(["--announce", "auto"], {"UNO_ANNOUNCE": "off"}, "1").announce == AUTO
    several = ["--announce", "192.0.2.1,192.0.2.2", "--announce", "fe80::1%eth0"]
    assert config.read(several, {}, "1").announce == Reach(addresses=("192.0.2.1", "192.0.2.2", "fe80::1%eth0"))


def test_it_says_where_games_are_kept_and_which_go_on(tmp_path: Path) -> None:
    assert cli._keeping(None, 0).startswith("nothing is saved")
    assert cli._keeping(tmp_path, 0) == f"games are saved in {tmp_path}"
    assert cli._keeping(tmp_path, 1, 365, 1024) == (
        f"games are saved in {tmp_path}; 1 table restored; finished tables go after 365 days; "
        "the oldest finished tables go if it grows beyond 1024 MiB"
    )
    assert cli._keeping(tmp_path, 12) == f"games are saved in {tmp_path}; 12 tables restored"


@pytest.mark.fast
def test_what_help_need_not_know_is_not_loaded_for_it(house: House) -> None:
    late = "{'uno_server.core.hub', 'uno_server.net.console', 'zeroconf'}"
    code = f"import sys, uno_server.cli; print(sorted({late} & set(sys.modules)))"
    server = house.run(sys.executable, "-P", "-c", code)
    assert server.wait() == 0
    assert server.out == "[]\n"
