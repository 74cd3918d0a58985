"""The results of a run, for people and programs: a table, JSON, JUnit, and the clauses covered."""

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from importlib.resources import files
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

from uno_protocol.conformance.judging import Case, Judged
from uno_protocol.conformance.verdicts import Requirement, Verdict

_CLAUSE = re.compile(r"^- \*\*(P-\d+\.\d+)\*\*", re.MULTILINE)


def document() -> str:
    """The text of the protocol: all its parts, of which PROTOCOL.md is the first."""
    package = Path(str(files("uno_protocol")))
    made = package / "document"  # an installation has it in the package, a checkout beside it
    folder = made if made.exists() else package.parent
    return "\n".join(each.read_text(encoding="utf-8") for each in sorted(folder.glob("*.md")))


def clauses_of_the_document() -> dict[str, str]:
    """Every clause of the protocol with its text, in their order."""
    text = document()
    begins = list(_CLAUSE.finditer(text))
    ends = [*(match.start() for match in begins[1:]), len(text)]
    found = {match[1]: text[match.end() : end] for match, end in zip(begins, ends, strict=True)}
    return {clause: found[clause] for clause in sorted(found, key=_place)}


def _place(clause: str) -> tuple[int, ...]:
    return tuple(map(int, clause.removeprefix("P-").split(".")))


def covered(cases: Iterable[Case]) -> dict[str, list[str]]:
    """The numbers of the cases for each clause of the document."""
    found: dict[str, list[str]] = {clause: [] for clause in clauses_of_the_document()}
    for one in cases:
        for clause in one.clauses:
            found.setdefault(clause, []).append(one.number)
    return found


def line(judged: Judged) -> str:
    """A case in one line; if it failed, a second one with what was found."""
    one = judged.case
    text = f"{judged.verdict.value:7} {one.number:6} {one.does}"
    if judged.verdict is Verdict.PASSED:
        return text
    why = "" if judged.verdict is Verdict.SKIPPED else f" [{', '.join(one.clauses)}] expected: {one.expects};"
    return f"{text}\n        {why} found: {judged.found}".rstrip()


def table(results: Sequence[Judged]) -> str:
    """The number of cases per group and verdict."""
    rows = ["group             passed  failed skipped"]
    for group in (*dict.fromkeys(judged.case.group for judged in results), "all"):
        count = Counter(judged.verdict for judged in results if group in ("all", judged.case.group))
        rows.append(f"{group:16} " + " ".join(f"{count[verdict]:7}" for verdict in Verdict))
    return "\n".join(rows)


def as_json(results: Sequence[Judged]) -> dict[str, Any]:
    """The whole run as plain values."""
    count = Counter(judged.verdict for judged in results)
    return {
        "passed": count[Verdict.PASSED],
        "failed": count[Verdict.FAILED],
        "skipped": count[Verdict.SKIPPED],
        "cases": [
            {
                "id": judged.case.number,
                "group": judged.case.group,
                "clauses": list(judged.case.clauses),
                "level": judged.case.level.value,
                "does": judged.case.does,
                "expects": judged.case.expects,
                "result": judged.verdict.value,
                "behaviour": judged.behaviour.value,
                "closing": None if judged.closing is None else judged.closing.value,
                "found": judged.found,
                "seconds": round(judged.seconds, 3),
            }
            for judged in results
        ],
    }


def as_junit(results: Sequence[Judged]) -> bytes:
    """The run as JUnit XML, with one suite per group."""
    root = ET.Element("testsuites", name="uno-conformance")
    for group in dict.fromkeys(judged.case.group for judged in results):
        of_group = [judged for judged in results if judged.case.group == group]
        count = Counter(judged.verdict for judged in of_group)
        suite = ET.SubElement(
            root,
            "testsuite",
            name=group,
            tests=str(len(of_group)),
            failures=str(count[Verdict.FAILED]),
            skipped=str(count[Verdict.SKIPPED]),
        )
        for judged in of_group:
            name = f"{judged.case.number} {judged.case.does}"
            element = ET.SubElement(suite, "testcase", classname=group, name=name, time=f"{judged.seconds:.3f}")
            if judged.verdict is Verdict.FAILED:
                text = f"{', '.join(judged.case.clauses)}: expected {judged.case.expects}; found {judged.found}"
                ET.SubElement(element, "failure", message=text)
            elif judged.verdict is Verdict.SKIPPED:
                ET.SubElement(element, "skipped", message=judged.found)
    xml: bytes = ET.tostring(root, encoding="utf-8", xml_declaration=True)
    return xml


def listing(cases: Iterable[Case]) -> str:
    """Every case: number, level, clauses, what it does and what it expects."""
    return "\n".join(
        f"{one.number:6} {one.group:10} {'SHOULD' if one.level is Requirement.SHOULD else 'MUST':6} "
        f"{', '.join(one.clauses)}\n       {one.does}\n       -> {one.expects}"
        for one in cases
    )
