"""Rules of tables on a server of version 1: how those that it tells are understood, and those that it is sent are put.

Its presets have no added options: they mean the newest ones with these at their default (P-18.6).
"""

from __future__ import annotations

from typing import Any

from msgspec import structs

from protocol import messages as m
from protocol.room import as_told, without_defaults


def heard(message: Any) -> Any:
    """A server's message with the rules of tables relative to the newest presets; itself, where there are none.

    A room's are told with every option in force (`protocol.room.as_told`).
    """
    match message:
        case m.Tables(tables=lines):
            return structs.replace(message, tables=[_meant_in(line) for line in lines])
        case m.Rules():
            return _meant_in(message)
        case _:
            return message


def _meant_in(line: Any) -> Any:
    return structs.replace(line, options=as_told(line.preset, line.options, {}))


def said(request: m.Request) -> m.Request:
    """A request without the added options at their default, which such a server takes for granted."""
    match request:
        case m.CreateTable(new=new) | m.JoinTable(new=m.NewTable() as new):
            return structs.replace(request, new=structs.replace(new, options=without_defaults(new.options)))
        case m.ChangeTable(options=options) if options is not None:
            return structs.replace(request, options=without_defaults(options))
        case _:
            return request
