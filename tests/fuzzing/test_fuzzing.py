"""No input brings about what may not be, each fault that is planted is found, and a seed repeats what it did."""

from random import Random
from typing import Any

import pytest

from tests.fuzzing import codec, hub, run, server
from tests.fuzzing.finding import Finding
from tests.instead import Plant, Right, planted
from uno_engine.refused import Code, Refused
from uno_protocol import codec as protocol_codec
from uno_protocol import messages as m
from uno_protocol.codec import CodecFault
from uno_protocol.framing import Frames
from uno_server.core.hub import Hub
from uno_server.table.game import GameAtTable
from uno_server.table.table import Table

pytestmark = pytest.mark.fast


def test_nothing_is_found_in_a_short_run() -> None:
    tally = run.fuzz(list(run.TARGETS), 1, run.Measure(0.2))
    assert tally.findings == []
    assert min(tally.inputs.values()) > 0


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(3000, 3010))
def test_nothing_is_found_in_a_longer_run(seed: int) -> None:
    assert run.fuzz(list(run.TARGETS), seed, run.Measure(120)).findings == []


def test_a_seed_repeats_its_inputs() -> None:
    for sender in ("client", "server"):
        first, second = ([codec.body_for(dice, sender) for _ in range(300)] for dice in (Random(7), Random(7)))
        assert first == second
    scripts = [server.Script(Random(seed)) for seed in (7, 7, 8)]
    assert scripts[0].pieces == scripts[1].pieces != scripts[2].pieces


def a_body_is_read_in_two_ways(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(protocol_codec, "_decode_as_encoded", lambda body: m.Ping() if body[1:3] == b"\xa1t" else None)


def a_fault_says_what_came(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(protocol_codec, "_plain", lambda text: text)


@planted(Frames, "feed")
def a_cut_frame_is_lost(feed: Right[list[bytes]], self: Frames, received: bytes) -> list[bytes]:
    if len(received) == 1:
        self.unread = b""
    return feed(self, received)


@pytest.mark.parametrize(
    "plant",
    [a_body_is_read_in_two_ways, a_fault_says_what_came, a_cut_frame_is_lost],
)
def test_a_fault_of_the_codec_is_found(plant: Plant, monkeypatch: pytest.MonkeyPatch) -> None:
    plant(monkeypatch)
    with pytest.raises((Finding, LookupError, CodecFault)):
        codec.play("2.0")


@planted(GameAtTable, "ask")
def a_refusal_changes_a_game(ask: Right[bool], self: GameAtTable, *asked: Any) -> bool:
    try:
        return ask(self, *asked)
    except Refused:
        self.state.colour = None
        raise


@planted(Table, "kick")
def a_refusal_is_an_entry(_: Right[m.Ok], self: Table, *more: Any, **fields: Any) -> m.Ok:
    self.close()
    raise Refused(Code.BAD_TARGET, "A1")


@planted(Table, "give_time")
def a_fault_is_contained_but_one(*_: Any) -> m.Ok:
    raise ZeroDivisionError


@planted(Hub, "_say_at_table")
def somebody_honest_is_sent_away(say: Right[None], self: Hub, *what: Any) -> None:
    una = next(session for session in self.sessions if session.name == "una")
    if una.peer is not None:
        self._bye(self._peers[una.peer], "taken_over", come_back=False)
    say(self, *what)


@pytest.mark.parametrize(
    "plant",
    [
        a_refusal_changes_a_game,
        a_refusal_is_an_entry,
        a_fault_is_contained_but_one,
        somebody_honest_is_sent_away,
    ],
)
def test_a_fault_of_the_hub_is_found(plant: Plant, monkeypatch: pytest.MonkeyPatch) -> None:
    plant(monkeypatch)
    with pytest.raises(Finding):  # noqa: PT012  (one of these rounds finds it)
        for number in range(12):
            hub.play(f"2.{number}")
