"""The log is short, clean and without secrets (FAULTS 32, 35, 40)."""

import json
import logging
import socket
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.e2e.processes import House
from tests.patience import HANG
from tests.server.harness import World, play_out, playing
from tests.server.test_cli import serving
from uno_protocol import messages as m
from uno_server.base.logs import LONGEST_FIELD, JsonLines, LogLimiter, PlainLines, plain, told


def test_text_from_outside_is_one_short_printable_line() -> None:
    assert plain("a\x1b]52;c;x\x07\nb\u202e\x9b" + "c" * 500) == "a?]52;c;x??b??" + "c" * 186


def test_a_case_and_a_peer_have_one_line_a_second(caplog: pytest.LogCaptureFixture) -> None:
    now = [0.0]
    limiter = LogLimiter(lambda: now[0])
    for _ in range(100):
        limiter.warning("bad_frame", "192.0.2.1", "one")
    limiter.warning("bad_codec", "192.0.2.1", "two")
    limiter.warning("bad_frame", "192.0.2.2", "three")
    now[0] = 1.0
    limiter.warning("bad_frame", "192.0.2.1", "four")
    assert [record.getMessage().rpartition(" ")[2] for record in caplog.records] == ["one", "two", "three", "four"]


def test_what_is_remembered_is_bounded() -> None:
    limiter = LogLimiter(lambda: 0.0)
    for number in range(3000):
        limiter.warning("bad_frame", f"192.0.2.{number}", "x")
    assert len(limiter._last) <= 1000


def written(formatter: logging.Formatter, name: str, text: str, **extra: object) -> str:
    record = logging.getLogger(name).makeRecord(name, logging.WARNING, "f", 1, "%s", (text,), None, extra=extra or None)
    record.created = 1_700_000_000.25
    return formatter.format(record)


def test_a_line_for_programs_is_one_json_object_of_plain_ascii() -> None:
    extra = told("logged_in", name="Lö\u202e\x1b[2J\nwe", address="192.0.2.7")
    line = written(JsonLines(), "uno_server.core.audit", "L?we logged in", **extra)
    assert line.isascii()
    assert line.isprintable()
    assert json.loads(line) == {
        "time": "2023-11-14T22:13:20.250Z",
        "level": "warning",
        "event": "logged_in",
        "text": "L?we logged in",
        "name": "Lö\u202e\x1b[2J\nwe",
        "address": "192.0.2.7",
    }


def test_a_field_is_bounded_and_a_line_of_no_event_is_a_message() -> None:
    line = json.loads(written(JsonLines(), "uno_server.net.server", "x", **told("e", name="a" * 9999)))
    assert len(line["name"]) == LONGEST_FIELD
    assert json.loads(written(JsonLines(), "uno_server.net.server", "x"))["event"] == "message"


@pytest.mark.parametrize("formatter", [JsonLines(), PlainLines("%(asctime)s %(message)s", "%H:%M:%S")])
def test_what_a_library_says_is_cleaned_and_has_no_traceback(formatter: logging.Formatter) -> None:
    try:
        raise ValueError("R5 W+4")
    except ValueError as fault:
        record = logging.getLogger("asyncio").makeRecord(
            "asyncio", logging.ERROR, "f", 1, "oh\x1b[2J\nno", (), (type(fault), fault, fault.__traceback__)
        )
    line = formatter.format(record)
    assert line.isprintable()
    assert "oh?[2J?no (ValueError at test_logs.py:" in line
    assert "R5" not in line


@pytest.fixture
def events(caplog: pytest.LogCaptureFixture) -> Callable[[], list[str]]:
    """The events of the log, by name."""
    caplog.set_level(logging.INFO)
    return lambda: [record.event for record in caplog.records]  # type: ignore[attr-defined]


def test_who_comes_and_goes_and_what_becomes_of_tables_is_told(events: Callable[[], list[str]]) -> None:
    world = World()
    ann, bob = people = playing(world, "ann bob", options={"goal": "single_round"})
    assert events() == ["logged_in", "logged_in", "table_opened", "game_begun"]
    ann.drop()
    ann.resume()
    assert events()[4:] == ["went", "came_back"]
    play_out(world, people)
    assert events()[6:] == ["game_ended"]
    world.wait(2.0)
    for person in (ann, bob):
        person.ask(m.LeaveTable)
    assert events()[7:] == ["table_closed"]
    ann.ask(m.Logout)
    assert events()[8:] == ["logged_out"]


def test_what_one_does_again_and_again_is_one_line_a_second(events: Callable[[], list[str]]) -> None:
    world = World()
    ann = world.person("ann")
    for _ in range(50):
        ann.drop()
        ann.resume()
    assert events() == ["logged_in", "went", "came_back"]
    world.wait(1.0)
    ann.drop()
    assert events()[3:] == ["went"]


def test_any_other_request_that_says_so_is_logged(
    events: Callable[[], list[str]], caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(m.Away, "asked", m.Away.asked._replace(logged=True))
    ann, _ = playing(World())
    ann.ask(m.Away)
    assert "asked" in events()
    assert "ann asked for away at " in caplog.text


@pytest.mark.fast
@pytest.mark.skipif(sys.platform == "win32", reason="signals are sent another way there")
def test_with_log_json_every_line_on_standard_error_is_an_object(house: House, tmp_path: Path) -> None:
    server, port = serving(house, "--log-json", "--data-dir", str(tmp_path / "here"))
    with socket.create_connection(("127.0.0.1", port), timeout=HANG) as one:
        one.sendall(b"SSH-2.0-sun\r\n")
        while one.recv(1000):
            pass
    server.end()
    assert server.out == f"listening on 127.0.0.1:{port}\n"
    lines = [json.loads(line) for line in server.err.splitlines()]
    assert [line["event"] for line in lines] == ["page", "storage", "frame_too_large"]
    assert lines[2]["address"] == "127.0.0.1"
    assert {"time", "level", "event", "text"} <= set(lines[0])


def test_no_password_and_nothing_that_is_said_is_in_the_log(caplog: pytest.LogCaptureFixture) -> None:
    """FAULTS 40; `test_secrets` has long sessions, their tokens and their cards."""
    caplog.set_level(logging.DEBUG)
    ann = World(password="open sesame").person("ann", login=False)
    ann.say(m.Login(name="ann", password="wrong sesame"))
    ann.say(m.Login(name="ann", password="open sesame"))
    ann.ask(m.Chat, text="of sesame", to="lobby")
    ann.join("Friday", password="sesame, too")
    ann.ask(m.Chat, text="between us: sesame")
    assert len(caplog.records) > 1
    assert [line for line in map(JsonLines().format, caplog.records) if "sesame" in line] == []
