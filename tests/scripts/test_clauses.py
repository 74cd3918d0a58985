"""Does the check find a clause that nothing cites, and a citation of what is no clause?"""

import importlib
import sys
from pathlib import Path
from types import ModuleType

import pytest

SCRIPTS = Path(__file__).resolve().parents[2] / "scripts"

# The last number of each letter of the rule book; B begins with 0.
LAST = {"A": 13, "B": 8, "O": 9, "Q": 9, "C": 17, "S": 8, "M": 7, "K": 7, "U": 4, "H": 6}


@pytest.fixture
def check(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """scripts/clauses.py."""
    monkeypatch.syspath_prepend(str(SCRIPTS))
    return importlib.import_module("clauses")


def written(tests: Path, *, scenario: str = "A2", marks: str = '"A1"') -> Path:
    """A folder of tests with one test and one scenario."""
    (tests / "deep").mkdir(parents=True)
    test = f"import pytest\n\n\n@pytest.mark.clause({marks})\ndef test_x() -> None: ...\n"
    (tests / "deep" / "test_one.py").write_text(test, encoding="utf-8")
    game = f"# one\nscenario: x\nclause: {scenario}\nrules: official\nseats: ann bob\n"
    (tests / "one.game").write_text(game, encoding="utf-8")
    return tests


def run(check: ModuleType, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, book: str, *arguments: str) -> int:
    (tmp_path / "RULES.md").write_text(book, encoding="utf-8")
    monkeypatch.setattr(check, "BOOK", tmp_path / "RULES.md")
    monkeypatch.setattr(check, "LAWS", ())
    monkeypatch.setattr(check, "TESTS", tmp_path / "tests")
    monkeypatch.setattr(sys, "argv", ["clauses.py", *arguments])
    return int(check.main())


def test_every_way_to_begin_a_clause_is_seen(check: ModuleType) -> None:
    book = (
        "# A\n### A1 Cards\n- **A2** Matching (see A9)\n**B0** a number\n| H6 | drawing |\n  - O10: more\nAs in A7.\n"
    )
    assert check.clauses(book) == ["A1", "A2", "B0", "H6", "O10", *check.LAWS]


def test_a_clause_that_nothing_cites_fails(
    check: ModuleType, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    written(tmp_path / "tests")
    assert run(check, monkeypatch, tmp_path, "- **A1** x\n- **A2** y\n") == 0
    assert run(check, monkeypatch, tmp_path, "- **A1** x\n- **A2** y\n- **A3** z\n") == 1
    assert "A3 is cited by no test" in capsys.readouterr().out


def test_a_citation_of_what_is_no_clause_fails(
    check: ModuleType, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    written(tmp_path / "tests", marks='"A1", "A22"')
    assert run(check, monkeypatch, tmp_path, "- **A1** x\n- **A2** y\n") == 1
    assert "A22 is no clause, but is cited by deep/test_one.py:4" in capsys.readouterr().out


def test_the_list_tells_for_each_clause_what_cites_it(
    check: ModuleType, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    written(tmp_path / "tests", scenario="A1, A2")
    assert run(check, monkeypatch, tmp_path, "- **A1** x\n- **A2** y\n", "--list") == 0
    first, second, last = capsys.readouterr().out.splitlines()
    assert first.split() == ["A1", "deep/test_one.py:4", "one.game:2"]
    assert second.split() == ["A2", "one.game:2"]
    assert last == "2 clauses cited, 0 not"


def test_our_rule_book_has_every_clause(check: ModuleType) -> None:
    wanted = [f"{letter}{number}" for letter, last in LAST.items() for number in range(letter != "B", last + 1)]
    assert sorted(check.clauses(check.BOOK.read_text(encoding="utf-8"))) == sorted([*wanted, *check.LAWS])


def test_the_check_is_one_of_all_checks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(SCRIPTS))
    assert ("scripts/clauses.py", "--list") in [row.argv for row in importlib.import_module("check").CHECKS]
