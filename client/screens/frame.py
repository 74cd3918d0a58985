"""What every screen has: a bar on top; below, what is asked, what was said last, and the keys that work now."""

from __future__ import annotations

from client.keys import works_now
from client.model import Confirm, LinkState, Model, Tone
from client.widgets import Line, Lines, Size, clip, key_line, spread, tall, text, wrap

INFO_SECONDS = 8.0
"""How long a notice stays."""

_TONES = {Tone.INFO: "class:info", Tone.GOOD: "class:good", Tone.FAULT: "class:fault"}


def bar(title: str, right: str, columns: int) -> Line:
    """The line on top: where one is, and what belongs in sight."""
    left: Line = [("class:bar.strong", " UNO "), ("class:bar", f" {title} ")]
    return spread(left, [("class:bar", f" {right} ")] if right else [], columns, "class:bar")


def framed(model: Model, size: Size, top: Line, body: Lines, prompt: Lines) -> Lines:
    """A whole screen: exactly `size.rows` lines of `size.columns`. What is too long is cut from the body."""
    columns = size.columns
    below = [*confirmation(model, columns, prompt), notice(model, columns), keys(model, columns)]
    room = size.rows - 1 - len(below)
    lines = [top, *tall(body[: max(0, room)], room), *below]
    return [clip(line, columns) for line in lines[: size.rows]]


def confirmation(model: Model, columns: int, prompt: Lines) -> Lines:
    """The open question with yes and no, in the place of what the screen asks otherwise."""
    if not isinstance(model.question, Confirm):
        return prompt
    asked = wrap(f"{model.question.text}", columns - 1, "class:prompt", indent="", margin=" ")
    return [*asked, [("class:key", " y"), ("", f" {model.question.yes}   "), ("class:key", "n"), ("", " no")]]


def notice(model: Model, columns: int) -> Line:
    """The last thing said to the player, for a while; the state of the link goes before it."""
    if model.link is LinkState.LOST:
        return clip(text(f" {lost(model)}", "class:fault"), columns)
    said = model.notice
    if said is None or model.now - said.at > INFO_SECONDS:
        return []
    mark = "! " if said.tone is Tone.FAULT else ""
    return clip(text(f" {mark}{said.text}", _TONES[said.tone]), columns)


def lost(model: Model) -> str:
    """What is said while there is no connection."""
    why = model.link_text.rstrip(".") or "the connection was lost"
    if model.retry_at is None:
        return f"No connection, trying again … ({why})"
    return f"No connection, next try in {max(0, round(model.retry_at - model.now))} s ({why})"


def keys(model: Model, columns: int) -> Line:
    """The bottom line."""
    return key_line(((each.shown, each.label) for each in works_now(model)), columns)
