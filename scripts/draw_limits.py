"""Are the limits in the documents those that the server goes by? Writes them anew, or checks.

draw_limits.py           writes the table of server/limits.py into server/README.md, and the file of settings with all
                         limits as they are by default into README.md, between the marks there
draw_limits.py --check   changes nothing; exit code 1 if what stands there is not current
"""

import sys
from functools import partial
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path[:] = [str(ROOT), *sys.path, str(ROOT / "scripts")]

import generated  # noqa: E402

from server.limits import BOUNDS, USUAL  # noqa: E402

BEGIN, END = "<!-- limits: begin -->\n", "<!-- limits: end -->\n"


def table() -> str:
    """All limits that can be set, for whoever runs a server or changes it."""
    lines = ["| | by default | may be | hits each | then |", "|---|---|---|---|---|"]
    for name, bound in BOUNDS.items():
        figures = (number(USUAL[name]), f"{number(bound.least)} to {number(bound.most)}")
        lines.append(f"| {' | '.join((f'`{name}`', *figures, bound.hits, bound.then))} |")
    return "\n".join(lines) + "\n"


def settings() -> str:
    """The same as a file of settings."""
    lines = [f"{name} = {USUAL[name]}" for name in BOUNDS]
    widest = max(map(len, lines))
    told = [f"{line:<{widest}}  # {bound.hits}" for line, bound in zip(lines, BOUNDS.values(), strict=True)]
    return "\n".join(["```toml", "[limits]", *told, "```"]) + "\n"


def number(value: float) -> str:
    """A number for people."""
    return f"{value:,.0f}" if value == int(value) else f"{value:g}"


PLACES = {ROOT / "server" / "README.md": table, ROOT / "README.md": settings}


def current(document: Path) -> str:
    """The document as it should be."""
    return generated.between(document.read_text(encoding="utf-8"), BEGIN, END, PLACES[document]())


def main() -> int:
    """The command."""
    makes = {document: partial(current, document) for document in PLACES}
    return generated.command(makes, "Write the server's limits into the documents, or check.")


if __name__ == "__main__":
    sys.exit(main())
