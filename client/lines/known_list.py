"""Known servers in lines, for `uno-client --known` and `--forget`."""

from __future__ import annotations

import json
import sys
from dataclasses import asdict

from client.config import Settings
from client.exits import EXIT_FAILURE
from client.net.known_servers import Unreadable
from client.net.token_store import Shelf
from client.wording.sanitize import clean
from client.wording.trust import known_line

NOBODY = "no known servers"


def run_known(settings: Settings) -> int:
    """Print the known servers, or forget some of them; the exit code, 1 if there is none to forget."""
    known = Shelf.of_user().known
    try:
        if settings.forget is None:
            servers = known.all()
        elif there := known.forget_address(settings.forget):
            for each in there:
                kept = f"; its key stays known: {each.fingerprint}" if each.fingerprint else ""
                print(f"forgotten: {clean(each.name, 60) or '(no name)'} at {settings.forget}{kept}")
            return 0
        elif not (servers := known.forget(settings.forget)):
            print(f"uno-client: no known server is called {settings.forget!r}; --known lists them", file=sys.stderr)
            return EXIT_FAILURE
    except Unreadable as fault:
        print(f"uno-client: {fault}", file=sys.stderr)
        return EXIT_FAILURE
    if settings.json:
        print(json.dumps([asdict(each) for each in servers]))
        return 0
    for each in servers:
        print(known_line(each) if settings.forget is None else f"forgotten: {known_line(each)}")
    if not servers:
        print(NOBODY)
    return 0
