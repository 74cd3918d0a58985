"""The moments before a deal: a calm word, the player drawn to begin, and the shuffle (M6)."""

from collections.abc import Sequence

from uno_client.core.model import Model
from uno_client.core.opening import starter_text
from uno_client.drawing.faces import CardSize, face
from uno_client.drawing.grid import Canvas
from uno_client.messages import Key
from uno_client.screens.around import Keys, frame_of
from uno_client.screens.frame import Frame, framed
from uno_client.screens.pieces import marked
from uno_client.wording.front_door import DEALING
from uno_client.wording.words import voice_of
from uno_engine.language import _

_CARDS = 5
"""Backs of cards in each half that is shuffled."""
_STEP = 0.5
"""Seconds in which a half moves by one place."""


def show_dealing(canvas: Canvas, _model: Model, keys: Keys) -> None:
    """The calm screen until a solo game is dealt: it is there only for a moment."""
    with framed(canvas, Frame(hints=keys.hints)) as place:
        canvas.centre(canvas.columns // 2, 1 + place.rows // 2, _(DEALING), canvas.roles.quiet)


def show(canvas: Canvas, model: Model, keys: Keys) -> None:
    """Who begins, then the shuffle. Any key continues."""
    table, game = model.table, model.game
    assert table is not None
    assert game is not None
    frame = frame_of(model, keys, table.room.name, "", _("Press any key to go on."))
    with framed(canvas, frame) as area:
        canvas.spot(0, 1, canvas.columns, area.rows, Key("enter"))
        if model.play.shuffling:
            began = model.now if model.play.opened_at is None else model.play.opened_at
            _shuffle(canvas, area.rows, apart=max(0, 3 - int((model.now - began) / _STEP)))
        else:
            seats = [seat for seat in range(game.seats) if game.seated[seat]]
            starts = seats.index(game.starter) if game.starter in seats else 0
            _players(canvas, area.rows, starter_text(model), [voice_of(table).name(seat) for seat in seats], starts)


def _players(canvas: Canvas, rows: int, words: str, players: Sequence[str], starts: int) -> None:
    middle = canvas.columns // 2
    y = 1 + max(0, (rows - len(players) - 2) // 2)
    canvas.centre(middle, y, words, canvas.roles.strong, bold=True)
    for at, name in enumerate(players):
        ink = marked(canvas, middle - 14, y + 2 + at, 28)[0] if at == starts else canvas.roles.quiet
        canvas.put(middle - 12, y + 2 + at, name, ink, bold=at == starts)


def _shuffle(canvas: Canvas, rows: int, *, apart: int) -> None:
    """Two halves of a deck; `apart` says how far they are from each other."""
    middle, size = canvas.columns // 2, CardSize.LARGE if rows >= 14 else CardSize.MEDIUM
    y = 1 + max(0, (rows - size.rows - 2) // 2)
    canvas.centre(middle, y, _("The computer shuffles and deals."), canvas.roles.strong, bold=True)
    step = 3 if canvas.signs.unicode else 4
    half = step * (_CARDS - 1) + size.columns
    for left in (middle - 2 * apart - half, middle + 2 * apart):
        for at in range(_CARDS):
            canvas.blit(face(None, size, canvas.palette, over=at > 0), left + at * step, y + 2)
