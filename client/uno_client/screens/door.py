"""The front door: a fan of cards, and below it what can be chosen; and your own server, which others join."""

from uno_client.core.model import Model
from uno_client.drawing.grid import Canvas
from uno_client.drawing.texts import fit, width, wrap
from uno_client.messages import Pointed
from uno_client.screens.around import Keys, frame_of
from uno_client.screens.frame import KeyLine, framed
from uno_client.screens.pieces import SaidLine, fan_picture, marked, panel, paragraph, put, qr, qr_size
from uno_client.wording.front_door import Item, found_text, joining_lines, running_text, tonight_text
from uno_engine.language import _

SPREAD = 45
"""Rows of a terminal from which there is an empty row between choices."""
COLUMNS = 66
"""Of the text about your own server, where there are as many."""


def show(canvas: Canvas, model: Model, keys: Keys) -> None:
    """What can be chosen, numbered; the way back to your seat comes first, and has no number."""
    door = model.door
    first = int(Item.RETURN in door.lines)
    choices = [_choice(model, entry, at - first + 1) for at, entry in enumerate(door.lines)]
    running = "" if door.hosted is None or door.asks else running_text(door.hosted.port, len(door.hosted.people))
    facts = " · ".join(filter(None, (model.name, "" if door.tonight is None else tonight_text(*door.tonight))))
    with framed(canvas, frame_of(model, keys, _("UNO on your network"), facts)) as area:
        rows = area.rows
        gap = 2 if canvas.rows >= SPREAD else 1
        listed = len(choices) * gap - gap + 1 + (2 if running else 0)
        if door.asks:
            y = 1 + max(0, (rows - listed) // 3)
            left = max(2, canvas.columns // 2 - 30)
            asks = SaidLine(door.asks, "strong", bold=True)
            y += paragraph(canvas, left, y, asks, canvas.columns - 2 * left) + 1
        else:
            behind = fan_picture(canvas, 0, 1, canvas.columns, rows - listed)
            y = behind + (1 + rows - listed - behind) // 2
        named = max(width(each.title) for each in choices) + 2
        meaning = max(width(each.meaning) for each in choices)
        columns = min(canvas.columns - 2, max(58, 5 + named + meaning + 2))
        x = (canvas.columns - columns) // 2
        for at, each in enumerate(choices):
            _line(canvas, x, y + at * gap, columns, named, each, here=at == model.row)
            canvas.spot(x, y + at * gap, columns, 1, Pointed(at))
        canvas.centre(canvas.columns / 2, y + listed - 1, running, canvas.roles.quiet)


def show_hosted(canvas: Canvas, model: Model, keys: Keys) -> None:
    """How others join your own server, with what they type; and the QR code of its page where there is room."""
    hosted = model.door.hosted
    page = "" if hosted is None else hosted.page
    with framed(canvas, frame_of(model, keys, _("Your server"), model.name), COLUMNS) as area:
        _x, y, columns, rows = area
        wide, high = qr_size(page) if page and canvas.signs.unicode else (0, 0)
        coded = wide > 0 and columns + wide + 8 <= canvas.columns and high <= rows - 2
        x = (canvas.columns - columns - (wide + 4 if coded else 0)) // 2
        told = () if hosted is None else joining_lines(hosted)
        said = [(part, typed) for text, typed in told for part in wrap(text, columns - 4 - 2 * typed)]
        blank = [at for at, (_part, typed) in enumerate(said[:-1]) if typed and not said[at + 1][1]]
        loose = len(said) + len(blank) + 3 <= rows
        high = len(said) + (len(blank) if loose else 0)
        edge = int(high + 2 <= rows)
        y += max(0, (rows - high - 2 * edge) // 3)
        if edge:
            panel(canvas, x, y, columns, high + 2)
        at = y + edge
        for number, (part, typed) in enumerate(said):
            line = SaidLine(part, "strong" if typed else "text", bold=typed)
            put(canvas, x + 2 + 2 * typed, at, line, columns)
            at += 1 + (loose and number in blank)
        if coded:
            qr(canvas, x + columns + 4, y, page)


def _choice(model: Model, entry: Item, number: int) -> KeyLine:
    games = [each for each in model.picker.found or () if each.answers is not False and each.verdict is None]
    meaning = found_text(len(games)) if entry is Item.JOIN and games else _(entry.meaning)
    return KeyLine("" if entry is Item.RETURN else str(number), entry.named(model.door.back), meaning)


def _line(canvas: Canvas, x: int, y: int, columns: int, named: int, each: KeyLine, *, here: bool) -> None:
    loud, quiet = marked(canvas, x, y, columns) if here else (canvas.roles.text, canvas.roles.quiet)
    canvas.put(x + 2, y, each.key or (canvas.signs.here if here else ""), loud if here else quiet, bold=here)
    canvas.put(x + 5, y, each.title, loud, bold=True)
    canvas.put(x + 5 + named, y, fit(each.meaning, columns - 5 - named - 1, canvas.signs.more), quiet)
