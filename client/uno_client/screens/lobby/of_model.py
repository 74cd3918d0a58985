"""The tables of a server, from the model."""

from uno_client.core.model import Model
from uno_client.core.model.parts import LinkPhase
from uno_client.screens.around import Keys, frame_of
from uno_client.screens.lobby.scene import LobbyScene, TableRow
from uno_client.screens.rules_shown import pictured, rules_on_show, short_text
from uno_client.screens.told import in_lobby
from uno_client.wording.options import preset_text
from uno_client.wording.sanitize import clean
from uno_client.wording.tables import access_words, phase_word
from uno_engine.language import _, ngettext
from uno_protocol.messages import TableLine

CHAT = 8
"""Remarks that are looked at for the rows of chat."""


def scene_of(model: Model, keys: Keys) -> LobbyScene:
    """The list, and the rules of the table under the cursor."""
    server = model.server.name
    title = _("Tables at {server}").format(server=server) if server else _("Tables")
    frame = frame_of(model, keys, title, _("you're {name}").format(name=model.name))
    tables, chat = model.lobby.tables, in_lobby(model, CHAT)
    if not tables:
        return LobbyScene(frame, empty=_empty(model, keys), chat=chat)
    shown = rules_on_show(model)
    if shown is None:
        return LobbyScene(frame, tuple(map(row_of, tables)), model.row, chat=chat)
    heading = _("{table} plays {preset} rules").format(table=clean(shown.table), preset=preset_text(shown.preset))
    rules = () if shown.rules is None else pictured(shown.rules, shown.preset)
    more = _("{key} shows all rules.").format(key=keys["rules"])
    return LobbyScene(
        frame, tuple(map(row_of, tables)), model.row, "", heading, rules, short_text(shown), not rules, chat, more
    )


def _empty(model: Model, keys: Keys) -> str:
    if model.lobby.tables is not None:
        return _("No tables yet. Press {key} to open the first one.").format(key=keys["create"])
    return _("Connecting …") if model.link.phase is LinkPhase.CONNECTING else _("Loading the tables …")


def row_of(table: TableLine) -> TableRow:
    """A table of the list."""
    taken = table.people + table.bots
    rules = _("{preset} rules").format(preset=preset_text(table.preset) + (" +" if table.options else ""))
    host = "" if table.host is None else _("{name} hosts").format(name=clean(table.host))
    access = _access(table)
    free = table.seats - taken
    return TableRow(
        clean(table.name),
        clean(table.code, 5),
        " · ".join(filter(None, (host, rules))),
        phase_word(table.phase),
        tuple(_notes(table)),
        taken,
        table.seats,
        access or ngettext("{n} free", "{n} free", free).format(n=free),
        not access,
    )


def _access(table: TableLine) -> str:
    """Why one can't simply sit down, in a word; empty if one can."""
    if table.locked:
        return _("locked")
    if table.people + table.bots >= table.seats:
        return _("full")
    return _("password") if table.password else ""


def _notes(table: TableLine) -> list[str]:
    full = table.people + table.bots >= table.seats
    said = (
        (full and table.watching, _("you can watch")),
        (table.bots > 0, ngettext("{n} bot", "{n} bots", table.bots).format(n=table.bots)),
        (table.watchers > 0, ngettext("{n} spectator", "{n} spectators", table.watchers).format(n=table.watchers)),
    )
    return [*access_words(table), *(words for holds, words in said if holds)]
