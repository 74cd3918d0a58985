"""The exit codes of the client."""

from __future__ import annotations

from typing import Final

EXIT_FAILURE: Final = 1
EXIT_USAGE: Final = 2
EXIT_UNAVAILABLE: Final = 69
"""The server cannot be reached."""
EXIT_PROTOCOL: Final = 76
"""What answers speaks another version, or is no UNO server."""
EXIT_INTERRUPTED: Final = 130
