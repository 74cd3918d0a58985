"""The trust question: the words to compare on a first visit, or what is wrong with the server's identity."""

from uno_client.core.model import Model
from uno_client.drawing.grid import Canvas
from uno_client.drawing.texts import wrap
from uno_client.screens.around import Keys, frame_of
from uno_client.screens.frame import framed
from uno_client.screens.pieces import SaidLine, panel, paragraph, put
from uno_client.trust import Doubt
from uno_client.wording.trust import after_words, before_words, heading

WIDEST = 76


def show(canvas: Canvas, model: Model, keys: Keys) -> None:
    """What is said, the words to compare in two rows, and what is said after them."""
    doubt = model.question
    assert isinstance(doubt, Doubt)
    half, compared = len(doubt.words) // 2, doubt.words and not doubt.stops
    words = ["   ".join(each) for each in (doubt.words[:half], doubt.words[half:]) if compared]
    before, after = before_words(doubt), after_words(doubt)
    with framed(canvas, frame_of(model, keys, doubt.address)) as rows:
        columns = min(WIDEST, canvas.columns - 4)
        x, inner = (canvas.columns - columns) // 2, columns - 4
        said = sum(len(wrap(text, inner)) for text in (*before, after)) + len(words) + 3
        blank = len(before) + bool(words) + 1
        loose = int(said + blank + 1 <= rows)
        high = min(rows, said + loose * blank)
        y = 1 + max(0, (rows - high) // 3)
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
