"""Names: trimmed, normalised, visible, and not mistaken for anybody else's (P-5, FAULTS 28)."""

import unicodedata
from functools import lru_cache

from uno_protocol import text
from uno_server.base.look_alikes import TAKEN_FOR

COMPOSED = 4
"""The most characters that become one in NFC."""
LOOKED_AT = 80
"""Characters of which it matters what they look like: no name of a player has more of them, composed or not."""


class NameRejected(ValueError):
    """A name that cannot be used; `reason` is a stable code."""

    def __init__(self, reason: str, text: str) -> None:
        super().__init__(text)
        self.reason = reason


def clean(name: str, longest: int) -> str:
    """The name as it will be shown: trimmed, with single blanks, in NFC. No client shows it otherwise (P-13.3).

    Raises NameRejected with reason `empty`, `control`, `combining`, `invisible` or `too_long`.
    """
    name = " ".join(part for part in name.split(" ") if part)
    if len(name) > COMPOSED * longest:  # whatever it is, it is not looked at for long
        raise NameRejected("too_long", f"a name can have at most {longest} characters")
    name = unicodedata.normalize("NFC", name)
    if not name:
        raise NameRejected("empty", "a name needs at least one character")
    if any(unicodedata.category(character) in text.GONE for character in name):
        raise NameRejected("control", "a name cannot contain control, direction or unassigned characters")
    if any(character in text.INVISIBLE or (character != " " and character.isspace()) for character in name):
        raise NameRejected("invisible", "a name cannot contain invisible characters")
    if text.clean(name, len(name)) != name:
        raise NameRejected("combining", "a name cannot contain stray or stacked combining marks")
    if len(name) > longest:
        raise NameRejected("too_long", f"a name can have at most {longest} characters")
    return name


def skeleton(name: str) -> str:
    """The look of a name at a glance, without blanks and invisible characters."""
    if name.isascii() and name.isprintable():
        return name.replace(" ", "").lower().translate(TAKEN_FOR)
    letters = unicodedata.normalize("NFD", name).translate(TAKEN_FOR)
    folded = unicodedata.normalize("NFKD", letters).casefold().translate(TAKEN_FOR)
    return unicodedata.normalize("NFKD", "".join(filter(_drawn, folded)))


def _drawn(character: str) -> bool:
    gone = character.isspace() or character in text.INVISIBLE
    return not gone and unicodedata.category(character) not in text.GONE


@lru_cache(maxsize=4096)
def looks(name: str) -> frozenset[str]:
    """The skeletons of a name as it is, in lower and in upper case: two names that share one would be confused.

    Case is tried apart because it changes some letters beyond likeness: a Greek capital N is an N, a small one a v.
    """
    name = " ".join(name.split())[:LOOKED_AT]
    return frozenset(map(skeleton, {name} if name.isascii() else {name, name.lower(), name.upper()}))


def key(name: str) -> str:
    """The key that all spellings of a table name share: upper and lower case find the same table."""
    return text.clean(name, len(name)).casefold()


BOT_NAMES = ("Abacus", "Bitsy", "Cogwheel", "Dynamo", "Echo", "Flux", "Gizmo", "Hexa", "Ion", "Jolt")
"""Names of computer players, one for each seat of the largest table."""

RESERVED = frozenset[str]().union(*map(looks, BOT_NAMES))
"""The looks of those names: no person may look like a computer player."""
