"""How does a wish become a request? Numbered, remembered until it is answered, never sent twice for one question."""

from __future__ import annotations

from msgspec.structs import replace as with_fields

from client.inputs import Command, Send
from client.model import LinkState, Model, Notice, Tone
from engine.actions import PlayerAction
from protocol import messages as net
from protocol.messages import Request
from protocol.wire import request_from_action

Next = tuple[Model, tuple[Command, ...]]
"""The model, and commands for the shells, in order."""


OFFLINE = "There is no connection at the moment."


def say(model: Model, text: str, tone: Tone = Tone.INFO) -> Model:
    """The model with a notice for the player."""
    return model.but(notice=Notice(text, tone, model.now))


def ask(model: Model, request: Request) -> Next:
    """Send a request under the next id."""
    if model.link is not LinkState.ONLINE:
        return say(model, OFFLINE, Tone.FAULT), ()
    numbered = with_fields(request, id=model.next_id)
    model = model.but(next_id=model.next_id + 1, pending=(*model.pending, numbered))
    return model, (Send(numbered),)


def act(model: Model, action: PlayerAction) -> Next:
    """Send what the player does at the table, for the decision that is open."""
    game = model.game
    if game is None:
        return say(model, "There is no game yet.", Tone.FAULT), ()
    request = request_from_action(action, model.next_id, game.decision)
    if any(_same_answer(request, other) for other in model.pending):
        return model, ()
    return ask(model.but(notice=None), request)


def _same_answer(request: net.PlayRequest, other: Request) -> bool:
    """Whether `other` already answers the same question (a key pressed twice)."""
    if not isinstance(other, net.PlayRequest) or other.decision != request.decision:
        return False
    if isinstance(other, net.Continuations):  # a question, no answer
        return False
    beside = (net.CallUno, net.Catch)
    if isinstance(request, beside) or isinstance(other, beside):
        return type(request) is type(other)
    return True


def take_pending(model: Model, id: int | None) -> tuple[Model, Request | None]:
    """The request that an answer belongs to, taken off the list of those without one."""
    request = next((each for each in model.pending if each.id == id), None)
    return model.but(pending=tuple(each for each in model.pending if each.id != id)), request
