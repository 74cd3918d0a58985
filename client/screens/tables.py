"""The list of tables of a server."""

from __future__ import annotations

from client.model import LinkState, Model
from client.screens.frame import bar, framed
from client.widgets import Line, Lines, Size, clip, fit, rule, text, visible
from protocol.messages import TableLine

_PHASES = {
    "waiting": "waiting",
    "playing": "playing",
    "paused": "paused",
    "between_rounds": "playing",
    "finished": "finished",
    "closed": "closed",
}
_FIXED = 5 + 2 + 9 + 2 + 10 + 2
"""Columns of code, seats taken and phase with the gaps before them."""


def render(model: Model, size: Size) -> Lines:
    """The screen as lines."""
    columns = size.columns
    top = bar(f"Tables at {model.server}" if model.server else "Tables", f"you are {model.name}", columns)
    return framed(model, size, top, _body(model, size), [])


def _body(model: Model, size: Size) -> Lines:
    columns = size.columns
    if model.tables is None:
        words = "Connecting …" if model.link is LinkState.CONNECTING else "Asking for the tables …"
        return [[], text(f"  {words}", "class:quiet")]
    if not model.tables:
        return [[], text("  No table yet. Press n to open the first one.", "class:info")]
    name_width = max(10, min(30, (columns - _FIXED) * 3 // 5))
    head = f"  {'Name':<{name_width}}  {'Code':<5}  {'Players':<9}  {'State':<10}  Rules"
    rows = max(1, size.rows - 6)
    first = visible(len(model.tables), model.row, rows)
    lines = [
        _line(table, at == model.row, name_width, columns)
        for at, table in enumerate(model.tables[first : first + rows], first)
    ]
    more = len(model.tables) - rows
    note = f"{len(model.tables)} tables" if more > 0 else ""
    return [text(head, "class:label"), *lines, rule(columns, note) if note else []]


def _line(table: TableLine, here: bool, name_width: int, columns: int) -> Line:
    taken = f"{table.people + table.bots}/{table.seats}" + (f" ({table.bots}c)" if table.bots else "")
    options = " ".join(f"{option}={value}" for option, value in table.options.items())
    name = fit(table.name, name_width)
    line: Line = [
        ("", f"{'▸' if here else ' '} "),
        *clip([("class:strong", name)], name_width),
        ("", f"  {fit(table.code, 5):<5}  {taken:<9}  {_PHASES.get(table.phase, fit(table.phase, 10)):<10}  "),
        ("", f"{table.preset} "),
        ("", options),
    ]
    if not here:
        return clip(line, columns)
    return [(f"{style} class:selected", part) for style, part in clip(line, columns)]
