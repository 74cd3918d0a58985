"""The printed rule book says what the code plays: options, presets, fingerprints, Customizable rules, clauses."""

import hashlib
import re
from pathlib import Path

import pytest

import uno_engine
from uno_engine.clauses import CLAUSES
from uno_engine.customizable import RULES
from uno_engine.options import ADDED, fingerprint, with_options
from uno_engine.presets import DESCRIPTIONS, PRESETS
from uno_engine.rules import CLASHES, TABLE, RulesRefused

BOOK = (Path(uno_engine.__file__).resolve().parents[1] / "RULES.md").read_text(encoding="utf-8")

DECISIONS = (
    *("A3", "A6", "A8", "A10", "A11", "A12", "A13", "B3", "O1", "O8", "Q2", "Q3", "Q5"),
    *("C1", "C8", "C9", "C13", "C15", "S1", "S4", "S7", "M1", "M2"),
)


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


def bracketed(name: str) -> set[str]:
    head, *rows = table("option")
    return {row[0].strip("`") for row in rows if row[head.index(name)].startswith("(")}


def test_the_book_has_every_clause_once_and_in_order() -> None:
    assert re.findall(r"^- \*\*([A-Z]\d+)\*\* ", BOOK, re.MULTILINE) == list(CLAUSES)


def test_every_preset_is_described() -> None:
    assert list(DESCRIPTIONS) == list(PRESETS)


@pytest.mark.parametrize("name", PRESETS)
def test_what_stands_in_brackets_does_not_change_the_fingerprint(name: str) -> None:
    rules = PRESETS[name]
    for option in TABLE:
        others = {fingerprint(with_options(rules, {option: value})) for value in usable(name, option)}
        if others:
            assert (others == {fingerprint(rules)}) is (option in bracketed(name)), option


def usable(name: str, option: str) -> list[str]:
    """The choices of an option, other than the preset's own, that no clash bars."""
    found = []
    for value in TABLE[option].choices:
        try:
            with_options(PRESETS[name], {option: value})
        except RulesRefused:
            continue
        if value != printed(name)[option]:
            found.append(value)
    return found


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


def test_every_option_that_may_clash_is_named_among_the_clashes() -> None:
    told = BOOK[BOOK.index("Some values do not go together") : BOOK.index("The *fingerprint*")]
    assert {clash.option for clash in CLASHES} <= set(re.findall(r"`(\w+)`", told))


@pytest.mark.parametrize("clause", DECISIONS)
def test_what_the_written_rules_leave_open_is_marked_as_settled(clause: str) -> None:
    text = re.split(r"^- \*\*[A-Z]\d+\*\* |^#", BOOK[BOOK.index(f"- **{clause}** ") + 2 :], flags=re.MULTILINE)[0]
    assert "*settled*" in text.lower() or "*settled:*" in text.lower()


def test_lines_are_short_enough_to_read() -> None:
    assert [line for line in BOOK.splitlines() if len(line) > 120 and not line.startswith("|")] == []


def test_a_line_holds_one_sentence() -> None:
    prose = [line for line in BOOK.splitlines() if not line.startswith(("|", "#"))]
    assert [line for line in prose if re.search(r"[.?!] [A-Z]", line)] == []
