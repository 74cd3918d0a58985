"""Generated text: a script writes its part of the tree anew, or says what is out of date."""

import argparse
import sys
from collections.abc import Callable, Mapping
from pathlib import Path


class Unwritable(Exception):
    """What cannot be written as the tree stands; why."""


def between(text: str, begin: str, end: str, new: str) -> str:
    """`text` with `new` between the lines `begin` and `end`. Raises Unwritable if it has no such lines."""
    before, found, rest = text.partition(begin)
    _, ended, after = rest.partition(end)
    if not found or not ended:
        raise Unwritable(f"has lost the mark {begin.strip()}")
    return f"{before}{begin}\n{new.strip()}\n\n{end}{after}"


def command(makes: Mapping[Path, Callable[[], str]], description: str) -> int:
    """A script that makes these files, with --check as its one option. Gives the exit code.

    Each function gives what its file should hold, or raises Unwritable. 1: it did, or a file is out of date.
    """
    parser = argparse.ArgumentParser(description=description)
    parser.add_argument("--check", action="store_true", help="change nothing; exit code 1 if something is out of date")
    check = parser.parse_args().check
    code = 0
    for file, make in makes.items():
        try:
            text = make()
        except Unwritable as fault:
            print(f"{parser.prog}: {file}: {fault}", file=sys.stderr)
            code = 1
            continue
        if file.exists() and text == file.read_text(encoding="utf-8"):
            continue
        if check:
            print(f"{parser.prog}: {file} is out of date", file=sys.stderr)
            code = 1
        else:
            file.parent.mkdir(exist_ok=True)
            file.write_text(text, encoding="utf-8", newline="\n")
    return code
