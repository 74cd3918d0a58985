"""The other players' plates, from five rows with the backs of their cards down to a name and a number."""

from collections.abc import Sequence

from uno_client.drawing.faces import CardSize, face, tiny
from uno_client.drawing.grid import Canvas, Rect
from uno_client.drawing.letters import block_letters
from uno_client.drawing.palette import INK
from uno_client.drawing.texts import fit, width
from uno_client.screens.pieces import outline
from uno_client.screens.table.scene import Plate
from uno_client.screens.table.words import did_columns, draw_did, mark_ink, ring
from uno_engine.cards import Card


def draw_plate(canvas: Canvas, player: Plate, place: Rect) -> None:
    """A player's plate. The ring of one whose turn it is has a clock, and is drawn with it (`show`)."""
    roles, (x, y, columns, rows) = canvas.roles, place
    if canvas.signs.unicode and rows > 1:
        canvas.box(x, y, columns, rows, roles.raised if player.on_turn else roles.plate)
    else:
        canvas.fill(x, y, columns, rows, roles.raised if player.on_turn else roles.ground)
    edge = roles.alarm if player.alarmed else outline(canvas.palette)
    if edge is not None and not player.on_turn and rows > 1:
        ring(canvas, place, edge)
    boxed = not canvas.signs.unicode and rows > 2 and not player.on_turn
    if boxed:
        canvas.outline(x - 1, y, columns + 2, rows, INK)
        canvas.put(x, y, " " * columns, INK, on=roles.ground)
    end, right = _names(canvas, player, place)
    if boxed:
        canvas.put(end + 1, y, "-" * (right - end - 2), INK)
    match rows:
        case 1:
            pass
        case 2:
            _strip(canvas, player, place)
        case 3:
            _did(canvas, player, Rect(end + 1, y, right - end - 2, 1))
            _cards(canvas, player, Rect(x + 1, y + 1, columns - 2, 2))
        case _:
            _cards(canvas, player, Rect(x + 1, y + 1, columns - 2, rows - 2))
            left = x + columns - 1
            if player.score:
                left = canvas.put_right(left, y + rows - 1, player.score, roles.quiet)
            _did(canvas, player, Rect(x + 1, y + rows - 1, left - x - 2, 1))


def _names(canvas: Canvas, player: Plate, place: Rect) -> tuple[int, int]:
    """The first row: name and note at the left, mark and number at the right. Returns the columns between them."""
    roles, (x, y, columns, rows) = canvas.roles, place
    right = x + columns - 1
    if player.count is not None:
        ink = roles.alarm if player.alarmed and rows == 1 else roles.strong
        right = canvas.put_right(right, y, str(player.count), ink, bold=True)
    least = width(player.name) + width(player.mark) + 5
    if rows == 1 and player.mark and player.count is not None and right - x < least:  # the number says it
        canvas.put(right, y, str(player.count), mark_ink(player.mark_tone, canvas.palette), bold=True)
    elif player.mark and (rows != 2 or player.count is None):
        mark = fit(player.mark, columns - 6, canvas.signs.more)
        right -= right < x + columns - 1
        right = canvas.put_right(right, y, mark, mark_ink(player.mark_tone, canvas.palette), bold=True)
    here = f"{canvas.signs.here[:1]} " if player.on_turn else ""
    words = f"{here}{fit(player.name, max(3, right - x - 2 - width(here)), canvas.signs.more)}"
    if player.on_turn and roles.raised == roles.ground:
        end = canvas.put(x + 1, y, words, roles.ground, bold=True, on=roles.strong)
    else:
        end = canvas.put(x + 1, y, words, roles.strong if player.on_turn else roles.text, bold=True)
    if player.note and end + 2 + width(player.note) < right:
        end = canvas.put(end + 1, y, player.note, roles.quiet)
    return end, right


def _did(canvas: Canvas, player: Plate, place: Rect) -> None:
    x, y, columns, _rows = place
    if player.news:
        paint = canvas.roles.alarm if player.alarmed else canvas.roles.strong
        canvas.put(x, y, fit(player.news, columns, canvas.signs.more), paint, bold=True)
    elif did_columns(player.did, canvas.palette) <= columns:
        draw_did(canvas, x, y, player.did, canvas.roles.quiet, columns)


def _strip(canvas: Canvas, player: Plate, place: Rect) -> None:
    """The second row: a bar of the cards, and a mark or what was done last."""
    x, y, columns, _rows = place
    roles, right, low = canvas.roles, x + columns - 1, y + 1
    if player.mark and player.count is not None:
        right = canvas.put_right(right, low, player.mark, mark_ink(player.mark_tone, canvas.palette), bold=True)
    elif player.news or player.penalty:
        words = fit(player.news or f"+{player.penalty}", columns - 3, canvas.signs.more)
        right = canvas.put_right(right, low, words, roles.alarm, bold=True)
    elif (taken := did_columns(player.did, canvas.palette)) and taken <= columns - 4:
        right -= taken
        draw_did(canvas, right, low, player.did, roles.quiet, taken)
    if player.hand is not None:
        _open(canvas, player.hand, Rect(x + 1, low, right - x - 2, 1))
    else:
        canvas.put(x + 1, low, canvas.signs.held * min(player.count or 0, 8, right - x - 2), roles.back_edge)


def _cards(canvas: Canvas, player: Plate, place: Rect) -> None:
    """The backs of the cards, or the cards if they lie face up, or the penalty that hits the player."""
    x, y, columns, rows = place
    if player.penalty:
        alarm, ink = canvas.roles.alarm, canvas.roles.alarm_ink
        if rows < 3 or not canvas.signs.unicode:
            canvas.centre(x + columns / 2, y, f"+{player.penalty}".center(columns), ink, bold=True, on=alarm)
        else:
            block_letters(canvas, x + columns / 2, y + 0.5, f"+{player.penalty}", [alarm], columns, rows - 0.5)
    elif player.hand is not None:
        _open(canvas, player.hand, place)
    elif player.count and canvas.signs.unicode:
        draw_fan(canvas, x + columns / 2, y, player.count, columns - 1, rows)
    else:
        canvas.put(x, y, canvas.signs.held * min(player.count or 0, columns), canvas.roles.text)


def draw_fan(canvas: Canvas, middle: float, y: int, count: int, columns: int, rows: int) -> None:
    """Backs as somebody holds them: a strip each, the outer ones lower; the last one shows its oval."""
    roles, wide = canvas.roles, 3 if rows < 3 else 4
    step = next((each for each in (2, 1.5, 1) if wide + each * (count - 1) <= columns), 1)
    count = min(count, 1 + int((columns - wide) / step))
    first = round(2 * (middle - (wide + step * (count - 1)) / 2)) / 2
    for at in range(count):
        last, outer = at == count - 1, abs(at - (count - 1) / 2) > 0.3 * (count - 1)
        x, top = first + at * step, y + (0.5 if count > 3 and outer else 0)
        canvas.fill(x, top, wide if last else step - 0.5, rows - 0.5, roles.back)
        if last:
            canvas.fill(x + 1, top + 0.5, wide - 1.5, rows - 1.5, roles.back_oval)
        if last and rows > 2:
            canvas.fill(x + 0.5, top + 1, 0.5, 1, roles.back_oval)
            canvas.fill(x + wide - 1, top + 1.5, 0.5, 0.5, roles.back)


def _open(canvas: Canvas, cards: Sequence[Card], place: Rect) -> None:
    """Cards that lie face up: small ones that overlap, else in lines; how many have no room is said."""
    x, y, columns, rows = place
    size = CardSize.SMALL
    if rows >= size.rows and size.columns + 3 * (len(cards) - 1) <= columns:
        step = min(size.columns + 1, (columns - size.columns) // max(1, len(cards) - 1))
        for at, card in enumerate(cards):
            canvas.blit(face(card, size, canvas.palette, over=step < size.columns), x + at * step, y)
        return
    at, left, row = 0, x, y
    for at, card in enumerate(cards):
        one = tiny(card, canvas.palette)
        rest = width(f"+{len(cards) - at}") if row == y + rows - 1 and at < len(cards) - 1 else 0
        if left + one.columns + rest > x + columns:
            left, row = x, row + 1
            if row == y + rows or one.columns > columns:
                canvas.put_right(x + columns, row - 1, f"+{len(cards) - at}", canvas.roles.text)
                return
        canvas.blit(one, left, row)
        left += one.columns
