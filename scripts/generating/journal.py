"""The journal of this version for the tests: fixed games through the hub, and a hash of how each ended.

generate.py journal               records it in tests/journals/vN, N being the version of `uno_server.journal.database`
generate.py journal --into DIR    records it there instead
generate.py journal --show [DIR]  prints in full what the hashes are of, as this program recovers it from the journal
                                  there

A recording is never out of date: it is what a program has written. Version 1 is released (0.1.0 wrote it), so its
recording stays as it is. To change the format, raise `VERSION`, add a migration
(`uno_server.journal.database.MIGRATIONS`) and record the new version, again and again until a release writes it.
"""

import argparse
import json
import shutil
import tempfile
from collections.abc import Sequence
from pathlib import Path

from tests.server.recorded import JOURNALS, Stored, kinds_in, picture, record
from uno_protocol.room import ROOM_EVENTS
from uno_server.journal.database import FILE, VERSION

HERE = JOURNALS / f"v{VERSION}"


def alone(arguments: Sequence[str]) -> int:
    """Record, or show what is recorded. Gives the exit code."""
    parser = argparse.ArgumentParser(prog="generate.py journal")
    asked = parser.add_mutually_exclusive_group()
    asked.add_argument("--into", type=Path, default=HERE, metavar="DIR", help="record it there")
    asked.add_argument("--show", type=Path, nargs="?", const=HERE, metavar="DIR", help="print all of the journal there")
    found = parser.parse_args(arguments)
    if found.show is not None:
        show(found.show)
        return 0
    directory: Path = found.into
    record(directory)
    print(f"{directory / FILE}: {(directory / FILE).stat().st_size} bytes")
    happened = kinds_in(directory)
    if missing := [kind for kind, event in ROOM_EVENTS.items() if event not in happened]:
        print(f"let these happen in tests/server/recorded.py, and record again: {', '.join(missing)}")
    return 0


def show(directory: Path) -> None:
    """Print the pictures of a copy of the journal in a directory."""
    with tempfile.TemporaryDirectory() as copy:
        shutil.copy(directory / FILE, copy)
        world = Stored(Path(copy))
        print(json.dumps(picture(world.recovered, world.now), indent=1))
        world.journal.abandon()
