"""What do the keys of the table's menu lead to, and the questions that follow: with whom, how much, really?"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from msgspec.structs import replace as with_fields

from client import forms, saying
from client.clean import clean
from client.inputs import Ask, Key, Typed
from client.keys import Binding
from client.model import Chore, Confirm, Field, Form, Model, Page, PickSomebody, TypeIn
from client.people import Somebody, candidates
from client.steps import Step, hint, still, want
from protocol import messages as net
from protocol.room import RoomPhase

MOST_SECONDS = 300
"""That a seat can be given more for an answer (P-7)."""
LONGEST_PASSWORD = 128


def opened(model: Model, _key: str, _binding: Binding) -> Step:
    """Open the menu, on its first line."""
    return still(model.but(page=Page.MENU, item=0, scroll=0, notice=None))


def back(model: Model) -> Step:
    """From the choice of somebody back to the menu."""
    return still(model.but(question=None, page=Page.MENU))


# --- lines to type in -------------------------------------------------------------------------------------------------


def by_code(model: Model, _key: str, _binding: Binding) -> Step:
    """Ask for the code of a table, or its name: the way to one that is in no list."""
    field = Field("table", "Code or name of the table", hint="Four letters; who is there can tell you.", longest=60)
    return still(model.but(question=TypeIn(field, net.JoinTable(id=1, table=""), "table"), notice=None))


def asks_password(request: net.JoinTable | net.SpectateTable, typed: str = "") -> TypeIn:
    """The question for the password of the table that is to be entered, with what has been typed of it."""
    table = clean(request.table, 40)
    field = Field(
        "password", f"Password of {table}", typed, hint="Whoever opened it knows it.", longest=LONGEST_PASSWORD
    )
    return TypeIn(replace(field, hidden=True), with_fields(request, password=""), "password")


def typed(model: Model, pressed: Key | Typed) -> Model:
    """The model after a key in a line to type in."""
    asked = model.question
    if not isinstance(asked, TypeIn):
        return model
    return model.but(question=replace(asked, field=forms.edit(Form((asked.field,)), pressed).current), notice=None)


def send_typed(model: Model) -> Step:
    """Send the request with what was typed."""
    asked = model.question
    if not isinstance(asked, TypeIn):
        return still(model)
    value = asked.field.value if asked.field.hidden else asked.field.value.strip()
    if not value:
        return hint(model, "Type something first, or go back with Esc.")
    if isinstance(asked.request, net.GiveTime):
        if not (value.isascii() and value.isdigit() and len(value) < 5 and int(value) <= MOST_SECONDS):
            return hint(model, f"Type a whole number of seconds, from 0 to {MOST_SECONDS}.")
        return want(model.but(question=None, notice=None), Ask(with_fields(asked.request, seconds=int(value))))
    return want(model.but(question=None, notice=None), Ask(with_fields(asked.request, **{asked.fills: value})))


# --- what takes one key -----------------------------------------------------------------------------------------------


def away(model: Model, _key: str, _binding: Binding) -> Step:
    """Go away, or come back."""
    return want(model.but(page=None), Ask(net.Away(id=1, away=not model.away)))


def pause(model: Model, _key: str, _binding: Binding) -> Step:
    """Let the game stand still, or go on."""
    held = model.table is not None and model.table.room.held
    return want(model.but(page=None), Ask(net.Pause(id=1, paused=not held)))


def lock(model: Model, _key: str, _binding: Binding) -> Step:
    """Let nobody in, or everybody again."""
    locked = model.table is not None and model.table.room.locked
    return want(model.but(page=None), Ask(net.ChangeTable(id=1, locked=not locked)))


def end_game(model: Model, _key: str, _binding: Binding) -> Step:
    """End the game, once that is confirmed."""
    text = "End this game without a result? What was played counts for nothing."
    return still(model.but(page=None, question=Confirm(text, Ask(net.EndGame(id=1)), "end it")))


def close_table(model: Model, _key: str, _binding: Binding) -> Step:
    """Close the table, once that is confirmed."""
    playing = model.phase not in (RoomPhase.WAITING, RoomPhase.FINISHED)
    text = f"Close the table for everybody?{' The game is lost with it.' if playing else ''}"
    return still(model.but(page=None, question=Confirm(text, Ask(net.CloseTable(id=1)), "close it")))


def more_time(model: Model, key: str, binding: Binding) -> Step:
    """More time: the host chooses for whom."""
    people = candidates(model, Chore.TIME)
    if model.hosting and len(people) > 1:
        return pick(Chore.TIME)(model, key, binding)
    me = next((each for each in people if each.seat == model.seat), None)
    return still(model) if me is None else still(_ask_seconds(model, me))


def _ask_seconds(model: Model, whom: Somebody) -> Model:
    assert whom.seat is not None
    room = model.table.room if model.table else None
    occupant = room.occupants[whom.seat] if room else None
    now = occupant.extra_seconds if occupant else 0
    mine = whom.seat == model.seat
    usual = f"beside the {room.turn_seconds} s of the table" if room and room.turn_seconds else "but no clock runs here"
    said = f"0 to {MOST_SECONDS}, {usual}, for every answer; now {now}."
    field = Field("seconds", f"Seconds more for {'you' if mine else whom.name}", hint=said, longest=3)
    return model.but(page=None, question=TypeIn(field, net.GiveTime(id=1, seat=whom.seat, seconds=0), "seconds"))


# --- what is done to somebody -----------------------------------------------------------------------------------------


def pick(chore: Chore) -> Callable[[Model, str, Binding], Step]:
    """What asks for somebody, for that chore."""

    def asks(model: Model, _key: str, _binding: Binding) -> Step:
        if not candidates(model, chore):
            return hint(model, "There is nobody for that.")
        return still(model.but(page=None, question=PickSomebody(chore), notice=None))

    return asks


def other(model: Model, step: int) -> Model:
    """The cursor on another line of the choice."""
    asked = model.question
    if not isinstance(asked, PickSomebody):
        return model
    count = max(1, len(candidates(model, asked.chore, asked.moved)))
    return model.but(question=replace(asked, at=(asked.at + step) % count))


def choose(model: Model, at: int | None = None) -> Step:
    """Take who is under the cursor, or stands at that place of the list."""
    asked = model.question
    if not isinstance(asked, PickSomebody):
        return still(model)
    people = candidates(model, asked.chore, asked.moved)
    at = asked.at if at is None else at
    if at >= len(people):
        return hint(model, "There is nobody at that number.")
    return _CHORES[asked.chore](model.but(question=None, notice=None), people[at], asked)


def _kick(model: Model, whom: Somebody, asked: PickSomebody) -> Step:
    ban = asked.chore is Chore.BAN
    playing = whom.seat is not None and model.phase in (RoomPhase.PLAYING, RoomPhase.PAUSED)
    text = f"Put {whom.name} out of the table{', for as long as it lives' if ban else ''}?"
    text += " The cards of that hand go back." if playing else ""
    kick = Ask(net.Kick(id=1, name=whom.name, ban=ban))
    return still(model.but(question=Confirm(text, kick, "put out")))


def _hand_over(model: Model, whom: Somebody, _asked: PickSomebody) -> Step:
    assert whom.seat is not None
    text = f"Make {whom.name} the host? You cannot take that back."
    return still(model.but(question=Confirm(text, Ask(net.HandOver(id=1, seat=whom.seat)), "hand over")))


def _silence(model: Model, whom: Somebody, _asked: PickSomebody) -> Step:
    muted = model.table is not None and whom.name in model.table.room.muted
    return want(model, Ask(net.Mute(id=1, name=whom.name, muted=not muted)))


def _time(model: Model, whom: Somebody, _asked: PickSomebody) -> Step:
    return still(_ask_seconds(model, whom))


def _remove_bot(model: Model, whom: Somebody, _asked: PickSomebody) -> Step:
    assert whom.seat is not None
    return want(model, Ask(net.RemoveBot(id=1, seat=whom.seat)))


def _move(model: Model, whom: Somebody, _asked: PickSomebody) -> Step:
    assert whom.seat is not None
    return still(model.but(question=PickSomebody(Chore.MOVE_TO, moved=whom.seat)))


def _move_to(model: Model, whom: Somebody, asked: PickSomebody) -> Step:
    assert whom.seat is not None
    return want(model, Ask(net.MoveSeat(id=1, seat=asked.moved, to=whom.seat)))


_CHORES: dict[Chore, Callable[[Model, Somebody, PickSomebody], Step]] = {
    Chore.KICK: _kick,
    Chore.BAN: _kick,
    Chore.HAND_OVER: _hand_over,
    Chore.SILENCE: _silence,
    Chore.HUSH: lambda model, whom, _asked: saying.hush(model, whom),
    Chore.TIME: _time,
    Chore.REMOVE_BOT: _remove_bot,
    Chore.MOVE: _move,
    Chore.MOVE_TO: _move_to,
}


# --- changing the table -----------------------------------------------------------------------------------------------


def change_form(model: Model, _key: str, _binding: Binding) -> Step:
    """The form with what the table is now."""
    if model.table is None:
        return still(model)
    return still(model.but(page=Page.CHANGE, form=forms.changing(model.table.room), notice=None))


def change(model: Model) -> Step:
    """Send what has been changed in the form, and nothing else."""
    if model.table is None:
        return still(model)
    try:
        request = forms.change_request(model.form, model.table.room)
    except ValueError as fault:
        return hint(model, clean(str(fault)))
    if request is None:
        return hint(model.but(page=None), "Nothing is changed.")
    return want(model.but(notice=None), Ask(request))
