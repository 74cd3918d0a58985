"""A client that sends what it should not is refused by code, and nothing else changes (FAULTS 2 to 21)."""

from typing import Any

import pytest

from tests.golden import golden
from tests.server.harness import dealt
from tests.server.test_net import serving
from uno_protocol import messages as m

REFUSED = golden("refused")
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


def test_what_the_rules_do_not_admit_and_what_comes_too_late_or_too_early_changes_nothing() -> None:  # FAULTS 20, 21
    world, (ann, _) = dealt("R5 R7 B1 W G3 G3", "R1 R2 R3")
    before, n, decision = world.state().copy(), world.table().log.n, ann.game.decision
    assert ann.refused(m.Play, decision=decision, cards=["B1"]) == "does_not_fit"
    assert [ann.refused(m.Draw, decision=decision + wrong) for wrong in (-1, 1)] == ["stale", "stale"]
    assert (world.state(), world.table().log.n) == (before, n)
