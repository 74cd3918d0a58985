"""Where does chance come from? One seed, and a stream of its own for whatever has a label."""

from __future__ import annotations

import hashlib
import random


class Dice:
    """Streams of chance that do not disturb each other: what one part draws, no other part notices."""

    def __init__(self, seed: str) -> None:
        self._seed = seed

    def stream(self, label: str) -> random.Random:
        """The stream of that label; asked twice, it begins anew."""
        return random.Random(f"{self._seed} {label}")


class Entropy:
    """Bytes for a server: unpredictable to look at, the same for the same seed and label."""

    def __init__(self, seed: str, label: str) -> None:
        self._label = f"{seed} {label}"
        self._drawn = 0

    def __call__(self, count: int) -> bytes:
        self._drawn += 1
        return hashlib.shake_256(f"{self._label} {self._drawn}".encode()).digest(count)
