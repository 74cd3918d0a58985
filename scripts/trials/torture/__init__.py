"""The subcommands of `torture.py`: what must hold while servers, clients and networks are broken on purpose."""

import argparse
import json
import sys
from collections.abc import Iterable


def parser(name: str, about: str | None) -> argparse.ArgumentParser:
    """The options that all of them have."""
    made = argparse.ArgumentParser(prog=name, description=about, formatter_class=argparse.RawDescriptionHelpFormatter)
    made.add_argument("--seed", type=int, default=1, metavar="S", help="the seed of everything (1)")
    made.add_argument("--json", action="store_true", help="print one line of JSON")
    return made


def report(name: str, found: Iterable[str], figures: dict[str, object], *, as_json: bool) -> None:
    """Print the findings on standard error, and the figures for people or as JSON."""
    for line in found:
        print(f"{name}: {line}", file=sys.stderr)
    readable = "\n".join(f"{key}: {value}" for key, value in figures.items() if key != "told")
    print(json.dumps(figures) if as_json else readable, flush=True)
