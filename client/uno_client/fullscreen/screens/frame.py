"""The frame of every screen: a bar on top; below, the question, the latest notice, and the keys that work now."""

from math import ceil

from uno_client.core.model import Model
from uno_client.core.model.parts import Notice, Tone
from uno_client.core.model.question import FormField, TypeIn, YesNo
from uno_client.core.navigation import Scope, place_of
from uno_client.fullscreen.keys import Binding, clickable_key, rank, works_now
from uno_client.fullscreen.mouse import button
from uno_client.fullscreen.screens.chat_panel import line_rows, unread_mark
from uno_client.fullscreen.widgets import KeyHint, Line, Lines, Size, clip, key_line, spread, tall, width, wrap
from uno_client.wording.tables import TEST_DEAL
from uno_client.wording.trust import NOT_ENCRYPTED
from uno_engine.language import N_, _, pgettext

AWAY = N_("You're away: a computer player plays for you. Press Enter to play again.")
TIMER = 8
"""Columns of the clock."""
URGENT = 10.0
"""Seconds left from which the clock is urgent."""
STEP = 5
"""Seconds after which it moves before that: every movement takes bytes, and eyes."""
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
    clock, game = model.play.countdown, model.game
    # A clock of another decision runs for nothing that is on the screen.
    stale = clock is None or (game is not None and game.waiting_for is not None and clock.decision != game.decision)
    left = None if clock is None or stale else clock.left(model.now)
    if left is None:
        return "class:bar", " " * columns
    seconds = round(left) if left <= URGENT else STEP * ceil(left / STEP)
    shown = f"{seconds // 60}:{seconds % 60:02} " if seconds < 6000 else f"{pgettext('at most 5 columns', 'long')} "
    return "class:bar class:urgent" if left <= URGENT else "class:bar.strong", f"{shown:>{columns}}"


def table_bar(model: Model, title: str, right: str, columns: int) -> Line:
    """The line on top at a table: with the clock, and the mark of a test deal (P-7.30)."""
    if model.table is not None and model.table.room.test:
        right = f"{_(TEST_DEAL)} · {right}" if right else _(TEST_DEAL)
    if model.server.exposed:
        right = f"{_(NOT_ENCRYPTED)} · {right}" if right else _(NOT_ENCRYPTED)
    runs = model.play.countdown is not None and model.play.countdown.seconds is not None
    room = TIMER if runs or (model.table is not None and model.table.room.turn_seconds) else 0
    return [*bar(title, right, columns - room), timer(model, room)]


def confirmation(model: Model, columns: int, prompt: Lines) -> Lines:
    """The open question, in the place of what the screen asks otherwise; the bottom line has its yes and no."""
    match model.question:
        case YesNo(text=words):
            return wrap(words, columns - 1, "class:prompt", indent="", margin=" ")
        case TypeIn(field=field):
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
    if said is None or model.now - said.at > said_for(said):
        return link or [[]]
    mark = "! " if said.tone is Tone.FAULT else ""
    return link + wrap(f"{mark}{said.text}", columns - 1, _TONES[said.tone], margin=" ")[:NOTICE_ROWS]


def said_for(said: Notice) -> float:
    """Seconds that a notice stays: long ones longer."""
    return INFO_SECONDS + len(said.text) / LETTERS_A_SECOND


def lost(model: Model) -> str:
    """What is said while there is no connection."""
    why = model.link.text.partition(";")[0].rstrip(".") or _("the connection was lost")
    seconds = 0 if model.link.retry_at is None else ceil(model.link.retry_at - model.now)
    when = _("next try in {seconds} s").format(seconds=seconds) if seconds > 0 else _("trying again …")
    return _("No connection, {when} ({reason})").format(when=when, reason=why)


def keys(model: Model, columns: int) -> Line:
    """The bottom line; at its end, how much has been said that cannot be seen now."""
    mark = unread_mark(model)
    hints = [KeyHint(each.shown_now, each.label_now(model), rank(each), _button(each)) for each in works_now(model)]
    line = key_line(hints, columns - width(mark))
    return [*line, ("class:chat class:strong", mark)] if mark else line


def _button(binding: Binding) -> str:
    key = clickable_key(binding)
    return "" if key is None else button(key)
