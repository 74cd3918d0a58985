"""Requests: numbered, remembered until answered, never sent twice."""

from uno_client.core.deal import with_share
from uno_client.core.model import Model
from uno_client.core.model.parts import Notice, Tone
from uno_client.core.model.question import YesNo
from uno_client.exits import EXIT_PROTOCOL
from uno_client.messages import Ask, Command, Input, Quit, Send
from uno_client.structs import replace
from uno_client.wording import trust as told
from uno_engine.actions import Keep, PlayerAction
from uno_engine.language import N_, _
from uno_protocol import messages as net
from uno_protocol.messages import Request
from uno_protocol.versions import lacks
from uno_protocol.wire import request_from_action

Next = tuple[Model, tuple[Command, ...]]
Step = tuple[Model, tuple[Input, ...], tuple[Command, ...]]
"""What a key leads to: the next model, what the player wants by it (to be fed to `update`), commands for the shells."""


OFFLINE = N_("There's no connection at the moment.")
OLDER = N_("This server is older and can't do that yet.")


def say(model: Model, text: str, tone: Tone = Tone.INFO) -> Model:
    """The model with a notice for the player."""
    return replace(model, notice=Notice(text, tone, model.now))


def still(model: Model) -> Step:
    """Nothing but another model."""
    return model, (), ()


def want(model: Model, *wanted: Input) -> Step:
    """Inputs to be fed to `update`, in order."""
    return model, wanted, ()


def hint(model: Model, text: str, tone: Tone = Tone.FAULT) -> Step:
    """A notice for the player."""
    return still(say(model, text, tone))


def ask(model: Model, request: Request, openly: bool = False) -> Next:
    """Send a request under the next id. `openly`: also if there is a password in it that others can read."""
    if not model.link.online:
        return say(model, _(OFFLINE), Tone.FAULT), ()
    if isinstance(request, net.JoinTable | net.SpectateTable) and not request.password:
        # The one that has let the player in before in this run.
        known = model.lobby.passwords.get((model.server.key, code_of(model, request.table)), "")
        request = replace(request, password=known)
    if (model.server.exposed or model.server.unseen) and not openly and password_of(request):
        return _ask_openly(model, request)
    if lacks(model.server.version, request):
        return say(model, _(OLDER), Tone.FAULT), ()
    if isinstance(request, net.Ready):
        model, request = with_share(model, request)
    link, numbered = model.link, replace(request, id=model.link.next_id)
    model = replace(model, link=replace(link, next_id=link.next_id + 1, pending=(*link.pending, numbered)))
    return model, (Send(numbered),)


def code_of(model: Model, table: str) -> str:
    """The code of the table that the player calls so, as far as the list tells."""
    return next((line.code for line in model.lobby.tables or () if line.name == table), table.upper())


def with_password(model: Model, code: str, password: str | None) -> Model:
    """The model that remembers the password of that table; None: it is forgotten."""
    kept = {key: each for key, each in model.lobby.passwords.items() if key != (model.server.key, code)}
    if password is not None:
        kept[model.server.key, code] = password
    return replace(model, lobby=replace(model.lobby, passwords=kept))


def password_of(request: Request) -> str:
    """The password of a table that goes with a request; empty: none."""
    match request:
        case net.JoinTable(password=password, new=new):
            return password or ("" if new is None else new.password)
        case net.SpectateTable(password=password) | net.ChangeTable(password=password):
            return password or ""
        case net.CreateTable(new=new):
            return new.password
        case _:
            return ""


def _ask_openly(model: Model, request: Request) -> Next:
    """A password goes to nobody unseen, and not for others to read, unless the player says so (each time)."""
    if model.server.unseen:
        return model, (Quit(EXIT_PROTOCOL, _(told.PASSWORD_UNCONFIRMED)),)
    if model.start.openly:
        return ask(model, request, openly=True)
    if not model.start.attended:
        return model, (Quit(EXIT_PROTOCOL, _(told.PASSWORD_NEEDS_CONSENT)),)
    return replace(model, question=YesNo(_(told.PASSWORD_IN_THE_OPEN), Ask(request, openly=True), _("send it"))), ()


def act(model: Model, action: PlayerAction) -> Next:
    """Send what the player does at the table, for the decision that is open."""
    game = model.game
    if game is None:
        return say(model, _("There's no game yet."), Tone.FAULT), ()
    request = request_from_action(action, model.link.next_id, game.decision)
    if any(_same_answer(request, other) for other in model.link.pending):
        return model, ()
    play = replace(model.play, kept=model.play.kept or isinstance(action, Keep))
    return ask(replace(model, play=play, notice=None), request)


def _same_answer(request: net.PlayRequest, other: Request) -> bool:
    """Whether `other` already answers the same question (a key pressed twice)."""
    if not isinstance(other, net.PlayRequest) or other.decision != request.decision:
        return False
    beside = (net.CallUno, net.Catch)
    if isinstance(request, beside) or isinstance(other, beside):
        return type(request) is type(other)
    return not isinstance(other, net.Continuations)  # a question, no answer


def take_pending(model: Model, id: int | None) -> tuple[Model, Request | None]:
    """The request that an answer belongs to, taken off the list of those without one."""
    request = next((each for each in model.link.pending if each.id == id), None)
    left = tuple(each for each in model.link.pending if each.id != id)
    return replace(model, link=replace(model.link, pending=left)), request
