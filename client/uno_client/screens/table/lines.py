"""The table as lines of text, for terminals that are too small for a picture."""

from uno_client.drawing.faces import tiny
from uno_client.drawing.grid import Canvas
from uno_client.drawing.palette import Palette
from uno_client.drawing.texts import width, wrap
from uno_client.screens.frame import draw_keys
from uno_client.screens.table.hand import draw_lines
from uno_client.screens.table.layout import Rect
from uno_client.screens.table.piles import facts, left_text
from uno_client.screens.table.scene import Plate, TableScene, TimeLeft
from uno_client.screens.table.words import paints


def show_lines(scene: TableScene, clock: TimeLeft | None, columns: int, rows: int, palette: Palette) -> Canvas:
    """Whose turn it is first; then the top card and the colour, your cards, the players, the keys."""
    canvas = Canvas(columns, rows, palette.roles.ground, palette=palette)
    asked = _asked(scene, clock, columns)[: max(1, rows - 2)]
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


def _asked(scene: TableScene, clock: TimeLeft | None, columns: int) -> list[str]:
    said = []
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
    for words, paint, loud in (
        *facts(scene.piles, canvas.palette),
        (left_text(scene.piles), canvas.roles.quiet, False),
    ):
        if x + width(words) <= canvas.columns:
            x = canvas.put(x, y, words, paint, bold=loud) + 2


def _player(player: Plate, palette: Palette) -> str:
    here = palette.signs.here if player.on_turn else ""
    return "\u00a0".join(
        filter(None, (here, player.name, "" if player.count is None else str(player.count), player.mark))
    )
