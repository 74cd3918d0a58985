"""Chat in plain mode: one line per message, with its speaker."""

from collections.abc import Mapping, Sequence

from uno_client.core import chat
from uno_client.core.model import Model
from uno_client.core.requests import want
from uno_client.lines.outcomes import Command, Context, Did, Outcome, Tell
from uno_client.messages import Ask
from uno_client.wording.chat import lobby_text
from uno_client.wording.words import voice_of
from uno_engine.language import N_, _
from uno_protocol import messages as net
from uno_protocol.room import Said
from uno_protocol.sentences import said_text

NOTHING = N_("Nobody has said anything yet. Say something: say hello")


def table_history(model: Model) -> list[str]:
    """What was said last at the table, under a heading; empty where nothing was."""
    if model.table is None:
        return []
    voice = voice_of(model.table)
    remarks = (Said(one.name, one.text, one.seat) for one in model.table.room.remarks)
    said = [said_text(remark, voice) for remark in remarks if not chat.unheard(model, remark)]
    return [_("Chat so far:"), *said] if said else []


def lobby_history(model: Model, before: Model) -> list[str]:
    """The recent lobby chat from the server: all of it if the player asked, else what is new."""
    asked = not before.chat.lobby_due
    known = () if asked else before.chat.lobby
    said = in_lobby(model, [line for line in model.chat.lobby if line not in known])
    return [_("Lobby chat so far:"), *said] if said else [_(NOTHING)] if asked else []


def in_lobby(model: Model, told: Sequence[net.TalkLine]) -> list[str]:
    """What was said in the lobby; without those whom the player has muted."""
    return [lobby_text(line, model.name) for line in told if not chat.muted(model, line.name)]


def _chat(setting: Context, _words: list[str]) -> Outcome:
    """What was said lately: at the table it is known, in the lobby the server is asked."""
    if setting.model.table is None:
        return Did(want(setting.model, Ask(net.LobbyTalk(id=1))))
    return Tell(tuple(table_history(setting.model)) or (_(NOTHING),))


CHAT: Mapping[str, Command] = {"chat": Command("chat", N_("the last messages"), _chat)}
"""Every chat command by its name."""
