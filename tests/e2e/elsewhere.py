"""The client as on another computer: to it, loopback is a network like any other, on which everything is encrypted."""

import sys
from unittest.mock import patch

from uno_client.cli import main
from uno_client.net import connection

if __name__ == "__main__":
    with patch.object(connection, "is_local", return_value=False):
        sys.exit(main())
