"""`uno-conformance --serve`: one case for clients, against a client that comes by itself."""

import re
import subprocess
import sys

import pytest

from tests.patience import HANG
from uno_protocol.conformance.cli import USAGE, main
from uno_protocol.conformance.link import PeerLink

pytestmark = pytest.mark.fast
SUITE = (sys.executable, "-m", "uno_protocol.conformance", "--timeout", str(HANG), "--serve")


@pytest.mark.parametrize(
    ("encrypted", "web", "nonce", "said", "code"),
    [
        (False, False, 77, "passed  CL-16", 0),
        (False, False, 78, "found: the pong has another nonce", 1),
        (True, False, 77, "passed  CL-16", 0),
        (False, True, 77, "passed  CL-16", 0),
        (True, True, 77, "passed  CL-16", 0),
    ],
)
def test_a_client_that_somebody_starts_is_judged(
    *, encrypted: bool, web: bool, nonce: int, said: str, code: int
) -> None:
    with subprocess.Popen([*SUITE, "CL-16"], stdout=subprocess.PIPE, text=True) as suite:
        assert suite.stdout is not None
        assert "sends a ping before login is answered" in suite.stdout.readline()
        place = re.search(r"(127\.0\.0\.1):(\d+) now, as (\w+),", suite.stdout.readline())
        assert place is not None
        link = PeerLink(place[1], int(place[2]), HANG, encrypted=encrypted, web=web)
        link.send({"t": "hello", "versions": [2, 2]})
        assert link.next()["t"] == "welcome"
        link.send({"t": "login", "name": place[3]})
        link.send({"t": "pong", "nonce": nonce})
        assert said in suite.stdout.read()
        link.close()
    assert suite.returncode == code


def test_what_only_a_command_shows_is_skipped_which_is_no_success() -> None:
    with subprocess.Popen([*SUITE, "CL-5"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as suite:
        assert suite.stdout is not None
        assert suite.stderr is not None
        suite.stdout.readline()
        place = re.search(r"(127\.0\.0\.1):(\d+)", suite.stdout.readline())
        assert place is not None
        link = PeerLink(place[1], int(place[2]), HANG)
        link.send({"t": "hello", "versions": [2, 2]})
        (said,) = suite.stderr.read().splitlines()
        link.close()
    assert said.startswith("uno-conformance: CL-5 was skipped, so nothing was judged: ")
    assert said.endswith("can't be seen here: use --client")
    assert suite.returncode == 1


@pytest.mark.parametrize(
    ("arguments", "fault"),
    [(["CL-0"], "'CL-0' is no case for clients"), (["CL-1", "ws://127.0.0.1"], "where it listens")],
)
def test_it_names_what_it_cannot_serve(arguments: list[str], fault: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["--serve", *arguments])
    assert (ended.value.code, fault in capsys.readouterr().err) == (USAGE, True)
