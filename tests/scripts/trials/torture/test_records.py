"""The records command finds nothing wrong with a few games, and says what is wrong with others."""

import json
from collections.abc import Callable
from functools import partial
from types import ModuleType

import pytest

from tests.protocol.recorded_games import recorded
from tests.scripts.conftest import Command
from uno_protocol.fold import TableView
from uno_protocol.records.checking import Finding, RecordVerdict, check
from uno_protocol.records.file import ALL, GameRecord
from uno_protocol.records.showing import Showing
from uno_server.archive.html import html


@pytest.fixture(autouse=True)
def no_scenarios(script: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(script, "_scenarios", lambda: iter([]))


def test_it_prints_one_line_of_json(command: Command) -> None:
    code, out, err = command("--games 2 --bytes 20 --forgeries 10 --seed 5 --json")
    (line,) = out.splitlines()
    assert (code, err) == (0, "")
    assert json.loads(line).items() >= {"games": 2, "bytes": 20, "forgeries": 10, "seed": 5, "findings": 0}.items()


def otherwise(verdict: RecordVerdict, said: RecordVerdict) -> Callable[[bytes], Finding]:
    """A check that says something else where it should say `verdict`."""

    def wrong(data: bytes) -> Finding:
        found = check(data)
        return Finding(said, "it is wrong") if found.verdict is verdict else found

    return wrong


def shown_otherwise(record: GameRecord, *viewer: int | None, eyes: str) -> Showing:
    """A stand-in for `Showing` that makes a mistake in records with these eyes."""
    showing = Showing(record, *viewer)
    right = showing.at

    def wrong(n: int) -> TableView:
        table = right(n)
        if table.game is not None and (eyes == ALL) is (record.header.eyes == ALL):
            table.game.viewer = 99
        return table

    showing.at = wrong  # type: ignore[method-assign]
    return showing


@pytest.mark.parametrize(
    ("name", "fake", "found"),
    [
        ("write", lambda *_record: b"", "game 0: it is written otherwise than it was"),
        ("html", lambda _data, language: html(recorded(4).data, language), "game 0: its HTML file has another record"),
        ("check", otherwise(RecordVerdict.TRUE, RecordVerdict.FALSE), "game 0: it is wrong"),
        ("check", otherwise(RecordVerdict.NOT_CHECKED, RecordVerdict.TRUE), "game 0: viewer 0: it is wrong"),
        ("check", otherwise(RecordVerdict.DAMAGED, RecordVerdict.TRUE), "changed byte 0: it is wrong"),
        ("check", otherwise(RecordVerdict.FALSE, RecordVerdict.TRUE), "forgery 1: it is wrong"),
        ("check", otherwise(RecordVerdict.FALSE, RecordVerdict.UNKNOWN), "forgery 1: it is wrong"),
        ("verdict_due", lambda *_: RecordVerdict.TRUE, "forgery 1: "),
        ("Showing", partial(shown_otherwise, eyes=ALL), "game 0: viewer 0 is shown another game"),
        ("Showing", partial(shown_otherwise, eyes="own"), "game 0: viewer 0 is shown another game"),
    ],
)
def test_what_is_not_as_it_must_be_is_a_finding(
    name: str, fake: object, found: str, command: Command, script: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(script, name, fake)
    code, out, err = command("--games 1 --bytes 1 --forgeries 1 --json")
    assert code == 1
    assert f"torture.py records: {found}" in err
    assert json.loads(out)["findings"] == err.count("torture.py records: ")
