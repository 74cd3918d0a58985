"""The people at a table: with whom something can be done, and who is meant by a name or a number that was typed."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TypeVar

from uno_client.core import chat
from uno_client.core.model import Model
from uno_client.core.model.question import GivenAnswers, Somebody
from uno_client.wording.levels import LIKE
from uno_engine.language import _
from uno_protocol.room import Room
from uno_protocol.sentences import level_word, listing

_T = TypeVar("_T")

Among = Callable[[Model, GivenAnswers], tuple[Somebody, ...]]
"""Those of whom one is chosen, in the order of the list."""


def seats(model: Model) -> tuple[Somebody, ...]:
    """Every seat; one that nobody has is without a name."""
    return tuple(
        Somebody(seat, "") if one is None else Somebody(seat, one.name, one.bot is not None, one.connected)
        for seat, one in enumerate(model.occupants)
    )


def everybody(model: Model) -> tuple[Somebody, ...]:
    """Everyone seated, by seat, then those who watch, and the screens."""
    watching = () if model.room is None else watching_in(model.room)
    return (*(each for each in seats(model) if each.name), *(Somebody(None, name) for name in watching))


def watching_in(room: Room) -> list[str]:
    """The names of the spectators, then of the screens."""
    return [*room.watchers, *(room.screens or ())]


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


def numbered(typed: str, among: Sequence[_T]) -> _T | None:
    """The one that a typed number chooses, counted from 1; None if it chooses none."""
    number = int(typed) if typed.isascii() and typed.isdigit() and len(typed) < 4 else 0
    return among[number - 1] if 1 <= number <= len(among) else None


def people_here(model: Model) -> dict[int, str]:
    """The people at the table by number: that of the seat from 1, then spectators and screens in order."""
    if (room := model.room) is None:
        return {}
    seated = {seat: one.name for seat, one in enumerate(room.occupants, 1) if one is not None}
    return seated | dict(enumerate(watching_in(room), len(room.occupants) + 1))


class Unclear(ValueError):
    """What was typed may mean several people. The text says how to tell one of them."""


def meant(typed: str, names: Iterable[str], numbers: Mapping[int, str], *, begun: bool = False) -> str | None:
    """The one of `names` that is meant by `#2`, `2`, `bob` or `"2"`; `begun`: or begins so alone. Raises Unclear."""
    names, text = tuple(names), " ".join(typed.split())
    bare = text.removeprefix("#")
    number = int(bare) if bare.isascii() and bare.isdigit() and len(bare) < 4 else 0
    if text.startswith("#") and number:
        return numbers.get(number)
    quoted = len(text) > 2 and text[0] == text[-1] == '"'
    inner = text[1:-1] if quoted else text
    wanted = inner.casefold()
    named = {name for name in names if name.casefold() in (wanted, text.casefold())}
    if number in numbers and not quoted and named - {numbers[number]}:
        said = _('{text} could be two players: type #{text} for {name}, or "{text}" for the name.')
        raise Unclear(said.format(text=text, name=numbers[number]))
    if number in numbers and not quoted:
        return numbers[number]
    if not named and begun and wanted and not quoted:
        named = {name for name in names if name.casefold().startswith(wanted)}
        return named.pop() if len(named) == 1 else None
    exact = named & {inner, text}
    if len(exact or named) > 1:
        raise Unclear(_("{text} could be several players: {names}.").format(text=text, names=listing(sorted(named))))
    return next(iter(exact or named), None)


def unlike(model: Model, name: str) -> str | None:
    """Why a request that names somebody could hit another; None if nobody else at the table is shown so."""
    if list(people_here(model).values()).count(name) < 2:
        return None
    return _("Two people here are shown as {name}, so the server could take the wrong one.").format(name=name)


def read_seat(model: Model, words: Sequence[str]) -> int | None:
    """The seat of a name, or of a number counted from 1."""
    wanted, seats = " ".join(words).casefold(), range(len(model.occupants))
    called = (seat for seat, one in enumerate(model.occupants) if one is not None and one.name.casefold() == wanted)
    return next(called, numbered(wanted, seats))
