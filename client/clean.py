"""What of a text from the network may reach a terminal or a log: one line of visible characters."""

from __future__ import annotations

import unicodedata
from typing import Any, TypeVar

from msgspec import Struct
from msgspec.structs import replace

LONGEST = 300
"""Characters kept of one text."""
MOST_MARKS = 2
"""Combining marks kept on one character."""

# Line ends and tabs part words; everything else that is a control, a format or an unassigned character goes.
_BLANKS = frozenset("\t\n\v\f\r\x1c\x1d\x1e\x1f\x85\u2028\u2029")
_GONE = frozenset(("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"))
_MARKS = frozenset(("Mn", "Mc", "Me"))
# Letters, marks and symbols by category, but nothing that the eye could see; or selectors that change a glyph's width.
_INVISIBLE = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0") | {
    chr(code) for block in (range(0x180B, 0x1810), range(0xFE00, 0xFE10), range(0xE0100, 0xE01F0)) for code in block
}


def clean(text: str, longest: int = LONGEST) -> str:
    """`text` without what could move the cursor, turn the line round, hide, or pile up (FAULTS 35 to 38).

    Runs of blanks become one, the ends are trimmed, what is longer is cut with an ellipsis. `<b>`, `{x}`, `%s` and
    `&amp;` are ordinary characters and stay.
    """
    if text.isascii() and text.isprintable() and "  " not in text and len(text) <= longest:
        return text.strip()
    kept: list[str] = []
    marks = 0
    # A cut before the work bounds it; a factor leaves room for what will be dropped.
    for letter in unicodedata.normalize("NFC", text[: longest * 8]):
        category = unicodedata.category(letter)
        if letter in _BLANKS or category == "Zs":
            kept.append(" ")
        elif category in _MARKS and letter not in _INVISIBLE:
            marks += 1
            if kept and kept[-1] != " " and marks <= MOST_MARKS:
                kept.append(letter)
            continue
        elif category not in _GONE and letter not in _INVISIBLE:
            kept.append(letter)
        else:
            continue
        marks = 0
    line = " ".join("".join(kept).split())
    return line if len(line) <= longest else line[: longest - 1] + "…"


def clean_tree(value: Any) -> Any:
    """Maps, lists and structs of a message with every text in them cleaned, keys too; other values as they are."""
    match value:
        case str():
            return clean(value)
        case dict():
            return {clean_tree(key): clean_tree(item) for key, item in value.items()}
        case list() | tuple():
            return type(value)(clean_tree(item) for item in value)
        case Struct():
            return clean_message(value)
        case _:
            return value


_S = TypeVar("_S", bound=Struct)


def clean_message(message: _S) -> _S:
    """A message of a server as it may be shown: the same with every text in it cleaned."""
    return replace(message, **{name: clean_tree(getattr(message, name)) for name in message.__struct_fields__})
