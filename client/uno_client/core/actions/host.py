"""What the host does: start, pause and end the game, seat computer players, keep order."""

from typing import get_args

from uno_client.core.actions.action import Action, Then, Who, send, sends
from uno_client.core.actions.asks import PickAsk, by_level, by_seat, normal, sole
from uno_client.core.model import Model
from uno_client.core.model.question import GivenAnswers
from uno_client.core.navigation import AT_TABLE, BY_LETTERS, Scope
from uno_client.core.people import (
    bots,
    heard,
    heirs,
    levels,
    movable,
    names_starter,
    other_seats,
    others,
    players,
    seats,
    silenced,
)
from uno_client.core.requests import Step, want
from uno_client.core.standing import hosting_a_game, hosting_at_rest, hosting_where
from uno_client.messages import Ask
from uno_engine.language import N_, _
from uno_protocol import messages as net
from uno_protocol.room import Room, RoomPhase


def _seat(answers: GivenAnswers) -> int:
    return (answers.whom.seat if answers.whom is not None else None) or 0


def _name(answers: GivenAnswers) -> str:
    return answers.whom.name if answers.whom is not None else ""


def _under_cursor(model: Model) -> GivenAnswers:
    """In the waiting room, whoever sits where the cursor is."""
    under = seats(model)[model.row : model.row + 1]
    return GivenAnswers(under[0] if under and under[0].name else None)


def _bot_under_cursor(model: Model) -> GivenAnswers:
    here = _under_cursor(model)
    return here if here.whom is not None and here.whom.bot else GivenAnswers()


def _start(model: Model, answers: GivenAnswers) -> Step:
    start = Ask(net.Start(id=1, chosen=None if answers.whom is None else answers.whom.seat))
    return want(model, start) if model.occupant and model.occupant.ready else want(model, Ask(net.Ready(id=1)), start)


def _level(answers: GivenAnswers) -> net.AddBot:
    level = answers.whom.level if answers.whom is not None else None
    return net.AddBot(id=1) if level is None else net.AddBot(id=1, level=level)


def _to(answers: GivenAnswers) -> net.MoveSeat:
    return net.MoveSeat(id=1, seat=_seat(answers), to=(answers.to.seat if answers.to is not None else None) or 0)


def _with_kick(model: Model, answers: GivenAnswers, asked: str) -> str:
    playing = model.phase in (RoomPhase.PLAYING, RoomPhase.PAUSED)
    seated = answers.whom is not None and answers.whom.seat is not None
    said = asked.format(name=_name(answers))
    return f"{said} {_('Their cards go back.')}" if playing and seated else said


_PACES = get_args(net.Pace)
"""From slow to fast."""


def _pace(model: Model) -> int:
    """The place of the table's pace among these; an unknown one counts as the usual."""
    pace = model.table.room.pace if model.table is not None else None
    return _PACES.index(pace if pace in _PACES else "normal")


def _paced(step: int) -> Then:
    def change(model: Model, _answers: GivenAnswers) -> Step:
        at = min(max(_pace(model) + step, 0), len(_PACES) - 1)
        return want(model, Ask(net.ChangeTable(id=1, pace=_PACES[at])))

    return change


def _locked(room: Room) -> bool:
    return room.locked


def _held(room: Room) -> bool:
    return room.held


def _close(model: Model, _answers: GivenAnswers) -> str:
    playing = model.phase not in (RoomPhase.WAITING, RoomPhase.FINISHED)
    return f"{_('Close the table for everybody?')}{' ' + _('The game will be lost.') if playing else ''}"


_PLACES = tuple(place for place in AT_TABLE if place not in BY_LETTERS)

# A row is read as one.
# fmt: off
START = Action(
    "start", N_("start"), N_("start the game (host)"), _start, Who.HOST,
    lambda model: hosting_at_rest(model) and not model.start.autostart,
    (PickAsk(N_("Who starts?"), players, due=lambda model, _answers: names_starter(model)),), usage="[PLAYER]",
    typing=N_("with starter=chosen: who starts"), key="s", where=(Scope.WAITING,),
    here=lambda model: _under_cursor(model) if names_starter(model) else GivenAnswers()
)
ADD_BOT = Action(
    "bot", N_("add bot"), N_("add a computer player (host)"), send(_level), Who.HOST,
    asks=(PickAsk(N_("Add which computer player?"), levels, by_level, usual=normal),), usage="[LEVEL]",
    typing=N_("levels tells of each level"), key="b", where=(Scope.WAITING,), menu=True
)
PAUSE = Action(
    "pause", N_("pause"), N_("pause the game (host)"), sends(net.Pause(id=1)), Who.HOST,
    lambda model: hosting_a_game(model) and not hosting_where(_held)(model), key="p", menu=True
)

HOST = (
    START,
    PAUSE,
    Action(
        "resume", N_("resume"), N_("resume the game (host)"), sends(net.Pause(id=1, paused=False)), Who.HOST,
        hosting_where(_held), key="p", menu=True, undoes="pause"
    ),
    Action(
        "slower", N_("slower"), N_("give computer players more time (host)"), _paced(-1), Who.HOST,
        lambda model: bool(bots(model, GivenAnswers())) and _pace(model) > 0, key="<", where=_PLACES, quiet=True
    ),
    Action(
        "faster", N_("faster"), N_("have computer players hurry (host)"), _paced(1), Who.HOST,
        lambda model: bool(bots(model, GivenAnswers())) and _pace(model) < len(_PACES) - 1, key=">", where=_PLACES,
        quiet=True
    ),
    Action(
        "lock", N_("lock"), N_("lock the table: nobody else can join (host)"),
        sends(net.ChangeTable(id=1, locked=True)), Who.HOST, lambda model: not hosting_where(_locked)(model), key="l",
        menu=True
    ),
    Action(
        "unlock", N_("unlock"), N_("unlock the table (host)"), sends(net.ChangeTable(id=1, locked=False)), Who.HOST,
        hosting_where(_locked), key="l", menu=True, undoes="lock"
    ),
    ADD_BOT,
    Action(
        "unbot", N_("remove bot"), N_("remove a computer player (host)"),
        send(lambda answers: net.RemoveBot(id=1, seat=_seat(answers))), Who.HOST,
        asks=(PickAsk(N_("Remove which computer player?"), bots, by_seat, usual=sole),), usage="PLAYER", key="x",
        where=(Scope.WAITING,), menu=True, here=_bot_under_cursor
    ),
    Action(
        "move", N_("move seats"), N_("move a player to another seat (host)"), send(_to), Who.HOST, hosting_at_rest,
        (
            PickAsk(N_("Move which player?"), movable, by_seat),
            PickAsk(N_("Move to which seat? If it's taken, they swap."), other_seats, by_seat, "to"),
        ),
        usage="PLAYER SEAT", key="v", menu=True
    ),
    Action(
        "silence", N_("silence"), N_("stop a player chatting here (host)"),
        send(lambda answers: net.Mute(id=1, name=_name(answers))), Who.HOST,
        asks=(PickAsk(N_("Silence which player?"), heard, named=True),), usage="NAME", key="s", menu=True
    ),
    Action(
        "unsilence", N_("let chat"), N_("let a player chat again (host)"),
        send(lambda answers: net.Mute(id=1, name=_name(answers), muted=False)), Who.HOST,
        asks=(PickAsk(N_("Let which player chat again?"), silenced, named=True),), usage="NAME", key="w", menu=True
    ),
    Action(
        "kick", N_("kick"), N_("kick a player or spectator (host)"),
        send(lambda answers: net.Kick(id=1, name=_name(answers))), Who.HOST,
        asks=(PickAsk(N_("Kick which player?"), others, named=True),),
        sure=lambda model, answers: _with_kick(model, answers, _("Kick {name}?")), yes=N_("kick"), usage="NAME",
        key="k", menu=True
    ),
    Action(
        "ban", N_("ban"), N_("ban a player or spectator from this table (host)"),
        send(lambda answers: net.Kick(id=1, name=_name(answers), ban=True)), Who.HOST,
        asks=(PickAsk(N_("Ban which player from this table?"), others, named=True),),
        sure=lambda model, answers: _with_kick(model, answers, _("Ban {name} from this table?")), yes=N_("ban"),
        usage="NAME", key="n", menu=True
    ),
    Action(
        "host", N_("hand over"), N_("make another player the host (host)"),
        send(lambda answers: net.HandOver(id=1, seat=_seat(answers))), Who.HOST,
        asks=(PickAsk(N_("Who should host?"), heirs),),
        sure=lambda _model, answers: _("Make {name} the host? You can't undo that.").format(name=_name(answers)),
        yes=N_("hand over"), usage="NAME", key="h", menu=True
    ),
    Action(
        "end", N_("end the game"), N_("end the game without a result; the table stays (host)"),
        sends(net.EndGame(id=1)), Who.HOST, hosting_a_game,
        sure=lambda _model, _answers: _("End this game without a result? Nothing played so far will count."),
        yes=N_("end it"), key="e", menu=True
    ),
    Action(
        "close", N_("close table"), N_("close the table for everybody (host)"), sends(net.CloseTable(id=1)), Who.HOST,
        sure=_close, yes=N_("close it"), key="d", menu=True
    ),
)
# fmt: on
"""In the order of the help and of the menu."""
