"""What does `uno-client --list` print? The servers found on the network, for people or (`--json`) for programs."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Sequence

from client.config import Settings
from client.discover import list_found
from client.found import Found, described

NOTHING = "no games found"


async def run_list(settings: Settings) -> int:
    """Look for servers as long as asked, print them; the exit code, 0 also if there are none."""
    found, trouble = await list_found(settings.discover, settings.wait)
    if trouble:
        print(f"uno-client: {trouble}", file=sys.stderr)
    if settings.json:
        print(json.dumps([each.row() for each in found]))
    else:
        for line in list_lines(found):
            print(line)
    return 0


def list_lines(found: Sequence[Found]) -> Iterator[str]:
    """One line a server: its address first, then its name and what is known of it."""
    if not found:
        yield NOTHING
    for each in found:
        yield f"{each.address}  {each.name}: {described(each)}"
