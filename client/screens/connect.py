"""The connect screen: which server, under which name."""

from __future__ import annotations

from client.model import Form, LinkState, Model
from client.screens.frame import bar, framed
from client.themes import COLOUR_STYLES, SHAPES
from client.widgets import Line, Lines, Size, centred, fit, text

_FIELD = 34


def render(model: Model, size: Size) -> Lines:
    """The screen as lines."""
    columns = size.columns
    shapes: Line = []
    for colour, shape in SHAPES.items():
        shapes += [(f"{COLOUR_STYLES[colour]} class:strong", f"{colour.value}{shape}"), ("", "  ")]
    body: Lines = [
        [],
        centred(shapes[:-1], columns),
        [],
        centred(text("U N O   on the local network", "class:strong"), columns),
        [],
        [],
        *form_lines(model.form, columns),
        [],
    ]
    if model.link is LinkState.CONNECTING:
        body.append(centred(text(f"Connecting to {model.address} …", "class:info"), columns))
    return framed(model, size, bar("Connect", "", columns), body, [])


def form_lines(form: Form, columns: int) -> Lines:
    """A form: labels to the right of a margin, the field under the cursor marked, its hint below."""
    label_width = max((len(field.label) for field in form.fields), default=0)
    margin = " " * max(1, min(10, (columns - label_width - _FIELD - 4) // 3))
    room = max(10, min(_FIELD + 20, columns - len(margin) - label_width - 10))
    lines: Lines = []
    for at, field in enumerate(form.fields):
        here = at == form.at
        line: Line = [
            ("", margin),
            ("class:strong" if here else "class:label", f"{'▸' if here else ' '} {field.label:<{label_width}}  "),
        ]
        if field.choices:
            value = f"◂ {field.value} ▸" if here else f"  {field.value}"
            line.append(("class:selected" if here else "", fit(value, room)))
        else:
            shown = _end("•" * len(field.value) if field.hidden else field.value, min(_FIELD, room) - 1)
            line += [("", "  "), ("class:field", shown)]
            if here:
                line.append(("class:selected", " "))
            line.append(("class:field", " " * max(0, min(_FIELD, room) - len(shown) - (1 if here else 0))))
        lines.append(line)
        if here and field.hint:
            lines.append([("", margin + " " * (label_width + 6)), ("class:quiet", fit(field.hint, room + 2))])
        else:
            lines.append([])
    return lines


def _end(value: str, room: int) -> str:
    """The end of a long value: where the cursor is."""
    return value if len(value) <= room else "…" + value[-(room - 1) :]
