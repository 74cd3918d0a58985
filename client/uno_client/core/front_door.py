"""The front door: where everything begins that was not asked for on the command line. Pure."""

import dataclasses
from collections.abc import Mapping, Sequence

from uno_client.core.lesson.beats import TOPICS
from uno_client.core.model import Model
from uno_client.core.model.parts import Screen
from uno_client.core.model.question import HIDDEN, MORE, MORE_CHOICES, Form, FormField
from uno_client.core.requests import Step
from uno_client.messages import Go, Remember, Speak
from uno_client.preferences import SETTINGS, Preferences
from uno_client.structs import replace
from uno_client.wording.front_door import Hosting, Item
from uno_engine.language import _

USUAL = (Item.PLAY, Item.JOIN, Item.HOST, Item.LEARN, Item.SETTINGS, Item.QUIT)
LEAVING = (Item.KEEP, Item.SURE, Item.STAY)
"""The choices when the player quits while hosting."""
STOPPING = (Item.SURE, Item.STAY)
"""The choices when the player stops the server while others are connected."""
LEARNING = (*TOPICS, Item.STAY)
_ON, _OFF = "on", "off"
KEY_NAMES = {" ": "space"}
"""How keys without a visible character are written in the settings file; `tab` is its own name."""


def door(hosted: Hosting | None, back: str = "") -> tuple[Item, ...]:
    """The lines of the menu: the way `back` to a table comes first, and has no number; the others keep theirs."""
    return (*((Item.RETURN,) if back else ()), *USUAL, *((Item.STOP,) if hosted is not None else ()))


def at_door(model: Model, hosted: Hosting | None) -> Model:
    """The front door; the cursor stays on its line."""
    before = model.door.lines
    lines = door(hosted, model.door.back)
    under = before[model.row] if model.screen is Screen.DOOR and model.row < len(before) else lines[0]
    row = lines.index(under) if under in lines else 0
    return replace(model, screen=Screen.DOOR, door=replace(model.door, lines=lines, asks="", hosted=hosted), row=row)


def asked(model: Model, lines: Sequence[Item], question: str, row: int = 0) -> Model:
    """A question in the place of the front door; the cursor is on that row of its lines."""
    door = replace(model.door, lines=tuple(lines), asks=question)
    return replace(model, screen=Screen.DOOR, door=door, row=row, notice=None)


def go(model: Model, entry: Item) -> Step:
    """Do what that line says."""
    return replace(model, notice=None), (), (Go(entry),)


def choose(model: Model) -> Step:
    """Do what is under the cursor."""
    return go(model, model.door.lines[min(model.row, len(model.door.lines) - 1)])


def pick(model: Model, at: int) -> Step:
    """Do what the line with that number says, counted from 0."""
    return pointed(model, at + (Item.RETURN in model.door.lines))


def pointed(model: Model, at: int) -> Step:
    """Do what the line at that place says."""
    return choose(replace(model, row=at)) if at < len(model.door.lines) else (model, (), ())


def back(model: Model) -> Step:
    """Leave the front door, or return to it from what covers it."""
    return go(model, Item.QUIT if model.screen is Screen.DOOR and not model.door.asks else Item.STAY)


def settings_form(kept: Preferences, keys: tuple[FormField, ...] = ()) -> Form:
    """The settings, as they are in the file, and behind a line of their own the keys that can be changed."""
    fields = []
    for key, row in SETTINGS.items():
        if row.title:
            value, choices, longest = getattr(kept, key), tuple(row.takes.choices), row.takes.longest
            text = (_ON if value else _OFF) if row.switch else value or ""
            fields.append(FormField(key, _(row.title), text, choices, _(row.says), longest, proposed=not choices))
    more = FormField(MORE, _("Keys …"), HIDDEN, MORE_CHOICES, _("Keys that you can change, each on its line."))
    return Form((*fields, more, *keys) if keys else tuple(fields))


def spoken_anew(model: Model, keys: tuple[FormField, ...]) -> Model:
    """The settings in another language; what has been chosen in them stays. `keys`: as for `settings_form`."""
    form = replace(settings_form(Preferences(), keys), at=model.form.at)
    for was in model.form.fields:
        form = form.put(replace(form.field(was.key), value=was.value, proposed=was.proposed))
    return replace(model, form=form)


def lived(model: Model, form: Form) -> Step:
    """The settings of a form, as far as they are seen immediately: the theme, and the language."""
    wants, language = model.settings.wants, form["language"]
    settings = replace(model.settings, wants=dataclasses.replace(wants, theme=form["theme"], language=language))
    speak = () if language == model.form["language"] else (Speak(language),)
    return replace(model, form=form, settings=settings, notice=None), (), speak


def keep_settings(model: Model) -> Step:
    """Remember what the form says, and go back to the front door."""
    changes: dict[str, str | bool | Mapping[str, str] | None] = {}
    for field in model.form.fields:
        if (row := SETTINGS.get(field.key)) is not None:
            value = field.value.strip()
            changes[field.key] = value == _ON if row.switch else value or None
    if model.form.has(MORE):
        changes["keys"] = {action: KEY_NAMES.get(key, key) for action, key in model.settings.keys}
    return at_door(model, model.door.hosted), (), (Remember(changes),)
