"""A client that sends what it should not is refused by code, and nothing else changes (FAULTS 2 to 21)."""

import json
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest

from tests.server.harness import dealt
from tests.server.test_net import serving
from uno_protocol import messages as m

VECTORS = Path(__file__).resolve().parents[2] / "protocol" / "uno_protocol" / "vectors" / "v2.json"
REFUSED = json.loads(VECTORS.read_text(encoding="utf-8"))["refused"]
"""Frames that must be refused, each with the number of its case and the code."""


@pytest.mark.fast
@pytest.mark.parametrize("vector", REFUSED, ids=lambda vector: f"{vector['faults']} {vector['title']}")
async def test_a_frame_that_is_wrong_is_answered_by_its_code_and_others_notice_nothing(vector: dict[str, Any]) -> None:
    """FAULTS 2, 3, 4, 7 to 16."""
    async with serving() as here:
        ann, bob = await here.player("ann"), await here.player("bob")
        bob.writer.write(bytes.fromhex(vector["hex"]))
        error = await bob.hear(m.Error)
        assert (error.code, error.id, error.field) == (vector["code"], vector.get("id"), vector.get("field"))
        if vector["closes"]:
            (bye,) = await bob.rest()
            assert isinstance(bye, m.Bye)
            assert (bye.code, bye.come_back) == (vector["code"], False)
        else:
            bob.send(m.ListTables(id=1))
            assert (await bob.hear(m.Tables)).id == 1
        ann.send(m.ListTables(id=1))
        assert await ann.hear(m.Tables | m.Error) == m.Tables(id=1, tables=[])  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("kind", "fields", "late", "code"),
    [
        (m.Play, {"cards": ["Y9"]}, 0, "not_in_hand"),
        (m.Play, {"cards": ["B1"]}, 0, "does_not_fit"),
        (m.Play, {"cards": ["W", "G3"]}, 0, "colour_missing"),
        (m.Name, {"colour": "R"}, 0, "wrong_answer"),
        (m.Play, {"cards": ["R7"]}, 1, "stale"),
        (m.Draw, {}, -1, "stale"),
    ],
)
def test_what_the_rules_do_not_admit_is_refused_by_its_own_code_and_the_game_is_as_before(
    kind: type[m.PlayRequest], fields: dict[str, Any], late: int, code: str
) -> None:  # FAULTS 20, 21
    world, people = dealt("R5 R7 B1 W G3 G3", "R1 R2 R3", options={"chains": "yes"})
    ann, _ = people
    before, n = deepcopy(world.state()), world.table().log.n
    assert ann.refused(kind, decision=ann.game.decision - late, **fields) == code
    assert (world.state(), world.table().log.n) == (before, n)
    assert isinstance(ann.play(m.Play, cards=["R7"]), m.Ok)
    assert all(person.agrees() for person in people)
