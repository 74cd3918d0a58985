"""What is said otherwise is something else, and says the same."""

import random

import msgpack
import pytest

from tests.golden import golden
from tests.protocol.conformance.otherwise import ALWAYS, Otherwise
from uno_protocol.conformance.likeness import same
from uno_protocol.conformance.link import KNOWN, unpacked
from uno_protocol.framing import SERVER_LIMIT, Frames

BODIES = [bytes.fromhex(one["hex"])[4:] for one in (*golden("messages"), *golden("events")) if one["from"] == "server"]


def said(body: bytes, *ways: str) -> list[bytes]:
    """The bodies that a body becomes."""
    return Frames(SERVER_LIMIT).feed(Otherwise(random.Random(1), ways).said(body))


@pytest.mark.parametrize("way", ["names", "nil", "whole", "keys", "order", "long", "types"])
def test_what_is_added_takes_nothing_away(way: str) -> None:
    for body in BODIES:
        message = msgpack.unpackb(body)
        (found,) = [one for one in map(unpacked, said(body, way)) if one["t"] in KNOWN]
        assert same({**found, "capabilities": None}, {**message, "capabilities": None}), message


def test_everything_together_is_something_else_for_every_message() -> None:
    assert all(said(body, *ALWAYS) != [body] for body in BODIES)
