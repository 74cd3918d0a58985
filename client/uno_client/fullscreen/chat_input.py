"""The chat line: its keys, its commands, and reactions by one key. Pure."""

from collections.abc import Callable, Mapping
from dataclasses import replace

from uno_client.core import chat
from uno_client.core.model import Model
from uno_client.core.model.parts import Tone
from uno_client.core.people import Somebody
from uno_client.core.requests import OFFLINE, Step, hint, still, want
from uno_client.fullscreen.keys import REACTION_KEYS
from uno_client.messages import Ask, Key, Typed
from uno_client.wording.sanitize import clean
from uno_engine.language import N_, _
from uno_protocol import messages as net

SLASH = "/"
"""Begins a command; doubled it is said as it is."""
SECOND_ENTER = 0.5
"""Seconds after an Enter that sends something in which another one does nothing."""
SAID_KEPT = 10
"""Texts of the player's own that can be fetched again."""


def opened(model: Model, key: str) -> Step:
    """Open the line, with what was left in it.

    A slash, if that is the key, begins a command; where cards are spelled (M6) it only opens the line.
    """
    commands = key == SLASH and not model.spelled
    if commands and model.draft.text:  # to be fetched again
        model = replace(model, chat=replace(model.chat, said=(*model.chat.said, model.draft.text)[-SAID_KEPT:]))
    text = SLASH if commands else model.draft.text
    draft = replace(model.draft, text=text, open=True, where=chat.where(model), back=0)
    model = replace(model, draft=draft, notice=None)
    return want(model, Ask(net.LobbyTalk(id=1))) if chat.lobby_wanted(model) else still(model)


def close(model: Model) -> Step:
    """Close the line; what is in it stays for later."""
    return still(replace(model, draft=replace(model.draft, open=False)))


def typed(model: Model, pressed: Key | Typed) -> Step:
    """A key that is text: it goes into the line, as one clean line, and means nothing else."""
    text = model.draft.text
    match pressed:
        case Typed(added):
            text = _line(text + added)
            if len(text) > model.server.chat_length:
                most = model.server.chat_length
                return hint(
                    _put(model, text[:most]), _("A message can have at most {most} characters.").format(most=most)
                )
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
    text, here = model.draft.text.strip(), chat.where(model)
    if not text:
        return still(replace(model, draft=replace(model.draft, text="", open=False)))
    if text.startswith(SLASH) and not text.startswith(SLASH * 2):
        return _command(model, text[1:])
    if model.draft.where != here:
        moved = replace(model, draft=replace(model.draft, where=here))
        return hint(
            moved,
            _("You're in the lobby now: press Enter again to send it there.")
            if here is None
            else _("You're at another table now: press Enter again to send it there."),
            Tone.INFO,
        )
    if not model.link.online:
        return hint(model, _(OFFLINE))
    said = text[1:] if text.startswith(SLASH) else text
    kept = replace(model.chat, said=(*model.chat.said, text)[-SAID_KEPT:])
    model = replace(_closed(model), chat=kept, notice=None)
    return want(model, Ask(chat.remark(model, said)))


def _closed(model: Model) -> Model:
    """The line empty and closed, and since when."""
    return replace(model, draft=replace(model.draft, text="", open=False, back=0, sent=model.now))


def just_said(model: Model) -> bool:
    """Whether the line was closed by an Enter of this moment."""
    return not model.draft.open and model.draft.sent is not None and model.now - model.draft.sent < SECOND_ENTER


def earlier(model: Model) -> Step:
    """Fetch what was said before, further back with each key."""
    return _fetched(model, min(model.draft.back + 1, len(model.chat.said)))


def later(model: Model) -> Step:
    """The other way, to an empty line at the end."""
    return _fetched(model, max(model.draft.back - 1, 0))


def _fetched(model: Model, back: int) -> Step:
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
    """The model with that text in the line."""
    return replace(model, draft=replace(model.draft, text=text, back=back))


def react(model: Model, key: str) -> Step:
    """Say one of a few things, by its key."""
    if model.table is None:
        return hint(model, _("You can only react at a table."), Tone.INFO)
    return want(replace(model, notice=None), Ask(net.React(id=1, reaction=REACTION_KEYS[key])))


def mute(model: Model, whom: Somebody) -> Step:
    """Mute or unmute a player."""
    turn = chat.unmute if chat.muted(model, whom.name) else chat.mute
    model, said = turn(model, whom.name)
    return hint(model, said, Tone.INFO)


def _command(model: Model, line: str) -> Step:
    word, _blank, rest = line.partition(" ")
    done = replace(_closed(model), notice=None)
    if word.lower() in _COMMANDS:
        return _COMMANDS[word.lower()](done, rest.strip())
    code = chat.reaction_of(word)
    if code is not None and not rest:
        return _react(done, code)
    return hint(model, _("There's no command {word}.").format(word=SLASH + clean(word, 20)) + " " + _(COMMANDS_TOLD))


def _react(model: Model, word: str) -> Step:
    code = chat.reaction_of(word)
    if code is None:
        return hint(model, _("The reactions are {words}.").format(words=chat.reaction_words()))
    if model.table is None:
        return hint(model, _("You can only react at a table."), Tone.INFO)
    return want(model, Ask(net.React(id=1, reaction=code)))


def _told(turn: Callable[[Model, str], tuple[Model, str]]) -> Callable[[Model, str], Step]:
    def do(model: Model, name: str) -> Step:
        model, said = turn(model, name)
        return hint(model, said, Tone.INFO)

    return do


def _away(away: bool) -> Callable[[Model, str], Step]:
    def do(model: Model, _rest: str) -> Step:
        if model.seat is None:
            return hint(model, _("You don't have a seat."), Tone.INFO)
        return want(model, Ask(net.Away(id=1, away=away)))

    return do


def _say(model: Model, text: str) -> Step:
    return want(model, Ask(chat.remark(model, text))) if text else still(model)


_COMMANDS: Mapping[str, Callable[[Model, str], Step]] = {
    "mute": _told(chat.mute),
    "unmute": _told(chat.unmute),
    "react": _react,
    "say": _say,
    "away": _away(True),
    "back": _away(False),
}
"""What may be typed after a slash, by its name, and the words of reactions."""
COMMANDS_TOLD = N_("Try /mute NAME, /unmute NAME, /react WORD, /away or /back; // for a slash.")
