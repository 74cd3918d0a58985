"""Chat commands at lines of text: saying, reacting, muting. Pure."""

from collections.abc import Mapping
from dataclasses import replace

from uno_client.core import chat
from uno_client.core.standing import at_table
from uno_client.lines.chat_text import NOTHING, table_history
from uno_client.lines.outcomes import Command, Context, Feed, Outcome, Tell, Want
from uno_client.messages import Ask
from uno_engine.language import N_, _
from uno_protocol import messages as net


def _say(setting: Context, words: list[str]) -> Outcome:
    """Say something where the player is; without a text, repeat what was refused."""
    model = setting.model
    text = " ".join(words) or model.draft.text
    if not text:
        return Tell((_("Say what? For example: say hello"),))
    fault = chat.too_long(model, text)
    if fault is not None:
        return Tell((fault,))
    return Feed(replace(model, draft=replace(model.draft, text="")), (Ask(chat.remark(model, text)),))


def _react(_setting: Context, words: list[str]) -> Outcome:
    code = chat.reaction_of(" ".join(words))
    if code is None:
        return Tell((_("The reactions are {words}. For example: react wow").format(words=chat.reaction_words()),))
    return Want(Ask(net.React(id=1, reaction=code)))


def _mute(setting: Context, words: list[str]) -> Outcome:
    model, said = chat.mute(setting.model, " ".join(words))
    return Feed(model, said=(said,))


def _unmute(setting: Context, words: list[str]) -> Outcome:
    model, said = chat.unmute(setting.model, " ".join(words))
    return Feed(model, said=(said,))


def _chat(setting: Context, _words: list[str]) -> Outcome:
    """What was said lately: at the table it is known, in the lobby the server is asked."""
    if setting.model.table is None:
        return Want(Ask(net.LobbyTalk(id=1)))
    return Tell(tuple(table_history(setting.model)) or (_(NOTHING),))


CHAT: Mapping[str, Command] = {
    "say": Command("say TEXT", N_("chat at the table or in the lobby; say alone: resend what was refused"), _say),
    "react": Command(
        "react WORD", N_("react at the table, for example react wow; react alone: all of them"), _react, at_table
    ),
    "chat": Command("chat", N_("the last messages"), _chat),
    "mute": Command("mute NAME", N_("mute a player, just for you; mute alone: whom you have muted"), _mute),
    "unmute": Command("unmute NAME", N_("unmute a player"), _unmute),
}
"""Every chat command by its name."""
