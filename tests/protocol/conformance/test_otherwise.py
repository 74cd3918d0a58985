"""What is said otherwise says the same, and nothing that the document does not allow."""

import json
import random
from importlib.resources import files

import msgpack
import pytest

from tests.protocol.conformance.otherwise import ALWAYS, BESIDE, ORDER, PREFIX, Otherwise, long_form
from uno_protocol.conformance.likeness import same
from uno_protocol.conformance.link import KNOWN, unpacked
from uno_protocol.conformance.shapes import hold
from uno_protocol.framing import SERVER_LIMIT, Frames, frame

VECTORS = json.loads(files("uno_protocol").joinpath("vectors/v2.json").read_text(encoding="utf-8"))
BODIES = [
    bytes.fromhex(one["hex"])[4:] for one in (*VECTORS["messages"], *VECTORS["events"]) if one["from"] == "server"
]


def said(body: bytes, *ways: str) -> list[bytes]:
    """The bodies that a body becomes."""
    return Frames(SERVER_LIMIT).feed(Otherwise(random.Random(1), ways).said(body))


@pytest.mark.parametrize("way", [*ORDER, *BESIDE])
def test_whatever_is_said_otherwise_is_of_its_shape(way: str) -> None:
    for body in BODIES:
        for message in map(unpacked, said(body, way)):
            hold(message)


@pytest.mark.parametrize("way", ["names", "nil", "whole", "keys", "order", "long", "types"])
def test_what_is_added_takes_nothing_away(way: str) -> None:
    for body in BODIES:
        message = msgpack.unpackb(body)
        (found,) = [one for one in map(unpacked, said(body, way)) if one["t"] in KNOWN]
        assert same({**found, "capabilities": None}, {**message, "capabilities": None}), message


def test_everything_together_is_something_else_for_every_message() -> None:
    assert all(said(body, *ALWAYS) != [body] for body in BODIES)


def test_a_token_comes_back_as_the_server_knows_it() -> None:
    between = Otherwise(random.Random(1), ("tokens",))
    (told,) = said(long_form({"t": "logged_in", "name": "Bo", "token": "abc"}), "tokens")
    asked = {"t": "resume", "token": msgpack.unpackb(told)["token"]}
    frames = b"".join(map(frame, (msgpack.packb(asked), b"\xc1")))
    assert asked["token"] == f"{PREFIX}abc"
    answer = map(frame, (msgpack.packb({"t": "resume", "token": "abc"}), b"\xc1"))
    assert between.asked(frames) == b"".join(answer)
    assert between.asked(frames[:7]) == frames[:7]
