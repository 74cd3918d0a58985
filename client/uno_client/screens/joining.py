"""How others join the player's table, who may, and what to know of the connection."""

from collections.abc import Sequence

from uno_client.core.inviting import address
from uno_client.core.model import Model
from uno_client.names import command
from uno_client.screens.around import Keys
from uno_client.screens.pieces import SaidLine
from uno_client.wording.tables import door_words, to_tell
from uno_client.wording.trust import EXPOSED, words_line
from uno_engine.language import _
from uno_protocol.fold import TableView

MOST_NAMES = 5
"""Of those who watch, where there are many."""


def joining(model: Model, table: TableView, keys: Keys) -> tuple[SaidLine, ...]:
    """The sentences; of a table of one's own nothing about joining."""
    return (*(() if model.start.autostart else (SaidLine(_others(model, table, keys)),)), *joining_facts(model, table))


def joining_facts(model: Model, table: TableView) -> tuple[SaidLine, ...]:
    """Who may join and watch, and what to know of the connection."""
    said = []
    if model.server.words:
        said.append(SaidLine(words_line(model.server.words), "quiet"))
    if model.server.exposed:
        said.append(SaidLine(_(EXPOSED), "alarm"))
    if doors := door_words(table.room):
        said.append(SaidLine(_("This table: {description}.").format(description="; ".join(doors))))
    if table.room.watchers:
        first = len(table.room.occupants) + 1
        numbered = [f"{name} ({at})" for at, name in enumerate(table.room.watchers, first)]  # as /mute takes them
        said.append(SaidLine(_("Spectators: {names}.").format(names=_names(numbered))))
    return tuple(said)


def link_of(model: Model) -> str:
    """What others type to join the player's table; empty where that is not known."""
    return "" if model.table is None else to_tell(model.server.address, model.table.code, model.server.fingerprint)


def _others(model: Model, table: TableView, keys: Keys) -> str:
    link = link_of(model)
    others = _("Code: {code}").format(code=table.code)
    if link:
        others = _("To join: {command}").format(command=command(link))
        others += " · " + _("{key} copies the link.").format(key=keys["copy"])
    if address(model):
        others += " " + _("For phones, press {key}.").format(key=keys["invite"])
    return others


def _names(names: Sequence[str]) -> str:
    more = len(names) - MOST_NAMES
    some = ", ".join(names[:MOST_NAMES])
    return _("{names} and {n} more").format(names=some, n=more) if more > 0 else some
