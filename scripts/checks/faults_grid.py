"""The grid of faults: which tests hold server and client to each case of server/FAULTS.md.

check.py faults-grid          prints the grid: how many tests cite each case, for the server and for the client; exit
                              code 1 if one of 1 to 28 has none on a side, and no written reason
check.py faults-grid --list   the tests too

A test cites a case by `FAULTS 12` (`FAULTS 2, 4 to 7`) in a comment within its function or in its docstring; a module's
docstring and comments elsewhere do not count. It speaks for the server under tests/server, for the client under
tests/client, for both (`whole`) under tests/protocol, tests/e2e and tests/simulation; the latter counts for nothing
that is asked of a side. Needs nothing but Python.
"""

import argparse
import ast
import io
import re
import sys
import tokenize
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
BOOK = ROOT / "server" / "FAULTS.md"
TESTS = ROOT / "tests"
SIDES = ("server", "client")
COLUMNS = {"server": ("server",), "client": ("client",), "whole": ("protocol", "e2e", "simulation")}
"""The folders of tests by the column that they count for."""
NEEDED = range(1, 29)
ALL = range(1, 56)

REASONS: dict[tuple[int, str], str] = {}
"""Why no test is needed: by case and side."""

_CASE = re.compile(r"^\| (\d+) \| (.+?) \|", re.MULTILINE)
_CITED = re.compile(r"FAULTS (\d+(?:(?:, | to | and )\d+)*)")
_PART = re.compile(r"(\d+)(?: to (\d+))?")


def cases(book: str) -> dict[int, str]:
    """The cases of the table, in words, by number."""
    _, _, rest = book.partition("<!-- faults: begin -->")
    return {int(number): words for number, words in _CASE.findall(rest.partition("<!-- faults: end -->")[0])}


def numbers(text: str) -> Iterator[int]:
    """The cases that a text cites."""
    for cited in _CITED.findall(text):
        for first, last in _PART.findall(cited):
            yield from range(int(first), int(last or first) + 1)


def citations(source: str) -> Iterator[tuple[str, int]]:
    """Name of a test and number of a case, for every case that a test of a source cites."""
    comments = {
        token.start[0]: token.string
        for token in tokenize.generate_tokens(io.StringIO(source).readline)
        if token.type == tokenize.COMMENT
    }
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.name.startswith("test_"):
            first = min([node.lineno, *(each.lineno for each in node.decorator_list)])
            own = [comments[line] for line in range(first, (node.end_lineno or first) + 1) if line in comments]
            texts = [*own, ast.get_docstring(node) or ""]
            yield from ((node.name, number) for number in sorted({each for text in texts for each in numbers(text)}))


def cited(tests: Path) -> dict[tuple[int, str], list[str]]:
    """The tests that cite, by case and side."""
    found: dict[tuple[int, str], list[str]] = {}
    for side, folders in COLUMNS.items():
        for file in sorted(file for folder in folders for file in (tests / folder).rglob("test_*.py")):
            for name, number in citations(file.read_text(encoding="utf-8")):
                found.setdefault((number, side), []).append(f"{file.relative_to(tests).as_posix()}::{name}")
    return found


def complaints(known: dict[int, str], places: dict[tuple[int, str], list[str]]) -> list[str]:
    """The complaints, a line each: cases without a test, empty reasons, unknown numbers."""
    lines = [f"case {number} is missing in server/FAULTS.md" for number in ALL if number not in known]
    for number in NEEDED:
        for side in SIDES:
            if (number, side) not in places and (number, side) not in REASONS:
                lines.append(f"case {number} is cited by no test of the {side}, and no reason is written")
            if (number, side) in places and (number, side) in REASONS:
                lines.append(f"case {number} has tests of the {side}, so it needs no reason")
    lines += [
        f"there is no case {number}, but {place} cites it"
        for (number, _), tests in sorted(places.items())
        for place in tests
        if number not in known
    ]
    return lines


def grid(known: dict[int, str], places: dict[tuple[int, str], list[str]], *, listing: bool) -> Iterator[str]:
    """The lines of the grid."""
    yield "case  server  client   whole"
    for number, words in sorted(known.items()):
        counts = (_cell(number, side, places) for side in COLUMNS)
        yield f"{number:>4}  {'  '.join(f'{count:>6}' for count in counts)}  {words}"
        if listing:
            yield from (f"      {place}" for side in COLUMNS for place in places.get((number, side), ()))
            yield from (f"      {side}: {REASONS[number, side]}" for side in SIDES if (number, side) in REASONS)


def _cell(number: int, side: str, places: dict[tuple[int, str], list[str]]) -> str:
    if (number, side) in REASONS:
        return "reason"
    return str(len(places.get((number, side), ())) or ("none" if number in NEEDED and side in SIDES else "-"))


def main() -> int:
    """See the text at the top of this file."""
    parser = argparse.ArgumentParser(
        prog="check.py faults-grid", description="Find cases of faults that no test cites."
    )
    parser.add_argument("--list", action="store_true", help="list the tests of every case")
    listing = parser.parse_args().list
    known, places = cases(BOOK.read_text(encoding="utf-8")), cited(TESTS)
    print("\n".join(grid(known, places, listing=listing)))
    wrong = complaints(known, places)
    print("\n".join(wrong) if wrong else "every case from 1 to 28 has its tests on both sides")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
