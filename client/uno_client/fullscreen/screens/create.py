"""The form for a new table, or for changing one: seats, preset, and every option of the rules with what it means."""

from dataclasses import replace

from uno_client.core.forms import SAVE, base_of, chosen_options, clash_text, explained, preset_of, shown, unread
from uno_client.core.model import Model
from uno_client.core.model.question import HIDDEN, MORE, Form, FormField
from uno_client.fullscreen import widgets
from uno_client.fullscreen.mouse import button, spot
from uno_client.fullscreen.screens.frame import bar, framed, meanwhile, rows_for_body, table_bar
from uno_client.wording.options import option_text, preset_text
from uno_engine.language import _
from uno_engine.options import values_of
from uno_engine.presets import DESCRIPTIONS
from uno_engine.rules import RulesRefused

DETAILS = 6
"""Lines below the list: what the field means, what the preset is, or the clash."""
LEAST_DETAILS = 4
"""Lines below the list when many lines are above it."""
LEAST_LIST = 3
"""Lines of the list beside the line to be shared, which needs many."""
_VALUE = 28
TITLE = 32
_MARKS = 10
"""Columns of a line beside its label and its value."""


def render(model: Model, size: widgets.Size) -> widgets.Lines:
    """The screen as lines. The list scrolls with the cursor."""
    form, columns = model.form, size.columns
    prompt = meanwhile(model, columns)
    room = rows_for_body(model, size, prompt) - 1
    details = _details(form, columns)
    below = LEAST_DETAILS if form.has(MORE) and form[MORE] != HIDDEN else DETAILS
    most = room - LEAST_LIST if form.current.key == SAVE else DETAILS
    if len(details) > most:  # of a line to be shared nothing is cut silently
        details = (
            [*details[: most - 1], widgets.text(" …", "class:info")] if form.current.key == SAVE else details[:most]
        )
    rows = max(1, room - max(below, len(details)))
    listed, here = _list(form, columns)
    first = widgets.visible(len(listed), here, rows)
    place = _("line {n} of {all}").format(n=form.at + 1, all=len(form.shown)) if len(listed) > rows else ""
    body = [*widgets.tall(listed[first : first + rows], rows), widgets.rule(columns, place), *details]
    if model.table is not None:
        title = _("Changing {table}").format(table=model.table.room.name)
        return framed(model, size, table_bar(model, title, "", columns), body, prompt)
    return framed(model, size, bar(_("A new table"), model.server.name, columns), body, [])


def _list(form: Form, columns: int) -> tuple[widgets.Lines, int]:
    """The fields under their headings, what those mean that differ from the preset, and the line of the cursor."""
    standard = values_of(base_of(form)) if form.has("rules") else {}
    lines: widgets.Lines = []
    here, group = 0, ""
    for at, field in enumerate(form.shown):
        if field.group != group:
            group = field.group
            lines.append(widgets.rule(columns, _(group)))
        here = len(lines) if at == form.at else here
        differs = field.value != standard.get(field.key, field.value)
        typed = unread(form) if at == form.at else ""
        drawn = replace(field, value=typed, choices=()) if typed else field
        lines += [widgets.clickable(line, spot(at)) for line in _lines(drawn, at == form.at, differs, columns)]
        if differs and at != form.at:  # of the one under the cursor it stands below
            lines += widgets.wrap(explained(form, field), columns - 6, "class:info", indent="", margin="      ")
    return lines, here


def _lines(field: FormField, here: bool, differs: bool, columns: int) -> widgets.Lines:
    """Title and value; a star where the value is not the preset's.

    A long value begins further left than the others, or below its title.
    """
    style, value = "class:strong" if here else "class:label", _shown(field)
    wide = min(_VALUE, columns - TITLE - _MARKS)
    if field.choices:
        wide = max(wide, widgets.width(value))
    below = field.choices and widgets.width(field.label) + wide + _MARKS > columns
    title = widgets.fit(field.label, TITLE)
    gap = " " * (min(TITLE, columns - wide - _MARKS) - widgets.width(title))
    line: widgets.Line = [(style, f" {'▸' if here else ' '} {title}{gap}"), ("class:info", "* " if differs else "  ")]
    lines: widgets.Lines = [line]
    if below:
        line = [("", " " * (columns - min(wide, columns - _MARKS) - 5))]
        lines.append(line)
    if here and field.choices:
        less, more = (f"class:selected{button(key)}" for key in ("left", "right"))
        line += [(less, "◂ "), ("class:selected", widgets.fit(value, wide)), (more, " ▸")]
    elif field.choices:
        line.append(("", f"  {widgets.fit(value, wide)}"))
    else:
        value = value if len(value) < wide else "…" + value[-(wide - 2) :]
        line += [("", "  "), ("class:selected" if here and field.proposed else "class:field", value)]
    if here and (field.free or not field.choices):
        line.append(("class:selected", " "))
    return [widgets.clip(line, columns) for line in lines]


def _shown(field: FormField) -> str:
    """The value as it is shown, in words: a password that is typed as bullets, one that was emptied as none."""
    if field.hidden and field.choices and not field.value:
        return shown(field, field.choices[-1])
    if field.hidden and field.value not in field.choices:
        return "•" * len(field.value)
    return shown(field, field.value) if field.choices else field.value


def _details(form: Form, columns: int) -> widgets.Lines:
    lines = widgets.wrap(explained(form, form.current), columns - 2, "class:info", indent="", margin=" ")
    lines = lines if form.current.key == SAVE else lines[:3]
    if not form.has("rules"):
        said = _("You can change rules and seats between games.")
        return [*lines, *widgets.wrap(said, columns - 2, "class:quiet", indent="", margin=" ")]
    try:
        changed = chosen_options(form)
    except RulesRefused as refused:
        fault = f"! {clash_text(refused)}"
        if refused.option == form.current.key:
            fault = f"{fault} {_('(this line)')}"
        return [*lines, *widgets.wrap(fault, columns - 2, "class:fault", indent="", margin=" ")]
    if form[MORE] != HIDDEN:  # the lines themselves tell what differs
        return lines
    differs = ", ".join(option_text(option, value) for option, value in changed.items())
    if differs:
        said = _("Changed from {preset}: {differences}").format(
            preset=preset_text(preset_of(form)), differences=differs
        )
        lines += widgets.wrap(said, columns - 2, "", indent="", margin=" ")
    elif form.current.key != "rules":
        lines += widgets.wrap(_(DESCRIPTIONS[preset_of(form)]), columns - 2, "class:quiet", indent="", margin=" ")
    return lines
