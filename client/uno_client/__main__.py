"""Runs the client: `python -m uno_client`."""

import sys

from uno_client.cli import main

if __name__ == "__main__":
    sys.exit(main())
