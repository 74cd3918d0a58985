"""The guide for authors of clients, and its example, keep to the document."""

import re
from pathlib import Path

import pytest

from uno_protocol import messages as m
from uno_protocol.conformance import report

ROOT = Path(__file__).parents[2]
DOCUMENT = report.document()
CLAUSES = set(re.findall(r"\*\*(P-\d+\.\d+)\*\*", DOCUMENT))
NAMES = set(re.findall(r"^(?:#### |- \*\*)`(\w+)`", DOCUMENT, re.MULTILINE)) | set(m.REQUESTS)
"""Of messages, events and decisions."""
LISTED = set(re.findall(r"\{k: \"(\w+)\"", DOCUMENT.partition("**P-9.5**")[2].partition("**P-9.6**")[0]))
TEXTS = ["protocol/GUIDE.md", "scripts/examples/README.md", "scripts/examples/node/client.mjs"]
"""Where a stranger reads."""


@pytest.mark.parametrize("name", TEXTS)
def test_every_clause_that_is_cited_exists(name: str) -> None:
    cited = set(re.findall(r"P-\d+\.\d+", (ROOT / name).read_text(encoding="utf-8")))
    assert len(cited) >= 2
    assert cited <= CLAUSES


@pytest.mark.parametrize("name", TEXTS[::2])
def test_every_message_that_is_named_exists(name: str) -> None:
    text = (ROOT / name).read_text(encoding="utf-8")
    named = set(re.findall(r"\bt: '(\w+)'|case '(\w+)'", text))
    messages = {each for pair in named for each in pair if each}
    assert len(messages) >= 8
    assert messages <= NAMES


@pytest.mark.parametrize(("name", "table"), [(TEXTS[0], "FIELDS"), (TEXTS[2], "MOVES")])
def test_every_listed_action_can_be_answered(name: str, table: str) -> None:
    rows = re.search(rf"const {table} = \{{(.*?)\}};", (ROOT / name).read_text(encoding="utf-8"), re.DOTALL)
    assert rows is not None
    assert set(re.findall(r"(\w+): \[", rows[1])) == LISTED


def test_every_event_of_the_example_exists() -> None:
    text = (ROOT / TEXTS[2]).read_text(encoding="utf-8")
    rows = text.partition("const EVENTS = {")[2].partition("\n};")[0]
    events = set(re.findall(r"^  (\w+)\(", rows, re.MULTILINE))
    assert len(events) >= 10
    assert events <= NAMES


def test_the_example_is_as_short_as_the_guide_says() -> None:
    guide, example = ((ROOT / name).read_text(encoding="utf-8") for name in TEXTS[::2])
    promised = re.search(r"less than (\d+) lines", guide)
    assert promised is not None
    assert len(example.splitlines()) < int(promised[1])
