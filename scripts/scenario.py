"""Run scenario files on our engine. A file lists positions, steps, and what is expected of them.

scenario.py FILE...          one line for each scenario that fails, last "N passed, N failed"
scenario.py FILE... --json   the same, and one JSON value on the last line

Exit code: 0 if every scenario passed, 1 if one failed, 2 for a file that cannot be read or has no scenario. Needs
only Python.
"""

import argparse
import json
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "engine"))

from uno_engine.scenario.run import Outcome, run_text  # noqa: E402  (the checkout may not be installed)


def told(file: str, outcome: Outcome) -> str:
    """The line for a failed scenario."""
    step = f"{outcome.step}: " if outcome.step else ""
    found = f"found: {outcome.found}" if outcome.step else outcome.found
    return f"{file}:{outcome.line}: {outcome.name}: {step}{found}"


def main() -> int:
    """See the text at the top of this file."""
    parser = argparse.ArgumentParser(prog="scenario.py", description="Run scenario files on the engine.")
    parser.add_argument("files", nargs="+", metavar="FILE")
    parser.add_argument("--json", action="store_true", help="print the outcome as one JSON value on the last line")
    arguments = parser.parse_args()
    outcomes: list[tuple[str, Outcome]] = []
    for file in arguments.files:
        try:
            text = Path(file).read_text(encoding="utf-8")
        except (OSError, UnicodeDecodeError) as fault:
            print(f"scenario.py: {file} cannot be read: {fault}", file=sys.stderr)
            return 2
        found = [(file, outcome) for outcome in run_text(text)]
        if not found:
            print(f"scenario.py: {file} has no scenario: each begins with a line 'scenario: ...'", file=sys.stderr)
            return 2
        outcomes += found
    failures = [(file, outcome) for file, outcome in outcomes if not outcome.passed]
    for file, outcome in failures:
        print(told(file, outcome))
    passed = len(outcomes) - len(failures)
    print(f"{passed} passed, {len(failures)} failed")
    if arguments.json:
        rows = [
            {"file": file, "line": outcome.line, "name": outcome.name, "step": outcome.step, "found": outcome.found}
            for file, outcome in failures
        ]
        print(json.dumps({"passed": passed, "failed": len(failures), "failures": rows}))
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
