"""The waiting room: a tile for each seat, how others join beside them, and what is said below."""

from math import ceil

from uno_client.core import chat
from uno_client.core.actions.host import names_starter
from uno_client.core.inviting import address
from uno_client.core.model import Model
from uno_client.core.standing import RESTING
from uno_client.drawing.faces import CardSize, face
from uno_client.drawing.grid import Canvas, Rect
from uno_client.drawing.letters import block_letters
from uno_client.drawing.palette import mix
from uno_client.drawing.texts import width
from uno_client.messages import Pointed
from uno_client.screens.around import Keys, frame_of
from uno_client.screens.frame import framed
from uno_client.screens.joining import joining
from uno_client.screens.pieces import (
    SaidLine,
    fan_picture,
    light,
    panel,
    paragraph,
    put,
    put_all,
    put_named,
    qr,
    qr_size,
    wrapped,
)
from uno_client.screens.rules_shown import rules_on_show, short_text
from uno_client.screens.table.plates import draw_fan
from uno_client.screens.told import at_table, rows_of
from uno_client.wording.levels import OF_LEVEL, levels_at
from uno_client.wording.tables import goal_text
from uno_engine.language import N_, _, pgettext
from uno_protocol.faces import face_letters
from uno_protocol.fold import TableView
from uno_protocol.labels import worded
from uno_protocol.room import Occupant
from uno_protocol.sentences import level_word
from uno_protocol.wording.options import preset_text

FEW = 6
"""Seats that leave room for the code beside them on a small screen."""
_CODE = N_("The code of this table")
LOG = 12
"""Lines of the log that are looked at."""
TILES = ((10, 2), (8, 2), (6, 2), (4, 1), (3, 1), (2, 1), (2, 0), (1, 0))
"""Rows of a tile and of the gap below; the largest that fits is taken."""
BESIDE = 76
"""Columns from which the QR code is beside the seats."""
ROOMY = 100
"""Columns from which the code has large block letters."""


def show(canvas: Canvas, model: Model, keys: Keys) -> None:
    """The waiting room, or the moment before it is known."""
    table, least = model.table, 0
    if table is None:
        frame, facts = frame_of(model, keys, _("Table")), [SaidLine(_("Sitting down …"), "quiet")]
    else:
        frame = frame_of(model, keys, table.room.name, _short(model, table), _what_next(model, table, keys))
        few = canvas.columns >= BESIDE and len(table.room.occupants) <= FEW
        least = 38 if canvas.columns >= ROOMY else 24 * few
        facts = [
            *joining(model, table, keys, lettered=bool(least)),
            *_rules(model, table, roomy=canvas.columns >= ROOMY),
        ]
    with framed(canvas, frame) as area:
        (x, y, columns, rows), roomy = area, area.rows > 30
        y, rows = y + 1 + roomy, rows - 2 - roomy
        page = "" if table is None else address(model)
        if table is not None and not model.start.autostart:
            columns -= _join(canvas, x + columns, y, rows + 1, table.code, page, least)
        told = wrapped(facts, columns - 2)
        below = min(len(told), 3) + 1
        taken = 0 if table is None else _seats(canvas, x, y, columns, rows - below, model, table, keys)
        y, rows = y + taken, rows - taken
        log = rows_of(at_table(model, LOG) if table is not None else (), columns - 2, max(1, rows - len(told) - 1))
        told = told[: max(0, rows - len(log) - 1)]
        below = put_all(canvas, x + 1, y, (*told, *([SaidLine("")] if log and told else []), *log), columns - 1)
        if table is not None:
            fan_picture(canvas, x, below + 1, columns, y + rows - below - 1)


def _short(model: Model, table: TableView) -> str:
    """What everybody wants to know of the rules."""
    seconds, rules = table.room.turn_seconds, model.rules
    parts = [worded("table_rules", preset=preset_text(table.room.preset))]
    if rules is not None:
        each = worded("cards_each", n=rules.hand_size)
        parts.append(f"{goal_text(rules)}, {each}")
    parts.append(_("{n} s per turn").format(n=seconds) if seconds else worded("no_limit"))
    return " · ".join(parts)


def _rules(model: Model, table: TableView, *, roomy: bool) -> list[SaidLine]:
    """What differs from the preset, if anything; where there is room also what the computer players' levels mean."""
    shown = rules_on_show(model)
    short = None if shown is None else shown.summary
    levels = levels_at(table.room) if roomy else ()
    told = [_(OF_LEVEL).format(level=level_word(level), what=what) for level, what in levels]
    said = [SaidLine(each, "quiet") for each in told]
    if shown is not None and (short is None or short.differs):
        said.insert(0, SaidLine(short_text(shown), "alarm" if short is None else "text"))
    return said


def seat_notes(model: Model, table: TableView, seat: int, occupant: Occupant, here: bool = False) -> list[str]:
    """What is to be known of somebody."""
    extra = occupant.extra_seconds
    said = (
        (here and names_starter(model), _("starts the game")),
        (seat == table.seat, pgettext("in a list", "you")),
        (seat == table.room.host, _("host")),
        (occupant.bot is not None, worded("bot_level", level=level_word(occupant.bot or ""))),
        (occupant.program is True, _("program")),
        (occupant.bot is None and occupant.stand_in is not None, _("away, a bot plays")),
        (occupant.bot is None and occupant.stand_in is None and not occupant.connected, _("offline")),
        (extra > 0, f"+{extra} s"),
        (occupant.name in table.room.muted, _("silenced")),
        (chat.muted(model, occupant.name), worded("muted_by_you")),
    )
    notes = [words for holds, words in said if holds]
    ready = pgettext("in a list", "ready") if occupant.ready else pgettext("in a list", "not ready")
    return notes if occupant.bot is not None or table.room.phase not in RESTING else [*notes, ready]


def _what_next(model: Model, table: TableView, keys: Keys) -> str:
    if table.room.shares is not None:
        return worded("shuffling")
    left = model.play.countdown.left(model.now) if model.play.countdown else None
    soon = " " + _("The next game begins in {n} s.").format(n=round(left)) if left is not None else ""
    return _whom_for(model, table, keys) + soon


def _whom_for(model: Model, table: TableView, keys: Keys) -> str:
    seated = [occupant for occupant in table.room.occupants if occupant]
    if model.seat is None:
        return worded("watching_wait")
    me, start = model.occupant, keys["start"]
    if len(seated) < 2:
        add = _("Waiting for more players. Press {key} to add a computer player.").format(key=keys["bot"])
        return add if model.hosting else _("Waiting.")
    if me is not None and not me.ready and model.start.autostart:
        return _("Press Enter to begin.")
    if me is not None and not me.ready:
        others = all(occupant.ready for occupant in seated if occupant is not me)
        starts = " " + _("Press {key} to start the game.").format(key=start)
        return _("Press Enter when you're ready.") + (starts if model.hosting and others else "")
    if late := [occupant.name for occupant in seated if not occupant.ready]:
        names = ", ".join(late[:4]) + (" …" if len(late) > 4 else "")
        ready = _("{n} of {all} are ready.").format(n=len(seated) - len(late), all=len(seated))
        return f"{ready} {worded('wait_for', names=names)}"
    if model.hosting and names_starter(model):
        said = _("Everyone is ready: press {key} to start. The player under the cursor (↑ ↓) plays first.")
        return said.format(key=start)
    if model.hosting:
        return _("Everyone is ready: press {key} to start.").format(key=start)
    return worded("wait_host")


def _join(canvas: Canvas, right: int, y: int, rows: int, code: str, page: str, least: int) -> int:
    """How others join: a QR code, and the table's code in letters, in `least` columns or more. Returns how many."""
    wide, high = qr_size(page) if page and canvas.signs.unicode else (0, 0)
    fits = 0 < high <= rows and canvas.columns >= BESIDE and canvas.columns - wide >= 46
    columns, end = max(wide * fits, least), y + rows
    if not columns:
        return 0
    x = right - columns
    if fits:
        qr(canvas, x + (columns - wide) // 2, y, page)
        y += high + 1
        if end - y > 9:
            said = SaidLine(_("Phones scan this, on the same Wi-Fi."), "quiet")
            y += paragraph(canvas, x, y, said, columns, centred=True) + 2
    if end - y >= 3:
        large = 1 if not canvas.signs.unicode else 5 if columns >= 34 and end - y >= 7 else 3
        if end - y > 4:
            put(canvas, x + (columns - width(_(_CODE))) // 2, y, SaidLine(_(_CODE), "quiet"), columns)
            y += 2
        block_letters(canvas, x + columns / 2, y, code, [canvas.roles.strong], columns, large)
    return columns + 2


def _seats(canvas: Canvas, x: int, y: int, columns: int, rows: int, model: Model, table: TableView, keys: Keys) -> int:
    """The seats, in tiles that take at most so many rows, if they can. Returns how many they took."""
    seats = table.room.occupants
    beside = max(1, min(4, len(seats), (columns + 2) // 23))
    lines = ceil(len(seats) / beside)
    beside = ceil(len(seats) / lines)
    high, gap = next((each for each in TILES if sum(each) * lines - each[1] < rows), TILES[-1])
    wide = (columns + 2) // beside - 2
    for at, occupant in enumerate(seats):
        left, top = x + at % beside * (wide + 2), y + at // beside * (high + gap)
        here, note = at == model.row and model.hosting, ""
        if occupant is not None:
            note = ", ".join(seat_notes(model, table, at, occupant, here))
        elif model.hosting and at == seats.index(None):
            note = _("{key}  add a bot").format(key=keys["bot"])
        _tile(canvas, Rect(left, top, wide, high), occupant, note, own=at == table.seat, here=here)
        canvas.spot(left, top, wide, high, Pointed(at))
    return lines * (high + gap) + (gap == 0)


def _tile(canvas: Canvas, place: Rect, occupant: Occupant | None, note: str, *, own: bool, here: bool) -> None:
    roles, free, (x, y, columns, high) = canvas.roles, _("free seat"), place
    mark, said = canvas.signs.here if here else " ", SaidLine(note, "quiet")
    name = SaidLine(free, "quiet") if occupant is None else SaidLine(occupant.name, "strong", bold=True)
    letters = "" if occupant is None else face_letters(occupant.face)
    if high == 1:
        behind = put_named(canvas, x + 2, y, letters, name, 20)
        put(canvas, max(behind + 1, x + 14), y, said, columns - 18)
        canvas.put(x, y, mark, roles.strong, bold=True)
        _ready(canvas, x + columns - 1, y, occupant)
        return
    if occupant is not None or high > 2:
        panel(canvas, x, y, columns, high, raised=own, here=here and high > 2)
    top = y + (high > 4)
    canvas.put(x, top, mark, roles.strong, bold=True)
    if occupant is None:
        if canvas.signs.unicode:
            canvas.box(x, y, columns, high, mix(roles.ground, roles.plate, 0.5))
        middle = y + max(0, (high - 2) // 2)
        canvas.put(x, middle, mark, roles.strong, bold=True)
        canvas.centre(x + columns / 2, middle, free, roles.quiet)
        canvas.centre(x + columns / 2, middle + 1, note, roles.quiet)
        return
    put_named(canvas, x + 2, top, letters, name, columns - 6)
    noted = paragraph(canvas, x + 2, top + 1, said, columns - 4, {10: 3, 8: 3, 6: 3, 2: 1}.get(high, 2))
    _ready(canvas, x + columns - 2, top, occupant)
    if high - noted > 7 and canvas.signs.unicode:
        for step in (13, 11, 9):
            back = face(None, CardSize.MEDIUM, canvas.palette, over=step < 13)
            canvas.blit(back, x + columns - step, y + high - 6)
    elif high - noted > 4 and canvas.signs.unicode:
        draw_fan(canvas, x + columns - 6, y + high - 3 - (high > 6), 3, 10, 2 + (high > 6))
    if (high > 3 or (high == 3 and noted < 2)) and canvas.signs.unicode:
        canvas.fill(x, y + high - 0.5, columns, 0.5, roles.good if occupant.ready else roles.line)


def _ready(canvas: Canvas, right: int, y: int, occupant: Occupant | None) -> None:
    if occupant is not None:
        ink = canvas.roles.good if occupant.ready else canvas.roles.quiet
        canvas.put(right - 1, y, light(canvas, lit=occupant.ready), ink, bold=True)
