"""The form of a table, from the model."""

from uno_client.core.forms import (
    SAVE,
    base_of,
    chosen_options,
    chosen_rules,
    clash_text,
    explained,
    preset_of,
    seen,
    shown,
    unread,
)
from uno_client.core.model import Model
from uno_client.core.model.question import Form
from uno_client.screens.around import Keys, frame_of, meanwhile
from uno_client.screens.create.scene import CreateLine, CreateScene, Tile
from uno_client.screens.pieces import PicturedRule, SaidLine
from uno_client.screens.rules_shown import pictured
from uno_client.wording.options import in_short, option_text, preset_text
from uno_engine.cards import card
from uno_engine.language import _, ngettext
from uno_engine.options import values_of
from uno_engine.presets import PRESETS
from uno_engine.rules import RulesRefused

CARDS = ("R5", "Y3", "B8", "G+2", "B0", "W", "Y7", "W+4", "R1", "G2")
"""A card for each preset, and again for the player's own sets."""


def scene_of(model: Model, keys: Keys) -> CreateScene:
    """The form; in a game it has no rules."""
    form, table = model.form, model.table
    title, facts = _("A new table"), model.server.name
    if table is not None:
        title, facts = _("Changing {table}").format(table=table.room.name), ""
    frame = frame_of(model, keys, title, facts, meanwhile(model))
    told = explained(form, form.current)
    if not form.has("rules"):
        said = SaidLine(_("You can change rules and seats between games."), "quiet")
        return CreateScene(frame, (), 0, False, False, _lines(form), form.at, told, said=(said,))
    field = next(each for each in form.fields if each.key == "rules")
    return CreateScene(
        frame,
        tuple(_tile(form, at, name) for at, name in enumerate(field.choices)),
        field.choices.index(field.value),
        form.current.key == "rules",
        bool(form.current.group) or form.current.key == SAVE,
        _lines(form),
        form.at,
        told,
        _title(form),
        _fault(form),
        _changes(form),
        _rules(form),
    )


def _tile(form: Form, at: int, name: str) -> Tile:
    about = in_short(name) if name in PRESETS else str(form.sets[name])
    return Tile(preset_text(name) if name in PRESETS else name, about, card(CARDS[at % len(CARDS)]))


def _lines(form: Form) -> tuple[CreateLine, ...]:
    standard = values_of(base_of(form)) if form.has("rules") else {}
    return tuple(_line(form, at, standard.get(form.fields[at].key)) for at in seen(form))


def _line(form: Form, at: int, standard: str | None) -> CreateLine:
    field = form.fields[at]
    here, value = at == form.at, shown(field, field.value) if field.choices else field.value
    if field.hidden and field.choices and not field.value:
        value = shown(field, field.choices[-1])
    elif field.hidden and field.value not in field.choices:
        value = "•" * len(field.value)
    if here and unread(form):
        return CreateLine(at, field.label, unread(form), field.group, chosen=False, typed=True)
    differs = standard is not None and field.value != standard
    typed = field.free or not field.choices
    return CreateLine(at, field.label, value, _(field.group), differs, bool(field.choices), typed, field.proposed)


def _title(form: Form) -> str:
    """The rules that are chosen, and how many of them are changed."""
    name = preset_text(preset_of(form))
    try:
        changes = len(chosen_options(form))
    except RulesRefused:
        changes = 0
    if not changes:
        return _("{preset} rules").format(preset=name)
    said = ngettext("{preset}, with {n} change", "{preset}, with {n} changes", changes)
    return said.format(preset=name, n=changes)


def _changes(form: Form) -> str:
    try:
        changed = chosen_options(form)
    except RulesRefused:
        return ""
    differs = ", ".join(option_text(option, value) for option, value in changed.items())
    said = _("Changed from {preset}: {differences}")
    return said.format(preset=preset_text(preset_of(form)), differences=differs) if differs else ""


def _fault(form: Form) -> str:
    try:
        chosen_options(form)
    except RulesRefused as refused:
        here = f" {_('(this line)')}" if refused.option == form.current.key else ""
        return f"! {clash_text(refused)}{here}"
    return ""


def _rules(form: Form) -> tuple[PicturedRule, ...]:
    try:
        rules = chosen_rules(form)
    except RulesRefused:
        return ()
    return pictured(rules, preset_of(form))
