"""`python -m protocol.conformance` is `uno-conformance`."""

import sys

from protocol.conformance.cli import main

sys.exit(main())
