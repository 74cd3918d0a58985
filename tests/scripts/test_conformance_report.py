"""The page about conformance: what is written on it, what is read from it, and which case it names."""

import sys
from pathlib import Path
from types import ModuleType

import pytest

from tests.protocol.conformance.broken import Broken
from tests.protocol.conformance.page import NOT_YET, caught_on, page
from tests.scripts.conftest import Command, loaded
from uno_protocol.conformance.judging import Case, Judged
from uno_protocol.conformance.kit import Kit
from uno_protocol.conformance.verdicts import Requirement, Verdict

ROOT = Path(__file__).resolve().parents[2]
BROKEN = [Broken("deaf", "hears `ping` and is silent", ("P-4.3",), ()), Broken("mute", "says nothing", ("P-4.1",), ())]


def nothing(_kit: Kit) -> None:
    """A case that is never tried here."""


def case(number: str, *clauses: str, group: str = "greeting", level: Requirement = Requirement.MUST) -> Case:
    does = f"plays folder.game:{number[3:]}, a game" if group == "scenarios" else "does something"
    return Case(number, group, clauses, does, "something", level, nothing)


def failed(one: Case, seconds: float = 0.1) -> Judged:
    return Judged(one, Verdict.FAILED, None, "nothing", seconds)


CASES = [
    case("GR-1", "P-4.1"),
    case("GR-2", "P-4.3", "P-4.1", level=Requirement.SHOULD),
    case("SN-1", "P-4.3", group="scenarios"),
    case("SN-2", "P-4.3", group="scenarios"),
]


def test_a_page_tells_groups_cases_clauses_and_what_was_caught() -> None:
    of_clients = [case("CL-1", "P-4.5", group="closing")]
    text = page(CASES, BROKEN, {"says nothing": "GR-1"}, of_clients, {"never_comes_back": ("CL-1", "P-4.5")})
    assert "| greeting | 1 | 1 |\n| scenarios | 2 | 0 |\n| all | 3 | 1 |\n" in text
    assert f"| hears `ping` and is silent | P-4.3 | {NOT_YET} |\n| says nothing | P-4.1 | GR-1 |\n" in text
    assert "2 servers, 1 of them caught." in text
    assert "| P-4.1 | GR-1, GR-2 |  |\n" in text
    assert "| P-4.3 | GR-2, 2 scenarios |  |\n" in text
    assert "| P-1.1 | a definition |  |\n" in text
    assert f"| P-9.2 | {NOT_YET} |  |\n" in text
    assert "| closing | 1 | 0 |\n| all | 1 | 0 |\n" in text
    assert "| never comes back | P-4.5 | CL-1 |\n" in text
    assert f"| P-4.5 | {NOT_YET} | CL-1 |\n" in text


def test_what_has_caught_a_server_is_read_from_the_page_again() -> None:
    caught = {"says nothing": "matching.game, “a title, with a comma”"}
    assert caught_on(page(CASES, BROKEN, caught)) == caught


@pytest.mark.fast
def test_a_page_that_is_not_current_is_said_to_be_so(
    script: ModuleType, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(script, "PAGE", tmp_path / "CONFORMANCE.md")
    generate = loaded("generate")
    monkeypatch.setattr(sys, "argv", ["generate.py", "conformance", "--check"])
    assert generate.main() == 1
    assert "CONFORMANCE.md is out of date: python3 scripts/generate.py conformance" in capsys.readouterr().err
    monkeypatch.setattr(sys, "argv", ["generate.py", "conformance"])
    assert generate.main() == 0
    assert "## Our own server" in (tmp_path / "CONFORMANCE.md").read_text(encoding="utf-8")


def test_a_name_that_no_broken_server_has_is_refused(command: Command) -> None:
    with pytest.raises(SystemExit, match="2"):
        command("sound")
