"""The tables of a server: a tile for each, and beside them the rules of the one under the cursor."""

from collections.abc import Sequence

from uno_client.core.model import Model
from uno_client.core.model.parts import LinkPhase, LobbyPart
from uno_client.drawing.grid import Canvas
from uno_client.drawing.texts import width
from uno_client.messages import Pointed
from uno_client.screens.around import Keys, frame_of
from uno_client.screens.frame import framed
from uno_client.screens.pieces import SaidLine, draw_rules, fan_picture, in_sight, light, panel, paragraph, put, put_all
from uno_client.screens.rules_shown import pictured, rules_on_show, short_text
from uno_client.screens.told import in_lobby, rows_of
from uno_client.wording.tables import access_words, phase_word
from uno_engine.language import _, ngettext
from uno_protocol.labels import worded
from uno_protocol.messages import TableLine
from uno_protocol.wording.options import preset_text
from uno_protocol.wording.tables import DOORS

BESIDE = 76
"""Columns from which the rules are beside the list."""
WIDEST = 66
"""Columns of a tile."""
BELOW = 4
"""Rows for the rules below the list, where they are not beside it."""
FAN = 13
"""Rows for cards below the list, before its tiles are apart."""
CHAT = 4
"""Rows of chat; twice as many while something is typed."""


def show(canvas: Canvas, model: Model, keys: Keys) -> None:
    """The list, and the rules of the table under the cursor."""
    server = model.server.name
    title = worded("tables_at", server=server) if server else _("Tables")
    frame = frame_of(model, keys, title, worded("you_are", name=model.name))
    tables, columns = model.lobby.tables or (), canvas.columns
    with framed(canvas, frame) as place:
        y, rows = 2 + (place.rows > 20), place.rows - 1 - (place.rows > 20)
        said = rows_of(in_lobby(model, 2 * CHAT), columns - 6, CHAT * (2 if frame.typing else 1))
        high = rows - len(said) - bool(said)
        if not tables:
            empty = SaidLine(_empty(model, keys))
            paragraph(canvas, 4, y + max(1, rows // 4), empty, columns - 8, centred=True)
        elif columns >= BESIDE:
            wide = min(WIDEST, columns // 2 + (columns >= 100) * 6)
            left = 2 + max(0, (columns - wide - 70 - 9) // 2)
            below = _tiles(canvas, left, y, wide, high, model)
            fan_picture(canvas, left, below + 1, wide, y + high - below - 1)
            left += wide + 3
            _rules(canvas, left, y, min(70, columns - left - 2), high, tables, model)
        else:
            _tiles(canvas, 2, y, columns - 4, high - BELOW, model)
            _below(canvas, y + high - BELOW + 1, tables, model, keys)
        put_all(canvas, 4, y + rows - len(said), said, columns - 6)


def _empty(model: Model, keys: Keys) -> str:
    if model.lobby.tables is not None:
        return _("No tables yet. Press {key} to open the first one.").format(key=keys["create"])
    return worded("connecting") if model.link.phase is LinkPhase.CONNECTING else worded("tables_loading")


def free_in(table: TableLine) -> int:
    """How many seats nobody has."""
    return max(0, table.seats - table.people - table.bots)


def shut(table: TableLine) -> str:
    """Why one can't simply sit down, in a word; empty if one can."""
    if table.locked:
        return _("locked")
    if not free_in(table):
        return _("full")
    return _("password") if table.password else ""


def access(table: TableLine) -> str:
    """Whether one can sit down, in a word or two."""
    return shut(table) or ngettext("{n} free", "{n} free", free_in(table)).format(n=free_in(table))


def notes(table: TableLine, lobby: LobbyPart) -> list[str]:
    """What else there is to know before one goes in."""
    said = (
        (table.code in lobby.no_programs, _(DOORS["no_programs"])),
        (table.deserted, worded("nobody_here")),
        (not free_in(table) and table.watching, _("you can watch")),
        (table.bots > 0, ngettext("{n} bot", "{n} bots", table.bots).format(n=table.bots)),
        (table.watchers > 0, worded("spectators", n=table.watchers)),
    )
    return [*access_words(table), *(words for holds, words in said if holds)]


def _tiles(canvas: Canvas, x: int, y: int, columns: int, rows: int, model: Model) -> int:
    """The list, scrolled with the cursor, in tiles as high as there is room for. Returns the row below it."""
    tables, at = model.lobby.tables or (), model.row
    count = len(tables)
    high, step = next(
        (each for each in ((5, 6), (3, 5), (3, 4)) if count * each[1] <= rows - FAN * (each[1] > 4)), (2, 2)
    )
    fit = max(1, min(count, rows // step if step == 2 else count))
    for number, table in in_sight(canvas, x + columns, y - 1, tables, at, fit):
        _tile(canvas, x, y, columns, high, table, model.lobby, here=number == at)
        canvas.spot(x, y, columns, high, Pointed(number))
        y += step
    return y


def _tile(
    canvas: Canvas, x: int, y: int, columns: int, high: int, table: TableLine, lobby: LobbyPart, *, here: bool
) -> None:
    roles, right = canvas.roles, x + columns - 2
    if high > 2:
        panel(canvas, x, y, columns, high, here=here)
    elif here:
        canvas.fill(x, y, columns, high, roles.raised)
    y += high > 4
    if here:
        canvas.put(x, y, canvas.signs.here, roles.strong, bold=True)
    put(canvas, x + 2, y, SaidLine(table.name, "strong", bold=True), right - 2 * table.seats - x - 3)
    for seat in range(table.seats):
        lit = seat < table.people + table.bots
        ink = roles.good if lit else roles.faint
        canvas.put(right - 2 * (table.seats - seat) + 1, y, light(canvas, lit=lit), ink)
    free = canvas.put_right(right, y + 1, access(table), roles.quiet if shut(table) else roles.text)
    host = "" if table.host is None else _("{name} hosts").format(name=table.host)
    state = worded("nobody_here") if table.deserted else phase_word(table.phase)
    rules = worded("table_rules", preset=preset_text(table.preset) + (" +" if table.options else ""))
    about = " · ".join(filter(None, (host, rules, "" if high > 2 else state)))
    put(canvas, x + 2, y + 1, SaidLine(about, "quiet"), free - x - 3)
    if high > 2:
        code = canvas.put_right(right, y + 2, table.code, roles.quiet)
        put(canvas, x + 2, y + 2, SaidLine(" · ".join((phase_word(table.phase), *notes(table, lobby)))), code - x - 3)


def _rules(canvas: Canvas, x: int, y: int, columns: int, rows: int, tables: Sequence[TableLine], model: Model) -> None:
    """The rules of the table under the cursor, and what else there is to know of it."""
    table, shown = tables[min(model.row, len(tables) - 1)], rules_on_show(model)
    panel(canvas, x, y - 1, columns, rows)
    x, columns, end = x + 2, columns - 4, y + rows - 2
    if shown is not None:
        title = _("{table} plays {preset} rules").format(table=shown.table, preset=preset_text(shown.preset))
        y += paragraph(canvas, x, y, SaidLine(title, "strong", bold=True), columns, 2)
    y += paragraph(canvas, x, y, SaidLine(" · ".join(notes(table, model.lobby)), "quiet"), columns, 3) + 1
    if shown is not None and shown.rules is not None:
        draw_rules(canvas, x - 1, y, columns + 1, end - y, pictured(shown.rules, shown.preset))
    elif shown is not None:
        paragraph(canvas, x, y, SaidLine(short_text(shown), "alarm", bold=True), columns, end - y)


def _below(canvas: Canvas, y: int, tables: Sequence[TableLine], model: Model, keys: Keys) -> None:
    """The same in four rows."""
    table, shown = tables[min(model.row, len(tables) - 1)], rules_on_show(model)
    columns = canvas.columns - 6
    y += paragraph(canvas, 3, y, SaidLine(" · ".join((table.code, *notes(table, model.lobby)))), columns, 1)
    if shown is not None:
        short = short_text(shown)
        if width(short) > 2 * columns:
            put(canvas, 3, y + 2, SaidLine(_("{key} shows all rules.").format(key=keys["rules"]), "quiet"), columns)
        paragraph(canvas, 3, y, SaidLine(short, "alarm" if shown.rules is None else "quiet"), columns, 2)
