"""Records the journal of this version for the tests: fixed games through the hub, and a hash of how each ended.

record_journal.py            writes tests/journals/vN anew, N being the version of `server/journal/database.py`
record_journal.py DIR        writes there instead
record_journal.py --show [DIR]
                             prints in full what the hashes are of, as this program recovers it from the journal there

Version 1 is released (0.1.0 wrote it): its recording stays as it is. To change the format, raise `VERSION`, add a
migration (`server.journal.database.MIGRATIONS`) and record the new version, again and again until a release writes it.
"""

import argparse
import json
import shutil
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from server.journal.database import FILE, VERSION  # noqa: E402  (the checkout may not be installed)
from tests.server.recorded import JOURNALS, Stored, picture, record  # noqa: E402


def main() -> int:
    """The command."""
    parser = argparse.ArgumentParser(description="Record the journal of this version for the tests.")
    parser.add_argument("directory", nargs="?", type=Path, default=JOURNALS / f"v{VERSION}", metavar="DIR")
    parser.add_argument("--show", action="store_true", help="print everything in the journal there")
    asked = parser.parse_args()
    directory: Path = asked.directory
    if asked.show:
        show(directory)
        return 0
    record(directory)
    print(f"{directory / FILE}: {(directory / FILE).stat().st_size} bytes")
    return 0


def show(directory: Path) -> None:
    """Print the pictures of a copy of the journal in a directory."""
    with tempfile.TemporaryDirectory() as copy:
        shutil.copy(directory / FILE, copy)
        world = Stored(Path(copy))
        print(json.dumps(picture(world.recovered, world.now), indent=1))
        world.journal.abandon()


if __name__ == "__main__":
    sys.exit(main())
