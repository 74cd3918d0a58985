"""The waiting room, from the model."""

from uno_client.core import chat
from uno_client.core.inviting import address
from uno_client.core.model import Model
from uno_client.core.standing import RESTING
from uno_client.screens.around import Keys, frame_of
from uno_client.screens.joining import joining
from uno_client.screens.pieces import SaidLine
from uno_client.screens.rules_shown import rules_on_show, short_text
from uno_client.screens.told import at_table
from uno_client.screens.waiting.scene import WaitingScene, WaitingSeat
from uno_client.wording.levels import OF_LEVEL, levels_at
from uno_client.wording.options import preset_text
from uno_client.wording.tables import goal_text
from uno_engine.language import _, ngettext, pgettext
from uno_engine.rules import RuleSet, Starter
from uno_protocol.fold import TableView
from uno_protocol.room import Occupant
from uno_protocol.sentences import level_word

LOG = 12
"""Lines of the log that are looked at."""


def scene_of(model: Model, keys: Keys) -> WaitingScene:
    """The waiting room, or the moment before it is known."""
    table = model.table
    if table is None:
        return WaitingScene(frame_of(model, keys, _("Table")), facts=(SaidLine(_("Sitting down …"), "quiet"),))
    solo = model.start.autostart
    frame = frame_of(model, keys, table.room.name, _short(model, table), _what_next(model, table, keys))
    shown, levels = rules_on_show(model), levels_at(table.room)
    short = None if shown is None else shown.summary
    told = shown is not None and (short is None or short.differs)
    rules = (SaidLine(short_text(shown), "alarm" if short is None else "text"),) if shown is not None and told else ()
    return WaitingScene(
        frame,
        tuple(_seat(model, table, seat, keys) for seat in range(len(table.room.occupants))),
        _("free seat"),
        "" if solo else table.code,
        address(model),
        _("Phones scan this, on the same Wi-Fi."),
        (
            *joining(model, table, keys),
            *rules,
            *(SaidLine(_(OF_LEVEL).format(level=level_word(level), what=what), "quiet") for level, what in levels),
        ),
        at_table(model, LOG),
    )


def rules_in_short(rules: RuleSet) -> str:
    """What everybody wants to know of the rules."""
    each = ngettext("{n} card each", "{n} cards each", rules.hand_size).format(n=rules.hand_size)
    return f"{goal_text(rules)}, {each}"


def _short(model: Model, table: TableView) -> str:
    """The rules in the header."""
    seconds = table.room.turn_seconds
    parts = [_("{preset} rules").format(preset=preset_text(table.room.preset))]
    parts += [] if model.rules is None else [rules_in_short(model.rules)]
    parts.append(_("{n} s per turn").format(n=seconds) if seconds else _("no time limit"))
    return " · ".join(parts)


def _seat(model: Model, table: TableView, seat: int, keys: Keys) -> WaitingSeat:
    occupant, here = table.room.occupants[seat], seat == model.row and model.hosting
    if occupant is None:
        first = model.hosting and seat == table.room.occupants.index(None)
        add = _("{key}  add a bot").format(key=keys["bot"])
        return WaitingSeat(note=add if first else "", here=here)
    notes = ", ".join(seat_notes(model, table, seat, occupant, here))
    return WaitingSeat(occupant.name, notes, occupant.ready, seat == table.seat, here)


def seat_notes(model: Model, table: TableView, seat: int, occupant: Occupant, here: bool = False) -> list[str]:
    """What is to be known of somebody."""
    extra = occupant.extra_seconds
    said = (
        (here and _chooses_starter(model), _("starts the game")),
        (seat == table.seat, pgettext("in a list", "you")),
        (seat == table.room.host, _("host")),
        (occupant.bot is not None, _("computer, {level}").format(level=level_word(occupant.bot or ""))),
        (occupant.bot is None and occupant.stand_in is not None, _("away, a bot plays")),
        (occupant.bot is None and occupant.stand_in is None and not occupant.connected, _("offline")),
        (extra > 0, f"+{extra} s"),
        (occupant.name in table.room.muted, _("silenced")),
        (chat.muted(model, occupant.name), _("muted by you")),
    )
    notes = [words for holds, words in said if holds]
    ready = pgettext("in a list", "ready") if occupant.ready else pgettext("in a list", "not ready")
    return notes if occupant.bot is not None or table.room.phase not in RESTING else [*notes, ready]


def _chooses_starter(model: Model) -> bool:
    """Whether the host names who starts: the player under the cursor (A6)."""
    return model.hosting and model.rules is not None and model.rules.starter is Starter.CHOSEN


def _what_next(model: Model, table: TableView, keys: Keys) -> str:
    left = model.play.countdown.left(model.now) if model.play.countdown else None
    soon = " " + _("The next game begins in {n} s.").format(n=round(left)) if left is not None else ""
    return _whom_for(model, table, keys) + soon


def _whom_for(model: Model, table: TableView, keys: Keys) -> str:
    """A sentence saying what the table waits for, and which key to press."""
    seated = [occupant for occupant in table.room.occupants if occupant]
    if model.seat is None:
        return _("You're watching; the game hasn't started.")
    me, start = model.occupant, keys["start"]
    if len(seated) < 2:
        add = _("Waiting for more players. Press {key} to add a computer player.").format(key=keys["bot"])
        return add if model.hosting else _("Waiting.")
    if me is not None and not me.ready and model.start.autostart:
        return _("Press Enter to begin.")
    if me is not None and not me.ready:
        others = all(occupant.ready for occupant in seated if occupant is not me)
        starts = " " + _("Press {key} to start the game.").format(key=start)
        return _("Press Enter when you're ready.") + (starts if model.hosting and others else "")
    if late := [occupant.name for occupant in seated if not occupant.ready]:
        names = ", ".join(late[:4]) + (" …" if len(late) > 4 else "")
        ready = _("{n} of {all} are ready.").format(n=len(seated) - len(late), all=len(seated))
        return f"{ready} {_('Waiting for {names}.').format(names=names)}"
    if _chooses_starter(model):
        said = _("Everyone is ready: press {key} to start. The player under the cursor (↑ ↓) plays first.")
        return said.format(key=start)
    if model.hosting:
        return _("Everyone is ready: press {key} to start.").format(key=start)
    return _("Everyone is ready. Waiting for the host to start.")
