"""`uno-conformance HOST:PORT` judges, reports and ends as its users expect, whatever a server does to it."""

import json
import os
import socket
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from tests.patience import HANG
from tests.protocol.conformance.caught import served
from tests.protocol.conformance.test_client_mode import AUTOPLAY
from uno_protocol.conformance.cli import FAILURE, GOOD, UNREACHABLE, USAGE, main
from uno_protocol.conformance.judging import Case, Judged
from uno_protocol.conformance.kit import Kit
from uno_protocol.conformance.link import PeerClosed, Silent, packed
from uno_protocol.conformance.patience import Crowded, Patience, Wait
from uno_protocol.conformance.person import Person
from uno_protocol.conformance.report import as_json, as_junit, line
from uno_protocol.conformance.run import chosen, judge, run
from uno_protocol.conformance.verdicts import Failed, FailedClosing, Requirement, Skipped, Verdict


class Nothing:
    """Tools of a case that needs none."""

    def __init__(self, closing_seen: bool = False) -> None:
        self.closing_seen = closing_seen
        self.closed = False

    def close(self) -> None:
        self.closed = True


def case_that(run: Callable[[object], None]) -> Case:
    return Case("XX-1", "framing", ("P-2.1",), "does", "expects", Requirement.MUST, run)


def ended(fault: Exception | None = None, closing_seen: bool = False) -> Judged:
    """A case that has ended with that."""

    def run(_kit: object) -> None:
        if fault is not None:
            raise fault

    return judge(case_that(run), Nothing(closing_seen))


def test_behaviour_and_closing_are_judged_apart_and_the_tools_put_away() -> None:
    tools = Nothing()
    judged = judge(case_that(lambda _kit: None), tools)
    assert (judged.verdict, judged.behaviour, judged.closing, tools.closed) == (*[Verdict.PASSED] * 2, None, True)
    closed_well = ended(closing_seen=True)
    closed_badly = ended(FailedClosing("kept"))
    behaved_badly = ended(Failed("otherwise"), closing_seen=True)
    assert (closed_well.behaviour, closed_well.closing) == (Verdict.PASSED, Verdict.PASSED)
    assert (closed_badly.behaviour, closed_badly.closing) == (Verdict.PASSED, Verdict.FAILED)
    assert (behaved_badly.behaviour, behaved_badly.closing) == (Verdict.FAILED, None)
    assert closed_badly.verdict is behaved_badly.verdict is Verdict.FAILED


@pytest.mark.parametrize(
    ("fault", "verdict", "found"),
    [
        (Skipped("no test deals"), Verdict.SKIPPED, "no test deals"),
        (Silent(), Verdict.FAILED, "but none comes"),
        (PeerClosed(reset=True), Verdict.FAILED, "but none comes"),
        (KeyError("room"), Verdict.FAILED, "has an unexpected shape: KeyError: 'room'"),
        (AssertionError(), Verdict.FAILED, "a fault of this suite"),
        (RecursionError("deep"), Verdict.FAILED, "a fault of this suite"),
    ],
)
def test_whatever_a_case_ends_with_is_a_verdict(fault: Exception, verdict: Verdict, found: str) -> None:
    judged = ended(fault)
    assert judged.verdict is verdict
    assert found in judged.found


def test_what_a_server_says_reaches_no_terminal_with_its_control_characters() -> None:
    judged = ended(Failed("it says \x1b]52;c;eA==\x07 and \u202e and \x9b1m"))
    assert judged.found == "it says ?]52;c;eA==? and ? and ?1m"
    assert judged.found in line(judged)
    ET.fromstring(as_junit([judged]))


def test_an_entry_that_does_not_fit_the_picture_is_a_fault_of_the_server() -> None:
    person = Person.__new__(Person)
    person.entries, person.others = [], []
    room = {"occupants": [None, None], "phase": "waiting", "remarks": [], "muted": [], "watchers": []}
    person.take_in({"t": "snapshot", "n": 4, "room": room})
    with pytest.raises(Failed, match="an entry does not fit what came before it"):
        person.take_in({"t": "entry", "n": 5, "event": {"k": "ready_changed", "seat": 1, "ready": True}})
    with pytest.raises(Failed, match="no game has been opened"):
        person.take_in({"t": "entry", "n": 6, "event": {"k": "passed", "seat": 0}})


def test_reports_have_every_case_and_the_sums() -> None:
    results = [ended(), ended(Failed("otherwise")), ended(Failed("b")), ended(Skipped("c"))]
    found = as_json(results)
    assert (found["passed"], found["failed"], found["skipped"]) == (1, 2, 1)
    row = found["cases"][1]
    assert (row["id"], row["clauses"], row["result"], row["found"]) == ("XX-1", ["P-2.1"], "failed", "otherwise")
    (suite,) = ET.fromstring(as_junit(results))
    assert suite.attrib.items() >= {"name": "framing", "tests": "4", "failures": "2", "skipped": "1"}.items()
    assert [[part.tag for part in each] for each in suite] == [[], ["failure"], ["failure"], ["skipped"]]


@contextmanager
def door(meet: Callable[[socket.socket, int], None]) -> Iterator[tuple[str, int]]:
    """A server that does that with each connection, of which it says how many there have been. Gives host and port."""
    listening = socket.create_server(("127.0.0.1", 0))
    plugs: list[socket.socket] = []

    def serve() -> None:
        with suppress(OSError):
            while True:
                plugs.append(listening.accept()[0])
                with suppress(OSError):
                    meet(plugs[-1], len(plugs))

    thread = threading.Thread(target=serve, daemon=True)
    thread.start()
    yield listening.getsockname()[:2]
    with suppress(OSError):
        listening.shutdown(socket.SHUT_RDWR)
    for one in (listening, *plugs):
        one.close()
    thread.join()


@pytest.fixture
def mute_server() -> Iterator[str]:
    """A server that takes connections and closes each at once. Gives HOST:PORT."""
    with door(lambda plug, _number: plug.close()) as (host, port):
        yield f"{host}:{port}"


@pytest.mark.fast
def test_a_server_that_is_none_fails_every_case_and_is_told_in_every_form(
    mute_server: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    junit = tmp_path / "found.xml"
    arguments = [mute_server, "--only", "FR-1", "--only", "FR-3", "--json", "-", "--junit", str(junit)]
    assert main(arguments) == FAILURE
    told = capsys.readouterr()
    found = json.loads(told.out.splitlines()[-1])
    assert (found["passed"], found["failed"]) == (0, 2)
    assert "failed  FR-3" in told.err
    assert "P-2.3" in told.err
    assert len(list(ET.parse(junit).iter("failure"))) == 2


@pytest.mark.fast
def test_a_file_that_cannot_be_written_is_told_in_one_line(
    mute_server: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([mute_server, "--only", "FR-3", "--json", str(tmp_path)]) == FAILURE
    assert f"uno-conformance: {tmp_path} cannot be written: " in capsys.readouterr().err


@pytest.mark.fast
def test_nobody_who_listens_is_a_code_of_its_own(capsys: pytest.CaptureFixture[str]) -> None:
    with socket.create_server(("127.0.0.1", 0)) as door:
        port = door.getsockname()[1]
    assert main([f"127.0.0.1:{port}", "--only", "FR-1"]) == UNREACHABLE
    assert f"uno-conformance: cannot connect to 127.0.0.1, port {port}: " in capsys.readouterr().err


def test_cases_are_chosen_by_number_group_and_clause_and_should_counts_only_when_asked_for(
    capsys: pytest.CaptureFixture[str],
) -> None:
    def listed(*options: str) -> str:
        assert main(["--list", *options]) == GOOD
        return capsys.readouterr().out

    assert listed("--only", "FR-3").splitlines()[0].split() == ["FR-3", "framing", "MUST", "P-2.3,", "P-12.1"]
    assert {row.split()[1] for row in listed("--only", "framing").splitlines()[::3]} == {"framing"}
    assert "FR-3 " not in listed("--only", "P-2.*", "--exclude", "FR-3")
    assert "SHOULD" not in listed()
    should = replace(case_that(lambda _kit: None), level=Requirement.SHOULD)
    assert chosen([should], (), (), strict=True) == [should]
    assert chosen([should], (), (), strict=False) == []


@pytest.mark.fast
def test_who_reads_the_list_may_stop_in_the_middle() -> None:
    command = [sys.executable, "-m", "uno_protocol.conformance", "--list"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as listing:
        assert listing.stdout is not None
        assert listing.stderr is not None
        listing.stdout.readline()
        listing.stdout.close()
        assert listing.stderr.read() == b""
    assert listing.returncode == GOOD


@pytest.mark.fast
def test_what_is_not_covered_is_told_of_a_whole_run_alone(
    mute_server: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    main([mute_server, "--only", "FR-3"])
    assert "not: " not in capsys.readouterr().out
    monkeypatch.setattr("uno_protocol.conformance.cli.all_cases", lambda: [case_that(lambda _kit: None)])
    main([mute_server])
    assert "not: P-1.1 P-1.2" in capsys.readouterr().out


@pytest.mark.fast
def test_an_interrupted_run_ends_at_once_and_tells_no_more() -> None:
    told: list[str] = []
    begun = threading.Event()

    def waits(kit: object) -> None:
        assert isinstance(kit, Kit)
        link = kit.connect()
        begun.set()
        link.next(60)

    def interrupts(_kit: object) -> None:
        begun.wait(5)
        raise KeyboardInterrupt

    with socket.create_server(("127.0.0.1", 0)) as door:
        host, port = door.getsockname()[:2]
        cases = [case_that(interrupts), *[case_that(waits)] * 5]
        with pytest.raises(KeyboardInterrupt):
            run(cases, host, port, timeout=0.2, at_once=2, tell=lambda one: told.append(one.found))
    assert told == []


BYE = packed({"t": "bye", "code": "too_many_connections", "come_back": True, "after": 0})
WELCOME = {"version": 2, "server_id": "a", "name": "b", "program": "c", "limits": {}, "timeouts": {}}


@pytest.mark.fast
def test_a_server_that_takes_few_connections_is_told_once_and_waited_for() -> None:
    said: list[str] = []

    def refuses_two(plug: socket.socket, number: int) -> None:
        if number in (2, 3):
            plug.sendall(BYE)
            plug.shutdown(socket.SHUT_WR)
        else:
            plug.recv(1000)
            plug.sendall(packed({"t": "welcome", **WELCOME}))

    def greets(kit: object) -> None:
        assert isinstance(kit, Kit)
        kit.greeted()

    with door(refuses_two) as place:
        cases = [case_that(greets)] * 3
        results = run(cases, *place, timeout=HANG, at_once=1, tell=lambda _one: None, say=said.append)
    assert [one.verdict for one in results] == [Verdict.PASSED] * 3
    assert len(said) == 1
    assert "too_many_connections" in said[0]


def test_what_takes_too_long_to_wait_for_is_skipped() -> None:
    with pytest.raises(Crowded, match=r"limit for login \(P-10\.4\)"):
        Wait(Patience(), seconds=1.0).once_more("limit for login", 5)
    assert issubclass(Crowded, Skipped)


def test_a_login_carries_the_password_where_one_is_asked_for() -> None:
    asks = {**WELCOME, "password": True}
    assert Kit("127.0.0.1", 1, welcome=asks, password="sesame").secret == {"password": "sesame"}
    assert Kit("127.0.0.1", 1, welcome=WELCOME, password="sesame").secret == {}
    with pytest.raises(Skipped, match="UNO_PASSWORD"):
        _ = Kit("127.0.0.1", 1, welcome=asks).secret


@pytest.mark.fast
def test_who_is_let_in_nowhere_is_told_so_in_one_line(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.delenv("UNO_PASSWORD_FILE", raising=False)
    with served("uno_server", password=True) as (host, port):
        for password, told in (
            ("", "the server needs a password: set UNO_PASSWORD"),
            ("sesame", "refuses the password (wrong_password)"),
        ):
            monkeypatch.setenv("UNO_PASSWORD", password)
            assert main([f"{host}:{port}", "--only", "lobby"]) == USAGE
            said = capsys.readouterr().err
            assert told in said
            assert said.count("\n") == 1


def test_the_password_is_read_as_the_client_reads_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    given: list[object] = []

    def runs(*_cases: object, password: str | None, **_more: object) -> list[object]:
        given.append(password)
        return []

    monkeypatch.setattr("uno_protocol.conformance.cli.run", runs)
    file = tmp_path / "password"
    file.write_text("sesame\nmore\n", encoding="utf-8")
    for name in ("UNO_PASSWORD", "UNO_PASSWORD_FILE"):
        monkeypatch.delenv(name, raising=False)
    main(["127.0.0.1:1"])
    main(["127.0.0.1:1", "--password-file", str(file)])
    monkeypatch.setenv("UNO_PASSWORD_FILE", str(file))
    main(["127.0.0.1:1"])
    monkeypatch.setenv("UNO_PASSWORD", "open")
    main(["127.0.0.1:1"])
    assert given == [None, "sesame", "sesame", "open"]


@pytest.mark.parametrize(
    ("options", "told"),
    [
        ([], "name the server: HOST:PORT"),
        (["nowhere:port"], "expected HOST:PORT or [HOST]:PORT, not 'nowhere:port'"),
        (["[::1:7777"], "expected HOST:PORT"),
        (["127.0.0.1:1", "--only", "ZZ-*"], "no case matches"),
        (["127.0.0.1:1", "--only", "password"], "need the server's password, from UNO_PASSWORD or --pass"),
        (["127.0.0.1:1", "--only", "CO-27"], "the matching cases need --strict, as the document says SHOULD"),
        (["127.0.0.1:1", "--timeout", "nan"], "expected seconds above 0"),
        (["127.0.0.1:1", "--timeout", "1e3"], "expected seconds above 0, at most 600, not '1e3'"),
        (["127.0.0.1:1", "--jobs", "0"], "expected 1 to 64 cases"),
        (["127.0.0.1:1", "--password-file", "no such file"], "the password cannot be read from no such file: "),
        (["127.0.0.1:1", "--password-file", os.devnull], "there is no password in the first line of"),
        (["--client", "no-such-program-at-all {host}:{port}"], "there is no program 'no-such-program-at-all'"),
        (["--client", ""], "the command is empty"),
        (["--client", "'unclosed {host} {port}"], "cannot be split into words"),
        (["--client", f"'{sys.executable}' -m uno_client"], "the command needs the server's address"),
        (["--client", AUTOPLAY, "127.0.0.1:7777"], "starts a server of its own"),
        (["--client", AUTOPLAY, "--client-types", "play"], "expected MOMENT=TEXT"),
        (["--client", AUTOPLAY, "--client-types", "dance=x"], "with one of the moments start, seated"),
        (["--client", AUTOPLAY, "--screen-types", "play=x"], "nothing to type into: add --client-screen"),
        (["--client", AUTOPLAY, "--only", "XY-*"], "no case matches"),
    ],
)
def test_what_cannot_be_meant_is_told_in_one_line(
    options: list[str], told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as ended:
        main(options)
    said = capsys.readouterr().err
    assert ended.value.code == USAGE
    assert told in said
    assert said.count("\n") == 1
