"""The front door: what can be chosen; the settings; how others join the player's own server."""

from uno_client.core.model import Model
from uno_client.fullscreen.cards import framed_box
from uno_client.fullscreen.mouse import button, spot
from uno_client.fullscreen.screens.frame import bar, framed, rows_for_body
from uno_client.fullscreen.themes import COLOUR_STYLES, SHAPES
from uno_client.fullscreen.widgets import Line, Lines, Size, centred, clickable, clip, text, visible, width, wrap
from uno_client.wording.front_door import MEANINGS, TITLES, Item, joining_lines, running_text, value_word
from uno_engine.cards import Colour
from uno_engine.language import _

_LABEL = 24
_VALUE = 20
_CARD_ROWS = 5


def render(model: Model, size: Size) -> Lines:
    """What can be chosen: one line each, with what it means."""
    columns = size.columns
    lines = _lines(model, columns)
    asked: Lines = [*wrap(model.door.asks, columns - 4, "class:prompt", indent="", margin="  "), []]
    running: Lines = []
    if model.door.hosted is not None and not model.door.asks:
        said = running_text(model.door.hosted.port, len(model.door.hosted.people))
        running = [[], centred(text(said, "class:info"), columns)]
    room = rows_for_body(model, size, []) - len(lines) - len(running)
    top = asked if model.door.asks else _title(columns, room)
    above: Lines = [[]] * max(0, (room - len(top)) // 3)
    return framed(model, size, bar("", "", columns), [*above, *top, *lines, *running], [])


def _lines(model: Model, columns: int) -> Lines:
    label = max(width(_(TITLES[entry])) for entry in model.door.lines) + 3
    meaning = max(width(_meaning(entry)) for entry in model.door.lines)
    margin = " " * max(1, (columns - label - meaning - 8) // 2)
    lines: Lines = []
    for at, entry in enumerate(model.door.lines):
        here = at == model.row
        line: Line = [
            ("", margin),
            ("class:strong" if here else "", " ▸ " if here else "   "),
            ("class:key", f"{at + 1}  "),
            *clip([("class:selected" if here else "class:strong", f" {_(TITLES[entry])} ")], label),
            ("class:info" if here else "class:quiet", f" {_meaning(entry)}"),
        ]
        lines.append(clickable(line, spot(at)))
    return lines


def _meaning(entry: Item) -> str:
    return _(MEANINGS[entry]) if MEANINGS[entry] else ""


def _title(columns: int, room: int) -> Lines:
    """Four cards with the name below, where there is room; else the name."""
    name = centred(text(_("U N O   on the local network"), "class:strong"), columns)
    if room < _CARD_ROWS + 3:
        return [name, []] if room > 1 else []
    cards = [_card(colour) for colour in Colour]
    rows = [[part for card in cards for part in (*card[row], ("", "  "))][:-1] for row in range(_CARD_ROWS)]
    return [*(centred(row, columns) for row in rows), [], name, []]


def _card(colour: Colour) -> Lines:
    """A card with its letter and its shape."""
    letter = colour.value
    return framed_box((f"{letter}    ", f"  {SHAPES[colour]}  ", f"    {letter}"), COLOUR_STYLES[colour])


def render_settings(model: Model, size: Size) -> Lines:
    """The settings, with what the one under the cursor means. Where they do not fit, they scroll with it."""
    columns, form = size.columns, model.form
    margin = " " * max(1, (columns - _LABEL - _VALUE - 8) // 3)
    lines: Lines = []
    for at, field in enumerate(form.fields):
        here = at == form.at
        named = ("class:strong" if here else "class:label", f"{'▸' if here else ' '} {field.label}")
        line: Line = [("", margin), *clip([named], _LABEL)]
        shown = value_word(field.value)
        if field.choices:
            less, more = (f"class:selected{button(key)}" for key in ("left", "right")) if here else ("", "")
            line += [(less, "◂ " if here else "  "), *clip([("class:selected" if here else "", shown)], _VALUE)]
            line.append((more, " ▸" if here else "  "))
        else:
            written = "class:selected" if here and field.proposed else "class:field"
            line += [("", "  "), (written, field.value), ("class:selected" if here else "", " ")]
        lines.append(clickable(line, spot(at)))
    below: Lines = [[], *wrap(form.current.hint, columns - 4, "class:info", indent="", margin="  ")]
    if model.settings.file:
        said = _("All this is in a file that you may edit, other keys too: {file}").format(file=model.settings.file)
        below += [[], *wrap(said, columns - 4, "class:quiet", indent="", margin="  ")]
    rows = max(1, rows_for_body(model, size, []) - 1 - len(below))
    first = visible(len(lines), form.at, rows)
    return framed(model, size, bar(_("Settings"), "", columns), [[], *lines[first : first + rows], *below], [])


def render_hosted(model: Model, size: Size) -> Lines:
    """How others join the player's own server."""
    columns, hosted = size.columns, model.door.hosted
    lines: Lines = [[]]
    if hosted is not None:
        for said, typed in joining_lines(hosted):
            style, margin = ("class:strong", "      ") if typed else ("class:info", "  ")
            lines += wrap(said, columns - len(margin) - 1, style, indent="", margin=margin)
            lines += [[]] if typed else []
    return framed(model, size, bar(_("Your server"), "", columns), lines, [])
