"""`python -m uno_protocol.conformance` is `uno-conformance`."""

import sys

from uno_protocol.conformance.cli import main

if __name__ == "__main__":
    sys.exit(main())
