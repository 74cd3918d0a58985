"""How others join the player's table: the sentences, and the page with the QR code for phones."""

from collections.abc import Iterator, Sequence
from math import ceil

from uno_client.core.inviting import address, address_of_move
from uno_client.core.model import Model
from uno_client.core.people import watching_in
from uno_client.drawing.grid import Canvas
from uno_client.drawing.letters import block_letters
from uno_client.names import command
from uno_client.screens.around import Keys, frame_of, meanwhile
from uno_client.screens.frame import framed
from uno_client.screens.pieces import QUIET, SaidLine, paragraph, qr, qr_size
from uno_client.wording.inviting import LOOKING, SCAN, TYPE, to_know, which
from uno_client.wording.sanitize import clean
from uno_client.wording.tables import door_words, to_tell
from uno_client.wording.trust import EXPOSED, words_line
from uno_client.wording.words import move_text
from uno_engine.language import _
from uno_protocol.fold import TableView
from uno_protocol.qr import QUIET as WHOLE

MOST_NAMES = 5
"""Of those who watch, where there are many."""
LEAST_COLUMNS = 22
"""For the text beside the code."""
TEXT_COLUMNS = 60
LARGE, LARGE_ROWS = 5, 14
"""Rows of the digits for another device, and from how many on they are large."""


def joining(model: Model, table: TableView, keys: Keys, *, lettered: bool = False) -> tuple[SaidLine, ...]:
    """The sentences; of a table of one's own nothing about joining. `lettered`: its code is in sight already."""
    others = () if model.start.autostart else _others(model, table, keys, lettered=lettered)
    return (*others, *joining_facts(model, table))


def joining_facts(model: Model, table: TableView) -> tuple[SaidLine, ...]:
    """Who may join and watch, and what to know of the connection."""
    said = []
    if model.server.words:
        said.append(SaidLine(words_line(model.server.words), "quiet"))
    if model.server.exposed:
        said.append(SaidLine(_(EXPOSED), "alarm"))
    if doors := door_words(table.room):
        said.append(SaidLine(_("This table: {description}.").format(description="; ".join(doors))))
    first, count = len(table.room.occupants) + 1, len(table.room.watchers)
    numbered = [f"{name} ({at})" for at, name in enumerate(watching_in(table.room), first)]  # as /mute takes them
    if watchers := numbered[:count]:
        said.append(SaidLine(_("Spectators: {names}.").format(names=_names(watchers))))
    if screens := numbered[count:]:
        said.append(SaidLine(_("Screens: {names}.").format(names=_names(screens))))
    return tuple(said)


def link_of(model: Model) -> str:
    """What others type to join the player's table; empty where that is not known."""
    return "" if model.table is None else to_tell(model.server.address, model.table.code, model.server.fingerprint)


def _others(model: Model, table: TableView, keys: Keys, *, lettered: bool) -> Iterator[SaidLine]:
    link, does = link_of(model), []
    if link:
        yield SaidLine(command(link))
        does.append(_("{key} copies the link.").format(key=keys["copy"]))
    elif not lettered:
        yield SaidLine(_("Code: {code}").format(code=table.code))
    if address(model) and not lettered:
        does.append(_("For phones, press {key}.").format(key=keys["invite"]))
    if does:
        yield SaidLine(" ".join(does), "quiet")


def _names(names: Sequence[str]) -> str:
    more = len(names) - MOST_NAMES
    some = ", ".join(names[:MOST_NAMES])
    return _("{names} and {n} more").format(names=some, n=more) if more > 0 else some


def show_code(canvas: Canvas, model: Model, keys: Keys) -> None:
    """The code with as much quiet around it as there is room for, at least half of what it should have; else none."""
    page, invitation = address(model), model.invitation
    with framed(canvas, frame_of(model, keys, _("QR code for phones"), "", meanwhile(model))) as area:
        rows = area.rows
        if invitation is None or not page:
            paragraph(canvas, 1, 1, SaidLine(_(LOOKING)), min(TEXT_COLUMNS, canvas.columns - 1), rows)
            return
        x, y, first = 1, 1, _(TYPE)
        for quiet in (WHOLE, QUIET) if canvas.signs.unicode else ():
            wide, high = qr_size(page, quiet)
            if high <= rows and wide + LEAST_COLUMNS <= canvas.columns:
                x = max(0, (canvas.columns - wide - TEXT_COLUMNS) // 2)
                y += (rows - high) // 2
                qr(canvas, x, y, page, quiet, inverted=invitation.inverted)
                x, y, first = x + wide + 2, y + (rows > high + 4), _(SCAN)
                break
        columns, end = min(TEXT_COLUMNS, canvas.columns - x - (x > 1)), y + rows
        facts = which(invitation.at, len(invitation.pages)), *to_know(page)
        head = SaidLine(first, "strong"), SaidLine(page, "strong", bold=True)
        for said in (*head, *map(SaidLine, filter(None, facts))):
            y += paragraph(canvas, x, y, said, columns, end - y) + 1


def show_moving(canvas: Canvas, model: Model, keys: Keys) -> None:
    """The digits with which another device continues, large, and the QR code of the link where there is room for it."""
    digits, until = model.reading.code or ("", model.now)
    left = max(0, round(until - model.now))
    link = address_of_move(model)
    with framed(canvas, frame_of(model, keys, _("Another device"), "", meanwhile(model))) as area:
        x, y, end = 1, area.y, area.y + area.rows
        wide, high = qr_size(link) if link and canvas.signs.unicode else (0, 0)
        if 0 < high <= area.rows and wide + LEAST_COLUMNS <= canvas.columns:
            qr(canvas, x, y, link, inverted=model.invitation is not None and model.invitation.inverted)
            x += wide + 2
        columns = min(TEXT_COLUMNS, canvas.columns - x - 1)
        if area.rows >= LARGE_ROWS and canvas.signs.unicode:
            inks = [canvas.roles.strong]
            y += ceil(block_letters(canvas, x + columns / 2, y, digits, inks, columns, LARGE)[1]) + 1
        named = SaidLine(f"{clean(model.name)} {digits}", "strong", bold=True)
        time = SaidLine(_("Time left: {minutes}:{seconds:02}").format(minutes=left // 60, seconds=left % 60), "quiet")
        for said in (named, SaidLine(move_text(model.name, digits)), time):
            y += paragraph(canvas, x, y, said, columns, end - y) + 1
