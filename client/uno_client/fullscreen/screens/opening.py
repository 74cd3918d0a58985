"""The screens before a deal (M6): the player drawn to begin, then the shuffle. Any key continues."""

from uno_client.core.model import Model
from uno_client.core.opening import starter_text
from uno_client.fullscreen.mouse import button
from uno_client.fullscreen.screens.frame import bar, framed, table_bar
from uno_client.fullscreen.widgets import Lines, Size, centred, clickable, tall, text, wrap
from uno_client.wording.front_door import DEALING
from uno_client.wording.words import voice_of
from uno_engine.language import _
from uno_engine.state import View

_CARDS = 5
"""Backs of cards in each half that is shuffled."""
_STEP = 0.5
"""Seconds in which a half moves by one place."""


def render(model: Model, size: Size) -> Lines:
    """The screen as lines."""
    table, game = model.table, model.game
    if table is None or game is None:
        return framed(model, size, bar(_("Before the deal"), "", size.columns), [], [])
    lines = _shuffle(model) if model.play.shuffling else _named(model, game)
    above = max(0, (size.rows - 4 - len(lines)) // 2)
    body = [clickable(centred(line, size.columns), button("enter")) for line in tall([[]] * above + lines, size.rows)]
    prompt = wrap(_("Press any key to go on."), size.columns - 1, "class:prompt", indent="", margin=" ")
    top = table_bar(model, table.room.name, _("round {n}").format(n=game.round), size.columns)
    return framed(model, size, top, body, prompt)


def render_dealing(model: Model, size: Size) -> Lines:
    """The calm screen until a solo game is dealt: it is there only for a moment."""
    words = centred(text(_(DEALING), "class:quiet"), size.columns)
    return framed(model, size, bar("", "", size.columns), [*tall([], (size.rows - 4) // 2), words], [])


def _named(model: Model, game: View) -> Lines:
    """The players of the round, with the one who begins marked."""
    voice = voice_of(model.table)
    lines: Lines = [text(starter_text(model), "class:strong"), []]
    for seat in range(game.seats):
        if game.seated[seat]:
            chosen = seat == game.starter
            name = f" ▶ {voice.name(seat)} " if chosen else f"   {voice.name(seat)} "
            lines.append(text(f"{name:<24}", "class:selected class:strong" if chosen else "class:quiet"))
    return lines


def _shuffle(model: Model) -> Lines:
    """The backs of cards in two halves that slide into each other as time goes by."""
    began = model.now if model.play.opened_at is None else model.play.opened_at
    gap = max(0, 3 - int((model.now - began) / _STEP))
    half = _half()
    backs: Lines = [[*left, ("", " " * (4 * gap)), *right] for left, right in zip(half, half, strict=True)]
    return [text(_("The computer shuffles and deals."), "class:strong"), [], *backs]


def _half() -> Lines:
    """Overlapping cards, the last one fully visible."""
    back = ("╭────╮", "│▒▒▒▒│", "│▒▒▒▒│", "╰────╯")
    return [text(part[:3] * (_CARDS - 1) + part, "class:strong") for part in back]
