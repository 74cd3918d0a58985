"""What can come of a typed line, and when does a command apply? Values only."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from client.dialogue import Dialogue
from client.inputs import Input
from client.model import Model
from engine.actions import Listed
from engine.state import Phase
from protocol.messages import NewTable
from protocol.room import RoomPhase


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


@dataclass(frozen=True, slots=True)
class Command:
    """One command: how it is written, what it is for, what it does with the words behind its name, when it applies."""

    usage: str
    help: str
    run: Run
    applies: Callable[[Model], bool] = anywhere
