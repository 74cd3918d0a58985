"""The moments before a deal: a calm word, the vote for a rule, the player drawn to begin, and the shuffle (M6)."""

from collections.abc import Sequence

from uno_client.core.legal_moves import ballot
from uno_client.core.model import Model
from uno_client.core.opening import starter_text
from uno_client.drawing.faces import CardSize, face
from uno_client.drawing.grid import Canvas
from uno_client.drawing.texts import wrap
from uno_client.messages import Key, Pointed
from uno_client.screens.around import Keys, frame_of
from uno_client.screens.frame import Frame, framed
from uno_client.screens.pieces import SaidLine, marked, panel, paragraph, put_all
from uno_client.screens.table.asked import TableShown
from uno_client.screens.told import at_table, rows_of
from uno_client.wording.front_door import DEALING
from uno_engine.decisions import asked
from uno_engine.language import _, pgettext
from uno_engine.state import View
from uno_protocol.labels import worded
from uno_protocol.sentences import Voice, listing, rule_text, rule_title

_CARDS = 5
"""Backs of cards in each half that is shuffled."""
_STEP = 0.5
"""Seconds in which a half moves by one place."""
_WIDEST = 92
"""Columns of the vote, where there are as many."""


def show_dealing(canvas: Canvas, _model: Model, keys: Keys) -> None:
    """The calm screen until a solo game is dealt: it is there only for a moment."""
    with framed(canvas, Frame(hints=keys.hints)) as place:
        canvas.centre(canvas.columns // 2, 1 + place.rows // 2, _(DEALING), canvas.roles.quiet)


def show(canvas: Canvas, model: Model, keys: Keys) -> None:
    """Who begins, then the shuffle. Any key continues."""
    _model, game, room, _keys, voice = TableShown.of(model, keys)
    frame = frame_of(model, keys, room.name, "", _("Press any key to go on."))
    with framed(canvas, frame) as area:
        canvas.spot(0, 1, canvas.columns, area.rows, Key("enter"))
        if model.play.shuffling:
            began = model.now if model.play.opened_at is None else model.play.opened_at
            _shuffle(canvas, area.rows, apart=max(0, 3 - int((model.now - began) / _STEP)))
        else:
            seats = [seat for seat in range(game.seats) if game.seated[seat]]
            starts = seats.index(game.starter) if game.starter in seats else 0
            _players(canvas, area.rows, starter_text(model), [voice.name(seat) for seat in seats], starts)


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


def show_vote(canvas: Canvas, model: Model, keys: Keys) -> None:
    """The rules to vote for (C12), in boxes that are apart where there is room; who has voted; what was said last."""
    _model, game, room, _keys, voice = TableShown.of(model, keys)
    frame = frame_of(model, keys, room.name, pgettext("a title", "vote"), _what_next(model))
    mine = None if model.seat is None else game.votes.get(model.seat)
    roles = canvas.roles
    with framed(canvas, frame, min(_WIDEST, canvas.columns - 6)) as area:
        (x, y, columns, rows), end = area, area.y + area.rows
        told = [wrap(rule_text(name), columns - 6) for name in game.ballot]
        spare = rows - 5 - sum(len(lines) + 1 for lines in told)
        gap = int(spare >= len(told))
        y += spare > len(told)
        canvas.put(x, y, worded("vote"), roles.strong, bold=True)
        y += 2
        for at, (name, lines) in enumerate(zip(game.ballot, told, strict=True)):
            high, here = len(lines) + 1, bool(ballot(model)) and at == model.row
            panel(canvas, x, y, columns, high, raised=here, here=here and gap > 0)
            canvas.put(x + 1, y, canvas.signs.here if here else " ", roles.strong, bold=True)
            behind = canvas.put(x + 3, y, f"{at + 1} {rule_title(name)}", roles.strong, bold=True)
            canvas.put(behind + 2, y, worded("your_vote") if name == mine else "", roles.good)
            for below, words in enumerate(lines, y + 1):
                canvas.put(x + 5, below, words, roles.text)
            canvas.spot(x, y, columns, high, Pointed(at))
            y += high + gap
        y += 1 - gap
        voted = SaidLine(_who_voted(game, voice), "quiet")
        y += paragraph(canvas, x, y, voted, columns, max(0, end - y)) + 1
        put_all(canvas, x, y, rows_of(at_table(model, 8), columns, end - y), columns)


def _who_voted(game: View, voice: Voice) -> str:
    waiting = asked(game.waiting_for)
    late = [voice.whom(seat) for seat in waiting]
    voted = [voice.whom(seat) for seat, still in enumerate(game.playing) if still and seat not in waiting]
    done = worded("voted", names=listing(voted)) if voted else worded("voted_none")
    open_ = worded("to_vote", names=listing(late)) if late else worded("to_vote_none")
    return f"{done} {open_}"


def _what_next(model: Model) -> str:
    if model.seat is None:
        return _("You're watching the vote.")
    if ballot(model) and not model.answering:
        return _("Vote for one: press its number, or choose with ↑ ↓ and Enter.")
    return worded("sent") if model.answering else _("Waiting for the others.")
