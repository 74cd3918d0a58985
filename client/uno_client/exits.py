"""Exit codes of the client, and outputs that nobody reads any more."""

import errno
from typing import Final

EXIT_FAILURE: Final = 1
EXIT_USAGE: Final = 2
EXIT_UNAVAILABLE: Final = 69
"""The server cannot be reached."""
EXIT_PROTOCOL: Final = 76
"""What answers speaks another version, or is no UNO server."""
EXIT_INTERRUPTED: Final = 130
EXIT_SIGNAL: Final = 128
"""Plus the number of the signal that asked for the end, as a shell reports it: 143 after SIGTERM."""
EXIT_HUNG_UP: Final = EXIT_SIGNAL + 1
"""After SIGHUP."""


def nobody_reads(fault: BaseException | None) -> bool:
    """Whether an output failed because its reader has gone: a closed pipe, or a killed terminal (EIO)."""
    return isinstance(fault, BrokenPipeError) or (isinstance(fault, OSError) and fault.errno == errno.EIO)
