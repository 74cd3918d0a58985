"""Every clause of the rule book is cited by a test, or stands in tests/deferred.toml with the reason."""

import ast
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from engine.scenario import position
from engine.scenario.text import blocks

TESTS = Path(__file__).resolve().parent.parent


def known() -> set[str]:
    groups: dict[str, dict[str, list[str]]] = tomllib.loads((TESTS / "clauses.toml").read_text(encoding="utf-8"))
    names = [name for group in groups.values() for part in group.values() for name in part]
    assert len(names) == len(set(names))
    return set(names)


def deferred() -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = tomllib.loads((TESTS / "deferred.toml").read_text(encoding="utf-8"))["deferred"]
    return rows


def cited_in_code(source: str) -> Iterator[str]:
    """The names in every `pytest.mark.clause(...)` that stands in a source."""
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.Call(func=ast.Attribute(value=ast.Attribute(attr="mark"), attr="clause"), args=arguments):
                yield from (argument.value for argument in arguments if isinstance(argument, ast.Constant))  # type: ignore[misc]
            case _:
                pass


def cited() -> dict[str, list[str]]:
    """Who cites what: names of files by clause."""
    found: dict[str, list[str]] = {}
    for file in sorted(TESTS.rglob("test_*.py")):
        for name in cited_in_code(file.read_text(encoding="utf-8")):
            found.setdefault(name, []).append(file.name)
    for file in sorted((TESTS / "scenarios").rglob("*.game")):
        for block in blocks(file.read_text(encoding="utf-8")):
            for name in position.read(block).clauses:
                found.setdefault(name, []).append(f"{file.name}:{block.line}")
    return found


def test_nobody_cites_a_clause_that_there_is_not() -> None:
    unknown = {name: places for name, places in cited().items() if name not in known()}
    assert unknown == {}


def test_every_clause_is_cited_or_deferred() -> None:
    missing = known() - set(cited()) - {row["clause"] for row in deferred()}
    assert sorted(missing) == []


def test_a_clause_is_deferred_whole_only_as_long_as_nobody_cites_it() -> None:
    whole = {row["clause"] for row in deferred() if "part" not in row}
    assert sorted(whole & set(cited())) == []


def test_a_clause_of_which_a_part_is_deferred_is_cited_for_the_rest() -> None:
    parts = {row["clause"] for row in deferred() if "part" in row}
    assert sorted(parts - set(cited())) == []


def test_what_is_deferred_is_a_clause_and_has_one_line_of_reason() -> None:
    for row in deferred():
        assert row["clause"] in known()
        assert row["reason"].strip()
        assert "\n" not in row["reason"]
    rows = [(row["clause"], row.get("part")) for row in deferred()]
    assert len(rows) == len(set(rows))
