"""What can come of a typed line, and when does a command apply? Values only."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from client.dialogue import Dialogue
from client.inputs import Input
from client.model import Model
from engine.actions import Listed
from engine.decisions import Decision, Vote
from engine.state import Phase
from protocol.messages import NewTable
from protocol.room import Occupant, Room, RoomPhase


@dataclass(frozen=True, slots=True)
class Say:
    """An answer from what is known already."""

    lines: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Want:
    """Something to be fed to the core."""

    input: Input


@dataclass(frozen=True, slots=True)
class Check:
    """A question with yes and no; yes feeds `input`."""

    question: str
    input: Input


@dataclass(frozen=True, slots=True)
class Secret:
    """The next line is a password, kept from the screen where that can be; `then` says what is wanted with it."""

    question: str
    then: Callable[[str], Input]


@dataclass(frozen=True, slots=True)
class Begin:
    """The dialogue letter by letter (M6) begins."""

    dialogue: Dialogue


@dataclass(frozen=True, slots=True)
class Turn:
    """Something of the client's own changes (the chain that is being built), then inputs are fed to the core.

    `said`: what is told of it; without it and without inputs, the choices are.
    """

    model: Model
    inputs: tuple[Input, ...] = ()
    said: tuple[str, ...] = ()


Outcome = Say | Want | Check | Secret | Begin | Turn


@dataclass(frozen=True, slots=True)
class Setting:
    """What a command may look at: the model, how a new table is opened, the list of choices that was shown."""

    model: Model
    new: NewTable
    shown: tuple[Listed, ...] = ()


Run = Callable[[Setting, list[str]], Outcome]
"""What a command does with the words behind its name."""


When = Callable[[Model], bool]
"""Whether a command applies."""


# --- when a command applies: the help lists what does ------------------------------------------------------------


def anywhere(_model: Model) -> bool:
    """Everywhere and always."""
    return True


def in_lobby(model: Model) -> bool:
    """At no table."""
    return model.table is None


def at_table(model: Model) -> bool:
    """At a table, in a seat or watching."""
    return model.table is not None


def watching(model: Model) -> bool:
    """At a table without a seat."""
    return model.table is not None and model.seat is None


def seated(model: Model) -> bool:
    """In a seat."""
    return model.seat is not None


def in_round(model: Model) -> bool:
    """Taking part in a round that is being played, or in the vote before it."""
    game, seat = model.game, model.seat
    voting_or_playing = (Phase.VOTING, Phase.PLAYING)
    return game is not None and seat is not None and game.phase in voting_or_playing and game.seated[seat]


def asked_for(*kinds: type[Decision]) -> When:
    """Asked one of these questions."""
    return lambda model: model.asked and isinstance(model.waiting_for, kinds)


def in_play(model: Model) -> bool:
    """Taking part in a round, with cards in hand."""
    return in_round(model) and not isinstance(model.waiting_for, Vote)


def occupant(model: Model) -> Occupant | None:
    """Whoever has the own seat: what the table says of the player."""
    return None if model.table is None or model.seat is None else model.table.room.occupants[model.seat]


def to_be_ready(model: Model) -> bool:
    """In a seat while no round is being played, and not ready."""
    own = occupant(model)
    return between_deals(model) and own is not None and not own.ready


def is_ready(model: Model) -> bool:
    """In a seat while no round is being played, and ready by oneself."""
    own = occupant(model)
    return between_deals(model) and own is not None and own.ready and own.stand_in is None


def is_away(model: Model) -> bool:
    """In a seat in which a computer player sits in."""
    own = occupant(model)
    return own is not None and own.stand_in is not None


def is_there(model: Model) -> bool:
    """In a seat, playing oneself."""
    return seated(model) and not is_away(model)


def between_deals(model: Model) -> bool:
    """In a seat while no round is being played."""
    return model.seat is not None and model.phase in (
        RoomPhase.WAITING,
        RoomPhase.BETWEEN_ROUNDS,
        RoomPhase.FINISHED,
    )


def hosting(model: Model) -> bool:
    """The host of the table."""
    return model.hosting


def hosting_at_rest(model: Model) -> bool:
    """The host of a table where no game is on."""
    return model.hosting and model.phase in (RoomPhase.WAITING, RoomPhase.FINISHED)


def hosting_a_game(model: Model) -> bool:
    """The host of a table where a game is on."""
    return model.hosting and not hosting_at_rest(model)


def hosting_bots(model: Model) -> bool:
    """The host of a table where computer players sit."""
    return model.table is not None and model.hosting and any(one and one.bot for one in model.table.room.occupants)


def hosting_where(is_so: Callable[[Room], object]) -> When:
    """The host of a table that is so."""
    return lambda model: model.table is not None and model.hosting and bool(is_so(model.table.room))


@dataclass(frozen=True, slots=True)
class Command:
    """One command: how it is written, what it is for, what it does with the words behind its name, when it applies."""

    usage: str
    help: str
    run: Run
    applies: When = anywhere
