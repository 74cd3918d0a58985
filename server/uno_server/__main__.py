"""`python -m uno_server` is `uno-server`."""

import sys

from uno_server.cli import main

if __name__ == "__main__":
    sys.exit(main())
