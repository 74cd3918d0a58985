"""The people at a table, and with whom something can be done."""

from collections.abc import Callable, Iterable

from uno_client.core import chat
from uno_client.core.model import Model
from uno_client.core.model.question import GivenAnswers, Somebody
from uno_client.wording.levels import LIKE
from uno_protocol.sentences import level_word

Among = Callable[[Model, GivenAnswers], tuple[Somebody, ...]]
"""Those of whom one is chosen, in the order of the list."""


def seats(model: Model) -> tuple[Somebody, ...]:
    """Every seat; one that nobody has is without a name."""
    return tuple(
        Somebody(seat, "") if one is None else Somebody(seat, one.name, one.bot is not None, one.connected)
        for seat, one in enumerate(model.occupants)
    )


def everybody(model: Model) -> tuple[Somebody, ...]:
    """Everyone seated, by seat, then those who watch."""
    watchers = () if model.room is None else model.room.watchers
    return (*(each for each in seats(model) if each.name), *(Somebody(None, name) for name in watchers))


def those(fits: Callable[[Model, Somebody], bool]) -> Among:
    """Those at the table whom that fits."""
    return lambda model, _answers: tuple(each for each in everybody(model) if fits(model, each))


def named(names: Callable[[Model], Iterable[str]]) -> Among:
    """Those of these names, whether they are at the table or not."""

    def among(model: Model, _answers: GivenAnswers) -> tuple[Somebody, ...]:
        here = {each.name: each for each in everybody(model)}
        return tuple(here.get(name, Somebody(None, name, connected=False)) for name in names(model))

    return among


def silenced(model: Model) -> Iterable[str]:
    """Those who may not chat at the table."""
    return () if model.room is None else model.room.muted


def another(model: Model, each: Somebody) -> bool:
    """Whether that is another person."""
    return not each.bot and each.seat != model.seat


OTHERS = those(another)
BOTS = those(lambda _model, each: each.bot)
PLAYERS = those(lambda _model, each: each.seat is not None)
LISTENED_TO = named(lambda model: [name for name in chat.people(model) if not chat.muted(model, name)])
"""Those whom the player can mute: who is at the table, and who has spoken."""


def levels(model: Model, _answers: GivenAnswers) -> tuple[Somebody, ...]:
    """A computer player of each level, where a seat is free."""
    free = None in model.occupants
    return tuple(Somebody(None, level_word(level), bot=True, level=level) for level in LIKE) if free else ()


def other_seats(model: Model, answers: GivenAnswers) -> tuple[Somebody, ...]:
    """The seats to which that player can move."""
    return tuple(each for each in seats(model) if answers.whom is None or each.seat != answers.whom.seat)
