"""The people at a table, and with whom something can be done."""

from collections.abc import Callable

from uno_client.core import chat
from uno_client.core.model import Model
from uno_client.core.model.question import GivenAnswers, Somebody
from uno_client.core.standing import hosting_at_rest
from uno_client.wording.levels import LIKE
from uno_engine.rules import Starter
from uno_protocol.room import Occupant
from uno_protocol.sentences import level_word

Among = Callable[[Model, GivenAnswers], tuple[Somebody, ...]]
"""Those of whom one is chosen, in the order of the list."""


def everybody(model: Model) -> tuple[Somebody, ...]:
    """Everyone seated, by seat, then those who watch."""
    if model.table is None:
        return ()
    watching = (Somebody(None, name) for name in model.table.room.watchers)
    return (*(each for each in seats(model) if each.name), *watching)


def seats(model: Model) -> tuple[Somebody, ...]:
    """Every seat; one that nobody has is without a name."""
    occupants = model.table.room.occupants if model.table is not None else ()
    return tuple(Somebody(seat, "") if each is None else _seated(seat, each) for seat, each in enumerate(occupants))


def _seated(seat: int, occupant: Occupant) -> Somebody:
    return Somebody(seat, occupant.name, occupant.bot is not None, occupant.connected)


def others(model: Model, _answers: GivenAnswers) -> tuple[Somebody, ...]:
    """Every other person at the table."""
    return tuple(each for each in everybody(model) if not each.bot and each.seat != model.seat)


def heard(model: Model, _answers: GivenAnswers) -> tuple[Somebody, ...]:
    """Those who may chat at the table."""
    silenced = model.table.room.muted if model.table is not None else ()
    return tuple(each for each in others(model, _answers) if each.name not in silenced)


def silenced(model: Model, _answers: GivenAnswers) -> tuple[Somebody, ...]:
    """Those who may not chat at the table, whether they are there or not."""
    return _named(model, model.table.room.muted if model.table is not None else [])


def listened_to(model: Model, _answers: GivenAnswers) -> tuple[Somebody, ...]:
    """Those whom the player can mute: who is at the table, and who has spoken."""
    names = [name for name in chat.people(model) if not chat.muted(model, name)]
    return _named(model, names)


def muted(model: Model, _answers: GivenAnswers) -> tuple[Somebody, ...]:
    """Those whom the player has muted."""
    return _named(model, chat.mutes(model))


def _named(model: Model, names: list[str]) -> tuple[Somebody, ...]:
    here = {each.name: each for each in everybody(model)}
    return tuple(here.get(name, Somebody(None, name, connected=False)) for name in names)


def heirs(model: Model, _answers: GivenAnswers) -> tuple[Somebody, ...]:
    """Those who can host in the player's place."""
    return tuple(each for each in others(model, _answers) if each.seat is not None and each.connected)


def timed(model: Model, _answers: GivenAnswers) -> tuple[Somebody, ...]:
    """Those whose time the player can change: anybody's as the host, else their own."""
    people = (each for each in everybody(model) if each.seat is not None and not each.bot)
    return tuple(each for each in people if model.hosting or each.seat == model.seat)


def bots(model: Model, _answers: GivenAnswers) -> tuple[Somebody, ...]:
    """The computer players at the table."""
    return tuple(each for each in everybody(model) if each.bot)


def levels(model: Model, _answers: GivenAnswers) -> tuple[Somebody, ...]:
    """A computer player of each level, where a seat is free."""
    free = model.table is not None and None in model.table.room.occupants
    return tuple(Somebody(None, level_word(level), bot=True, level=level) for level in LIKE) if free else ()


def movable(model: Model, _answers: GivenAnswers) -> tuple[Somebody, ...]:
    """Those who can be moved to another seat."""
    everyone = seats(model)
    return tuple(each for each in everyone if each.name) if len(everyone) > 1 else ()


def other_seats(model: Model, answers: GivenAnswers) -> tuple[Somebody, ...]:
    """The seats to which that player can move."""
    return tuple(each for each in seats(model) if answers.whom is None or each.seat != answers.whom.seat)


def players(model: Model, _answers: GivenAnswers) -> tuple[Somebody, ...]:
    """Everyone in a seat."""
    return tuple(each for each in seats(model) if each.name)


def names_starter(model: Model) -> bool:
    """Whether the host says who starts (A6)."""
    return hosting_at_rest(model) and model.rules is not None and model.rules.starter is Starter.CHOSEN
