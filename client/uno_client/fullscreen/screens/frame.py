"""The frame of every screen: a bar on top; below, the question, the latest notice, and the keys that work now."""

from dataclasses import replace

from uno_client.core.model import Model
from uno_client.core.model.parts import Tone
from uno_client.core.model.question import FormField, Pending, YesNo
from uno_client.core.navigation import Scope, place_of
from uno_client.core.standing import on_turn
from uno_client.fullscreen.keys import Binding, clickable_key, rank, works_now
from uno_client.fullscreen.mouse import button
from uno_client.fullscreen.widgets import KeyHint, Line, Lines, Size, clip, key_line, spread, tall, text, width, wrap
from uno_client.screens.around import AWAY, TURN, clock_of, lost, seconds_of, typing_of, unread
from uno_client.screens.pieces import end_of
from uno_client.wording.tables import TEST_DEAL
from uno_client.wording.trust import NOT_ENCRYPTED
from uno_engine.language import _

TIMER = 8
"""Columns of the clock."""
NOTICE_ROWS = 4
"""Lines that a notice may take."""

_TONES = {Tone.INFO: "class:info", Tone.GOOD: "class:good", Tone.FAULT: "class:fault"}


def bar(title: str, right: str, columns: int) -> Line:
    """The line on top: where one is, and what belongs in sight."""
    left: Line = [("class:bar.strong", " UNO "), ("class:bar", f" {title} ")]
    return spread(left, [("class:bar", f" {right} ")] if right else [], columns, "class:bar")


def rows_for_body(model: Model, size: Size, prompt: Lines) -> int:
    """Rows between the bar and the prompt."""
    return size.rows - 1 - len(_below(model, size.columns, prompt))


def framed(model: Model, size: Size, top: Line, body: Lines, prompt: Lines) -> Lines:
    """A whole screen: exactly `size.rows` lines of `size.columns`. What is too long is cut from the body."""
    columns = size.columns
    below = _below(model, columns, prompt)
    room = size.rows - 1 - len(below)
    lines = [top, *tall(body[: max(0, room)], room), *below]
    return [clip(line, columns) for line in lines[: size.rows]]


def _below(model: Model, columns: int, prompt: Lines) -> Lines:
    """The lines below the body: the question, the notice, the chat line, the keys.

    The second line of what is asked takes the place of an empty one, so that nothing above has to move for it.
    """
    asked, said = confirmation(model, columns, prompt), notice(model, columns)
    if len(asked) > 1 and not any(said):
        said = []
    return [*asked, *said, *line_rows(model, columns), keys(model, columns)]


def timer(model: Model, columns: int) -> tuple[str, str]:
    """The seconds left, in steps of five: `0:25`; when few are left each of them, and urgently."""
    said, urgent = clock_of(model)
    if not said:
        return "class:bar", " " * columns
    return "class:bar class:urgent" if urgent else "class:bar.strong", f"{said + ' ':>{columns}}"


def table_bar(model: Model, title: str, right: str, columns: int) -> Line:
    """The line on top at a table: with the clock, and the mark of a test deal (P-7.30)."""
    if model.table is not None and model.table.room.test:
        right = f"{_(TEST_DEAL)} · {right}" if right else _(TEST_DEAL)
    if model.server.exposed:
        right = f"{_(NOT_ENCRYPTED)} · {right}" if right else _(NOT_ENCRYPTED)
    runs = model.play.countdown is not None and model.play.countdown.seconds is not None
    room = TIMER if runs or (model.table is not None and model.table.room.turn_seconds) else 0
    return [*bar(title, right, columns - room), timer(model, room)]


def meanwhile(model: Model, columns: int) -> Lines:
    """What a page over the table must show: that the game waits for the player."""
    if not on_turn(model):
        return []
    return wrap(_(TURN), columns - 1, "class:prompt", indent="", margin=" ")


def page_room(model: Model, size: Size) -> int:
    """Lines of a page that there is room for."""
    return max(1, rows_for_body(model, size, meanwhile(model, size.columns)))


def page(model: Model, size: Size, title: str, right: str, lines: Lines) -> Lines:
    """A screen to be read, scrolled so that the end of the text is never left behind."""
    prompt, room = meanwhile(model, size.columns), page_room(model, size)
    first = min(model.reading.scroll, max(0, len(lines) - room))
    if len(lines) > room:
        right = f"{right} · " if right else ""
        last = min(first + room, len(lines))
        right += _("{first}-{last} of {all}").format(first=first + 1, last=last, all=len(lines))
    else:
        model = replace(model, reading=replace(model.reading, rows=0))
    top = bar(title, right, size.columns) if model.table is None else table_bar(model, title, right, size.columns)
    return framed(model, size, top, lines[first : first + room], prompt)


def line_rows(model: Model, columns: int) -> Lines:
    """The line that is typed, with its end in sight; above it, if the game waits for the player, that it does."""
    typing = typing_of(model)
    if typing is None:
        return []
    label, count = f" {typing.label} ", f" {typing.note} " if typing.note else ""
    room = max(8, columns - width(label) - width(count) - 2)
    line: Line = [("class:prompt", label), ("class:field", end_of(typing.text, room, "…")), ("class:selected", " ")]
    rows = [[*clip(line, columns - width(count)), ("class:quiet", count)]]
    if on_turn(model):
        rows.insert(0, clip(text(f" ! {_(TURN)}", "class:urgent"), columns))
    return rows


def unread_mark(model: Model) -> str:
    """How much has been said that the player cannot see now; empty if nothing has."""
    told = unread(model)
    return f" {told} " if told else ""


def confirmation(model: Model, columns: int, prompt: Lines) -> Lines:
    """The open question, in the place of what the screen asks otherwise; the bottom line has its yes and no."""
    match model.question:
        case YesNo(text=words):
            return wrap(words, columns - 1, "class:prompt", indent="", margin=" ")
        case Pending(field=FormField() as field):
            return _typing(field, columns)
        case _ if place_of(model) is Scope.AWAY:
            return wrap(_(AWAY), columns - 1, "class:prompt", indent="", margin=" ")
        case _:
            return prompt


def _typing(field: FormField, columns: int) -> Lines:
    """A line to type in, with the end of what has been typed in sight, and what it is for."""
    label, room = f" {field.label}: ", max(8, columns - len(field.label) - 6)
    shown = "•" * len(field.value) if field.hidden else field.value
    shown = shown if width(shown) <= room else "…" + shown[-(room // 2) :]
    line: Line = [("class:prompt", label), ("class:field", shown), ("class:selected", " ")]
    return [clip(line, columns), *wrap(field.hint, columns - 2, "class:quiet", indent="", margin=" ")]


def notice(model: Model, columns: int) -> Lines:
    """The last thing said to the player, for a while; the state of the link goes before it. At least one line."""
    link = []
    if model.link.lost:
        link = wrap(lost(model), columns - 1, "class:fault", indent="", margin=" ")[:NOTICE_ROWS]
    said = model.notice
    if said is None or model.now - said.at > seconds_of(said.text):
        return link or [[]]
    mark = "! " if said.tone is Tone.FAULT else ""
    return link + wrap(f"{mark}{said.text}", columns - 1, _TONES[said.tone], margin=" ")[:NOTICE_ROWS]


def keys(model: Model, columns: int) -> Line:
    """The bottom line; at its end, how much has been said that cannot be seen now."""
    mark = unread_mark(model)
    hints = [KeyHint(each.shown_now, each.label_now(model), rank(each), _button(each)) for each in works_now(model)]
    line = key_line(hints, columns - width(mark))
    return [*line, ("class:chat class:strong", mark)] if mark else line


def _button(binding: Binding) -> str:
    key = clickable_key(binding)
    return "" if key is None else button(key)
