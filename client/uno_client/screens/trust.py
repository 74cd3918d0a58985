"""The trust question: the words to compare on a first visit, or what is wrong with the server's identity."""

from msgspec import Struct

from uno_client.core.model import Model
from uno_client.drawing.grid import Canvas
from uno_client.drawing.palette import Palette
from uno_client.drawing.texts import wrap
from uno_client.screens.around import Keys, frame_of
from uno_client.screens.frame import Frame, framed
from uno_client.screens.pieces import SaidLine, panel, paragraph, put
from uno_client.trust import Doubt
from uno_client.wording.trust import after_words, before_words, heading
from uno_engine.language import _

WIDEST = 76


class TrustScene(Struct, frozen=True):
    """What is said, the words to compare in two rows, and what is said after them. `stops`: nothing can be done."""

    frame: Frame
    heading: str = ""
    before: tuple[str, ...] = ()
    words: tuple[str, ...] = ()
    after: str = ""
    stops: bool = False


def scene_of(model: Model, keys: Keys) -> TrustScene:
    """The question that is open."""
    doubt = model.question
    if not isinstance(doubt, Doubt):
        return TrustScene(frame_of(model, keys, _("Connect")))
    half = len(doubt.words) // 2
    rows = ("   ".join(doubt.words[:half]), "   ".join(doubt.words[half:])) if doubt.words and not doubt.stops else ()
    frame = frame_of(model, keys, doubt.address)
    return TrustScene(frame, heading(doubt), before_words(doubt), rows, after_words(doubt), doubt.stops)


def show(scene: TrustScene, columns: int, rows: int, palette: Palette) -> Canvas:
    """The screen, drawn."""
    return framed(scene.frame, columns, rows, palette, lambda canvas, y, room: _body(canvas, y, room, scene, palette))


def _body(canvas: Canvas, y: int, rows: int, scene: TrustScene, palette: Palette) -> None:
    columns = min(WIDEST, canvas.columns - 4)
    x, inner = (canvas.columns - columns) // 2, columns - 4
    said = sum(len(wrap(text, inner)) for text in (*scene.before, scene.after))
    blank = len(scene.before) + bool(scene.words) + 1
    loose = int(said + blank + len(scene.words) + 4 <= rows)
    high = min(rows, said + loose * blank + len(scene.words) + 3)
    y += max(0, (rows - high) // 3)
    panel(canvas, x, y, columns, high, palette, here=scene.stops and high + 2 <= rows)
    at = y + 1
    put(canvas, x + 2, at, SaidLine(scene.heading, "alarm" if scene.stops else "strong", bold=True), inner, palette)
    at += 1 + loose
    for text in scene.before:
        at += paragraph(canvas, x + 2, at, SaidLine(text), inner, palette) + loose
    for words in scene.words:
        canvas.centre(canvas.columns / 2, at, words, palette.roles.good, bold=True)
        at += 1
    paragraph(
        canvas, x + 2, at + (loose if scene.words else 0), SaidLine(scene.after, "strong", bold=True), inner, palette
    )
