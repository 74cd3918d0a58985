"""What a player reads in plain English although the language is another one."""

import re

from tests.client.fake import NAMES
from uno_engine.presets import PRESETS

NAMED = {
    *NAMES,
    *("UNO", "Kitchen", "Friday", "Den", "Odd", "Ann", "game", "Ada", "last", "uno", "client", "host", "odd"),
    *("ABCD", "EFGH", "IJKL", "MNOP", "unheard", "Clap"),
    *(word for name in PRESETS for word in (name, *name.split("_"))),
}
"""Names of people, tables, servers and rule sets, which are shown as they are."""
_CODES = re.compile(r"uno://\S+|\S*\d\S*|--[a-z-]+|/[a-z]+")
"""Links, fingerprints, options, commands behind a slash."""
_WORD = re.compile(r"[A-Za-z]{3,}")


def untranslated(text: str, *more: str) -> set[str]:
    """The words of a text in the pseudo-language that no catalogue has seen; `more` are names, too."""
    return set(_WORD.findall(_CODES.sub("", text))) - NAMED - set(more)
