"""What was told at a table, or said in the lobby: the lines of a log that a screen shows."""

from collections.abc import Sequence

from uno_client.core import chat
from uno_client.core.model import Model
from uno_client.core.model.table import LogLine
from uno_client.core.plays import gathered
from uno_client.screens.pieces import SaidLine, wrapped
from uno_client.wording.chat import MARK, lobby_log_text, log_text
from uno_client.wording.words import voice_of
from uno_protocol.room import GameSeed, HandsShown, ReadyChanged, RoomPhase

CHAT = f"{MARK}   "
"""Before later rows of what somebody said: none is taken for an event."""


def told_lines(model: Model) -> list[LogLine]:
    """The lines of the table's log that are shown, oldest first."""
    shown = [line for line in model.play.log if line.text and not _beside(model, line)]
    return gathered([line for line in shown if not chat.unheard(model, line.event)], voice_of(model.table))


def at_table(model: Model, most: int, end: int | None = None) -> tuple[SaidLine, ...]:
    """The last lines of the table's log before `end`."""
    remarks = [(log_text(line.event, model.seat), line.text) for line in told_lines(model)[:end][-most:]]
    return tuple(SaidLine(text, "quiet") if remark is None else SaidLine(remark, "chat") for remark, text in remarks)


def in_lobby(model: Model, most: int) -> tuple[SaidLine, ...]:
    """What was said last in the lobby."""
    heard = [line for line in model.chat.lobby if not chat.muted(model, line.name)]
    return tuple(SaidLine(lobby_log_text(line, model.name), "chat") for line in heard[-most:])


def rows_of(lines: Sequence[SaidLine], columns: int, most: int) -> list[SaidLine]:
    """As many whole lines as fit into so many rows, the newest at the end; of the newest one at least its end.

    Each row of what somebody said is marked, so that none is taken for an event.
    """
    shown: list[SaidLine] = []
    for each in reversed(lines):
        rows = wrapped([each], columns, CHAT if each.ink == "chat" else "  ")
        if len(rows) + len(shown) > most:
            return shown or rows[max(0, len(rows) - most) :] if most > 0 else []
        shown[:0] = rows
    return shown


def _beside(model: Model, line: LogLine) -> bool:
    """Whether a line isn't about play, and is shown elsewhere: the seed on the page of the rules, hands in the result.

    The waiting room shows who is ready; later the result does.
    """
    if isinstance(line.event, ReadyChanged):
        return model.phase is not RoomPhase.WAITING or model.start.autostart
    return isinstance(line.event, (GameSeed, HandsShown))
