"""Are the limits in the documents those that the server goes by? Writes them anew, or checks.

draw_limits.py           writes the table of server/limits.py into server/README.md, and the file of settings with all
                         limits as they are by default into README.md, between the marks there
draw_limits.py --check   changes nothing; exit code 1 if what stands there is not current
"""

import argparse
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

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
    before, begin, rest = document.read_text(encoding="utf-8").partition(BEGIN)
    _, end, after = rest.partition(END)
    if not begin or not end:
        raise SystemExit(f"draw_limits.py: {document.relative_to(ROOT).as_posix()} has lost its marks")
    return f"{before}{BEGIN}\n{PLACES[document]()}\n{END}{after}"


def main() -> int:
    """The command."""
    parser = argparse.ArgumentParser(description="Write the server's limits into the documents, or check.")
    parser.add_argument("--check", action="store_true", help="change nothing; exit code 1 if it is not current")
    check = parser.parse_args().check
    stale = [document for document in PLACES if current(document) != document.read_text(encoding="utf-8")]
    for document in stale:
        if check:
            print(f"draw_limits.py: {document.relative_to(ROOT).as_posix()} is not current", file=sys.stderr)
        else:
            document.write_text(current(document), encoding="utf-8", newline="\n")
    return 1 if stale and check else 0


if __name__ == "__main__":
    sys.exit(main())
