"""Where the player is, as far as keys and screens are concerned, and the way to the first screens."""

from uno_client.core import forms
from uno_client.core.model import Model
from uno_client.core.model.parts import Scope, Screen
from uno_client.core.model.question import Dialogue, Pending, YesNo
from uno_client.core.model.table import NO_CHAIN
from uno_client.core.standing import tonight
from uno_client.structs import replace
from uno_client.trust import Doubt
from uno_engine import decisions as asks
from uno_engine.state import Phase
from uno_protocol.room import RoomPhase

_ANSWERING = (Scope.CHALLENGE, Scope.STACK, Scope.KEEP, Scope.PASS, Scope.OWN_RULE)
BY_LETTERS = (Scope.LETTERS, Scope.SPELLING)
"""Where letters belong to the open question, as in the book of M6."""
AT_HAND = (*BY_LETTERS, Scope.HAND, Scope.CHAIN, Scope.DRAWN, Scope.COLOUR, Scope.PLAYER, *_ANSWERING)
"""Where the player's hand is on the screen."""
AT_CARDS = tuple(place for place in AT_HAND if place not in (*BY_LETTERS, Scope.COLOUR, Scope.PLAYER))
"""Where the cursor is on a card of it, and letters find one."""
AT_TABLE = (*AT_HAND, Scope.VOTE, Scope.RESULT, Scope.WAITING, Scope.WATCHING, Scope.AWAY)
HAND_KEYS = tuple(place for place in AT_HAND if place not in BY_LETTERS)
TABLE_KEYS = tuple(place for place in AT_TABLE if place not in BY_LETTERS)
"""Where letters are keys, and no answers."""
CHATTING = (Scope.TABLES, *AT_TABLE)
"""Where something can be said."""


def key_place(model: Model) -> Scope:
    """Where the player is as far as the next key is concerned: something that is being said takes it."""
    place = place_of(model)
    return Scope.SAYING if model.draft.open and place in CHATTING else place


def place_of(model: Model) -> Scope:
    """Where the player is."""
    if model.page is not None:
        return model.page
    if isinstance(model.question, Doubt):
        return Scope.TRUST
    if isinstance(model.question, YesNo):
        return Scope.CONFIRM
    if isinstance(model.question, Pending) and model.question.field is not None:
        return Scope.TYPING
    if model.screen is not Screen.TABLE:
        return Scope[model.screen.name]
    if model.replay is not None:
        return Scope.REPLAY
    if isinstance(model.question, Pending):
        return model.question.place
    return Scope.AWAY if model.away and model.phase is not RoomPhase.CLOSED else at_the_game(model)


def at_the_game(model: Model) -> Scope:
    """Where at the table the player is by the phase and the question of the game."""
    game = model.game
    if isinstance(model.question, Pending) and model.question.place is not Scope.SOMEBODY:
        return model.question.place
    if isinstance(model.question, Dialogue):
        return Scope.SPELLING
    if model.phase in (None, RoomPhase.WAITING) or game is None:
        # The game that is over is still looked at, though somebody is ready for another already.
        looks_back = game and model.result and model.result.game_winners is not None and model.phase
        return Scope.RESULT if looks_back and not (model.occupant and model.occupant.ready) else Scope.WAITING
    if model.room is not None and model.room.shares is not None:
        return Scope.WAITING  # the cards are being shuffled
    if model.phase in (RoomPhase.BETWEEN_ROUNDS, RoomPhase.FINISHED, RoomPhase.CLOSED):
        return Scope.RESULT
    if game.phase is Phase.VOTING:
        return Scope.VOTE
    if model.play.opened_at is not None:
        return Scope.OPENING
    if model.seat is None:
        return Scope.WATCHING
    if model.hand.chain.cards:
        return Scope.CHAIN
    place = _ASKED.get(type(model.waiting_for), Scope.HAND) if model.asked else Scope.HAND
    return Scope.LETTERS if model.spelled and place in (Scope.HAND, Scope.DRAWN) else place


def to_connect(model: Model) -> Model:
    """The connect screen, with what was typed there before."""
    return replace(
        model.picking(None if model.link.wants_password else model.picker.picked),
        screen=Screen.CONNECT,
        form=forms.connect(model.server.address, model.name, password=model.link.wants_password),
        replay=None,
        question=None,
    )


def to_tables(model: Model) -> Model:
    """The list of tables."""
    return replace(
        model,
        screen=Screen.TABLES,
        door=replace(model.door, tonight=tonight(model)),
        play=replace(model.play, table=None, legal=(), countdown=None),
        question=None,
        hand=replace(model.hand, chain=NO_CHAIN, uno=False),
        page=None,
        replay=None,
        row=0,
    )


_ASKED: dict[type[object], Scope] = {
    asks.PlayDrawn: Scope.DRAWN,
    asks.NameColour: Scope.COLOUR,
    asks.ChoosePlayer: Scope.PLAYER,
    asks.AnswerDrawFour: Scope.CHALLENGE,
    asks.AnswerStack: Scope.STACK,
    asks.KeepOne: Scope.KEEP,
    asks.PassCard: Scope.PASS,
    asks.Confirm: Scope.OWN_RULE,
    asks.Vote: Scope.VOTE,
}
