"""The table's menu: what its keys do, and the questions that follow: whom, how much, are you sure."""

from collections.abc import Callable
from dataclasses import replace

from msgspec.structs import replace as with_fields

from uno_client.core import forms
from uno_client.core.model import Model
from uno_client.core.model.parts import Page, Tone
from uno_client.core.model.question import MORE, Form, FormField, PersonAction, PickSomebody, TypeIn, YesNo
from uno_client.core.naming import unlike
from uno_client.core.people import Somebody, candidates
from uno_client.core.requests import MOST_EXTRA, Step, extra_seconds, hint, still, want
from uno_client.fullscreen import chat_input
from uno_client.messages import Ask, Key, Typed
from uno_client.preferences import NOTHING
from uno_client.wording.levels import LIKE, USUAL
from uno_client.wording.rule_sets import in_place_of, vain_text, words_of
from uno_client.wording.sanitize import clean
from uno_engine.language import _
from uno_protocol import messages as net
from uno_protocol.room import RoomPhase


def opened(model: Model) -> Step:
    """Open the menu, on its first line."""
    return still(replace(model, page=Page.MENU, reading=replace(model.reading, item=0, scroll=0), notice=None))


def back(model: Model) -> Step:
    """From the choice of somebody back to the menu, or to the table."""
    adding = isinstance(model.question, PickSomebody) and model.question.action is PersonAction.ADD_BOT
    return still(replace(model, question=None, page=None if adding else Page.MENU))


def by_code(model: Model) -> Step:
    """Ask for the code of a table, or its name: the way to one that is in no list."""
    field = FormField(
        "table", _("Code or name of the table"), hint=_("Four letters; ask anyone at the table."), longest=60
    )
    return still(replace(model, question=TypeIn(field, net.JoinTable(id=1, table=""), "table"), notice=None))


def typed(model: Model, pressed: Key | Typed) -> Model:
    """The model after a key in a line to type in."""
    asked = model.question
    if not isinstance(asked, TypeIn):
        return model
    return replace(model, question=replace(asked, field=forms.edit(Form((asked.field,)), pressed).current), notice=None)


def send_typed(model: Model) -> Step:
    """Send the request with what was typed."""
    asked = model.question
    if not isinstance(asked, TypeIn):
        return still(model)
    value = asked.field.value if asked.field.hidden else asked.field.value.strip()
    if not value:
        return hint(model, _("Type something first, or go back with Esc."))
    if isinstance(asked.request, net.GiveTime):
        seconds = extra_seconds(value)
        if seconds is None:
            return hint(model, _("Type a whole number of seconds, from 0 to {most}.").format(most=MOST_EXTRA))
        return want(replace(model, question=None, notice=None), Ask(with_fields(asked.request, seconds=seconds)))
    return want(replace(model, question=None, notice=None), Ask(with_fields(asked.request, **{asked.fills: value})))


def away(model: Model) -> Step:
    """Step away, or come back."""
    return want(replace(model, page=None), Ask(net.Away(id=1, away=not model.away)))


def pause(model: Model) -> Step:
    """Pause or resume the game."""
    held = model.table is not None and model.table.room.held
    return want(replace(model, page=None), Ask(net.Pause(id=1, paused=not held)))


def lock(model: Model) -> Step:
    """Let nobody in, or everybody again."""
    locked = model.table is not None and model.table.room.locked
    return want(replace(model, page=None), Ask(net.ChangeTable(id=1, locked=not locked)))


def asks(request: net.Request, sure: str = "", yes: str = "") -> Callable[[Model], Step]:
    """What sends this request; once the question `sure` is answered with the key labelled `yes`, if there is one."""

    def send(model: Model) -> Step:
        model = replace(model, page=None)
        if not sure:
            return want(model, Ask(request))
        return still(replace(model, question=YesNo(_(sure), Ask(request), _(yes))))

    return send


def close_table(model: Model) -> Step:
    """Close the table, once that is confirmed."""
    playing = model.phase not in (RoomPhase.WAITING, RoomPhase.FINISHED)
    text = _("Close the table for everybody?")
    text += " " + _("The game will be lost.") if playing else ""
    return still(replace(model, page=None, question=YesNo(text, Ask(net.CloseTable(id=1)), _("close it"))))


def more_time(model: Model) -> Step:
    """More time: the host chooses for whom."""
    people = candidates(model, PersonAction.TIME)
    if model.hosting and len(people) > 1:
        return pick(PersonAction.TIME)(model)
    me = next((each for each in people if each.seat == model.seat), None)
    return still(model) if me is None else still(_ask_seconds(model, me))


def _ask_seconds(model: Model, whom: Somebody) -> Model:
    assert whom.seat is not None
    room = model.table.room if model.table else None
    occupant = room.occupants[whom.seat] if room else None
    now = occupant.extra_seconds if occupant else 0
    mine = whom.seat == model.seat
    said = _("0 to {most} s per turn, but there's no time limit; now {now}.")
    if room and room.turn_seconds:
        said = _("0 to {most} s per turn, on top of the table's {usual} s; now {now}.")
    hint_ = said.format(most=MOST_EXTRA, usual=room.turn_seconds if room else 0, now=now)
    label = _("Extra seconds for you") if mine else _("Extra seconds for {name}").format(name=whom.name)
    field = FormField("seconds", label, hint=hint_, longest=3)
    return replace(model, page=None, question=TypeIn(field, net.GiveTime(id=1, seat=whom.seat, seconds=0), "seconds"))


def pick(action: PersonAction) -> Callable[[Model], Step]:
    """What asks for somebody, for that action."""

    def asks(model: Model) -> Step:
        if not candidates(model, action):
            return hint(model, _("There's nobody to choose."))
        return still(replace(model, page=None, question=PickSomebody(action), notice=None))

    return asks


def other(model: Model, step: int) -> Model:
    """The cursor on another line of the choice."""
    asked = model.question
    if not isinstance(asked, PickSomebody):
        return model
    count = max(1, len(candidates(model, asked.action, asked.moved)))
    return replace(model, question=replace(asked, at=(asked.at + step) % count))


def choose(model: Model, at: int | None = None) -> Step:
    """Take the player under the cursor, or at that place of the list."""
    asked = model.question
    if not isinstance(asked, PickSomebody):
        return still(model)
    people = candidates(model, asked.action, asked.moved)
    at = asked.at if at is None else at
    if at >= len(people):
        return hint(model, _("Nobody has that number."))
    return _PERSON_ACTIONS[asked.action](replace(model, question=None, notice=None), people[at], asked)


def _kick(model: Model, whom: Somebody, asked: PickSomebody) -> Step:
    if (fault := unlike(model, whom.name)) is not None:
        return hint(model, fault)
    ban = asked.action is PersonAction.BAN
    playing = whom.seat is not None and model.phase in (RoomPhase.PLAYING, RoomPhase.PAUSED)
    text = _("Ban {name} from this table?") if ban else _("Kick {name}?")
    text = text.format(name=whom.name)
    text += " " + _("Their cards go back.") if playing else ""
    kick = Ask(net.Kick(id=1, name=whom.name, ban=ban))
    return still(replace(model, question=YesNo(text, kick, _("ban") if ban else _("kick"))))


def _hand_over(model: Model, whom: Somebody, _asked: PickSomebody) -> Step:
    assert whom.seat is not None
    text = _("Make {name} the host? You can't undo that.").format(name=whom.name)
    return still(replace(model, question=YesNo(text, Ask(net.HandOver(id=1, seat=whom.seat)), _("hand over"))))


def _silence(model: Model, whom: Somebody, _asked: PickSomebody) -> Step:
    if (fault := unlike(model, whom.name)) is not None:
        return hint(model, fault)
    muted = model.table is not None and whom.name in model.table.room.muted
    return want(model, Ask(net.Mute(id=1, name=whom.name, muted=not muted)))


def _time(model: Model, whom: Somebody, _asked: PickSomebody) -> Step:
    return still(_ask_seconds(model, whom))


def add_bot(model: Model) -> Step:
    """Ask for the level of a new computer player; the cursor is on the usual one."""
    at = tuple(LIKE).index(USUAL)
    return still(replace(model, page=None, question=PickSomebody(PersonAction.ADD_BOT, at), notice=None))


def _add_bot(model: Model, whom: Somebody, _asked: PickSomebody) -> Step:
    assert whom.level is not None
    return want(model, Ask(net.AddBot(id=1, level=whom.level)))


def _remove_bot(model: Model, whom: Somebody, _asked: PickSomebody) -> Step:
    assert whom.seat is not None
    return want(model, Ask(net.RemoveBot(id=1, seat=whom.seat)))


def _move(model: Model, whom: Somebody, _asked: PickSomebody) -> Step:
    assert whom.seat is not None
    return still(replace(model, question=PickSomebody(PersonAction.MOVE_TO, moved=whom.seat)))


def _move_to(model: Model, whom: Somebody, asked: PickSomebody) -> Step:
    assert whom.seat is not None
    return want(model, Ask(net.MoveSeat(id=1, seat=asked.moved, to=whom.seat)))


_PERSON_ACTIONS: dict[PersonAction, Callable[[Model, Somebody, PickSomebody], Step]] = {
    PersonAction.KICK: _kick,
    PersonAction.BAN: _kick,
    PersonAction.HAND_OVER: _hand_over,
    PersonAction.SILENCE: _silence,
    PersonAction.MUTE: lambda model, whom, _asked: chat_input.mute(model, whom),
    PersonAction.TIME: _time,
    PersonAction.ADD_BOT: _add_bot,
    PersonAction.REMOVE_BOT: _remove_bot,
    PersonAction.MOVE: _move,
    PersonAction.MOVE_TO: _move_to,
}


def change_form(model: Model) -> Step:
    """The form with what the table is now."""
    if model.table is None:
        return still(model)
    form = forms.changing(model.table.room, model.settings.rule_sets)
    return still(replace(model, page=Page.CHANGE, form=form, notice=None))


def save_rules(model: Model) -> Step:
    """Save the rules of the form under the name that was typed."""
    try:
        name, line = forms.save(model.form)
    except ValueError as fault:
        return hint(model, clean(str(fault)))
    before = model.settings.rule_sets
    sets = {**before, name: line}
    said = [_("Saved as {name}. You find it under Rules.").format(name=name), in_place_of(before, name, line)]
    model = replace(model.with_rule_sets(sets), form=forms.saved(model.form, name, sets))
    return hint(model, clean(" ".join(filter(None, said))), Tone.INFO)


def unsaved(form: Form) -> bool:
    """Whether a name for the rules of the form has been typed under the cursor, and they are not saved yet."""
    return bool(form.fields) and form.current.key == forms.SAVE and bool(form.current.value.strip())


def saved_on_leaving(model: Model) -> Model:
    """The model after what was typed under the cursor is saved, if it is a name for the rules."""
    return save_rules(model)[0] if unsaved(model.form) else model


def rename_rules(model: Model) -> Step:
    """Rename the set of rules that is chosen in the form, or delete it."""
    old, new = model.form["rules"], clean(model.form[forms.RENAME])
    try:
        form, sets = forms.renamed(model.form, model.settings.rule_sets)
    except ValueError as fault:
        return hint(model, clean(str(fault)))
    said = _("{name} is deleted.") if new == NOTHING else _("{name} is now called {new}.")
    return hint(replace(model.with_rule_sets(sets), form=form), said.format(name=old, new=new), Tone.INFO)


def read_rules(model: Model) -> Step:
    """Read the line that was typed into the field of the rules."""
    return read_line(model, model.form.typing)


def read_line(model: Model, line: str) -> Step:
    """Use the rules of a line, and name the words in it that mean nothing."""
    try:
        model = replace(model, form=forms.with_line(model.form, line), notice=None)
    except ValueError as fault:
        return hint(model, clean(str(fault)))
    vain = vain_text(forms.chosen_rules(model.form), words_of(line))
    return hint(model, clean(vain), Tone.INFO) if vain else still(model)


def entered(model: Model) -> Step | None:
    """What Enter does with what was typed into the field under the cursor; None: it is for the whole form."""
    form = model.form
    if form.current.key == MORE:
        return still(replace(model, form=forms.turn(form, 1)))
    if forms.unread(form):
        return read_rules(model)
    if forms.renaming(form):
        return rename_rules(model)
    return save_rules(model) if unsaved(form) else None


def change(model: Model) -> Step:
    """Send what has been changed in the form, and nothing else."""
    if model.table is None:
        return still(model)
    if (step := entered(model)) is not None:
        return step
    try:
        request = forms.change_request(model.form, model.table.room)
    except ValueError as fault:
        return hint(model, clean(str(fault)))
    if request is None:
        return hint(replace(model, page=None), _("Nothing has changed."))
    return want(replace(model, notice=None), Ask(request))
