"""The moments before a deal: a calm word, the player drawn to begin, and the shuffle (M6)."""

from msgspec import Struct

from uno_client.core.model import Model
from uno_client.core.opening import starter_text
from uno_client.drawing.faces import CardSize, face
from uno_client.drawing.grid import Canvas
from uno_client.drawing.palette import Palette
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


class OpeningScene(Struct, frozen=True):
    """Words; the players with the place of the one who begins; and how far apart the halves are (None: no cards)."""

    frame: Frame
    words: str
    players: tuple[str, ...] = ()
    starts: int = 0
    apart: int | None = None


def dealing(_model: Model, _keys: Keys) -> OpeningScene:
    """The calm screen until a solo game is dealt: it is there only for a moment."""
    return OpeningScene(Frame(hints=_keys.hints), _(DEALING))


def scene_of(model: Model, keys: Keys) -> OpeningScene:
    """Who begins, then the shuffle. Any key continues."""
    table, game = model.table, model.game
    frame = frame_of(model, keys, "" if table is None else table.room.name, "", _("Press any key to go on."))
    if game is None:
        return OpeningScene(frame, "")
    if model.play.shuffling:
        began = model.now if model.play.opened_at is None else model.play.opened_at
        return OpeningScene(
            frame, _("The computer shuffles and deals."), apart=max(0, 3 - int((model.now - began) / _STEP))
        )
    seats = [seat for seat in range(game.seats) if game.seated[seat]]
    starts = seats.index(game.starter) if game.starter in seats else 0
    return OpeningScene(frame, starter_text(model), tuple(voice_of(table).name(seat) for seat in seats), starts)


def show(scene: OpeningScene, columns: int, rows: int, palette: Palette) -> Canvas:
    """The screen, drawn."""
    return framed(scene.frame, columns, rows, palette, lambda canvas, y, room: _body(canvas, y, room, scene, palette))


def _body(canvas: Canvas, y: int, rows: int, scene: OpeningScene, palette: Palette) -> None:
    roles, middle = palette.roles, canvas.columns // 2
    if scene.apart is None and not scene.players:
        canvas.centre(middle, y + rows // 2, scene.words, roles.quiet)
        return
    canvas.spot(0, y, canvas.columns, rows, Key("enter"))
    size = CardSize.LARGE if rows >= 14 else CardSize.MEDIUM
    high = size.rows if scene.apart is not None else len(scene.players)
    y += max(0, (rows - high - 2) // 2)
    canvas.centre(middle, y, scene.words, roles.strong, bold=True)
    for at, name in enumerate(scene.players):
        ink = marked(canvas, middle - 14, y + 2 + at, 28, palette)[0] if at == scene.starts else roles.quiet
        canvas.put(middle - 12, y + 2 + at, name, ink, bold=at == scene.starts)
    if scene.apart is None:
        return
    step = 3 if palette.signs.unicode else 4
    half = step * (_CARDS - 1) + size.columns
    for side in (-1, 1):
        left = middle + side * 2 * scene.apart + (-half if side < 0 else 0)
        for at in range(_CARDS):
            canvas.blit(face(None, size, palette, over=at > 0), left + at * step, y + 2)
