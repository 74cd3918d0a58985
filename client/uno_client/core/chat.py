"""Chat at the table and in the lobby: what the player sees, refusals, and muted players. Pure."""

from collections.abc import Iterator
from typing import get_args

from uno_client.core.model import Model
from uno_client.core.model.parts import Screen, Tone
from uno_client.core.model.question import Pending
from uno_client.core.requests import Step, hint, say
from uno_client.structs import replace
from uno_client.wording.chat import speaker
from uno_client.wording.sanitize import clean
from uno_client.wording.words import error_text, voice_of
from uno_engine.events import Event
from uno_engine.language import _
from uno_protocol import messages as net
from uno_protocol.labels import worded
from uno_protocol.room import RoomEvent
from uno_protocol.sentences import REACTIONS, listing

LOBBY_LINES = 50
MOST_SAID = 1000
"""The most characters of a message, whatever the server allows."""
MOST_MUTED = 100


def muted(model: Model, name: str | None) -> bool:
    """Whether the player does not want to hear that person."""
    return name is not None and (model.server.id, name) in model.chat.muted


def unheard(model: Model, event: Event | RoomEvent | None) -> bool:
    """Whether an event is something said by somebody whom the player does not want to hear."""
    return bool(model.chat.muted) and muted(model, speaker(event))


def lobby_wanted(model: Model) -> bool:
    """Whether it is time to ask what was said in the lobby: the player is there, and has not asked since."""
    asked = any(isinstance(each, net.LobbyTalk) for each in model.link.pending)
    return model.chat.lobby_due and model.table is None and not model.start.autostart and not asked


def lobby_said(model: Model, told: net.LobbySaid) -> Model:
    """Somebody speaks in the lobby."""
    line = net.TalkLine(n=told.n, name=told.name, text=told.text)
    return counted(replace(model, chat=replace(model.chat, lobby=(*model.chat.lobby, line)[-LOBBY_LINES:])), told.name)


def counted(model: Model, name: str) -> Model:
    """The model after a remark of `name`: if it cannot be seen now, it is one more that is unread."""
    if muted(model, name) or name == model.name:
        return model
    return replace(model, chat=replace(model.chat, unread=0 if in_view(model) else model.chat.unread + 1))


def in_view(model: Model) -> bool:
    """Whether the chat is visible: no page covers it, and the log isn't scrolled back."""
    picking = isinstance(model.question, Pending) and model.question.field is None
    hidden = model.page is not None or picking
    return not hidden and not model.reading.scroll and model.screen in (Screen.TABLES, Screen.TABLE)


def unread(model: Model) -> int:
    """How many remarks have come that the player cannot have seen."""
    return 0 if in_view(model) else model.chat.unread


def refused(model: Model, request: net.Chat | net.React, error: net.Error) -> Model:
    """What was to be said was refused: why, and the words are kept to be sent again."""
    seconds = error.args.get("seconds")
    if error.code == "limit" and isinstance(seconds, int):
        why = _("Too fast: wait {seconds} s.").format(seconds=seconds)
    else:
        why = error_text(error.code, error.args, error.text, voice_of(model.table), error.clause)
    if isinstance(request, net.Chat) and not model.draft.text and error.code != "bad_text":
        model = replace(model, draft=replace(model.draft, text=request.text))
        why = f"{why} {_('Your text is kept.')}"
    return say(model, why, Tone.FAULT)


def unsent(model: Model) -> Model:
    """After a new login, which forgets what had no answer: words that may not have been heard are kept."""
    lost = next((each.text for each in reversed(model.link.pending) if isinstance(each, net.Chat)), "")
    return replace(model, draft=replace(model.draft, text=lost)) if lost and not model.draft.text else model


def people(model: Model) -> Iterator[str]:
    """The names of possible speakers, each once: those at the table, then those who have spoken."""
    names: dict[str, None] = {}
    if (room := model.room) is not None:
        names |= dict.fromkeys(one.name for one in room.occupants if one is not None and one.bot is None)
        names |= dict.fromkeys(room.watchers)
        names |= dict.fromkeys(remark.name for remark in room.remarks)
        names |= dict.fromkeys(name for line in model.play.log if (name := speaker(line.event)) is not None)
    names |= dict.fromkeys(line.name for line in model.chat.lobby)
    return (clean(name) for name in names if name != model.name)


def mutes(model: Model) -> list[str]:
    """The names that the player has muted on this server, sorted."""
    return sorted(name for server, name in model.chat.muted if server == model.server.id)


def told_mutes(model: Model) -> str:
    """The muted players, in a sentence."""
    names = mutes(model)
    return _("You have muted {names}.").format(names=listing(names)) if names else _("You have muted nobody.")


def mute(model: Model, name: str, *, on: bool) -> Step:
    """Mute that player, or listen to them again, and say so."""
    if on and len(mutes(model)) >= MOST_MUTED:
        return hint(model, _("You've muted too many players: unmute somebody first."), Tone.INFO)
    one, before = {(model.server.id, name)}, model.chat.muted
    said = _("You've muted {name}. To undo that: /unmute {name}") if on else worded("you_unmuted")
    model = replace(model, chat=replace(model.chat, muted=before | one if on else before - one))
    return hint(model, said.format(name=name), Tone.INFO)


def remark(model: Model, text: str) -> net.Chat:
    """The request that says `text` to those who are where the player is."""
    return net.Chat(id=1, text=text, to="lobby" if model.table is None else "table")


def reaction_of(word: str) -> net.Reaction | None:
    """The reaction that a word means: its code, or a beginning of it that is no other's."""
    wanted = word.casefold().strip("!").replace(" ", "_").replace("-", "_")
    wanted = {"gg": "good_game"}.get(wanted, wanted)
    codes: tuple[net.Reaction, ...] = get_args(net.Reaction)
    begun = [code for code in codes if wanted and code.startswith(wanted)]
    return next((code for code in codes if code == wanted), begun[0] if len(begun) == 1 else None)


def told_reactions() -> str:
    """Every reaction, as it is typed, in a sentence."""
    return _("The reactions are {words}.").format(words=listing(list(REACTIONS)))
