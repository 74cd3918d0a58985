"""A computer player's luck: it comes from its own seed, a label and the decision number."""

from collections.abc import Sequence
from typing import TypeVar

from uno_engine.shuffle import below
from uno_engine.state import View

_T = TypeVar("_T")


def one_of(choices: Sequence[_T], label: str, view: View, seed: bytes) -> _T:
    """One of the choices, each as likely. The same label at the same decision gives the same place again."""
    if len(choices) == 1:
        return choices[0]
    return choices[below(len(choices), label, seed, view.decision)]


def happens(chance: float, label: str, view: View, seed: bytes) -> bool:
    """True with a chance from 0 to 1, in steps of a thousandth."""
    return below(1000, label, seed, view.decision) < chance * 1000
