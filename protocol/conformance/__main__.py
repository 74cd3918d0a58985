"""`python -m protocol.conformance` is `uno-conformance`."""

import sys

from protocol.conformance.cli import main

if __name__ == "__main__":
    sys.exit(main())
