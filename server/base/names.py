"""Names: trimmed, normalised, visible, and not mistaken for anybody else's (P-5, FAULTS 28)."""

from __future__ import annotations

import unicodedata

from server.base.limits import COMBINING_IN_A_ROW


class NameRejected(ValueError):
    """A name that cannot be used; `reason` is a stable code."""

    def __init__(self, reason: str, text: str) -> None:
        super().__init__(text)
        self.reason = reason


# Letters that are invisible, though Unicode does not count them as spaces.
_BLANK = frozenset("\u115f\u1160\u3164\uffa0\u2800\u034f\u17b4\u17b5")
_UNSEEN = frozenset({"Cc", "Cf", "Co", "Cs", "Cn", "Zl", "Zp"})
_COMBINING = frozenset({"Mn", "Mc", "Me"})

# Cyrillic and Greek letters beside the Latin ones that they look like, capitals apart because case changes some of
# them beyond likeness; and digits that pass for letters.
_CAPITALS = str.maketrans("АВЕКМНОРСТУХІЈЅԌԚԜΑΒΕΖΗΙΚΜΝΟΡΤΥΧϹ", "abekmhopctyxljsgqwabezhlkmnoptyxc")
_LOOK_ALIKES = str.maketrans(
    "аеорсухіјѕԁһӏкмтвнгпьзԛԝɡαοντρικυχεηωγϲ01|i",
    "aeopcyxljsdhlkmtbhrnb3qwgaovtplkuxenwycolll",
)


def clean(name: str, longest: int) -> str:
    """The name as it will be shown: trimmed, with single blanks, in NFC.

    Raises NameRejected with reason `empty`, `control`, `combining`, `invisible` or `too_long`.
    """
    name = unicodedata.normalize("NFC", " ".join(name.split(" ")).strip())
    name = " ".join(part for part in name.split(" ") if part)
    if not name:
        raise NameRejected("empty", "a name needs at least one character")
    if any(unicodedata.category(character) in _UNSEEN for character in name):
        raise NameRejected("control", "a name cannot contain control, direction or unassigned characters")
    if any(character in _BLANK or (character != " " and character.isspace()) for character in name):
        raise NameRejected("invisible", "a name cannot contain invisible characters")
    _check_combining(name)
    if len(name) > longest:
        raise NameRejected("too_long", f"a name can have at most {longest} characters")
    return name


def _check_combining(name: str) -> None:
    in_a_row, bare = 0, True
    for character in name:
        if unicodedata.category(character) in _COMBINING:
            in_a_row += 1
            if bare or in_a_row > COMBINING_IN_A_ROW:
                raise NameRejected("combining", "a name cannot contain stray or stacked combining marks")
        else:
            in_a_row = 0
            bare = character == " "


def skeleton(name: str) -> str:
    """What a name looks like at a glance: two names with one skeleton would be confused."""
    folded = unicodedata.normalize("NFKC", name).translate(_CAPITALS).casefold()
    return "".join(unicodedata.normalize("NFKC", folded.translate(_LOOK_ALIKES)).split())


def key(name: str) -> str:
    """What all spellings of a table name share: upper and lower case find the same table."""
    return unicodedata.normalize("NFC", name).casefold()


BOT_NAMES = ("Abacus", "Bitsy", "Cogwheel", "Dynamo", "Echo", "Flux", "Gizmo", "Hexa", "Ion", "Jolt")
"""Names of computer players, one for each seat of the largest table."""

RESERVED = frozenset(skeleton(name) for name in BOT_NAMES)
"""What those names look like: no person may look like a computer player."""
