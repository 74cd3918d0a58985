"""The pieces that screens are made of: lines of styled fragments that know how wide they are.

A fragment is a style and a text, a line is a list of fragments, a screen is a list of lines. Widths are terminal
columns (a wide character takes two).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from prompt_toolkit.utils import get_cwidth

from uno_client.fullscreen.themes import COLOUR_STYLES, SHAPES, WILD_STYLE
from uno_engine.cards import Card, Colour

Fragment = tuple[str, str]
Line = list[Fragment]
Lines = list[Line]


@dataclass(frozen=True, slots=True)
class Size:
    """Columns and rows of the terminal."""

    columns: int
    rows: int


SMALLEST = Size(60, 20)
CURSOR = "[SetCursorPosition]"
"""In the style of a fragment: the terminal's cursor is at its beginning."""
CHIP = 7
"""Columns of a card in a hand, with the gap after it."""


def width(text: str | Sequence[Fragment]) -> int:
    """Columns of a text or a line."""
    if isinstance(text, str):
        return get_cwidth(text)
    return sum(get_cwidth(part) for _, part in text)


def fit(text: str, columns: int) -> str:
    """`text` cut to `columns`, with an ellipsis where something is missing; not padded."""
    if get_cwidth(text) <= columns:
        return text
    kept, used = [], 0
    for letter in text:
        wide = get_cwidth(letter)
        if used + wide > columns - 1:
            break
        kept.append(letter)
        used += wide
    return "".join(kept) + "…" if columns > 0 else ""


def fit_name(name: str, behind: str, columns: int) -> str:
    """A name with a mark behind it; the name is cut, never the mark."""
    return fit(name, max(1, columns - get_cwidth(behind))) + behind


def text(words: str, style: str = "") -> Line:
    """A line of one fragment."""
    return [(style, words)]


def clickable(line: Sequence[Fragment], mark: str) -> Line:
    """The line with all of it clickable: `mark` is a `button` or a `spot` of client/uno_client/fullscreen/mouse.py."""
    return [(style + mark, part) for style, part in line]


def clip(line: Sequence[Fragment], columns: int, style: str = "") -> Line:
    """The line cut or padded to exactly `columns`; padding has `style`."""
    out: Line = []
    left = columns
    for kind, part in line:
        shown = fit(part, left)
        out.append((kind, shown))
        left -= get_cwidth(shown)
        if shown != part or left <= 0:
            break
    if left > 0:
        out.append((style, " " * left))
    return out


def spread(left: Sequence[Fragment], right: Sequence[Fragment], columns: int, style: str = "") -> Line:
    """`left` and `right` at the two ends of a line; `left` gives way."""
    rest = columns - width(right)
    if rest <= 0:
        return clip(right, columns, style)
    return [*clip(left, rest, style), *right]


def beside(left: Lines, right: Lines, columns: int, at: int) -> Lines:
    """Two columns of the same height with a thin rule between; `at` is the width of the left one."""
    bar: Line = [("class:rule", "│")]
    return [
        [*clip(one, at), *bar, *clip(other, columns - at - 1)]
        for one, other in zip(tall(left, len(right)), tall(right, len(left)), strict=True)
    ]


def tall(lines: Lines, rows: int) -> Lines:
    """`lines` with empty ones added below until there are `rows`."""
    return [*lines, *([] for _ in range(rows - len(lines)))]


def rule(columns: int, title: str = "") -> Line:
    """A thin line across, with a title near its beginning."""
    if not title:
        return [("class:rule", "─" * columns)]
    said = fit(title, max(0, columns - 5))
    return [
        ("class:rule", "── "),
        ("class:label", said),
        ("class:rule", " " + "─" * max(0, columns - 4 - width(said))),
    ]


def centred(line: Sequence[Fragment], columns: int) -> Line:
    """The line in the middle."""
    return clip([("", " " * max(0, (columns - width(line)) // 2)), *line], columns)


def wrap(words: str, columns: int, style: str = "", indent: str = "  ", margin: str = "") -> Lines:
    """A sentence over as many lines as it takes, in `columns` with the margin; later lines are indented.

    Words that are too long for a line are cut into pieces.
    """
    columns = max(1, columns - width(margin))
    indent = indent if columns > 2 * len(indent) else ""
    lines: list[str] = []
    now = ""
    for word in words.split():
        joined = f"{now} {word}" if now.strip() else now + word
        if width(joined) <= columns:
            now = joined
            continue
        if now.strip():
            lines.append(now)
            now = indent
        now += word
        while width(now) > columns:
            head = _head(now, columns)
            lines.append(head)
            now = indent + now[len(head) :]
    lines.append(now)
    return [text(margin + line, style) for line in lines]


def _head(words: str, columns: int) -> str:
    """The longest beginning of at most `columns`, at least one character."""
    used = 0
    for at, letter in enumerate(words):
        used += get_cwidth(letter)
        if used > columns and at:
            return words[:at]
    return words


def colour_style(colour: Colour | None) -> str:
    """The style of a colour; wilds have one of their own."""
    return WILD_STYLE if colour is None else COLOUR_STYLES[colour]


def face(card: Card, rank: str | None = None) -> str:
    """A card in letter, shape and rank, four columns: `R● 5`, `G■+2`, `W   `, `W+4 `; `rank` is another word for it."""
    rank = rank or card.rank.value
    return f"{rank:<4}" if card.colour is None else f"{card.colour.value}{SHAPES[card.colour]}{rank:>2}"


def chip(card: Card, *, playable: bool = False, selected: bool = False, rank: str | None = None) -> Line:
    """A card in a hand, seven columns: in brackets if it may be played, reversed and pointed at under the cursor."""
    opening, closing = "[]" if playable else "  "
    style = colour_style(card.colour)
    if playable:
        style += " class:playable"
    if selected:
        style += f" class:selected {CURSOR}"
    return [("class:selected", "▸") if selected else ("", " "), (style, f"{opening}{face(card, rank)}{closing}")]


class KeyHint(NamedTuple):
    """A key that works now: its name, its effect, how soon it is left out, and the meaning of a click."""

    shown: str
    label: str
    rank: int
    mark: str = ""


PINNED = frozenset({0, 2})
"""Ranks of keys that are nearly always there: they are at the right end, where they don't move."""


def key_line(keys: Sequence[KeyHint], columns: int) -> Line:
    """The keys that work now, each with its rank: as many as there is room for, those of the lowest rank first."""
    pieces = [clickable([("class:key", f" {k.shown}"), ("", f" {k.label} ")], k.mark) for k in keys]
    left, kept = columns + 1, set()  # the blank at the end may be cut
    for at in sorted(range(len(keys)), key=lambda at: keys[at].rank):
        if width(pieces[at]) <= left:
            kept.add(at)
            left -= width(pieces[at])
    end = len(keys)
    while end and (keys[end - 1].rank in PINNED or end - 1 not in kept):
        end -= 1
    line = [part for at in sorted(kept) if at < end for part in pieces[at]]
    line += [("", " " * left)] if line else []
    line += [part for at in sorted(kept) if at >= end for part in pieces[at]]
    if line:
        line[-1] = (line[-1][0], line[-1][1].rstrip())
    return clip(line, columns)
