"""The table in server/RUNNING.md of the limits that can be set (server/base/limits.py)."""

from collections.abc import Callable, Mapping
from pathlib import Path

from generating import ROOT, between
from server.base.limits import BOUNDS, USUAL

BEGIN, END = "<!-- limits: begin -->\n", "<!-- limits: end -->\n"


def table() -> str:
    """All limits that can be set."""
    lines = ["| | by default | may be | hits each | then |", "|---|---|---|---|---|"]
    for name, bound in BOUNDS.items():
        figures = (number(USUAL[name]), f"{number(bound.least)} to {number(bound.most)}")
        lines.append(f"| {' | '.join((f'`{name}`', *figures, bound.hits, bound.then))} |")
    return "\n".join(lines) + "\n"


def number(value: float) -> str:
    """A number for people."""
    return f"{value:,.0f}" if value == int(value) else f"{value:g}"


DOCUMENT = ROOT / "server" / "RUNNING.md"


def current() -> str:
    """The document as it should be."""
    return between(DOCUMENT.read_text(encoding="utf-8"), BEGIN, END, table())


def files() -> Mapping[Path, Callable[[], str]]:
    """The document."""
    return {DOCUMENT: current}
