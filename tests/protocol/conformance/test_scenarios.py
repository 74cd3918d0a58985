"""Scenarios run over the wire as cases of the suite; one that does not hold fails, with the line at fault."""

from collections.abc import Iterable
from contextlib import closing
from pathlib import Path

import pytest

from tests.e2e.processes import House
from tests.protocol.conformance.caught import SCENARIOS, served, tried
from tests.protocol.conformance.in_process import outcome
from uno_engine.presets import PRESETS
from uno_engine.scenario.text import ScenarioFault
from uno_protocol.conformance import expected, scenario
from uno_protocol.conformance.cases import presets
from uno_protocol.conformance.cli import USAGE, address, main
from uno_protocol.conformance.judging import Judged
from uno_protocol.conformance.run import all_cases, chosen
from uno_protocol.conformance.scenario_files import BadScenarioFile, files_of, of_files
from uno_protocol.conformance.verdicts import Verdict

FILES = files_of([str(SCENARIOS)])
CASES = of_files(FILES)


def failures(results: Iterable[Judged]) -> list[str]:
    return [f"{one.case.does}: {one.found}" for one in results if one.verdict is not Verdict.PASSED]


@pytest.mark.soak  # in-process every run plays them all
def test_every_scenario_holds_over_the_wire() -> None:
    with served("uno_server") as place:
        assert failures(tried(place, CASES)) == []
    assert len(CASES) >= 885


@pytest.mark.fast
def test_without_test_deals_nothing_but_rules_that_no_table_can_be_opened_with_is_tried(tmp_path: Path) -> None:
    with closing(House(tmp_path)) as built:
        place = address(built.serve("--ephemeral")[1])
        results = tried(place, [one for one in CASES if "P-7.30" in one.clauses][:2])
        assert failures(tried(place, [one for one in CASES if "P-7.16" in one.clauses])) == []
    assert [one.verdict for one in results] == [Verdict.SKIPPED] * 2
    assert "capability scenario" in results[0].found


PRESET_CASES = chosen(all_cases(), ["presets"], [], strict=True)


@pytest.mark.parametrize("name", PRESETS)
def test_every_preset_has_its_cases(name: str) -> None:
    assert sum(name in one.does for one in PRESET_CASES) >= 2


def test_what_else_is_looked_at_is_looked_at_in_a_case() -> None:
    assert set(presets.CHECKS) <= {one.number for one in PRESET_CASES}


POSITION = """scenario: a position for what does not hold
rules: official goal=points
seats: ann bob cem
hand ann: R5 RS W+4
hand bob: B1 B2 G7
hand cem: G2 G3 R9
discard: R8
---
"""


def found_of(tmp_path: Path, lines: str) -> str:
    """What is found to be at fault; empty if all holds."""
    file = tmp_path / "one.game"
    file.write_text(POSITION + lines, encoding="utf-8")
    (case,) = of_files([file])
    judged = outcome(case).judged
    assert judged.verdict is not Verdict.SKIPPED
    return judged.found


PLAYED = "ann plays RS\n"
CHALLENGED = "ann plays W+4 colour=B\nbob challenges\n"
ENDED = "ann plays RS\ncem plays R9\nann plays R5 uno\nbob times out\ncem times out\nann plays W+4\n"
FALSE = {
    "turn": (PLAYED, "expect turn bob"),
    "asked": (PLAYED, "expect asked cem play_drawn"),
    "hand": (PLAYED, "expect hand ann: R5"),
    "count": (PLAYED, "expect count ann 3"),
    "has": (PLAYED, "expect has ann RS"),
    "top": (PLAYED, "expect top R8"),
    "colour": (PLAYED, "expect colour B"),
    "direction": (PLAYED, "expect direction counterclockwise"),
    "stock": (PLAYED, "expect stock 1"),
    "penalty": ("ann plays W+4 colour=B\n", "expect penalty 2"),
    "dealer": (PLAYED, "expect dealer ann"),
    "sees": (CHALLENGED, "expect sees bob ann: R5 R8"),
    "blind": (CHALLENGED, "expect blind bob ann"),
    "score": (PLAYED, "expect score ann 1"),
    "round": (PLAYED, "expect round won ann"),
    "game": (PLAYED, "expect game won ann"),
    "rank": (PLAYED, "expect rank ann bob"),
    "lost": (PLAYED, "expect lost bob"),
    "noted": (ENDED, "expect noted bob 5"),
    "playable": ("", "expect playable ann: R5 RS"),
    "list": ("", "expect list ann R5 RS draw"),
    "told": (PLAYED, "expect told asked"),
    "untold": (PLAYED, "expect untold cards_played"),
    "event": (PLAYED, "expect event cards_played seat=bob"),
    "question": (PLAYED, "expect question take_turn seat=ann"),
}


def test_there_is_a_false_expectation_of_everything_that_can_be_expected() -> None:
    assert set(FALSE) == set(expected.SUBJECTS)


@pytest.mark.parametrize(("steps", "line"), FALSE.values(), ids=list(FALSE))
def test_what_is_not_so_fails_with_its_line(tmp_path: Path, steps: str, line: str) -> None:
    number = POSITION.count("\n") + steps.count("\n") + 1
    assert found_of(tmp_path, steps + line).startswith(f"line {number}, '{line}': ")


@pytest.mark.parametrize(
    ("steps", "found"),
    [
        (
            "ann plays RS -> refused",
            '["RS"]}, expected {"t": "error"} with a clause and a text (P-9.10), got {"t": "ok"',
        ),
        ("ann plays B1", '"cards": ["B1"]}, expected {"t": "ok"}, got {"t": "error", "code": "not_in_hand"'),
        (
            "bob draws -> refused stale",
            '{"t": "error", "code": "stale"} with a clause and a text (P-9.10), got {"t": "error"',
        ),
        ("deal", 'sent {"t": "ready"}, expected ok, got {"t": "error", "code": "game_running"'),
        ("ann leaves\nann draws", "ann has left"),
    ],
)
def test_a_step_that_goes_otherwise_fails(tmp_path: Path, steps: str, found: str) -> None:
    assert found in found_of(tmp_path, steps)


def test_what_is_so_passes_with_everything_that_a_step_can_be(tmp_path: Path) -> None:
    steps = (
        "bob draws -> refused not_your_turn\nann draws\nann times out\nbob times out\nexpect count bob 4\n"
        "cem plays R9\nann leaves\nexpect round open\nexpect turn bob\nexpect hand ann:\n"
    )
    assert found_of(tmp_path, steps) == ""


def test_who_is_away_after_two_time_outs_takes_the_seat_back(tmp_path: Path) -> None:
    steps = "ann times out\nbob draws\nbob keeps\ncem draws\ncem keeps\nann times out\nbob plays G7 -> refused\n"
    assert found_of(tmp_path, steps + "expect turn bob\nexpect count ann 5\n") == ""


def test_a_file_that_cannot_be_read_is_named_with_the_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "bad.game"
    file.write_text("scenario: x\nrules: official\nseats: ann bob\n---\nann sings\n", encoding="utf-8")
    with pytest.raises(SystemExit) as ended:
        main(["127.0.0.1:1", "--scenarios", str(file)])
    assert ended.value.code == USAGE
    assert f"{file}:5: unknown step 'sings'" in capsys.readouterr().err


def test_files_that_are_missing_empty_or_no_text_are_told_apart(tmp_path: Path) -> None:
    (tmp_path / "empty.game").write_text("# nothing\n", encoding="utf-8")
    (tmp_path / "bytes.game").write_bytes(b"\xff\xfe\xff")
    (tmp_path / "folder").mkdir()
    for name, why in (
        ("missing.game", "No such file"),
        ("empty.game", "no scenario in it"),
        ("bytes.game", "is not UTF-8 text"),
        ("folder", "no file in it ends in .game"),
    ):
        with pytest.raises(BadScenarioFile, match=why):
            of_files(files_of([str(tmp_path / name)]))


def test_a_case_is_listed_with_its_file_line_and_clauses(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--list", "--only", "SN-1", "--scenarios", str(FILES[0])]) == 0
    told = capsys.readouterr().out
    assert told.startswith("SN-1 ")
    assert "P-7.30" in told
    assert FILES[0].name in told


def test_what_is_expected_of_nothing_is_refused() -> None:
    with pytest.raises(ScenarioFault, match="'luck' is not one of turn"):
        scenario.read("scenario: x\nrules: official\nseats: ann bob\n---\nexpect luck ann\n")


def test_a_scenario_that_waits_for_no_time_to_run_out_is_sent_with_no_grace() -> None:
    (one,) = scenario.read("scenario: x\nrules: official\nseats: ann bob\nhand ann: R1\nhand bob: R2\ndiscard: R3\n")
    assert scenario.text_of(one.placed).splitlines()[0] == "rules: official uno_grace=0"
