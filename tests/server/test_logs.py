"""Is the log short, clean and without secrets (FAULTS 32, 35, 40)?"""

from __future__ import annotations

import pytest

from server.logs import LogLimiter, plain, whereabouts


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


def test_an_exception_is_told_by_type_and_place_and_not_by_its_text() -> None:
    try:
        raise KeyError("R5 R6 W+4")
    except KeyError as fault:
        told = whereabouts(fault)
    assert told.startswith("KeyError at test_logs.py:")
    assert "R5" not in told
