"""The strip: the latest plays in coloured cards, up to the player who is next."""

from uno_client.core.card_dialogue import written
from uno_client.core.model import Model
from uno_client.core.plays import RecentPlay, What, recent_plays
from uno_client.core.standing import waited_for
from uno_client.fullscreen.themes import SHAPES
from uno_client.fullscreen.widgets import Line, clip, colour_style, fit, token, width
from uno_client.wording.words import voice_of
from uno_engine.cards import Colour
from uno_engine.language import N_, _
from uno_protocol.sentences import Voice

NAME = 12
"""Columns of a name."""
_ARROW: Line = [("", " → ")]
_CUT: Line = [("class:quiet", "… ")]
_MOST_WAITED = 2
"""How many of those who are waited for are named."""

_WORDS = {
    What.SKIPPED: (N_("you're skipped"), N_("{name} skipped")),
    What.PASSED: (N_("you pass"), N_("{name} passes")),
    What.CAUGHT: (N_("you're caught"), N_("{name} caught")),
    What.BLUFF: (N_("you challenge: a bluff"), N_("{name} challenges: a bluff")),
    What.FAIR: (N_("you challenge: no bluff"), N_("{name} challenges: no bluff")),
    What.LEFT: (N_("you left"), N_("{name} left")),
    What.LOST: (N_("you're out"), N_("{name} out")),
}
_JUMPED = N_("you jump in"), N_("{name} jumps in")
_HIMSELF = N_("you"), N_("{name}")


def strip_line(model: Model, columns: int) -> Line:
    """One row, from what the player did last; where it is too long, what is oldest is left out.

    It grows to the right until the player acts again: what doesn't move takes no bytes.
    """
    voice, plays = voice_of(model.table), recent_plays(model.play.log)
    since = max((at for at, play in enumerate(plays[:-1]) if play.seat == voice.me is not None), default=0)
    pieces = [_piece(play, voice, model) for play in plays[since:]]
    held = model.table is not None and model.table.room.held
    if pieces and model.waiting_for is not None and not held:
        pieces.append(_waited(model, voice))
    line: Line = []
    for piece in reversed(pieces):
        joined = [*piece, *_ARROW, *line] if line else piece
        if width(joined) > columns - width(_CUT) - 1:
            line = [*_CUT, *line] if line else piece
            break
        line = joined
    return clip([("", " "), *line], columns)


def _waited(model: Model, voice: Voice) -> Line:
    waited = sorted(waited_for(model), key=lambda seat: seat != voice.me)
    names = [_who(seat, voice, _HIMSELF) for seat in waited[:_MOST_WAITED]]
    return [("class:turn", ", ".join([*names, *(["…"] if len(waited) > _MOST_WAITED else [])]))]


def _piece(play: RecentPlay, voice: Voice, model: Model) -> Line:
    words = _JUMPED if play.jumped else _HIMSELF if play.what is None else _WORDS[play.what]
    style = "" if play.what is None and not play.jumped else "class:strong"
    line: Line = [(style, _("first card") if play.seat is None else _who(play.seat, voice, words))]
    if play.drew:
        line.append(("", f" +{play.drew}"))
    if play.penalty:
        line.append(("class:fault", f" +{play.penalty}"))
    for card in play.cards:
        line += [("", " "), token(card, written(model, card))]
    if play.colour is not None:
        line.append(_colour(play.colour))
    if play.turned is not None:
        line.append(("class:info", " ↓" if play.turned == 1 else " ↑"))
    if play.moved:
        line.append(("class:info", " ⇄"))
    if play.uno:
        line.append(("class:strong", " UNO!"))
    return line


def _who(seat: int, voice: Voice, words: tuple[str, str]) -> str:
    you, they = words
    return _(you) if seat == voice.me else _(they).format(name=fit(voice.name(seat), NAME))


def _colour(colour: Colour) -> tuple[str, str]:
    return f"{colour_style(colour)} class:strong", f" {colour.value}{SHAPES[colour]} "
