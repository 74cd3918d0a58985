"""Every scenario holds on the engine, and counts as a test of the clauses that it cites."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from uno_engine.scenario import position
from uno_engine.scenario.run import run
from uno_engine.scenario.text import Block, blocks

FILES = sorted((Path(__file__).resolve().parents[1] / "scenarios").rglob("*.game"))


def cases() -> Iterator[Any]:
    for file in FILES:
        for block in blocks(file.read_text(encoding="utf-8")):
            marks = pytest.mark.clause(*position.read(block).clauses)
            yield pytest.param(file, block, marks=marks, id=f"{file.stem}-{block.line}-{block.name}")


@pytest.mark.parametrize(("file", "block"), list(cases()))
def test_a_scenario_holds(file: Path, block: Block) -> None:
    outcome = run(block)
    assert outcome.passed, f"{file}:{outcome.line}: {outcome.step}: found: {outcome.found}"


def test_no_two_scenarios_of_a_file_have_the_same_name() -> None:
    for file in FILES:
        names = [block.name for block in blocks(file.read_text(encoding="utf-8"))]
        assert len(names) == len(set(names)), file
    assert FILES
