"""Which names may be used: trimmed, normalised, visible, and not to be taken for another's (P-5, FAULTS 28)."""

from __future__ import annotations

import unicodedata

from server.limits import COMBINING_IN_A_ROW


class NameRejected(ValueError):
    """A name that cannot be used; `reason` is a stable code."""

    def __init__(self, reason: str, text: str) -> None:
        super().__init__(text)
        self.reason = reason


# Letters that are drawn as nothing at all, though Unicode does not count them as spaces.
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
    """The name as it will be shown: outer blanks gone, inner ones single, NFC.

    Raises NameRejected with reason `empty`, `control`, `combining`, `invisible` or `too_long`.
    """
    name = unicodedata.normalize("NFC", " ".join(name.split(" ")).strip())
    name = " ".join(part for part in name.split(" ") if part)
    if not name:
        raise NameRejected("empty", "a name needs at least one character")
    if any(unicodedata.category(character) in _UNSEEN for character in name):
        raise NameRejected("control", "a name cannot have control, direction or unassigned characters")
    if any(character in _BLANK or (character != " " and character.isspace()) for character in name):
        raise NameRejected("invisible", "a name cannot have characters that are not seen")
    _check_combining(name)
    if len(name) > longest:
        raise NameRejected("too_long", f"a name has at most {longest} characters")
    return name


def _check_combining(name: str) -> None:
    in_a_row, bare = 0, True
    for character in name:
        if unicodedata.category(character) in _COMBINING:
            in_a_row += 1
            if bare or in_a_row > COMBINING_IN_A_ROW:
                raise NameRejected("combining", "a name cannot be made of combining marks")
        else:
            in_a_row = 0
            bare = character == " "


def skeleton(name: str) -> str:
    """What a name looks like at a glance: two names with one skeleton are taken for each other."""
    folded = unicodedata.normalize("NFKC", name).translate(_CAPITALS).casefold()
    return "".join(unicodedata.normalize("NFKC", folded.translate(_LOOK_ALIKES)).split())


def key(name: str) -> str:
    """What two spellings of one table name have in common: tables are found whatever the case."""
    return unicodedata.normalize("NFC", name).casefold()
