"""The vote for the rule of the customizable cards, before the first deal (C12)."""

from uno_client.core.legal_moves import ballot
from uno_client.core.model import Model
from uno_client.drawing.grid import Canvas
from uno_client.drawing.texts import wrap
from uno_client.messages import Pointed
from uno_client.screens.around import Keys, frame_of
from uno_client.screens.frame import framed
from uno_client.screens.pieces import SaidLine, panel, paragraph, put_all
from uno_client.screens.told import at_table, rows_of
from uno_client.wording.words import voice_of
from uno_engine.decisions import asked
from uno_engine.language import _, pgettext
from uno_engine.state import View
from uno_protocol.sentences import Voice, listing, rule_text, rule_title

WIDEST = 92


def show(canvas: Canvas, model: Model, keys: Keys) -> None:
    """The rules by number in boxes, apart from each other where there is room; who has voted; what was said last."""
    table, game = model.table, model.game
    assert table is not None
    assert game is not None
    frame = frame_of(model, keys, table.room.name, pgettext("a title", "vote"), _what_next(model))
    mine = None if model.seat is None else game.votes.get(model.seat)
    roles = canvas.roles
    with framed(canvas, frame, min(WIDEST, canvas.columns - 6)) as area:
        (x, y, columns, rows), end = area, area.y + area.rows
        told = [wrap(rule_text(name), columns - 6) for name in game.ballot]
        spare = rows - 5 - sum(len(lines) + 1 for lines in told)
        gap = int(spare >= len(told))
        y += spare > len(told)
        canvas.put(x, y, _("Which rule for the Customizable cards?"), roles.strong, bold=True)
        y += 2
        for at, (name, lines) in enumerate(zip(game.ballot, told, strict=True)):
            high, here = len(lines) + 1, bool(ballot(model)) and at == model.row
            panel(canvas, x, y, columns, high, raised=here, here=here and gap > 0)
            canvas.put(x + 1, y, canvas.signs.here if here else " ", roles.strong, bold=True)
            behind = canvas.put(x + 3, y, f"{at + 1} {rule_title(name)}", roles.strong, bold=True)
            canvas.put(behind + 2, y, _("✓ your vote") if name == mine else "", roles.good)
            for below, words in enumerate(lines, y + 1):
                canvas.put(x + 5, below, words, roles.text)
            canvas.spot(x, y, columns, high, Pointed(at))
            y += high + gap
        y += 1 - gap
        voted = SaidLine(_who_voted(game, voice_of(table)), "quiet")
        y += paragraph(canvas, x, y, voted, columns, max(0, end - y)) + 1
        put_all(canvas, x, y, rows_of(at_table(model, 8), columns, end - y), columns)


def _who_voted(game: View, voice: Voice) -> str:
    waiting = asked(game.waiting_for)
    late = [voice.whom(seat) for seat in waiting]
    voted = [voice.whom(seat) for seat, still in enumerate(game.playing) if still and seat not in waiting]
    done = _("Voted: {names}.").format(names=listing(voted)) if voted else _("Voted: nobody yet.")
    open_ = _("Still to vote: {names}.").format(names=listing(late)) if late else _("Still to vote: nobody.")
    return f"{done} {open_}"


def _what_next(model: Model) -> str:
    if model.seat is None:
        return _("You're watching the vote.")
    if ballot(model) and not model.answering:
        return _("Vote for one: press its number, or choose with ↑ ↓ and Enter.")
    return _("Sent …") if model.answering else _("Waiting for the others.")
