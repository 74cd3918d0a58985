"""Every clause has a sentence for players, and every refusal names an existing clause."""

import ast
import re
from pathlib import Path

import pytest

import uno_engine
from uno_engine import judging
from uno_engine.clauses import CLAUSES

ENGINE = Path(uno_engine.__file__).resolve().parent
NAMES = re.findall(
    r"^[\s#>*|\-]*([A-Z]\d{1,2})\b", (ENGINE.parent / "RULES.md").read_text(encoding="utf-8"), re.MULTILINE
)
"""The clauses of the rule book."""


def clauses_in(node: ast.expr) -> set[str]:
    """The clauses that an expression may stand for; a name stands for what the same function gives it."""
    match node:
        case ast.Constant(value=str(name)):
            return {name}
        case ast.IfExp(body=body, orelse=other):
            return clauses_in(body) | clauses_in(other)
        case ast.Subscript(value=ast.Name(id="_ASKS_FOR_A_PLAYER" | "_ANSWERED_BY" | "_STACKED_BY" as table)):
            return set(getattr(judging, table).values())
        case _:
            return set()


def refusals() -> dict[str, set[str]]:
    """The clauses of every `Refused(code, clause, …)` in the engine, by place."""
    found: dict[str, set[str]] = {}
    for file in sorted(ENGINE.rglob("*.py")):
        for scope in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if not isinstance(scope, ast.FunctionDef):
                continue
            named: dict[str, set[str]] = {}
            for node in ast.walk(scope):
                if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
                    named.setdefault(node.targets[0].id, set()).update(clauses_in(node.value))
            for node in ast.walk(scope):
                match node:
                    case ast.Call(func=ast.Name(id="Refused"), args=[_code, ast.Name(id=name), *_]):
                        found[f"{file.name}:{node.lineno}"] = named.get(name, set())
                    case ast.Call(func=ast.Name(id="Refused"), args=[_code, clause, *_]):
                        found[f"{file.name}:{node.lineno}"] = clauses_in(clause)
                    case _:
                        pass
    return found


def test_every_clause_has_a_sentence_and_no_other_name_has_one() -> None:
    assert set(CLAUSES) == set(NAMES)


@pytest.mark.parametrize("clause", CLAUSES)
def test_a_sentence_is_one_plain_sentence(clause: str) -> None:
    text = CLAUSES[clause]
    assert text[0].isupper()
    assert text.endswith(".")
    assert ". " not in text
    assert "  " not in text
    assert 20 <= len(text) <= 240
    assert text.isascii()


def test_no_two_clauses_have_the_same_sentence() -> None:
    assert len(set(CLAUSES.values())) == len(CLAUSES)


@pytest.mark.parametrize(("place", "clauses"), refusals().items())
def test_a_refusal_names_a_clause_that_there_is(place: str, clauses: set[str]) -> None:
    assert clauses, place
    assert clauses <= set(CLAUSES)


@pytest.mark.fast
def test_the_refusals_are_found() -> None:
    assert len(refusals()) > 30
