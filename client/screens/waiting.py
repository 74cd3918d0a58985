"""The waiting room of a table: seats, ready marks, rules."""

from __future__ import annotations

from client.model import Model
from client.screens.frame import bar, framed
from client.screens.log import log_lines
from client.widgets import Line, Lines, Size, clip, fit, rule, text, wrap
from engine.rules import Goal, RuleSet
from protocol.fold import TableView
from protocol.room import Occupant


def render(model: Model, size: Size) -> Lines:
    """The screen as lines."""
    columns = size.columns
    table = model.table
    if table is None:
        return framed(model, size, bar("Table", "", columns), [[], text("  Sitting down …", "class:quiet")], [])
    top = bar(table.room.name, f"code {table.code}", columns)
    body: Lines = [*_rules(model, table, columns), []]
    seats = [_seat(model, table, seat, occupant) for seat, occupant in enumerate(table.room.occupants)]
    body += seats
    prompt = wrap(f"{_what_next(model, table)}", columns - 1, "class:prompt", indent="", margin=" ")
    room = size.rows - 1 - len(body) - len(prompt) - 2 - 1
    if room > 0:
        body += [rule(columns), *log_lines(model, columns - 2, room, margin=" ")]
    return framed(model, size, top, body, prompt)


def rules_in_short(rules: RuleSet) -> str:
    """What everybody wants to know of the rules."""
    goal = f"{rules.target} points win" if rules.goal is Goal.POINTS else "one round"
    return f"{goal}, {rules.hand_size} cards each"


def _rules(model: Model, table: TableView, columns: int) -> Lines:
    rules = model.rules
    parts = [f"rules: {table.room.preset}"]
    if rules is not None:
        parts.append(rules_in_short(rules))
    seconds = table.room.turn_seconds
    parts.append(f"{seconds} s a turn" if seconds else "no time limit")
    if table.room.options:
        parts.append("set: " + " ".join(f"{option}={value}" for option, value in table.room.options.items()))
    return wrap("  ·  ".join(parts), columns - 1, "class:quiet", indent="", margin=" ")[:3]


def _seat(model: Model, table: TableView, seat: int, occupant: Occupant | None) -> Line:
    here = seat == model.row and model.hosting
    mark = "▸" if here else " "
    if occupant is None:
        return [("", f" {mark} {seat + 1:>2}  "), ("class:quiet", "free")]
    ready = ("class:good", "✓ ready") if occupant.ready else ("class:quiet", "· not yet")
    notes = []
    if seat == table.seat:
        notes.append("you")
    if seat == table.room.host:
        notes.append("host")
    if occupant.bot is not None:
        notes.append(f"computer, {occupant.bot}")
    elif not occupant.connected:
        notes.append("away")
    name = clip([("class:strong", fit(occupant.name, 22))], 24)
    return [("", f" {mark} {seat + 1:>2}  "), *name, *clip([ready], 11), ("class:quiet", ", ".join(notes))]


def _what_next(model: Model, table: TableView) -> str:
    seated = [occupant for occupant in table.room.occupants if occupant]
    if model.seat is None:
        return "You are watching; the game has not begun."
    me = table.room.occupants[model.seat]
    if len(seated) < 2:
        return "Waiting for more players; the host may seat computer players (b)." if model.hosting else "Waiting."
    if me is not None and not me.ready and model.autostart:
        return "Press Enter to begin."
    if me is not None and not me.ready:
        return "Press r when you are ready." + (" s starts the game." if model.hosting else "")
    late = [occupant.name for occupant in seated if not occupant.ready]
    if late:
        return f"Waiting for {', '.join(late[:4])}{' …' if len(late) > 4 else ''}."
    return "Everyone is ready: press s to start." if model.hosting else "Everyone is ready: the host starts the game."
