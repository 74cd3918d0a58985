"""Numbers of players: what `uno-records stats` prints is what a slow count over the records says."""

import csv
import io
import json
import sqlite3
import subprocess
import sys
from collections import Counter
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import pytest

from tests.protocol.recorded_games import RecordedGame, recorded
from tests.server.crashing import Crashing
from tests.server.harness import play_out, start
from tests.server.recorded import ask, copied, gather, started, until
from tests.server.test_archive_cli import put, tidied
from uno_engine.actions import Action
from uno_engine.events import RoundDealt
from uno_protocol import messages as m
from uno_protocol.kept import pack, unpack
from uno_protocol.records.file import read
from uno_protocol.room import Occupant, Room
from uno_protocol.text import clean
from uno_protocol.wire import event_to_map
from uno_server.archive import cli
from uno_server.archive.forgetting import forget
from uno_server.archive.numbers import PERSON, PROGRAM, PlayerSummary, SummaryRow, numbers, periods, stored, wilson
from uno_server.archive.opening import opened
from uno_server.archive.reader import Archive
from uno_server.archive.summaries import add_missing, summary_of
from uno_server.journal import upkeep
from uno_server.journal.bodies import Head, Moment
from uno_server.journal.database import Damaged

pytestmark = pytest.mark.fast


def told(directory: Path, capsys: pytest.CaptureFixture[str], *argv: str) -> Any:
    """The players of the last period, as JSON."""
    assert cli.run(["stats", "--json", *argv, "--data-dir", str(directory)], {}) == 0
    return {one["name"]: one for one in json.loads(capsys.readouterr().out)["periods"][-1]["players"]}


def summed_up(game: RecordedGame) -> SummaryRow:
    """The summary of a recorded game, as a journal would have it."""
    header, steps = read(game.data)
    occupants = [
        None if one is None else Occupant(one.name, None if one.kind in (PERSON, PROGRAM) else one.kind)
        for one in header.seats
    ]
    room = Room("CODE", "T", header.preset, header.options, 0, occupants, own_text=header.own_text)
    seated = [one is not None for one in header.seats]
    head = Head(1, 0.0, bytes.fromhex(header.seed), seated, header.chosen, "", room)
    events: list[Any] = [
        step.what for step in steps if not isinstance(step.what, Action) and hasattr(step.what, "kind")
    ]
    return summary_of(head, [Moment(1, 0, 0.0, 1, [], []), Moment(2, 1, 0.0, 1, [], events)])


def counted(game: RecordedGame) -> dict[int, Counter[str]]:
    """What each seat did, counted in the text of the events."""
    found = {seat: Counter[str]() for seat in range(len(game.header.seats))}
    for event, views in zip(map(event_to_map, game.events), game.views, strict=True):
        kind, seat = event["k"], event.get("seat", 0)
        if kind == "player_joined":
            found[seat] = Counter()
        found[seat]["called"] += kind == "uno_called"
        found[seat]["forgotten"] += kind == "uno_caught"
        found[event["by"] if event.get("by") is not None else seat]["caught"] += (
            kind == "uno_caught" and event.get("by") is not None
        )
        found[seat]["right"] += kind == "challenged" and event["guilty"]
        found[seat]["wrong"] += kind == "challenged" and not event["guilty"]
        if kind == "cards_played" and len(event["cards"]) > 1:
            found[seat]["longest"] = max(found[seat]["longest"], len(event["cards"]))
        for one, held in enumerate(views[None].counts):
            found[one]["biggest"] = max(found[one]["biggest"], held)
    return found


def test_a_summary_is_what_a_slow_count_over_the_record_says() -> None:
    seen = Counter[str]()
    for number in (*range(18), 31, 53):  # in the last one a newcomer takes the seat of somebody who called UNO
        game = recorded(number, folding=True)
        summary, slow, end = summed_up(game), counted(game), game.views[-1][None]
        assert [one.seat for one in summary.players] == [seat for seat, there in enumerate(end.seated) if there]
        assert summary.rounds == end.round
        assert summary.share * sum(end.seated) == pytest.approx(len(end.winners))
        for one in summary.players:
            assert (one.won, one.points) == (one.seat in end.winners, end.scores[one.seat])
            did = {name: getattr(one, name) for name in PlayerSummary._fields[5:]}
            assert did == {name: slow[one.seat][name] for name in did}, number
            seen.update(name for name, count in did.items() if count)
    assert len(seen) == len(PlayerSummary._fields[5:])  # each of them was seen at least once


def test_an_evening_is_what_the_tally_of_the_table_says(world: Crashing, capsys: pytest.CaptureFixture[str]) -> None:
    options = {"goal": "points", "target": "150", "chains": "yes"}
    people = started(world, "T", "Ann Bob", seats=4, bots=["random"], options=options)
    until(world, people, lambda: people[0].phase == "between_rounds", call=False)
    people.append(world.person("Zoe"))
    people[2].join("T")
    play_out(world, people)
    start(people)
    play_out(world, people)
    found = told(world.directory, capsys)
    assert people[0].table is not None
    lines = {line.name: line for line in people[0].table.room.tally or ()}
    assert lines.pop("Abacus").games > 1  # more than two, if a game was over before Zoe came
    assert found.keys() == lines.keys() == {"Ann", "Bob", "Zoe"}
    for name, line in lines.items():
        one = found[name]
        tallied = (line.games, line.wins, line.caught, line.biggest, line.longest)
        assert (one["games"], one["wins"], one["caught"], one["biggest"], one["longest"]) == tallied
    assert found["Zoe"]["equal"] == pytest.approx(lines["Zoe"].games / 4)


def test_a_name_that_is_forgotten_while_rows_are_made_is_in_none(kept: Path) -> None:
    ask(kept, "INSERT INTO ended SELECT number, ?, NULL, body, sum FROM tables", 1.0)
    ask(kept, "DELETE FROM sessions")
    done = list[str]()

    def forgets_once() -> bool:
        if not done:
            done.append(forget(kept, "Ann"))
        return True

    add_missing(kept, go_on=forgets_once)
    add_missing(kept)
    with opened(kept) as connection:
        names = {name for row in stored(connection, 0) for _, name, *_ in row.players}
    assert "Ann" not in names
    assert done[0] in names


def test_rows_are_made_once_of_records_or_entries_and_outlive_them(
    kept: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    add_missing(kept, go_on=lambda: False)  # stopped before the first one
    assert ask(kept, "SELECT count(*) FROM numbers") == [(0,)]
    found = told(kept, capsys)
    assert found.keys() == {"Ann", "Bob", "Zoe", "Lou", "Max", "Nan"}
    for name in ("records", "pruned"):
        (kept / name).mkdir()
        copied(kept / name)
    assert told(tidied(kept / "records"), capsys) == found
    kept /= "pruned"
    ask(kept, "INSERT INTO ended SELECT number, ?, NULL, body, sum FROM tables", 1.0)
    assert cli.run(["prune", "--all-finished", "--data-dir", str(kept)], {}) == 0  # makes those of what goes
    assert capsys.readouterr().out == "removed: tables 13, games 12\n"
    assert told(kept, capsys) == found
    ask(kept, "UPDATE numbers SET sum = sum + 1 WHERE number = (SELECT min(number) FROM numbers)")
    assert told(kept, capsys).keys() == {"Lou", "Max", "Nan"}
    assert cli.run(["check", "--data-dir", str(kept)], {}) == 1
    assert "summary 29 is not what was written" in capsys.readouterr().out


def test_check_compares_summaries_with_the_games(kept: Path, capsys: pytest.CaptureFixture[str]) -> None:
    told(kept, capsys)
    (body,) = ask(kept, "SELECT body FROM numbers WHERE number = 29")[0]
    assert isinstance(body, bytes)
    rules, rounds, *more = unpack(body)
    put(kept, "numbers", 29, pack((rules, rounds + 1, *more)))
    assert cli.run(["check", "--data-dir", str(kept)], {}) == 1
    assert "summary 29 is not what happened in its game" in capsys.readouterr().out


@pytest.mark.parametrize(
    "damage",
    [
        "UPDATE entries SET body = x'00' WHERE number = (SELECT last FROM games WHERE tab = 2)",
        "UPDATE entries SET body = x'00' WHERE number = (SELECT number FROM games WHERE tab = 2)",
        "DELETE FROM entries WHERE number = (SELECT max(number) - 9 FROM entries WHERE tab = 2)",
        "UPDATE games SET result = (SELECT result FROM games WHERE result IS NOT NULL AND tab != 2) WHERE tab = 2",
    ],
)
def test_a_damaged_game_is_not_counted(kept: Path, capsys: pytest.CaptureFixture[str], damage: str) -> None:
    ask(kept, damage)
    assert told(kept, capsys).keys() == {"Lou", "Max", "Nan"}
    assert told(tidied(kept), capsys).keys() == {"Lou", "Max", "Nan"}


def test_a_game_without_its_end_or_with_an_entry_that_fits_none_has_no_summary(kept: Path) -> None:
    with opened(kept) as connection:
        archive = Archive(connection)
        game = archive.find("2.1")
        moments = list(archive.moments(game))
    assert summary_of(game.head, moments).players
    deal = next(event for moment in moments for event in moment.events if isinstance(event, RoundDealt))
    for part in (moments[:-1], [moments[0]._replace(events=[replace(deal, counts=())])]):
        with pytest.raises(Damaged):
            summary_of(game.head, part)


def test_without_a_finished_game_there_are_no_numbers(world: Crashing, capsys: pytest.CaptureFixture[str]) -> None:
    assert told(world.directory, capsys) == {}


@pytest.mark.parametrize("hidden", [{"listed": False}, {"password": "mellon"}], ids=["unlisted", "password"])
@pytest.mark.parametrize("begun", [False, True])
def test_public_numbers_name_nobody_of_a_hidden_table(
    world: Crashing, capsys: pytest.CaptureFixture[str], hidden: dict[str, Any], begun: bool
) -> None:
    people = gather(world, "T", "Ann Bob")
    if begun:
        start(people)
    people[0].ask(m.ChangeTable, **hidden)
    if not begun:
        start(people)
    play_out(world, people)
    people[0].ask(m.ChangeTable, listed=True, password="")
    start(people)
    play_out(world, people)
    assert told(world.directory, capsys)["Ann"]["games"] == 2
    assert told(world.directory, capsys, "--public")["Ann"]["games"] == 1


def test_a_name_is_no_formula_in_a_spreadsheet(kept: Path, capsys: pytest.CaptureFixture[str]) -> None:
    told(kept, capsys)
    for number, name in ((29, "=1+1"), (29, "@x\x1b[2J"), (29, "-1")):
        (body,) = ask(kept, "SELECT body FROM numbers WHERE number = ?", number)[0]
        assert isinstance(body, bytes)
        *game, players = unpack(body)
        players[0][1] = name
        put(kept, "numbers", number, pack((*game, players)))
        assert cli.run(["stats", "--csv", "--data-dir", str(kept)], {}) == 0
        names = [row[2] for row in csv.reader(io.StringIO(capsys.readouterr().out))]
        assert f"'{clean(name)}" in names
        assert name not in names


def of(name: str, *won: bool, rules: str = "official") -> list[SummaryRow]:
    """Games of somebody among four."""
    players = ([PlayerSummary(0, name, PERSON, one, 10, 1, 0, 2, 0, 1, 9, 0)] for one in won)
    return [SummaryRow(rules, 1, 0.25, True, each) for each in players]


def test_streaks_go_over_all_rules_and_in_order() -> None:
    games = [*of("Ann", True, True, False), *of("Ann", True, rules="party"), *of("Bob", True), *of("Ann", True)]
    ann, bob = numbers(games)
    assert (ann.streak, ann.running, ann.all.wins, ann.all.games) == (2, 2, 4, 5)
    assert (ann.all.points, ann.all.wrong, ann.all.biggest, ann.all.equal) == (50, 5, 9, 1.25)
    assert {rules: (did.wins, did.games) for rules, did in ann.rules.items()} == {"official": (3, 4), "party": (1, 1)}
    assert numbers(games, "Bob") == [bob]


@pytest.mark.parametrize(
    ("wins", "games", "low", "high"), [(0, 10, 0.0, 0.2775), (1, 1, 0.2065, 1.0), (30, 100, 0.2189, 0.3958)]
)
def test_the_interval_is_that_of_wilson(wins: int, games: int, low: float, high: float) -> None:
    assert wilson(wins, games) == pytest.approx((low, high), abs=1e-4)


@pytest.mark.parametrize(
    ("now", "tonight", "month"),
    [
        ("2026-03-01 01:30", "2026-02-28 12:00", "2026-03-01 00:00"),
        ("2026-03-02 23:00", "2026-03-02 12:00", "2026-03-01 00:00"),
    ],
)
def test_tonight_goes_on_after_midnight(now: str, tonight: str, month: str) -> None:
    at, *since = (datetime.fromisoformat(one).astimezone().timestamp() for one in (now, tonight, month))
    assert [span.since for span in periods(at)] == [*since, 0.0]


def test_what_is_printed(kept: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    def printed(*argv: str, code: int = 0) -> str:
        assert cli.run(["stats", *argv, "--data-dir", str(kept)], {}) == code
        return "".join(capsys.readouterr())

    text = printed()
    assert text.startswith(
        "The games that each name stayed in to the end. A name proves nothing: anybody may have used it."
    )
    assert text.count(": no games") == 2
    assert "  Ann       1    1  21%-100%       0.25     310    2 " in text
    assert "quickplay" not in text
    assert printed("--player", "Lou").count("quickplay hand_size=3\n") == 1
    head, *rows = csv.reader(io.StringIO(printed("--csv", "--since", "2025-06-01")))
    assert [row[2] for row in rows if not row[3]] == ["Ann", "Bob", "Lou", "Max", "Nan", "Zoe"]
    assert dict(zip(head, rows[0], strict=True))["points"] == "310"
    assert {len(row) for row in rows} == {len(head)}
    assert printed("--since", "1").endswith("no games\n\n" + text[text.index("by chance:") :])
    assert "no game that 'Eve' played to the end since then" in printed("--player", "Eve", "--since", "1", code=1)
    monkeypatch.setattr(upkeep, "connected", Mock(side_effect=sqlite3.OperationalError("attempt to write: readonly")))
    ask(kept, "DELETE FROM numbers")
    assert "it cannot be written to" in printed(code=1)


def test_what_is_asked_is_a_date_or_a_number_of_days(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        cli.run(["stats", "--since", "soon"], {})
    assert "a date such as 2026-05-01 or a number of days, not 'soon'" in capsys.readouterr().err
    for few in ("0", "-1", "all"):
        with pytest.raises(SystemExit):
            cli.run(["stats", "--most", few], {})
        assert f"a number from 1 on, not {few!r}" in capsys.readouterr().err


def test_the_command_gives_way_to_a_server(kept: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("os.nice", nice := Mock(), raising=False)
    for command in ("check", "stats"):
        monkeypatch.setattr("sys.argv", ["uno-records", command, "--data-dir", str(kept)])
        monkeypatch.setattr(cli, "run", Mock(return_value=0))
        assert cli.main() == 0
    nice.assert_called_once_with(19)


def test_the_command_imports_only_what_counting_needs(kept: Path, capsys: pytest.CaptureFixture[str]) -> None:
    told(kept, capsys)
    script = f"""
import sys
from uno_server.archive import cli
assert not cli.run(["stats", "--data-dir", {str(kept)!r}], {{}})
assert not {{"uno_server.archive.summaries", "uno_server.archive.reader", "uno_engine.state"}} & set(sys.modules)
"""
    subprocess.run([sys.executable, "-c", script], check=True, stdout=subprocess.DEVNULL)
