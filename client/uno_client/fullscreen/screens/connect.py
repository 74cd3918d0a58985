"""The first screen: the servers that were found, the one to join, and your name."""

from uno_client.core.model import Model
from uno_client.core.model.parts import LinkPhase
from uno_client.core.model.question import Form
from uno_client.fullscreen.mouse import spot
from uno_client.fullscreen.screens.frame import bar, framed, rows_for_body
from uno_client.fullscreen.screens.servers import servers_lines
from uno_client.fullscreen.themes import COLOUR_STYLES, SHAPES
from uno_client.fullscreen.widgets import Line, Lines, Size, centred, clickable, fit, rule, text
from uno_engine.language import _

_FIELD = 34
LEAST_LIST = 6
"""Lines for the list of servers, with its heading."""


def render(model: Model, size: Size) -> Lines:
    """The screen as lines."""
    columns = size.columns
    shapes: Line = []
    for colour, shape in SHAPES.items():
        shapes += [(f"{COLOUR_STYLES[colour]} class:strong", f"{colour.value}{shape}"), ("", "  ")]
    title: Lines = [
        [],
        centred(shapes[:-1], columns),
        centred(text(_("U N O   on the local network"), "class:strong"), columns),
        [],
    ]
    form = form_lines(model.form, columns, active=model.picker.picked is None, before=len(model.picker.found or ()))
    connecting: Lines = []
    if model.link.phase is LinkPhase.CONNECTING:
        connecting = [
            centred(text(_("Connecting to {address} …").format(address=model.server.address), "class:info"), columns)
        ]
    room = rows_for_body(model, size, []) - len(title) - len(form) - len(connecting) - 2
    if room < LEAST_LIST:  # what is asked goes before what is only nice
        title, room = [], room + len(title)
    found = servers_lines(model, columns, room)
    below = [[], rule(columns, _("Or type an address"))] if found else [[], []]
    return framed(model, size, bar(_("Connect"), "", columns), [*title, *found, *below, *form, *connecting], [])


def form_lines(form: Form, columns: int, active: bool = True, before: int = 0) -> Lines:
    """A form: labels to the right of a margin, the field under the cursor marked (if active), its hint below.

    `before` lines of a list can be pointed at, too.
    """
    label_width = max((len(field.label) for field in form.fields), default=0)
    margin = " " * max(1, min(10, (columns - label_width - _FIELD - 4) // 3))
    room = max(10, min(_FIELD + 20, columns - len(margin) - label_width - 10))
    lines: Lines = []
    for at, field in enumerate(form.fields):
        here = active and at == form.at
        line: Line = [
            ("", margin),
            ("class:strong" if here else "class:label", f"{'▸' if here else ' '} {field.label:<{label_width}}  "),
        ]
        shown = _end("•" * len(field.value) if field.hidden else field.value, min(_FIELD, room) - 1)
        line += [("", "  "), ("class:selected" if here and field.proposed else "class:field", shown)]
        if here:
            line.append(("class:selected", " "))
        line.append(("class:field", " " * max(0, min(_FIELD, room) - len(shown) - (1 if here else 0))))
        lines.append(clickable(line, spot(before + at)))
        if field.hint and (here or not field.value):
            lines.append(
                [
                    ("", margin + " " * (label_width + 6)),
                    ("class:quiet", fit(field.hint, columns - len(margin) - label_width - 6)),
                ]
            )
        else:
            lines.append([])
    return lines


def _end(value: str, room: int) -> str:
    """The end of a long value: where the cursor is."""
    return value if len(value) <= room else "…" + value[-(room - 1) :]
