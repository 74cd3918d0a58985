"""Records the journal of this version for the tests: fixed games through the hub, stored, and how all stood at the end.

record_journal.py            writes tests/journals/vN anew, N being the version of `server/schema.py`
record_journal.py DIR        writes there instead

As long as no release has written a version it is a draft, and is recorded anew when the format changes. After that the
format changes with a new version and a migration (`server.schema.MIGRATIONS`), and what was recorded stays as it is.
"""

import argparse
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from server.schema import FILE, VERSION  # noqa: E402  (the checkout may not be installed)
from tests.server.recorded import JOURNALS, record  # noqa: E402


def main() -> int:
    """The command."""
    parser = argparse.ArgumentParser(description="Record the journal of this version for the tests.")
    parser.add_argument("directory", nargs="?", type=Path, default=JOURNALS / f"v{VERSION}", metavar="DIR")
    directory: Path = parser.parse_args().directory
    record(directory)
    print(f"{directory / FILE}: {(directory / FILE).stat().st_size} bytes")
    return 0


if __name__ == "__main__":
    sys.exit(main())
