"""The ways out: leave the table, quit the program. No seat is lost without a question."""

from uno_client.core.actions.action import Action, Who
from uno_client.core.model import Model
from uno_client.core.model.question import GivenAnswers
from uno_client.core.navigation import Scope
from uno_client.core.requests import Step, want
from uno_client.core.standing import in_game, seated
from uno_client.messages import Ask, Stop
from uno_engine.language import N_, _
from uno_protocol import messages as net

_LOST, _KEPT = N_("You'll lose this game."), N_("Your seat is kept: come back under the same name.")


def _quits(model: Model) -> bool:
    """Whether leaving the table ends the program: it is one's own, or can't be told."""
    return model.start.autostart or model.link.lost


def _leave(model: Model, _answers: GivenAnswers) -> Step:
    return want(model, Stop() if _quits(model) else Ask(net.LeaveTable(id=1)))


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
        return _("Leave the table for good? Your cards go back and the others play on.")
    if not seated(model):
        return ""
    return _("Leave the table? Another player will host.") if model.hosting else _("Leave the table?")


def _leave_label(model: Model) -> str | None:
    return _("quit") if not model.start.at_home and _quits(model) else None


# A row is read as one.
# fmt: off
LEAVE = Action(
    "leave", N_("leave"), N_("leave the table; in a solo game, quit"), _leave, Who.AT_TABLE, sure=_leave_text,
    yes=N_("leave"), easy=lambda model: not in_game(model), key="q", otherwise=_leave_label
)
QUIT = Action(
    "quit", N_("quit"), N_("quit; in a game your seat is kept"), lambda model, _answers: want(model, Stop()),
    sure=quit_text, yes=N_("quit"), key="q", where=(Scope.TABLES,),
    otherwise=lambda model: _("back") if model.start.at_home else None
)
# fmt: on
