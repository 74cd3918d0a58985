"""The schema accepts what the codec accepts: all golden messages, and nothing that must be refused."""

import re
from typing import Any

import msgpack
import pytest

from tests.golden import golden
from uno_engine.presets import preset
from uno_engine.state import new_game
from uno_engine.view import view_for
from uno_protocol import messages as m
from uno_protocol.conformance.shapes import Misshapen, check_of, schema
from uno_protocol.wire import view_to_map

GOLDEN = [*golden("messages"), *golden("events")]
REFUSED = [one for one in golden("refused") if one["faults"] in (14, 15, 16) and one["title"] != "not a number"]
"""JSON has only numbers."""
PARTS: dict[str, Any] = schema()["$defs"]


def test_every_message_has_its_part_and_every_reference_leads_somewhere() -> None:
    expected = {f"client.{t}" for t in m.GREETINGS | m.REQUESTS} | {f"server.{t}" for t in m.SERVER_MESSAGES}
    expected |= {"server.ping", "server.pong"}
    assert {name for name in PARTS if name.startswith(("client.", "server."))} == expected
    assert set(re.findall(r"'#/\$defs/([^']+)'", repr(schema()))) == set(PARTS)


def test_a_game_before_its_first_deal_has_what_every_game_has_and_nothing_else() -> None:
    early = view_to_map(view_for(new_game(preset("official"), (True, True), bytes(32)), None))
    assert early.keys() == set(PARTS["game"]["required"])


@pytest.mark.parametrize("vector", GOLDEN, ids=lambda vector: vector.get("title") or vector["kind"])
def test_every_golden_message_fits_and_misses_each_field_that_is_required(vector: dict[str, Any]) -> None:
    message = vector["message"]
    part = f"{vector['from']}.{message['t']}"
    check_of(part)(message)
    check_of(vector["from"])(message)
    if message["t"] == "entry":
        check_of(f"event.{message['event']['k']}")(message["event"])
    for name in PARTS[part]["required"]:
        with pytest.raises(Misshapen, match=rf"^\.{name} is missing"):
            check_of(part)({key: value for key, value in message.items() if key != name})


@pytest.mark.parametrize("kind", [*m.GREETINGS, *m.REQUESTS])
def test_every_example_fits(kind: str) -> None:
    (example,) = PARTS[f"client.{kind}"]["examples"]
    check_of(f"client.{kind}")(example)


@pytest.mark.parametrize("vector", REFUSED, ids=lambda vector: vector["title"])
def test_what_must_be_refused_does_not_fit(vector: dict[str, Any]) -> None:
    with pytest.raises(Misshapen):
        check_of("client")(msgpack.unpackb(bytes.fromhex(vector["hex"])[4:]))


def test_nobody_is_told_what_is_nobodys_to_know() -> None:
    events = [part for name, part in PARTS.items() if name.startswith("event.")]
    told = {name for part in [*events, PARTS["game"]] for name in part["properties"]}
    assert not told & {"sealed", "stock", "effects"}
