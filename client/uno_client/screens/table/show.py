"""The table's scene as a canvas. What does not move is kept; a clock draws over it.

`show` is pure: the same scene, clock, size and palette give the same picture.
"""

from functools import lru_cache

from msgspec import Struct

from uno_client.drawing.faces import tiny
from uno_client.drawing.grid import Canvas, Rect
from uno_client.drawing.palette import Palette, mix
from uno_client.drawing.texts import fit, width, wrap
from uno_client.messages import Pointed
from uno_client.screens.frame import draw_header, draw_keys, draw_popup, draw_typing
from uno_client.screens.pieces import put_all
from uno_client.screens.table.boxes import draw_box, draw_callout, draw_shout, draw_shout_clock, fitted
from uno_client.screens.table.hand import draw_hand, draw_lines
from uno_client.screens.table.layout import BESIDE, SMALLEST, Layout, layout
from uno_client.screens.table.piles import draw_piles, facts, left_text
from uno_client.screens.table.plates import draw_plate
from uno_client.screens.table.scene import Callout, Log, Plate, Prompt, Slider, TableScene, TimeLeft
from uno_client.screens.table.words import mark_ink, paints, ring
from uno_client.screens.told import rows_of
from uno_client.structs import replace
from uno_engine.cards import Colour
from uno_engine.language import _

QUESTION_ROWS = 4
"""Rows of the question, at most."""
TWICE = 110
"""Columns from which what has happened in a game that is shown again has one row; with less it may need two."""
SLIDER = 2
"""Rows of a slider: the names of its marks, and its bar."""
_PLAIN = {"⇄": "<>", "★": "*"}
"""Names of marks where terminals may have no such signs, or wide ones."""
_NO_QUESTION = Prompt("")


class TablePicture(Struct, frozen=True):
    """A picture, and where things are on it: for motion. `hand` has a place for each card, if cards have places.

    `said` is where something is said of the piles and of the last plays.
    """

    canvas: Canvas
    places: Layout | None
    hand: tuple[Rect, ...] = ()
    said: tuple[Rect, ...] = ()


def show(scene: TableScene, clock: TimeLeft | None, columns: int, rows: int, palette: Palette) -> TablePicture:
    """The table on a terminal of that size; lines of text where it is smaller than `SMALLEST`."""
    if columns < SMALLEST[0] or rows < SMALLEST[1]:
        return TablePicture(_lines(scene, clock, columns, rows, palette), None)
    asked = _asked(scene, columns, rows)
    still, places, hand, said = _still(replace(scene, question=_NO_QUESTION), asked, columns, rows, palette)
    canvas = still.copy()
    for player, place in zip(scene.players, places.plates, strict=False):
        if player.on_turn and place.rows > 1:
            drains = not scene.question.chip and not scene.simple
            left, late = (clock.left, clock.late) if clock and drains else (1.0, False)
            ring(canvas, place, palette.roles.alarm if late or player.alarmed else palette.roles.strong, left)
    place, question, callout = places.question, scene.question, scene.callout
    if scene.slider is not None:
        _slider(canvas, scene.slider, place._replace(rows=SLIDER))
        place = place._replace(y=place.y + SLIDER, rows=place.rows - SLIDER)
        if callout is not None and _covers_stock(callout, places):
            question, callout = replace(question, words=" ".join(told.words for told in callout.lines)), None
    _question(canvas, question, clock, place, scene.piles.colour, simple=scene.simple)
    if scene.shout is not None and scene.shout.timed and scene.box is None and clock is not None:
        draw_shout_clock(canvas, scene.shout, clock, places.stage)
    if callout is not None:
        draw_callout(canvas, callout, question, places, hand)
    if (popup := scene.frame.popup) is not None:
        draw_popup(canvas, popup, hand[popup.held] if popup.held is not None and hand else None)
        draw_keys(canvas, scene.frame.hints, scene.frame.unread)
    return TablePicture(canvas, places, hand, said)


def callout_rows(scene: TableScene, columns: int, rows: int) -> tuple[int, int]:
    """How many rows the callout has, and how many of them are seen at a time."""
    if scene.callout is None or columns < SMALLEST[0] or rows < SMALLEST[1]:
        return 0, 0
    places = _places(scene, _asked(scene, columns, rows), columns, rows)
    place, lines, _room = fitted(scene.callout, places)
    return len(lines), place.rows


def _places(scene: TableScene, asked: int, columns: int, rows: int) -> Layout:
    others, hand, beside = len(scene.players), scene.hand, scene.log is not None and scene.log.beside
    return layout(
        columns, rows, others, asked, log=beside, watching=bool(hand.words), flat=hand.lit, simple=scene.simple
    )


@lru_cache(maxsize=8)
def _still(
    scene: TableScene, asked: int, columns: int, rows: int, palette: Palette
) -> tuple[Canvas, Layout, tuple[Rect, ...], tuple[Rect, ...]]:
    """Everything but the question and the clocks."""
    roles, log = palette.roles, scene.log
    places = _places(scene, asked, columns, rows)
    canvas = Canvas(columns, rows, roles.ground, palette=palette)
    draw_header(canvas, scene.frame)
    said = draw_piles(canvas, scene, places)
    loud = scene.box is not None or scene.shout is not None
    if loud:
        canvas.dim(*places.table, 0.6 if scene.box else 0.45, roles.ground)
    for player, place in zip(scene.players, places.plates, strict=False):
        draw_plate(canvas, player, place)
    if scene.box is not None:
        draw_box(canvas, scene.box, places.stage)
    elif scene.shout is not None:
        draw_shout(canvas, scene.shout, places.stage)
    if log is not None and (places.log is not None or (log.over and columns < BESIDE)):
        _log(canvas, log, places.log or _over(places))
    hand = draw_hand(canvas, scene.hand, places.hand, dims=places.round)
    if scene.frame.typing is not None:
        draw_typing(canvas, 1, rows - 1, scene.frame.typing, columns - 2)
    elif scene.frame.popup is None:
        draw_keys(canvas, scene.frame.hints, scene.frame.unread)
    canvas.lines()
    return canvas, places, hand, said


def _asked(scene: TableScene, columns: int, rows: int) -> int:
    """Rows of the question: one, or more below it where its words are too long; and those of a slider."""
    question = scene.question
    if scene.slider is not None:  # always as many: the table must not jump from turn to turn
        return SLIDER + (1 if columns >= TWICE else 2)
    if width(question.words) + width(question.chip) + 14 + width(question.who) * bool(question.chip) <= columns:
        return 1
    return min(QUESTION_ROWS, len(wrap(question.words, columns - 4)) + bool(question.chip))


def _question(
    canvas: Canvas, question: Prompt, clock: TimeLeft | None, place: Rect, colour: Colour | None, *, simple: bool
) -> None:
    """The line above the hand. On your turn it drains from both ends to the middle; `simple`: only a number does."""
    roles, signs, middle = canvas.roles, canvas.signs, place.columns / 2
    canvas.fill(*place, roles.ground)
    if not question.chip:
        loud = question.tone in ("strong", "alarm")
        ink = paints(question.tone, canvas.palette)[0] if loud else roles.quiet
        for at, line in enumerate(wrap(question.words, place.columns - 4)[: place.rows]):
            canvas.centre(middle, place.y + at, line, ink, bold=loud)
        return
    body, ink = paints(question.tone, canvas.palette, colour)
    line = (
        roles.alarm if clock is not None and clock.late else mix(body, "#ffffff", 0.12) if canvas.palette.dark else body
    )
    left = 1.0 if clock is None else clock.left
    reach = round((place.columns - 4) * left / 2)
    if not simple:
        canvas.put(2, place.y, signs.thin * (place.columns - 4), roles.faint)
        canvas.put(round(middle) - reach, place.y, signs.thick * (2 * reach), line)
    words = question.words if place.rows == 1 else ""
    wide = width(question.chip) + 4 + (width(words) + 2) * bool(words)
    x = round(middle - wide / 2)
    canvas.fill(x - 1, place.y, wide + 2, 1, roles.ground)
    x = canvas.put(x, place.y, f"  {question.chip}  ", ink, bold=True, on=body)
    canvas.put(x + 1, place.y, words, roles.strong, bold=True)
    if clock is not None and clock.words:
        ink = roles.alarm if clock.late else roles.strong
        canvas.put_right(place.columns - 1, place.y, f" {clock.words} ", ink, bold=True, on=roles.ground)
    if question.who:
        canvas.put(1, place.y, f" {question.who} ", roles.text, bold=True, on=roles.ground)
    for at, row in enumerate(wrap(question.words, place.columns - 4)[: place.rows - 1]):
        canvas.centre(middle, place.y + 1 + at, row, roles.strong, bold=True)


def _covers_stock(callout: Callout, places: Layout) -> bool:
    """Whether a callout would hide the draw pile, because the terminal is narrow."""
    (x, y, size), (place, _rows, _room) = places.stock, fitted(callout, places)
    return place.x + place.columns > x and place.y + place.rows > y and place.y < y + size.rows


def _slider(canvas: Canvas, slider: Slider, place: Rect) -> None:
    """A bar with what was shown, where it is, and the marks; each place on it can be clicked."""
    roles, signs, y = canvas.roles, canvas.signs, place.y + place.rows - 1
    canvas.fill(*place, roles.ground)
    canvas.put(2, y, signs.held * 2 if slider.running else signs.onward, roles.strong, bold=True)
    canvas.spot(1, y, 4, 1, slider.spot)
    canvas.put(6, y, fit(slider.words, place.columns - 30), roles.strong, bold=True)
    canvas.put_right(place.columns - 2, y, slider.pace, roles.quiet)
    x = 8 + min(max(width(slider.words), width(slider.widest)), place.columns - 30)
    last, end = place.columns - 5 - max(3, width(slider.pace)) - x, max(1, slider.end)
    at = min(last, round(slider.at * last / end))
    gone, coming, mark, here = "▄▂▌█" if signs.unicode else (signs.thick, signs.thin, "+", signs.held)
    canvas.put(x, y, coming * (last + 1), roles.line)
    canvas.put(x, y, gone * at, roles.text)
    taken = set[int]()
    for each in reversed(slider.marks):  # the end first: its name is never left out
        column, ink = x + min(last, round(each.at * last / end)), mark_ink(each.tone, canvas.palette)
        canvas.put(column, y, mark, ink, bold=True)
        label = each.label if signs.thick == "━" else _PLAIN.get(each.label, each.label)
        wide = width(label)
        left = min(column - (wide - 1) // 2, place.columns - 1 - wide)
        columns = range(left - 1, left + wide + 1)
        if label and not taken.intersection(columns):
            canvas.put(left, y - 1, label, ink, bold=each.tone != "quiet")
            taken.update(columns)
    canvas.put(x + at, y, here, roles.strong, bold=True)
    for column in range(last + 1):
        canvas.spot(x + column, y, 1, 1, Pointed(round(column * end / max(1, last))))


def _over(places: Layout) -> Rect:
    """The log's place where it lies over the felt."""
    wide = min(44, places.table.columns - 4)
    return Rect(places.table.columns - wide, places.stage.y, wide, places.question.y - places.stage.y)


def _log(canvas: Canvas, log: Log, place: Rect) -> None:
    """What was said and done, narrow and quiet, the newest at the foot."""
    roles, (x, y, columns, rows) = canvas.roles, place
    canvas.fill(x, y, columns, rows, mix(roles.ground, roles.plate, 0.75))
    title = _("Log")
    canvas.put(x + 2, y + (rows > 8), fit(title, columns - 4), roles.quiet, bold=True)
    if width(title) + width(log.hint) + 5 <= columns:
        canvas.put_right(x + columns - 2, y + (rows > 8), log.hint, roles.faint)
    room = rows - (4 if rows > 8 else 1)
    lines = rows_of(log.lines, columns - 4, max(1, room))
    put_all(canvas, x + 2, y + (3 if rows > 8 else 1), lines, columns - 4)


def _lines(scene: TableScene, clock: TimeLeft | None, columns: int, rows: int, palette: Palette) -> Canvas:
    """Whose turn it is first; then the top card and the colour, your cards, the players, the keys."""
    canvas = Canvas(columns, rows, palette.roles.ground, palette=palette)
    asked = _asked_in_lines(scene, clock, columns)[: max(1, rows - 2)]
    asked += [] if scene.slider is None else [f"{scene.slider.words} · {scene.slider.pace}"]
    y = 0
    body, ink = paints(scene.question.tone, palette, scene.piles.colour)
    for at, line in enumerate(asked):
        if scene.question.chip and not at:
            canvas.put(0, y, line.ljust(columns), ink, bold=True, on=body)
        else:
            canvas.put(0, y, line, palette.roles.strong, bold=True)
        y += 1
    _pile(canvas, scene, y)
    y += 1
    players = wrap("  ".join(_player(player, palette) for player in scene.players), columns)[: max(0, rows - y - 3)]
    for line in players:
        canvas.put(0, y, line.replace("\u00a0", " "), palette.roles.text)
        y += 1
    if y < rows - 1:
        draw_lines(canvas, scene.hand, Rect(0, y, columns, rows - 1 - y))
        draw_keys(canvas, scene.frame.hints, scene.frame.unread)
    return canvas


def _asked_in_lines(scene: TableScene, clock: TimeLeft | None, columns: int) -> list[str]:
    said = [f"+{scene.penalty}"] if scene.penalty else []
    if scene.shout is not None and scene.box is None:
        said.append(" ".join((scene.shout.word, *scene.shout.lines)))
    if (box := scene.box) is not None:
        offered = [
            " ".join(filter(None, (each.key, each.title, "" if each.count is None else str(each.count))))
            for each in box.choices
        ]
        said += [box.words, *offered] if box.card is not None else ["  ".join(offered)]
    if scene.callout is not None:
        said += [told.words for told in scene.callout.lines]
    chip = [" ".join(filter(None, (scene.question.chip, clock.words if clock else "")))] if scene.question.chip else []
    return [line for each in (*chip, scene.question.words, *said) for line in wrap(each, columns)]


def _pile(canvas: Canvas, scene: TableScene, y: int) -> None:
    x = 1
    if scene.piles.top is not None:
        card = tiny(scene.piles.top, canvas.palette)
        canvas.blit(card, x, y)
        x += card.columns + 1
    told = (*facts(scene.piles, canvas.palette, canvas.columns), (left_text(scene.piles), canvas.roles.quiet, False))
    for words, paint, loud in told:
        if x + width(words) <= canvas.columns:
            x = canvas.put(x, y, words, paint, bold=loud) + 2


def _player(player: Plate, palette: Palette) -> str:
    here = palette.signs.here if player.on_turn else ""
    return "\u00a0".join(
        filter(None, (here, player.name, "" if player.count is None else str(player.count), player.mark))
    )
