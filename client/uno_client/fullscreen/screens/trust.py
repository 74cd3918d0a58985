"""The trust prompt: the words to compare on a first visit, or what is wrong with the server's identity."""

from uno_client.core.model import Model
from uno_client.fullscreen.screens.frame import bar, framed
from uno_client.fullscreen.widgets import Lines, Size, centred, text, wrap
from uno_client.trust import Doubt
from uno_client.wording.trust import after_words, before_words, heading
from uno_engine.language import _


def render(model: Model, size: Size) -> Lines:
    """The screen as lines."""
    doubt, columns = model.question, size.columns
    if not isinstance(doubt, Doubt):
        return framed(model, size, bar(_("Connect"), "", columns), [], [])
    body: Lines = [[], text(f" {heading(doubt)}", "class:fault" if doubt.stops else "class:strong"), []]
    for said in before_words(doubt):
        body += [*wrap(said, columns - 2, indent="", margin=" "), []]
    if doubt.words and not doubt.stops:
        half = len(doubt.words) // 2
        for words in (doubt.words[:half], doubt.words[half:]):
            body.append(centred(text("   ".join(words), "class:good class:strong"), columns))
        body.append([])
    if after := after_words(doubt):
        body += wrap(after, columns - 2, "class:prompt", indent="", margin=" ")
    return framed(model, size, bar(doubt.address, "", columns), body, [])
