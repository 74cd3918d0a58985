"""The deal comes from the seed by the written algorithm, which is written again here from its description."""

from collections.abc import Callable
from hashlib import shake_256

import pytest

from uno_engine import shuffle
from uno_engine.shuffle import below, shuffled

SEED = bytes(range(32))


def numbers(label: str, seed: bytes, counter: int, ranges: list[int]) -> list[int]:
    """One number below each of `ranges`, as the description says: 16-bit words, those above the limit thrown away."""
    stream = shake_256(label.encode() + b"\x00" + seed + counter.to_bytes(8, "big")).digest(20_000)
    found, at = [], 0
    for n in ranges:
        limit = 65_536 // n * n
        while (word := stream[at] * 256 + stream[at + 1]) >= limit:
            at += 2
        found.append(word % n)
        at += 2
    return found


def after_words_to_throw_away(wasted: int) -> Callable[[str, bytes, int, int], tuple[int, ...]]:
    """The stream of words with so many of the highest before it, which stand above every limit but that of 2, 4, 8 …"""

    def words(label: str, seed: bytes, counter: int, count: int) -> tuple[int, ...]:
        return ((0xFFFF,) * wasted + drawn(label, seed, counter, count))[:count]

    drawn = shuffle._words
    return words


def by_description(items: list[int], label: str, seed: bytes, counter: int) -> list[int]:
    places = list(range(len(items) - 1, 0, -1))
    for i, j in zip(places, numbers(label, seed, counter, [i + 1 for i in places]), strict=True):
        items[i], items[j] = items[j], items[i]
    return items


@pytest.mark.parametrize("label", ["deal", "reshuffle", "left"])
@pytest.mark.parametrize("counter", [0, 1, 255, 2**40])
@pytest.mark.parametrize("size", [0, 1, 2, 3, 108, 216, 256])
def test_a_shuffle_is_the_one_described(label: str, counter: int, size: int) -> None:
    assert shuffled(range(size), label, SEED, counter) == by_description(list(range(size)), label, SEED, counter)


@pytest.mark.parametrize("n", [1, 2, 3, 10, 255, 40_000, 65_536])
def test_a_number_below_n_is_the_one_described(n: int) -> None:
    for counter in range(20):
        assert below(n, "seat", SEED, counter) == numbers("seat", SEED, counter, [n])[0]


def test_a_number_goes_on_where_many_words_in_a_row_are_thrown_away(monkeypatch: pytest.MonkeyPatch) -> None:
    for_sure = [below(10, "seat", SEED, counter) for counter in range(20)]
    monkeypatch.setattr(shuffle, "_words", after_words_to_throw_away(40))
    assert [below(10, "seat", SEED, counter) for counter in range(20)] == for_sure


@pytest.mark.parametrize("size", [3, 10, 108])
def test_a_shuffle_goes_on_where_many_words_in_a_row_are_thrown_away(
    monkeypatch: pytest.MonkeyPatch, size: int
) -> None:
    monkeypatch.setattr(shuffle, "_words", after_words_to_throw_away(150))
    for counter in range(20):
        assert shuffled(range(size), "deal", SEED, counter) == by_description(list(range(size)), "deal", SEED, counter)


@pytest.mark.parametrize("n", [0, -1, 65_537])
def test_nothing_can_be_chosen_from_none_or_too_many(n: int) -> None:
    with pytest.raises(ValueError, match="cannot choose"):
        below(n, "seat", SEED, 0)
