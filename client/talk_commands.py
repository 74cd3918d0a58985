"""What may be said at lines, and to whom not to listen: the commands of talk. Pure."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from client import talk
from client.inputs import Ask
from client.outcomes import Command, Outcome, Say, Setting, Turn, Want, at_table
from client.talk_lines import NOTHING, table_history
from protocol import messages as net


def _say(setting: Setting, words: list[str]) -> Outcome:
    """Say something where the player is; alone, say again what was refused."""
    model = setting.model
    text = " ".join(words) or model.draft.text
    if not text:
        return Say(("What? As in: say hello",))
    fault = talk.too_long(model, text)
    if fault is not None:
        return Say((fault,))
    return Turn(model.but(draft=replace(model.draft, text="")), (Ask(talk.remark(model, text)),))


def _react(_setting: Setting, words: list[str]) -> Outcome:
    code = talk.reaction_of(" ".join(words))
    if code is None:
        return Say((f"There are {talk.reaction_words()}. As in: react wow",))
    return Want(Ask(net.React(id=1, reaction=code)))


def _mute(setting: Setting, words: list[str]) -> Outcome:
    model, said = talk.mute(setting.model, " ".join(words))
    return Turn(model, said=(said,))


def _unmute(setting: Setting, words: list[str]) -> Outcome:
    model, said = talk.unmute(setting.model, " ".join(words))
    return Turn(model, said=(said,))


def _chat(setting: Setting, _words: list[str]) -> Outcome:
    """What was said lately: at the table it is known, in the lobby the server is asked."""
    if setting.model.table is None:
        return Want(Ask(net.LobbyTalk(id=1)))
    return Say(tuple(table_history(setting.model)) or (NOTHING,))


TALK: Mapping[str, Command] = {
    "say": Command("say TEXT", "say something at the table, or in the lobby; alone: what was refused, again", _say),
    "react": Command("react WORD", f"say at once at the table: {talk.reaction_words()}", _react, at_table),
    "chat": Command("chat", "what was said last", _chat),
    "mute": Command("mute NAME", "do not read any more what somebody says; alone: whom you have muted", _mute),
    "unmute": Command("unmute NAME", "read them again", _unmute),
}
"""Every command of talk by its name."""
