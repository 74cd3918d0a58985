"""What is done from one's own seat: be ready, step away, ask for time, leave. None is lost without a question."""

from uno_client.core.actions.action import (
    Action,
    PickAsk,
    TextAsk,
    Then,
    Who,
    labelled,
    line,
    never,
    seconds_line,
    send,
    sends,
)
from uno_client.core.fetching import fetch
from uno_client.core.model import Model
from uno_client.core.model.parts import Scope, Tone
from uno_client.core.model.question import GivenAnswers
from uno_client.core.people import those
from uno_client.core.requests import Step, hint, want
from uno_client.core.standing import can_record, in_game, is_ready
from uno_client.messages import Ask, Stop
from uno_engine.language import N_, _
from uno_protocol import messages as net
from uno_protocol.labels import LABELS, worded
from uno_protocol.room import RoomPhase


def _ready(model: Model, _answers: GivenAnswers) -> Step:
    if is_ready(model) and not model.away:
        return hint(model, _("You're ready. Waiting for the others."), Tone.INFO)
    return want(model, Ask(net.Ready(id=1)))


def _begins(model: Model) -> str | None:
    if model.phase is RoomPhase.FINISHED:
        return worded("rematch")
    if model.phase is RoomPhase.BETWEEN_ROUNDS:
        return _("next round")
    return _("begin") if model.start.autostart else None


_TIMED = those(lambda m, each: each.seat is not None and not each.bot and (m.hosting or each.seat == m.seat))
_LOST, _KEPT = N_("You'll lose this game."), N_("Your seat is kept: come back under the same name.")


def _quits(model: Model) -> bool:
    """Whether leaving the table ends the program: it is one's own, or can't be told."""
    return model.start.autostart or model.link.lost


def quit_text(model: Model, _answers: GivenAnswers = GivenAnswers(), *, to_the_door: bool = True) -> str:  # noqa: B008  (frozen)
    """What is asked of a player who quits in mid-game; else empty. `to_the_door`: the front door is behind the game."""
    if model.lesson is not None or not in_game(model):
        return ""
    ways = _("Leave?") if model.start.at_home and to_the_door else _("Quit?")
    return f"{ways} {_(_LOST if model.start.autostart else _KEPT)}"


def _leave_text(model: Model, answers: GivenAnswers) -> str:
    if _quits(model):
        return quit_text(model, answers)
    if in_game(model):
        return worded("leave_game_sure")
    if model.seat is None:
        return ""
    return _("Leave the table? Another player will host.") if model.hosting else worded("leave_sure")


def _record(model: Model, answers: GivenAnswers) -> Step:
    return fetch(model, answers.text or "")


def _answers_claim(*, allow: bool) -> Then:
    """What answers the claim that the player sees."""

    def then(model: Model, _answers: GivenAnswers) -> Step:
        assert model.room is not None
        assert model.room.claim is not None
        claim, number = model.room.claim, model.room.claim_number
        return want(model, Ask(net.AnswerClaim(id=1, seat=claim, allow=allow, number=number)))

    return then


# A row is read as one.
# fmt: off
SEATS = (
    Action(
        "ready", LABELS["ready"], N_("accept rules and seats, continue to the next round, or ask for a rematch"),
        _ready, Who.SEATED, lambda model: is_ready(model) is False, key="r", where=(Scope.WAITING, Scope.RESULT),
        enter=(Scope.WAITING, Scope.RESULT), tries=True, otherwise=_begins
    ),
    Action(
        "unready", LABELS["not_ready"], N_("say that you're not ready yet"), sends(net.Ready(id=1, ready=False)),
        Who.SEATED, lambda model: bool(is_ready(model)) and not model.away, key="r", where=(Scope.WAITING,),
        undoes="ready"
    ),
    Action(
        *labelled("away"),
        sends(net.Away(id=1)), Who.SEATED, lambda model: not model.away, key="a", menu=True
    ),
    Action(
        *labelled("back"), sends(net.Away(id=1, away=False)),
        Who.SEATED, lambda model: model.away, key="a", where=(Scope.AWAY,), enter=(Scope.AWAY,), menu=True,
        undoes="away"
    ),
    Action(
        *labelled("time"),
        send(lambda said: net.GiveTime(id=1, seat=said.seat, seconds=said.seconds or 0)), Who.SEATED,
        asks=(
            PickAsk(N_("Change whose time limit?"), _TIMED, usually=lambda m, x: x.seat == m.seat, alone=True),
            TextAsk(seconds_line, "seconds")
        ),
        usage="[[PLAYER] SECONDS]", typing=N_("time 60: 60 seconds, time 0: none; time alone: what's left"), key="t",
        menu=True
    ),
    Action(
        "allow", LABELS["allow"], N_("give the seat to the one who asks for it, as you know who it is"),
        _answers_claim(allow=True), Who.SEATED, lambda model: model.room is not None and model.room.claim is not None,
        key="g", menu=True, unless=N_("Nobody asks for a seat here.")
    ),
    Action(
        "refuse", LABELS["refuse"], N_("don't give the seat to the one who asks for it"),
        _answers_claim(allow=False), Who.SEATED,
        lambda model: model.room is not None and model.room.claim is not None, key="r", menu=True,
        unless=N_("Nobody asks for a seat here.")
    ),
    Action(
        *labelled("device"),
        sends(net.MoveDevice(id=1)), Who.SEATED, key="f", menu=True
    ),
    Action(
        "record", N_("save"), N_("save the record of the game in a file, to watch or check it again"),
        _record, Who.ANYONE,
        lambda model: model.table is None or can_record(model),
        (TextAsk(line(N_("File"), N_("For example: friday.unorec")), due=never),), usage="[FILE]", key="w",
        where=(Scope.RESULT, Scope.WAITING), unless=N_("You can save a game after each round.")
    ),
)
LEAVE = Action(
    *labelled("leave"),
    lambda model, _answers: want(model, Stop() if _quits(model) else Ask(net.LeaveTable(id=1))), Who.AT_TABLE,
    sure=_leave_text, yes=LABELS["leave"], easy=lambda model: not in_game(model), key="q",
    otherwise=lambda model: _("quit") if not model.start.at_home and _quits(model) else None
)
QUIT = Action(
    "quit", N_("quit"), N_("quit; in a game your seat is kept"), lambda model, _answers: want(model, Stop()),
    sure=quit_text, yes=N_("quit"), key="q", where=(Scope.TABLES,),
    otherwise=lambda model: worded("go_back") if model.start.at_home else None
)
# fmt: on
