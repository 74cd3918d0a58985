"""The first screen: tiles of the servers that were found, and below them the form; and the trust question."""

from uno_client.core.model import Model
from uno_client.core.model.parts import LinkPhase
from uno_client.core.server_picker import picked
from uno_client.drawing.faces import CardSize
from uno_client.drawing.grid import Canvas
from uno_client.drawing.texts import width, wrap
from uno_client.messages import Found, Pointed
from uno_client.screens.around import Keys, frame_of
from uno_client.screens.frame import Typing, draw_typing, framed
from uno_client.screens.pieces import SaidLine, fan, in_sight, panel, paragraph, put
from uno_client.trust import Doubt
from uno_client.wording.trust import after_words, before_words, heading
from uno_engine.language import N_, _

LOOKING = N_("No games found yet; still looking.")
ASK = N_("Ask whoever runs the server for the address that it shows, and type it here.")
WIDEST = 76
FAN = 7
"""Rows of the picture."""


def show(canvas: Canvas, model: Model, keys: Keys) -> None:
    """The servers, where somebody looks for them, and the form."""
    found, looked = model.picker.found or (), model.picker.found is not None or bool(model.picker.trouble)
    connecting = model.link.phase is LinkPhase.CONNECTING
    with framed(canvas, frame_of(model, keys, _("Join a game"), model.name), WIDEST) as area:
        (x, y, columns, rows), inner = area, area.columns - 4
        form = 2 * len(model.form.fields) + 3 + connecting
        spare = rows - form - (2 + (3 * len(found) or 4) if looked else 0)
        if spare >= FAN + 2:
            picture, taken = fan(CardSize.MEDIUM, 6, canvas.palette), FAN + 2 + (spare - FAN - 2) // 3
            canvas.blit(picture, canvas.columns // 2, y + 1 + (spare - FAN) // 3)
            y, rows = y + taken, rows - taken
        if looked:
            y += _servers(canvas, x, y + 1, columns, rows - form - 1, model, found) + 1
            put(canvas, x + 2, y + 1, SaidLine(_("Or type an address"), "strong", bold=True), inner)
            y += 1
        y = _form(canvas, x, y + 1, columns, model, len(found))
        if connecting:
            said = SaidLine(_("Connecting to {address} …").format(address=model.server.address))
            paragraph(canvas, x + 2, y, said, inner, 1, centred=True)


def show_doubt(canvas: Canvas, model: Model, keys: Keys) -> None:
    """Whether a server is trusted: what is said, the words to compare in two rows, and what is said after them."""
    doubt = model.question
    assert isinstance(doubt, Doubt)
    half, compared = len(doubt.words) // 2, doubt.words and not doubt.stops
    words = ["   ".join(each) for each in (doubt.words[:half], doubt.words[half:]) if compared]
    before, after = before_words(doubt), after_words(doubt)
    with framed(canvas, frame_of(model, keys, doubt.address), WIDEST) as area:
        (x, y, columns, rows), inner = area, area.columns - 4
        said = sum(len(wrap(text, inner)) for text in (*before, after)) + len(words) + 3
        blank = len(before) + bool(words) + 1
        loose = int(said + blank + 1 <= rows)
        high = min(rows, said + loose * blank)
        y += max(0, (rows - high) // 3)
        panel(canvas, x, y, columns, high, here=doubt.stops and high + 2 <= rows)
        x, y = x + 2, y + 1
        put(canvas, x, y, SaidLine(heading(doubt), "alarm" if doubt.stops else "strong", bold=True), inner)
        y += 1 + loose
        for text in before:
            y += paragraph(canvas, x, y, SaidLine(text), inner) + loose
        for line in words:
            canvas.centre(canvas.columns / 2, y, line, canvas.roles.good, bold=True)
            y += 1
        y += loose if words else 0
        paragraph(canvas, x, y, SaidLine(after, "strong", bold=True), inner)


def _servers(canvas: Canvas, x: int, y: int, columns: int, rows: int, model: Model, found: tuple[Found, ...]) -> int:
    """The list under its heading. Returns the rows that it took."""
    trouble, here = model.picker.trouble, picked(model)
    put(canvas, x + 2, y, SaidLine(_("Games on this network"), "strong", bold=True), columns - 4)
    at = y + 1
    told = f"{trouble[:1].upper()}{trouble[1:]}." if trouble else _(LOOKING)
    for said in () if found else (told, _(ASK)):
        at += paragraph(canvas, x + 2, at, SaidLine(said, "alarm" if trouble else "quiet"), columns - 4)
    step = 3 if 3 * len(found) + 1 <= rows else 2
    fit = max(1, min(len(found), (rows - 1) // step))
    chosen = 0 if here is None else found.index(here)
    for number, each in in_sight(canvas, x + columns - 2, y, found, chosen, fit):
        _tile(canvas, x, at + (step == 3), columns, each, here=each is here, framed=step == 3)
        canvas.spot(x, at + (step == 3), columns, 2, Pointed(number))
        at += step
    return at - y + (step == 3 and bool(found))


def _tile(canvas: Canvas, x: int, y: int, columns: int, each: Found, *, here: bool, framed: bool) -> None:
    roles = canvas.roles
    if framed:
        panel(canvas, x, y, columns, 2, here=here)
    elif here:
        canvas.fill(x, y, columns, 2, roles.raised)
    if here:
        canvas.put(x, y, canvas.signs.here, roles.strong, bold=True)
    where = canvas.put_right(x + columns - 2, y, str(each.address), roles.text if each.answers else roles.quiet)
    put(canvas, x + 2, y, SaidLine(each.name, "strong", bold=True), where - x - 4)
    put(canvas, x + 2, y + 1, SaidLine(each.described, "quiet" if each.verdict is None else "alarm"), columns - 4)


def _form(canvas: Canvas, x: int, y: int, columns: int, model: Model, before: int) -> int:
    """The fields, each with its hint below while it is empty or under the cursor. Returns the row below them."""
    fields = model.form.fields
    left = x + 4 + max(width(each.label) for each in fields)
    room = x + columns - left - 2
    for at, each in enumerate(fields):
        here = at == model.form.at and model.picker.picked is None
        text = "•" * len(each.value) if each.hidden else each.value
        canvas.put(x + 2, y, each.label, canvas.roles.text, bold=here)
        if here:
            canvas.put(x, y, canvas.signs.here, canvas.roles.strong, bold=True)
            draw_typing(canvas, left, y, Typing("", text, proposed=each.proposed), room)
        else:
            canvas.fill(left, y, room, 1, canvas.roles.plate)
            put(canvas, left, y, SaidLine(text), room)
        if here or not text:
            put(canvas, left, y + 1, SaidLine(each.hint, "quiet"), room)
        canvas.spot(x, y, columns, 1, Pointed(before + at))
        y += 2
    return y
