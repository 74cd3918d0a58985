"""How a seed becomes a deal: every random choice of a game, by one written algorithm.

A choice is named by a label (`deal`, `reshuffle`, ...) and a counter that never repeats within a game. Its words are
SHAKE-256 over the label in ASCII, a zero byte, the 32 bytes of the seed and the counter as 8 bytes, big-endian; the
output is read as 16-bit words, big-endian. A number below `n` is made from them by rejection: a word that is not below
the largest multiple of `n` up to 65,536 is thrown away, the next one is taken modulo `n`. A shuffle is Fisher-Yates
from the last place down: for i = n-1 ... 1 swap place i with a place below i+1. Test vectors are in
`tests/engine/test_shuffle.py`.
"""

from collections.abc import Iterable, Sequence
from functools import cache
from hashlib import shake_256
from struct import unpack
from typing import TypeVar

SEED_BYTES = 32
"""Length of a seed in bytes (256 bits)."""

_SPAN = 0x10000
_T = TypeVar("_T")


def _words(label: str, seed: bytes, counter: int, count: int) -> tuple[int, ...]:
    source = label.encode("ascii") + b"\0" + seed + counter.to_bytes(8, "big")
    return unpack(f">{count}H", shake_256(source).digest(2 * count))


@cache
def _limit(n: int) -> int:
    return _SPAN - _SPAN % n


_LIMITS = tuple(_limit(n) for n in range(1, 257))


def below(n: int, label: str, seed: bytes, counter: int) -> int:
    """A number 0 <= x < n, evenly distributed. Raises ValueError unless 1 <= n <= 65,536."""
    if not 1 <= n <= _SPAN:
        raise ValueError(f"cannot choose one of {n}")
    limit = _limit(n)
    count = 16
    while True:
        for word in _words(label, seed, counter, count):
            if word < limit:
                return word % n
        count *= 2


def shuffled(items: Sequence[_T], label: str, seed: bytes, counter: int) -> list[_T]:
    """The items (at most 256) in an order that depends only on label, seed and counter; `items` is unchanged."""
    order = list(items)
    places = range(len(order) - 1, 0, -1)
    for i, word in zip(places, _words(label, seed, counter, len(order)), strict=False):
        if word >= _LIMITS[i]:
            break  # a word is thrown away: begin again, the long way
        j = word % (i + 1)
        order[i], order[j] = order[j], order[i]
    else:
        return order
    return _shuffled_with_rejection(items, label, seed, counter)


def _shuffled_with_rejection(items: Sequence[_T], label: str, seed: bytes, counter: int) -> list[_T]:
    count = len(items) + 16
    while True:
        order = list(items)
        if _permute(order, _words(label, seed, counter, count)):
            return order
        count *= 2  # so many words were thrown away that they ran out; the longer stream begins with the same ones


def _permute(order: list[_T], words: Iterable[int]) -> bool:
    """Shuffle `order` in place; False if the words ran out."""
    i = len(order) - 1
    for word in words:
        if word < _LIMITS[i]:
            j = word % (i + 1)
            order[i], order[j] = order[j], order[i]
            i -= 1
            if not i:
                return True
    return False
