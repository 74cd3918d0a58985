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


def test_there_is_a_frame_for_every_case_of_framing_codec_and_schema_that_is_one() -> None:
    assert {vector["faults"] for vector in REFUSED} == {2, 3, 4, *range(7, 17)}


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


UNPUNISHED = {"out_of_turn_penalty": "0", "false_uno_penalty": "0", "chains": "yes"}


def test_what_the_rules_do_not_admit_is_refused_by_its_own_code_and_the_game_is_as_before() -> None:  # FAULTS 20
    world, people = dealt("R5 R7 B1 W G3 G3", "R1 R2 R3", "R6 R7 R8", options=UNPUNISHED)
    ann, bob, _ = people

    def refused(person: Any, kind: type[m.PlayRequest], **fields: Any) -> str:
        before, n = deepcopy(world.state()), world.table().log.n
        code: str = person.refused(kind, decision=person.game.decision, **fields)
        assert (world.state(), world.table().log.n) == (before, n)
        return code

    found = {
        "out of turn": refused(bob, m.Play, cards=["R1"]),
        "not held": refused(ann, m.Play, cards=["Y9"]),
        "does not fit": refused(ann, m.Play, cards=["B1"]),
        "a wild without a colour in a chain": refused(ann, m.Play, cards=["W", "G3"]),
        "another question": refused(ann, m.Name, colour="R"),
    }
    assert found == {
        "out of turn": "not_your_turn",
        "not held": "not_in_hand",
        "does not fit": "does_not_fit",
        "a wild without a colour in a chain": "colour_missing",
        "another question": "wrong_answer",
    }
    assert isinstance(ann.play(m.Play, cards=["R7"]), m.Ok)
    assert all(person.agrees() for person in people)


def test_an_answer_to_an_old_question_is_stale_and_is_not_taken_for_the_new_one() -> None:  # FAULTS 21
    world, people = dealt("R5 R7 B1", "R1 R2 R3")
    ann, bob = people
    old = ann.game.decision
    assert isinstance(ann.play(m.Play, cards=["R5"]), m.Ok)
    assert isinstance(bob.play(m.Play, cards=["R1"]), m.Ok)
    n = world.table().log.n
    assert ann.refused(m.Play, decision=old, cards=["R7"]) == "stale"
    too_late = ann.error(m.Play, decision=old, cards=["R7"])
    assert too_late.text == "Too late: the game has moved on; nothing was changed."
    assert ann.refused(m.Draw, decision=ann.game.decision + 1) == "stale"
    assert world.table().log.n == n
    assert isinstance(ann.play(m.Play, cards=["R7"]), m.Ok)
