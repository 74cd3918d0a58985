"""The table's menu, and the forms in which a table is opened and changed."""

from collections.abc import Callable

from uno_client.core import forms
from uno_client.core.model import Model
from uno_client.core.model.parts import Page, Screen, Tone
from uno_client.core.model.question import MORE, Form
from uno_client.core.requests import Step, hint, still, want
from uno_client.messages import Ask
from uno_client.preferences import NOTHING
from uno_client.structs import replace
from uno_client.wording.rule_sets import in_place_of, vain_text, words_of
from uno_client.wording.sanitize import clean
from uno_engine.language import _
from uno_protocol.messages import Request


def opened(model: Model) -> Step:
    """Open the menu, on its first line."""
    return still(replace(model, page=Page.MENU, reading=replace(model.reading, item=0, scroll=0), notice=None))


def create_form(model: Model) -> Step:
    """The form for a new table."""
    form = forms.create(model.name, model.settings.rule_sets)
    return still(replace(model, screen=Screen.CREATE, form=form, notice=None))


def change_form(model: Model) -> Step:
    """The form with what the table is now."""
    if model.room is None:
        return still(model)
    form = forms.changing(model.room, model.settings.rule_sets)
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


def create(model: Model) -> Step:
    """Ask for the table that the form describes."""
    return _sent(model, lambda: forms.table_request(model.form))


def change(model: Model) -> Step:
    """Send what has been changed in the form, and nothing else."""
    room = model.room
    return still(model) if room is None else _sent(model, lambda: forms.change_request(model.form, room))


def _sent(model: Model, read: Callable[[], Request | None]) -> Step:
    if (step := entered(model)) is not None:
        return step
    try:
        request = read()
    except ValueError as fault:
        return hint(model, clean(str(fault)))
    if request is None:
        return hint(replace(model, page=None), _("Nothing has changed."))
    return want(replace(model, notice=None), Ask(request))
