"""The check finds a clause that nothing cites, and a citation of a clause that does not exist."""

from collections.abc import Callable
from pathlib import Path
from types import ModuleType

import pytest

from tests.scripts.conftest import Command

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


def test_a_clause_that_nothing_cites_and_a_citation_of_what_is_no_clause_are_told(run: Run, tmp_path: Path) -> None:
    written(tmp_path / "tests")
    assert run("- **A1** x\n- **A2** y\n")[0] == 0
    code, out = run("- **A2** y\n- **A3** z\n")
    assert code == 1
    assert "A3 is cited by no test" in out
    assert "A1 is not a clause, but is cited by deep/test_one.py:4" in out


def test_the_list_tells_for_each_clause_what_cites_it(run: Run, tmp_path: Path) -> None:
    written(tmp_path / "tests", scenario="A1, A2")
    code, out = run("- **A1** x\n- **A2** y\n", "--list")
    assert [line.split() for line in out.splitlines()[:-1]] == [
        ["A1", "deep/test_one.py:4", "one.game:2"],
        ["A2", "one.game:2"],
    ]
    assert (code, out.splitlines()[-1]) == (0, "2 clauses cited, 0 not")
