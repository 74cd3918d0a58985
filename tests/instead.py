"""Faults that are planted in the code of this process: a function in place of one that is right."""

from collections.abc import Callable
from typing import TypeVar

import pytest

Plant = Callable[[pytest.MonkeyPatch], None]
Answer = TypeVar("Answer")
Right = Callable[..., Answer]
"""What is right, and is replaced."""


def planted(owner: object, name: str) -> Callable[[Callable[..., object]], Plant]:
    """Plants a function in place of that one of a class or module, which it is given before all else."""

    def of(wrong: Callable[..., object]) -> Plant:
        def plant(patch: pytest.MonkeyPatch) -> None:
            right = getattr(owner, name)

            def instead(*known: object, **more: object) -> object:
                return wrong(right, *known, **more)

            patch.setattr(owner, name, instead)

        plant.__name__ = wrong.__name__
        return plant

    return of
