"""`uno-conformance --client` judges clients as it should."""

import json
import re
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

from tests.patience import HANG
from tests.protocol.conformance.broken_client import BrokenClient, clients
from tests.protocol.conformance.broken_small_client import FAULTS, WAYS
from tests.protocol.conformance.caught import SOMETIMES
from tests.protocol.conformance.small_client import HABITS
from uno_protocol.conformance.cli import USAGE, main, typed
from uno_protocol.conformance.judging import Judged
from uno_protocol.conformance.report import clauses_of_the_document, document
from uno_protocol.conformance.scripted import harm
from uno_protocol.conformance.scripted.cases.records import record
from uno_protocol.conformance.scripted.place import BOB, ScriptedTable
from uno_protocol.conformance.scripted.program import CommandLine, PyteScreen
from uno_protocol.conformance.scripted.run import all_client_cases, run_clients, with_what_the_others_saw
from uno_protocol.conformance.scripted.stage import Commands
from uno_protocol.conformance.shapes import asked, hold_client
from uno_protocol.conformance.verdicts import Failed, Requirement, Verdict
from uno_protocol.records.checking import RecordVerdict, check

CLIENT_CASES = {one.number: one for one in all_client_cases()}
CLIENT = f"'{sys.executable}' -m uno_client {{host}}:{{port}} --table {{table}} --name {{name}}"
AUTOPLAY = f"{CLIENT} --seats 2 --autoplay normal"

LINES = (
    *("talk=say {text}", "seated=ready", "play=play {card}", "draw=draw", "keep=keep", "pass=pass", "accept=accept"),
    *("challenge=challenge", "name=colour {colour}", "choose=choose bob", "vote=vote 1", "give=give {card}"),
    *("retain=keep {card}", "record=record {file}"),
)
KEYS = (
    *("seated=r", r"play=\r", r"wild=\rg", "draw=d", "keep=k", "pass=p", "accept=a", "challenge=x", "name={letter}"),
    *(r"choose=\r", r"vote=\r", r"give=\r", r"retain=\r", r"record=/record {file}\r"),
)


def only(*patterns: str) -> list[str]:
    return [word for each in patterns for word in ("--only", each)]


def but(*patterns: str) -> list[str]:
    return [word for each in patterns for word in ("--exclude", each)]


def verdicts(folder: Path, *arguments: str) -> dict[str, str]:
    """What came of each case, by its number."""
    kept = folder / "results.json"
    main(["--strict", "--jobs", "10", "--timeout", str(HANG), *arguments, "--json", str(kept)])
    return {case["id"]: case["result"] for case in json.loads(kept.read_text(encoding="utf-8"))["cases"]}


def test_every_case_cites_clauses_of_the_document_and_does_something_of_its_own() -> None:
    cases = all_client_cases()
    document = clauses_of_the_document()
    assert len(cases) >= 45
    assert [one.number for one in cases] == [f"CL-{at + 1}" for at in range(len(cases))]
    assert {clause for one in cases for clause in one.clauses} <= document.keys()
    assert len({(one.does, one.expects) for one in cases}) == len(cases)


def not_passed(folder: Path, *arguments: str) -> list[str]:
    """The cases that do not pass."""
    return [number for number, found in verdicts(folder, *arguments).items() if found != "passed"]


COMMON = but("greeting", "heartbeat", "closing", "returning", "tolerance", "encryption")
"""What the clients have in common: every run tries it with the one that plays by itself, a soak with all of them."""
BY_ITSELF, AT_LINES, ON_A_SCREEN = (but(f"CL-*[!{digits}]") for digits in ("03", "47", "8"))
"""Starting a client takes the time: every run tries half of the cases with one of them, and each with the small one."""
AT_ONE_GAME = but("shown", "records", "CL-147")
"""A client that plays by itself shows little, fetches no records, and leaves after a game."""
NOT_OURS = but("websocket", "chains")
"""What our clients do otherwise, or not by themselves: the small client is tried with it."""
TIMED = but(*(f"CL-{number}" for number in (1, 15, 18, 19, 20, 29, 34, 35, 97, 115)))
"""The cases in which a client must do something in time: on a busy machine it may not, so only a soak tries them."""


def in_parts(*left_out: str) -> pytest.MarkDecorator:
    """Every run leaves these arguments' cases out, and those with a time, a soak none."""
    some = pytest.param((*left_out, *TIMED), marks=pytest.mark.slow, id="some")
    return pytest.mark.parametrize("left_out", [some, pytest.param((), marks=pytest.mark.soak, id="all")])


@in_parts(*BY_ITSELF)
def test_our_autoplaying_client_passes_all_that_is_not_about_what_it_shows(
    tmp_path: Path, left_out: tuple[str, ...]
) -> None:
    assert not_passed(tmp_path, "--client", AUTOPLAY, *AT_ONE_GAME, *NOT_OURS, *left_out) == []


@in_parts(*COMMON, *AT_LINES)
def test_our_client_at_lines_passes_all_where_somebody_types(tmp_path: Path, left_out: tuple[str, ...]) -> None:
    typed = [argument for line in LINES for argument in ("--client-types", line)]
    assert not_passed(tmp_path, "--client", f"{CLIENT} --seats 2 --plain", *typed, *NOT_OURS, *left_out) == []


@in_parts(*COMMON, *ON_A_SCREEN)
@pytest.mark.skipif(sys.platform == "win32", reason="there are no pseudo-terminals")
def test_our_full_screen_passes_all_on_a_terminal(tmp_path: Path, left_out: tuple[str, ...]) -> None:
    typed = [argument for keys in KEYS for argument in ("--screen-types", keys)]
    assert not_passed(tmp_path, "--client-screen", f"{CLIENT} --seats 2", *typed, *NOT_OURS, *left_out) == []


SMALL = f"'{sys.executable}' -m tests.protocol.conformance.small_client {{host}} {{port}} {{name}} {{table}}"
LIGHT = ("--jobs", "24")
"""It starts in no time, and waits more than it works."""
SOON = ("--timeout", "5")
"""For what is to fail because something never comes."""
AGAINST_A_SHOULD = {
    "asks_before_it_comes_back": ("CL-31", "returning", "tolerance", "hostile", "CL-7?"),
    "says_what_is_wrong_and_waits": ("CL-46", "hostile"),
    "wants_a_snapshot_each_time": ("CL-41", "returning", "tolerance", "CL-7?"),
}
"""Habits against a SHOULD, a case of which each fails for it, and what else it is to be tried with."""
OTHER_WAYS = [one for one in HABITS if one not in {*AGAINST_A_SHOULD, "asks_whether_to_end", "wants_no_table"}]
"""Habits that no SHOULD speaks against. Tried at once: each shows in cases of its own."""


@pytest.mark.slow
def test_a_client_with_other_ways_that_are_as_good_passes_all(tmp_path: Path) -> None:
    without = (*NOT_OURS, *but("P-20.*", "records", "CL-151", "CL-153"))  # it offers no bytes
    assert not_passed(tmp_path, *LIGHT, *TIMED, *without, "--client", " ".join((SMALL, *OTHER_WAYS))) == []


@pytest.mark.slow
@pytest.mark.parametrize("habit", AGAINST_A_SHOULD)
def test_a_client_that_does_without_a_should_fails_no_must(habit: str, tmp_path: Path) -> None:
    should, *groups = AGAINST_A_SHOULD[habit]
    client = ("--client", f"{SMALL} {habit}")
    found = verdicts(tmp_path, *LIGHT, *SOON, *client, *only(should, *groups))
    failed = {number for number, verdict in found.items() if verdict == "failed"}
    late = [number for number in failed if CLIENT_CASES[number].level is Requirement.MUST]
    assert not late or "failed" not in verdicts(tmp_path, *client, *only(*late)).values()
    assert should in failed


@pytest.mark.slow
def test_a_client_that_does_not_end_when_it_is_asked_to_is_not_failed_for_it() -> None:
    assert skipped("CL-38", f"{SMALL} asks_whether_to_end") == "the client does not end when it is asked to"


@pytest.mark.slow
def test_a_client_that_logs_in_and_no_more_can_be_tried_with_the_first_cases(tmp_path: Path) -> None:
    client = ("--client", f"{SMALL} wants_no_table")
    found = verdicts(tmp_path, *LIGHT, *SOON, *TIMED, *client, *only("greeting", "heartbeat"))
    late = [number for number, verdict in found.items() if verdict == "failed"]
    again = verdicts(tmp_path, *client, *only("CL-3", *late))
    assert "failed" not in again.values()
    assert again["CL-3"] == "passed"
    assert skipped("CL-7", client[1])


BROKEN = f"'{sys.executable}' -m tests.protocol.conformance.broken_client"
BROKEN_SMALL = f"'{sys.executable}' -m tests.protocol.conformance.broken_small_client"
CLIENTS = clients()
CAUGHT = {
    **{one.name: (one.case, one.clause) for one in CLIENTS},
    **{name: (number, clause) for name, (_, number, clause) in FAULTS.items()},
}
"""The clients with a fault, the case that catches each, and a clause that this names."""
WHERE: dict[str, tuple[str, Sequence[str]]] = {
    "by_itself": ("--seats 2 --autoplay normal", ()),
    "lines": ("--plain", ()),
    "typed": ("--seats 2 --plain", LINES),
}
"""The options of our client, and what is typed into it."""


def judged(number: str, command: str, seconds: float = HANG, types: Sequence[str] = ()) -> Judged:
    """What came of one case, in which each answer may take some seconds."""
    commands = Commands(CommandLine(command, dict(map(typed, types))))
    (result,) = run_clients([CLIENT_CASES[number]], commands, timeout=seconds, at_once=1, tell=lambda _judged: None)
    return result


def patiently(verdict: Verdict, number: str, command: str, types: Sequence[str] = ()) -> Judged:
    """What came of one case; a busy machine gets more time until it is that verdict."""
    for seconds in (5.0, 20.0, 80.0):
        result = judged(number, command, seconds, types)
        if result.verdict is verdict:
            return result
    return judged(number, command, types=types)


def skipped(number: str, command: str) -> str:
    """Why a case is skipped."""
    return patiently(Verdict.SKIPPED, number, command).found


@pytest.mark.parametrize(
    "broken", [pytest.param(one, id=one.name, marks=SOMETIMES[at % 3]) for at, one in enumerate(CLIENTS)]
)
def test_a_client_with_a_fault_is_caught(broken: BrokenClient) -> None:
    options, types = WHERE[broken.at]
    command = f"{BROKEN} {broken.name} {{host}}:{{port}} --table {{table}} --name {{name}} {options}"
    result = patiently(Verdict.FAILED, broken.case, command, types)
    assert result.verdict is Verdict.FAILED, result.found
    assert broken.clause in result.case.clauses


@pytest.mark.slow
@pytest.mark.parametrize("fault", FAULTS)
def test_a_small_client_with_a_fault_is_caught(fault: str) -> None:
    number, clause = CAUGHT[fault]
    result = patiently(Verdict.FAILED, number, f"{BROKEN_SMALL} {fault} {{host}} {{port}} {{name}} {{table}}")
    assert result.verdict is Verdict.FAILED, result.found
    assert clause in result.case.clauses


@pytest.mark.slow
@pytest.mark.parametrize("way", WAYS)
def test_a_small_client_that_comes_by_websocket_or_plays_in_chains_passes(way: str, tmp_path: Path) -> None:
    some = only("websocket" if way == "by_websocket" else "chains", "CL-7?")
    client = ("--client", f"{BROKEN_SMALL} {way} {{host}} {{port}} {{name}} {{table}}")
    assert not_passed(tmp_path, *LIGHT, *client, *some) == []


@pytest.mark.slow
def test_one_fault_in_every_request_fails_the_case_about_it_alone(tmp_path: Path) -> None:
    command = AUTOPLAY.replace(f"'{sys.executable}' -m uno_client", f"{BROKEN} adds_a_key_to_its_requests")
    found = verdicts(tmp_path, "--client", command, *only("CL-60", "CL-61", "CL-75", "CL-116"))
    assert {number for number, verdict in found.items() if verdict != "passed"} == {"CL-60"}


def test_what_another_case_has_seen_fails_the_case_about_every_message() -> None:
    passed = Judged(CLIENT_CASES["CL-60"], Verdict.PASSED, None, "", 1.0)
    seen = {"CL-119": "leave_table is at fault", "CL-20": "ping is at fault"}
    assert with_what_the_others_saw(passed, {}) is passed
    result = with_what_the_others_saw(passed, seen)
    assert result.verdict is Verdict.FAILED
    assert result.found == "in CL-20: ping is at fault, and messages at fault in 1 other case"


def test_each_of_the_cases_for_clients_from_cl_121_on_has_a_client_that_it_catches() -> None:
    caught = {number for number, _ in CAUGHT.values()}
    assert {number for number in CLIENT_CASES if int(number[3:]) > 120} <= caught


def test_without_pyte_the_command_that_installs_it_is_named(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("uno_protocol.conformance.cli.find_spec", lambda _name: None)
    with pytest.raises(SystemExit) as ended:
        main(["--client", AUTOPLAY])
    assert ended.value.code == USAGE
    assert "pip install '.[conformance]'" in capsys.readouterr().err


def test_cases_are_listed_without_a_client_being_started(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--client", AUTOPLAY, "--list", "--strict", "--only", "P-5.7"]) == 0
    assert "CL-22" in capsys.readouterr().out


@pytest.mark.fast
@pytest.mark.parametrize(
    ("script", "found"),
    [
        ('print(chr(27) + "[31mno idea")', "has ended with code 0: \\x1b[31mno idea"),
        ('print("Error: no such module"); print("program 1.2"); raise SystemExit(1)', "code 1: Error: no such module"),
    ],
)
def test_a_program_that_is_no_client_fails_and_its_last_line_or_error_is_quoted(script: str, found: str) -> None:
    result = judged("CL-1", f"'{sys.executable}' -c '{script}' {{host}} {{port}}")
    assert result.verdict is Verdict.FAILED
    assert found in result.found


@pytest.mark.fast
def test_a_client_that_does_not_play_is_skipped_with_the_reason() -> None:
    assert skipped("CL-61", f"{CLIENT} --plain") == "the command does not play by itself"


@pytest.mark.parametrize(
    ("message", "fault"),
    [
        ({"t": "play", "id": 1, "decision": 0, "cards": ["R5"], "colours": [None]}, ""),
        ({"t": "play", "id": 1, "decision": 0, "cards": ["R55"]}, "play.cards[0] is 'R55', which is not one of"),
        ({"t": "play", "id": 1, "cards": ["R5"]}, "play.decision is missing"),
        ({"t": "ready", "id": 1 << 53}, "ready.id is 9007199254740992; the maximum is"),
        ({"t": "ready", "id": 1, "mood": "good"}, "ready has the unknown key 'mood'"),
        ({"t": "play", "id": 1, "decision": 0, "cards": ["R5"], "uno": None}, "play.uno should be a bool, but is None"),
        ({"t": "change_table", "id": 1, "seats": None}, ""),
        (
            {"t": "create_table", "id": 1, "name": "x", "new": {"seats": 11}},
            "create_table.new.seats is 11; the maximum is 10",
        ),
        ({"t": "join_table", "id": 1, "table": "x", "new": {"seats": 2, "bot_pause": 0.0}}, ""),
        ({"t": "dance", "id": 1}, "is not a message of a client"),
        ({"t": "ping", "nonce": 1 << 53}, "ping.nonce is 9007199254740992; the maximum"),
        ({"t": "pong", "nonce": -1}, "pong.nonce is -1; the minimum is 0"),
        ({"t": "list_tables", "id": 1, "after": None}, "list_tables.after should be a text, but is None"),
    ],
)
def test_a_request_is_held_to_the_tables_of_the_document(message: dict[str, object], fault: str) -> None:
    if not fault:
        hold_client(message)
        return
    with pytest.raises(Failed, match=re.escape(fault)):
        hold_client(message)


def test_the_record_of_the_scripted_table_is_one() -> None:
    place = ScriptedTable("Table", "Ann")
    place.deal("R2", "R4")
    place.entry("cards_played", seat=BOB, cards=["R5"])
    found = check("".join(f"{line}\n" for line in record(place)).encode())
    assert found.verdict is RecordVerdict.NOT_CHECKED, found.text


def test_every_request_of_the_document_is_known_to_it() -> None:
    tables = re.findall(r"drawn: requests of \w+ -->(.*?)<!--", document(), re.DOTALL)
    requests = {name for table in tables for name in re.findall(r"^\| `(\w+)` \|", table, re.MULTILINE)}
    assert len(requests) > 40
    assert {kind for kind in requests if asked(kind) is None} == set()


def test_a_terminal_is_drawn_as_far_as_text_needs_it() -> None:
    screen = PyteScreen(4, 10)
    drawn = "\x1b[2J\x1b[1;1Hone\r\ntwo\x1b[3DT\x1b]0;title\x07\x1b[31m!\x1b[0m\x1b[4;2Hüß\x1b[1;1H\x1b[K".encode()
    for at in range(len(drawn)):  # however it comes
        screen.write(drawn[at : at + 1])
    assert screen.text == "\nT!o\n\n üß"
    screen.write("\x1b[4;1H世界\r\nlast".encode())
    assert screen.text.splitlines()[-2:] == ["世界", "last"]
    screen.write(b"\x1b[1;1H0123456789ab")
    assert screen.text.splitlines()[:2] == ["0123456789", "ab"]


def test_a_terminal_takes_what_it_does_not_know() -> None:
    screen = PyteScreen(2, 20)
    screen.write(
        "\x1b[>4;2m\x1b[<u\x1b[=1;1u\x1b[?1049h\x1b[1;2;3A\x1b(B\x1b=\u2068Bob\u2069 a\u200db \u2764\ufe0f!".encode()
    )
    assert screen.text.splitlines() == ["Bob ab \u2764!"]


@pytest.mark.parametrize(
    "text", [harm.ESCAPES, harm.CONTROLS, harm.C1, harm.DIRECTIONS, harm.UNSEEN, harm.MARKS, harm.LINES]
)
def test_every_kind_of_harm_is_seen(text: str) -> None:
    assert harm.harm(f"Bob: {text}\r\n".encode())


def test_what_a_screen_writes_of_itself_is_no_harm() -> None:
    assert harm.harm("\x1b[?1049h\x1b[41mBob: naïve Ç\x07\x1b[0m\r\n".encode()) == []
    assert harm.harm("\u2068Bob\u2069: \u2068Zephyr Q Z Q Z\u2069 \U0001f468\u200d\U0001f469".encode()) == []
    assert harm.harm(b"Bob: Zephyr Q\r\nZ QZ Q Z Q\r\nZ QZ") == []
