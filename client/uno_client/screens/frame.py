"""Around every screen: header, question, notices, the line that is typed, the keys that work now, and pop-ups."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import NamedTuple

from msgspec import Struct

from uno_client.drawing.grid import Canvas, Rect
from uno_client.drawing.texts import fit, width, wrap
from uno_client.messages import Key, Typed
from uno_client.screens.pieces import SaidLine, panel, paragraph, put_all, wrapped
from uno_engine.cards import Colour

NOTICE_ROWS = 4
"""Lines that a notice may take."""
QUESTION_ROWS = 6
"""Lines that a question may take."""


class Size(Struct, frozen=True):
    """Columns and rows of the terminal."""

    columns: int
    rows: int


SMALLEST = Size(60, 20)
WIDEST = 132
"""Columns that a screen is used for; it stands in the middle of a wider one."""
PINNED = frozenset({0, 2})
"""Ranks of keys that are nearly always there: they are at the right end, where they don't move."""
TITLE = 24
"""Columns of the title that the header keeps, whatever else is to be said there."""
POPUP_COLUMNS = 64
"""Columns of a pop-up, where there are as many."""
AT_CARD = 44
"""Columns of one over a card, which has to move with it."""


class Hint(NamedTuple):
    """A key that works now: its name, its effect, how soon it is left out (0 last), and what a click on it means."""

    key: str
    does: str
    rank: int = 1
    press: Key | Typed | None = None


class KeyLine(NamedTuple):
    """A key, what it does in a word or two, and what that means. It may be a line to choose, too."""

    key: str
    title: str
    meaning: str


class KeyGroup(Struct, frozen=True):
    """Keys that belong together."""

    title: str
    keys: tuple[KeyLine, ...]


class Typing(Struct, frozen=True):
    """A line that is being typed; `note` is at its end. `proposed`: what is typed first takes its place."""

    label: str
    text: str
    note: str = ""
    proposed: bool = False


class Popup(Struct, frozen=True):
    """A question in a box: answered with keys, or with what is typed. `hint` is below; `held`: the card it is about."""

    question: str = ""
    answers: tuple[Hint, ...] = ()
    typing: Typing | None = None
    hint: str = ""
    held: int | None = None


class Frame(Struct, frozen=True):
    """What a screen has around it. `warning` comes before `facts` at the header's right."""

    title: str = ""
    facts: str = ""
    warning: str = ""
    clock: str = ""
    urgent: bool = False
    question: str = ""
    notices: tuple[SaidLine, ...] = ()
    typing: Typing | None = None
    shout: str = ""
    """Said above the line that is typed: it can't wait."""
    hints: tuple[Hint, ...] = ()
    unread: str = ""
    popup: Popup | None = None


@contextmanager
def framed(canvas: Canvas, frame: Frame, widest: int = WIDEST) -> Iterator[Rect]:
    """Draw a whole screen around what is drawn within: in the middle, in at most so many columns."""
    draw_header(canvas, frame)
    below, columns = rows_below(frame, canvas.columns), min(widest, canvas.columns - 4)
    yield Rect((canvas.columns - columns) // 2, 1, columns, canvas.rows - 1 - below)
    _between(canvas, frame, canvas.rows - below)
    if frame.popup is not None:
        draw_popup(canvas, frame.popup)
    draw_keys(canvas, frame.hints, frame.unread)


def rows_below(frame: Frame, columns: int) -> int:
    """Rows that question, notices, the typed line and the keys take. There is always an empty one above the keys."""
    asked, told = len(_question(frame, columns)), len(_notices(frame, columns))
    typed = 0 if frame.typing is None else 1 + bool(frame.shout)
    return asked + max(told, int(asked < 2 and not typed)) + typed + 1


def _question(frame: Frame, columns: int) -> list[SaidLine]:
    asked = [SaidLine(frame.question, "strong", bold=True)] if frame.question else []
    return wrapped(asked, min(WIDEST, columns - 4))[:QUESTION_ROWS]


def _notices(frame: Frame, columns: int) -> list[SaidLine]:
    wide = min(WIDEST, columns - 4)
    return [line for said in frame.notices for line in wrapped([said], wide, "  ")[:NOTICE_ROWS]]


def _between(canvas: Canvas, frame: Frame, y: int) -> None:
    columns = canvas.columns
    said = _question(frame, columns) + _notices(frame, columns)
    put_all(canvas, max(2, (columns - WIDEST) // 2), y, said, columns)
    if frame.typing is not None:
        if frame.shout:
            canvas.put(2, canvas.rows - 3, fit(frame.shout, columns - 4), canvas.roles.alarm, bold=True)
        draw_typing(canvas, 2, canvas.rows - 2, frame.typing, columns - 4)


def draw_header(canvas: Canvas, frame: Frame) -> None:
    """The line on top: the mark, where one is, and what belongs in sight."""
    roles, right = canvas.roles, canvas.columns - 1
    for at, colour in enumerate(Colour):  # four little cards
        inks = canvas.palette.lit[colour]
        canvas.put(1 + at, 0, "UNO "[at], inks.ink, bold=True, on=inks.body)
    if frame.clock:
        ink = roles.alarm if frame.urgent else roles.strong
        right = canvas.put_right(right, 0, frame.clock, ink, bold=True) - 2
    room = right - 8 - min(width(frame.title), TITLE) - (width(frame.warning) + 3 if frame.warning else 0)
    facts = _parts(frame.facts, room)
    if facts:
        right = canvas.put_right(right, 0, facts, roles.quiet) - 2
    if frame.warning:
        ends = right + (1 if facts else 0)
        warning = f"{frame.warning} {canvas.signs.dot}" if facts else frame.warning
        right = canvas.put_right(ends, 0, fit(warning, max(0, ends - 8)), roles.alarm) - 2
    canvas.put(6, 0, fit(frame.title, max(0, right - 6), canvas.signs.more), roles.strong, bold=True)


def _parts(facts: str, columns: int) -> str:
    """The first of facts between dots that fit; the first is cut if need be."""
    while width(facts) > columns and " · " in facts:
        facts = facts.rpartition(" · ")[0]
    return fit(facts, max(0, columns))


def draw_typing(canvas: Canvas, x: int, y: int, typing: Typing, columns: int) -> None:
    """A line that is typed, with its end in sight and the cursor behind it."""
    roles = canvas.roles
    note = f" {typing.note}" if typing.note else ""
    start = canvas.put(x, y, f"{typing.label} " if typing.label else "", roles.strong, bold=True)
    room = max(4, x + columns - start - width(note) - 1)
    shown = fit(typing.text[::-1], room, canvas.signs.more)[::-1]  # its end
    canvas.fill(start, y, room + 1, 1, roles.raised)
    ink, on = (roles.ground, roles.strong) if typing.proposed else (roles.strong, None)
    behind = canvas.put(start, y, shown, ink, on=on)
    canvas.put(behind, y, " ", roles.ground, on=roles.strong)
    canvas.cursor = behind, y
    canvas.put_right(x + columns, y, note, roles.quiet)


def draw_popup(canvas: Canvas, popup: Popup, card: tuple[int, int, int, int] | None = None) -> None:
    """A box in the middle, or over the place of the card that it asks about; nothing around it can be clicked."""
    canvas.spots.clear()
    if canvas.palette.shaded:
        canvas.dim(0, 1, canvas.columns, canvas.rows - 2, 0.6, canvas.roles.ground)
    columns = min(POPUP_COLUMNS if card is None else AT_CARD, canvas.columns - 8)
    asked, hint = (wrap(text, columns - 4) if text else [] for text in (popup.question, popup.hint))
    rows = 2 + len(asked) + (2 if popup.answers else 0) + bool(popup.typing) + (len(hint) + 1 if hint else 0)
    x, y = (canvas.columns - columns) // 2, (canvas.rows - rows) // 2
    if card is not None:
        middle, top = card[0] + card[2] // 2, card[1]
        x, y = max(2, min(middle - columns // 2, canvas.columns - columns - 2)), top - rows - 2
        canvas.put(middle, top - 1, canvas.signs.drawn, canvas.roles.strong, bold=True)
    y = max(2, y)
    canvas.fill(x - 1, y - 1, columns + 2, rows + 2, canvas.roles.ground)
    panel(canvas, x, y, columns, rows, here=True)
    y += 1
    y += paragraph(canvas, x + 2, y, SaidLine(popup.question, "strong", bold=True), columns - 4)
    if popup.typing is not None:
        draw_typing(canvas, x + 2, y, popup.typing, columns - 4)
        y += 1
    at = x + 2
    for each in popup.answers:
        at = _put_hint(canvas, at, y + 1, each) + 3
    if hint:
        paragraph(canvas, x + 2, y + 1, SaidLine(popup.hint, "quiet"), columns - 4)


def draw_keys(canvas: Canvas, hints: Sequence[Hint], unread: str) -> None:
    """The bottom line: as many keys as there is room for, those of the lowest rank first; then what is unread."""
    y, right = canvas.rows - 1, canvas.columns - 1
    if unread:
        right = canvas.put_right(right, y, unread, canvas.roles.chat, bold=True) - 2
    kept = kept_hints(hints, right - 1)
    end = len(kept)
    while end and kept[end - 1].rank in PINNED:
        end -= 1
    x = 1
    for each in sorted(kept[:end], key=lambda hint: hint.rank):
        x = _put_hint(canvas, x, y, each) + 2
    x = right - sum(_columns(each) for each in kept[end:]) - 2 * (len(kept) - end - 1)
    for each in kept[end:]:
        x = _put_hint(canvas, x, y, each) + 2


def kept_hints(hints: Sequence[Hint], columns: int) -> list[Hint]:
    """The hints that there is room for, in their order: those of the highest rank are left out first."""
    left, kept = columns + 2, set()
    for at in sorted(range(len(hints)), key=lambda at: hints[at].rank):
        if _columns(hints[at]) + 2 <= left:
            kept.add(at)
            left -= _columns(hints[at]) + 2
    return [each for at, each in enumerate(hints) if at in kept]


def _columns(hint: Hint) -> int:
    return width(f"{hint.key} {hint.does}")


def _put_hint(canvas: Canvas, x: int, y: int, hint: Hint) -> int:
    behind = canvas.put(x, y, hint.key, canvas.roles.strong, bold=True)
    behind = canvas.put(behind + 1, y, hint.does, canvas.roles.quiet)
    if hint.press is not None:
        canvas.spot(x, y, behind - x, 1, hint.press)
    return behind
