"""Chat in plain mode: one line per message, with its speaker."""

from collections.abc import Sequence

from uno_client.core import chat
from uno_client.core.model import Model
from uno_client.lines.game_text import event_lines
from uno_client.wording.chat import lobby_text
from uno_client.wording.words import voice_of
from uno_engine.language import N_, _
from uno_protocol.messages import LobbySaid, ServerMessage, TalkLine
from uno_protocol.room import Said
from uno_protocol.sentences import said_text

SAID_HERE = N_("Chat so far:")
SAID_IN_LOBBY = N_("Lobby chat so far:")
NOTHING = N_("Nobody has said anything yet. Say something: say hello")


def news_lines(model: Model, message: object, before: Model) -> list[str]:
    """What has happened at the table, and what was said there or in the lobby by those whom the player listens to."""
    match message:
        case LobbySaid() if model.chat.lobby is not before.chat.lobby and model.table is None:
            return _in_lobby(model, model.chat.lobby[-1:])
        case ServerMessage() if model.table is not None and before.table is None:
            return []  # it is told with the table
        case _:
            new = model.play.told - before.play.told
            fresh = model.play.log[max(0, len(model.play.log) - new) :] if new else ()
            return [said for line in fresh if not chat.unheard(model, line.event) for said in event_lines(line, model)]


def table_history(model: Model) -> list[str]:
    """What was said last at the table, under a heading; empty where nothing was."""
    if model.table is None:
        return []
    voice = voice_of(model.table)
    remarks = (Said(one.name, one.text, one.seat) for one in model.table.room.remarks)
    said = [said_text(remark, voice) for remark in remarks if not chat.unheard(model, remark)]
    return [_(SAID_HERE), *said] if said else []


def lobby_history(model: Model, before: Model) -> list[str]:
    """The recent lobby chat from the server: all of it if the player asked, else what is new."""
    asked = not before.chat.lobby_due
    known = () if asked else before.chat.lobby
    said = _in_lobby(model, [line for line in model.chat.lobby if line not in known])
    return [_(SAID_IN_LOBBY), *said] if said else [_(NOTHING)] if asked else []


def _in_lobby(model: Model, told: Sequence[TalkLine]) -> list[str]:
    return [lobby_text(line, model.name) for line in told if not chat.muted(model, line.name)]
