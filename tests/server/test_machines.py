"""Every request is refused where the table of requests says so, with nothing changed, and carried out elsewhere."""

from collections.abc import Iterator, Mapping

import pytest

from tests.server.harness import Person
from tests.server.scenes import SCENES, Scene, connected, fields_of, scene_of
from uno_protocol import messages as m
from uno_protocol.asked import Where
from uno_protocol.room import RoomPhase
from uno_server.base.states import refused_at
from uno_server.core import dispatch

REQUESTS = tuple(m.REQUESTS.values())
OF_PLAY = tuple(kind for kind in REQUESTS if issubclass(kind, m.PlayRequest) or kind is m.WhyNot)
_NO_ROUND = frozenset(("not_your_turn", "not_in_hand", "nothing_to_catch"))
IN_VAIN: Mapping[tuple[type[m.Request], RoomPhase], frozenset[str]] = {
    **{(kind, RoomPhase.WAITING): frozenset({"no_game"}) for kind in OF_PLAY},
    **{(kind, RoomPhase.BETWEEN_ROUNDS): _NO_ROUND for kind in OF_PLAY if kind is not m.WhyNot},
    **{(kind, RoomPhase.FINISHED): _NO_ROUND for kind in OF_PLAY if kind is not m.WhyNot},
    (m.Start, RoomPhase.FINISHED): frozenset({"not_ready"}),
    (m.SpectateTable, RoomPhase.CLOSED): frozenset({"no_such_table"}),
    (m.TableRules, RoomPhase.CLOSED): frozenset({"no_such_table"}),
}
"""What the machine lets pass, and what is asked for cannot be had then: the codes with which it is refused."""


def phase_of(scene: Scene, person: Person) -> RoomPhase | None:
    return None if scene.where(person) is Where.LOBBY else scene.phase


def everywhere(scene: Scene) -> Iterator[tuple[Person, type[m.Request], str | None]]:
    for person in connected(scene):
        for kind in REQUESTS:
            yield person, kind, refused_at(kind, scene.where(person), phase_of(scene, person))


ELSEWHERE = {m.ListTables, m.TableRules, m.LobbyTalk, m.CreateTable, m.JoinTable, m.SpectateTable, m.Chat, m.React}
"""Requests that the hub itself carries out (`_carry_out`)."""


def test_every_request_that_acts_at_a_table_has_its_handler() -> None:
    of_play = {kind for kind in REQUESTS if issubclass(kind, m.Move)}
    assert set(dispatch._AT_TABLE) == set(REQUESTS) - of_play - ELSEWHERE


@pytest.mark.fast
def test_there_is_a_scene_for_every_phase_and_somebody_in_every_place() -> None:
    assert {phase for phase, _ in SCENES.values()} == set(RoomPhase)
    for name in SCENES.keys() - {"deserted", "closed"}:
        scene = scene_of(name)
        assert [scene.where(person) for person in scene.people] == [*reversed(Where)]
    assert {scene_of("closed").where(person) for person in scene_of("closed").people} == {Where.LOBBY}


@pytest.mark.parametrize("name", SCENES)
def test_what_may_not_be_asked_is_refused_and_changes_nothing(name: str) -> None:
    scene = scene_of(name)
    refused = 0
    for person, kind, code in everywhere(scene):
        if code is None:
            continue
        before, heard = scene.picture(but=person), len(person.heard)
        answer = person.ask(kind, **fields_of(kind, scene, person))
        assert isinstance(answer, m.Error), (person.name, kind, answer)
        assert (answer.code, bool(answer.text)) == (code, True), (person.name, kind)
        assert person.heard[heard:] == [answer]
        assert scene.picture(but=person) == before, (person.name, kind)
        refused += 1
    assert refused >= 10


@pytest.mark.fast
@pytest.mark.parametrize("kind", REQUESTS, ids=lambda kind: kind.__name__)
@pytest.mark.parametrize("name", SCENES)
def test_what_may_be_asked_is_carried_out(name: str, kind: type[m.Request]) -> None:
    for which in range(4):
        scene = scene_of(name)
        person = scene.people[which]
        where, phase = scene.where(person), phase_of(scene, person)
        if person.link is None or refused_at(kind, where, phase) is not None:
            continue
        if phase is RoomPhase.PLAYING and kind in OF_PLAY:
            continue  # in their time: the stories of tests/simulation carry out every one
        if kind is m.Start and scene.phase is RoomPhase.WAITING:
            for one in (scene.ann, scene.bob):
                scene.ok(one, m.Ready)
        before = scene.picture(but=person)
        answer = person.ask(kind, **fields_of(kind, scene, person))
        vain = IN_VAIN.get((kind, scene.phase))
        if kind is m.Continuations and scene.phase is RoomPhase.PAUSED and where is Where.SEATED:
            vain = _NO_ROUND  # it is the host's turn
        if vain is not None:
            assert isinstance(answer, m.Error), answer
            assert answer.code in vain, (where, answer)
            assert scene.picture(but=person) == before
            continue
        assert not isinstance(answer, m.Error), (where, answer)
        assert answer is not None, where
        opened = kind is m.JoinTable and scene.phase is RoomPhase.CLOSED
        assert scene.where(person) is (Where.HOST if opened else kind.asked.to or where)
