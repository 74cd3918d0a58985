"""Found servers as text: one by one in plain mode, and all together for `uno-client --list`."""

import json
import sys
from collections.abc import Iterator, Sequence
from dataclasses import replace

from uno_client.address import Address, AddressFault, parse_address
from uno_client.config import Settings
from uno_client.messages import Found, ServerKey
from uno_client.net.discovery import list_found
from uno_client.net.token_store import TokenStore
from uno_engine.language import N_, _

QUESTION = N_("Which server? Type HOST or HOST:PORT.")
QUESTION_AGAIN = N_("Which server? Type HOST or HOST:PORT; an empty line takes {server}, as last time.")
LOOKING = N_("Games on this network appear as they are found: type a number to join one, list to see them all again.")
NOTHING = N_("No games found yet. Ask whoever runs the server for the address that it shows, and type it.")
HELP = N_("Type the address that uno-server shows, such as 192.168.1.5:7777, or quit.")
MOST_SILENT = 5
"""Servers that don't answer and are reported without asking; a flood of them is only in the list."""
MOST_NUMBERED = 1000
NO_GAMES = N_("no games found")


def help_lines(*, looking: bool) -> tuple[str, ...]:
    """What can be typed where a server is asked for."""
    return (_(LOOKING), _(HELP)) if looking else (_(HELP),)


class FoundLines:
    """Remembers what was shown, and gives every server a number that it keeps."""

    def __init__(self) -> None:
        self._numbers: dict[ServerKey, int] = {}
        self._found: dict[ServerKey, Found] = {}
        self._told: dict[ServerKey, Found] = {}
        """The servers as they were last shown; without `answers`: as gone."""
        self._silent = 0
        self._trouble = ""

    def news(self, found: tuple[Found, ...], trouble: str) -> Iterator[str]:
        """The changes of a list, in lines. Numbers of seats and players don't count: `list` shows them."""
        if trouble and trouble != self._trouble:
            yield f"{trouble[:1].upper()}{trouble[1:]}."
        self._trouble = trouble
        self._found = {each.key: each for each in found}
        for key, before in list(self._told.items()):
            if key not in self._found and before.answers is not None:
                self._told[key] = _gone(before)
                yield _("{number}: {name} is gone.").format(number=self._numbers[key], name=before.name)
        for each in found:
            if each.answers is not None and self._number(each) is not None:
                yield from self._one(each, self._told.get(each.key))

    def _one(self, each: Found, before: Found | None) -> Iterator[str]:
        number = self._numbers[each.key]
        if before is None and not each.answers:
            self._silent += 1
            if self._silent > MOST_SILENT:
                return
        self._told[each.key] = each
        if before is None or before.answers is None:
            yield self._line(number, each)
        elif before.answers and not each.answers:
            yield _("{number}: {name} no longer answers.").format(number=number, name=each.name)
        elif each.answers and not before.answers:
            yield _("{number}: {name} answers: {description}.").format(
                number=number, name=each.name, description=each.described
            )

    def all(self) -> Iterator[str]:
        """Every known server, in lines."""
        numbered = [(number, each) for each in self._found.values() if (number := self._number(each)) is not None]
        for number, each in sorted(numbered, key=lambda pair: pair[0]):
            yield self._line(number, each)
        if not numbered:
            yield _(NOTHING)

    def meant(self, line: str) -> Address:
        """The server that a line names by its number or address. Raises AddressFault with what to say."""
        if not (line.isascii() and line.isdigit()):
            return parse_address(line)
        key = next((key for key, number in self._numbers.items() if str(number) == line.lstrip("0")), None)
        found = None if key is None else self._found.get(key)
        if found is None:
            raise AddressFault(_("There's no game {number} now. Type list to see them all.").format(number=line[:9]))
        if not found.speaks_ours:
            raise AddressFault(found.foreign)
        return found.address

    def _number(self, found: Found) -> int | None:
        if found.key not in self._numbers and len(self._numbers) >= MOST_NUMBERED:
            return None
        return self._numbers.setdefault(found.key, len(self._numbers) + 1)

    def _line(self, number: int, each: Found) -> str:
        said = _("{number}: {name} at {address}: {description}.")
        return said.format(number=number, name=each.name, address=each.address, description=each.described)


def _gone(found: Found) -> Found:
    return replace(found, answers=None)


async def run_list(settings: Settings) -> int:
    """Look for servers as long as asked, print them; the exit code, 0 also if there are none."""
    found, trouble = await list_found(settings.discover, settings.wait, TokenStore.of_user().known)
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
        yield _(NO_GAMES)
    for each in found:
        yield f"{each.address}  {each.name}: {each.described}"
