"""Commitment, hashes and seed are those of the description (P-7.33 to P-7.36), which is written again here."""

from hashlib import shake_256
from typing import Any, NamedTuple

import pytest

from tests.golden import golden
from uno_engine.cards import deck
from uno_engine.mixing import MixingFault, commitment, list_fault, mixed_seed, mixing_fault, share_hash
from uno_engine.presets import PRESETS
from uno_engine.shuffle import shuffled

DEALS = golden("deals")


def described(label: str, text: str) -> str:
    return shake_256(label.encode() + b"\0" + bytes.fromhex(text)).hexdigest(32)


@pytest.mark.parametrize("row", DEALS, ids=lambda row: row["preset"])
def test_the_examples_follow_from_the_description(row: dict[str, Any]) -> None:
    secret, seats = row["secret"], list(zip(row["kinds"], row["shares"], strict=True))
    assert row["commitment"] == described("uno-secret", secret)
    hashes = [one and described("uno-share", f"{seat:02x}{one}") for seat, (_, one) in enumerate(seats)]
    assert row["hashes"] == hashes
    mixed = "".join(f"{kind:02x}{one or ''}" for kind, one in seats)
    assert row["seed"] == (described("uno-deal", secret + mixed) if any(row["shares"]) else secret)


@pytest.mark.parametrize("row", DEALS, ids=lambda row: row["preset"])
def test_the_engine_makes_the_examples(row: dict[str, Any]) -> None:
    secret, shares = bytes.fromhex(row["secret"]), [one and bytes.fromhex(one) for one in row["shares"]]
    seed, rules = mixed_seed(secret, row["kinds"], shares), PRESETS[row["preset"]]
    assert (commitment(secret).hex(), seed.hex()) == (row["commitment"], row["seed"])
    assert [one and share_hash(seat, one).hex() for seat, one in enumerate(shares)] == row["hashes"]
    assert list(map(str, shuffled(deck(rules.decks, rules.extra), "deal", seed, 1))) == row["deal"]


class Closed(NamedTuple):
    """A list of four seats that was closed: the bytes of the first are there, those of the last are missing."""

    kinds: tuple[int, ...] = (1, 2, 0, 1)
    shares: tuple[str | None, ...] = ("00" * 16, None, None, None)
    dropped: tuple[int, ...] = (3,)


LISTED = (share_hash(0, bytes(16)).hex(), None, None, "ab" * 32)
SECRET = bytes(range(32))
SEED = mixed_seed(SECRET, Closed().kinds, [bytes(16), None, None, None])


def test_a_list_that_was_closed_as_it_should_leads_to_the_seed() -> None:
    assert mixing_fault(SECRET, SEED, Closed().kinds, LISTED, Closed()) is None
    assert mixing_fault(SECRET, SECRET, Closed().kinds, (), None) is None
    assert mixing_fault(SECRET, SECRET, Closed().kinds, LISTED, Closed(shares=(None,) * 4, dropped=(0, 3))) is None
    assert mixing_fault(SECRET, SECRET, Closed().kinds, LISTED, Closed()) is MixingFault.SEED


@pytest.mark.parametrize(
    ("listed", "mixed", "fault"),
    [
        (LISTED, None, MixingFault.UNCLOSED),
        ((), Closed(), MixingFault.UNLISTED),
        ((*LISTED[:3], None), Closed(shares=("00" * 16, None, None, "00" * 16), dropped=()), MixingFault.UNLISTED),
        (LISTED, Closed(shares=("00" * 16,)), MixingFault.CHANGED),
        (LISTED, Closed(shares=("01" * 16, None, None, None)), MixingFault.CHANGED),
        (LISTED, Closed(shares=("nonsense", None, None, None)), MixingFault.CHANGED),
        ((share_hash(0, b"s").hex(), *LISTED[1:]), Closed(shares=("73", None, None, None)), MixingFault.CHANGED),
        (LISTED, Closed(dropped=()), MixingFault.HIDDEN),
        (LISTED, Closed(dropped=(1, 3)), MixingFault.HIDDEN),
        ((*LISTED[:3], None), Closed(), MixingFault.HIDDEN),
        (LISTED, Closed(kinds=(1, 1, 0, 1)), MixingFault.KINDS),
    ],
)
def test_bytes_that_are_dropped_or_changed_are_found(
    listed: tuple[str | None, ...], mixed: Closed | None, fault: MixingFault
) -> None:
    assert list_fault(Closed().kinds, listed, mixed) is fault
