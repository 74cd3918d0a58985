"""What the host does: start, pause and end the game, seat computer players, keep order."""

from functools import partial
from typing import get_args

from uno_client.core.actions.action import Action, PickAsk, Then, Who, by_level, by_seat, labelled, send, sends
from uno_client.core.model import Model
from uno_client.core.model.parts import Scope
from uno_client.core.model.question import GivenAnswers
from uno_client.core.navigation import TABLE_KEYS
from uno_client.core.people import BOTS, OTHERS, PLAYERS, another, levels, named, other_seats, seats, silenced, those
from uno_client.core.requests import Step, want
from uno_client.core.standing import in_game
from uno_client.messages import Ask
from uno_client.wording.levels import USUAL
from uno_engine.language import N_
from uno_engine.rules import Starter
from uno_protocol import messages as net
from uno_protocol.labels import LABELS, worded
from uno_protocol.room import Occupant, RoomPhase
from uno_protocol.sentences import listing


def _under_cursor(model: Model, *, bot: bool = False) -> GivenAnswers:
    """In the waiting room, whoever sits where the cursor is."""
    under = seats(model)[model.row : model.row + 1]
    return GivenAnswers(under[0] if under and under[0].name and (under[0].bot or not bot) else None)


def _at_rest(model: Model) -> bool:
    return model.phase in (RoomPhase.WAITING, RoomPhase.FINISHED)


def names_starter(model: Model) -> bool:
    """Whether the host says who starts: the player under the cursor (A6)."""
    return _at_rest(model) and model.rules is not None and model.rules.starter is Starter.CHOSEN


def _start(model: Model, answers: GivenAnswers) -> Step:
    start = Ask(net.Start(id=1, chosen=None if answers.whom is None else answers.whom.seat))
    return want(model, start) if model.occupant and model.occupant.ready else want(model, Ask(net.Ready(id=1)), start)


def _late(model: Model) -> list[Occupant]:
    """Those whom a start waits for: everyone else who is not ready."""
    return [each for each in model.occupants if each and not each.ready and each is not model.occupant]


def _anyway(model: Model, _answers: GivenAnswers) -> str:
    said = worded("anyway_sure")
    return said.format(names=listing([each.name for each in _late(model)]))


def _with_kick(model: Model, answers: GivenAnswers, asked: str) -> str:
    playing = model.phase in (RoomPhase.PLAYING, RoomPhase.PAUSED)
    seated = answers.whom is not None and answers.whom.seat is not None
    said = asked.format(name=answers.name)
    return f"{said} {worded('cards_go_back')}" if playing and seated else said


_PACES = get_args(net.Pace)


def _pace(model: Model) -> int:
    """The place of the table's pace among these; an unknown one counts as the usual."""
    pace = None if model.room is None else model.room.pace
    return _PACES.index(pace if pace in _PACES else "normal")


def _paced(step: int) -> Then:
    return lambda model, _answers: want(model, Ask(net.ChangeTable(id=1, pace=_PACES[_pace(model) + step])))


def _locked(model: Model) -> bool:
    return model.room is not None and model.room.locked


def _held(model: Model) -> bool:
    return model.room is not None and model.room.held


def _close(model: Model, _answers: GivenAnswers) -> str:
    return worded("close_sure") if _at_rest(model) else f"{worded('close_sure')} {worded('game_lost')}"


_HEARD = those(lambda model, each: another(model, each) and each.name not in silenced(model))
_HEIRS = those(lambda model, each: another(model, each) and each.seat is not None and each.connected)
_MOVABLE = those(lambda model, each: each.seat is not None and len(model.occupants) > 1)

# A row is read as one.
# fmt: off
HOST = (
    Action(
        "start", LABELS["start"], N_("start the game"), _start, Who.HOST,
        lambda model: _at_rest(model) and not model.start.autostart,
        (PickAsk(N_("Who starts?"), PLAYERS, due=lambda model, _answers: names_starter(model)),), usage="[PLAYER]",
        typing=N_("with starter=chosen: who starts"), key="s", where=(Scope.WAITING,),
        here=lambda model: _under_cursor(model) if names_starter(model) else GivenAnswers()
    ),
    Action(
        "anyway", N_("start anyway"), N_("start without waiting for those who aren't ready"),
        sends(net.Start(id=1, anyway=True)), Who.HOST,
        lambda model: _at_rest(model) and not model.start.autostart and bool(_late(model)),
        sure=_anyway,
        yes=LABELS["start"], key="a", where=(Scope.WAITING,)
    ),
    Action(
        *labelled("pause"), sends(net.Pause(id=1)), Who.HOST,
        lambda model: in_game(model) and not _held(model), key="p", menu=True
    ),
    Action(
        *labelled("resume"), sends(net.Pause(id=1, paused=False)), Who.HOST,
        _held, key="p", menu=True, undoes="pause"
    ),
    Action(
        "slower", N_("slower"), N_("give computer players more time"), _paced(-1), Who.HOST,
        lambda model: bool(BOTS(model, GivenAnswers())) and _pace(model) > 0, key="<", where=TABLE_KEYS, quiet=True
    ),
    Action(
        "faster", N_("faster"), N_("have computer players hurry"), _paced(1), Who.HOST,
        lambda model: bool(BOTS(model, GivenAnswers())) and _pace(model) < len(_PACES) - 1, key=">", where=TABLE_KEYS,
        quiet=True
    ),
    Action(
        *labelled("lock"),
        sends(net.ChangeTable(id=1, locked=True)), Who.HOST, lambda model: not _locked(model), key="l",
        menu=True
    ),
    Action(
        *labelled("unlock"), sends(net.ChangeTable(id=1, locked=False)), Who.HOST,
        _locked, key="l", menu=True, undoes="lock"
    ),
    Action(
        "bot", N_("add bot"), N_("add a computer player"),
        send(lambda said: net.AddBot(id=1, level=(said.whom and said.whom.level) or USUAL)), Who.HOST,
        asks=(PickAsk(N_("Add which computer player?"), levels, by_level, usually=lambda _, x: x.level == USUAL),),
        usage="[LEVEL]", typing=N_("levels tells of each level"), key="b", where=(Scope.WAITING,), menu=True
    ),
    Action(
        "unbot", N_("remove bot"), N_("remove a computer player"),
        send(lambda answers: net.RemoveBot(id=1, seat=answers.seat)), Who.HOST,
        asks=(PickAsk(
            N_("Remove which computer player?"), BOTS, by_seat, usually=lambda m, _: len(BOTS(m, GivenAnswers())) == 1
        ),),
        usage="PLAYER", key="x", where=(Scope.WAITING,), menu=True, here=partial(_under_cursor, bot=True)
    ),
    Action(
        "move", LABELS["move"], N_("move a player to another seat"),
        send(lambda said: net.MoveSeat(id=1, seat=said.seat, to=(said.to and said.to.seat) or 0)), Who.HOST, _at_rest,
        (
            PickAsk(N_("Move which player?"), _MOVABLE, by_seat),
            PickAsk(LABELS["move_to"], other_seats, by_seat, "to"),
        ),
        usage="PLAYER SEAT", key="v", menu=True
    ),
    Action(
        *labelled("silence"),
        send(lambda answers: net.Mute(id=1, name=answers.name)), Who.HOST,
        asks=(PickAsk(N_("Silence which player?"), _HEARD, named=True),), usage="NAME", key="s", menu=True
    ),
    Action(
        *labelled("unsilence"),
        send(lambda answers: net.Mute(id=1, name=answers.name, muted=False)), Who.HOST,
        asks=(PickAsk(N_("Let which player chat again?"), named(silenced), named=True),), usage="NAME", key="w",
        menu=True
    ),
    Action(
        *labelled("kick"),
        send(lambda answers: net.Kick(id=1, name=answers.name)), Who.HOST,
        asks=(PickAsk(N_("Kick which player?"), OTHERS, named=True),),
        sure=lambda model, answers: _with_kick(model, answers, worded("kick_sure")), yes=LABELS["kick"], usage="NAME",
        key="k", menu=True
    ),
    Action(
        *labelled("ban"),
        send(lambda answers: net.Kick(id=1, name=answers.name, ban=True)), Who.HOST,
        asks=(PickAsk(N_("Ban which player from this table?"), OTHERS, named=True),),
        sure=lambda model, answers: _with_kick(model, answers, worded("ban_sure")), yes=LABELS["ban"],
        usage="NAME", key="n", menu=True
    ),
    Action(
        *labelled("host"),
        send(lambda answers: net.HandOver(id=1, seat=answers.seat)), Who.HOST,
        asks=(PickAsk(N_("Who should host?"), _HEIRS),),
        sure=lambda _model, answers: worded("host_sure", name=answers.name),
        yes=LABELS["host"], usage="NAME", key="h", menu=True
    ),
    Action(
        *labelled("end"),
        sends(net.EndGame(id=1)), Who.HOST, in_game,
        sure=lambda _model, _answers: worded("end_sure"),
        yes=LABELS["end_yes"], key="e", menu=True
    ),
    Action(
        *labelled("close"), sends(net.CloseTable(id=1)), Who.HOST,
        sure=_close, yes=LABELS["close_yes"], key="d", menu=True
    ),
)
# fmt: on
"""In the order of the help and of the menu."""
