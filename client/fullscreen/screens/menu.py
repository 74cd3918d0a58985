"""The table's menu: how others join, who is here, what you can do; and picking a player for it."""

from __future__ import annotations

from collections.abc import Sequence

from client.core import chat
from client.core.model import Model, PickSomebody
from client.core.people import Somebody, candidates
from client.fullscreen.keys import menu_items
from client.fullscreen.screens.frame import bar, framed, meanwhile, rows_for_body, table_bar
from client.fullscreen.widgets import Line, Lines, Size, clip, fit, rule, text, visible, width, wrap
from client.wording.tables import door_words, to_tell
from client.wording.trust import EXPOSED, words_line
from protocol.fold import TableView

_LABEL = 17
_NAMED = 3 + 1 + 2 + _LABEL + 1
"""Columns of a line of the menu without what it does."""
MOST_NAMES = 5
"""Of those who watch, where there are many."""
DETAILS = 2
"""Lines below the menu for what the line under the cursor does."""


def render(model: Model, size: Size) -> Lines:
    """The menu as lines. The list scrolls with the cursor."""
    table, columns = model.table, size.columns
    if table is None:
        return framed(model, size, bar("Menu", "", columns), [], [])
    prompt, facts = meanwhile(model, columns), facts_lines(model, table, columns)
    items = menu_items(model)
    rows = max(1, rows_for_body(model, size, prompt) - len(facts) - 2 - DETAILS)
    at = min(model.item, max(0, len(items) - 1))
    first = visible(len(items), at, rows)
    told = all(_NAMED + width(each.help) <= columns for each in items)  # the one under the cursor is told below anyway
    body: Lines = [*facts, rule(columns, f"line {at + 1} of {len(items)}" if len(items) > rows else "")]
    for number, each in enumerate(items[first : first + rows], first):
        here = number == at
        line: Line = [
            ("", f" {'▸' if here else ' '} "),
            ("class:key", each.shown),
            ("class:selected" if here else "class:strong", f"  {each.label_now(model):<{_LABEL}}"),
            ("class:info", f" {each.help}" if told else ""),
        ]
        body.append(clip(line, columns))
    body += [rule(columns), *wrap(_whole(items[at].help), columns - 2, "class:info", indent="", margin=" ")[:DETAILS]]
    return framed(model, size, table_bar(model, table.room.name, "menu", columns), body, prompt)


def _whole(said: str) -> str:
    return f"{said[:1].upper()}{said[1:]}."


def facts_lines(model: Model, table: TableView, columns: int) -> Lines:
    """How others come to the table, who may, and who watches."""
    place = to_tell(model.address, table.code, model.fingerprint)
    others = f"To join: uno-client {place}, or press c in the table list and type {table.code}."
    lines = wrap(others if place else f"Code: {table.code}", columns - 2)
    lines = [] if model.autostart else [[("", " "), *line] for line in lines]  # nobody joins a table of one's own
    if model.words:
        lines += wrap(words_line(model.words), columns - 2, "class:info", indent="", margin=" ")
    if model.exposed:
        lines += wrap(EXPOSED, columns - 2, "class:fault", indent="", margin=" ")
    doors = door_words(table.room)
    if doors:
        said = "; ".join(doors)
        lines += wrap(f"This table: {said}.", columns - 2, "class:info", indent="", margin=" ")
    if table.room.watchers:
        first = len(table.room.occupants) + 1
        numbered = [f"{name} ({at})" for at, name in enumerate(table.room.watchers, first)]  # as /mute takes them
        lines += wrap(f"Spectators: {_names(numbered)}.", columns - 2, indent="", margin=" ")[:2]
    return lines


def _names(names: Sequence[str]) -> str:
    """The first of many names, and how many more there are."""
    more = len(names) - MOST_NAMES
    return f"{', '.join(names[:MOST_NAMES])} and {more} more" if more > 0 else ", ".join(names)


def render_people(model: Model, size: Size) -> Lines:
    """The choice of somebody as lines, each with the number that takes it."""
    table, columns, asked = model.table, size.columns, model.question
    if table is None or not isinstance(asked, PickSomebody):
        return framed(model, size, bar("Menu", "", columns), [], [])
    people, prompt = candidates(model, asked.chore, asked.moved), meanwhile(model, columns)
    rows = max(1, rows_for_body(model, size, prompt) - 3)
    first = visible(len(people), asked.at, rows)
    lines: Lines = [[], text(f" {asked.chore.value}", "class:strong"), []]
    for at, each in enumerate(people[first : first + rows], first):
        here = at == asked.at
        number = f"{at + 1}" if at < 9 else " "
        name = fit(each.name, 24) if each.name else "free"
        line: Line = [
            ("", f" {'▸' if here else ' '} "),
            ("class:key", f"{number:>2} "),
            *clip([("class:selected" if here else "class:strong", name)], 26),
            ("class:quiet", _notes(model, table, each)),
        ]
        lines.append(clip(line, columns))
    return framed(model, size, table_bar(model, table.room.name, "choose", columns), lines, prompt)


def _notes(model: Model, table: TableView, who: Somebody) -> str:
    """What is to be known of somebody, in words."""
    if not who.name:
        return f"seat {(who.seat or 0) + 1}"
    occupant = table.room.occupants[who.seat] if who.seat is not None else None
    watching = "spectator" if who.name in table.room.watchers else "has left"
    notes = [watching if who.seat is None else f"seat {who.seat + 1}"]
    said = (
        (who.seat is not None and who.seat == model.seat, "you"),
        (who.bot, "computer player"),
        (who.seat is not None and not who.connected, "offline"),
        (who.name in table.room.muted, "silenced"),
        (chat.muted(model, who.name), "muted by you"),
        (occupant is not None and occupant.extra_seconds > 0, f"+{occupant.extra_seconds if occupant else 0} s"),
    )
    return ", ".join([*notes, *(words for holds, words in said if holds)])
