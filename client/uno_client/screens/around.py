"""What a screen has around it, from the model: the latest notice, the state of the link, the question, the clock."""

from collections.abc import Mapping, Sequence
from math import ceil

from msgspec import Struct, field

from uno_client.core import chat
from uno_client.core.model import Model
from uno_client.core.model.parts import Scope, Tone
from uno_client.core.model.question import FormField, Pending, YesNo
from uno_client.core.navigation import key_place, place_of
from uno_client.core.standing import on_turn, waited_for
from uno_client.messages import Act
from uno_client.screens.frame import PINNED, Frame, Hint, KeyGroup, KeyLine, Popup, Typing
from uno_client.screens.pieces import Ink, SaidLine
from uno_client.wording.tables import TEST_DEAL
from uno_client.wording.trust import NOT_ENCRYPTED
from uno_client.wording.words import voice_of
from uno_engine.actions import Play
from uno_engine.language import N_, _, ngettext, pgettext
from uno_protocol.labels import worded
from uno_protocol.sentences import held_text, listing

AWAY = N_("You're away: a computer player plays for you. Press Enter to play again.")
TURN = N_("Your turn! Press Esc to go back to your cards.")
URGENT = 10.0
"""Seconds left from which the clock is urgent."""
STEP = 5
"""Seconds after which it moves before that: every movement takes bytes, and eyes."""
INFO_SECONDS = 6.0
"""How long the shortest notice stays."""
LETTERS_A_SECOND = 15.0
"""How fast the longest are read."""
NEARLY_FULL = 40
"""Characters left from which they are counted."""
_INKS: Mapping[Tone, Ink] = {Tone.INFO: "text", Tone.GOOD: "good", Tone.FAULT: "alarm"}


class Keys(Struct, frozen=True):
    """The keys that work now, for the bottom line, and what the keys of actions are called, by action."""

    hints: tuple[Hint, ...] = ()
    names: Mapping[str, str] = field(default_factory=dict)
    menu: tuple[KeyLine, ...] = ()
    """The lines of the table's menu."""
    letters: tuple[Hint, ...] = ()
    """What answers the open question of a card that is played letter by letter."""
    groups: tuple[KeyGroup, ...] = ()
    """For the help: the keys of where it was opened."""
    places: tuple[KeyGroup, ...] = ()
    """For the help: every key of every place, with what it does in a sentence."""

    def __getitem__(self, action: str) -> str:
        return self.names[action]


def frame_of(model: Model, keys: Keys, title: str, facts: str = "", question: str = "") -> Frame:
    """The frame of a screen with that title. At a table it has the clock, and what everyone there has to know."""
    warnings = [_(TEST_DEAL)] if model.table is not None and model.table.room.test else []
    warnings += [_(NOT_ENCRYPTED)] if model.server.exposed else []
    clock, urgent = clock_of(model)
    typing = typing_of(model)
    return Frame(
        title=title,
        facts=facts,
        warning=" · ".join(warnings),
        clock=clock,
        urgent=urgent,
        question=_(AWAY) if place_of(model) is Scope.AWAY else question,
        notices=tuple(notices(model)),
        typing=typing,
        shout=f"! {_(TURN)}" if typing is not None and on_turn(model) else "",
        hints=keys.hints,
        unread=unread(model),
        popup=popup_of(model, keys.hints),
    )


def meanwhile(model: Model) -> str:
    """What a page over the table must show: that the game waits for the player."""
    return _(TURN) if on_turn(model) else ""


def paused(model: Model, keys: Keys) -> str:
    """A sentence saying who paused the game, or whom it waits for, and how to resume it."""
    voice, room = voice_of(model.table), model.table.room if model.table else None
    if room is None or not room.held:
        names = [voice.name(seat) for seat in waited_for(model)]
        if not names:
            return worded("paused")
        said = ngettext(
            "The game is paused until {names} is back.", "The game is paused until {names} are back.", len(names)
        )
        return said.format(names=listing(names))
    if model.hosting:
        return _("You paused the game. Press {menu}, then {pause} to resume.").format(
            menu=keys["menu"], pause=keys["pause"]
        )
    return held_text(voice)


def clock_of(model: Model) -> tuple[str, bool]:
    """The seconds left, in steps of five: `0:25`; when few are left each of them, and urgently."""
    clock, game = model.play.countdown, model.game
    # A clock of another decision runs for nothing that is on the screen.
    stale = clock is None or (game is not None and game.waiting_for is not None and clock.decision != game.decision)
    left = None if clock is None or stale else clock.left(model.now)
    if left is None:
        return "", False
    seconds = round(left) if left <= URGENT else STEP * ceil(left / STEP)
    said = f"{seconds // 60}:{seconds % 60:02}" if seconds < 6000 else pgettext("at most 5 columns", "long")
    return said, left <= URGENT


def notices(model: Model) -> list[SaidLine]:
    """The state of the link, and the last thing said to the player, for a while."""
    link = [SaidLine(lost(model), "alarm", bold=True)] if model.link.lost else []
    said = model.notice
    if said is None or model.now - said.at > seconds_of(said.text):
        return link
    mark = "! " if said.tone is Tone.FAULT else ""
    return [*link, SaidLine(f"{mark}{said.text}", _INKS[said.tone], bold=said.tone is Tone.FAULT)]


def seconds_of(words: str) -> float:
    """Seconds that something stays to be read: long texts longer."""
    return INFO_SECONDS + len(words) / LETTERS_A_SECOND


def lost(model: Model) -> str:
    """What is said while there is no connection."""
    why = model.link.text.partition(";")[0].rstrip(".") or _("the connection was lost")
    seconds = 0 if model.link.retry_at is None else ceil(model.link.retry_at - model.now)
    when = _("next try in {seconds} s").format(seconds=seconds) if seconds > 0 else _("trying again …")
    return _("No connection, {when} ({reason})").format(when=when, reason=why)


def typing_of(model: Model) -> Typing | None:
    """The line that is being said."""
    if key_place(model) is not Scope.SAYING:
        return None
    left = model.server.chat_length - len(model.draft.text)
    note = _("{left} left").format(left=left) if left < NEARLY_FULL else ""
    label = worded("say_lobby") if model.table is None else worded("say_table")
    return Typing(label, model.draft.text, note)


def unread(model: Model) -> str:
    """How much has been said that the player cannot see now; empty if nothing has."""
    count = chat.unread(model)
    return worded("new_messages", n=count) if count else ""


def popup_of(model: Model, hints: Sequence[Hint]) -> Popup | None:
    """The question that is open over the screen."""
    match model.question:
        case YesNo(text=words, then=then):
            about = isinstance(then, Act) and isinstance(then.action, Play) and model.under_cursor in then.action.cards
            held = min(model.hand.selected, len(model.left) - 1) if about else None
            return Popup(words, tuple(each for each in hints if each.rank not in PINNED), held=held)
        case Pending(field=FormField() as asked):
            shown = "•" * len(asked.value) if asked.hidden else asked.value
            return Popup(typing=Typing(f"{asked.label}:", shown, proposed=asked.proposed), hint=asked.hint)
        case _:
            return None
