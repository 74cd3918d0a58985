"""Where the player is, as far as keys and screens are concerned, and the way to the first screens."""

from enum import Enum

from uno_client.core import forms
from uno_client.core.model import Model
from uno_client.core.model.parts import Screen
from uno_client.core.model.question import Dialogue, Pending, YesNo
from uno_client.core.model.table import NO_CHAIN
from uno_client.core.standing import tonight
from uno_client.structs import replace
from uno_client.trust import Doubt
from uno_engine import decisions as asks
from uno_engine.language import N_
from uno_engine.state import Phase
from uno_protocol.room import RoomPhase


class Scope(Enum):
    """Where the player is, as far as keys are concerned; the value is its heading in the help."""

    HELP = N_("Help")
    RULES = N_("Rules of a table")
    REASONS = N_("Why you can't play cards")
    MENU = N_("Table menu")
    CHANGE = N_("Changing the table")
    QR = N_("QR code for phones")
    TRUST = N_("A server in doubt")
    CONFIRM = N_("Yes or no")
    TYPING = N_("Typing")
    SAYING = N_("Chat")
    SOMEBODY = N_("Picking somebody at the table")
    DOOR = N_("The front door")
    SETTINGS = N_("Settings")
    HOSTED = N_("Your server")
    CONNECT = N_("Connecting")
    TABLES = N_("Table list")
    CREATE = N_("A new table")
    WAITING = N_("Waiting for the game")
    OPENING = N_("Before a deal")
    LETTERS = N_("Playing by letters")
    SPELLING = N_("A card by letters")
    HAND = N_("At the table")
    CHAIN = N_("Playing several cards")
    DRAWN = N_("A card just drawn")
    COLOUR = N_("Naming a colour")
    PLAYER = N_("Choosing a player")
    CHALLENGE = N_("A Wild Draw Four against you")
    STACK = N_("A penalty against you")
    KEEP = N_("Keeping one card of a colour")
    PASS = N_("Passing a card on")
    OWN_RULE = N_("The host's own rule")
    VOTE = N_("Voting for a rule")
    AWAY = N_("Away")
    WATCHING = N_("Watching")
    RESULT = N_("After a round")


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
        return Scope[model.page.name]
    if isinstance(model.question, Doubt):
        return Scope.TRUST
    if isinstance(model.question, YesNo):
        return Scope.CONFIRM
    if isinstance(model.question, Pending) and model.question.field is not None:
        return Scope.TYPING
    if model.screen is not Screen.TABLE:
        return Scope[model.screen.name]
    if isinstance(model.question, Pending):
        return Scope[model.question.place]
    return Scope.AWAY if model.away and model.phase is not RoomPhase.CLOSED else at_the_game(model)


def at_the_game(model: Model) -> Scope:
    """Where at the table the player is by the phase and the question of the game."""
    game = model.game
    if isinstance(model.question, Pending) and model.question.place != Scope.SOMEBODY.name:
        return Scope[model.question.place]
    if isinstance(model.question, Dialogue):
        return Scope.SPELLING
    if model.phase in (None, RoomPhase.WAITING) or game is None:
        # The game that is over is still looked at, though somebody is ready for another already.
        looks_back = game and model.result and model.result.game_winners is not None and model.phase
        return Scope.RESULT if looks_back and not (model.occupant and model.occupant.ready) else Scope.WAITING
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
        row=0,
    )


_ASKED: dict[type[object], Scope] = {
    asks.TakeTurn: Scope.HAND,
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
