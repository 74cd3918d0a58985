"""The waiting room of a table: seats, ready marks, rules."""

from uno_client.core import chat
from uno_client.core.actions.host import ADD_BOT, START
from uno_client.core.model import Model
from uno_client.fullscreen.keys import key_of
from uno_client.fullscreen.mouse import spot
from uno_client.fullscreen.screens.frame import bar, framed, rows_for_body, table_bar
from uno_client.fullscreen.screens.log import log_lines
from uno_client.fullscreen.screens.menu import facts_lines
from uno_client.fullscreen.screens.rules_page import rules_on_show, short_lines
from uno_client.fullscreen.widgets import Line, Lines, Size, clickable, clip, fit, rule, text, width, wrap
from uno_client.wording.levels import OF_LEVEL, levels_at
from uno_client.wording.tables import goal_text
from uno_engine.language import _, ngettext, pgettext
from uno_engine.rules import RuleSet, Starter
from uno_protocol.fold import TableView
from uno_protocol.room import Occupant
from uno_protocol.sentences import level_word

MOST_RULES = 5
"""Lines for the rules."""


def render(model: Model, size: Size) -> Lines:
    """The screen as lines."""
    columns = size.columns
    table = model.table
    if table is None:
        return framed(
            model, size, bar(_("Table"), "", columns), [[], text("  " + _("Sitting down …"), "class:quiet")], []
        )
    top = table_bar(
        model, table.room.name, "" if model.start.autostart else _("code {code}").format(code=table.code), columns
    )
    occupants = enumerate(table.room.occupants)
    seats = [clickable(_seat(model, table, seat, occupant), spot(seat)) for seat, occupant in occupants]
    prompt = wrap(f"{_what_next(model, table)}", columns - 1, "class:prompt", indent="", margin=" ")
    rows = rows_for_body(model, size, prompt)
    room = rows - len(seats) - 1
    facts = facts_lines(model, table, columns)[: max(1, room - 2)]  # no seat is ever cut
    rules = _rules(model, table, columns, max(2, min(MOST_RULES, room - len(facts))))
    body: Lines = [*facts, *rules, [], *seats]
    levels = _levels(table, columns)
    if len(body) + len(levels) < rows:
        body += levels
    left = rows - len(body) - 1
    if left > 0:
        body += [rule(columns), *log_lines(model, columns - 2, left, margin=" ")]
    return framed(model, size, top, body, prompt)


def rules_in_short(rules: RuleSet) -> str:
    """What everybody wants to know of the rules."""
    return (
        f"{goal_text(rules)}, {ngettext('{n} card each', '{n} cards each', rules.hand_size).format(n=rules.hand_size)}"
    )


def _rules(model: Model, table: TableView, columns: int, most: int) -> Lines:
    seconds = table.room.turn_seconds
    parts = [] if model.rules is None else [rules_in_short(model.rules)]
    parts.append(_("{n} s per turn").format(n=seconds) if seconds else _("no time limit"))
    shown = rules_on_show(model)
    lines = short_lines(shown, columns, most) if shown is not None else []
    said = text("  ·  ".join(["", *parts]), "class:quiet")
    if lines and width(lines[-1]) + width(said) > columns:
        own = wrap("  ·  ".join(parts), columns - 1, "class:quiet", indent="", margin=" ")
        return [*lines[: max(1, most - len(own))], *own]
    return [*lines[:-1], [*lines[-1], *said]] if lines else [said]


def _levels(table: TableView, columns: int) -> Lines:
    """What the computer players are like."""
    said = (_(OF_LEVEL).format(level=level_word(level), what=what) for level, what in levels_at(table.room))
    lines = [line for each in said for line in wrap(each, columns - 1, "class:quiet", indent="", margin=" ")]
    return [[], *lines] if lines else []


def _seat(model: Model, table: TableView, seat: int, occupant: Occupant | None) -> Line:
    here = seat == model.row and model.hosting
    starts = here and _chooses_starter(model)
    mark = "▸" if here else " "
    if occupant is None:
        return [("", f" {mark} {seat + 1:>2}  "), ("class:quiet", _("free"))]
    ready = (
        ("class:good", pgettext("at most 10 columns", "✓ ready"))
        if occupant.ready
        else ("class:quiet", pgettext("at most 10 columns", "· not yet"))
    )
    notes = [_("starts the game")] if starts else []
    if seat == table.seat:
        notes.append(pgettext("in a list", "you"))
    if seat == table.room.host:
        notes.append(_("host"))
    if occupant.bot is not None:
        notes.append(_("computer, {level}").format(level=level_word(occupant.bot)))
    elif occupant.stand_in is not None:
        notes.append(_("away, a computer player plays"))
    elif not occupant.connected:
        notes.append(_("offline"))
    if occupant.extra_seconds:
        notes.append(f"+{occupant.extra_seconds} s")
    if occupant.name in table.room.muted:
        notes.append(_("silenced"))
    if chat.muted(model, occupant.name):
        notes.append(_("muted by you"))
    name = clip([("class:strong", fit(occupant.name, 22))], 24)
    return [("", f" {mark} {seat + 1:>2}  "), *name, *clip([ready], 11), ("class:quiet", ", ".join(notes))]


def _chooses_starter(model: Model) -> bool:
    """Whether the host names who starts: the player under the cursor (A6)."""
    return model.hosting and model.rules is not None and model.rules.starter is Starter.CHOSEN


def _what_next(model: Model, table: TableView) -> str:
    left = model.play.countdown.left(model.now) if model.play.countdown else None
    soon = " " + _("The next game begins in {n} s.").format(n=round(left)) if left is not None else ""
    return _whom_for(model, table) + soon


def _whom_for(model: Model, table: TableView) -> str:
    """A sentence saying what the table waits for, and which key to press."""
    seated = [occupant for occupant in table.room.occupants if occupant]
    if model.seat is None:
        return _("You're watching; the game hasn't started.")
    me, start = model.occupant, key_of(model, START)
    if len(seated) < 2:
        add = _("Waiting for more players. Press {key} to add a computer player.")
        return add.format(key=key_of(model, ADD_BOT)) if model.hosting else _("Waiting.")
    if me is not None and not me.ready and model.start.autostart:
        return _("Press Enter to begin.")
    if me is not None and not me.ready:
        starts = _("Press {key} to start the game.").format(key=start)
        return _("Press Enter when you're ready.") + (f" {starts}" if model.hosting else "")
    late = [occupant.name for occupant in seated if not occupant.ready]
    if late:
        names = ", ".join(late[:4]) + (" …" if len(late) > 4 else "")
        return _("Waiting for {names}.").format(names=names)
    if _chooses_starter(model):
        said = _("Everyone is ready: press {key} to start. The player under the cursor (↑ ↓) plays first.")
        return said.format(key=start)
    return (
        _("Everyone is ready: press {key} to start.").format(key=start)
        if model.hosting
        else _("Everyone is ready. Waiting for the host to start.")
    )
