"""What every screen has: a bar on top; below, what is asked, what was said last, and the keys that work now."""

from __future__ import annotations

from math import ceil

from client.keys import works_now
from client.model import Confirm, LinkState, Model, Notice, Tone
from client.widgets import Line, Lines, Size, clip, key_line, spread, tall, text, wrap

INFO_SECONDS = 6.0
"""How long the shortest notice stays."""
LETTERS_A_SECOND = 15.0
"""How fast the longest are read."""
NOTICE_ROWS = 4
"""Lines that a notice may take."""

_TONES = {Tone.INFO: "class:info", Tone.GOOD: "class:good", Tone.FAULT: "class:fault"}


def bar(title: str, right: str, columns: int) -> Line:
    """The line on top: where one is, and what belongs in sight."""
    left: Line = [("class:bar.strong", " UNO "), ("class:bar", f" {title} ")]
    return spread(left, [("class:bar", f" {right} ")] if right else [], columns, "class:bar")


def rows_for_body(model: Model, size: Size, prompt: Lines) -> int:
    """Rows between the bar and the prompt."""
    return size.rows - 1 - len(confirmation(model, size.columns, prompt)) - len(notice(model, size.columns)) - 1


def framed(model: Model, size: Size, top: Line, body: Lines, prompt: Lines) -> Lines:
    """A whole screen: exactly `size.rows` lines of `size.columns`. What is too long is cut from the body."""
    columns = size.columns
    below = [*confirmation(model, columns, prompt), *notice(model, columns), keys(model, columns)]
    room = size.rows - 1 - len(below)
    lines = [top, *tall(body[: max(0, room)], room), *below]
    return [clip(line, columns) for line in lines[: size.rows]]


def page(model: Model, size: Size, title: str, right: str, lines: Lines) -> Lines:
    """A screen to be read, scrolled so that the end of the text is never left behind."""
    room = max(1, rows_for_body(model, size, []))
    first = min(model.scroll, max(0, len(lines) - room))
    return framed(model, size, bar(title, right, size.columns), lines[first : first + room], [])


def confirmation(model: Model, columns: int, prompt: Lines) -> Lines:
    """The open question, in the place of what the screen asks otherwise; the bottom line has its yes and no."""
    if not isinstance(model.question, Confirm):
        return prompt
    return wrap(f"{model.question.text}", columns - 1, "class:prompt", indent="", margin=" ")


def notice(model: Model, columns: int) -> Lines:
    """The last thing said to the player, for a while; the state of the link goes before it. At least one line."""
    link = [clip(text(f" {lost(model)}", "class:fault"), columns)] if model.link is LinkState.LOST else []
    said = model.notice
    if said is None or model.now - said.at > said_for(said):
        return link or [[]]
    mark = "! " if said.tone is Tone.FAULT else ""
    return link + wrap(f"{mark}{said.text}", columns - 1, _TONES[said.tone], margin=" ")[:NOTICE_ROWS]


def said_for(said: Notice) -> float:
    """Seconds that a notice stays: long ones longer."""
    return INFO_SECONDS + len(said.text) / LETTERS_A_SECOND


def lost(model: Model) -> str:
    """What is said while there is no connection."""
    why = model.link_text.partition(";")[0].rstrip(".") or "the connection was lost"
    seconds = 0 if model.retry_at is None else ceil(model.retry_at - model.now)
    when = f"next try in {seconds} s" if seconds > 0 else "trying again …"
    return f"No connection, {when} ({why})"


def keys(model: Model, columns: int) -> Line:
    """The bottom line."""
    return key_line(((each.shown, each.label_now(model)) for each in works_now(model)), columns)
