"""Known servers as text, for `uno-client --known` and `--forget`."""

import json
import sys
from dataclasses import asdict

from uno_client.config import Settings
from uno_client.exits import EXIT_FAILURE
from uno_client.net.known_servers import Unreadable
from uno_client.net.token_store import TokenStore
from uno_client.wording.sanitize import clean
from uno_client.wording.trust import known_line
from uno_engine.language import N_, _

NOBODY = N_("no known servers")


def run_known(settings: Settings) -> int:
    """Print the known servers, or forget some of them; the exit code, 1 if there is none to forget."""
    known = TokenStore.of_user().known
    try:
        if settings.forget is None:
            servers = known.all()
        elif there := known.forget_address(settings.forget):
            for each in there:
                said = _("forgotten: {name} at {address}")
                if each.fingerprint:
                    said = _("forgotten: {name} at {address}; its key stays known: {fingerprint}")
                name = clean(each.name, 60) or _("(no name)")
                print(said.format(name=name, address=settings.forget, fingerprint=each.fingerprint))
            return 0
        elif not (servers := known.forget(settings.forget)):
            print(
                "uno-client: "
                + _("no known server is called {name!r}; --known lists them").format(name=settings.forget),
                file=sys.stderr,
            )
            return EXIT_FAILURE
    except Unreadable as fault:
        print(f"uno-client: {fault}", file=sys.stderr)
        return EXIT_FAILURE
    if settings.json:
        print(json.dumps([asdict(each) for each in servers]))
        return 0
    for each in servers:
        print(known_line(each) if settings.forget is None else _("forgotten: {server}").format(server=known_line(each)))
    if not servers:
        print(_(NOBODY))
    return 0
