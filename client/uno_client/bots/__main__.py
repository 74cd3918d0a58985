"""Runs a bot: `python -m uno_client.bots FILE LANGUAGE`."""

import sys
from pathlib import Path

from uno_client.bots.child import main

if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]), sys.argv[2]))
