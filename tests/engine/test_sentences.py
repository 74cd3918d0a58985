"""A clause has a plain sentence of its own for players, and every refusal names an existing clause."""

import ast
import re
from pathlib import Path

import pytest

import uno_engine
from uno_engine.clauses import CLAUSES

ENGINE = Path(uno_engine.__file__).resolve().parent


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


def test_what_is_refused_names_a_clause_that_there_is() -> None:
    named = {
        node.value
        for file in ENGINE.glob("*.py")
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8")))
        if isinstance(node, ast.Constant) and re.fullmatch(r"[A-Z]\d+", str(node.value))
    }
    assert len(named) > 25
    assert named <= set(CLAUSES)
