"""Text from strangers, cleaned for showing, sending on or logging: one visible line (FAULTS 35 to 38)."""

import re
import unicodedata

LONGEST = 300
"""Characters kept of one text."""
MOST_MARKS = 3
"""Combining marks kept on one character."""

# Line ends and tabs separate words; all other control, format and unassigned characters are dropped.
_BLANKS = frozenset("\t\n\v\f\r\x1c\x1d\x1e\x1f\x85\u2028\u2029")
GONE = frozenset(("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"))
"""Categories of what is dropped: control, format, directional, unassigned and private characters."""
MARKS = frozenset(("Mn", "Mc", "Me"))
"""Categories of what combines with the letter before."""
INVISIBLE = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0\ufffc\U00016fe4\U0001d159") | {
    chr(code) for block in (range(0x180B, 0x1810), range(0xFE00, 0xFE10), range(0xE0100, 0xE01F0)) for code in block
}
"""Letters, marks and symbols by category, yet drawn as nothing; or selectors that change a glyph's width."""
JOINING = frozenset(chr(code) for block in (range(0x1161, 0x1200), range(0xD7B0, 0xD800)) for code in block)
"""Letters by category that terminals draw into the one before if nothing composes them: vowels, ends of syllables."""
_HANGUL = re.compile("[\u1100-\u11ff\ua960-\ua97f\uac00-\ud7ff]")
"""What they may follow: a jamo or a syllable. Drawn into any other letter, they may not be seen."""


def clean(text: str, longest: int = LONGEST) -> str:
    """`text` without what could move the cursor, reverse the line, hide, or pile up (FAULTS 35 to 38).

    Runs of blanks become one, the ends are trimmed, and longer text is cut with an ellipsis. `<b>`, `{x}`, `%s` and
    `&amp;` are ordinary characters and stay.
    """
    if text.isascii() and text.isprintable() and "  " not in text and len(text) <= longest:
        return text.strip()
    kept: list[str] = []
    marks = 0
    # Cutting first bounds the work; the factor leaves room for what will be dropped.
    for letter in unicodedata.normalize("NFC", text[: longest * 8]):
        category = unicodedata.category(letter)
        if letter in _BLANKS or category == "Zs":
            kept.append(" ")
        elif (category in MARKS or letter in JOINING) and letter not in INVISIBLE:
            marks += 1
            last = kept[-1] if kept else " "
            if (_HANGUL.match(last) if letter in JOINING else last != " ") and marks <= MOST_MARKS:
                kept.append(letter)
            continue
        elif category not in GONE and letter not in INVISIBLE:
            kept.append(letter)
        else:
            continue
        marks = 0
    # Compose once more: something dropped may have stood between a letter and its mark.
    line = unicodedata.normalize("NFC", " ".join("".join(kept).split()))
    return line if len(line) <= longest else line[: longest - 1] + "…"
