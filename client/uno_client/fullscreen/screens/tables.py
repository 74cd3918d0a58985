"""The list of tables of a server."""

from uno_client.core.actions.tables import CREATE
from uno_client.core.model import Model
from uno_client.core.model.parts import LinkPhase
from uno_client.fullscreen.keys import key_of
from uno_client.fullscreen.mouse import spot
from uno_client.fullscreen.screens.chat_panel import lobby_rows
from uno_client.fullscreen.screens.frame import bar, framed, rows_for_body
from uno_client.fullscreen.screens.rules_page import rules_on_show, short_lines
from uno_client.fullscreen.widgets import Line, Lines, Size, clickable, clip, fit, rule, tall, text, visible
from uno_client.wording.options import preset_text
from uno_client.wording.tables import TEST_DEAL
from uno_client.wording.trust import NOT_ENCRYPTED
from uno_engine.language import _, ngettext, pgettext
from uno_protocol.messages import TableLine

_FIXED = 5 + 2 + 9 + 2 + 8 + 2 + 8 + 2
"""Columns of code, seats taken, state and access, with the gaps before them."""
_CODE = 5 + 2
_CODED = 70
"""Columns from which the code is shown; where there are fewer, rules go before it (the table's menu has it)."""
DETAILS = 5
"""Lines for the table under the cursor: who may come in, and its rules."""


def render(model: Model, size: Size) -> Lines:
    """The screen as lines."""
    columns = size.columns
    me = _("you're {name}").format(name=model.name)
    right = f"{_(NOT_ENCRYPTED)} · {me}" if model.server.exposed else me
    server = model.server.name
    top = bar(_("Tables at {server}").format(server=server) if server else _("Tables"), right, columns)
    said = lobby_rows(model, columns)
    return framed(model, size, top, _body(model, size, said), said)


def _body(model: Model, size: Size, below: Lines) -> Lines:
    columns = size.columns
    if model.lobby.tables is None:
        words = _("Connecting …") if model.link.phase is LinkPhase.CONNECTING else _("Loading the tables …")
        return [[], text(f"  {words}", "class:quiet")]
    if not model.lobby.tables:
        words = _("No tables yet. Press {key} to open the first one.").format(key=key_of(model, CREATE))
        return [[], text(f"  {words}", "class:info")]
    coded = columns >= _CODED
    name_width = max(9, min(24, (columns - _FIXED + (0 if coded else _CODE) - 4) // 2))
    code = f"  {pgettext('at most 5 columns', 'Code'):<5}" if coded else ""
    players = pgettext("at most 9 columns", "Players")
    state, access = pgettext("at most 8 columns", "State"), pgettext("at most 8 columns", "Access")
    name = f"{pgettext('at most 9 columns', 'Name'):<{name_width}}"
    head = f"  {name}{code}  {players:<9}  {state:<8}  {access:<8}  {_('Rules')}"
    rows = max(1, rows_for_body(model, size, below) - 2 - DETAILS)
    first = visible(len(model.lobby.tables), model.row, rows)
    lines = [
        clickable(_line(table, at == model.row, name_width, columns), spot(at))
        for at, table in enumerate(model.lobby.tables[first : first + rows], first)
    ]
    shown = rules_on_show(model)
    note = _("{n} tables").format(n=len(model.lobby.tables)) if len(model.lobby.tables) > rows else ""
    under = model.lobby.tables[model.row] if model.row < len(model.lobby.tables) else None
    details = [] if under is None else door_lines(under, columns)
    details += [] if shown is None else short_lines(shown, columns, DETAILS - len(details))
    return [text(head, "class:label"), *tall(lines, rows), rule(columns, note), *details]


def _state(phase: str) -> str:
    """A table's phase, in a word that fits its column."""
    match phase:
        case "waiting":
            return pgettext("at most 8 columns", "waiting")
        case "playing" | "between_rounds":
            return pgettext("at most 8 columns", "playing")
        case "paused":
            return pgettext("at most 8 columns", "paused")
        case "finished":
            return pgettext("at most 8 columns", "finished")
        case "closed":
            return pgettext("at most 8 columns", "closed")
    return phase


def _access(table: TableLine) -> str:
    """In one word whether one can come in; the line below the list says more."""
    if table.locked:
        return pgettext("at most 8 columns", "locked")
    if table.people + table.bots >= table.seats:
        return pgettext("at most 8 columns", "watch") if table.watching else pgettext("at most 8 columns", "full")
    return pgettext("at most 8 columns", "password") if table.password else pgettext("at most 8 columns", "open")


def door_lines(table: TableLine, columns: int) -> Lines:
    """A table's access, and its people, in words."""
    full = table.people + table.bots >= table.seats
    said = (
        (table.test, _("test deal, the cards were chosen in advance")),
        (table.host is not None, _("host: {name}").format(name=table.host)),
        (table.bots > 0, ngettext("{n} computer player", "{n} computer players", table.bots).format(n=table.bots)),
        (table.locked, _("locked, nobody else can join")),
        (full, _("every seat is taken")),
        (table.password, _("password needed")),
        (not table.watching, _("no spectators")),
        (table.watchers > 0, ngettext("{n} spectator", "{n} spectators", table.watchers).format(n=table.watchers)),
    )
    words = " · ".join(words for holds, words in said if holds)
    return [clip(text(f" {words}", "class:info"), columns)] if words else []


def _line(table: TableLine, here: bool, name_width: int, columns: int) -> Line:
    taken = f"{table.people + table.bots}/{table.seats}" + (
        f" ({_('{n}c').format(n=table.bots)})" if table.bots else ""
    )
    name = fit(table.name, name_width)
    rules = preset_text(table.preset)
    rules = f"{_(TEST_DEAL)}, {rules}" if table.test and columns >= _CODED else rules
    code = f"  {fit(table.code, 5):<5}" if columns >= _CODED else ""
    state = fit(_state(table.phase), 8)
    line: Line = [
        ("", f"{'▸' if here else ' '} "),
        *clip([("class:strong", name)], name_width),
        ("", f"{code}  {taken:<9}  {state:<8}  {_access(table):<8}"),
        ("", f"  {rules}{' +' if table.options else ''}"),
    ]
    if not here:
        return clip(line, columns)
    return [(f"{style} class:selected", part) for style, part in clip(line, columns)]
