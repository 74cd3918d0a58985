"""Find the tests that cite each clause of the rule book.

check.py clauses          names the clauses that no test or scenario cites; exit code 1 if there is one
check.py clauses --list   also one line for each clause with everything that cites it

The clauses are those of engine/RULES.md, and the laws of the engine (law1 to law4). Tests cite
with `pytest.mark.clause(...)`, scenarios with their `clause:` lines. Needs only Python.
"""

import argparse
import ast
import re
import sys
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "engine"))

from uno_engine.scenario import position  # noqa: E402  (the checkout may not be installed)
from uno_engine.scenario.text import blocks  # noqa: E402

BOOK = ROOT / "engine" / "RULES.md"
TESTS = ROOT / "tests"
LAWS = ("law1", "law2", "law3", "law4")

_CLAUSE = re.compile(r"^[\s#>*|\-]*([A-Z]\d{1,2})\b", re.MULTILINE)
"""A clause begins with its number: in a heading, an entry of a list, the first column of a table, a bold word."""


def clauses(book: str) -> list[str]:
    """The clauses of a rule book in the order in which they first appear, then the laws."""
    return [*dict.fromkeys(_CLAUSE.findall(book)), *LAWS]


def marks(source: str) -> Iterator[tuple[int, str]]:
    """Line and name for every name in a `pytest.mark.clause(...)` of a source."""
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.Call(func=ast.Attribute(value=ast.Attribute(attr="mark"), attr="clause"), args=arguments):
                for argument in arguments:
                    if isinstance(argument, ast.Constant) and isinstance(argument.value, str):
                        yield node.lineno, argument.value
            case _:
                pass


def cited(tests: Path) -> dict[str, list[str]]:
    """Every place that cites a clause, as file and line, by clause."""
    found: dict[str, list[str]] = {}
    for file in sorted(tests.rglob("test_*.py")):
        for line, name in marks(file.read_text(encoding="utf-8")):
            found.setdefault(name, []).append(f"{file.relative_to(tests).as_posix()}:{line}")
    for file in sorted(tests.rglob("*.game")):
        for block in blocks(file.read_text(encoding="utf-8")):
            for name in position.read(block).clauses:
                found.setdefault(name, []).append(f"{file.relative_to(tests).as_posix()}:{block.line}")
    return found


def main() -> int:
    """See the text at the top of this file."""
    parser = argparse.ArgumentParser(prog="check.py clauses", description="Find clauses that no test cites.")
    parser.add_argument("--list", action="store_true", help="list what cites each clause")
    listing = parser.parse_args().list
    places = cited(TESTS)
    known = clauses(BOOK.read_text(encoding="utf-8"))
    if listing:
        for name in known:
            print(f"{name:<5}{' '.join(places.get(name, ['nothing']))}")
    missing = [name for name in known if name not in places]
    unknown = sorted(set(places) - set(known))
    for name in unknown:
        print(f"{name} is not a clause, but is cited by {' '.join(places[name])}")
    for name in missing:
        print(f"{name} is cited by no test")
    print(f"{len(known) - len(missing)} clauses cited, {len(missing)} not")
    return 1 if missing or unknown else 0


if __name__ == "__main__":
    sys.exit(main())
