"""Commitment, hashes and seed are those of the description (P-7.33 to P-7.36), which is written again here."""

from hashlib import shake_256
from typing import Any

import pytest

from tests.golden import golden
from uno_engine.cards import deck
from uno_engine.mixing import commitment, mixed_seed, share_hash
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
