"""The page says what labels say, and has no texts of its own."""

import re

from uno_protocol.labels import EARLY, IN_CONTEXT, LABELS, PLURALS
from uno_server.web.site import PAGE

ROOT = PAGE.parents[3]
KNOWN = {*LABELS, *IN_CONTEXT, *PLURALS}
MODULES = sorted(PAGE.rglob("*.js"))
CODE = [path for part in ("client", "protocol") for path in (ROOT / part).rglob("*.py")]
BOTH = "\n".join(path.read_text(encoding="utf-8") for path in (*MODULES, *CODE) if path.name != "labels.py")


def test_what_is_asked_for_is_a_label() -> None:
    assert set(re.findall(r'\b(?:worded\(|LABELS\[|row\()"(\w+)"', BOTH)) <= KNOWN


def test_every_label_is_asked_for() -> None:
    begun = tuple(re.findall(r"`(\w+_)\$\{[\w.]+\}`", BOTH))
    ended = tuple(re.findall(r"`\$\{\w+\}(_\w+)`", BOTH))
    asked = {name for name in KNOWN if f'"{name}"' in BOTH or name.startswith(begun) or name.endswith(ended)}
    assert asked == KNOWN


def test_the_page_brings_few_texts_with_it() -> None:
    assert len(EARLY) <= 120
