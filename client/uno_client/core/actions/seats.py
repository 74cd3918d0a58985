"""What is done from one's own seat: be ready, step away, ask for time."""

from uno_client.core.actions.action import Action, Who, send, sends
from uno_client.core.actions.asks import PickAsk, Seconds, oneself
from uno_client.core.model import Model
from uno_client.core.model.parts import Tone
from uno_client.core.model.question import GivenAnswers
from uno_client.core.navigation import Scope
from uno_client.core.people import timed
from uno_client.core.requests import Step, hint, want
from uno_client.core.standing import is_away, is_ready, is_there, seated, to_be_ready
from uno_client.messages import Ask
from uno_engine.language import N_, _
from uno_protocol import messages as net
from uno_protocol.room import RoomPhase


def _ready(model: Model, _answers: GivenAnswers) -> Step:
    if is_ready(model):
        return hint(model, _("You're ready. Waiting for the others."), Tone.INFO)
    return want(model, Ask(net.Ready(id=1)))


def _begins(model: Model) -> str | None:
    if model.phase is RoomPhase.FINISHED:
        return _("rematch")
    if model.phase is RoomPhase.BETWEEN_ROUNDS:
        return _("next round")
    return _("begin") if model.start.autostart else None


def _give_time(answers: GivenAnswers) -> net.GiveTime:
    seat = answers.whom.seat if answers.whom is not None else None
    return net.GiveTime(id=1, seat=seat or 0, seconds=answers.seconds or 0)


# A row is read as one.
# fmt: off
READY = Action(
    "ready", N_("ready"), N_("accept rules and seats, continue to the next round, or ask for a rematch"), _ready,
    Who.SEATED, to_be_ready, key="r", where=(Scope.WAITING, Scope.RESULT), enter=(Scope.WAITING, Scope.RESULT),
    tries=True, otherwise=_begins
)
AWAY = Action(
    "away", N_("step away"), N_("step away: a computer player plays for you until you come back"),
    sends(net.Away(id=1)), Who.SEATED, is_there, key="a", menu=True
)

SEATS = (
    READY,
    Action(
        "unready", N_("not ready"), N_("say that you're not ready yet"), sends(net.Ready(id=1, ready=False)),
        Who.SEATED, is_ready, key="r", where=(Scope.WAITING,), undoes="ready"
    ),
    AWAY,
    Action(
        "back", N_("play again"), N_("take your seat back from the computer player"), sends(net.Away(id=1, away=False)),
        Who.SEATED, is_away, key="a", where=(Scope.AWAY,), enter=(Scope.AWAY,), menu=True, undoes="away"
    ),
    Action(
        "time", N_("more time"), N_("extra seconds for each of your turns, or for any player's if you host"),
        send(_give_time), Who.SEATED, seated,
        (PickAsk(N_("Change whose time limit?"), timed, usual=oneself, alone=True), Seconds()),
        usage="[[PLAYER] SECONDS]",
        typing=N_("time 60: 60 seconds, time 0: none; time alone: what's left"), key="t", menu=True
    ),
)
# fmt: on
"""In the order of the help and of the menu."""
