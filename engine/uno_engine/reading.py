"""How the value of an option is read from text: what it takes, what to offer, and the function that reads it."""

import re
from collections.abc import Callable
from enum import Enum
from typing import NamedTuple

from uno_engine.language import _


class Reader(NamedTuple):
    """The values of an option as text."""

    read: Callable[[str], object]
    """Reads a value; raises ValueError with what the option takes."""
    choices: tuple[str, ...]
    """Values to offer; a number option also takes those in between."""
    takes: str
    """The accepted values, for the tables of the documents."""


def one_of(choices: tuple[str, ...], read: Callable[[str], object]) -> Reader:
    """Takes these values and no others."""
    return Reader(read, choices, ", ".join(choices))


def numbers(least: int, most: int) -> tuple[str, ...]:
    """Whole numbers as text."""
    return tuple(map(str, range(least, most + 1)))


_WHOLE = re.compile(r"0|[1-9][0-9]{0,3}")
"""A whole number as people write it, up to 9999."""


def whole(least: int, most: int, *offered: str, takes: str = "") -> Reader:
    """Takes a whole number; offers all of them, or these."""

    def read(text: str) -> int:
        if not (_WHOLE.fullmatch(text) and least <= int(text) <= most):
            raise ValueError(
                _("takes a whole number from {least} to {most}, not {given}").format(
                    least=least, most=most, given=repr(text)
                )
            )
        return int(text)

    return Reader(read, offered or numbers(least, most), takes or f"{least} to {most}")


_PLAIN = re.compile(r"[0-9.]+(e-[0-9]+)?")
"""A decimal number as people write it, or `write_value` a very small one: never -0, which equals 0."""


def fraction(least: float, most: float, *offered: str, takes: str = "") -> Reader:
    """Takes a decimal number; offers these."""

    def read(text: str) -> float:
        try:
            value = float(text) if _PLAIN.fullmatch(text) else float("nan")
        except ValueError:
            value = float("nan")
        if not least <= value <= most:
            said = _("takes a number from {least} to {most}, not {given}")
            raise ValueError(said.format(least=f"{least:g}", most=f"{most:g}", given=repr(text)))
        return value

    return Reader(read, offered, takes or f"{least:g} to {most:g}")


def member(kind: type[Enum]) -> Reader:
    """Takes the values of an enumeration."""
    names = tuple(str(each.value) for each in kind)

    def read(text: str) -> Enum:
        if text not in names:
            said = _("takes one of {names}, not {given}")
            raise ValueError(said.format(names=", ".join(names), given=repr(text)))
        return kind(text)

    return one_of(names, read)


def _yes_no(text: str) -> bool:
    if text not in ("yes", "no"):
        raise ValueError(_("takes yes or no, not {given}").format(given=repr(text)))
    return text == "yes"


YES_NO = one_of(("yes", "no"), _yes_no)


def of_type(value: object) -> Reader:
    """The reader that follows from the type of a value. Raises TypeError if none does."""
    match value:
        case bool():
            return YES_NO
        case Enum():
            return member(type(value))
        case _:
            raise TypeError(f"an option such as {value!r} needs a reader")
