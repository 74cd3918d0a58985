"""Where the player is, as far as keys and screens are concerned, and the way to the first screens."""

from __future__ import annotations

from enum import Enum

from client.core import forms
from client.core.model import NO_CHAIN, Confirm, Model, PickColour, PickPlayer, PickSomebody, Screen, TypeIn
from client.trust import Doubt
from engine.decisions import (
    AnswerDrawFour,
    AnswerStack,
    ChoosePlayer,
    KeepOne,
    NameColour,
    PassCard,
    PlayDrawn,
    TakeTurn,
    Vote,
)
from engine.state import Phase
from protocol.room import RoomPhase


class Place(Enum):
    """Where the player is, as far as keys are concerned; the value is its heading in the help."""

    HELP = "Help"
    RULES = "Rules of a table"
    REASONS = "Why you can't play cards"
    MENU = "Table menu"
    CHANGE = "Changing the table"
    TRUST = "A server in doubt"
    CONFIRM = "Yes or no"
    TYPING = "Typing"
    SAYING = "Chat"
    SOMEBODY = "Picking somebody at the table"
    CONNECT = "Connecting"
    TABLES = "Table list"
    CREATE = "A new table"
    WAITING = "Waiting for the game"
    HAND = "At the table"
    CHAIN = "Playing a chain"
    DRAWN = "A card just drawn"
    COLOUR = "Naming a colour"
    PLAYER = "Choosing a player"
    CHALLENGE = "A Wild Draw Four against you"
    STACK = "A penalty against you"
    KEEP = "Keeping one card of a colour"
    PASS = "Passing a card on"
    VOTE = "Voting for a rule"
    AWAY = "Away"
    WATCHING = "Watching"
    RESULT = "After a round"


_ANSWERING = (Place.CHALLENGE, Place.STACK, Place.KEEP, Place.PASS)
AT_HAND = (Place.HAND, Place.CHAIN, Place.DRAWN, Place.COLOUR, Place.PLAYER, *_ANSWERING)
"""Where the own hand is before the player."""
AT_TABLE = (*AT_HAND, Place.VOTE, Place.RESULT, Place.WAITING, Place.WATCHING, Place.AWAY)
CHATTING = (Place.TABLES, *AT_TABLE)
"""Where something can be said."""


def key_place(model: Model) -> Place:
    """Where the player is as far as the next key is concerned: something that is being said takes it."""
    place = place_of(model)
    return Place.SAYING if model.draft.open and place in CHATTING else place


def place_of(model: Model) -> Place:
    """Where the player is."""
    if model.page is not None:
        return Place[model.page.name]
    if isinstance(model.question, Doubt):
        return Place.TRUST
    if isinstance(model.question, Confirm):
        return Place.CONFIRM
    if isinstance(model.question, TypeIn):
        return Place.TYPING
    match model.screen:
        case Screen.CONNECT:
            return Place.CONNECT
        case Screen.TABLES:
            return Place.TABLES
        case Screen.CREATE:
            return Place.CREATE
        case Screen.TABLE:
            return _place_at_table(model)


def _place_at_table(model: Model) -> Place:
    if isinstance(model.question, PickSomebody):
        return Place.SOMEBODY
    return Place.AWAY if model.away and model.phase is not RoomPhase.CLOSED else at_the_game(model)


def at_the_game(model: Model) -> Place:
    """Where at the table the player is by the phase and the question of the game."""
    game = model.game
    if isinstance(model.question, PickColour):
        return Place.COLOUR
    if isinstance(model.question, PickPlayer):
        return Place.PLAYER
    if model.phase in (None, RoomPhase.WAITING) or game is None:
        return Place.RESULT if _looks_back(model) else Place.WAITING
    if model.phase in (RoomPhase.BETWEEN_ROUNDS, RoomPhase.FINISHED, RoomPhase.CLOSED):
        return Place.RESULT
    if game.phase is Phase.VOTING:
        return Place.VOTE
    if model.seat is None:
        return Place.WATCHING
    if model.chain.cards:
        return Place.CHAIN
    if model.asked:
        return _ASKED.get(type(model.waiting_for), Place.HAND)
    return Place.HAND


def to_connect(model: Model) -> Model:
    """The connect screen, with what was typed there before."""
    return model.but(
        screen=Screen.CONNECT,
        form=forms.connect(model.address, model.name, password=model.wants_password),
        picked=None if model.wants_password else model.picked,
        question=None,
    )


def to_tables(model: Model) -> Model:
    """The list of tables."""
    return model.but(
        screen=Screen.TABLES,
        table=None,
        legal=(),
        countdown=None,
        question=None,
        chain=NO_CHAIN,
        page=None,
        result=None,
        uno=False,
        row=0,
    )


def _looks_back(model: Model) -> bool:
    """Whether the game that is over is still looked at, though somebody is ready for another already."""
    if model.game is None or model.phase is not RoomPhase.WAITING:
        return False
    if model.result is None or model.result.game_winners is None:
        return False
    return model.occupant is None or not model.occupant.ready


_ASKED: dict[type[object], Place] = {
    TakeTurn: Place.HAND,
    PlayDrawn: Place.DRAWN,
    NameColour: Place.COLOUR,
    ChoosePlayer: Place.PLAYER,
    AnswerDrawFour: Place.CHALLENGE,
    AnswerStack: Place.STACK,
    KeepOne: Place.KEEP,
    PassCard: Place.PASS,
    Vote: Place.VOTE,
}
