"""How wide a text is in a terminal, and texts cut or wrapped to a width."""

from functools import cache, lru_cache
from unicodedata import category, combining, east_asian_width


@cache
def char_width(char: str) -> int:
    """Columns of one character: 0, 1 or 2."""
    if char < "\x7f":
        return int(char >= " ")
    if combining(char) or category(char) in ("Mn", "Mc", "Me", "Cf", "Cc") or "\u1160" <= char <= "\u11ff":
        return 0
    return 2 if east_asian_width(char) in "WF" else 1


@lru_cache(maxsize=4096)
def width(text: str) -> int:
    """Columns of a text."""
    return sum(map(char_width, text))


def fit(text: str, columns: int, more: str = "…") -> str:
    """The text cut to `columns`; it ends with `more` if something is missing."""
    if width(text) <= columns:
        return text
    while text and width(text) > columns - width(more):
        text = text[:-1]
    return text + more if columns >= width(more) else ""


def wrap(text: str, columns: int, indent: str = "") -> list[str]:
    """The text in lines of at most `columns`; later lines are indented. A word that is too long is cut."""
    columns = max(1, columns)
    indent = indent if width(indent) < columns // 2 else ""
    lines, now = [], ""
    for word in filter(None, text.replace("\n", " ").split(" ")):
        joined = f"{now} {word}" if now.strip() else now + word
        if width(joined) <= columns:
            now = joined
            continue
        if now.strip():
            lines.append(now)
            now = indent
        for char in word:
            if width(now + char) > columns and now.strip():
                lines.append(now)
                now = indent
            now += char
    return [*lines, now] if now.strip() or not lines else lines
