"""The journal of this version for the tests: fixed games through the hub.

generate.py journal               records it in tests/journals/vN, N being the version of `uno_server.journal.database`
generate.py journal --into DIR    records it there instead

A recording is never out of date: it is what a program has written. To change the format, raise `VERSION` and record the
new version, again and again until a release writes it.
"""

import argparse
from collections.abc import Iterator, Sequence
from contextlib import closing
from pathlib import Path

from tests.server.recorded import JOURNALS, record
from uno_protocol.room import ROOM_EVENTS
from uno_server.journal.bodies import read_moment
from uno_server.journal.database import ALONE, FILE, VERSION, connect, rows


def alone(arguments: Sequence[str]) -> int:
    """Record. Gives the exit code."""
    parser = argparse.ArgumentParser(prog="generate.py journal")
    parser.add_argument("--into", type=Path, default=JOURNALS / f"v{VERSION}", metavar="DIR", help="record it there")
    directory: Path = parser.parse_args(arguments).into
    (directory / FILE).unlink(missing_ok=True)
    record(directory)
    print(f"{directory / FILE}: {(directory / FILE).stat().st_size} bytes")
    happened = set(events(directory))
    if missing := [kind for kind, event in ROOM_EVENTS.items() if event not in happened]:
        print(f"let these happen in tests/server/recorded.py, and record again: {', '.join(missing)}")
    return 0


def events(directory: Path) -> Iterator[type]:
    """The kinds of events in the journal there."""
    with closing(connect(directory / FILE, ALONE)) as connection:
        for row in rows(connection, "entries"):
            yield from map(type, read_moment(row.number, row.written()).events)
