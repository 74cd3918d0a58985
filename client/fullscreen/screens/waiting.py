"""The waiting room of a table: seats, ready marks, rules."""

from __future__ import annotations

from client.core import chat
from client.core.model import Model
from client.fullscreen.screens.frame import bar, framed, rows_for_body, table_bar
from client.fullscreen.screens.log import log_lines
from client.fullscreen.screens.menu import facts_lines
from client.fullscreen.screens.rules_page import rules_on_show, short_lines
from client.fullscreen.widgets import Line, Lines, Size, clip, fit, rule, text, wrap
from engine.rules import Goal, RuleSet, Starter
from protocol.fold import TableView
from protocol.room import Occupant

MOST_RULES = 5
"""Lines for the rules."""


def render(model: Model, size: Size) -> Lines:
    """The screen as lines."""
    columns = size.columns
    table = model.table
    if table is None:
        return framed(model, size, bar("Table", "", columns), [[], text("  Sitting down …", "class:quiet")], [])
    top = table_bar(model, table.room.name, "" if model.autostart else f"code {table.code}", columns)
    seats = [_seat(model, table, seat, occupant) for seat, occupant in enumerate(table.room.occupants)]
    prompt = wrap(f"{_what_next(model, table)}", columns - 1, "class:prompt", indent="", margin=" ")
    rows = rows_for_body(model, size, prompt)
    room = rows - len(seats) - 1
    facts = facts_lines(model, table, columns)[: max(1, room - 2)]  # no seat is ever cut
    rules = _rules(model, table, columns, max(2, min(MOST_RULES, room - len(facts))))
    body: Lines = [*facts, *rules, [], *seats]
    left = rows - len(body) - 1
    if left > 0:
        body += [rule(columns), *log_lines(model, columns - 2, left, margin=" ")]
    return framed(model, size, top, body, prompt)


def rules_in_short(rules: RuleSet) -> str:
    """What everybody wants to know of the rules."""
    return f"{_GOALS[rules.goal].format(target=rules.target)}, {rules.hand_size} cards each"


_GOALS = {Goal.POINTS: "{target} points win", Goal.SINGLE_ROUND: "one round", Goal.UNTIL_LAST: "until one is left"}


def _rules(model: Model, table: TableView, columns: int, most: int) -> Lines:
    seconds = table.room.turn_seconds
    parts = [] if model.rules is None else [rules_in_short(model.rules)]
    parts.append(f"{seconds} s per turn" if seconds else "no time limit")
    shown = rules_on_show(model)
    lines = short_lines(shown, columns, most, told_apart=not model.autostart) if shown is not None else []
    said = text("  ·  ".join(["", *parts]), "class:quiet")
    return [*lines[:-1], [*lines[-1], *said]] if lines else [said]


def _seat(model: Model, table: TableView, seat: int, occupant: Occupant | None) -> Line:
    here = seat == model.row and model.hosting
    starts = here and _chooses_starter(model)
    mark = "▸" if here else " "
    if occupant is None:
        return [("", f" {mark} {seat + 1:>2}  "), ("class:quiet", "free")]
    ready = ("class:good", "✓ ready") if occupant.ready else ("class:quiet", "· not yet")
    notes = ["starts the game"] if starts else []
    if seat == table.seat:
        notes.append("you")
    if seat == table.room.host:
        notes.append("host")
    if occupant.bot is not None:
        notes.append(f"computer, {occupant.bot}")
    elif occupant.stand_in is not None:
        notes.append("away, a computer player plays")
    elif not occupant.connected:
        notes.append("offline")
    if occupant.extra_seconds:
        notes.append(f"+{occupant.extra_seconds} s")
    if occupant.name in table.room.muted:
        notes.append("silenced")
    if chat.muted(model, occupant.name):
        notes.append("muted by you")
    name = clip([("class:strong", fit(occupant.name, 22))], 24)
    return [("", f" {mark} {seat + 1:>2}  "), *name, *clip([ready], 11), ("class:quiet", ", ".join(notes))]


def _chooses_starter(model: Model) -> bool:
    """Whether the host names who starts: the player under the cursor (A6)."""
    return model.hosting and model.rules is not None and model.rules.starter is Starter.CHOSEN


def _what_next(model: Model, table: TableView) -> str:
    left = model.countdown.left(model.now) if model.countdown else None
    soon = f" The next game begins in {round(left)} s." if left is not None else ""
    return _whom_for(model, table) + soon


def _whom_for(model: Model, table: TableView) -> str:
    """Whom the table waits for, and the key that helps."""
    seated = [occupant for occupant in table.room.occupants if occupant]
    if model.seat is None:
        return "You're watching; the game hasn't started."
    me = model.occupant
    if len(seated) < 2:
        return "Waiting for more players. Press b to add a computer player." if model.hosting else "Waiting."
    if me is not None and not me.ready and model.autostart:
        return "Press Enter to begin."
    if me is not None and not me.ready:
        return "Press Enter when you're ready." + (" Press s to start the game." if model.hosting else "")
    late = [occupant.name for occupant in seated if not occupant.ready]
    if late:
        return f"Waiting for {', '.join(late[:4])}{' …' if len(late) > 4 else ''}."
    if _chooses_starter(model):
        return "Everyone is ready: press s to start. The player under the cursor (↑ ↓) plays first."
    return (
        "Everyone is ready: press s to start." if model.hosting else "Everyone is ready. Waiting for the host to start."
    )
