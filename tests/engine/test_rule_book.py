"""The printed rule book says what the code plays: options, presets, fingerprints, Customizable rules, clauses."""

import hashlib
import re
from pathlib import Path

import pytest

import uno_engine
from uno_engine.clauses import CLAUSES
from uno_engine.customizable import RULES
from uno_engine.options import ADDED, fingerprint
from uno_engine.presets import PRESETS

BOOK = (Path(uno_engine.__file__).resolve().parents[1] / "RULES.md").read_text(encoding="utf-8")


def table(first: str) -> list[list[str]]:
    """The cells of the table whose first heading that is, headings included and the rule below them left out."""
    rows = BOOK[BOOK.index(f"| {first} |") :].partition("\n\n")[0].splitlines()
    cells = [[cell.strip() for cell in row.strip().strip("|").split(" | ")] for row in rows]
    return [cells[0], *cells[2:]]


def printed(name: str) -> dict[str, str]:
    """The options of a preset as the book prints them, brackets taken off."""
    head, *rows = table("option")
    column = head.index(name)
    return {row[0].strip("`"): row[column].strip("()") for row in rows}


def test_the_book_has_every_clause_once_and_in_order() -> None:
    assert re.findall(r"^- \*\*([A-Z]\d+)\*\* ", BOOK, re.MULTILINE) == list(CLAUSES)


@pytest.mark.clause("O1", "O9")
@pytest.mark.parametrize("name", PRESETS)
def test_the_fingerprint_follows_from_the_printed_table(name: str) -> None:
    usual = printed("official")
    told = {option: value for option, value in printed(name).items() if option not in ADDED or value != usual[option]}
    lines = "".join(f"{option}={value}\n" for option, value in told.items())
    digits = hashlib.sha256(lines.encode()).hexdigest()[:8]
    assert [f"`{name}`", f"`{digits}`"] in table("preset | fingerprint")
    assert fingerprint(PRESETS[name]) == digits


def test_the_catalogue_is_printed_as_it_is_played() -> None:
    assert [row[:4] for row in table("name")[1:]] == [
        [f"`{name}`", rule.title, rule.text, rule.shows] for name, rule in RULES.items()
    ]
    marked = {row[0].strip("`") for row in table("name")[1:] if row[-1].endswith("*turns*")}
    assert marked == {name for name, rule in RULES.items() if rule.turns}


def test_lines_are_short_enough_to_read() -> None:
    assert [line for line in BOOK.splitlines() if len(line) > 120 and not line.startswith("|")] == []


def test_a_line_holds_one_sentence() -> None:
    prose = [line for line in BOOK.splitlines() if not line.startswith(("|", "#"))]
    assert [line for line in prose if re.search(r"[.?!] [A-Z]", line)] == []
