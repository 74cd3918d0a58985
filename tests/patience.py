"""How long a test waits for a thing before it calls it a hang. A slow machine must never get there."""

import os

HANG = float(os.environ.get("UNO_HANG", "540"))
"""Seconds; less than pytest's own `timeout`, so that a test can still say what it waited for."""
