"""The form for a new table, or for changing one: seats, preset, and every option of the rules with what it means."""

from __future__ import annotations

from client.core.forms import chosen_rules, clash_text, explained
from client.core.model import Field, Form, Model
from client.fullscreen.screens.frame import bar, framed, meanwhile, rows_for_body, table_bar
from client.fullscreen.widgets import Line, Lines, Size, clip, fit, rule, tall, text, visible, wrap
from engine.explain import summary
from engine.options import options_of
from engine.presets import DESCRIPTIONS, preset
from engine.rules import RulesRefused

DETAILS = 6
"""Lines below the list: what the field means, what differs from the preset, the fingerprint or the clash."""
_VALUE = 26


def render(model: Model, size: Size) -> Lines:
    """The screen as lines. The list scrolls with the cursor."""
    form, columns = model.form, size.columns
    prompt = meanwhile(model, columns)
    rows = max(1, rows_for_body(model, size, prompt) - 1 - DETAILS)
    fields = form.shown
    first = visible(len(fields), form.at, rows)
    standard = options_of(preset(form["rules"])) if form.has("rules") else {}
    shown = [
        _line(field, at == form.at, field.value != standard.get(field.key, field.value), columns)
        for at, field in enumerate(fields[first : first + rows], first)
    ]
    place = f"line {form.at + 1} of {len(fields)}" if len(fields) > rows else ""
    body = [*tall(shown, rows), rule(columns, place), *_details(form, columns)[:DETAILS]]
    if model.table is not None:
        return framed(model, size, table_bar(model, f"Changing {model.table.room.name}", "", columns), body, prompt)
    return framed(model, size, bar("A new table", model.server, columns), body, [])


def _line(field: Field, here: bool, differs: bool, columns: int) -> Line:
    """Title and value; a star where the value is not the preset's."""
    style = "class:strong" if here else "class:label"
    line: Line = [(style, f" {'▸' if here else ' '} {field.label:<32}"), ("class:info", "* " if differs else "  ")]
    shown = _shown(field)
    if here and field.choices:
        line.append(("class:selected", f"◂ {fit(shown, _VALUE)} ▸"))
    elif field.choices:
        line.append(("", f"  {fit(shown, _VALUE)}"))
    else:
        shown = shown if len(shown) < _VALUE else "…" + shown[-(_VALUE - 2) :]
        line += [("", "  "), ("class:field", shown)]
    if here and (field.free or not field.choices):
        line.append(("class:selected", " "))
    return clip(line, columns)


def _shown(field: Field) -> str:
    """The value as it is shown, in words: a password that is typed as bullets, one that was emptied as none."""
    if field.hidden and field.choices and not field.value:
        return field.choices[-1]
    if field.hidden and field.value not in field.choices:
        return "•" * len(field.value)
    return field.value.replace("_", " ") if field.choices else field.value


def _details(form: Form, columns: int) -> Lines:
    lines = wrap(explained(form.current), columns - 2, "class:info", indent="", margin=" ")[:2]
    if not form.has("rules"):
        said = "You can change rules and seats between games."
        return [*lines, *wrap(said, columns - 2, "class:quiet", indent="", margin=" ")]
    try:
        short = summary(chosen_rules(form), form["rules"])
    except RulesRefused as refused:
        here = " (this line)" if refused.option == form.current.key else ""
        return [*lines, *wrap(f"! {clash_text(refused)}{here}", columns - 2, "class:fault", indent="", margin=" ")]
    differs = ", ".join(f"{title}: {value}" for title, value, _ in short.differs)
    said = f"Changed from {short.preset}: {differs}" if differs else DESCRIPTIONS[short.preset]
    lines += wrap(said, columns - 2, "", indent="", margin=" ")[: DETAILS - len(lines) - 1]
    return [*lines, text(f" fingerprint {short.fingerprint}", "class:quiet")]
