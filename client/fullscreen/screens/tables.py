"""The list of tables of a server."""

from __future__ import annotations

from client.core.model import LinkState, Model
from client.fullscreen.screens.chat_panel import lobby_rows
from client.fullscreen.screens.frame import bar, framed, rows_for_body
from client.fullscreen.screens.rules_page import rules_on_show, short_lines
from client.fullscreen.widgets import Line, Lines, Size, clip, fit, rule, tall, text, visible
from client.wording.tables import TEST_DEAL
from client.wording.trust import NOT_ENCRYPTED
from protocol.messages import TableLine
from protocol.sentences import number

_PHASES = {
    "waiting": "waiting",
    "playing": "playing",
    "paused": "paused",
    "between_rounds": "playing",
    "finished": "finished",
    "closed": "closed",
}
_FIXED = 5 + 2 + 9 + 2 + 8 + 2 + 8 + 2
"""Columns of code, seats taken, state and access, with the gaps before them."""
DETAILS = 5
"""Lines for the table under the cursor: who may come in, and its rules."""


def render(model: Model, size: Size) -> Lines:
    """The screen as lines."""
    columns = size.columns
    right = f"{NOT_ENCRYPTED} · you're {model.name}" if model.exposed else f"you're {model.name}"
    top = bar(f"Tables at {model.server}" if model.server else "Tables", right, columns)
    said = lobby_rows(model, columns)
    return framed(model, size, top, _body(model, size, said), said)


def _body(model: Model, size: Size, below: Lines) -> Lines:
    columns = size.columns
    if model.tables is None:
        words = "Connecting …" if model.link is LinkState.CONNECTING else "Loading the tables …"
        return [[], text(f"  {words}", "class:quiet")]
    if not model.tables:
        return [[], text("  No tables yet. Press n to open the first one.", "class:info")]
    name_width = max(8, min(24, (columns - _FIXED - 4) // 2))
    head = f"  {'Name':<{name_width}}  {'Code':<5}  {'Players':<9}  {'State':<8}  {'Access':<8}  Rules"
    rows = max(1, rows_for_body(model, size, below) - 2 - DETAILS)
    first = visible(len(model.tables), model.row, rows)
    lines = [
        _line(table, at == model.row, name_width, columns)
        for at, table in enumerate(model.tables[first : first + rows], first)
    ]
    shown = rules_on_show(model)
    note = f"{len(model.tables)} tables" if len(model.tables) > rows else ""
    under = model.tables[model.row] if model.row < len(model.tables) else None
    details = [] if under is None else door_lines(under, columns)
    details += [] if shown is None else short_lines(shown, columns, DETAILS - len(details))
    return [text(head, "class:label"), *tall(lines, rows), rule(columns, note), *details]


def _access(table: TableLine) -> str:
    """In one word whether one can come in; the line below the list says more."""
    if table.locked:
        return "locked"
    if table.people + table.bots >= table.seats:
        return "watch" if table.watching else "full"
    return "password" if table.password else "open"


def door_lines(table: TableLine, columns: int) -> Lines:
    """Who may come in at a table, and who is there, in words."""
    full = table.people + table.bots >= table.seats
    said = (
        (table.test, f"{TEST_DEAL}, the cards were chosen in advance"),
        (table.host is not None, f"host: {table.host}"),
        (table.bots > 0, number(table.bots, "computer player")),
        (table.locked, "locked, nobody else can join"),
        (full, "every seat is taken"),
        (table.password, "password needed"),
        (not table.watching, "no spectators"),
        (table.watchers > 0, number(table.watchers, "spectator")),
    )
    words = " · ".join(words for holds, words in said if holds)
    return [clip(text(f" {words}", "class:info"), columns)] if words else []


def _line(table: TableLine, here: bool, name_width: int, columns: int) -> Line:
    taken = f"{table.people + table.bots}/{table.seats}" + (f" ({table.bots}c)" if table.bots else "")
    name = fit(table.name, name_width)
    rules = f"{TEST_DEAL}, {table.preset}" if table.test else table.preset
    state = fit(_PHASES.get(table.phase, table.phase), 8)
    line: Line = [
        ("", f"{'▸' if here else ' '} "),
        *clip([("class:strong", name)], name_width),
        ("", f"  {fit(table.code, 5):<5}  {taken:<9}  {state:<8}  {_access(table):<8}"),
        ("", f"  {rules}{' +' if table.options else ''}"),
    ]
    if not here:
        return clip(line, columns)
    return [(f"{style} class:selected", part) for style, part in clip(line, columns)]
