"""The table's menu: how others join, the players, your actions; and picking a player for one."""

from collections.abc import Sequence

from uno_client.core import chat
from uno_client.core.actions.dialogue import choices, prompt
from uno_client.core.actions.lobby import JOIN
from uno_client.core.model import Model
from uno_client.core.model.question import Pending, Somebody
from uno_client.fullscreen.keys import Intent, key_of, menu_items
from uno_client.fullscreen.mouse import spot
from uno_client.fullscreen.screens.frame import bar, framed, meanwhile, rows_for_body, table_bar
from uno_client.fullscreen.widgets import Line, Lines, Size, clickable, clip, fit, rule, text, visible, width, wrap
from uno_client.names import command
from uno_client.wording.levels import level_text_at
from uno_client.wording.tables import door_words, to_tell
from uno_client.wording.trust import EXPOSED, words_line
from uno_engine.language import _, pgettext
from uno_protocol.fold import TableView

LABEL = 17
_NAMED = 3 + 1 + 2 + LABEL + 1
"""Columns of a line of the menu without what it does."""
MOST_NAMES = 5
"""Of those who watch, where there are many."""
DETAILS = 2
"""Lines below the menu for what the line under the cursor does."""


def render(model: Model, size: Size) -> Lines:
    """The menu as lines. The list scrolls with the cursor."""
    table, columns = model.table, size.columns
    if table is None:
        return framed(model, size, bar(_("Menu"), "", columns), [], [])
    prompt, facts = meanwhile(model, columns), facts_lines(model, table, columns)
    items = menu_items(model)
    rows = max(1, rows_for_body(model, size, prompt) - len(facts) - 2 - DETAILS)
    at = min(model.reading.item, max(0, len(items) - 1))
    first = visible(len(items), at, rows)
    told = all(
        _NAMED + width(each.help_now()) <= columns for each in items
    )  # the one under the cursor is told below anyway
    body: Lines = [
        *facts,
        rule(columns, _("line {n} of {all}").format(n=at + 1, all=len(items)) if len(items) > rows else ""),
    ]
    for number, each in enumerate(items[first : first + rows], first):
        here = number == at
        line: Line = [
            ("", f" {'▸' if here else ' '} "),
            ("class:key", each.shown_now),
            ("class:selected" if here else "class:strong", f"  {each.label_now(model):<{LABEL}}"),
            ("class:info", f" {each.help_now()}" if told else ""),
        ]
        body.append(clickable(clip(line, columns), spot(number)))
    body += [
        rule(columns),
        *wrap(_whole(items[at].help_now()), columns - 2, "class:info", indent="", margin=" ")[:DETAILS],
    ]
    return framed(model, size, table_bar(model, table.room.name, _("menu"), columns), body, prompt)


def _whole(said: str) -> str:
    return f"{said[:1].upper()}{said[1:]}."


def facts_lines(model: Model, table: TableView, columns: int) -> Lines:
    """How others join the table, who may, and the spectators."""
    place = to_tell(model.server.address, table.code, model.server.fingerprint)
    others = _("To join: {command}, or press {key} in the table list and type {code}.").format(
        command=command(place), key=key_of(model, JOIN), code=table.code
    )
    others = others if place else _("Code: {code}").format(code=table.code)
    if model.server.web:
        others += " " + _("For phones, press {key}.").format(key=key_of(model, Intent.INVITE))
    lines = wrap(others, columns - 2)
    lines = [] if model.start.autostart else [[("", " "), *line] for line in lines]  # nobody joins a table of one's own
    if model.server.words:
        lines += wrap(words_line(model.server.words), columns - 2, "class:info", indent="", margin=" ")
    if model.server.exposed:
        lines += wrap(_(EXPOSED), columns - 2, "class:fault", indent="", margin=" ")
    doors = door_words(table.room)
    if doors:
        said = _("This table: {description}.").format(description="; ".join(doors))
        lines += wrap(said, columns - 2, "class:info", indent="", margin=" ")
    if table.room.watchers:
        first = len(table.room.occupants) + 1
        numbered = [f"{name} ({at})" for at, name in enumerate(table.room.watchers, first)]  # as /mute takes them
        lines += wrap(_("Spectators: {names}.").format(names=_names(numbered)), columns - 2, indent="", margin=" ")[:2]
    return lines


def _names(names: Sequence[str]) -> str:
    """The first of many names, and how many more there are."""
    more = len(names) - MOST_NAMES
    return (
        _("{names} and {n} more").format(names=", ".join(names[:MOST_NAMES]), n=more) if more > 0 else ", ".join(names)
    )


def render_people(model: Model, size: Size) -> Lines:
    """The choice of somebody as lines, each with the number that takes it."""
    table, columns, asked = model.table, size.columns, model.question
    if table is None or not isinstance(asked, Pending):
        return framed(model, size, bar(_("Menu"), "", columns), [], [])
    people, below = choices(model), meanwhile(model, columns)
    rows = max(1, rows_for_body(model, size, below) - 3)
    first = visible(len(people), asked.at, rows)
    lines: Lines = [[], text(f" {prompt(asked)}", "class:strong"), []]
    for at, each in enumerate(people[first : first + rows], first):
        here = at == asked.at
        number = f"{at + 1}" if at < 9 else " "
        name = fit(each.name, 24) if each.name else _("free")
        line: Line = [
            ("", f" {'▸' if here else ' '} "),
            ("class:key", f"{number:>2} "),
            *clip([("class:selected" if here else "class:strong", name)], 26),
        ]
        if each.level is None:
            line.append(("class:quiet", _notes(model, table, each)))
            lines.append(clickable(clip(line, columns), spot(at)))
        else:
            said = wrap(
                level_text_at(each.level, table.room, more=1), columns - 8, "class:quiet", indent="", margin=" " * 6
            )
            lines += [clickable(clip(row, columns), spot(at)) for row in (line, *said)]
    return framed(model, size, table_bar(model, table.room.name, _("choose"), columns), lines, below)


def _notes(model: Model, table: TableView, who: Somebody) -> str:
    """What is to be known of somebody, in words."""
    if not who.name:
        return _("seat {n}").format(n=(who.seat or 0) + 1)
    occupant = table.room.occupants[who.seat] if who.seat is not None else None
    watching = _("spectator") if who.name in table.room.watchers else _("has left")
    notes = [watching if who.seat is None else _("seat {n}").format(n=who.seat + 1)]
    said = (
        (who.seat is not None and who.seat == model.seat, pgettext("in a list", "you")),
        (who.bot, _("computer player")),
        (who.seat is not None and not who.connected, _("offline")),
        (who.name in table.room.muted, _("silenced")),
        (chat.muted(model, who.name), _("muted by you")),
        (occupant is not None and occupant.extra_seconds > 0, f"+{occupant.extra_seconds if occupant else 0} s"),
    )
    return ", ".join([*notes, *(words for holds, words in said if holds)])
