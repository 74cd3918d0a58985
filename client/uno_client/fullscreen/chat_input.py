"""The chat line: its keys, its commands, and reactions by one key. Pure."""

from uno_client.core import chat
from uno_client.core.actions import dialogue
from uno_client.core.actions.dialogue import ROWS
from uno_client.core.actions.talk import REACT
from uno_client.core.model import Model
from uno_client.core.model.parts import Tone
from uno_client.core.requests import OFFLINE, Step, hint, still, want
from uno_client.fullscreen.keys import REACTION_KEYS
from uno_client.messages import Ask, Key, Typed
from uno_client.structs import replace
from uno_client.wording.sanitize import clean
from uno_engine.language import N_, _
from uno_protocol import messages as net

SLASH = "/"
"""Begins a command; doubled it is said as it is."""
SECOND_ENTER = 0.5
"""Seconds after an Enter that sends something in which another one does nothing."""
SAID_KEPT = 10


def opened(model: Model, key: str) -> Step:
    """Open the line, with what was left in it; by a slash with that, unless cards are spelled (M6)."""
    commands = key == SLASH and not model.spelled
    if commands and model.draft.text:  # to be fetched again
        model = replace(model, chat=replace(model.chat, said=(*model.chat.said, model.draft.text)[-SAID_KEPT:]))
    text = SLASH if commands else model.draft.text
    draft = replace(model.draft, text=text, open=True, where=model.position[0], back=0)
    model = replace(model, draft=draft, notice=None)
    return want(model, Ask(net.LobbyTalk(id=1))) if chat.lobby_wanted(model) else still(model)


def typed(model: Model, pressed: Key | Typed) -> Step:
    """A key that is text: it goes into the line, as one clean line, and means nothing else."""
    text = model.draft.text
    match pressed:
        case Typed(added):
            text, most = _line(text + added), model.server.chat_length
            if len(text) > most:
                said = _("A message can have at most {most} characters.").format(most=most)
                return hint(_put(model, text[:most]), said)
        case Key("backspace"):
            text = text[:-1]
        case Key("c-u"):
            text = ""
        case _:
            return still(model)
    return still(replace(_put(model, text), notice=None))


def _line(text: str) -> str:
    """One clean line; a blank at its end stays, for another word may follow."""
    kept = clean(text, len(text) + 1)
    return f"{kept} " if kept and text[-1:].isspace() else kept


def send(model: Model) -> Step:
    """Say what is in the line, or obey it, and close it; an Enter too many plays no card (`just_said`)."""
    text, here = model.draft.text.strip(), model.position[0]
    if not text:
        return still(replace(model, draft=replace(model.draft, text="", open=False)))
    if text.startswith(SLASH) and not text.startswith(SLASH * 2):
        return _command(model, text[1:])
    if model.draft.where != here:
        lobby = _("You're in the lobby now: press Enter again to send it there.")
        table = _("You're at another table now: press Enter again to send it there.")
        moved = replace(model, draft=replace(model.draft, where=here))
        return hint(moved, lobby if here is None else table, Tone.INFO)
    if not model.link.online:
        return hint(model, _(OFFLINE))
    said = text[1:] if text.startswith(SLASH) else text
    kept = replace(model.chat, said=(*model.chat.said, text)[-SAID_KEPT:])
    model = replace(_closed(model), chat=kept, notice=None)
    return want(model, Ask(chat.remark(model, said)))


def _closed(model: Model) -> Model:
    return replace(model, draft=replace(model.draft, text="", open=False, back=0, sent=model.now))


def just_said(model: Model) -> bool:
    """Whether the line was closed by an Enter of this moment."""
    return not model.draft.open and model.draft.sent is not None and model.now - model.draft.sent < SECOND_ENTER


def fetched(model: Model, *, step: int) -> Step:
    """Fetch what was said before, a `step` further back; behind the last of it is an empty line."""
    back = min(max(model.draft.back + step, 0), len(model.chat.said))
    if back == model.draft.back:
        return still(model)
    return still(_put(model, model.chat.said[-back] if back else "", back))


def complete(model: Model) -> Step:
    """Write the name out that the last word begins; again: the next one."""
    start, blank, begun = model.draft.text.rpartition(" ")
    names = list(chat.people(model)) if not start.startswith(f"{SLASH}unmute") else chat.mutes(model)
    whole = next((name for name in names if model.draft.text.casefold().endswith(f" {name}".casefold())), None)
    if whole is not None:
        start, blank = model.draft.text[: -len(whole) - 1], " "
        name = names[(names.index(whole) + 1) % len(names)]
    else:
        found = [name for name in names if name.casefold().startswith(begun.casefold())]
        if not found:
            return still(model)
        name = found[0]
    return still(_put(model, f"{start}{blank}{name}"[: model.server.chat_length]))


def _put(model: Model, text: str, back: int = 0) -> Model:
    return replace(model, draft=replace(model.draft, text=text, back=back))


def react(model: Model, key: str) -> Step:
    """Say one of a few things, by its key."""
    return dialogue.command(replace(model, notice=None), REACT, [REACTION_KEYS[key]])


def _command(model: Model, line: str) -> Step:
    word, *rest = line.split() or [""]
    action = ROWS.get(word.lower())
    done = replace(_closed(model), notice=None)
    if action is not None:
        return dialogue.command(done, action, rest)
    if chat.reaction_of(word) is not None and not rest:
        return dialogue.command(done, REACT, [word])
    return hint(model, _("There's no command {word}.").format(word=SLASH + clean(word, 20)) + " " + _(COMMANDS_TOLD))


COMMANDS_TOLD = N_("Try /mute NAME, /unmute NAME, /react WORD, /away or /back; // for a slash.")
