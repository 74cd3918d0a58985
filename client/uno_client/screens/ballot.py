"""The vote for the rule of the customizable cards, before the first deal (C12)."""

from msgspec import Struct

from uno_client.core.legal_moves import ballot
from uno_client.core.model import Model
from uno_client.drawing.grid import Canvas
from uno_client.drawing.palette import Palette
from uno_client.drawing.texts import wrap
from uno_client.messages import Pointed
from uno_client.screens.around import Keys, frame_of
from uno_client.screens.frame import Frame, framed
from uno_client.screens.pieces import SaidLine, panel, paragraph, put
from uno_client.screens.told import at_table, rows_of
from uno_client.wording.words import voice_of
from uno_engine.decisions import asked
from uno_engine.language import _, pgettext
from uno_engine.state import View
from uno_protocol.sentences import Voice, listing, rule_text, rule_title

WIDEST = 92


class Rule(Struct, frozen=True):
    """A rule of the ballot. `mine`: what is said where the player has voted for it."""

    title: str
    text: str
    mine: str = ""
    here: bool = False


class BallotScene(Struct, frozen=True):
    """The rules by number, who has voted, and what was said last."""

    frame: Frame
    question: str = ""
    rules: tuple[Rule, ...] = ()
    voted: str = ""
    log: tuple[SaidLine, ...] = ()


def scene_of(model: Model, keys: Keys) -> BallotScene:
    """The vote."""
    table, game = model.table, model.game
    if table is None or game is None:
        return BallotScene(frame_of(model, keys, _("Vote")))
    frame = frame_of(model, keys, table.room.name, pgettext("a title", "vote"), _what_next(model))
    mine = None if model.seat is None else game.votes.get(model.seat)
    rules = tuple(
        Rule(
            rule_title(name),
            rule_text(name),
            _("✓ your vote") if name == mine else "",
            bool(ballot(model)) and at == model.row,
        )
        for at, name in enumerate(game.ballot)
    )
    asks = _("Which rule for the Customizable cards?")
    return BallotScene(frame, asks, rules, _who_voted(game, voice_of(table)), at_table(model, 8))


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


def show(scene: BallotScene, columns: int, rows: int, palette: Palette) -> Canvas:
    """The screen, drawn."""
    return framed(scene.frame, columns, rows, palette, lambda canvas, y, room: _body(canvas, y, room, scene, palette))


def _body(canvas: Canvas, y: int, rows: int, scene: BallotScene, palette: Palette) -> None:
    """A box for each rule, apart from each other where there is room."""
    columns, end = min(WIDEST, canvas.columns - 6), y + rows
    x = (canvas.columns - columns) // 2
    told = [wrap(each.text, columns - 6) for each in scene.rules]
    spare = rows - 5 - sum(len(lines) + 1 for lines in told)
    gap = 1 if spare >= len(told) else 0
    y += 1 if spare > len(told) else 0
    canvas.put(x, y, scene.question, palette.roles.strong, bold=True)
    y += 2
    for at, (each, lines) in enumerate(zip(scene.rules, told, strict=True)):
        high = len(lines) + 1
        panel(canvas, x, y, columns, high, palette, raised=each.here, here=each.here and gap > 0)
        canvas.put(x + 1, y, palette.signs.here if each.here else " ", palette.roles.strong, bold=True)
        behind = canvas.put(x + 3, y, f"{at + 1} {each.title}", palette.roles.strong, bold=True)
        canvas.put(behind + 2, y, each.mine, palette.roles.good)
        for below, words in enumerate(lines, y + 1):
            canvas.put(x + 5, below, words, palette.roles.text)
        canvas.spot(x, y, columns, high, Pointed(at))
        y += high + gap
    y += 1 - gap
    y += paragraph(canvas, x, y, SaidLine(scene.voted, "quiet"), columns, palette, max(0, end - y)) + 1
    for at, line in enumerate(rows_of(scene.log, columns, end - y), y):
        put(canvas, x, at, line, columns, palette)
