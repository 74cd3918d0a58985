"""The form of a table: tiles of the presets, the fields, and beside them the rules that they make."""

from itertools import groupby

from uno_client.core import forms
from uno_client.core.model import Model
from uno_client.core.model.question import Form
from uno_client.drawing.faces import CardSize, face
from uno_client.drawing.grid import Canvas
from uno_client.drawing.texts import fit, width, wrap
from uno_client.messages import Key, Pointed
from uno_client.screens.around import Keys, frame_of, meanwhile
from uno_client.screens.frame import Typing, draw_typing, framed
from uno_client.screens.pieces import SaidLine, altered, draw_rules, in_sight, marked, panel, paragraph, put, visible
from uno_client.screens.rules_shown import pictured
from uno_engine.cards import card
from uno_engine.language import _, ngettext
from uno_engine.options import values_of
from uno_engine.presets import PRESETS
from uno_engine.rules import RulesRefused
from uno_protocol.labels import worded
from uno_protocol.wording.options import in_short, option_text, preset_text

CARDS = ("R5", "Y3", "B8", "G+2", "B0", "W", "Y7", "W+4", "R1", "G2")
"""A card for each preset, and again for the player's own sets."""
BESIDE = 76
"""Columns from which there are tiles, and rules beside the fields."""
BELOW = 5
"""Rows for what is told of a field, below the list."""
LOOSE = 16
"""Rows from which one is left empty below the title of the rules."""
LEAST = 4
"""Rows of the list, at least."""
ROOMY = 34
"""Rows from which tiles are large."""


def show(canvas: Canvas, model: Model, keys: Keys) -> None:
    """The form; in a game it has no rules."""
    form, table = model.form, model.table
    title, facts = worded("new_table"), model.server.name
    if table is not None:
        title, facts = worded("changing_table", table=table.room.name), ""
    with framed(canvas, frame_of(model, keys, title, facts, meanwhile(model))) as area:
        x, y, columns, rows = area
        beside = canvas.columns >= BESIDE
        in_options = form.has("rules") and (bool(form.current.group) or form.current.key == forms.SAVE)
        if form.has("rules") and beside:
            large = rows >= ROOMY and columns >= 100
            taken = _tiles(canvas, x, y + 1, columns, form, large=large) + 1 + large
            y, rows = y + taken, rows - taken
        y, rows = y + 1, rows - 1
        if beside:
            left = max(46 if in_options else 40, columns * 45 // 100)
            _list(canvas, x, y, left, rows, form)
            _told(canvas, x + left + 3, y, columns - left - 3, rows, form, with_rules=True)
        else:
            below = min(rows - LEAST, max(BELOW, len(wrap(forms.explained(form, form.current), columns - 4))))
            _list(canvas, x, y, columns, rows - below - 1, form)
            _told(canvas, x + 2, y + rows - below, columns - 4, below, form, with_rules=False)


def _tiles(canvas: Canvas, x: int, y: int, columns: int, form: Form, *, large: bool) -> int:
    """Two rows of tiles for presets and own sets, with the chosen one in sight. Returns the rows that they took."""
    names, here = next(each.choices for each in form.fields if each.key == "rules"), form.current.key == "rules"
    gap, high = (2, 6) if large else (1, 4)
    wide, chosen = (columns + gap) // 5 - gap, names.index(form["rules"])
    first = visible((len(names) + 4) // 5, chosen // 5, 2)
    for at, name in enumerate(names[5 * first : 5 * first + 10], 5 * first):
        left, top = x + at % 5 * (wide + gap), y + (at // 5 - first) * (high + 1)
        _tile(canvas, left, top, wide, high, form, at, name, chosen=at == chosen)
    if here:
        left = x + chosen % 5 * (wide + gap)
        canvas.spot(x, y, left - x, 2 * high + 1, Key("left"))
        canvas.spot(left + wide, y, x + columns - left - wide, 2 * high + 1, Key("right"))
    return 2 * (high + 1)


def _tile(
    canvas: Canvas, x: int, y: int, columns: int, high: int, form: Form, at: int, name: str, *, chosen: bool
) -> None:
    panel(canvas, x, y, columns, high, here=chosen)
    left = x + 1
    if high > 4:
        shown = card(CARDS[at % len(CARDS)])
        canvas.blit(face(shown, CardSize.SMALL, canvas.palette, lit=chosen), x + 1, y + 1)
        left, y = x + 8, y + 1
    title, about = (preset_text(name), in_short(name)) if name in PRESETS else (name, str(form.sets[name]))
    put(canvas, left, y, SaidLine(title, "strong", bold=True), x + columns - left)
    for below, line in enumerate(wrap(about, x + columns - left - 1)[: high - 1], 1):
        canvas.put(left, y + below, line, canvas.roles.quiet)


def _value(form: Form, at: int) -> str:
    """The value of a field, as it is shown."""
    field = form.fields[at]
    if at == form.at and forms.unread(form):
        return forms.unread(form)
    if field.hidden and field.choices and not field.value:
        return forms.shown(field, field.choices[-1])
    if field.hidden and field.value not in field.choices:
        return "•" * len(field.value)
    return forms.shown(field, field.value) if field.choices else field.value


def _chosen(form: Form, at: int) -> bool:
    """Whether the value of a field is one of several, and not being typed."""
    return bool(form.fields[at].choices) and not (at == form.at and forms.unread(form))


def _list(canvas: Canvas, x: int, y: int, columns: int, rows: int, form: Form) -> None:
    """The fields of the group under the cursor, scrolled with it; below the names of the groups that follow."""
    groups = [(group, list(each)) for group, each in groupby(forms.seen(form), lambda at: form.fields[at].group)]
    number = next(at for at, (_group, fields) in enumerate(groups) if form.at in fields)
    group, fields = groups[number]
    standard = values_of(forms.base_of(form)) if form.has("rules") else {}
    if group:
        put(canvas, x + 1, y, SaidLine(_(group), "quiet", bold=True), columns - 2)
        canvas.spot(x, y, columns, 1, Pointed(groups[number - 1][1][0]))
        y, rows = y + 1, rows - 1
    following = groups[number + 1 :][: max(1, rows - len(fields))]
    rows -= len(following)
    roomy = rows > 2 * len(fields)
    y, rows = y + (roomy and bool(group)), rows - (roomy and bool(group))
    drawn = [each for at in fields for each in ((at, None) if roomy or not _fits(form, at, columns) else (at,))]
    for below, (name, (first, *_others)) in enumerate(following, y + min(rows, len(drawn) + (not roomy))):
        put(canvas, x + 1, below, SaidLine(f"{canvas.signs.drawn} {_(name)}", "quiet"), columns - 2)
        canvas.spot(x, below, columns, 1, Pointed(first))
    for line, (_number, each) in enumerate(
        in_sight(canvas, x + columns - 2, y - 1, drawn, drawn.index(form.at), rows), y
    ):
        if each is None:
            continue
        below = not _fits(form, each, columns)
        field = form.fields[each]
        changed = standard.get(field.key, field.value) != field.value
        _draw(canvas, x, line, columns, form, each, below=below, changed=changed)
        canvas.spot(x, line, columns, 1 + below, Pointed(each))
        if each == form.at and _chosen(form, each):
            right = x + columns - 2
            canvas.spot(right - width(_value(form, each)) - 4, line + below, 2, 1, Key("left"))
            canvas.spot(right - 2, line + below, 2, 1, Key("right"))


def _fits(form: Form, at: int, columns: int) -> bool:
    return (
        not _chosen(form, at)
        or width(form.fields[at].label) + width(_value(form, at)) + (10 if at == form.at else 6) <= columns
    )


def _draw(canvas: Canvas, x: int, y: int, columns: int, form: Form, at: int, *, below: bool, changed: bool) -> None:
    roles, signs, field = canvas.roles, canvas.signs, form.fields[at]
    here, value = at == form.at, _value(form, at)
    if here and not _chosen(form, at):
        canvas.put(x + 1, y, signs.here, roles.strong, bold=True)
        draw_typing(canvas, x + 3, y, Typing(field.label, value, proposed=field.proposed), columns - 4)
        return
    loud, quiet = roles.text, roles.strong if changed else roles.quiet
    if here:
        for row in range(1 + below):
            loud = quiet = marked(canvas, x, y + row, columns)[0]
        canvas.put(x + 1, y, signs.here, loud, bold=True)
    behind = canvas.put(x + 3, y, fit(field.label, columns - 5), loud, bold=here or changed)
    if changed:
        mark, ink = altered(canvas)
        canvas.put(behind + 1 if here else x + 1, y, mark, loud if here else ink)
    room = columns - 5 if below else columns - width(field.label) - 6
    value = fit(f"‹ {value} ›" if here else value, room, signs.more)
    canvas.put_right(x + columns - 2, y + below, value, quiet, bold=here or changed)


def _told(canvas: Canvas, x: int, y: int, columns: int, rows: int, form: Form, *, with_rules: bool) -> None:
    """What the field under the cursor means, what clashes, and the rules."""
    end, told, rules = y + rows, [SaidLine(forms.explained(form, form.current))], None
    if not form.has("rules"):
        told.append(SaidLine(worded("rules_rest"), "quiet"))
    else:
        name, changed = preset_text(forms.preset_of(form)), {}
        try:
            changed, rules = forms.chosen_options(form), forms.chosen_rules(form)
        except RulesRefused as refused:
            here = f" {_('(this line)')}" if refused.option == form.current.key else ""
            told.append(SaidLine(f"! {forms.clash_text(refused)}{here}", "alarm", bold=True))
        title = ngettext("{preset}, with {n} change", "{preset}, with {n} changes", len(changed))
        title = title if changed else worded("table_rules")
        if with_rules:
            put(canvas, x, y, SaidLine(title.format(preset=name, n=len(changed)), "strong", bold=True), columns)
            y += 1 + (rows > LOOSE)
        elif changed:
            differs = ", ".join(option_text(option, value) for option, value in changed.items())
            said = worded("changed_to")
            told.append(SaidLine(said.format(preset=name, differences=differs)))
    for each in told:
        y += paragraph(canvas, x, y, each, columns, end - y)
    if with_rules and rules is not None:
        others = pictured(rules, forms.preset_of(form), but=form.current.key)
        draw_rules(canvas, x - 1, y + 1, columns + 1, end - y - 1, others)
