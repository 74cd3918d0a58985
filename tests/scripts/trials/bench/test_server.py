"""The load test loads a real server, and notices when something is wrong."""

import importlib
import json
import sys
from types import ModuleType
from typing import Any

import pytest

from tests.scripts.conftest import Command
from uno_engine.events import CardsDrawn, DrawReason
from uno_protocol import messages as m
from uno_protocol.codec import encode
from uno_protocol.framing import frame
from uno_protocol.wire import event_to_map

FIGURES = {"moves_s", "cpu_us_per_move", "floor_cpu_us_per_move", "p50_ms", "p99_ms", "rss_mib", "errors", "tables"}


@pytest.fixture(autouse=True)
def crowd(script: ModuleType, monkeypatch: pytest.MonkeyPatch) -> ModuleType:  # whose `script` lets it be found
    found = importlib.import_module("trials.crowd")
    monkeypatch.setattr(found, "WARM_UP", 0.0)
    monkeypatch.setattr(script, "HANDSHAKES", 20)
    return found


def figures(command: Command, line: str, seconds: float, *measured: str) -> dict[str, Any]:
    """What is printed for so many seconds, or more of them until there is something to measure."""
    while True:
        code, out, err = command(f"{line} --seconds {seconds} --json")
        printed: dict[str, Any] = json.loads(out.splitlines()[-1])
        assert (code, err, printed["errors"]) == (0, "", 0)
        if all(printed[each] for each in measured):
            return printed
        seconds *= 3  # on a busy machine


@pytest.mark.fast
def test_it_plays_rounds_on_a_real_server_and_tells_what_tls_and_websocket_cost(command: Command) -> None:
    printed = figures(command, "--tables 2 --floor --tls --web", 0.3, "moves", "tls_p50_ms", "web_p50_ms")
    assert printed["lost"] == 0
    assert printed.keys() >= FIGURES
    assert printed["raised"] == ["messages_at_once=1000", "messages_per_second=1000", "changes_per_second=1000"]
    if sys.platform == "linux":
        assert 0 < printed["floor_cpu_us_per_move"] < printed["cpu_us_per_move"]
        assert min(printed[key] for key in ("tls_cpu_us_per_move", "web_ratio", "words_ratio", "handshake_cpu_us")) > 0


@pytest.mark.fast
def test_people_in_the_lobby_answer_pings_and_look_at_the_list(command: Command) -> None:
    printed = figures(command, "--tables 0 --idle 20 --server-flag=--limit=ping_seconds=0.2", 1, "answer_p99_ms")
    assert printed["players"] == 20
    assert 0 < printed["answer_p99_ms"] <= printed["answer_max_ms"]
    if sys.platform == "linux":
        assert printed["list_cpu_s"] > 0


@pytest.mark.fast
def test_after_a_kill_everybody_comes_back_and_every_table_moves_again(command: Command) -> None:
    printed = figures(command, "--tables 3 --idle 2 --move-every 0.1 --kill", 1, "back_first_s")
    assert (printed["lost"], printed["back_lost_moves"]) == (0, 0)
    assert 0 < printed["back_first_s"] <= printed["back_half_s"] <= printed["back_last_s"] <= printed["moving_s"]
    assert printed["back_failed"]["refused"] >= printed["players"]


@pytest.mark.fast
def test_experts_think_beside_their_tables_and_what_is_late_is_counted(command: Command) -> None:
    printed = figures(command, "--experts 2", 2, "expert_moves")
    assert printed["lost"] == 0
    assert printed["late_share"] == pytest.approx(printed["late_moves"] / printed["expert_moves"], abs=1e-4)
    assert printed["answer_max_ms"] > 0


@pytest.mark.fast
def test_requests_have_options_of_their_own(command: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(importlib.import_module("trials.bench.requests"), "MOVES", 20)
    code, out, _ = command("--requests --tables 1 --times 3 --only ping --json")
    (cost,) = json.loads(out)["costs"]
    assert (code, cost["kind"], cost["tables"]) == (0, "ping", 1)


@pytest.mark.fast
def test_a_server_that_does_not_start_is_told_in_one_line(command: Command) -> None:
    code, _, err = command("--tables 1 --seconds 1 --server-flag=--no-such-flag")
    assert code == 1
    assert err.startswith("bench.py server: the server did not say where it listens")


def test_what_a_server_must_not_say_is_an_error(crowd: ModuleType) -> None:
    everybody = crowd.Crowd(0, 1)
    (table,) = everybody._tables
    person = table.people[0]
    person.hear(frame(encode(m.Error(code="stale", id=3))))
    person.hear(frame(b"\x93\x01\x02\x03"))
    drawn = event_to_map(CardsDrawn(0, 1, DrawReason.TURN, None))
    person.hear(frame(encode(m.Entry(table="BCDF", n=7, event=drawn))))
    assert everybody.errors == 3
    assert "stale" in everybody.told_errors[0]
    for number, pictures in ((9, "aaaa"), (20, "aaba")):  # at the end of a round
        for picture in pictures:
            everybody.compare(table, number, (picture,))
    assert (everybody.rounds, everybody.errors) == (2, 4)
    everybody.close()
