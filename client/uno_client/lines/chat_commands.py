"""Chat commands at lines of text: saying, reacting, muting. Pure."""

from collections.abc import Mapping

from uno_client.core.requests import want
from uno_client.lines.chat_text import NOTHING, table_history
from uno_client.lines.outcomes import Command, Context, Did, Outcome, Tell
from uno_client.messages import Ask
from uno_engine.language import N_, _
from uno_protocol import messages as net


def _chat(setting: Context, _words: list[str]) -> Outcome:
    """What was said lately: at the table it is known, in the lobby the server is asked."""
    if setting.model.table is None:
        return Did(want(setting.model, Ask(net.LobbyTalk(id=1))))
    return Tell(tuple(table_history(setting.model)) or (_(NOTHING),))


CHAT: Mapping[str, Command] = {"chat": Command("chat", N_("the last messages"), _chat)}
"""Every chat command by its name."""
