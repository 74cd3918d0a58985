"""The table's menu, and picking somebody: a box of lines, and what the one under the cursor means."""

from collections.abc import Sequence

from uno_client.core import chat
from uno_client.core.actions import dialogue
from uno_client.core.model import Model
from uno_client.core.model.question import Pending, Somebody
from uno_client.drawing.grid import Canvas
from uno_client.drawing.texts import fit, width, wrap
from uno_client.messages import Pointed
from uno_client.screens.around import Keys, frame_of, meanwhile
from uno_client.screens.frame import KeyLine, framed
from uno_client.screens.joining import joining
from uno_client.screens.pieces import SaidLine, in_sight, marked, panel, paragraph, put, put_all, wrapped
from uno_client.wording.levels import level_text_at
from uno_engine.language import _
from uno_protocol.fold import TableView
from uno_protocol.labels import worded

WIDEST = 92
LEAST = 3
"""Lines of the list, at least."""


def show(canvas: Canvas, model: Model, keys: Keys) -> None:
    """The menu, with how others join above it."""
    facts = () if model.table is None else joining(model, model.table, keys)
    at = min(model.reading.item, max(0, len(keys.menu) - 1))
    _show(canvas, model, keys, worded("menu"), "", facts, () if model.table is None else keys.menu, at)


def show_people(canvas: Canvas, model: Model, keys: Keys) -> None:
    """The choice of somebody, each with the number that takes it."""
    table, asked = model.table, model.question
    if table is None or not isinstance(asked, Pending):
        _show(canvas, model, keys, _("choose"))
        return
    choices = tuple(_choice(model, table, at, each) for at, each in enumerate(dialogue.choices(model)))
    _show(canvas, model, keys, _("choose"), dialogue.prompt(model), (), choices, asked.at)


def _choice(model: Model, table: TableView, at: int, who: Somebody) -> KeyLine:
    key = str(at + 1) if at < 9 else ""
    if who.level is not None:
        return KeyLine(key, who.name, level_text_at(who.level, table.room, more=1))
    return KeyLine(key, who.name or worded("free"), _notes(model, table, who))


def _notes(model: Model, table: TableView, who: Somebody) -> str:
    if not who.name:
        return worded("seat", n=(who.seat or 0) + 1)
    occupant = table.room.occupants[who.seat] if who.seat is not None else None
    watching = worded("spectator") if who.name in table.room.watchers else _("has left")
    watching = worded("screen") if who.name in (table.room.screens or ()) else watching
    notes = [watching if who.seat is None else worded("seat", n=who.seat + 1)]
    said = (
        (who.seat is not None and who.seat == model.seat, worded("you_listed")),
        (who.bot, _("computer player")),
        (who.seat is not None and not who.connected, worded("offline")),
        (who.name in table.room.muted, worded("silenced")),
        (chat.muted(model, who.name), worded("muted_by_you")),
        (occupant is not None and occupant.extra_seconds > 0, f"+{occupant.extra_seconds if occupant else 0} s"),
    )
    return ", ".join([*notes, *(words for holds, words in said if holds)])


def _show(
    canvas: Canvas,
    model: Model,
    keys: Keys,
    facts: str,
    title: str = "",
    told: Sequence[SaidLine] = (),
    choices: Sequence[KeyLine] = (),
    at: int = 0,
) -> None:
    """Choices, and the one under the cursor; what is told comes above them."""
    name = "" if model.table is None else model.table.room.name
    with framed(canvas, frame_of(model, keys, name, facts, meanwhile(model)), WIDEST) as area:
        (x, y, columns, rows), inner = area, area.columns - 4
        named = max((width(each.title) for each in choices), default=0) + 7
        long = [each for each in choices if named + width(each.meaning) > inner]
        below = max((len(wrap(each.meaning, inner)) for each in long), default=0)
        foot = below + 1 if below else 0
        lines = wrapped(told, inner)[: max(3, rows - 3 - bool(title) - foot - len(choices))]
        head = len(lines) + bool(lines) + 2 * bool(title)
        listed = max(LEAST, min(len(choices), rows - 2 - head - foot))
        high = min(rows, head + listed + foot + 2)
        y += max(0, (rows - high) // 3)
        panel(canvas, x, y, columns, high)
        y += 1
        if title:
            put(canvas, x + 2, y, SaidLine(title, "strong", bold=True), inner)
            y += 2
        y = put_all(canvas, x + 2, y, lines, inner) + bool(lines)
        for number, each in in_sight(canvas, x + columns - 2, y - 1, choices, at, listed):
            _line(canvas, x + 1, y, columns - 2, named, each, here=number == at)
            canvas.spot(x + 1, y, columns - 2, 1, Pointed(number))
            y += 1
        if choices and choices[at] in long:
            paragraph(canvas, x + 2, y + 1, SaidLine(choices[at].meaning), inner, below)


def _line(canvas: Canvas, x: int, y: int, columns: int, named: int, each: KeyLine, *, here: bool) -> None:
    loud, quiet = marked(canvas, x, y, columns) if here else (canvas.roles.text, canvas.roles.quiet)
    canvas.put(x + 1, y, each.key, loud if here else canvas.roles.strong, bold=True)
    canvas.put(x + 4, y, each.title, loud, bold=True)
    canvas.put(x + named, y, fit(each.meaning, columns - named - 1, canvas.signs.more), quiet)
