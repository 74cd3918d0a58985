"""Servers as text: found ones, one by one in plain mode or for `--list`; known ones for `--known` and `--forget`."""

import json
import sys
from collections.abc import Iterator, Sequence
from dataclasses import asdict

from uno_client.config import Settings
from uno_client.exits import EXIT_FAILURE
from uno_client.messages import Discovered, Found, ServerKey
from uno_client.net.discovery import list_found
from uno_client.net.known_servers import Unreadable
from uno_client.net.token_store import TokenStore
from uno_client.wording.front_door import found_text
from uno_client.wording.sanitize import clean
from uno_client.wording.trust import known_line
from uno_engine.language import N_, _

LOOKING = N_("Games on this network appear as they are found: type a number to join one, list to see them all again.")
NOTHING = N_("No games found yet. Ask whoever runs the server for the address that it shows, and type it.")
HELP = N_("Type the address that uno-server shows, such as 192.168.1.5:7777, or quit.")
MOST_SILENT = 5
"""Servers that don't answer and are reported without asking; a flood of them is only in the list."""
MOST_NUMBERED = 1000


class FoundLines:
    """Remembers what was said of servers, and gives each a number that it keeps."""

    def __init__(self) -> None:
        self._numbers: dict[ServerKey, int] = {}
        self._told: dict[ServerKey, Found] = {}
        """The servers that are there, as they were last said."""
        self._trouble = ""

    def news(self, now: Discovered) -> Iterator[str]:
        """The changes of a list, in lines. Numbers of seats and players don't count: `list` shows them."""
        if now.trouble and now.trouble != self._trouble:
            yield f"{now.trouble[:1].upper()}{now.trouble[1:]}."
        self._trouble = now.trouble
        for key in set(self._told) - {each.key for each in now.found}:
            yield _("{number}: {name} is gone.").format(number=self._numbers[key], name=self._told.pop(key).name)
        for each in now.found:
            before = self._told.get(each.key)
            if each.answers is None or self._number(each) is None or (before and before.answers == each.answers):
                continue
            if before or each.answers or sum(not told.answers for told in self._told.values()) < MOST_SILENT:
                self._told[each.key] = each
                yield self._line(each)

    def all(self, found: Sequence[Found]) -> list[str]:
        """How many servers there are, and each, in lines."""
        numbered = sorted((number, self._line(each)) for each in found if (number := self._number(each)) is not None)
        return [f"{found_text(len(numbered))}:", *(line for _number, line in numbered)] if numbered else [_(NOTHING)]

    def numbered(self, number: str, found: Sequence[Found]) -> Found | None:
        """The server with that number, if it is still there."""
        return next((each for each in found if str(self._numbers.get(each.key)) == number.lstrip("0")), None)

    def _number(self, found: Found) -> int | None:
        if found.key not in self._numbers and len(self._numbers) >= MOST_NUMBERED:
            return None
        return self._numbers.setdefault(found.key, len(self._numbers) + 1)

    def _line(self, each: Found) -> str:
        said = _("{number}: {name} at {address}: {description}.")
        return said.format(number=self._number(each), name=each.name, address=each.address, description=each.described)


async def run_list(settings: Settings) -> int:
    """Look for servers as long as asked, print them; the exit code, 0 also if there are none."""
    found, trouble = await list_found(settings.discover, settings.wait, TokenStore.of_user().known)
    if trouble:
        print(f"uno-client: {trouble}", file=sys.stderr)
    print(json.dumps([each.row() for each in found]) if settings.json else "\n".join(list_lines(found)))
    return 0


def list_lines(found: Sequence[Found]) -> Iterator[str]:
    """One line a server: its address first, then its name and what is known of it."""
    if not found:
        yield _("no games found")
    for each in found:
        yield f"{each.address}  {each.name}: {each.described}"


def run_known(settings: Settings) -> int:
    """Print the known servers, or forget some of them; the exit code, 1 if there is none to forget."""
    known, forgets = TokenStore.of_user().known, settings.forget
    try:
        servers, at_address = (known.all(), False) if forgets is None else known.forget(forgets)
    except Unreadable as fault:
        print(f"uno-client: {fault}", file=sys.stderr)
        return EXIT_FAILURE
    if forgets is not None and not servers:
        said = _("no known server is called {name!r}; --known lists them").format(name=forgets)
        print(f"uno-client: {said}", file=sys.stderr)
        return EXIT_FAILURE
    if settings.json and not at_address:
        print(json.dumps([asdict(each) for each in servers]))
        return 0
    for each in servers:
        said = "{server}" if forgets is None else _("forgotten: {server}")
        if at_address:
            said = _("forgotten: {name} at {address}; its key stays known: {fingerprint}")
            said = said if each.fingerprint else _("forgotten: {name} at {address}")
        name = clean(each.name, 60) or _("(no name)")
        print(said.format(server=known_line(each), name=name, address=forgets, fingerprint=each.fingerprint))
    if not servers:
        print(_("no known servers"))
    return 0
