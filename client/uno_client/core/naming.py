"""Naming: which person is meant by a name or a number that was typed. Pure."""

from collections.abc import Iterable, Mapping, Sequence
from typing import TypeVar

from uno_client.core.model import Model
from uno_engine.language import _
from uno_protocol.sentences import listing

_T = TypeVar("_T")


def numbered(typed: str, among: Sequence[_T]) -> _T | None:
    """The one that a typed number chooses, counted from 1; None if it chooses none."""
    number = int(typed) if typed.isascii() and typed.isdigit() and len(typed) < 4 else 0
    return among[number - 1] if 1 <= number <= len(among) else None


def people_here(model: Model) -> dict[int, str]:
    """The people at the table by number: that of the seat from 1, then spectators in order, behind the last seat."""
    if (room := model.room) is None:
        return {}
    seated = {seat: one.name for seat, one in enumerate(room.occupants, 1) if one is not None}
    return seated | dict(enumerate(room.watchers, len(room.occupants) + 1))


class Unclear(ValueError):
    """What was typed may mean several people. The text says how to tell one of them."""


def meant(typed: str, names: Iterable[str], numbers: Mapping[int, str], *, begun: bool = False) -> str | None:
    """The one of `names` that is meant by a number (`#2`, `2`) or by a name (`bob`, `"2"`), in whatever case.

    `begun`: or the only one that begins so. None if there is none. Raises Unclear.
    """
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
