"""Draws the limits that can be set as a table in server/RUNNING.md.

draw_limits.py           writes the table of server/base/limits.py between the marks there
draw_limits.py --check   changes nothing; exit code 1 if the table there is out of date
"""

import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path[:] = [str(ROOT), *sys.path, str(ROOT / "scripts")]

import generated  # noqa: E402

from server.base.limits import BOUNDS, USUAL  # noqa: E402

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
    return generated.between(DOCUMENT.read_text(encoding="utf-8"), BEGIN, END, table())


def main() -> int:
    """The command."""
    return generated.command({DOCUMENT: current}, "Write the table of the server's limits into server/RUNNING.md.")


if __name__ == "__main__":
    sys.exit(main())
