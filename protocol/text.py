"""What of a text from a stranger may be shown, sent on or logged: one line of visible characters (FAULTS 35 to 38)."""

from __future__ import annotations

import unicodedata

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
# Letters by category that terminals draw into the one before, when nothing composes them: vowels, ends of syllables.
_JOINING = frozenset(chr(code) for block in (range(0x1161, 0x1200), range(0xD7B0, 0xD800)) for code in block)


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
        elif (category in _MARKS or letter in _JOINING) and letter not in _INVISIBLE:
            marks += 1
            if kept and kept[-1] != " " and marks <= MOST_MARKS:
                kept.append(letter)
            continue
        elif category not in _GONE and letter not in _INVISIBLE:
            kept.append(letter)
        else:
            continue
        marks = 0
    # Once more in composed form: what was dropped may have stood between a letter and its mark.
    line = unicodedata.normalize("NFC", " ".join("".join(kept).split()))
    return line if len(line) <= longest else line[: longest - 1] + "…"
