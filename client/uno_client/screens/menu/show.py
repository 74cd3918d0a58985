"""A menu on a canvas: a box with a line for each choice, and what the one under the cursor does."""

from uno_client.drawing.grid import Canvas
from uno_client.drawing.palette import Palette
from uno_client.drawing.texts import fit, width, wrap
from uno_client.messages import Pointed
from uno_client.screens.frame import KeyedChoice, framed
from uno_client.screens.menu.scene import MenuScene
from uno_client.screens.pieces import SaidLine, marked, more_of, panel, paragraph, put, visible

WIDEST = 92
LEAST = 3
"""Lines of the list, at least."""


def show(scene: MenuScene, columns: int, rows: int, palette: Palette) -> Canvas:
    """The screen, drawn."""
    return framed(scene.frame, columns, rows, palette, lambda canvas, y, room: _body(canvas, y, room, scene, palette))


def _body(canvas: Canvas, y: int, rows: int, scene: MenuScene, palette: Palette) -> None:
    columns = min(WIDEST, canvas.columns - 4)
    x, inner = (canvas.columns - columns) // 2, columns - 4
    named = max((width(each.title) for each in scene.choices), default=0) + 7
    whole = [wrap(each.meaning, inner) for each in scene.choices]
    below = max(
        (len(lines) for lines, each in zip(whole, scene.choices, strict=True) if named + width(each.meaning) > inner),
        default=0,
    )
    facts = [SaidLine(line, each.ink) for each in scene.facts for line in wrap(each.text, inner)]
    spare = rows - 2 - bool(scene.title) - (below + 1 if below else 0) - len(scene.choices)
    facts = facts[: max(3, spare - 1)]
    head = len(facts) + bool(facts) + (2 if scene.title else 0)
    listed = max(LEAST, min(len(scene.choices), rows - 2 - head - (below + 1 if below else 0)))
    high = min(rows, head + listed + (below + 1 if below else 0) + 2)
    y += max(0, (rows - high) // 3)
    panel(canvas, x, y, columns, high, palette)
    at = y + 1
    if scene.title:
        put(canvas, x + 2, at, SaidLine(scene.title, "strong", bold=True), inner, palette)
        at += 2
    for line in facts:
        put(canvas, x + 2, at, line, inner, palette)
        at += 1
    at += bool(facts)
    first = visible(len(scene.choices), scene.at, listed)
    if said := more_of(first, listed, len(scene.choices)):
        canvas.put_right(x + columns - 2, at - 1, said, palette.roles.quiet)
    for number, each in enumerate(scene.choices[first : first + listed], first):
        _line(canvas, x + 1, at, columns - 2, named, each, palette, here=number == scene.at)
        canvas.spot(x + 1, at, columns - 2, 1, Pointed(number))
        at += 1
    under = scene.choices[min(scene.at, len(scene.choices) - 1)] if scene.choices else None
    if under is not None and named + width(under.meaning) > inner:
        paragraph(canvas, x + 2, at + 1, SaidLine(under.meaning), inner, palette, below)


def _line(
    canvas: Canvas, x: int, y: int, columns: int, named: int, each: KeyedChoice, palette: Palette, *, here: bool
) -> None:
    roles = palette.roles
    key, loud, quiet = roles.strong, roles.text, roles.quiet
    if here:
        loud, quiet = marked(canvas, x, y, columns, palette)
        key = loud
    canvas.put(x + 1, y, each.key, key, bold=True)
    canvas.put(x + 4, y, each.title, loud, bold=True)
    room = columns - named - 1
    canvas.put(x + named, y, fit(each.meaning, room, palette.signs.more), quiet)
