"""The check finds a clause that nothing cites, and a citation of a clause that does not exist."""

import importlib
from collections.abc import Callable
from pathlib import Path
from types import ModuleType

import pytest

from tests.scripts.conftest import Command
from uno_engine.clauses import CLAUSES

Run = Callable[..., tuple[int, str]]


def written(tests: Path, *, scenario: str = "A2", marks: str = '"A1"') -> Path:
    """A folder of tests with one test and one scenario."""
    (tests / "deep").mkdir(parents=True)
    test = f"import pytest\n\n\n@pytest.mark.clause({marks})\ndef test_x() -> None: ...\n"
    (tests / "deep" / "test_one.py").write_text(test, encoding="utf-8")
    game = f"# one\nscenario: x\nclause: {scenario}\nrules: official\nseats: ann bob\n"
    (tests / "one.game").write_text(game, encoding="utf-8")
    return tests


@pytest.fixture
def run(script: ModuleType, command: Command, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Run:
    """What the check answers where this is the rule book: exit code and standard output."""
    monkeypatch.setattr(script, "BOOK", tmp_path / "RULES.md")
    monkeypatch.setattr(script, "LAWS", ())
    monkeypatch.setattr(script, "TESTS", tmp_path / "tests")

    def answer(book: str, line: str = "") -> tuple[int, str]:
        (tmp_path / "RULES.md").write_text(book, encoding="utf-8")
        return command(line)[:2]

    return answer


def test_every_way_to_begin_a_clause_is_seen(script: ModuleType) -> None:
    book = (
        "# A\n### A1 Cards\n- **A2** Matching (see A9)\n**B0** a number\n| H6 | drawing |\n  - O10: more\nAs in A7.\n"
    )
    assert script.clauses(book) == ["A1", "A2", "B0", "H6", "O10", *script.LAWS]


def test_a_clause_that_nothing_cites_fails(run: Run, tmp_path: Path) -> None:
    written(tmp_path / "tests")
    assert run("- **A1** x\n- **A2** y\n")[0] == 0
    code, out = run("- **A1** x\n- **A2** y\n- **A3** z\n")
    assert code == 1
    assert "A3 is cited by no test" in out


def test_a_citation_of_what_is_no_clause_fails(run: Run, tmp_path: Path) -> None:
    written(tmp_path / "tests", marks='"A1", "A22"')
    code, out = run("- **A1** x\n- **A2** y\n")
    assert code == 1
    assert "A22 is not a clause, but is cited by deep/test_one.py:4" in out


def test_the_list_tells_for_each_clause_what_cites_it(run: Run, tmp_path: Path) -> None:
    written(tmp_path / "tests", scenario="A1, A2")
    code, out = run("- **A1** x\n- **A2** y\n", "--list")
    assert code == 0
    first, second, last = out.splitlines()
    assert first.split() == ["A1", "deep/test_one.py:4", "one.game:2"]
    assert second.split() == ["A2", "one.game:2"]
    assert last == "2 clauses cited, 0 not"


def test_our_rule_book_has_every_clause(script: ModuleType) -> None:
    assert sorted(script.clauses(script.BOOK.read_text(encoding="utf-8"))) == sorted([*CLAUSES, *script.LAWS])


def test_the_check_is_one_of_all_checks(script: ModuleType) -> None:
    assert ("scripts/checks/clauses.py", "--list") in [
        (*row.argv, *row.usual) for row in importlib.import_module("check").CHECKS
    ]
