"""How a seed becomes a deal: every random choice of a game, by one written algorithm.

A choice is named by a label (`deal`, `reshuffle`, ...) and a counter that never repeats within a game. Its words are
SHAKE-256 over the label in ASCII, a zero byte, the 32 bytes of the seed and the counter as 8 bytes, big-endian; the
output is read as 16-bit words, big-endian. A number below `n` is made from them by rejection: a word that is not below
the largest multiple of `n` up to 65,536 is thrown away, the next one is taken modulo `n`. A shuffle is Fisher-Yates
from the last place down: for i = n-1 ... 1 swap place i with a place below i+1. Test vectors stand in
`tests/engine/test_shuffle.py`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from hashlib import shake_256
from operator import lt, mod
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
    """The items (at most 256) in an order that depends on label, seed and counter alone; `items` stays as it is."""
    order = list(items)
    last = len(order) - 1
    for i, j in zip(range(last, 0, -1), _places(len(order), label, seed, counter), strict=False):
        order[i], order[j] = order[j], order[i]
    return order


def _places(n: int, label: str, seed: bytes, counter: int) -> Iterable[int]:
    """For i = n-1 ... 1 a place below i+1."""
    if n < 2:
        return ()
    count = n + 16
    words = _words(label, seed, counter, count)
    sizes = range(n, 1, -1)
    limits = _LIMITS[n - 1 : 0 : -1]
    if all(map(lt, words, limits)):  # no word is thrown away: the common case, at the speed of the library
        return map(mod, words, sizes)
    while True:
        places = _with_rejection(n, words)
        if len(places) == n - 1:
            return places
        count *= 2  # so many words were thrown away that they ran out; the longer stream begins with the same ones
        words = _words(label, seed, counter, count)


def _with_rejection(n: int, words: Iterable[int]) -> list[int]:
    """The places that the words give, fewer than n-1 if they run out."""
    places: list[int] = []
    for word in words:
        size = n - len(places)
        if size == 1:
            break
        if word < _LIMITS[size - 1]:
            places.append(word % size)
    return places
