"""The settings: a list, and beside it cards, in every theme where one is chosen."""

from collections.abc import Sequence

from uno_client.core.model import Model
from uno_client.core.model.question import MORE, Form
from uno_client.drawing.faces import CardSize, face, frame_card
from uno_client.drawing.grid import Canvas
from uno_client.drawing.palette import Palette, themed, with_ovals
from uno_client.drawing.texts import wrap
from uno_client.messages import Key, Pointed
from uno_client.screens.around import Keys, frame_of
from uno_client.screens.frame import Typing, draw_typing, framed
from uno_client.screens.pieces import SaidLine, marked, paragraph, put, visible
from uno_client.wording.front_door import value_word
from uno_engine.cards import cards
from uno_engine.language import _
from uno_protocol.labels import worded

CARDS = cards("R7 YS G+2 B4 W")
CHOSEN, UNLIT = 2, (1, 3)
PARTS = ("theme", "coach")
"""The settings that begin how everything looks, and how one plays."""
BESIDE = 76
"""Columns from which there are cards beside the list."""


def show(canvas: Canvas, model: Model, keys: Keys) -> None:
    """The settings, with samples of the themes where one is chosen."""
    form, file = model.form, model.settings.file if model.form.current.key == MORE or canvas.rows > 30 else ""
    meaning = form.current.hint
    file = _("All this is in a file that you may edit: {file}").format(file=file) if file else ""
    with framed(canvas, frame_of(model, keys, worded("settings"))) as area:
        rows = area.rows
        beside = canvas.columns >= BESIDE
        large = canvas.columns >= 100 and rows >= 24
        wide = min(52 if large else 42, canvas.columns - 4)
        wide = wide - 4 if beside and not large else wide
        right = (5 * 8 + 4 if large else 5 * 6 + 2) + 4 if beside else 0
        x = max(2, (canvas.columns - wide - right) // 2)
        below = len(wrap(meaning, wide)) + (len(wrap(file, wide)) if file else 0)
        listed = max(1, min(len(form.shown), rows - below - 3))
        gap = 2 if 2 * listed + below + 3 <= rows else 1
        parts = PARTS if gap == 1 and len(form.shown) + len(PARTS) + 5 <= rows else ()
        y = 1 + ((rows - listed * gap - below - 4) // 4 if canvas.rows > 30 else 0)
        _rows(canvas, x, y + 1, wide, listed, gap, parts, form)
        at = y + 3 + listed * gap - gap + len(parts)
        at += paragraph(canvas, x + 2, at, SaidLine(meaning), wide - 2)
        paragraph(canvas, x + 2, at + (gap > 1), SaidLine(file, "quiet"), wide - 2)
        if beside:
            themes = [""]
            if form.current.key == "theme":
                themes = [*dict.fromkeys((form.current.value, *form.current.choices))]
                themes = [each for at, each in enumerate(themes) if not at or each != "auto"]
            cards = next(each.value for each in form.fields if each.key == "cards")
            look = with_ovals(canvas.palette, cards == "full")
            _samples(canvas, look, x + wide + 4, y + 1 - large, rows - y, themes, large=large)


def _rows(canvas: Canvas, x: int, y: int, wide: int, listed: int, gap: int, parts: Sequence[str], form: Form) -> None:
    first = visible(len(form.shown), form.at, listed)
    for at, field in enumerate(form.shown[first : first + listed], first):
        y += field.key in parts
        line, right = y + (at - first) * gap, x + wide - 2
        value = value_word(field.value) if field.choices else field.value
        canvas.spot(x, line, wide, 1, Pointed(at))
        if at != form.at:
            canvas.put(x + 2, line, field.label, canvas.roles.text, bold=True)
            canvas.put_right(right, line, value, canvas.roles.quiet)
        elif field.choices:
            loud, _quiet = marked(canvas, x, line, wide)
            canvas.put(x, line, f"{canvas.signs.here} {field.label}", loud, bold=True)
            begin = canvas.put_right(right, line, f"‹ {value} ›", loud, bold=True)
            canvas.spot(begin, line, 2, 1, Key("left"))
            canvas.spot(right - 2, line, 2, 1, Key("right"))
        else:
            canvas.put(x, line, canvas.signs.here, canvas.roles.strong, bold=True)
            draw_typing(canvas, x + 2, line, Typing(field.label, value, proposed=field.proposed), wide - 4)


def _samples(canvas: Canvas, look: Palette, x: int, y: int, rows: int, themes: Sequence[str], *, large: bool) -> None:
    """As many themes as there is room for, the chosen one first."""
    pitch = 12 if large else 7
    for at, theme in enumerate(themes[: max(1, (rows + 1) // pitch)]):
        canvas.blit(_sample(look, theme, large=large), x, y + at * pitch)
    if len(themes) > 1:
        canvas.put(x, y + large, canvas.signs.here, canvas.roles.strong, bold=True)


def _sample(like: Palette, theme: str, *, large: bool) -> Canvas:
    """Five cards in a theme, as they are in a hand; without one in that of the screen."""
    look = like if theme in ("", "auto") else themed(like, theme)
    size = CardSize.MEDIUM if large else CardSize.SMALL
    canvas = Canvas(5 * (size.columns + 1) + 3, size.rows + (6 if large else 3), look.roles.ground, palette=look)
    put(canvas, 2, int(large), SaidLine(value_word(theme) if theme else "", "strong", bold=True), canvas.columns - 3)
    for at, card in enumerate(CARDS):
        lit = at not in UNLIT
        left, top = 2 + at * (size.columns + 1), 3 + large - lit
        canvas.blit(face(card, size, look, lit=lit), left, top)
        if at == CHOSEN:
            frame_card(canvas, left, top, size, look)
    if large:
        put(canvas, 2, canvas.rows - 2, SaidLine(_("Raised cards can be played."), "quiet"), canvas.columns - 3)
    return canvas
