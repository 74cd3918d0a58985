"""The front door: a fan of cards, and below it what can be chosen."""

from uno_client.core.model import Model
from uno_client.drawing.grid import Canvas
from uno_client.drawing.texts import width
from uno_client.messages import Pointed
from uno_client.screens.around import Keys, frame_of
from uno_client.screens.frame import KeyedChoice, framed
from uno_client.screens.pieces import SaidLine, fan_picture, marked, paragraph, put
from uno_client.wording.front_door import Item, found_text, running_text, tonight_text
from uno_engine.language import _

SPREAD = 45
"""Rows of a terminal from which there is an empty row between choices."""


def show(canvas: Canvas, model: Model, keys: Keys) -> None:
    """What can be chosen, numbered; the way back to your seat comes first, and has no number."""
    door = model.door
    first = int(Item.RETURN in door.lines)
    choices = [_choice(model, entry, at - first + 1) for at, entry in enumerate(door.lines)]
    running = "" if door.hosted is None or door.asks else running_text(door.hosted.port, len(door.hosted.people))
    facts = " · ".join(filter(None, (model.name, "" if door.tonight is None else tonight_text(*door.tonight))))
    with framed(canvas, frame_of(model, keys, _("UNO on your network"), facts)) as rows:
        gap = 2 if canvas.rows >= SPREAD else 1
        listed = len(choices) * gap - gap + 1 + (2 if running else 0)
        if door.asks:
            y = 1 + max(0, (rows - listed) // 3)
            left = max(2, canvas.columns // 2 - 30)
            asks = SaidLine(door.asks, "strong", bold=True)
            y += paragraph(canvas, left, y, asks, canvas.columns - 2 * left) + 1
        else:
            behind = fan_picture(canvas, 1, rows - listed)
            y = behind + (1 + rows - listed - behind) // 2
        named = max(width(each.title) for each in choices) + 2
        meaning = max(width(each.meaning) for each in choices)
        columns = min(canvas.columns - 2, max(58, 5 + named + meaning + 2))
        x = (canvas.columns - columns) // 2
        for at, each in enumerate(choices):
            _line(canvas, x, y + at * gap, columns, named, each, here=at == model.row)
            canvas.spot(x, y + at * gap, columns, 1, Pointed(at))
        canvas.centre(canvas.columns / 2, y + listed - 1, running, canvas.roles.quiet)


def _choice(model: Model, entry: Item, number: int) -> KeyedChoice:
    games = [each for each in model.picker.found or () if each.answers is not False and each.verdict is None]
    meaning = found_text(len(games)) if entry is Item.JOIN and games else _(entry.meaning)
    return KeyedChoice("" if entry is Item.RETURN else str(number), entry.named(model.door.back), meaning)


def _line(canvas: Canvas, x: int, y: int, columns: int, named: int, each: KeyedChoice, *, here: bool) -> None:
    room = columns - 5 - named - 1
    if not here:
        canvas.put(x + 2, y, each.key, canvas.roles.quiet)
        canvas.put(x + 5, y, each.title, canvas.roles.text, bold=True)
        put(canvas, x + 5 + named, y, SaidLine(each.meaning, "quiet"), room)
        return
    loud, quiet = marked(canvas, x, y, columns)
    canvas.put(x + 2, y, each.key or canvas.signs.here, loud, bold=True)
    canvas.put(x + 5, y, each.title, loud, bold=True)
    canvas.put(x + 5 + named, y, each.meaning[:room], quiet)
