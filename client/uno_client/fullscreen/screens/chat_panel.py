"""Chat outside the log: the line you type, the lobby's last lines, and the count of unread messages."""

from uno_client.core import chat
from uno_client.core.model import Model
from uno_client.core.navigation import Scope, key_place
from uno_client.core.standing import on_turn
from uno_client.fullscreen.screens.log import chat_rows
from uno_client.fullscreen.widgets import Line, Lines, clip, rule, text, width
from uno_client.wording.chat import lobby_log_text
from uno_engine.language import N_, _, ngettext

LOBBY_ROWS = 4
"""Rows of chat below the list of tables; twice as many while something is typed."""
NEARLY_FULL = 40
"""Characters left from which they are counted."""
TURN = N_("Your turn! Press Esc to go back to your cards.")


def line_rows(model: Model, columns: int) -> Lines:
    """The line that is typed, with its end in sight; above it, if the game waits for the player, that it does."""
    if key_place(model) is not Scope.SAYING:
        return []
    here = chat.where(model)
    label = " " + _("Say in the lobby:") + " " if here is None else " " + _("Say to the table:") + " "
    left = model.server.chat_length - len(model.draft.text)
    count = " " + _("{left} left").format(left=left) + " " if left < NEARLY_FULL else ""
    room = max(8, columns - width(label) - width(count) - 2)
    line: Line = [("class:prompt", label), ("class:field", _end(model.draft.text, room)), ("class:selected", " ")]
    rows = [[*clip(line, columns - width(count)), ("class:quiet", count)]]
    if on_turn(model):
        rows.insert(0, clip(text(f" ! {_(TURN)}", "class:urgent"), columns))
    return rows


def _end(typed: str, columns: int) -> str:
    """The end of a text, as much as fits."""
    if width(typed) <= columns:
        return typed
    while typed and width(typed) > columns - 1:
        typed = typed[1:]
    return f"…{typed}"


def lobby_rows(model: Model, columns: int) -> Lines:
    """What was said last in the lobby, under a heading; nothing where nobody has said anything."""
    lines: Lines = []
    most = LOBBY_ROWS * 2 if key_place(model) is Scope.SAYING else LOBBY_ROWS
    for told in reversed(chat.lobby_lines(model)):
        lines[:0] = chat_rows(lobby_log_text(told, model.name), columns - 1, " ")
        if len(lines) >= most:
            break
    return [rule(columns, _("Lobby chat")), *lines[-most:]] if lines else []


def unread_mark(model: Model) -> str:
    """How much has been said that the player cannot see now; empty if nothing has."""
    count = chat.unread(model)
    told = ngettext("{n} new message", "{n} new messages", count).format(n=count)
    return f" {told} " if count else ""
